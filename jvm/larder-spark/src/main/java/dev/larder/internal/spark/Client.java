package dev.larder.internal.spark;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.ByteArrayCodec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A client of Lettuce with its one open connection. */
record Client(AbstractRedisClient client, Connection connection) {
  /** What Redis's {@code CLIENT LIST} calls the connection. */
  private static final String NAME = "larder-spark";

  /** How often a cluster is asked where its slots are. */
  private static final Duration REFRESH = Duration.ofSeconds(15);

  /**
   * Connects.
   *
   * @param timeout the limit for connecting, and for each attempt to reconnect later
   */
  static Client open(String uri, Duration timeout) {
    List<RedisURI> nodes = RedisUri.nodes(uri);
    for (RedisURI node : nodes) {
      node.setClientName(NAME);
      node.setTimeout(timeout);
    }
    SocketOptions socket = SocketOptions.builder().connectTimeout(timeout).keepAlive(true).build();
    if (RedisUri.isCluster(uri)) {
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
    RedisClient client = RedisClient.create(nodes.get(0));
    client.setOptions(
        ClientOptions.builder()
            .socketOptions(socket)
            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
            .build());
    return closingOnFailure(
        client, () -> new SingleConnection(client.connect(ByteArrayCodec.INSTANCE)));
  }

  private static Client closingOnFailure(AbstractRedisClient client, Supplier<Connection> connect) {
    try {
      return new Client(client, connect.get());
    } catch (RuntimeException e) {
      client.shutdownAsync();
      throw e;
    }
  }

  void close() {
    client.shutdown(0, 2, TimeUnit.SECONDS);
  }
}
