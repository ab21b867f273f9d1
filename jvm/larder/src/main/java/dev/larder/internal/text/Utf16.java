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
  /**
   * Of each of four characters the highest bit. No surrogate is among characters of which none has
   * the two highest bits set; where one has, all are looked at again.
   */
  static final long HIGH_BITS = 0x8000_8000_8000_8000L;

  private static final long SURROGATE_BITS = 0xF800_F800_F800_F800L;
  private static final long SURROGATES = 0xD800_D800_D800_D800L;
  private static final long ONES = 0x0001_0001_0001_0001L;

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
    long all;
    long high;
    if (count < 4) {
      all = underFour(text, at, count);
      high = all & all << 1;
    } else {
      // Some may be looked at twice; and most texts are too short for a loop to pay.
      int last = at + 2 * count - 8;
      long first = (long) LONGS.get(text, at);
      long end = (long) LONGS.get(text, last);
      all = first | end;
      high = first & first << 1 | end & end << 1;
      if (count > 8) {
        long second = (long) LONGS.get(text, at + 8);
        long third = (long) LONGS.get(text, last - 8);
        all |= second | third;
        high |= second & second << 1 | third & third << 1;
        for (int i = at + 16; i < last - 8; i += 8) {
          long next = (long) LONGS.get(text, i);
          all |= next;
          high |= next & next << 1;
        }
      }
    }
    if ((high & HIGH_BITS) != 0) {
      return checkPairs(text, at, count);
    }
    int bits = (int) (all | all >>> 32);
    return (bits | bits >>> 16) & 0xFFFF;
  }

  /**
   * Copies all characters of a text to {@code to}, which has room for them and four more.
   *
   * @return whether none is half a surrogate pair
   */
  static boolean copy(byte[] text, int count, byte[] to, int at) {
    long high;
    if (count < 4) {
      long all = underFour(text, 0, count);
      LONGS.set(to, at, all);
      high = all & all << 1;
    } else {
      int last = 2 * count - 8;
      long first = (long) LONGS.get(text, 0);
      long end = (long) LONGS.get(text, last);
      LONGS.set(to, at, first);
      LONGS.set(to, at + last, end);
      high = first & first << 1 | end & end << 1;
      if (count > 8) {
        long second = (long) LONGS.get(text, 8);
        long third = (long) LONGS.get(text, last - 8);
        LONGS.set(to, at + 8, second);
        LONGS.set(to, at + last - 8, third);
        high |= second & second << 1 | third & third << 1;
        for (int i = 16; i < last - 8; i += 8) {
          long next = (long) LONGS.get(text, i);
          LONGS.set(to, at + i, next);
          high |= next & next << 1;
        }
      }
    }
    return (high & HIGH_BITS) == 0 || checkPairs(text, 0, count) >= 0;
  }

  private static long underFour(byte[] text, int at, int count) {
    if (count < 2) {
      return count == 0 ? 0 : (char) CHARS.get(text, at);
    }
    long two = (int) INTS.get(text, at) & 0xFFFF_FFFFL;
    return count == 2 ? two : two | (long) (char) CHARS.get(text, at + 4) << 32;
  }

  /** As {@link #check}, of characters that may be surrogates. */
  private static int checkPairs(byte[] text, int at, int count) {
    int all = 0;
    int i = 0;
    for (; i <= count - 4; i += 4) {
      long next = (long) LONGS.get(text, at + 2 * i);
      // Zero where a character is a surrogate; then a bit is borrowed from beyond its sixteen.
      long other = next & SURROGATE_BITS ^ SURROGATES;
      if ((other - ONES & ~other & HIGH_BITS) != 0) {
        break;
      }
      all |= (int) (next | next >>> 16 | next >>> 32 | next >>> 48) & 0xFFFF;
    }
    for (; i < count; i++) {
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
