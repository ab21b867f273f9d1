package dev.larder.internal.text;

import static dev.larder.internal.bytes.Words.INTS;
import static dev.larder.internal.bytes.Words.SHORTS;

/**
 * UTF-8 as the format has it: strictly, without surrogates.
 *
 * <p>Each way there are two of: one for all texts, and one for those of ASCII and of characters of
 * three bytes, which works on a string's own bytes (see {@link Utf16}).
 */
public final class Utf8 {

  /**
   * Decodes into {@code to}, which has room for as many characters as there are bytes.
   *
   * @return how many characters; −1 if the bytes are not UTF-8
   */
  public static int read(byte[] from, int at, int length, char[] to) {
    int end = at + length;
    int count = 0;
    while (at < end) {
      int first = from[at++];
      if (first >= 0) {
        to[count++] = (char) first;
      } else if (first < (byte) 0xE0) {
        // C2 to DF, then one more.
        if (first < (byte) 0xC2 || at >= end || !isNext(from[at])) {
          return -1;
        }
        to[count++] = (char) ((first & 0x1F) << 6 | from[at++] & 0x3F);
      } else if (first < (byte) 0xF0) {
        if (end - at < 2 || !isNext(from[at]) || !isNext(from[at + 1])) {
          return -1;
        }
        int point = (first & 0x0F) << 12 | (from[at] & 0x3F) << 6 | from[at + 1] & 0x3F;
        if (point < 0x800 || point >= 0xD800 && point < 0xE000) {
          return -1;
        }
        at += 2;
        to[count++] = (char) point;
      } else {
        if (end - at < 3 || !isNext(from[at]) || !isNext(from[at + 1]) || !isNext(from[at + 2])) {
          return -1;
        }
        int point =
            (first & 0x07) << 18
                | (from[at] & 0x3F) << 12
                | (from[at + 1] & 0x3F) << 6
                | from[at + 2] & 0x3F;
        if (first > (byte) 0xF4 || point < 0x10000 || point > 0x10FFFF) {
          return -1;
        }
        at += 3;
        to[count++] = Character.highSurrogate(point);
        to[count++] = Character.lowSurrogate(point);
      }
    }
    return count;
  }

  /**
   * As {@link #read(byte[], int, int, char[])}, as a string's own bytes, if all of it is ASCII or
   * characters of three bytes, and some of it the latter.
   *
   * @param to has room for two bytes per byte, and 16 more
   * @return how many characters; −1 where the other may be able to
   */
  public static int read(byte[] from, int at, int length, byte[] to) {
    int end = at + length;
    int count = 0;
    int others = 0;
    while (at < end) {
      long next = Utf16.eight(from, at);
      int run = Math.min(Utf16.ascii(next), end - at);
      if (run > 0) {
        Utf16.widen(next, to, count);
        at += run;
        count += run;
      } else {
        int three = (int) next;
        int point = (three & 0x0F) << 12 | (three >> 8 & 0x3F) << 6 | three >> 16 & 0x3F;
        boolean isOne =
            (three & 0xC0C0F0) == 0x8080E0
                && end - at >= 3
                && point >= 0x800
                && (point < 0xD800 || point >= 0xE000);
        if (!isOne) {
          return -1;
        }
        SHORTS.set(to, 2 * count, (short) point);
        at += 3;
        count++;
        others++;
      }
    }
    return others == 0 ? -1 : count;
  }

  private static boolean isNext(byte next) {
    return next < (byte) 0xC0;
  }

  /**
   * Encodes into {@code to}, which has room for three bytes per character.
   *
   * @return where it ends; −1 if the text has half a surrogate pair, which UTF-8 cannot have
   */
  public static int write(String text, byte[] to, int at) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char next = text.charAt(i);
      if (next < 0x80) {
        to[at++] = (byte) next;
      } else if (next < 0x800) {
        to[at++] = (byte) (0xC0 | next >> 6);
        to[at++] = (byte) (0x80 | next & 0x3F);
      } else if (!Character.isSurrogate(next)) {
        to[at++] = (byte) (0xE0 | next >> 12);
        to[at++] = (byte) (0x80 | next >> 6 & 0x3F);
        to[at++] = (byte) (0x80 | next & 0x3F);
      } else {
        if (i + 1 == length || !Character.isSurrogatePair(next, text.charAt(i + 1))) {
          return -1;
        }
        int point = Character.toCodePoint(next, text.charAt(++i));
        to[at++] = (byte) (0xF0 | point >> 18);
        to[at++] = (byte) (0x80 | point >> 12 & 0x3F);
        to[at++] = (byte) (0x80 | point >> 6 & 0x3F);
        to[at++] = (byte) (0x80 | point & 0x3F);
      }
    }
    return at;
  }

  /**
   * As {@link #write(String, byte[], int)}, of a string's own bytes, if all of it is ASCII or
   * characters of three bytes.
   *
   * @param to has room for four bytes more than three a character
   * @return where it ends; −1 where the other may be able to
   */
  public static int write(byte[] text, int length, byte[] to, int at) {
    for (int i = 0; i < length; ) {
      long next = Utf16.four(text, i, length);
      int run =
          Math.min(Long.numberOfTrailingZeros(next & 0xFF80_FF80_FF80_FF80L) >> 4, length - i);
      if (run > 0) {
        INTS.set(to, at, Utf16.narrowed(next));
        at += run;
        i += run;
      } else {
        int one = (int) next & 0xFFFF;
        if (one < 0x800 || one >= 0xD800 && one < 0xE000) {
          return -1;
        }
        int three = 0xE0 | one >> 12 | (one >> 6 & 0x3F | 0x80) << 8 | (one & 0x3F | 0x80) << 16;
        INTS.set(to, at, three);
        at += 3;
        i++;
      }
    }
    return at;
  }

  private Utf8() {}
}
