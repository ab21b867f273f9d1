package dev.larder.internal.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.protocol.CommandType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A Redis: one server, the master that Sentinel names, or the masters of a cluster, which the
 * server itself says. One thread uses it.
 *
 * <p>Its client does not reconnect by itself: Lettuce would send commands again whose outcome
 * nobody knows, and forget {@code WATCH} and {@code CLIENT NO-TOUCH}.
 */
public final class Servers implements AutoCloseable {
  private final RedisClient client;
  // Null if the client is of somebody else, who shuts it down: then these are closed.
  private final List<StatefulRedisConnection<byte[], byte[]>> connections;
  private final List<RedisURI> seeds;
  private boolean isCluster;
  private List<Master> masters = List.of();
  // Of a cluster: the first slot of each range, and who has it.
  private final TreeMap<Integer, Range> ranges = new TreeMap<>();

  private record Range(int first, int last, RedisURI master) {}

  private Servers(List<RedisURI> seeds, RedisClient client, boolean isOwnClient) {
    this.seeds = seeds;
    this.client = client;
    connections = isOwnClient ? null : new ArrayList<>();
  }

  /** A client for {@link #open(List, RedisClient)}. */
  public static RedisClient client(ClientOptions options) {
    RedisClient client = RedisClient.create();
    client.setOptions(options.mutate().autoReconnect(false).build());
    return client;
  }

  /**
   * Connects.
   *
   * @param seeds one server, one Sentinel, or nodes of a cluster
   * @throws RedisException if no server answers
   */
  public static Servers open(List<RedisURI> seeds, ClientOptions options) {
    return opened(new Servers(seeds, client(options), true));
  }

  /**
   * As {@link #open(List, ClientOptions)}, by a client that outlives these connections.
   *
   * @param client of {@link #client}
   */
  public static Servers open(List<RedisURI> seeds, RedisClient client) {
    return opened(new Servers(seeds, client, false));
  }

  private static Servers opened(Servers servers) {
    try {
      servers.refresh();
      return servers;
    } catch (RuntimeException e) {
      servers.close();
      throw e;
    }
  }

  /** The masters as of the last {@link #refresh}. */
  public List<Master> masters() {
    return masters;
  }

  /** The master that has a key, as far as is known. */
  public Master of(byte[] key) {
    if (!isCluster) {
      return masters.get(0);
    }
    int slot = SlotHash.getSlot(key);
    Map.Entry<Integer, Range> range = ranges.floorEntry(slot);
    if (range == null || range.getValue().last < slot) {
      throw new RedisException("no node of the cluster serves slot " + slot);
    }
    return masters.stream()
        .filter(master -> isSame(master.uri(), range.getValue().master))
        .findFirst()
        .orElseThrow();
  }

  /** Asks for the masters of now. */
  public void refresh() {
    if (masters.isEmpty()) {
      Master first = firstToAnswer();
      isCluster = first.info("cluster", "cluster_enabled").equals("1");
      if (!isCluster) {
        if (seeds.size() > 1) {
          throw new IllegalArgumentException(
              first + " is not in a cluster: name one server, or one Sentinel");
        }
        masters = List.of(first);
        return;
      }
      first.close();
    }
    if (isCluster) {
      List<Range> found = slots();
      ranges.clear();
      found.forEach(range -> ranges.put(range.first, range));
      List<Master> now = new ArrayList<>();
      for (Range range : ranges.values()) {
        if (now.stream().noneMatch(master -> isSame(master.uri(), range.master))) {
          now.add(
              masters.stream()
                  .filter(master -> isSame(master.uri(), range.master))
                  .findFirst()
                  .orElseGet(() -> master(range.master, true)));
        }
      }
      masters.stream().filter(master -> !now.contains(master)).forEach(Master::close);
      masters = List.copyOf(now);
    }
  }

  /** Whether there is a master that has not been seen, by its run id. */
  public boolean hasOtherThan(Set<String> runIds) {
    return !masters.stream().allMatch(master -> runIds.contains(master.runId()));
  }

  private Master firstToAnswer() {
    RuntimeException failure = null;
    for (RedisURI seed : seeds) {
      Master master = master(seed, false);
      try {
        master.connection();
        return master;
      } catch (Master.Broken e) {
        failure = e;
      }
    }
    throw failure == null
        ? new IllegalArgumentException("no server is named")
        : new RedisConnectionException(
            "no server answers: " + failure.getCause().getMessage(), failure.getCause());
  }

  private Master master(RedisURI uri, boolean isOfCluster) {
    return new Master(uri, isOfCluster, this::connect, this::isReplaced);
  }

  private StatefulRedisConnection<byte[], byte[]> connect(RedisURI uri) {
    StatefulRedisConnection<byte[], byte[]> connection =
        client.connect(ByteArrayCodec.INSTANCE, uri);
    if (connections != null) {
      connections.add(connection);
    }
    return connection;
  }

  private boolean isReplaced(RedisURI master) {
    try {
      return slots().stream().noneMatch(range -> isSame(range.master, master));
    } catch (RedisException e) {
      return false;
    }
  }

  private static boolean isSame(RedisURI one, RedisURI other) {
    return one.getHost().equals(other.getHost()) && one.getPort() == other.getPort();
  }

  /** What the first node that answers says of the slots. */
  private List<Range> slots() {
    Set<String> asked = new HashSet<>();
    RedisException failure = new RedisException("no node of the cluster answers");
    for (RedisURI node :
        Stream.concat(masters.stream().map(Master::uri), seeds.stream()).toList()) {
      if (!asked.add(node.getHost() + ":" + node.getPort())) {
        continue;
      }
      Master master = master(node, true);
      try {
        Reply<List<Object>> said = master.send(Commands.array(CommandType.CLUSTER, "SLOTS"));
        if (said.isError()) {
          throw master.refuses("CLUSTER SLOTS", said);
        }
        return said.value().stream().map(range -> range((List<?>) range, node)).toList();
      } catch (Master.Broken e) {
        failure = new RedisException("no node of the cluster answers", e.getCause());
      } finally {
        master.close();
      }
    }
    throw failure;
  }

  private Range range(List<?> said, RedisURI node) {
    List<?> master = (List<?>) said.get(2);
    String host =
        master.get(0) instanceof byte[] name ? new String(name, StandardCharsets.UTF_8) : "";
    RedisURI uri =
        RedisURI.builder(seeds.get(0))
            .withHost(host.isEmpty() ? node.getHost() : host)
            .withPort(((Number) master.get(1)).intValue())
            .build();
    return new Range(((Number) said.get(0)).intValue(), ((Number) said.get(1)).intValue(), uri);
  }

  @Override
  public void close() {
    if (connections == null) {
      // It closes the connections of the masters.
      client.shutdownAsync();
    } else {
      connections.forEach(StatefulRedisConnection::closeAsync);
    }
  }

  /** The server's name, without passwords. */
  @Override
  public String toString() {
    return String.join(", ", masters.stream().map(Master::toString).toList());
  }
}
