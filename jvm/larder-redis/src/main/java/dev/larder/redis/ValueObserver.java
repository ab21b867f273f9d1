package dev.larder.redis;

/**
 * An adapter calls it for each value that it encodes or decodes, on the thread that does so. It has
 * to be fast and thread-safe. {@link LarderMeters} is one.
 *
 * <pre>{@code
 * LarderRedisSerializer.of(larder).observed(LarderMeters.of(registry, "users"));
 * }</pre>
 */
public interface ValueObserver {
  /** What became of a value. */
  enum Outcome {
    /** It is Larder's. */
    LARDER,
    /** A fallback decoded it. */
    FALLBACK,
    /** It cannot be encoded by Larder, or cannot be decoded. */
    FAILURE
  }

  /**
   * A value was encoded, or could not be.
   *
   * @param outcome never {@code FALLBACK}
   * @param bytes its length; 0 of a failure
   * @param nanos how long it took, in nanoseconds
   */
  void encoded(Outcome outcome, int bytes, long nanos);

  /**
   * A value was decoded, or could not be.
   *
   * @param outcome who decoded it
   * @param bytes its length
   * @param nanos how long it took, in nanoseconds
   */
  void decoded(Outcome outcome, int bytes, long nanos);

  /**
   * Redis had no value. Only Spring's templates tell; the misses of Spring's caches are {@code
   * cache.gets}, those of other clients are theirs.
   */
  void missed();
}
