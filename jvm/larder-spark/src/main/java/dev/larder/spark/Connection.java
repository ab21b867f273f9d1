package dev.larder.spark;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.RedisClusterURIUtil;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * An open connection to Redis, which all tasks of a JVM share: each round trip is written to a
 * socket at once.
 */
interface Connection {
  /** What the connection is called in Redis's {@code CLIENT LIST}. */
  String CLIENT_NAME = "larder-spark";

  /** How often a cluster is asked where its slots are. */
  Duration REFRESH = Duration.ofSeconds(15);

  /** Asks for values; returns before they are there. */
  void get(byte[][] keys, Answers answers);

  /** Sends values; returns before they are taken. The answer to each is the null. */
  void set(List<Redis.Write> writes, Answers answers);

  /** With its client: an open connection, and what opened it. */
  record Opened(AbstractRedisClient client, Connection connection) {}

  /**
   * Connects.
   *
   * @param timeout how long it may take, and each try to come back when the connection is lost
   */
  static Opened open(String uri, Duration timeout) {
    SocketOptions socket = SocketOptions.builder().connectTimeout(timeout).keepAlive(true).build();
    if (isCluster(uri)) {
      List<RedisURI> nodes = nodes(uri);
      nodes.forEach(node -> name(node, timeout));
      RedisClusterClient client = RedisClusterClient.create(nodes);
      client.setOptions(
          ClusterClientOptions.builder()
              .socketOptions(socket)
              .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
              .topologyRefreshOptions(
                  ClusterTopologyRefreshOptions.builder()
                      .enableAllAdaptiveRefreshTriggers()
                      .enablePeriodicRefresh(REFRESH)
                      .build())
              .build());
      return closingOnFailure(
          client, () -> new ClusterConnection(client.connect(ByteArrayCodec.INSTANCE)));
    }
    RedisURI node = name(RedisURI.create(uri), timeout);
    RedisClient client = RedisClient.create(node);
    client.setOptions(
        ClientOptions.builder()
            .socketOptions(socket)
            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
            .build());
    return closingOnFailure(
        client, () -> new SingleConnection(client.connect(ByteArrayCodec.INSTANCE)));
  }

  private static Opened closingOnFailure(AbstractRedisClient client, Supplier<Connection> connect) {
    try {
      return new Opened(client, connect.get());
    } catch (RuntimeException e) {
      client.shutdownAsync();
      throw e;
    }
  }

  private static RedisURI name(RedisURI node, Duration timeout) {
    node.setClientName(CLIENT_NAME);
    node.setTimeout(timeout);
    return node;
  }

  /**
   * @throws IllegalArgumentException if nothing can be reached by it
   */
  static void check(String uri) {
    try {
      if (isCluster(uri)) {
        nodes(uri);
      } else {
        RedisURI.create(uri);
      }
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          withoutPassword(uri)
              + " is no URI of a Redis: redis://HOST:PORT,"
              + " redis-sentinel://HOST:PORT,HOST:PORT#MASTER or"
              + " redis-cluster://HOST:PORT,HOST:PORT",
          e);
    }
  }

  /** For messages. */
  static String withoutPassword(String uri) {
    return uri.replaceFirst("//[^@/]*@", "//…@");
  }

  private static boolean isCluster(String uri) {
    return uri.startsWith("redis-cluster:") || uri.startsWith("rediss-cluster:");
  }

  private static List<RedisURI> nodes(String uri) {
    return RedisClusterURIUtil.toRedisURIs(URI.create(uri.replaceFirst("-cluster:", ":")));
  }

  /** A SET with an expiry, to be dispatched. */
  static AsyncCommand<byte[], byte[], String> set(Redis.Write write) {
    CommandArgs<byte[], byte[]> args =
        new CommandArgs<>(ByteArrayCodec.INSTANCE)
            .addKey(write.key())
            .addValue(write.value())
            .add("PX")
            .add(write.millis());
    return command(CommandType.SET, new StatusOutput<>(ByteArrayCodec.INSTANCE), args);
  }

  static <T> AsyncCommand<byte[], byte[], T> command(
      CommandType type, CommandOutput<byte[], byte[], T> output, CommandArgs<byte[], byte[]> args) {
    return new AsyncCommand<>(new Command<>(type, output, args));
  }
}
