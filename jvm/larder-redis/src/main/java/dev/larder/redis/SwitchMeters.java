package dev.larder.redis;

import dev.larder.redis.SwitchResult.Counts;
import dev.larder.redis.SwitchResult.Noted;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

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
    Map<String, ToLongFunction<Counts>> values = new LinkedHashMap<>();
    values.put("looked", Counts::looked);
    values.put("switched", Counts::switched);
    values.put("already", Counts::already);
    values.put("changed_meanwhile", Counts::changedMeanwhile);
    values.put("gone", Counts::gone);
    values.put(
        "refused", counts -> counts.refused().values().stream().mapToLong(Noted::count).sum());
    values.put("failed", Counts::failed);
    values.forEach(
        (outcome, count) ->
            gauge("values", last, result -> count.applyAsLong(result.counts()))
                .tags("cache", cache, "outcome", outcome)
                .register(registry));
    gauge("bytes", last, result -> result.counts().bytesBefore())
        .tags("cache", cache, "of", "before")
        .register(registry);
    gauge("bytes", last, result -> result.counts().bytesAfter())
        .tags("cache", cache, "of", "after")
        .register(registry);
    gauge("passes", last, SwitchResult::passes).tags("cache", cache).register(registry);
    return last::set;
  }

  private static Gauge.Builder<AtomicReference<SwitchResult>> gauge(
      String what, AtomicReference<SwitchResult> last, ToDoubleFunction<SwitchResult> value) {
    return Gauge.builder(
            "larder.switch." + what,
            last,
            its -> its.get() == null ? 0 : value.applyAsDouble(its.get()))
        .strongReference(true);
  }
}
