package dev.larder.lab.redis;

import dev.larder.lab.codec.Codec;
import dev.larder.lab.runner.Events;
import dev.larder.lab.runner.Failure;
import dev.larder.lab.runner.Job.RedisServer;
import java.util.ArrayList;
import java.util.List;

/** The memory that encoded values take in Redis, as strings and in one list. */
public final class RedisPhase {
  private static final int MAX_KEYS = 4_096;
  private static final int MIN_KEYS = 2;
  private static final long MAX_BYTES = 32 << 20;
  private static final int USAGE_KEYS = 100;

  /** A key's slot in the hash table, which MEMORY USAGE leaves out. */
  private static final int SLOT = 8;

  /** How long a key outlives a runner that dies, in seconds. */
  static final int TTL = 600;

  private final RedisServer server;
  private final RedisMemory redis;
  private final List<byte[]> encoded;
  private final int keys;

  private RedisPhase(RedisServer server, RedisMemory redis, List<byte[]> encoded) {
    this.server = server;
    this.redis = redis;
    this.encoded = encoded;
    this.keys = keys(encoded);
  }

  /** Measures, and prints the result or why there is none. */
  public static void run(RedisServer server, Codec codec, List<Object> values, Events events) {
    try (RedisMemory redis = new RedisMemory(server)) {
      List<byte[]> encoded = new ArrayList<>();
      for (Object value : values.subList(0, Math.min(values.size(), MAX_KEYS))) {
        encoded.add(codec.encode(value));
      }
      new RedisPhase(server, redis, encoded).run(events);
    } catch (Exception e) {
      events.redisFailed(Failure.inWords(e));
    }
  }

  /** The largest number of keys, a power of two, that stays within the limits. */
  private static int keys(List<byte[]> encoded) {
    double mean = encoded.stream().mapToInt(bytes -> bytes.length).average().orElseThrow();
    double most = Math.min(MAX_KEYS, MAX_BYTES / Math.max(1, mean));
    return Math.max(MIN_KEYS, Integer.highestOneBit((int) most));
  }

  private void run(Events events) {
    if (server.isPrivate()) {
      runPrivately(events);
    } else {
      try {
        runAmongOthers(events);
      } finally {
        deleteKeys();
      }
    }
  }

  private void runPrivately(Events events) {
    rehearse();
    flushAll();
    long empty = redis.used();
    setKeys();
    double bytes = (double) (redis.used() - empty) / keys;
    double usage = meanUsage();
    flushAll();
    empty = redis.used();
    pushList();
    double listBytes = (double) (redis.used() - empty) / keys;
    flushAll();
    events.redis(keys, bytes, usage, listBytes);
  }

  /** Redis allocates a histogram of latencies at the first call of each command. */
  private void rehearse() {
    redis.now(redis.commands.set(key(0), value(0)));
    redis.usage(key(0));
    redis.now(redis.commands.del(key(0)));
    redis.now(redis.commands.rpush(key(0), value(0)));
    flushAll();
    redis.used();
  }

  private void runAmongOthers(Events events) {
    setKeys();
    double usage = meanUsage();
    deleteKeys();
    pushList();
    double listBytes = (double) redis.usage(key(0)) / keys;
    events.redis(keys, usage + SLOT, usage, listBytes);
  }

  private void flushAll() {
    redis.now(redis.commands.flushall());
  }

  private void setKeys() {
    for (int i = 0; i < keys; i++) {
      byte[] value = value(i);
      redis.pipeline(
          server.isPrivate()
              ? redis.commands.set(key(i), value)
              : redis.commands.setex(key(i), TTL, value),
          value.length);
    }
    redis.flush();
  }

  private void pushList() {
    for (int i = 0; i < keys; i++) {
      byte[] value = value(i);
      redis.pipeline(redis.commands.rpush(key(0), value), value.length);
      if (i == 0 && !server.isPrivate()) {
        redis.pipeline(redis.commands.expire(key(0), TTL), 0);
      }
    }
    redis.flush();
  }

  private void deleteKeys() {
    for (int i = 0; i < keys; i++) {
      redis.pipeline(redis.commands.del(key(i)), 0);
    }
    redis.flush();
  }

  private double meanUsage() {
    int count = Math.min(USAGE_KEYS, keys);
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += redis.usage(key((int) ((long) i * keys / count)));
    }
    return (double) sum / count;
  }

  private byte[] value(int index) {
    return encoded.get(index % encoded.size());
  }

  private byte[] key(int index) {
    return RedisMemory.key("%s%08d".formatted(server.prefix(), index));
  }
}
