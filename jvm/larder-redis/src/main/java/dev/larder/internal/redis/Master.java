package dev.larder.internal.redis;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.MapScanCursor;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.CommandType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A connection to one master, which is opened anew when it breaks, and how it reads keys and values
 * without leaving a trace. One thread uses it.
 */
public final class Master {
  /** The connection broke, so nobody knows what became of the commands that were sent. */
  static final class Broken extends RuntimeException {
    private static final long serialVersionUID = 1;

    Broken(Throwable cause) {
      super(cause);
    }
  }

  /** The cluster has replaced this master by another. */
  public static final class Replaced extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** The thread was interrupted while it waited for a server. */
  public static final class Interrupted extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** A page of keys, and the cursor of the next one: 0 at the end. */
  public record Keys(String next, List<byte[]> keys) {
    public static final String END = "0";
  }

  /** Values of a hash, and the cursor of the next ones: 0 at the end. */
  public record Fields(String next, List<Item> items, State state) {}

  /** Why a key has no value of the type that was asked for. */
  public enum State {
    THERE,
    /** Or it has become another type. */
    GONE,
    WITHHELD,
    MOVED
  }

  /**
   * What there is of some keys.
   *
   * @param items the strings among them
   * @param missing keys without a string
   */
  public record Page(List<Item> items, List<byte[]> missing, long withheld, long moved) {}

  /** How long a lost server is waited for: a failover or a restart takes some seconds. */
  static final Duration RETURN_LIMIT = Duration.ofSeconds(60);

  private static final Duration RETURN_POLL = Duration.ofMillis(200);

  private final RedisURI uri;
  private final boolean isCluster;
  private final Function<RedisURI, StatefulRedisConnection<byte[], byte[]>> connect;
  private final Predicate<RedisURI> isReplaced;
  private StatefulRedisConnection<byte[], byte[]> connection;
  // Whether reading leaves idle times and counters as they are.
  private boolean keepsAge;
  // MGET fails as a whole if the ACL withholds one key, or if the keys are of several slots.
  private boolean readsMany;

  /**
   * @param uri the server, or the Sentinel that names it
   * @param connect opens a connection; throws if it cannot
   * @param isReplaced whether the cluster knows that this server is no master any more
   */
  Master(
      RedisURI uri,
      boolean isCluster,
      Function<RedisURI, StatefulRedisConnection<byte[], byte[]>> connect,
      Predicate<RedisURI> isReplaced) {
    this.uri = uri;
    this.isCluster = isCluster;
    this.connect = connect;
    this.isReplaced = isReplaced;
    readsMany = !isCluster;
  }

  RedisURI uri() {
    return uri;
  }

  boolean isCluster() {
    return isCluster;
  }

  boolean keepsAge() {
    return keepsAge;
  }

  StatefulRedisConnection<byte[], byte[]> connection() {
    if (connection == null) {
      try {
        connection = connect.apply(uri);
        // So that reading leaves no trace. Servers before Redis 7.2 cannot. In a cluster, Redis 8.0
        // and Valkey 8.1 crash if such a client names a key whose slot moves.
        keepsAge =
            !isCluster && !send(Commands.status(CommandType.CLIENT, "NO-TOUCH", "ON")).isError();
      } catch (RedisException e) {
        throw new Broken(e);
      }
    }
    return connection;
  }

  void close() {
    if (connection != null && connection.isOpen()) {
      connection.closeAsync();
    }
    connection = null;
  }

  /** Waits for the server, and connects to it anew. */
  void reopen() {
    long lost = System.nanoTime();
    while (true) {
      close();
      try {
        connection();
        return;
      } catch (Broken e) {
        checkInterrupt();
        if (isCluster && isReplaced.test(uri)) {
          throw new Replaced();
        }
        if (System.nanoTime() - lost > RETURN_LIMIT.toNanos()) {
          throw new RedisException(
              "the connection to %s was lost, and did not come back within %d s: %s"
                  .formatted(this, RETURN_LIMIT.toSeconds(), e.getCause().getMessage()),
              e.getCause());
        }
      }
      pauseFor(RETURN_POLL);
    }
  }

  public static void pauseFor(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Interrupted();
    }
  }

  private static void checkInterrupt() {
    if (Thread.currentThread().isInterrupted()) {
      throw new Interrupted();
    }
  }

  /** The answer to a command that is sent once. */
  <T> Reply<T> send(AsyncCommand<byte[], byte[], T> command) {
    return send(List.of(command)).get(0);
  }

  /**
   * The answers to commands that are sent together, once.
   *
   * @throws Broken if the connection breaks
   */
  <T> List<Reply<T>> send(List<AsyncCommand<byte[], byte[], T>> commands) {
    if (commands.isEmpty()) {
      return List.of();
    }
    try {
      connection().dispatch(commands);
    } catch (RedisException e) {
      throw new Broken(e);
    }
    List<Reply<T>> replies = new ArrayList<>(commands.size());
    commands.forEach(command -> replies.add(await(command)));
    return replies;
  }

  /**
   * Waits for an answer, even if the thread is interrupted: what was sent has an outcome.
   *
   * @throws Broken if there is none
   */
  <T> Reply<T> await(Future<T> answer) {
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return new Reply<>(answer.get(uri.getTimeout().toMillis(), TimeUnit.MILLISECONDS), null);
        } catch (InterruptedException e) {
          isInterrupted = true;
        }
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RedisCommandExecutionException said) {
        return new Reply<>(null, said.getMessage());
      }
      throw new Broken(e.getCause());
    } catch (TimeoutException | RuntimeException e) {
      throw new Broken(e);
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Does what does no harm if it is done twice, until the connection holds. */
  <T> T repeat(Supplier<T> task) {
    while (true) {
      try {
        return task.get();
      } catch (Broken e) {
        reopen();
      }
    }
  }

  /** The bytes of a string; null if the key does not exist. */
  public byte[] get(byte[] key) {
    return take("GET", send(Commands.value(CommandType.GET, key)));
  }

  /** The bytes of a field of a hash; null if it does not exist. */
  public byte[] field(byte[] key, byte[] field) {
    return take("HGET", send(Commands.value(CommandType.HGET, key, field)));
  }

  /** Whether a key exists. */
  public boolean has(byte[] key) {
    return take("EXISTS", send(Commands.number(CommandType.EXISTS, key))) > 0;
  }

  /** Sets a string, unless the key exists. */
  public void putIfAbsent(byte[] key, byte[] value) {
    take("SET", send(Commands.status(CommandType.SET, key, value, "NX")));
  }

  /** The server's words as an exception. */
  RedisException refuses(String what, Reply<?> reply) {
    return new RedisException("%s refuses %s: %s".formatted(this, what, reply.error()));
  }

  private <T> T take(String what, Reply<T> reply) {
    if (reply.isError()) {
      throw refuses(what, reply);
    }
    return reply.value();
  }

  /** Tells one start of a server from another: only within one is a cursor valid. */
  public String runId() {
    return info("server", "run_id");
  }

  /** A line of what {@code INFO SECTION} says; an empty text if there is none. */
  public String info(String section, String name) {
    byte[] info = repeat(() -> take("INFO", send(Commands.value(CommandType.INFO, section))));
    return new String(info, StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElse("");
  }

  /**
   * A page of keys.
   *
   * @param type {@code string} or {@code hash}
   * @param pattern null for all keys
   */
  public Keys scan(String cursor, String type, String pattern, int count) {
    List<Object> arguments = new ArrayList<>(List.of(cursor));
    if (pattern != null) {
      arguments.addAll(List.of("MATCH", pattern));
    }
    arguments.addAll(List.of("COUNT", count, "TYPE", type));
    KeyScanCursor<byte[]> page =
        repeat(() -> take("SCAN", send(Commands.scan(arguments.toArray()))));
    return new Keys(page.getCursor(), page.getKeys());
  }

  /** Values of a hash. */
  public Fields scanHash(byte[] key, String cursor, int count) {
    Reply<MapScanCursor<byte[], byte[]>> reply =
        repeat(() -> send(Commands.scanHash(key, cursor, "COUNT", count)));
    if (reply.isError()) {
      State state =
          reply.isWithheld()
              ? State.WITHHELD
              : reply.isMoved() ? State.MOVED : reply.isWrongType() ? State.GONE : null;
      if (state == null) {
        throw refuses("HSCAN", reply);
      }
      return new Fields(Keys.END, List.of(), state);
    }
    List<Item> items = new ArrayList<>();
    reply.value().getMap().forEach((field, bytes) -> items.add(new Item(key, field, bytes, 0)));
    boolean isGone = items.isEmpty() && cursor.equals(Keys.END) && reply.value().isFinished();
    return new Fields(reply.value().getCursor(), items, isGone ? State.GONE : State.THERE);
  }

  /**
   * The strings of these keys.
   *
   * @param age what has to be read of each key besides its value, or null
   * @param recent keys that were idle for more seconds are left out; null for none
   */
  public Page read(List<byte[]> keys, Age age, Long recent) {
    List<Long> ages = age == null ? null : ages(keys, age);
    List<byte[]> recentKeys = keys;
    if (age == Age.IDLETIME && recent != null) {
      recentKeys = new ArrayList<>();
      List<Long> recentAges = new ArrayList<>();
      for (int i = 0; i < keys.size(); i++) {
        if (ages.get(i) <= recent) {
          recentKeys.add(keys.get(i));
          recentAges.add(ages.get(i));
        }
      }
      ages = recentAges;
    }
    List<byte[]> asked = recentKeys;
    List<Reply<byte[]>> replies = repeat(() -> strings(asked));
    List<Item> items = new ArrayList<>();
    List<byte[]> missing = new ArrayList<>();
    long withheld = 0;
    long moved = 0;
    for (int i = 0; i < asked.size(); i++) {
      Reply<byte[]> reply = replies.get(i);
      if (reply.value() != null) {
        items.add(new Item(asked.get(i), null, reply.value(), ages == null ? 0 : ages.get(i)));
      } else if (!reply.isError() || reply.isWrongType()) {
        missing.add(asked.get(i));
      } else if (reply.isWithheld()) {
        withheld++;
      } else if (reply.isMoved()) {
        moved++;
      } else {
        throw refuses("GET", reply);
      }
    }
    return new Page(items, missing, withheld, moved);
  }

  /** What {@code GET} says of each key. */
  private List<Reply<byte[]>> strings(List<byte[]> keys) {
    if (keys.isEmpty()) {
      return List.of();
    }
    if (readsMany) {
      Reply<List<byte[]>> many = send(Commands.values(CommandType.MGET, keys));
      if (!many.isDenied()) {
        List<Reply<byte[]>> replies = new ArrayList<>();
        take("MGET", many).forEach(value -> replies.add(new Reply<>(value, null)));
        return replies;
      }
      readsMany = false;
    }
    return send(keys.stream().map(key -> Commands.value(CommandType.GET, key)).toList());
  }

  /** What the values of items are now. */
  List<Reply<byte[]>> values(List<Item> items) {
    return items.stream().allMatch(item -> item.field() == null)
        ? strings(items.stream().map(Item::key).toList())
        : send(
            items.stream()
                .map(item -> Commands.value(CommandType.HGET, item.key(), item.field()))
                .toList());
  }

  private List<Long> ages(List<byte[]> keys, Age age) {
    List<Reply<Long>> replies =
        repeat(
            () ->
                send(
                    keys.stream()
                        .map(key -> Commands.number(CommandType.OBJECT, age, key))
                        .toList()));
    List<Long> ages = new ArrayList<>();
    for (Reply<Long> reply : replies) {
      // What is withheld or moved is not read either.
      if (reply.isError() && !reply.isWithheld() && !reply.isMoved()) {
        throw refuses("OBJECT " + age, reply);
      }
      ages.add(reply.value() == null ? 0 : reply.value());
    }
    return ages;
  }

  /** The server's name, without passwords. */
  @Override
  public String toString() {
    return uri.getSentinelMasterId() == null
        ? "redis://%s:%d".formatted(uri.getHost(), uri.getPort())
        : "redis-sentinel://…#" + uri.getSentinelMasterId();
  }
}
