package dev.larder.spark;

import java.util.Locale;

/**
 * What a read-through has done so far, in all tasks that have ended well. Each key counts once per
 * window: keys = hits + absent + misses.
 *
 * <pre>{@code
 * Metrics metrics = people.metrics();
 * double hitRate = metrics.hits() / (double) (metrics.hits() + metrics.misses());
 * }</pre>
 *
 * @param rows rows that were joined
 * @param hits keys whose value Redis or the window before had
 * @param absent keys that Redis or the window before knew to have no value
 * @param misses keys that the loader was asked for
 * @param decodeFailures misses for which Redis had bytes that could not be decoded
 * @param redisFailures round trips that Redis did not answer in time and for all keys
 * @param bytesRead bytes of values that Redis sent
 * @param bytesWritten bytes of values that were sent to Redis
 * @param redisMillis how long tasks waited for Redis, in total
 * @param loaderMillis how long tasks waited for the loader, in total
 */
public record Metrics(
    long rows,
    long hits,
    long absent,
    long misses,
    long decodeFailures,
    long redisFailures,
    long bytesRead,
    long bytesWritten,
    long redisMillis,
    long loaderMillis) {

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,d rows: %,d hits, %,d absent, %,d misses, %,d decode failures, %,d Redis failures;"
            + " %.1f MB read, %.1f MB written; %.1f s of Redis, %.1f s of the loader",
        rows,
        hits,
        absent,
        misses,
        decodeFailures,
        redisFailures,
        bytesRead / 1e6,
        bytesWritten / 1e6,
        redisMillis / 1e3,
        loaderMillis / 1e3);
  }
}
