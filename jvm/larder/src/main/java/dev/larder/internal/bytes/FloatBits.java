package dev.larder.internal.bytes;

/**
 * A NaN that is a key of a map and not Java's own: the format tells keys apart by all their bits,
 * where {@link Double} takes every NaN for one.
 *
 * @param bits of an IEEE 754 binary64
 */
public record FloatBits(long bits) implements Comparable<FloatBits> {
  // Comparable, so that a map finds those of one hash among each other.

  private static final long JAVA_NAN = Double.doubleToRawLongBits(Double.NaN);

  @Override
  public int compareTo(FloatBits other) {
    return Long.compare(bits, other.bits);
  }

  /** The key that a float is: a {@link Double}, but for such NaNs. */
  public static Object key(double value) {
    long bits = Double.doubleToRawLongBits(value);
    return Double.isNaN(value) && bits != JAVA_NAN ? new FloatBits(bits) : (Object) value;
  }
}
