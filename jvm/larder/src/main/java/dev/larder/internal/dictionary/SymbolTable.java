package dev.larder.internal.dictionary;

import static dev.larder.internal.bytes.Words.LONGS;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Parts of texts that often stand in one place, each with a number, its code (docs/FORMAT.md,
 * "Symbols"). Immutable.
 *
 * <p>A symbol is of whole characters. So the table has each of them as strings have their
 * characters, and a text is made of them without a look at its UTF-8.
 */
public final class SymbolTable {
  /** The most bytes in UTF-8 that a symbol has, and so the most that a code stands for. */
  public static final int MAX_BYTES = 8;

  /** {@link #measure} of codes that stand for no text. */
  public static final long NO_TEXT = -1;

  private static final int ESCAPE = 0xFF;
  private static final int CODES = 256;

  /** More than twice the symbols: open addressing. */
  private static final int SLOTS = 1024;

  private final int count;

  // Of each code: how many bytes it stands for in UTF-8, with a bit of what is not Latin-1; its
  // characters of one byte each; and of two bytes each, the first four and the others.
  private final long[] sizes = new long[CODES];
  private final int[] characters = new int[CODES];
  private final long[] latin = new long[CODES];
  private final long[] firstFour = new long[CODES];
  private final long[] others = new long[CODES];

  // For writing: of each first byte the lengths that symbols have, the longest in the highest bit;
  // and the symbols in UTF-8 with their codes, by their hash.
  private final int[] lengths = new int[CODES];
  private final long[] keys = new long[SLOTS];
  private final short[] codes = new short[SLOTS];

  private SymbolTable(int count) {
    this.count = count;
  }

  /**
   * Makes a table.
   *
   * @param symbols at most 255, each of 1 to {@link #MAX_BYTES} bytes in UTF-8
   * @return null if a symbol stands twice
   */
  public static SymbolTable of(List<String> symbols) {
    SymbolTable table = new SymbolTable(symbols.size());
    for (int code = 0; code < table.count; code++) {
      if (!table.add(code, symbols.get(code))) {
        return null;
      }
    }
    return table;
  }

  private boolean add(int code, String symbol) {
    byte[] utf8 = symbol.getBytes(StandardCharsets.UTF_8);
    int all = 0;
    for (int i = 0; i < symbol.length(); i++) {
      char next = symbol.charAt(i);
      all |= next;
      latin[code] |= (next & 0xFFL) << 8 * i;
      if (i < 4) {
        firstFour[code] |= (long) next << 16 * i;
      } else {
        others[code] |= (long) next << 16 * (i - 4);
      }
    }
    characters[code] = symbol.length();
    sizes[code] = (long) utf8.length << 1 | (all > 0xFF ? 1 : 0);
    long key = word(utf8, 0, utf8.length, utf8.length);
    int slot = slot(key, utf8.length);
    while (codes[slot] != 0) {
      int other = codes[slot] - 1;
      if (keys[slot] == key && sizes[other] >> 1 == utf8.length) {
        return false;
      }
      slot = slot + 1 & SLOTS - 1;
    }
    keys[slot] = key;
    codes[slot] = (short) (code + 1);
    lengths[utf8[0] & 0xFF] |= 1 << utf8.length;
    return true;
  }

  private static int slot(long key, int length) {
    long mixed = (key ^ length) * 0x9E37_79B9_7F4A_7C15L;
    return (int) (mixed >>> 54) & SLOTS - 1;
  }

  /** So many bytes from {@code at} on, at most eight, as one number. */
  private static long word(byte[] in, int at, int length, int end) {
    if (at <= in.length - 8) {
      long word = (long) LONGS.get(in, at);
      return length == 8 ? word : word & (1L << 8 * length) - 1;
    }
    long word = 0;
    for (int i = Math.min(length, end - at) - 1; i >= 0; i--) {
      word = word << 8 | in[at + i] & 0xFF;
    }
    return word;
  }

  // Reading.

  /**
   * What codes stand for: twice the bytes that it has in UTF-8, and 1 more if a character of it is
   * not Latin-1; {@link #NO_TEXT} if they stand for none. It has at most as many characters.
   */
  public long measure(byte[] from, int at, int length) {
    int end = at + length;
    long size = 0;
    long isWide = 0;
    while (at < end) {
      int code = from[at++] & 0xFF;
      if (code < count) {
        size += sizes[code] & ~1;
        isWide |= sizes[code] & 1;
      } else {
        int point = code == ESCAPE ? character(from, at, end) : -1;
        if (point < 0) {
          return NO_TEXT;
        }
        int bytes = bytesOf(point);
        size += 2L * bytes;
        isWide |= point > 0xFF ? 1 : 0;
        at += bytes;
      }
    }
    return size | isWide;
  }

  /**
   * Puts the characters that codes stand for, all of which are Latin-1, into {@code to}, which has
   * room for them and for eight more.
   *
   * @return how many they are
   */
  public int latin(byte[] from, int at, int length, byte[] to) {
    int end = at + length;
    int written = 0;
    while (at < end) {
      int code = from[at++] & 0xFF;
      if (code < count) {
        LONGS.set(to, written, latin[code]);
        written += characters[code];
      } else {
        int point = character(from, at, end);
        to[written++] = (byte) point;
        at += bytesOf(point);
      }
    }
    return written;
  }

  /**
   * Puts the characters that codes stand for into {@code to}, two bytes each, the low one first;
   * there is room for them and for eight more.
   *
   * @return how many they are
   */
  public int utf16(byte[] from, int at, int length, byte[] to) {
    int end = at + length;
    int written = 0;
    while (at < end) {
      int code = from[at++] & 0xFF;
      if (code < count) {
        LONGS.set(to, 2 * written, firstFour[code]);
        LONGS.set(to, 2 * written + 8, others[code]);
        written += characters[code];
      } else {
        int point = character(from, at, end);
        long units =
            point < 0x10000
                ? point
                : Character.highSurrogate(point) | (long) Character.lowSurrogate(point) << 16;
        LONGS.set(to, 2 * written, units);
        written += Character.charCount(point);
        at += bytesOf(point);
      }
    }
    return written;
  }

  private static int bytesOf(int point) {
    return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }

  /** The character that stands in UTF-8 from {@code at} on; −1 if there is none. */
  private static int character(byte[] from, int at, int end) {
    if (at == end) {
      return -1;
    }
    int first = from[at];
    if (first >= 0) {
      return first;
    }
    int bytes = first < (byte) 0xE0 ? 2 : first < (byte) 0xF0 ? 3 : 4;
    if (end - at < bytes) {
      return -1;
    }
    int point = first & 0x7F >> bytes;
    for (int i = 1; i < bytes; i++) {
      if ((from[at + i] & 0xC0) != 0x80) {
        return -1;
      }
      point = point << 6 | from[at + i] & 0x3F;
    }
    boolean isOne =
        first >= (byte) 0xC2
            && first <= (byte) 0xF4
            && point <= Character.MAX_CODE_POINT
            && bytesOf(point) == bytes
            && (point < 0xD800 || point > 0xDFFF);
    return isOne ? point : -1;
  }

  // Writing.

  /**
   * Writes the codes of a text in UTF-8: of the longest symbol at each point of it.
   *
   * @param to has room for twice as many bytes as the text has
   * @return where the codes end
   */
  public int write(byte[] text, int from, int end, byte[] to, int at) {
    while (from < end) {
      int code = -1;
      int length = 0;
      int known = lengths[text[from] & 0xFF] & -1 >>> 31 - Math.min(MAX_BYTES, end - from);
      while (known != 0 && code < 0) {
        length = 31 - Integer.numberOfLeadingZeros(known);
        known ^= 1 << length;
        code = find(word(text, from, length, end), length);
      }
      if (code >= 0) {
        to[at++] = (byte) code;
      } else {
        length =
            text[from] >= 0 ? 1 : text[from] < (byte) 0xE0 ? 2 : text[from] < (byte) 0xF0 ? 3 : 4;
        to[at++] = (byte) ESCAPE;
        System.arraycopy(text, from, to, at, length);
        at += length;
      }
      from += length;
    }
    return at;
  }

  private int find(long key, int length) {
    int slot = slot(key, length);
    while (codes[slot] != 0) {
      int code = codes[slot] - 1;
      if (keys[slot] == key && sizes[code] >> 1 == length) {
        return code;
      }
      slot = slot + 1 & SLOTS - 1;
    }
    return -1;
  }
}
