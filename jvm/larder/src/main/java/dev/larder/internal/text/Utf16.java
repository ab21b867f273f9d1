package dev.larder.internal.text;

import static dev.larder.internal.bytes.Words.CHARS;
import static dev.larder.internal.bytes.Words.INTS;
import static dev.larder.internal.bytes.Words.LONGS;
import static dev.larder.internal.bytes.Words.SHORTS;

/**
 * Characters of two bytes, the low one first, as a string has them in memory on the processors that
 * count: see {@link Strings#utf16}. Several are looked at at once, as one number whose lowest bits
 * are the first; what is beyond the end is 0.
 */
final class Utf16 {
  // Of each of four characters: the bits that surrogates have in common, and what those are.
  private static final long SURROGATE_BITS = 0xF800_F800_F800_F800L;
  private static final long SURROGATES = 0xD800_D800_D800_D800L;
  private static final long ONES = 0x0001_0001_0001_0001L;
  private static final long HIGH_BITS = 0x8000_8000_8000_8000L;

  /** The four characters from {@code at} on, of {@code length} in all. */
  static long four(byte[] text, int at, int length) {
    int beyond = at + 4 - length;
    if (beyond <= 0) {
      return (long) LONGS.get(text, 2 * at);
    }
    if (length >= 4) {
      return (long) LONGS.get(text, 2 * length - 8) >>> 16 * beyond;
    }
    long last = (short) SHORTS.get(text, 2 * length - 2) & 0xFFFFL;
    long all = length == 1 ? last : (int) INTS.get(text, 0) & 0xFFFF_FFFFL;
    return (length == 3 ? all | last << 32 : all) >>> 16 * at;
  }

  /** The eight bytes from {@code at} on. */
  static long eight(byte[] from, int at) {
    int beyond = at + 8 - from.length;
    if (beyond <= 0) {
      return (long) LONGS.get(from, at);
    }
    if (from.length >= 8) {
      return (long) LONGS.get(from, from.length - 8) >>> 8 * beyond;
    }
    long all = 0;
    for (int i = from.length - 1; i >= at; i--) {
      all = all << 8 | from[i] & 0xFF;
    }
    return all;
  }

  /** How many of eight bytes are ASCII before one that is not. */
  static int ascii(long eight) {
    return Long.numberOfTrailingZeros(eight & 0x8080_8080_8080_8080L) >> 3;
  }

  /**
   * All bits that characters have, of so many from byte {@code at} on; −1 if one of them is half a
   * surrogate pair.
   */
  static int check(byte[] text, int at, int count) {
    long all = 0;
    int i = 0;
    for (; i <= count - 4; i += 4) {
      long next = (long) LONGS.get(text, at + 2 * i);
      // Zero where a character is a surrogate; then a bit is borrowed from beyond its sixteen.
      long other = next & SURROGATE_BITS ^ SURROGATES;
      if ((other - ONES & ~other & HIGH_BITS) != 0) {
        return checkPairs(text, at, count);
      }
      all |= next;
    }
    int bits = (int) (all | all >>> 32);
    bits = (bits | bits >>> 16) & 0xFFFF;
    for (; i < count; i++) {
      char next = (char) CHARS.get(text, at + 2 * i);
      if (Character.isSurrogate(next)) {
        return checkPairs(text, at, count);
      }
      bits |= next;
    }
    return bits;
  }

  private static int checkPairs(byte[] text, int at, int count) {
    int all = 0;
    for (int i = 0; i < count; i++) {
      char next = (char) CHARS.get(text, at + 2 * i);
      all |= next;
      if (Character.isSurrogate(next)
          && (++i >= count
              || !Character.isSurrogatePair(next, (char) CHARS.get(text, at + 2 * i)))) {
        return -1;
      }
    }
    return all;
  }

  /** The low bytes of four characters, side by side. */
  static int narrowed(long four) {
    long pairs = four | four >>> 8;
    return (int) (pairs & 0xFFFF | pairs >>> 16 & 0xFFFF_0000L);
  }

  /** Puts eight bytes as characters into {@code to}, the first one at character {@code at}. */
  static void widen(long eight, byte[] to, int at) {
    LONGS.set(to, 2 * at, widened(eight & 0xFFFF_FFFFL));
    LONGS.set(to, 2 * at + 8, widened(eight >>> 32));
  }

  private static long widened(long four) {
    long pairs = (four | four << 16) & 0x0000_FFFF_0000_FFFFL;
    return (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FFL;
  }

  private Utf16() {}
}
