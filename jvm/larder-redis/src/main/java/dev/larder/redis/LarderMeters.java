package dev.larder.redis;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What an adapter does as meters of Micrometer: the timers {@code larder.encode} and {@code
 * larder.decode}, tagged with {@code outcome}, {@code larder}, {@code fallback} or {@code failure};
 * the summary {@code larder.bytes}, tagged with {@code of}, {@code encode} or {@code decode}; the
 * counter {@code larder.misses}. All have the tag {@code cache}. Hits are the counts of {@code
 * larder.decode}.
 *
 * <pre>{@code
 * LarderRedisSerializer.of(larder).observed(LarderMeters.of(registry, "users"));
 * }</pre>
 */
public final class LarderMeters implements ValueObserver {
  private final Direction encode;
  private final Direction decode;
  private final Counter misses;

  private LarderMeters(MeterRegistry registry, String cache) {
    encode = new Direction(registry, cache, "encode", Outcome.LARDER, Outcome.FAILURE);
    decode = new Direction(registry, cache, "decode", Outcome.values());
    misses = Counter.builder("larder.misses").tag("cache", cache).register(registry);
  }

  /**
   * Registers the meters.
   *
   * @param registry the program's
   * @param cache what the tag {@code cache} says
   * @return what the adapters take as {@code observed}
   */
  public static ValueObserver of(MeterRegistry registry, String cache) {
    return new LarderMeters(registry, cache);
  }

  @Override
  public void encoded(Outcome outcome, int bytes, long nanos) {
    encode.record(outcome, bytes, nanos);
  }

  @Override
  public void decoded(Outcome outcome, int bytes, long nanos) {
    decode.record(outcome, bytes, nanos);
  }

  @Override
  public void missed() {
    misses.increment();
  }

  private static final class Direction {
    private final Map<Outcome, Timer> timers = new EnumMap<>(Outcome.class);
    private final DistributionSummary bytes;

    Direction(MeterRegistry registry, String cache, String name, Outcome... outcomes) {
      for (Outcome outcome : outcomes) {
        timers.put(
            outcome,
            Timer.builder("larder." + name)
                .tags("cache", cache, "outcome", outcome.name().toLowerCase(Locale.ROOT))
                .register(registry));
      }
      bytes =
          DistributionSummary.builder("larder.bytes")
              .baseUnit("bytes")
              .tags("cache", cache, "of", name)
              .register(registry);
    }

    void record(Outcome outcome, int length, long nanos) {
      timers.get(outcome).record(nanos, TimeUnit.NANOSECONDS);
      if (outcome != Outcome.FAILURE) {
        bytes.record(length);
      }
    }
  }
}
