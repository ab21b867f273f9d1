package dev.larder.internal.spark;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.RedisCommand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A connection to a Redis Cluster. It groups commands by node, and sends each node its own in one
 * write.
 *
 * <p>Lettuce's own pipelining groups by slot, which is about one command per write. It also follows
 * moved slots only if commands wait for connections, while here they fail at once without one. So
 * this class does both. {@link Client} says how often it asks the cluster where its slots are.
 */
final class ClusterConnection implements Connection {
  private final StatefulRedisClusterConnection<byte[], byte[]> connection;

  ClusterConnection(StatefulRedisClusterConnection<byte[], byte[]> connection) {
    this.connection = connection;
  }

  @Override
  public void get(byte[][] keys, Answers answers) {
    send(keys.length, number -> keys[number], number -> Commands.get(keys[number]), answers);
  }

  @Override
  public void set(List<Write> writes, Answers answers) {
    send(
        writes.size(),
        number -> writes.get(number).key(),
        number -> Commands.set(writes.get(number)),
        answers);
  }

  /**
   * @param command makes the command for a key's number; called again if it is redirected
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
        answers.failed(
            1, new IllegalStateException("no node of the cluster serves the key's slot"));
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
                commands.add(Commands.asking());
              }
              commands.add(command);
              connected.dispatch(commands);
            });
  }

  /**
   * A node's answer that another node has the key: {@code MOVED SLOT HOST:PORT}, or {@code ASK SLOT
   * HOST:PORT} while the slot moves.
   */
  private record Redirection(String host, int port, boolean isForThisOnce) {
    private static final Pattern SAID = Pattern.compile("(MOVED|ASK) \\d+ (.+):(\\d+)");

    /** Null if it is another failure. */
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
