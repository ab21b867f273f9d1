package dev.larder.internal.shape;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.Level;
import dev.larder.internal.bytes.Bits;
import dev.larder.internal.bytes.ByteReader;
import dev.larder.internal.bytes.ByteWriter;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.text.PackedText;
import dev.larder.internal.text.TextReader;
import dev.larder.internal.text.TextWriter;
import dev.larder.internal.text.Utf8;
import dev.larder.internal.text.WideText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Definitions of shapes: of a message and of a profile (docs/FORMAT.md, "Shapes"). */
public final class Definitions {
  /** Keys that count on at least so far become a run. */
  private static final int MIN_RUN = 3;

  /** What a shape is charged, and its class and a key beside their texts. */
  private static final int SHAPE_BYTES = 4 * ByteReader.VALUE_BYTES;

  private static final int KEY_BYTES = 4 * ByteReader.VALUE_BYTES;

  /** Of more keys a set finds those that come twice. */
  private static final int FEW_KEYS = 8;

  private static final byte[] NAME_CHARACTERS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_".getBytes(ISO_8859_1);
  private static final int NAME_END = 63;
  private static final int NAME_BITS = 6;
  private static final byte[] NAME_VALUES = new byte[128];

  static {
    Arrays.fill(NAME_VALUES, (byte) -1);
    for (int i = 0; i < NAME_CHARACTERS.length; i++) {
      NAME_VALUES[NAME_CHARACTERS[i]] = (byte) i;
    }
  }

  // Writing.

  /**
   * Writes the canonical definitions of shapes.
   *
   * @param count how many of {@code shapes}
   * @param before the names that have numbers before them
   * @param out has nothing but them afterwards
   */
  public static void write(Shape[] shapes, int count, Names before, Level level, TextWriter out) {
    out.beginTexts(Level.FAST, false, false);
    boolean isLiteral = level == Level.FAST;
    // The keys of a shape are distinct: no name comes again.
    boolean comeAgain = !isLiteral && (count > 1 || shapes[0].className != null);
    Definitions definitions = new Definitions(before, isLiteral, comeAgain, out);
    for (int i = 0; i < count; i++) {
      definitions.write(shapes[i]);
    }
  }

  private final TextWriter out;
  private final Names before;

  /** Whether each name is spelled out in UTF-8, whatever it takes. */
  private final boolean isLiteral;

  /** The names that were spelled out, each with its lowest number; null if none comes again. */
  private final Map<String, Integer> own;

  private int nextName;

  private Definitions(Names before, boolean isLiteral, boolean comeAgain, TextWriter out) {
    this.before = before;
    this.isLiteral = isLiteral;
    this.out = out;
    own = comeAgain ? new HashMap<>() : null;
    nextName = before.size();
  }

  private void write(Shape shape) {
    Object[] keys = shape.keys;
    out.varint((long) keys.length << 1 | (shape.className != null ? 1 : 0));
    if (shape.className != null) {
      writeName(shape.className);
    }
    int at = 0;
    while (at < keys.length) {
      int run = isLiteral ? 0 : run(keys, at);
      if (run >= MIN_RUN) {
        out.u8(keys[at] instanceof Long ? Tag.INT_RUN : Tag.TEXT_RUN);
        out.varint(integer(keys[at]));
        out.varint(run);
        at += run;
        continue;
      }
      int names = isLiteral ? 0 : packable(keys, at);
      if (names > 0) {
        writeNames(keys, at, names);
        at += names;
        continue;
      }
      if (keys[at] instanceof Long number) {
        out.integer(number);
      } else {
        writeName((String) keys[at]);
      }
      at++;
    }
  }

  /** The number of a name; null if it has none that can be written. */
  private Integer number(String name) {
    if (isLiteral) {
      return null;
    }
    Integer number = before.number(name);
    return number != null || own == null ? number : own.get(name);
  }

  /** Gives a name that is spelled out its number. */
  private void spelled(String name) {
    if (own != null && nextName < Names.MAX_WRITTEN) {
      own.putIfAbsent(name, nextName++);
    }
  }

  /** The integer that a key is, or is the text of; {@link PackedText#NONE} of another. */
  private static long integer(Object key) {
    if (key instanceof Long number) {
      return number;
    }
    String text = (String) key;
    if (text.isEmpty() || text.length() > 19 || text.charAt(0) > '9') {
      return PackedText.NONE;
    }
    byte[] bytes = text.getBytes(UTF_8);
    return PackedText.integer(bytes, 0, bytes.length);
  }

  /** How many keys from {@code at} count on. */
  private static int run(Object[] keys, int at) {
    long first = integer(keys[at]);
    if (first < 0 || first >= Long.MAX_VALUE - (keys.length - at)) {
      return 0;
    }
    int end = at + 1;
    while (end < keys.length
        && keys[end].getClass() == keys[at].getClass()
        && integer(keys[end]) == first + end - at) {
      end++;
    }
    return end - at;
  }

  private static boolean isPackable(String name) {
    for (int i = 0; i < name.length(); i++) {
      char next = name.charAt(i);
      if (next >= 0x80 || NAME_VALUES[next] < 0) {
        return false;
      }
    }
    return true;
  }

  /** How many of the keys from {@code at} are shorter as packed names. */
  private int packable(Object[] keys, int at) {
    int count = 0;
    long characters = 0;
    long literal = 0;
    while (at + count < keys.length
        && keys[at + count] instanceof String name
        && isPackable(name)
        && number(name) == null) {
      count++;
      characters += name.length();
      literal += name.length() + (name.length() < Tag.SHORT_TEXT_BYTES ? 1 : 2);
    }
    long packed = 1 + ByteWriter.varintSize(count) + Bits.bytes(count + characters, NAME_BITS);
    return packed < literal ? count : 0;
  }

  private void writeNames(Object[] keys, int at, int count) {
    int values = count;
    for (int i = 0; i < count; i++) {
      values += ((String) keys[at + i]).length();
    }
    long[] bits = new long[values];
    int next = 0;
    for (int i = 0; i < count; i++) {
      String name = (String) keys[at + i];
      for (int k = 0; k < name.length(); k++) {
        bits[next++] = NAME_VALUES[name.charAt(k)];
      }
      bits[next++] = NAME_END;
      spelled(name);
    }
    out.u8(Tag.NAMES);
    out.varint(count);
    Bits.pack(bits, 0, values, NAME_BITS, out);
  }

  private void writeName(String name) {
    Integer number = number(name);
    if (number != null) {
      out.entry(number);
      return;
    }
    spelled(name);
    if (out.asciiText(name)) {
      return;
    }
    int length = name.length();
    byte[] bytes = new byte[3 * length];
    int end = Utf8.write(name, bytes, 0);
    if (end < 0) {
      throw new LarderException(
          ErrorKind.INVALID_UTF8,
          -1,
          "a key with half a surrogate pair, which UTF-8 cannot encode");
    }
    if (end > length && !isLiteral) {
      byte[] wide = new byte[2 * length];
      long written = WideText.write(name.toCharArray(), length, wide, 0);
      int wideEnd = (int) written;
      if (written != WideText.CANNOT && ByteWriter.varintSize(wideEnd) + wideEnd < end) {
        out.u8(Tag.WIDE_TEXT);
        out.varint(wideEnd);
        out.raw(wide, 0, wideEnd);
        return;
      }
    }
    out.textTag(end);
    out.raw(bytes, 0, end);
  }

  // Reading.

  /**
   * Reads definitions of so many bytes.
   *
   * @param before the names that have numbers before them
   * @param names those that are spelled out, which are added
   * @param literalNames whether names are only in UTF-8, as a profile has them
   */
  public static Shape[] read(
      TextReader in, int length, Names before, List<String> names, boolean literalNames) {
    int behind = in.end;
    int end = in.position + length;
    in.end = end;
    List<Shape> shapes = new ArrayList<>();
    while (in.position < end) {
      in.charge(SHAPE_BYTES);
      shapes.add(readShape(in, before, names, literalNames));
    }
    in.end = behind;
    return shapes.toArray(Shape[]::new);
  }

  private static Shape readShape(
      TextReader in, Names before, List<String> names, boolean literalNames) {
    int start = in.position;
    long head = in.varint();
    String className = null;
    if ((head & 1) != 0) {
      in.charge(KEY_BYTES);
      className = readName(in, in.u8(), before, names, literalNames);
    }
    long count = head >>> 1;
    // A run gives many keys for few bytes, so the count may be beyond the bytes that are left.
    List<Object> keys = new ArrayList<>((int) Math.min(count, in.remaining()));
    while (keys.size() < count) {
      in.charge(KEY_BYTES);
      int item = in.position;
      int tag = in.u8();
      if (tag == Tag.INT_RUN || tag == Tag.TEXT_RUN) {
        long from = in.varint();
        long run = runLength(in, count - keys.size(), item);
        if (from < 0 || from > Long.MAX_VALUE - run) {
          throw in.errorAt(ErrorKind.BAD_SHAPE, item, "a run of keys beyond 64 bits");
        }
        for (long key = from; key < from + run; key++) {
          keys.add(tag == Tag.INT_RUN ? (Object) key : Long.toString(key));
        }
      } else if (tag == Tag.NAMES && !literalNames) {
        int first = keys.size();
        readNames(in, (int) runLength(in, count - keys.size(), item), keys, item);
        for (Object name : keys.subList(first, keys.size())) {
          names.add((String) name);
        }
      } else if (Tag.isInteger(tag)) {
        keys.add(in.integer(tag));
      } else {
        keys.add(readName(in, tag, before, names, literalNames));
      }
    }
    Object[] array = keys.toArray();
    if (array.length > 0) {
      KeyHashes.check(in, array);
    }
    if (!areDistinct(array)) {
      throw in.errorAt(ErrorKind.DUPLICATE_KEY, start, "a duplicate key in a shape");
    }
    return new Shape(className, array);
  }

  /** How many keys follow in one item; they are charged. */
  private static long runLength(TextReader in, long most, int item) {
    long run = in.varint();
    if (run <= 0 || run > most) {
      throw in.errorAt(ErrorKind.BAD_SHAPE, item, "a run of keys beyond the shape's count");
    }
    if (run > Integer.MAX_VALUE / 2) {
      throw in.errorAt(ErrorKind.TOO_LARGE, item, "more memory than the limits allow");
    }
    in.charge(run * KEY_BYTES);
    return run;
  }

  private static void readNames(TextReader in, int count, List<Object> keys, int item) {
    byte[] from = in.bytes;
    int values = (int) (in.remaining() * 8L / NAME_BITS);
    byte[] name = in.latin(Math.min(values, 64));
    long first = in.position * 8L;
    int read = 0;
    for (int i = 0; i < count; i++) {
      int length = 0;
      while (true) {
        if (read == values) {
          throw in.errorAt(ErrorKind.BAD_SHAPE, item, "packed names that end within a name");
        }
        int value = (int) Bits.unpack(from, first + (long) read++ * NAME_BITS, NAME_BITS, in.end);
        if (value == NAME_END) {
          break;
        }
        if (length == name.length) {
          byte[] longer = in.latin(Math.min(values, 2 * length));
          System.arraycopy(name, 0, longer, 0, length);
          name = longer;
        }
        name[length++] = NAME_CHARACTERS[value];
      }
      keys.add(new String(name, 0, length, ISO_8859_1));
    }
    int used = (int) Bits.bytes(read, NAME_BITS);
    in.charge(2L * used);
    in.take(used);
    if (!Bits.isPaddingZero(from, in.position, read, NAME_BITS)) {
      throw in.errorAt(ErrorKind.BAD_SHAPE, item, "padding bits after packed names are not zero");
    }
  }

  private static String readName(
      TextReader in, int tag, Names before, List<String> names, boolean literalNames) {
    if (Tag.isEntry(tag)) {
      int number = in.entryNumber(tag);
      int own = number - before.size();
      if (own >= names.size()) {
        throw in.errorAtTag(
            ErrorKind.UNKNOWN_REFERENCE, "the number of a name that does not exist");
      }
      return own < 0 ? before.name(number) : names.get(own);
    }
    String name = readSpelled(in, tag, literalNames);
    names.add(name);
    return name;
  }

  private static String readSpelled(TextReader in, int tag, boolean literalNames) {
    int length;
    if (tag >= Tag.TEXT && tag < Tag.TEXT + Tag.SHORT_TEXT_BYTES) {
      length = tag - Tag.TEXT;
    } else if (tag == Tag.LONG_TEXT) {
      length = in.longTextLength();
    } else if (tag == Tag.WIDE_TEXT && !literalNames) {
      length = in.length();
      return in.wide(in.bytes, in.take(length), length);
    } else {
      throw in.errorAtTag(ErrorKind.BAD_TAG, "a tag that is not a key's");
    }
    int at = in.take(length);
    in.charge(length);
    return in.utf8(in.bytes, at, length);
  }

  public static boolean areDistinct(Object[] keys) {
    if (keys.length <= FEW_KEYS) {
      for (int i = 1; i < keys.length; i++) {
        for (int k = 0; k < i; k++) {
          if (keys[i].equals(keys[k])) {
            return false;
          }
        }
      }
      return true;
    }
    Set<Object> distinct = new HashSet<>(2 * keys.length);
    for (Object key : keys) {
      if (!distinct.add(key)) {
        return false;
      }
    }
    return true;
  }
}
