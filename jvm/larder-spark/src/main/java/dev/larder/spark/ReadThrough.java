package dev.larder.spark;

import dev.larder.internal.spark.Redis;
import dev.larder.internal.spark.RedisUri;
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
 * Joins rows with values of a database through a cache in Redis. It reads the values that Redis has
 * from there; it loads the others from the database and writes them to Redis for the next time.
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
 * <p>A partition is processed in windows of rows: one round trip to Redis for the distinct keys of
 * a window, one call of the loader for those that Redis does not have, and their values are written
 * to Redis while the task goes on. Create one for each kind of values and keep it: it has
 * accumulators.
 *
 * @param <K> the keys; two of them are one key if they are equal
 * @param <V> the values
 */
public final class ReadThrough<K, V> {
  private final Options<K, V> options;
  private final Counters counters;

  private ReadThrough(Options<K, V> options, Counters counters) {
    this.options = options;
    this.counters = counters;
  }

  /**
   * Begins a read-through.
   *
   * @param <K> the keys
   * @param <V> the values
   * @param name how Spark's UI calls the accumulators
   * @return the options
   */
  public static <K, V> Builder<K, V> builder(String name) {
    return new Builder<>(name);
  }

  /**
   * Joins keys with their values, like {@link #join(JavaRDD, Function)}.
   *
   * @param keys one per row
   * @return each key with its value, if it has one
   */
  public JavaPairRDD<K, Optional<V>> join(JavaRDD<K> keys) {
    return join(keys, key -> key);
  }

  /**
   * Joins rows with the values of their keys. Rows keep their order and their partitions.
   *
   * @param <T> the rows
   * @param rows what is joined
   * @param key gets the key of a row, or null
   * @return each row with its value; without one if the key is null or has no value
   */
  public <T> JavaPairRDD<T, Optional<V>> join(JavaRDD<T> rows, Function<T, K> key) {
    return rows.mapPartitionsToPair(new OfRdd<>(options, counters, key));
  }

  /**
   * Joins the rows of a Dataset, like {@link #join(JavaRDD, Function)}.
   *
   * @param <T> the rows
   * @param rows what is joined
   * @param key gets the key of a row, or null
   * @param values how Spark stores values
   * @return each row with its value; with null if the key is null or has no value
   */
  public <T> Dataset<Tuple2<T, V>> join(Dataset<T> rows, Function<T, K> key, Encoder<V> values) {
    return rows.mapPartitions(
        new OfDataset<>(options, counters, key), Encoders.tuple(rows.encoder(), values));
  }

  /**
   * Counts what was done so far, in all joins.
   *
   * @return the sums over all tasks that have ended well
   */
  public Metrics metrics() {
    return counters.metrics();
  }

  private record OfRdd<T, K, V>(Options<K, V> options, Counters counters, Function<T, K> key)
      implements PairFlatMapFunction<Iterator<T>, T, Optional<V>> {
    @Override
    public Iterator<Tuple2<T, Optional<V>>> call(Iterator<T> rows) throws Exception {
      return new Windows<>(
          rows,
          key,
          options,
          counters,
          (row, value) -> new Tuple2<>(row, Optional.ofNullable(value)));
    }
  }

  private record OfDataset<T, K, V>(Options<K, V> options, Counters counters, Function<T, K> key)
      implements MapPartitionsFunction<T, Tuple2<T, V>> {
    @Override
    public Iterator<Tuple2<T, V>> call(Iterator<T> rows) throws Exception {
      return new Windows<>(rows, key, options, counters, Tuple2::new);
    }
  }

  /**
   * The options. {@code redis}, {@code codec} and {@code loader} have no defaults.
   *
   * @param <K> the keys
   * @param <V> the values
   */
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
     * Sets the Redis: {@code redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE]}, {@code rediss://…}
     * for TLS, {@code redis-sentinel://HOST[:PORT][,HOST[:PORT]…][/DATABASE]#MASTER}, or {@code
     * redis-cluster://HOST[:PORT][,HOST[:PORT]…]}, which takes {@code rediss-cluster://} for TLS.
     *
     * @param uri one of these
     * @return this builder
     * @throws IllegalArgumentException if it is none of these
     */
    public Builder<K, V> redis(String uri) {
      RedisUri.check(uri);
      redis = uri;
      return this;
    }

    /**
     * Sets what the names of keys begin with in Redis; nothing by default.
     *
     * @param prefix such as {@code person:}
     * @return this builder
     */
    public Builder<K, V> prefix(String prefix) {
      this.prefix = Objects.requireNonNull(prefix);
      return this;
    }

    /**
     * Sets what follows the prefix in the name of a key; {@code toString()} by default.
     *
     * @param keyName gets the name of a key
     * @return this builder
     */
    public Builder<K, V> keyName(Function<K, String> keyName) {
      this.keyName = Objects.requireNonNull(keyName);
      return this;
    }

    /**
     * Sets how values are encoded in Redis.
     *
     * @param codec such as {@link Codec#larder(Class, Class[])}
     * @return this builder
     */
    public Builder<K, V> codec(Codec.Factory<V> codec) {
      this.codec = Objects.requireNonNull(codec);
      return this;
    }

    /**
     * Sets where values come from that Redis does not have.
     *
     * @param loader such as a {@link JdbcLoader}
     * @return this builder
     */
    public Builder<K, V> loader(Loader<K, V> loader) {
      this.loader = Objects.requireNonNull(loader);
      return this;
    }

    /**
     * Sets how many rows are processed together; 256 by default.
     *
     * @param rows 1 or more
     * @return this builder
     * @throws IllegalArgumentException if it is less
     */
    public Builder<K, V> window(int rows) {
      check(rows >= 1, "window: must be at least 1 row");
      window = rows;
      return this;
    }

    /**
     * Sets how long Redis keeps a value; one hour by default.
     *
     * @param expiry a millisecond or longer
     * @return this builder
     * @throws IllegalArgumentException if it is shorter
     */
    public Builder<K, V> expiry(Duration expiry) {
      check(expiry.toMillis() >= 1, "expiry: must be at least a millisecond");
      this.expiry = expiry;
      return this;
    }

    /**
     * Sets the largest part of its expiry by which a value expires earlier, at random, so that
     * values that were written together do not expire together; 0.1 by default.
     *
     * @param part 0 or more, and less than 1
     * @return this builder
     * @throws IllegalArgumentException if it is not in this range
     */
    public Builder<K, V> jitter(double part) {
      check(part >= 0 && part < 1, "jitter: must be at least 0 and less than 1");
      jitter = part;
      return this;
    }

    /**
     * Sets how long Redis remembers that the database has no value for a key. By default it does
     * not, and the loader is asked each time.
     *
     * @param duration zero, or longer
     * @return this builder
     * @throws IllegalArgumentException if it is negative
     */
    public Builder<K, V> absentFor(Duration duration) {
      check(!duration.isNegative(), "absentFor: must not be negative");
      absentFor = duration;
      return this;
    }

    /**
     * Sets the limit for a round trip; one second by default. Connecting may take five times as
     * long.
     *
     * @param timeout a millisecond or longer
     * @return this builder
     * @throws IllegalArgumentException if it is shorter
     */
    public Builder<K, V> timeout(Duration timeout) {
      check(timeout.toMillis() >= 1, "timeout: must be at least a millisecond");
      this.timeout = timeout;
      return this;
    }

    /**
     * Sets how long an executor stops asking Redis after round trips have failed; ten seconds by
     * default.
     *
     * @param pause a millisecond or longer
     * @return this builder
     * @throws IllegalArgumentException if it is shorter
     */
    public Builder<K, V> pause(Duration pause) {
      check(pause.toMillis() >= 1, "pause: must be at least a millisecond");
      this.pause = pause;
      return this;
    }

    /**
     * Sets what happens if Redis does not answer. By default all values are loaded.
     *
     * @param failOpen false if the task shall fail instead
     * @return this builder
     */
    public Builder<K, V> failOpen(boolean failOpen) {
      this.failOpen = failOpen;
      return this;
    }

    /**
     * Registers the accumulators.
     *
     * @param spark the application's
     * @return a read-through for any number of joins
     * @throws IllegalStateException if an option is missing
     */
    public ReadThrough<K, V> build(SparkContext spark) {
      missing(redis, "redis(URI)");
      missing(codec, "codec(FACTORY), such as codec(Codec.larder(Person.class))");
      missing(loader, "loader(LOADER)");
      Options<K, V> options =
          new Options<>(
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
      return new ReadThrough<>(options, new Counters(spark, name));
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
