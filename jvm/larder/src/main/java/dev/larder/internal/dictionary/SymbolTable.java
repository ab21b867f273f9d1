package dev.larder.internal.dictionary;

import static dev.larder.internal.bytes.Words.LONGS;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
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

  /** What is said of codes that stand for no text. */
  public static final long NO_TEXT = -1;

  /** What {@link #latin} says of codes of which one stands for other characters. */
  public static final long NO_LATIN = -2;

  private static final int ESCAPE = 0xFF;
  private static final int CODES = 256;

  /** Three bytes by which a symbol begins have one of so many numbers. */
  private static final int BEGINNINGS = 512;

  /** No byte of UTF-8. */
  private static final int NO_BYTE = 0xFF;

  /** A table takes no more than a profile is charged for it (docs/FORMAT.md, "Limits"). */
  private static final int MAX_CELLS = 3 << 10;

  private final int count;

  // Of each code: how many bytes it stands for in UTF-8, with a bit of what is not Latin-1; its
  // characters of one byte each; and of two bytes each, the first four and the others.
  private final byte[] sizes = new byte[CODES];
  private final byte[] characters = new byte[CODES];
  private final long[] latin = new long[CODES];
  private final long[] firstFour = new long[CODES];
  private final long[] others = new long[CODES];

  // For writing. What is to be done with a symbol is its code, and above it its length in bytes; 0
  // if there is none.

  // Symbols of one or two bytes, as a table: of each first byte where its row begins, of each
  // second
  // byte its column, and what is to be done. Null if it were too large; then they are searched, in
  // the order of their two bytes, which are above what is to be done.
  private final char[] rows = new char[CODES];
  private final byte[] columns = new byte[CODES];
  private final short[] cells;
  private final int[] searched;

  // Longer symbols: the longest one of each beginning, then the others of one beginning together,
  // the longest first, and one of no bytes behind them. Each has its bytes and their mask side by
  // side in `longer`. `further` says where those of a beginning begin, 0 if it has none.
  private final long[] longer;
  private final short[] longerCodes;
  private final short[] further = new short[BEGINNINGS];

  private SymbolTable(List<String> symbols) {
    count = symbols.size();
    byte[][] utf8 = new byte[count][];
    List<Integer> inOrder = new ArrayList<>();
    List<Integer> shorter = new ArrayList<>();
    for (int code = 0; code < count; code++) {
      utf8[code] = symbols.get(code).getBytes(StandardCharsets.UTF_8);
      add(code, symbols.get(code), utf8[code].length);
      if (utf8[code].length > 2) {
        inOrder.add(code);
      } else {
        shorter.add(twoBytes(utf8[code]) << 16 | todo(code, utf8[code].length));
      }
    }
    cells = cells(shorter);
    searched = cells == null ? shorter.stream().mapToInt(i -> i).sorted().toArray() : null;
    inOrder.sort(
        Comparator.comparingInt((Integer code) -> beginning(key(utf8[code])))
            .thenComparingInt(code -> -utf8[code].length));
    // Each beginning has one and an end at most.
    longer = new long[2 * (BEGINNINGS + 2 * inOrder.size())];
    longerCodes = new short[longer.length / 2];
    for (int beginning = 0; beginning < BEGINNINGS; beginning++) {
      // No byte of a symbol.
      longer[2 * beginning] = -1;
    }
    int next = BEGINNINGS;
    int last = -1;
    for (int code : inOrder) {
      int beginning = beginning(key(utf8[code]));
      int at = beginning;
      if (beginning == last) {
        further[last] = further[last] == 0 ? (short) next : further[last];
        at = next++;
      } else if (last >= 0 && further[last] != 0) {
        next++;
      }
      last = beginning;
      longer[2 * at] = key(utf8[code]);
      longer[2 * at + 1] = -1L >>> 64 - 8 * utf8[code].length;
      longerCodes[at] = todo(code, utf8[code].length);
    }
  }

  /** Symbols of one or two bytes as a table; null if it were too large. */
  private short[] cells(List<Integer> shorter) {
    int wide = 1;
    int high = 1;
    for (int symbol : shorter) {
      int first = symbol >>> 24;
      int second = symbol >>> 16 & 0xFF;
      if (rows[first] == 0) {
        rows[first] = (char) high++;
      }
      if (second != NO_BYTE && columns[second] == 0) {
        columns[second] = (byte) wide++;
      }
    }
    if (wide * high > MAX_CELLS) {
      return null;
    }
    for (int first = 0; first < CODES; first++) {
      rows[first] *= (char) wide;
    }
    short[] cells = new short[wide * high];
    for (int symbol : shorter) {
      int row = rows[symbol >>> 24];
      int second = symbol >>> 16 & 0xFF;
      if (second != NO_BYTE) {
        cells[row + (columns[second] & 0xFF)] = (short) symbol;
        continue;
      }
      for (int cell = row; cell < row + wide; cell++) {
        cells[cell] = cells[cell] == 0 ? (short) symbol : cells[cell];
      }
    }
    return cells;
  }

  private static int twoBytes(byte[] symbol) {
    return (symbol[0] & 0xFF) << 8 | (symbol.length == 1 ? NO_BYTE : symbol[1] & 0xFF);
  }

  private static short todo(int code, int length) {
    return (short) (length << 8 | code);
  }

  /**
   * Makes a table.
   *
   * @param symbols at most 255, each of 1 to {@link #MAX_BYTES} bytes in UTF-8
   * @return null if a symbol stands twice
   */
  public static SymbolTable of(List<String> symbols) {
    boolean areDistinct = new HashSet<>(symbols).size() == symbols.size();
    return areDistinct ? new SymbolTable(symbols) : null;
  }

  private void add(int code, String symbol, int bytes) {
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
    characters[code] = (byte) symbol.length();
    sizes[code] = (byte) (bytes << 1 | (all > 0xFF ? 1 : 0));
  }

  private static long key(byte[] symbol) {
    long key = 0;
    for (int i = symbol.length - 1; i >= 0; i--) {
      key = key << 8 | symbol[i] & 0xFF;
    }
    return key;
  }

  /** A number of the first three bytes of some. */
  private static int beginning(long bytes) {
    return ((int) bytes & 0xFF_FFFF) * 0x9E37_79B1 >>> 23;
  }

  // Reading.

  /** How many bytes in UTF-8 codes stand for; {@link #NO_TEXT} if they stand for no text. */
  public long measure(byte[] from, int at, int length) {
    int end = at + length;
    long size = 0;
    while (at < end) {
      int code = from[at++] & 0xFF;
      if (code < count) {
        size += sizes[code] >> 1;
      } else {
        int point = code == ESCAPE ? character(from, at, end) : -1;
        if (point < 0) {
          return NO_TEXT;
        }
        at += bytesOf(point);
        size += bytesOf(point);
      }
    }
    return size;
  }

  /**
   * Puts the characters that codes stand for into {@code to}, if all of them are Latin-1. There is
   * room for eight bytes per code, and for eight more.
   *
   * @return how many they are, and in the high 32 bits how many bytes they are in UTF-8; {@link
   *     #NO_TEXT} or {@link #NO_LATIN}
   */
  public long latin(byte[] from, int at, int length, byte[] to) {
    int end = at + length;
    int written = 0;
    long size = 0;
    while (at < end) {
      int code = from[at++] & 0xFF;
      if (code < count) {
        if ((sizes[code] & 1) != 0) {
          return NO_LATIN;
        }
        LONGS.set(to, written, latin[code]);
        written += characters[code];
        size += sizes[code];
      } else {
        int point = code == ESCAPE ? character(from, at, end) : -1;
        if (point < 0 || point > 0xFF) {
          return point < 0 ? NO_TEXT : NO_LATIN;
        }
        to[written++] = (byte) point;
        at += bytesOf(point);
        size += 2L * bytesOf(point);
      }
    }
    return size >> 1 << 32 | written;
  }

  /**
   * Puts the characters that codes stand for into {@code to}, two bytes each, the low one first.
   * There is room for sixteen bytes per code, and for sixteen more.
   *
   * @return how many they are, and in the high 32 bits how many bytes they are in UTF-8; {@link
   *     #NO_TEXT}
   */
  public long utf16(byte[] from, int at, int length, byte[] to) {
    int end = at + length;
    int written = 0;
    long size = 0;
    while (at < end) {
      int code = from[at++] & 0xFF;
      if (code < count) {
        LONGS.set(to, 2 * written, firstFour[code]);
        LONGS.set(to, 2 * written + 8, others[code]);
        written += characters[code];
        size += sizes[code] >> 1;
      } else {
        int point = code == ESCAPE ? character(from, at, end) : -1;
        if (point < 0) {
          return NO_TEXT;
        }
        long units =
            point < 0x10000
                ? point
                : Character.highSurrogate(point) | (long) Character.lowSurrogate(point) << 16;
        LONGS.set(to, 2 * written, units);
        written += Character.charCount(point);
        at += bytesOf(point);
        size += bytesOf(point);
      }
    }
    return size << 32 | written;
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
    int bytes = bytesOf((byte) first);
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
    if (end > text.length - 8) {
      return write(Arrays.copyOfRange(text, from, end + 8), 0, end - from, to, at);
    }
    while (from < end) {
      int todo = longest(word(text, from, end));
      if (todo != 0) {
        to[at++] = (byte) todo;
        from += todo >> 8;
      } else {
        to[at++] = (byte) ESCAPE;
        for (int rest = bytesOf(text[from]); rest > 0; rest--) {
          to[at++] = text[from++];
        }
      }
    }
    return at;
  }

  /**
   * The eight bytes from {@code at} on, in which {@code FF}, no byte of UTF-8, is what is beyond.
   */
  private static long word(byte[] in, int at, int end) {
    return (long) LONGS.get(in, at) | -0x100L << 8 * (Math.min(end - at, 8) - 1);
  }

  /** What is to be done with the longest symbol that some bytes begin with. */
  private int longest(long bytes) {
    int beginning = beginning(bytes);
    long other = bytes & longer[2 * beginning + 1] ^ longer[2 * beginning];
    int todo = longerCodes[beginning];
    if (other != 0 && further[beginning] != 0) {
      int next = further[beginning];
      while ((bytes & longer[2 * next + 1]) != longer[2 * next]) {
        next++;
      }
      todo = longerCodes[next];
      other = todo - 1 >> 31;
    }
    int two = shorter((int) bytes & 0xFF, (int) bytes >>> 8 & 0xFF);
    // Which of both it is no processor foresees, so there is no branch on it.
    int isOther = (int) ((other | -other) >> 63);
    return two & isOther | todo & ~isOther;
  }

  /** What is to be done with the longest symbol of one or two bytes. */
  private int shorter(int first, int second) {
    if (cells != null) {
      return cells[rows[first] + (columns[second] & 0xFF)];
    }
    int two = search(first << 8 | second);
    return two != 0 ? two : search(first << 8 | NO_BYTE);
  }

  private int search(int twoBytes) {
    int at = Arrays.binarySearch(searched, twoBytes << 16);
    // What is to be done is more than 0, so the two bytes alone are not found.
    int next = -at - 1;
    boolean isIt = next < searched.length && searched[next] >>> 16 == twoBytes;
    return isIt ? searched[next] & 0xFFFF : 0;
  }

  /** How many bytes a character has in UTF-8, by its first. */
  private static int bytesOf(byte first) {
    return first >= 0 ? 1 : first < (byte) 0xE0 ? 2 : first < (byte) 0xF0 ? 3 : 4;
  }
}
