package dev.larder.redis;

import dev.larder.internal.redis.Servers;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisURI;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Rewrites the values of a Redis in another format while all programs go on: {@code larder switch}
 * for values that only the program's own classes can read, such as those of Kryo.
 *
 * <pre>{@code
 * SwitchResult result =
 *     CacheSwitch.builder(RedisURI.create("redis://cache:6379"))
 *         .from(RedissonValues.of(new Kryo5Codec()))
 *         .to(RedissonValues.of(LarderCodec.of(larder)))
 *         .match("user:*")
 *         .build()
 *         .run();
 * }</pre>
 *
 * <p>A value is replaced only if it still has the bytes that were read, in one atomic step on the
 * server, with the time to live that it has; an expired or deleted key never comes back. New bytes
 * are decoded and compared with the old value before they are sent. A value that cannot be switched
 * exactly keeps its bytes and is counted as {@code refused}. It can be stopped at any moment and
 * run again: doing a key twice does no harm. {@code docs/SWITCH.md} says what else it promises, and
 * what it does not.
 *
 * <p>It opens connections of its own, one per master, and closes them. Immutable and thread-safe,
 * as far as its codecs are.
 */
public final class CacheSwitch {
  private final List<RedisURI> servers;
  private final ClientOptions client;
  private final SwitchOptions options;

  private CacheSwitch(Builder builder) {
    servers = builder.servers;
    client = builder.client;
    options =
        new SwitchOptions(
            new SwitchConverter(builder.from, builder.to, builder.comparing),
            builder.match,
            Set.copyOf(builder.types),
            builder.rate,
            builder.isDryRun,
            builder.isUntilClean,
            builder.pauseWhile,
            builder.onProgress);
  }

  /**
   * Begins a switch.
   *
   * @param servers one server, one URI that names a master by its Sentinels, or nodes of a cluster,
   *     whose masters are found by asking
   * @return the options
   */
  public static Builder builder(RedisURI... servers) {
    return new Builder(List.of(servers));
  }

  /**
   * Goes over all keys and replaces their values, and then once more to count what is left in the
   * old format, because programs that had not been switched wrote it meanwhile. It runs until it is
   * done, or until the thread is interrupted, which ends it after the page of keys at hand.
   *
   * @return what was done; if the thread was interrupted, it still is
   * @throws SwitchException if an error stops it; a server that is lost, or that has no memory
   *     left, is waited for, for a minute
   */
  public SwitchResult run() {
    return start().all();
  }

  /**
   * Goes over these keys once, instead of over all, and does not count what is left. The pattern is
   * not looked at.
   *
   * @param keys read as they are needed; one that comes twice does no harm
   * @return what was done; if the thread was interrupted, it still is
   * @throws SwitchException if an error stops it
   */
  public SwitchResult run(Iterator<byte[]> keys) {
    return start().once(keys);
  }

  private SwitchRun start() {
    return new SwitchRun(options, Servers.open(servers, client));
  }

  /** The options. {@link #from} and {@link #to} have no defaults. */
  public static final class Builder {
    private final List<RedisURI> servers;
    private ClientOptions client = ClientOptions.create();
    private SwitchCodec from;
    private SwitchCodec to;
    private BiPredicate<Object, Object> comparing;
    private String match;
    private Set<SwitchType> types = EnumSet.of(SwitchType.STRING);
    private double rate = Double.POSITIVE_INFINITY;
    private boolean isDryRun;
    private boolean isUntilClean;
    private BooleanSupplier pauseWhile = () -> false;
    private Consumer<SwitchResult> onProgress = result -> {};

    private Builder(List<RedisURI> servers) {
      this.servers = servers;
    }

    /**
     * Sets how Lettuce connects: TLS with certificates of your own, for instance. The connections
     * do not reconnect by themselves, whatever these options say: the switch has to know when one
     * breaks.
     *
     * @param options as for a client of Lettuce
     * @return this builder
     */
    public Builder client(ClientOptions options) {
      client = Objects.requireNonNull(options);
      return this;
    }

    /**
     * Sets the format of the values as they are.
     *
     * @param codec what wrote them; without fallbacks
     * @return this builder
     */
    public Builder from(SwitchCodec codec) {
      from = Objects.requireNonNull(codec);
      return this;
    }

    /**
     * Sets the format that values get. Those that have it already, because they can be decoded by
     * this codec and not by the old one, or begin as Larder's do, are left as they are.
     *
     * @param codec writes the new bytes, and reads them to compare
     * @return this builder
     */
    public Builder to(SwitchCodec codec) {
      to = Objects.requireNonNull(codec);
      return this;
    }

    /**
     * Sets how an old value is compared with what its new bytes are decoded to. By default they
     * have to be equal, or the old codec has to write the same bytes for both, as it does for
     * classes without {@code equals}.
     *
     * @param isSame gets the old value first
     * @return this builder
     */
    public Builder comparing(BiPredicate<Object, Object> isSame) {
      comparing = Objects.requireNonNull(isSame);
      return this;
    }

    /**
     * Sets which keys are switched; all by default.
     *
     * @param pattern as {@code SCAN} takes it, such as {@code user:*}
     * @return this builder
     */
    public Builder match(String pattern) {
      match = Objects.requireNonNull(pattern);
      return this;
    }

    /**
     * Sets the types of keys whose values are switched; strings by default. Before Redis 7.2, a
     * hash counts as used by the switch.
     *
     * @param first one type
     * @param more others
     * @return this builder
     */
    public Builder types(SwitchType first, SwitchType... more) {
      types = EnumSet.of(first, more);
      return this;
    }

    /**
     * Limits how many values are looked at; by default there is no limit.
     *
     * @param perSecond more than 0
     * @return this builder
     * @throws IllegalArgumentException if it is not
     */
    public Builder rate(double perSecond) {
      if (!(perSecond > 0)) {
        throw new IllegalArgumentException("rate: must be more than 0 per second");
      }
      rate = perSecond;
      return this;
    }

    /**
     * Only looks: what would be switched is counted as {@code left}.
     *
     * @return this builder
     */
    public Builder dryRun() {
      isDryRun = true;
      return this;
    }

    /**
     * Goes over all keys again until a pass finds nothing to switch.
     *
     * @return this builder
     */
    public Builder untilClean() {
      isUntilClean = true;
      return this;
    }

    /**
     * Waits before each page of keys while a condition holds: while the server is slow, or a file
     * exists. It is asked again every 20 ms.
     *
     * @param condition whether to wait
     * @return this builder
     */
    public Builder pauseWhile(BooleanSupplier condition) {
      pauseWhile = Objects.requireNonNull(condition);
      return this;
    }

    /**
     * Reports what was done so far after each page of keys. The thread that runs the switch calls
     * it. {@link SwitchMeters} makes meters of Micrometer of it.
     *
     * @param callback gets the counts of all passes so far
     * @return this builder
     */
    public Builder onProgress(Consumer<SwitchResult> callback) {
      onProgress = onProgress.andThen(callback);
      return this;
    }

    /**
     * Makes the switch, and connects to nothing.
     *
     * @return a switch that can be run any number of times
     * @throws IllegalStateException if an option is missing
     */
    public CacheSwitch build() {
      if (from == null || to == null) {
        throw new IllegalStateException(
            "an option is missing: " + (from == null ? "from(CODEC)" : "to(CODEC)"));
      }
      return new CacheSwitch(this);
    }
  }
}
