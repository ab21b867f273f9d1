package dev.larder.spark;

import dev.larder.internal.spark.Redis;
import dev.larder.internal.spark.Write;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.util.TaskCompletionListener;

/**
 * Joins the rows of a partition with their values, window by window. A window takes one round trip
 * to Redis for its distinct keys and one call of the loader for what Redis does not have. Then its
 * writes are sent, and awaited with the next window. While one window is decoded and loaded, Redis
 * is already asked for the next one.
 *
 * <p>If a retry or speculation runs it twice, it only writes the same values again.
 */
final class Windows<T, K, V, R> implements Iterator<R> {
  /** What Redis holds for a key that the database does not have. */
  private static final byte[] ABSENT = {};

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Makes a row of the result from a row and its value, or null. */
  interface Pairing<T, V, R> {
    R pair(T row, V value);
  }

  private final Iterator<T> rows;
  private final Function<T, K> key;
  private final Options<K, V> options;
  private final Counters counters;
  private final Pairing<T, V, R> pairing;
  private final Codec<V> codec;
  private final Redis redis;

  /** The rows of the current window; {@code next} is the index of the next one to return. */
  private List<R> joined = List.of();

  private int next;
  private Window ahead;

  /**
   * The previous window's values: the next window's keys were asked for before they were written.
   */
  private Map<K, V> before = Map.of();

  private Redis.Writes writes = Redis.Writes.NONE;
  private long redisNanos;
  private long loaderNanos;

  Windows(
      Iterator<T> rows,
      Function<T, K> key,
      Options<K, V> options,
      Counters counters,
      Pairing<T, V, R> pairing)
      throws Exception {
    this.rows = rows;
    this.key = key;
    this.options = options;
    this.counters = counters;
    this.pairing = pairing;
    codec = options.codec().create();
    redis = Redis.of(options.redis());
    TaskCompletionListener close = context -> close();
    TaskContext.get().addTaskCompletionListener(close);
  }

  private void close() {
    if (ahead != null && ahead.reading != null) {
      ahead.reading.abandon();
    }
    try {
      options.loader().close();
    } catch (Exception e) {
      throw new IllegalStateException("the loader cannot be closed", e);
    }
  }

  @Override
  public boolean hasNext() {
    if (next < joined.size()) {
      return true;
    }
    try {
      if (ahead != null || rows.hasNext()) {
        fill();
        return true;
      }
      await();
      count(true);
      counters.show();
      return false;
    } catch (RuntimeException e) {
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the task was interrupted", e);
    } catch (Exception e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  @Override
  public R next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return joined.get(next++);
  }

  /** Rows for whose keys Redis was asked. */
  private final class Window {
    final List<T> taken = new ArrayList<>();
    final List<K> keys = new ArrayList<>();

    /** The value of each distinct key; null until it is found. */
    final Map<K, V> values = new LinkedHashMap<>();

    final byte[][] names;
    final Redis.Reading reading;

    Window() throws Exception {
      while (taken.size() < options.window() && rows.hasNext()) {
        T row = rows.next();
        K its = key.call(row);
        taken.add(row);
        keys.add(its);
        if (its != null) {
          values.put(its, null);
        }
      }
      names = new byte[values.size()][];
      int at = 0;
      for (K its : values.keySet()) {
        names[at++] =
            (options.prefix() + options.keyName().call(its)).getBytes(StandardCharsets.UTF_8);
      }
      reading = names.length == 0 ? null : redis.read(names);
    }
  }

  private void fill() throws Exception {
    Window window = ahead == null ? new Window() : ahead;
    ahead = rows.hasNext() ? new Window() : null;
    if (window.reading != null) {
      await(window.reading);
      find(window);
    }
    before = window.values;
    joined = new ArrayList<>(window.taken.size());
    next = 0;
    for (int i = 0; i < window.taken.size(); i++) {
      K its = window.keys.get(i);
      joined.add(pairing.pair(window.taken.get(i), its == null ? null : window.values.get(its)));
    }
    counters.rows.add(joined.size());
    count(false);
  }

  /** Finds the values of a window's keys. A key without a value keeps null. */
  private void find(Window window) throws Exception {
    byte[][] found = window.reading.values();
    // Keys that Redis does not have, with their names.
    Map<K, byte[]> misses = new LinkedHashMap<>();
    int hits = 0;
    int absent = 0;
    int failures = 0;
    long bytes = 0;
    int at = 0;
    for (Map.Entry<K, V> entry : window.values.entrySet()) {
      byte[] name = window.names[at];
      byte[] value = found[at++];
      bytes += value == null ? 0 : value.length;
      if (value != null && value.length == 0 && !options.absentFor().isZero()) {
        absent++;
        continue;
      }
      V decoded = value == null ? null : decode(value);
      failures += value != null && decoded == null ? 1 : 0;
      boolean known = decoded == null && before.containsKey(entry.getKey());
      entry.setValue(known ? before.get(entry.getKey()) : decoded);
      if (entry.getValue() != null) {
        hits++;
      } else if (known) {
        absent++;
      } else {
        misses.put(entry.getKey(), name);
      }
    }
    counters.hits.add(hits);
    counters.absent.add(absent);
    counters.misses.add(misses.size());
    counters.decodeFailures.add(failures);
    counters.bytesRead.add(bytes);
    if (!misses.isEmpty()) {
      load(misses, window.values);
    }
  }

  private void await(Redis.Reading reading) throws InterruptedException {
    long start = System.nanoTime();
    Exception failure = reading.await();
    redisNanos += System.nanoTime() - start;
    failed(failure);
    await();
  }

  private void await() throws InterruptedException {
    long start = System.nanoTime();
    Exception failure = writes.await();
    redisNanos += System.nanoTime() - start;
    writes = Redis.Writes.NONE;
    failed(failure);
  }

  private void failed(Exception failure) {
    if (failure == null) {
      return;
    }
    if (!options.failOpen()) {
      throw new IllegalStateException(
          "Redis does not answer, and the task fails because of failOpen(false): "
              + failure.getMessage(),
          failure);
    }
    counters.redisFailures.add(1);
  }

  /** Null if the bytes cannot be decoded. */
  private V decode(byte[] bytes) {
    if (bytes.length == 0) {
      return null;
    }
    try {
      return codec.decode(bytes);
    } catch (Exception | StackOverflowError e) {
      return null;
    }
  }

  private void load(Map<K, byte[]> misses, Map<K, V> values) throws Exception {
    List<K> asked = List.copyOf(misses.keySet());
    long start = System.nanoTime();
    Map<K, V> loaded = options.loader().load(asked);
    loaderNanos += System.nanoTime() - start;
    List<Write> toWrite = new ArrayList<>(asked.size());
    int found = 0;
    long bytes = 0;
    for (Map.Entry<K, byte[]> miss : misses.entrySet()) {
      V value = loaded.get(miss.getKey());
      byte[] encoded = ABSENT;
      Duration kept = options.absentFor();
      if (value != null) {
        found++;
        values.put(miss.getKey(), value);
        encoded = codec.encode(value);
        kept = encoded.length == 0 ? Duration.ZERO : options.expiry();
      } else if (loaded.containsKey(miss.getKey())) {
        found++;
      }
      if (!kept.isZero()) {
        bytes += encoded.length;
        toWrite.add(new Write(miss.getValue(), encoded, jittered(kept)));
      }
    }
    if (found == 0 && !loaded.isEmpty()) {
      throw new IllegalStateException(
          "the loader was asked for %s and returned only other keys, such as %s"
              .formatted(shown(asked.get(0)), shown(loaded.keySet().iterator().next())));
    }
    start = System.nanoTime();
    writes = redis.write(toWrite);
    redisNanos += System.nanoTime() - start;
    counters.bytesWritten.add(bytes);
  }

  /** With its class, as most often the classes differ: an Integer does not equal a Long. */
  private static String shown(Object key) {
    return key + " (" + (key == null ? "null" : key.getClass().getName()) + ")";
  }

  /** In milliseconds. */
  private long jittered(Duration kept) {
    double part = 1 - options.jitter() * ThreadLocalRandom.current().nextDouble();
    return Math.max(1, Math.round(kept.toMillis() * part));
  }

  /** Adds whole milliseconds; the last time also the rest, rounded. */
  private void count(boolean last) {
    long rest = last ? NANOS_PER_MILLI / 2 : 0;
    long redisMillis = (redisNanos + rest) / NANOS_PER_MILLI;
    long loaderMillis = (loaderNanos + rest) / NANOS_PER_MILLI;
    counters.redisMillis.add(redisMillis);
    counters.loaderMillis.add(loaderMillis);
    redisNanos = last ? 0 : redisNanos - redisMillis * NANOS_PER_MILLI;
    loaderNanos = last ? 0 : loaderNanos - loaderMillis * NANOS_PER_MILLI;
  }
}
