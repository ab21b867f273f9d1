package dev.larder.internal.spark;

import io.lettuce.core.KeyValue;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.RedisCommand;
import java.util.ArrayList;
import java.util.List;

/** A connection to one node, or to the master that Sentinel names: one MGET per round trip. */
final class SingleConnection implements Connection {
  private final StatefulRedisConnection<byte[], byte[]> connection;

  SingleConnection(StatefulRedisConnection<byte[], byte[]> connection) {
    this.connection = connection;
  }

  @Override
  public void get(byte[][] keys, Answers answers) {
    connection
        .async()
        .mget(keys)
        .whenComplete(
            (found, failure) -> {
              if (failure != null) {
                answers.failed(keys.length, failure);
                return;
              }
              int number = 0;
              for (KeyValue<byte[], byte[]> pair : found) {
                answers.value(number++, pair.getValueOrElse(null));
              }
            });
  }

  @Override
  public void set(List<Write> writes, Answers answers) {
    List<RedisCommand<byte[], byte[], ?>> commands = new ArrayList<>(writes.size());
    for (Write write : writes) {
      var command = Commands.set(write);
      int number = commands.size();
      command.whenComplete((ok, failure) -> answered(number, failure, answers));
      commands.add(command);
    }
    connection.dispatch(commands);
  }

  private static void answered(int number, Throwable failure, Answers answers) {
    if (failure == null) {
      answers.value(number, null);
    } else {
      answers.failed(1, failure);
    }
  }
}
