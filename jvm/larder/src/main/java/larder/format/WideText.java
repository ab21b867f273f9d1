package larder.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Two bytes for a Chinese, Japanese or Korean character (docs/FORMAT.md, "Wide text"). */
final class WideText {
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
  static final long CANNOT = -1;

  /**
   * Encodes into {@code to}, which has room for two bytes a character.
   *
   * <p>Texts mix both kinds of characters as they please, so nothing branches on them: each is
   * written as two bytes, and one of ASCII is overwritten by the next.
   *
   * @return where it ends, and in the high 32 bits how many bytes UTF-8 would take more; or {@link
   *     #CANNOT}
   */
  static long write(char[] text, int length, byte[] to, int start) {
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
      // Two bytes a character of the first range, where UTF-8 has three.
      return (long) (at - start - length) << 32 | at;
    }
    return writeOthers(text, length, to, start);
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
   * Decodes into {@code to}, which has room for a character a byte.
   *
   * @return how many characters; −1 if the text ends within one
   */
  static int read(byte[] from, int at, int length, char[] to) {
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
