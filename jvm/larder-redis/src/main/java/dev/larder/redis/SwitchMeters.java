package dev.larder.redis;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * The counts of a {@link CacheSwitch} as gauges of Micrometer: {@code larder.switch.values}, tagged
 * with {@code outcome}; {@code larder.switch.bytes}, tagged with {@code of}, {@code before} or
 * {@code after}; {@code larder.switch.passes}. All have the tag {@code cache}.
 *
 * <pre>{@code
 * builder.onProgress(SwitchMeters.of(registry, "users"));
 * }</pre>
 */
public final class SwitchMeters {
  private SwitchMeters() {}

  /**
   * Registers the gauges.
   *
   * @param registry the program's
   * @param cache what the tag {@code cache} says
   * @return what has to get the results, for {@link CacheSwitch.Builder#onProgress}
   */
  public static Consumer<SwitchResult> of(MeterRegistry registry, String cache) {
    AtomicReference<SwitchResult> last = new AtomicReference<>();
    values(registry, cache, last, "looked", result -> result.counts().looked());
    values(registry, cache, last, "switched", result -> result.counts().switched());
    values(registry, cache, last, "already", result -> result.counts().already());
    values(
        registry, cache, last, "changed_meanwhile", result -> result.counts().changedMeanwhile());
    values(registry, cache, last, "gone", result -> result.counts().gone());
    values(
        registry,
        cache,
        last,
        "refused",
        result ->
            result.counts().refused().values().stream().mapToLong(SwitchResult.Noted::count).sum());
    values(registry, cache, last, "failed", result -> result.counts().failed());
    gauge(registry, cache, last, "bytes", "before", "of", result -> result.counts().bytesBefore());
    gauge(registry, cache, last, "bytes", "after", "of", result -> result.counts().bytesAfter());
    Gauge.builder("larder.switch.passes", last, of(SwitchResult::passes))
        .tag("cache", cache)
        .strongReference(true)
        .register(registry);
    return last::set;
  }

  private static void values(
      MeterRegistry registry,
      String cache,
      AtomicReference<SwitchResult> last,
      String outcome,
      ToDoubleFunction<SwitchResult> count) {
    gauge(registry, cache, last, "values", outcome, "outcome", count);
  }

  private static void gauge(
      MeterRegistry registry,
      String cache,
      AtomicReference<SwitchResult> last,
      String what,
      String value,
      String tag,
      ToDoubleFunction<SwitchResult> count) {
    Gauge.builder("larder.switch." + what, last, of(count))
        .tag("cache", cache)
        .tag(tag, value)
        .strongReference(true)
        .register(registry);
  }

  private static ToDoubleFunction<AtomicReference<SwitchResult>> of(
      ToDoubleFunction<SwitchResult> count) {
    return last -> last.get() == null ? 0 : count.applyAsDouble(last.get());
  }
}
