package dev.larder.spark;

import dev.larder.internal.spark.KeyScan;
import dev.larder.internal.spark.RedisUri;
import dev.larder.redis.SwitchResult;
import dev.larder.redis.SwitchResult.Counts;
import dev.larder.redis.SwitchResult.End;
import dev.larder.redis.SwitchResult.Noted;
import dev.larder.redis.SwitchType;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.util.TaskCompletionListener;

/**
 * Rewrites the values of a Redis in another format while all programs go on, for caches that are
 * too large for one process. It makes the promises of {@code larder switch}: a value is replaced
 * only if it still has the bytes that were read, keeps its time to live, and is decoded and
 * compared before it is sent. So a task that is retried, or runs twice, does no harm: it finds what
 * was switched before in the new format.
 *
 * <pre>{@code
 * SwitchResult result =
 *     CacheSwitch.<Person>builder("people")
 *         .redis("redis://cache:6379")
 *         .match("person:*")
 *         .from(() -> new KryoCodec())
 *         .to(Codec.larder(Person.class))
 *         .build(spark.sparkContext())
 *         .run();
 * }</pre>
 *
 * <p>Each task converts and replaces the keys of a partition, over connections of its own.
 *
 * @param <V> the values
 */
public final class CacheSwitch<V> {
  /** Slots that move are followed in so many passes; then what is left is counted. */
  private static final int MAX_AGAIN = 10;

  private final JavaSparkContext spark;
  private final Builder<V> options;
  private final SwitchCounters counters;

  private CacheSwitch(SparkContext spark, Builder<V> options) {
    this.spark = JavaSparkContext.fromSparkContext(spark);
    this.options = options;
    counters = new SwitchCounters(spark, options.name);
  }

  /**
   * Begins a switch.
   *
   * @param <V> the values
   * @param name how Spark's UI calls the accumulators
   * @return the options
   */
  public static <V> Builder<V> builder(String name) {
    return new Builder<>(name);
  }

  /**
   * Switches all keys. For each master, one task names its keys; they are distributed to as many
   * tasks as there are partitions. Then what is left in the old format is counted, because programs
   * that had not been switched wrote it meanwhile.
   *
   * @return what was done, by tasks that ended well: what a task did before it failed is {@code
   *     already} to the next one
   */
  public SwitchResult run() {
    return passes(this::keys);
  }

  /**
   * Switches these keys, in their partitions, and counts what is left of them.
   *
   * @param keys of any type; one that comes twice does no harm. It is computed once per pass
   * @return what was done
   */
  public SwitchResult run(JavaRDD<byte[]> keys) {
    return passes(() -> keys);
  }

  private JavaRDD<byte[]> keys() {
    String redis = options.redis;
    String match = options.match;
    List<String> types =
        options.types.stream()
            .map(type -> type.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.toList());
    List<String> masters = KeyScan.masters(redis);
    int partitions =
        options.partitions > 0
            ? options.partitions
            : Math.max(spark.defaultParallelism(), masters.size());
    return spark
        .parallelize(masters, masters.size())
        .flatMap(
            master -> {
              KeyScan keys = new KeyScan(redis, master, match, types);
              TaskContext.get()
                  .addTaskCompletionListener((TaskCompletionListener) task -> keys.close());
              return keys;
            })
        .repartition(partitions);
  }

  private SwitchResult passes(Supplier<JavaRDD<byte[]>> keys) {
    long started = System.nanoTime();
    TreeSet<String> ways = new TreeSet<>();
    String redis = RedisUri.withoutPassword(options.redis);
    Counts before = null;
    boolean isReplacing = !options.isDryRun;
    for (int pass = 1; ; pass++) {
      List<SwitchResult> parts = keys.get().mapPartitions(task(isReplacing)).collect();
      Counts counts = NONE;
      for (SwitchResult part : parts) {
        counts = counts.plus(part.counts());
        if (part.way() != null) {
          ways.add(part.way());
        }
      }
      boolean isAgain = isReplacing && counts.moved() > 0 && pass < MAX_AGAIN;
      boolean isClean = options.isUntilClean && counts.switched() + counts.changedMeanwhile() == 0;
      boolean isLast = !isReplacing || isClean && !isAgain;
      if (isReplacing && isLast) {
        counts = counts.plus(left(counts.failed()));
      }
      if (before != null) {
        counts = before.then(isReplacing ? counts : onlyLeft(counts), true);
      }
      if (isLast) {
        return new SwitchResult(
            redis,
            options.isDryRun,
            ways.isEmpty() ? null : String.join(", ", ways),
            End.FINISHED,
            counts,
            pass,
            Math.round((System.nanoTime() - started) / 1e6) / 1e3);
      }
      before = counts;
      isReplacing = isAgain || options.isUntilClean;
    }
  }

  private SwitchTask<V> task(boolean isReplacing) {
    return new SwitchTask<>(
        options.redis,
        options.from,
        options.to,
        options.comparing,
        options.types,
        options.rate,
        !isReplacing,
        isReplacing || options.isDryRun ? counters : null);
  }

  private static final Counts NONE = left(null);

  private static Counts left(long count) {
    return left(new Noted(count, ""));
  }

  private static Counts left(Noted left) {
    var none = Map.<String, Noted>of();
    return new Counts(0, 0, 0, 0, 0, 0, 0, none, none, none, 0, 0, left);
  }

  /** Of a pass that only counted, nothing was done. */
  private static Counts onlyLeft(Counts counts) {
    return new Counts(
        0,
        0,
        0,
        0,
        0,
        counts.withheld(),
        0,
        counts.kept(),
        counts.refused(),
        counts.failures(),
        0,
        0,
        counts.left());
  }

  /**
   * The options. {@code redis}, {@code from} and {@code to} have no defaults.
   *
   * @param <V> the values
   */
  public static final class Builder<V> {
    private final String name;
    private String redis;
    private String match;
    private EnumSet<SwitchType> types = EnumSet.of(SwitchType.STRING);
    private Codec.Factory<V> from;
    private Codec.Factory<V> to;
    private Function2<V, V, Boolean> comparing;
    private double rate = Double.POSITIVE_INFINITY;
    private int partitions;
    private boolean isDryRun;
    private boolean isUntilClean;

    private Builder(String name) {
      this.name = Objects.requireNonNull(name);
    }

    /**
     * Sets the Redis, as {@link ReadThrough.Builder#redis} takes it.
     *
     * @param uri of one server, of a master that Sentinel names, or of a cluster
     * @return this builder
     * @throws IllegalArgumentException if it is none of these
     */
    public Builder<V> redis(String uri) {
      RedisUri.check(uri);
      redis = uri;
      return this;
    }

    /**
     * Sets which keys {@link CacheSwitch#run()} switches; all by default.
     *
     * @param pattern as {@code SCAN} takes it, such as {@code person:*}
     * @return this builder
     */
    public Builder<V> match(String pattern) {
      match = Objects.requireNonNull(pattern);
      return this;
    }

    /**
     * Sets the types of keys whose values are switched; strings by default.
     *
     * @param first one type
     * @param more others
     * @return this builder
     */
    public Builder<V> types(SwitchType first, SwitchType... more) {
      types = EnumSet.of(first, more);
      return this;
    }

    /**
     * Sets the format of the values as they are.
     *
     * @param codec what wrote them
     * @return this builder
     */
    public Builder<V> from(Codec.Factory<V> codec) {
      from = Objects.requireNonNull(codec);
      return this;
    }

    /**
     * Sets the format that values get. Those that have it already are left as they are.
     *
     * @param codec such as {@link Codec#larder(Class, Class[])}
     * @return this builder
     */
    public Builder<V> to(Codec.Factory<V> codec) {
      to = Objects.requireNonNull(codec);
      return this;
    }

    /**
     * Sets how an old value is compared with what its new bytes are decoded to. By default they
     * have to be equal, or the old codec has to write the same bytes for both.
     *
     * @param isSame gets the old value first
     * @return this builder
     */
    public Builder<V> comparing(Function2<V, V, Boolean> isSame) {
      comparing = Objects.requireNonNull(isSame);
      return this;
    }

    /**
     * Limits how many values each task looks at; by default there is no limit.
     *
     * @param perSecond more than 0; as many tasks as run at once look at so many times as much
     * @return this builder
     * @throws IllegalArgumentException if it is not
     */
    public Builder<V> rate(double perSecond) {
      if (!(perSecond > 0)) {
        throw new IllegalArgumentException("rate: must be more than 0 per second");
      }
      rate = perSecond;
      return this;
    }

    /**
     * Sets to how many tasks {@link CacheSwitch#run()} distributes keys; by default Spark's default
     * parallelism.
     *
     * @param count 1 or more
     * @return this builder
     * @throws IllegalArgumentException if it is less
     */
    public Builder<V> partitions(int count) {
      if (count < 1) {
        throw new IllegalArgumentException("partitions: must be at least 1");
      }
      partitions = count;
      return this;
    }

    /**
     * Only looks: what would be switched is counted as {@code left}.
     *
     * @return this builder
     */
    public Builder<V> dryRun() {
      isDryRun = true;
      return this;
    }

    /**
     * Goes over all keys again until a pass finds nothing to switch.
     *
     * @return this builder
     */
    public Builder<V> untilClean() {
      isUntilClean = true;
      return this;
    }

    /**
     * Registers the accumulators, and connects to nothing.
     *
     * @param spark the application's
     * @return a switch that can be run any number of times
     * @throws IllegalStateException if an option is missing
     */
    public CacheSwitch<V> build(SparkContext spark) {
      missing(redis, "redis(URI)");
      missing(from, "from(FACTORY)");
      missing(to, "to(FACTORY), such as to(Codec.larder(Person.class))");
      return new CacheSwitch<>(spark, this);
    }

    private static void missing(Object option, String name) {
      if (option == null) {
        throw new IllegalStateException("an option is missing: " + name);
      }
    }
  }
}
