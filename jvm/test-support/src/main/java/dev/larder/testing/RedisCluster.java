package dev.larder.testing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import redis.clients.jedis.Jedis;

/** A Redis Cluster of three nodes without replicas, of the tests' own. */
public final class RedisCluster implements AutoCloseable {
  private static final int SLOTS = 16384;

  private final List<RedisServer> nodes = new ArrayList<>();

  private RedisCluster() {}

  /** Starts three nodes and waits until they know each other. */
  public static RedisCluster start() throws IOException {
    RedisCluster cluster = new RedisCluster();
    try {
      for (int i = 0; i < 3; i++) {
        cluster.nodes.add(
            RedisServer.start("--cluster-enabled", "yes", "--cluster-node-timeout", "2000"));
      }
      cluster.meet();
      return cluster;
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void meet() {
    for (int i = 0; i < 3; i++) {
      try (Jedis jedis = nodes.get(i).jedis()) {
        jedis.clusterAddSlotsRange(i * SLOTS / 3, (i + 1) * SLOTS / 3 - 1);
        jedis.configSet("cluster-allow-reads-when-down", "yes");
        nodes.forEach(other -> jedis.clusterMeet("127.0.0.1", other.port()));
      }
    }
    Wait.until(
        "the cluster is whole",
        () -> all(jedis -> jedis.clusterInfo().contains("cluster_state:ok") && knowsAll(jedis)));
  }

  private static boolean knowsAll(Jedis jedis) {
    return jedis.clusterInfo().contains("cluster_known_nodes:3");
  }

  /** Whether a condition holds on every node. */
  public boolean all(Predicate<Jedis> condition) {
    for (RedisServer node : nodes) {
      try (Jedis jedis = node.jedis()) {
        if (!condition.test(jedis)) {
          return false;
        }
      }
    }
    return true;
  }

  /** As larder-spark takes it: {@code redis-cluster://…} with all nodes. */
  public String uri() {
    return nodes.stream()
        .map(node -> "127.0.0.1:" + node.port())
        .collect(Collectors.joining(",", "redis-cluster://", ""));
  }

  public RedisServer node(int number) {
    return nodes.get(number);
  }

  /** How often clients sent a command, to all nodes together. */
  public long calls(String command) {
    return nodes.stream().mapToLong(node -> node.calls(command)).sum();
  }

  /** Begins to move slots of node 0 to node 1, as resharding does: node 0 redirects clients. */
  public void beginToMoveSlots(int from, int to) {
    try (Jedis source = nodes.get(0).jedis();
        Jedis target = nodes.get(1).jedis()) {
      for (int slot = from; slot < to; slot++) {
        target.clusterSetSlotImporting(slot, source.clusterMyId());
        source.clusterSetSlotMigrating(slot, target.clusterMyId());
      }
    }
  }

  /** Gives slots of node 0 to node 1, without what they hold. */
  public void moveSlots(int from, int to) {
    try (Jedis target = nodes.get(1).jedis()) {
      String id = target.clusterMyId();
      for (RedisServer node : List.of(nodes.get(1), nodes.get(0), nodes.get(2))) {
        try (Jedis jedis = node.jedis()) {
          for (int slot = from; slot < to; slot++) {
            jedis.clusterSetSlotNode(slot, id);
          }
        }
      }
    }
  }

  @Override
  public void close() {
    nodes.forEach(RedisServer::close);
  }
}
