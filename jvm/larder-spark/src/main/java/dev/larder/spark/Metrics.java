package dev.larder.spark;

import java.util.Locale;

/**
 * What a read-through has done so far, in all tasks that have ended well. Each key counts once in
 * its window: keys = hits + absent + misses.
 *
 * @param rows rows that were joined
 * @param hits keys whose value Redis had, or the window before
 * @param absent keys that the database does not have, as Redis or the window before said
 * @param misses keys that the loader was asked for
 * @param decodeFailures misses for which Redis had bytes that did not decode
 * @param redisFailures round trips that Redis did not answer, or not in time, or not for all keys
 * @param bytesRead bytes of values that Redis sent
 * @param bytesWritten bytes of values that Redis was sent
 * @param redisMillis what tasks waited for Redis
 * @param loaderMillis what tasks waited for the loader
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
