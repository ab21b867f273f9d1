package dev.larder.spark;

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
 * The rows of a partition, joined with their values window by window. A window is: its different
 * keys, a round trip to Redis, a call of the loader for what Redis does not have, and its writes,
 * which are awaited with the next window. The next window's keys are under way while one is decoded
 * and loaded, so that Redis and the network work meanwhile.
 *
 * <p>Done twice, by a retry or by speculation, it writes the same values again, and that is all.
 */
final class Windows<T, K, V, R> implements Iterator<R> {
  /** What Redis keeps of a key that the database does not have. */
  private static final byte[] ABSENT = {};

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** A row and its value, or null, as what the partition is made into. */
  interface Pairing<T, V, R> {
    R pair(T row, V value);
  }

  private final Iterator<T> rows;
  private final Function<T, K> key;
  private final ReadThrough.Plan<K, V> plan;
  private final Counters counters;
  private final Pairing<T, V, R> pairing;
  private final Codec<V> codec;
  private final Redis redis;

  /** What is given out, and how far it is. */
  private List<R> joined = List.of();

  private int next;
  private Window ahead;

  /** The values of the window before: the next one's keys were asked before these were written. */
  private Map<K, V> before = Map.of();

  private Redis.Writes writes = Redis.Writes.NONE;
  private long redisNanos;
  private long loaderNanos;

  Windows(
      Iterator<T> rows,
      Function<T, K> key,
      ReadThrough.Plan<K, V> plan,
      Counters counters,
      Pairing<T, V, R> pairing)
      throws Exception {
    this.rows = rows;
    this.key = key;
    this.plan = plan;
    this.counters = counters;
    this.pairing = pairing;
    codec = plan.codec().create();
    redis = Redis.of(plan.redis());
    TaskCompletionListener close = context -> close();
    TaskContext.get().addTaskCompletionListener(close);
  }

  private void close() {
    if (ahead != null && ahead.reading != null) {
      ahead.reading.abandon();
    }
    try {
      plan.loader().close();
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

  /** Rows whose keys Redis was asked for. */
  private final class Window {
    final List<T> taken = new ArrayList<>();
    final List<K> keys = new ArrayList<>();

    /** Of each different key; null until it is found. */
    final Map<K, V> values = new LinkedHashMap<>();

    final byte[][] names;
    final Redis.Reading reading;

    Window() throws Exception {
      while (taken.size() < plan.window() && rows.hasNext()) {
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
        names[at++] = (plan.prefix() + plan.keyName().call(its)).getBytes(StandardCharsets.UTF_8);
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

  /** Finds the values of a window's keys; a key that has none keeps null. */
  private void find(Window window) throws Exception {
    byte[][] found = window.reading.values();
    // Misses, and their names.
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
      if (value != null && value.length == 0 && !plan.absentFor().isZero()) {
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
    if (!plan.failOpen()) {
      throw new IllegalStateException(
          "Redis does not answer, and failOpen(false) asks that the task fails: "
              + failure.getMessage(),
          failure);
    }
    counters.redisFailures.add(1);
  }

  /** Null if the bytes are no value. */
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
    Map<K, V> loaded = plan.loader().load(asked);
    loaderNanos += System.nanoTime() - start;
    List<Redis.Write> toWrite = new ArrayList<>(asked.size());
    int found = 0;
    long bytes = 0;
    for (Map.Entry<K, byte[]> miss : misses.entrySet()) {
      V value = loaded.get(miss.getKey());
      byte[] encoded = ABSENT;
      Duration kept = plan.absentFor();
      if (value != null) {
        found++;
        values.put(miss.getKey(), value);
        encoded = codec.encode(value);
        kept = encoded.length == 0 ? Duration.ZERO : plan.expiry();
      } else if (loaded.containsKey(miss.getKey())) {
        found++;
      }
      if (!kept.isZero()) {
        bytes += encoded.length;
        toWrite.add(new Redis.Write(miss.getValue(), encoded, jittered(kept)));
      }
    }
    if (found == 0 && !loaded.isEmpty()) {
      throw new IllegalStateException(
          "the loader was asked for %s and gave only others: %s"
              .formatted(shown(asked.get(0)), shown(loaded.keySet().iterator().next())));
    }
    start = System.nanoTime();
    writes = redis.write(toWrite);
    redisNanos += System.nanoTime() - start;
    counters.bytesWritten.add(bytes);
  }

  /** Most often the classes differ: an Integer is no Long. */
  private static String shown(Object key) {
    return key + " (" + (key == null ? "null" : key.getClass().getName()) + ")";
  }

  /** In milliseconds. */
  private long jittered(Duration kept) {
    double part = 1 - plan.jitter() * ThreadLocalRandom.current().nextDouble();
    return Math.max(1, Math.round(kept.toMillis() * part));
  }

  /** Adds whole milliseconds; the last time, what is left. */
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
