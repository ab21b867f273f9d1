package dev.larder.spark;

import java.io.Serializable;
import java.time.Duration;
import java.util.Iterator;
import java.util.Objects;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.Optional;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.api.java.function.PairFlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import scala.Tuple2;

/**
 * Joins rows with values of a database through a cache in Redis: values that Redis has are read
 * from there; others are loaded, and written to Redis for the next time.
 *
 * <pre>{@code
 * ReadThrough<Long, Person> people =
 *     ReadThrough.<Long, Person>builder("people")
 *         .redis("redis://cache:6379")
 *         .prefix("person:")
 *         .codec(Codec.larder(Person.class))
 *         .loader(keys -> database.people(keys))
 *         .build(spark.sparkContext());
 * JavaPairRDD<Order, Optional<Person>> joined = people.join(orders, Order::personId);
 * }</pre>
 *
 * <p>A partition goes through in windows of rows: one round trip to Redis for the different keys of
 * a window, one call of the loader for those that Redis does not have, and their values are written
 * to Redis while the rows go on. Make one for each kind of values and keep it: it has accumulators.
 */
public final class ReadThrough<K, V> {
  private final Plan<K, V> plan;
  private final Counters counters;

  private ReadThrough(Plan<K, V> plan, Counters counters) {
    this.plan = plan;
    this.counters = counters;
  }

  /**
   * @param name what the accumulators are called by
   */
  public static <K, V> Builder<K, V> builder(String name) {
    return new Builder<>(name);
  }

  /** Each key with its value, as {@link #join(JavaRDD, Function)} does. */
  public JavaPairRDD<K, Optional<V>> join(JavaRDD<K> keys) {
    return join(keys, key -> key);
  }

  /**
   * Each row with the value of its key; without one if there is none, or the key is null. Rows keep
   * their order and their partitions.
   */
  public <T> JavaPairRDD<T, Optional<V>> join(JavaRDD<T> rows, Function<T, K> key) {
    return rows.mapPartitionsToPair(new OfRdd<>(plan, counters, key));
  }

  /**
   * As {@link #join(JavaRDD, Function)}, for a Dataset; where there is no value, it is null.
   *
   * @param values how Spark stores values
   */
  public <T> Dataset<Tuple2<T, V>> join(Dataset<T> rows, Function<T, K> key, Encoder<V> values) {
    return rows.mapPartitions(
        new OfDataset<>(plan, counters, key), Encoders.tuple(rows.encoder(), values));
  }

  /** What was done so far, in all joins. */
  public Metrics metrics() {
    return counters.metrics();
  }

  private record OfRdd<T, K, V>(Plan<K, V> plan, Counters counters, Function<T, K> key)
      implements PairFlatMapFunction<Iterator<T>, T, Optional<V>> {
    @Override
    public Iterator<Tuple2<T, Optional<V>>> call(Iterator<T> rows) throws Exception {
      return new Windows<>(
          rows, key, plan, counters, (row, value) -> new Tuple2<>(row, Optional.ofNullable(value)));
    }
  }

  private record OfDataset<T, K, V>(Plan<K, V> plan, Counters counters, Function<T, K> key)
      implements MapPartitionsFunction<T, Tuple2<T, V>> {
    @Override
    public Iterator<Tuple2<T, V>> call(Iterator<T> rows) throws Exception {
      return new Windows<>(rows, key, plan, counters, Tuple2::new);
    }
  }

  /** What executors are told. Configuration, and nothing that is open. */
  record Plan<K, V>(
      Redis.Settings redis,
      String prefix,
      Function<K, String> keyName,
      Codec.Factory<V> codec,
      Loader<K, V> loader,
      int window,
      Duration expiry,
      double jitter,
      Duration absentFor,
      boolean failOpen)
      implements Serializable {}

  /** The options. {@code redis}, {@code codec} and {@code loader} have no defaults. */
  public static final class Builder<K, V> {
    private final String name;
    private String redis;
    private String prefix = "";
    private Function<K, String> keyName = String::valueOf;
    private Codec.Factory<V> codec;
    private Loader<K, V> loader;
    private int window = 256;
    private Duration expiry = Duration.ofHours(1);
    private double jitter = 0.1;
    private Duration absentFor = Duration.ZERO;
    private Duration timeout = Duration.ofSeconds(1);
    private Duration pause = Duration.ofSeconds(10);
    private boolean failOpen = true;

    private Builder(String name) {
      this.name = Objects.requireNonNull(name);
    }

    /**
     * {@code redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE]}, {@code rediss://…} for TLS, {@code
     * redis-sentinel://HOST[:PORT][,HOST[:PORT]…][/DATABASE]#MASTER}, or {@code
     * redis-cluster://HOST[:PORT][,HOST[:PORT]…]}, which takes {@code rediss-cluster://} for TLS.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    public Builder<K, V> redis(String uri) {
      Connection.check(uri);
      redis = uri;
      return this;
    }

    /** What names of keys begin with in Redis. */
    public Builder<K, V> prefix(String prefix) {
      this.prefix = Objects.requireNonNull(prefix);
      return this;
    }

    /** What follows the prefix in the name of a key; else what {@code toString()} says. */
    public Builder<K, V> keyName(Function<K, String> keyName) {
      this.keyName = Objects.requireNonNull(keyName);
      return this;
    }

    public Builder<K, V> codec(Codec.Factory<V> codec) {
      this.codec = Objects.requireNonNull(codec);
      return this;
    }

    public Builder<K, V> loader(Loader<K, V> loader) {
      this.loader = Objects.requireNonNull(loader);
      return this;
    }

    /** As many rows go through together; 256. */
    public Builder<K, V> window(int rows) {
      check(rows >= 1, "a window has at least one row");
      window = rows;
      return this;
    }

    /** How long Redis keeps a value; one hour. */
    public Builder<K, V> expiry(Duration expiry) {
      check(expiry.toMillis() >= 1, "values are kept for a millisecond or longer");
      this.expiry = expiry;
      return this;
    }

    /**
     * By which part at most a value expires earlier, at random, so that what was written together
     * does not expire together; 0.1.
     */
    public Builder<K, V> jitter(double part) {
      check(part >= 0 && part < 1, "a part of the expiry, 0 or more, and less than 1");
      jitter = part;
      return this;
    }

    /**
     * How long Redis keeps it that the database has no value of a key; else nothing is kept, and it
     * is asked again each time.
     */
    public Builder<K, V> absentFor(Duration duration) {
      check(!duration.isNegative(), "a duration, or zero");
      absentFor = duration;
      return this;
    }

    /** How long a round trip, or a connection, may take; one second. */
    public Builder<K, V> timeout(Duration timeout) {
      check(timeout.toMillis() >= 1, "a round trip takes a millisecond or longer");
      this.timeout = timeout;
      return this;
    }

    /** How long an executor leaves Redis alone when round trips have failed; ten seconds. */
    public Builder<K, V> pause(Duration pause) {
      check(pause.toMillis() >= 1, "a pause takes a millisecond or longer");
      this.pause = pause;
      return this;
    }

    /** Whether all is loaded where Redis does not answer; else the task fails. True. */
    public Builder<K, V> failOpen(boolean failOpen) {
      this.failOpen = failOpen;
      return this;
    }

    /**
     * @throws IllegalStateException if an option is missing
     */
    public ReadThrough<K, V> build(SparkContext spark) {
      missing(redis, "redis(URI)");
      missing(codec, "codec(CODEC), such as codec(Codec.larder(Person.class))");
      missing(loader, "loader(LOADER)");
      Plan<K, V> plan =
          new Plan<>(
              new Redis.Settings(redis, timeout, pause),
              prefix,
              keyName,
              codec,
              loader,
              window,
              expiry,
              jitter,
              absentFor,
              failOpen);
      return new ReadThrough<>(plan, new Counters(spark, name));
    }

    private static void check(boolean right, String otherwise) {
      if (!right) {
        throw new IllegalArgumentException(otherwise);
      }
    }

    private static void missing(Object option, String name) {
      if (option == null) {
        throw new IllegalStateException("an option is missing: " + name);
      }
    }
  }
}
