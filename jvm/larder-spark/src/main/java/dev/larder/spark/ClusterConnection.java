package dev.larder.spark;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * To a Redis Cluster: commands are grouped by node, and each node gets its own in one write.
 *
 * <p>Lettuce's own pipelining groups by slot, which is about one command a write, and follows slots
 * that have moved only where commands wait for connections; here they fail at once without one. So
 * both are done here. Where slots are is asked again from time to time: see {@link
 * Connection#open}.
 */
final class ClusterConnection implements Connection {
  private final StatefulRedisClusterConnection<byte[], byte[]> connection;

  ClusterConnection(StatefulRedisClusterConnection<byte[], byte[]> connection) {
    this.connection = connection;
  }

  @Override
  public void get(byte[][] keys, Answers answers) {
    send(
        keys.length,
        number -> keys[number],
        number ->
            Connection.command(
                CommandType.GET,
                new ValueOutput<>(ByteArrayCodec.INSTANCE),
                new CommandArgs<>(ByteArrayCodec.INSTANCE).addKey(keys[number])),
        answers);
  }

  @Override
  public void set(List<Redis.Write> writes, Answers answers) {
    send(
        writes.size(),
        number -> writes.get(number).key(),
        number -> Connection.set(writes.get(number)),
        answers);
  }

  /**
   * @param command makes the command of a number; twice, if it is redirected
   */
  private <T> void send(
      int count,
      IntFunction<byte[]> key,
      IntFunction<AsyncCommand<byte[], byte[], T>> command,
      Answers answers) {
    Map<String, List<Integer>> numbersOfNodes = new HashMap<>();
    for (int number = 0; number < count; number++) {
      RedisClusterNode node =
          connection.getPartitions().getPartitionBySlot(SlotHash.getSlot(key.apply(number)));
      if (node == null) {
        answers.failed(1, new IllegalStateException("no node of the cluster has the key's slot"));
      } else {
        numbersOfNodes.computeIfAbsent(node.getNodeId(), id -> new ArrayList<>()).add(number);
      }
    }
    numbersOfNodes.forEach(
        (node, numbers) ->
            connection
                .getConnectionAsync(node)
                .whenComplete(
                    (connected, failure) -> {
                      if (failure != null) {
                        answers.failed(numbers.size(), failure);
                      } else {
                        send(connected, numbers, command, answers);
                      }
                    }));
  }

  private <T> void send(
      StatefulRedisConnection<byte[], byte[]> node,
      List<Integer> numbers,
      IntFunction<AsyncCommand<byte[], byte[], T>> command,
      Answers answers) {
    List<AsyncCommand<byte[], byte[], T>> commands = new ArrayList<>(numbers.size());
    for (int number : numbers) {
      AsyncCommand<byte[], byte[], T> its = command.apply(number);
      its.whenComplete(
          (value, failure) -> {
            Redirection elsewhere = failure == null ? null : Redirection.of(failure);
            if (elsewhere == null) {
              answered(number, value, failure, answers);
            } else {
              redirect(elsewhere, number, command.apply(number), answers);
            }
          });
      commands.add(its);
    }
    node.dispatch(commands);
  }

  /** Sends a command to the node that has its key now. */
  private <T> void redirect(
      Redirection elsewhere, int number, AsyncCommand<byte[], byte[], T> command, Answers answers) {
    command.whenComplete((value, failure) -> answered(number, value, failure, answers));
    connection
        .getConnectionAsync(elsewhere.host, elsewhere.port)
        .whenComplete(
            (connected, failure) -> {
              if (failure != null) {
                answers.failed(1, failure);
                return;
              }
              List<RedisCommand<byte[], byte[], ?>> commands = new ArrayList<>();
              if (elsewhere.isForThisOnce) {
                commands.add(
                    Connection.command(
                        CommandType.ASKING,
                        new StatusOutput<>(ByteArrayCodec.INSTANCE),
                        new CommandArgs<>(ByteArrayCodec.INSTANCE)));
              }
              commands.add(command);
              connected.dispatch(commands);
            });
  }

  /**
   * Where a node says that a key is: {@code MOVED SLOT HOST:PORT}, or {@code ASK SLOT HOST:PORT}
   * while its slot moves.
   */
  private record Redirection(String host, int port, boolean isForThisOnce) {
    private static final Pattern SAID = Pattern.compile("(MOVED|ASK) \\d+ (.+):(\\d+)");

    /** Null if the failure is another. */
    static Redirection of(Throwable failure) {
      Matcher said = SAID.matcher(String.valueOf(failure.getMessage()));
      return failure instanceof RedisCommandExecutionException && said.matches()
          ? new Redirection(
              said.group(2), Integer.parseInt(said.group(3)), said.group(1).equals("ASK"))
          : null;
    }
  }

  private static void answered(int number, Object value, Throwable failure, Answers answers) {
    if (failure == null) {
      answers.value(number, value instanceof byte[] bytes ? bytes : null);
    } else {
      answers.failed(1, failure);
    }
  }
}
