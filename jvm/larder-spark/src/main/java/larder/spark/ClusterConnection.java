package larder.spark;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;

/**
 * To a Redis Cluster: commands are grouped by node, and each node gets its own in one write.
 *
 * <p>Lettuce's own pipelining groups by slot, which is about one command a write. It follows slots
 * that have moved, so commands that a node redirects are left to it.
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
        number -> connection.async().get(keys[number]),
        answers);
  }

  @Override
  public void set(List<Redis.Write> writes, Answers answers) {
    send(
        writes.size(),
        number -> writes.get(number).key(),
        number -> Connection.set(writes.get(number)),
        number -> {
          Redis.Write write = writes.get(number);
          return connection.async().psetex(write.key(), write.millis(), write.value());
        },
        answers);
  }

  /**
   * @param redirected sends the command of a number again, to wherever its key is now
   */
  private <T> void send(
      int count,
      IntFunction<byte[]> key,
      IntFunction<AsyncCommand<byte[], byte[], T>> command,
      IntFunction<CompletionStage<T>> redirected,
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
                        return;
                      }
                      List<AsyncCommand<byte[], byte[], T>> commands = new ArrayList<>();
                      for (int number : numbers) {
                        AsyncCommand<byte[], byte[], T> its = command.apply(number);
                        its.exceptionallyCompose(
                                why ->
                                    isRedirection(why)
                                        ? redirected.apply(number)
                                        : CompletableFuture.failedFuture(why))
                            .whenComplete((value, why) -> answered(number, value, why, answers));
                        commands.add(its);
                      }
                      connected.dispatch(commands);
                    }));
  }

  private static boolean isRedirection(Throwable why) {
    return why instanceof RedisCommandExecutionException
        && (why.getMessage().startsWith("MOVED ") || why.getMessage().startsWith("ASK "));
  }

  private static void answered(int number, Object value, Throwable failure, Answers answers) {
    if (failure == null) {
      answers.value(number, value instanceof byte[] bytes ? bytes : null);
    } else {
      answers.failed(1, failure);
    }
  }
}
