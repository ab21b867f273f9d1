package dev.larder.internal.text;

import static dev.larder.internal.bytes.Words.INTS;
import static dev.larder.internal.bytes.Words.LONGS;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Two bytes for a Chinese, Japanese or Korean character (docs/FORMAT.md, "Wide text").
 *
 * <p>Each way there are two of: one for characters of any kind, one after another; and one for
 * ASCII and the first range, which takes four at once where they stand in memory as a string has
 * them (see {@link Utf16}). Texts change from one kind to the other as they please, so the latter
 * asks how many of the next four are of a kind, writes all four, and goes on after those that were.
 */
public final class WideText {
  private static final VarHandle BIG_SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  private static final int FIRST_CHARACTER = 0x4E00;
  private static final int COUNT_FIRST = 20_992;

  private static final char[] FIRST = {FIRST_CHARACTER, 0xAC00, 0x3000, 0xFF00, 0x2010};
  private static final int[] COUNT = {COUNT_FIRST, 11_172, 256, 240, 96};
  private static final char[] SINGLE = {
    0x00A5, 0x00B0, 0x00B1, 0x00B7, 0x00D7, 0x00F7, 0x20AC, 0x2103, 0x2116, 0x2122, 0x2192, 0x2605
  };
  private static final int INDEXES = 0x8000;

  // Of four characters in a long: the high bit of each, its low byte, the first of the range, what
  // carries into the high bit from the end of the range on, and the bits that ASCII has not.
  private static final long HIGH_BITS = 0x8000_8000_8000_8000L;
  private static final long LOW_BYTES = 0x00FF_00FF_00FF_00FFL;
  private static final long FIRST_CHARACTERS = FIRST_CHARACTER * 0x0001_0001_0001_0001L;
  private static final long BEYOND = (0x8000 - COUNT_FIRST) * 0x0001_0001_0001_0001L;
  private static final long NO_ASCII = 0xFF80_FF80_FF80_FF80L;

  /** From this character on, UTF-8 takes three bytes. */
  private static final char THREE_BYTES = 0x800;

  /** The character of each index. */
  private static final char[] CHARACTERS = new char[INDEXES];

  /** Of each character its index with the high bit set, as it is written; 0 if it has none. */
  private static final char[] WRITTEN = new char[0x10000];

  static {
    int index = 0;
    for (int range = 0; range < FIRST.length; range++) {
      for (int i = 0; i < COUNT[range]; i++) {
        CHARACTERS[index++] = (char) (FIRST[range] + i);
      }
    }
    for (char single : SINGLE) {
      CHARACTERS[index++] = single;
    }
    for (int i = 0; i < INDEXES; i++) {
      WRITTEN[CHARACTERS[i]] = (char) (i | 0x8000);
    }
  }

  /** What {@link #write} answers where a character cannot be wide. */
  public static final long CANNOT = -1;

  /**
   * Encodes into {@code to}, which has room for two bytes per character.
   *
   * <p>Texts mix both kinds of characters as they please, so nothing branches on them: each is
   * written as two bytes, and one of ASCII is overwritten by the next.
   *
   * @return where it ends, and in the high 32 bits how many bytes UTF-8 would take more; or {@link
   *     #CANNOT}
   */
  public static long write(char[] text, int length, byte[] to, int start) {
    int at = start;
    int others = 0;
    for (int i = 0; i < length; i++) {
      int next = text[i];
      int index = next - FIRST_CHARACTER;
      // All ones where the character is not of the first range.
      int other = (index | COUNT_FIRST - 1 - index) >> 31;
      BIG_SHORTS.set(to, at, (short) ((index | 0x8000) & ~other | next << 8 & other));
      at += 2 + other;
      others |= next & other;
    }
    if (others < 0x80) {
      // Two bytes per character of the first range, where UTF-8 has three.
      return (long) (at - start - length) << 32 | at;
    }
    return writeOthers(text, length, to, start);
  }

  /**
   * Whether a text of so many characters, which was written from {@code start} on, is wide by the
   * canonical rules: shorter so by two bytes or more, and of its bytes in UTF-8 at least a third
   * are 80 or above.
   */
  public static boolean pays(long written, int start, int length) {
    if (written == CANNOT) {
      return false;
    }
    long saved = written >> 32;
    long wide = (int) written - start;
    return saved > 1 && isEnough(saved + 2 * (wide - length), wide + saved);
  }

  /** Whether so many of a text's bytes in UTF-8 are 80 or above that it may be wide. */
  public static boolean isEnough(long others, long bytes) {
    return others > 0 && 3 * others >= bytes;
  }

  /** As {@link #write}, of any characters. */
  private static long writeOthers(char[] text, int length, byte[] to, int at) {
    int saved = 0;
    for (int i = 0; i < length; i++) {
      char next = text[i];
      if (next < 0x80) {
        to[at++] = (byte) next;
      } else {
        int written = WRITTEN[next];
        if (written == 0) {
          return CANNOT;
        }
        BIG_SHORTS.set(to, at, (short) written);
        at += 2;
        if (next >= THREE_BYTES) {
          saved++;
        }
      }
    }
    return (long) saved << 32 | at;
  }

  /**
   * As {@link #write}, of a string's own bytes, if all of it is ASCII or of the first range.
   *
   * @param to has room for eight bytes more than two a character
   * @return as {@link #write}; or {@link #CANNOT} where that may be able to
   */
  public static long write(byte[] text, int length, byte[] to, int start) {
    int at = start;
    int wide = 0;
    for (int i = 0; i < length; ) {
      long next = Utf16.four(text, i, length);
      // Each less the first of the range, without a borrow from its neighbour.
      long indexes = (next | HIGH_BITS) - FIRST_CHARACTERS ^ ~next & HIGH_BITS;
      long others = (indexes | (indexes & ~HIGH_BITS) + BEYOND) & HIGH_BITS;
      int run = Long.numberOfTrailingZeros(others) >> 4;
      if (run > 0) {
        LONGS.set(to, at, swapped(indexes | HIGH_BITS));
        at += 2 * run;
        wide += run;
      } else {
        run = Math.min(Long.numberOfTrailingZeros(next & NO_ASCII) >> 4, length - i);
        if (run == 0) {
          return CANNOT;
        }
        INTS.set(to, at, Utf16.narrowed(next));
        at += run;
      }
      i += run;
    }
    return (long) wide << 32 | at;
  }

  /** Four characters, their bytes the other way round. */
  private static long swapped(long four) {
    return (four & LOW_BYTES) << 8 | four >>> 8 & LOW_BYTES;
  }

  /**
   * As {@link #read(byte[], int, int, char[])}, as a string's own bytes, if all of it is ASCII or
   * of the first range, and some of it of the latter.
   *
   * @param to has room for two bytes per byte, and 16 more
   * @return how many characters; −1 where the other may be able to, or know better what is wrong
   */
  public static int read(byte[] from, int at, int length, byte[] to) {
    int end = at + length;
    int count = 0;
    int wide = 0;
    while (at < end) {
      long next = Utf16.eight(from, at);
      int run = Long.numberOfTrailingZeros(~next & 0x0080_0080_0080_0080L) >> 4;
      if (run > 0) {
        run = Math.min(run, end - at >> 1);
        long indexes = swapped(next) & ~HIGH_BITS;
        int known = Long.numberOfTrailingZeros(indexes + BEYOND & HIGH_BITS) >> 4;
        if (run == 0 || known < run) {
          return -1;
        }
        LONGS.set(to, 2 * count, indexes + FIRST_CHARACTERS);
        at += 2 * run;
        wide += run;
      } else {
        run = Math.min(Utf16.ascii(next), end - at);
        Utf16.widen(next, to, count);
        at += run;
      }
      count += run;
    }
    return wide == 0 ? -1 : count;
  }

  /**
   * Decodes into {@code to}, which has room for one character per byte.
   *
   * @return how many characters; −1 if the text ends within one
   */
  public static int read(byte[] from, int at, int length, char[] to) {
    int end = at + length;
    int count = 0;
    while (at < end) {
      int high = from[at++];
      if (high >= 0) {
        to[count++] = (char) high;
      } else {
        if (at == end) {
          return -1;
        }
        int index = (high & 0x7F) << 8 | from[at++] & 0xFF;
        to[count++] = index < COUNT_FIRST ? (char) (FIRST_CHARACTER + index) : CHARACTERS[index];
      }
    }
    return count;
  }

  private WideText() {}
}
