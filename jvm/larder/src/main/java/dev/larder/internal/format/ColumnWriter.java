package dev.larder.internal.format;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Many values of one kind, as columns (docs/FORMAT.md, "Columns"), by the canonical rules.
 *
 * <p>It belongs to one {@link Output}. Its arrays are used again: those of one column are done with
 * before another begins.
 */
final class ColumnWriter {
  /** Fewer texts are shorter as plain values. */
  private static final int MIN_TEXTS = 8;

  /** But only a column's own texts can be compressed, which pays if they are so long. */
  private static final int LONG_TEXT = 24;

  /** Within this range no difference overflows, nor does what a reader adds up. */
  private static final long CALM = 1L << 61;

  /** Texts that were made to have one hash are told apart by a table that orders them. */
  private static final int MAX_TRIES = 32;

  private static final int MAX_DIGITS = 18;

  /** What a reader is charged for a column. */
  private static final int COLUMN_BYTES = 80;

  private static final long[] POWERS = new long[17];

  static {
    long power = 1;
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = power;
      power *= 10;
    }
  }

  /** What a value is to a column. */
  private enum Kind {
    NULL,
    INTEGER,
    FLOAT,
    BOOL,
    TEXT,
    /** A map, or an object of the host that is written as a record. */
    RECORD,
    OTHER
  }

  private final Output out;

  private long[] longs = new long[64];

  /** The texts of a column in UTF-8, one after another, and where each ends. */
  private byte[] text = new byte[256];

  private int[] ends = new int[64];
  private int total;
  private boolean isAscii;

  private byte[] wide = new byte[0];
  private char[] chars = new char[64];

  /** For distinct texts: the number of a text plus one. */
  private int[] slots = new int[0];

  ColumnWriter(Output out) {
    this.out = out;
  }

  /** Lets go of memory that only a large value needed. */
  void end(int keptBytes) {
    if (longs.length > keptBytes / 8) {
      longs = new long[64];
    }
    if (text.length > keptBytes) {
      text = new byte[256];
    }
    if (ends.length > keptBytes / 4) {
      ends = new int[64];
    }
    if (wide.length > keptBytes) {
      wide = new byte[0];
    }
    if (chars.length > keptBytes) {
      chars = new char[64];
    }
    if (slots.length > keptBytes / 4) {
      slots = new int[0];
    }
  }

  private Kind kind(Object value, Host host) {
    if (value == null) {
      return Kind.NULL;
    }
    if (value instanceof String) {
      return Kind.TEXT;
    }
    if (value instanceof Integer) {
      return Kind.INTEGER;
    }
    if (value instanceof Double) {
      return Kind.FLOAT;
    }
    if (value instanceof Boolean) {
      return Kind.BOOL;
    }
    if (isInteger(value)) {
      return host.kind(value) == 0 ? Kind.INTEGER : Kind.OTHER;
    }
    if (value instanceof Map) {
      return host.isOwn(out, value) ? Kind.OTHER : Kind.RECORD;
    }
    return TreeWriter.isOfHost(value) && host.shape(value) != null ? Kind.RECORD : Kind.OTHER;
  }

  private static boolean isInteger(Object value) {
    return Shapes.isInteger(value)
        || value instanceof BigInteger number && number.bitLength() < Long.SIZE;
  }

  /** Whether all of the values are of a kind. */
  private boolean areAll(Kind kind, Object[] values, Host host) {
    // Last ones differ as often as any, and are seen at once.
    for (int i = values.length - 1; i >= 0; i--) {
      if (kind(values[i], host) != kind) {
        return false;
      }
    }
    return true;
  }

  // Lists.

  /** Writes a list as a column, if that is shorter; if not, nothing. */
  boolean list(Object[] values, Place place, Host host, Shapes shapes) {
    if (!asColumn(values, place, host, shapes)) {
      return false;
    }
    out.multiply((long) Input.VALUE_BYTES * values.length);
    return true;
  }

  private boolean asColumn(Object[] values, Place place, Host host, Shapes shapes) {
    Object[] contents = values[0] == null ? null : contents(values, host);
    if (contents != null) {
      return listOfKind(host.columnKind(out, values[0]), contents, place, host, shapes);
    }
    Kind kind = kind(values[0], host);
    if (kind == Kind.NULL
        || kind == Kind.OTHER
        || kind(values[1], host) != kind
        || !areAll(kind, values, host)) {
      return false;
    }
    int count = values.length;
    if (kind == Kind.RECORD) {
      Shape shape = rowShape(values, host, shapes);
      if (shape == null) {
        return false;
      }
      out.u8(Tag.PACKED_LIST);
      out.varint(count);
      records(shape, values, host, shapes);
      return true;
    }
    if (kind == Kind.TEXT) {
      gather(values);
    }
    long plain = plainSize(kind, values);
    int start = out.position;
    int texts = out.textPosition();
    out.u8(Tag.PACKED_LIST);
    out.varint(count);
    int at = out.position;
    switch (kind) {
      case INTEGER -> integers(values);
      case FLOAT -> floats(values);
      case BOOL -> bools(values);
      default -> {
        if (!gatheredTexts(values, place)) {
          out.position = start;
          return false;
        }
      }
    }
    long size = (long) out.position - start + out.textPosition() - texts;
    if (size >= plain + 2 || out.buffer[at] == Tag.Column.PLAIN) {
      out.position = start;
      out.textPosition(texts);
      return false;
    }
    return true;
  }

  /**
   * What values are made of that all are of one kind, which has to be said; null if they are not.
   * Nulls are passed over.
   */
  private Object[] contents(Object[] values, Host host) {
    int kind = 0;
    boolean isSaid = false;
    for (Object value : values) {
      if (value == null) {
        continue;
      }
      if (value instanceof String
          || value instanceof Integer
          || value instanceof Double
          || value instanceof Boolean) {
        return null;
      }
      int next = host.columnKind(out, value);
      if (next == 0 || kind != 0 && next != kind) {
        return null;
      }
      kind = next;
      isSaid = isSaid || host.kind(value) != 0;
    }
    if (!isSaid) {
      return null;
    }
    Object[] contents = new Object[values.length];
    for (int i = 0; i < contents.length; i++) {
      if (values[i] != null) {
        contents[i] = host.content(values[i]);
        if (contents[i] == null) {
          return null;
        }
      }
    }
    return contents;
  }

  /** Writes a list of values of one kind as a column, if it can be one; if not, nothing. */
  private boolean listOfKind(int of, Object[] contents, Place place, Host host, Shapes shapes) {
    Kind kind = kind(contents[0], host);
    if (kind == Kind.NULL
        || kind == Kind.OTHER
        || !areAll(kind, contents, host)
        || kind == Kind.RECORD && rowShape(contents, host, shapes) == null) {
      return false;
    }
    out.u8(Tag.PACKED_LIST);
    out.varint(contents.length);
    ofKind(of, contents, place, host, shapes);
    return true;
  }

  private void ofKind(int of, Object[] contents, Place place, Host host, Shapes shapes) {
    out.multiply(2L * Input.VALUE_BYTES * contents.length);
    out.u8(Tag.Column.OF_KIND);
    out.u8(of);
    out.descend();
    columnWithoutKind(contents, place, host, shapes);
    out.ascend();
  }

  /** About how many bytes scalars take by themselves. */
  private long plainSize(Kind kind, Object[] values) {
    int count = values.length;
    switch (kind) {
      case TEXT:
        return (long) total + count;
      case BOOL:
        return count;
      case INTEGER:
        long integers = 0;
        for (Object value : values) {
          integers += plainSize(((Number) value).longValue());
        }
        return integers;
      default:
        long floats = 0;
        for (Object value : values) {
          floats += plainSize((double) (Double) value);
        }
        return floats;
    }
  }

  private static int plainSize(long value) {
    if (value < 0) {
      return 1 + Math.min(8, Output.varintSize(~value));
    }
    return value < 48
        ? 1
        : value < 304
            ? 2
            : value < 65_840 ? 3 : value < 16_843_056 ? 4 : value <= 0xFFFF_FFFFL ? 5 : 9;
  }

  private static int plainSize(double value) {
    int scale = Decimals.scale(value);
    if (scale == Decimals.NONE) {
      return 9;
    }
    long digits = Decimals.digits(value, scale);
    return Math.min(9, 3 + Output.varintSize(digits << 1 ^ digits >> 63));
  }

  // Columns.

  /** Writes a column of values, of which there is one at least. */
  void column(Object[] values, Place place, Host host, Shapes shapes) {
    Object[] contents = out.rows ? null : contents(values, host);
    if (contents == null) {
      columnWithoutKind(values, place, host, shapes);
      return;
    }
    int of = 0;
    for (int i = 0; of == 0; i++) {
      of = values[i] == null ? 0 : host.columnKind(out, values[i]);
    }
    ofKind(of, contents, place, host, shapes);
  }

  private void columnWithoutKind(Object[] values, Place place, Host host, Shapes shapes) {
    if (out.rows) {
      plain(values, place, host, shapes);
      return;
    }
    out.multiply(COLUMN_BYTES);
    int nulls = 0;
    for (Object value : values) {
      if (value == null) {
        nulls++;
      }
    }
    if (nulls == values.length) {
      out.u8(Tag.Column.NULLS);
      return;
    }
    if (nulls == 0) {
      fullColumn(values, place, host, shapes);
      return;
    }
    int start = out.position;
    out.u8(0);
    out.ensure(values.length / 8 + 1);
    Object[] present = new Object[values.length - nulls];
    int count = 0;
    int bits = 0;
    for (int i = 0; i < values.length; i++) {
      if (values[i] == null) {
        bits |= 1 << (i & 7);
      } else {
        present[count++] = values[i];
      }
      if ((i & 7) == 7 || i == values.length - 1) {
        out.buffer[out.position++] = (byte) bits;
        bits = 0;
      }
    }
    int kind = out.position;
    fullColumn(present, place, host, shapes);
    // The kind stands before the bitmap.
    byte[] buffer = out.buffer;
    buffer[start] = (byte) (buffer[kind] | Tag.Column.NULLABLE);
    System.arraycopy(buffer, kind + 1, buffer, kind, out.position - kind - 1);
    out.position--;
  }

  /** A column without nulls. */
  private void fullColumn(Object[] values, Place place, Host host, Shapes shapes) {
    Kind kind = kind(values[0], host);
    if (kind != Kind.OTHER && areAll(kind, values, host)) {
      switch (kind) {
        case INTEGER -> {
          integers(values);
          return;
        }
        case FLOAT -> {
          floats(values);
          return;
        }
        case BOOL -> {
          bools(values);
          return;
        }
        case TEXT -> {
          gather(values);
          if (gatheredTexts(values, place)) {
            return;
          }
        }
        default -> {
          Shape shape = rowShape(values, host, shapes);
          if (shape != null) {
            records(shape, values, host, shapes);
            return;
          }
        }
      }
    }
    plain(values, place, host, shapes);
  }

  private void plain(Object[] values, Place place, Host host, Shapes shapes) {
    int start = beginPlain();
    for (Object value : values) {
      TreeWriter.value(out, value, place, host, shapes);
    }
    endPlain(start);
  }

  /** Begins plain values; gives where. */
  private int beginPlain() {
    out.u8(Tag.Column.PLAIN);
    out.columns++;
    return out.position;
  }

  private void endPlain(int start) {
    out.columns--;
    int length = out.position - start;
    int size = Output.varintSize(length);
    out.ensure(size);
    byte[] buffer = out.buffer;
    // The length, which is known now, belongs before the values.
    System.arraycopy(buffer, start, buffer, start + size, length);
    Output.varint(length, buffer, start);
    out.position += size;
  }

  /** Writes the keys of a keyed map; it makes {@link Long}s of those that are integers. */
  void keys(Object[] keys) {
    Class<?> first = keys[0] == null ? null : keys[0].getClass();
    boolean areIntegers = true;
    boolean mayBeEqual = first == byte[].class;
    for (int i = 0; i < keys.length; i++) {
      Object key = keys[i];
      mayBeEqual |= key != null && key.getClass() != first;
      if (isInteger(key)) {
        keys[i] = ((Number) key).longValue();
      } else {
        areIntegers = false;
      }
    }
    if (mayBeEqual) {
      checkDistinct(keys);
    }
    if (areIntegers && !out.rows) {
      integers(keys);
      return;
    }
    int start = beginPlain();
    for (Object key : keys) {
      TreeWriter.key(out, key);
    }
    endPlain(start);
  }

  /** Two keys of a map may be one here: 1 and 1L, or arrays of the same bytes. */
  private static void checkDistinct(Object[] keys) {
    Set<Object> distinct = new HashSet<>();
    for (Object key : keys) {
      if (!distinct.add(key instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : key)) {
        throw new LarderException(
            ErrorKind.REFUSED, -1, "a map with two keys that are written as one");
      }
    }
  }

  // Records.

  /**
   * The shape of all of the values, which are maps and objects, if they have the same one and can
   * be rows; null if not.
   */
  private Shape rowShape(Object[] values, Host host, Shapes shapes) {
    Shape shape = shapeOf(values[0], host, shapes);
    if (shape == null) {
      return null;
    }
    for (Object value : values) {
      boolean same =
          value instanceof Map<?, ?> map
              ? Shapes.has(shape, map)
              : isSame(shape, host.shape(value));
      if (!same) {
        return null;
      }
    }
    // Rows are read in another order than they are written: shared values could not be numbered.
    for (Object value : values) {
      if (!host.isTree(out, value)) {
        return null;
      }
    }
    return shape;
  }

  private static Shape shapeOf(Object value, Host host, Shapes shapes) {
    return value instanceof Map<?, ?> map ? shapes.find(map) : host.shape(value);
  }

  private static boolean isSame(Shape shape, Shape other) {
    return shape == other || shape.equals(other);
  }

  private void records(Shape shape, Object[] values, Host host, Shapes shapes) {
    out.descend();
    out.u8(Tag.Column.RECORDS);
    out.varint(out.number(shape));
    int fields = shape.keys.length;
    int count = values.length;
    out.multiply((fields + 1L) * count * Input.VALUE_BYTES);
    Object[][] columns = new Object[fields][count];
    Object[] row = new Object[fields];
    for (int i = 0; i < count; i++) {
      if (values[i] instanceof Map<?, ?> map) {
        int next = 0;
        for (Object value : map.values()) {
          if (next < fields) {
            columns[next][i] = value;
          }
          next++;
        }
        if (next != fields) {
          throw new ConcurrentModificationException("a map that changes while it is written");
        }
      } else {
        host.values(values[i], row);
        for (int field = 0; field < fields; field++) {
          columns[field][i] = row[field];
        }
      }
    }
    for (int field = 0; field < fields; field++) {
      column(columns[field], shape.places[field], host, shapes);
      columns[field] = null;
    }
    out.ascend();
  }

  // Numbers.

  private long[] longs(int count) {
    if (longs.length < count) {
      longs = new long[Math.max(count, 2 * longs.length)];
    }
    return longs;
  }

  private void integers(Object[] values) {
    long[] integers = longs(values.length);
    for (int i = 0; i < values.length; i++) {
      integers[i] = ((Number) values[i]).longValue();
    }
    integers(integers, values.length);
  }

  /** Writes integers: bits above the smallest, or differences, whichever is shorter. */
  private void integers(long[] integers, int count) {
    long least = integers[0];
    long most = least;
    for (int i = 1; i < count; i++) {
      long next = integers[i];
      least = Math.min(least, next);
      most = Math.max(most, next);
    }
    int width = Bits.width(most - least);
    if (count > 1 && differences(integers, count, least, most, width)) {
      return;
    }
    out.u8(Tag.Column.INTS);
    out.zigzag(least);
    out.u8(width);
    for (int i = 0; i < count; i++) {
      integers[i] -= least;
    }
    Bits.pack(integers, 0, count, width, out);
  }

  /** Writes differences, if they are shorter than {@code width} bits. */
  private boolean differences(long[] integers, int count, long least, long most, int width) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    boolean isCalm = least > -CALM && most < CALM;
    for (int i = 1; i < count; i++) {
      long difference = integers[i] - integers[i - 1];
      if (!isCalm && ((integers[i] ^ integers[i - 1]) & (integers[i] ^ difference)) < 0) {
        return false;
      }
      low = Math.min(low, difference);
      high = Math.max(high, difference);
    }
    long range = high - low;
    // A reader adds the bits to the last integer first, which must not overflow.
    if (range < 0 || most + range < most) {
      return false;
    }
    int own = Bits.width(range);
    long size = (count - 1L) * own / 8 + Output.varintSize(low << 1 ^ low >> 63);
    if (size >= (long) count * width / 8) {
      return false;
    }
    out.u8(Tag.Column.DIFFERENCES);
    out.zigzag(integers[0]);
    out.zigzag(low);
    out.u8(own);
    for (int i = count - 1; i > 0; i--) {
      integers[i] -= integers[i - 1] + low;
    }
    Bits.pack(integers, 1, count - 1, own, out);
    return true;
  }

  private void bools(Object[] values) {
    long[] bits = longs(values.length);
    for (int i = 0; i < values.length; i++) {
      bits[i] = (Boolean) values[i] ? 1 : 0;
    }
    out.u8(Tag.Column.BOOLS);
    Bits.pack(bits, 0, values.length, 1, out);
  }

  private void floats(Object[] values) {
    int count = values.length;
    int scale = decimals(values);
    if (scale >= 0) {
      int start = out.position;
      out.u8(Tag.Column.DECIMALS);
      out.u8(scale);
      integers(longs, count);
      if (out.position - start <= 1 + 8L * count) {
        return;
      }
      out.position = start;
    }
    out.u8(Tag.Column.FLOATS);
    for (Object value : values) {
      out.i64(Double.doubleToRawLongBits((Double) value));
    }
  }

  /** The scale at which all floats are decimal, with their digits in {@code longs}; −1 for none. */
  private int decimals(Object[] values) {
    int count = values.length;
    long[] digits = longs(count);
    int[] scales = ends(count);
    int scale = 0;
    for (int i = 0; i < count; i++) {
      double value = (Double) values[i];
      scales[i] = Decimals.scale(value);
      if (scales[i] == Decimals.NONE) {
        return -1;
      }
      digits[i] = Decimals.digits(value, scales[i]);
      scale = Math.max(scale, scales[i]);
    }
    for (int i = 0; i < count; i++) {
      long power = POWERS[scale - scales[i]];
      long scaled = digits[i] * power;
      boolean same =
          Math.multiplyHigh(digits[i], power) == scaled >> 63
              && Decimals.isExact(scaled, scale)
              && Double.doubleToRawLongBits(Decimals.value(scaled, scale))
                  == Double.doubleToRawLongBits((Double) values[i]);
      if (!same) {
        return -1;
      }
      digits[i] = scaled;
    }
    return scale;
  }

  // Texts.

  private int[] ends(int count) {
    if (ends.length < count) {
      ends = new int[Math.max(count, 2 * ends.length)];
    }
    return ends;
  }

  /** Puts all texts into {@code text}. */
  private void gather(Object[] values) {
    int[] ends = ends(values.length);
    isAscii = true;
    int at = 0;
    for (int i = 0; i < values.length; i++) {
      String next = (String) values[i];
      long room = at + 3L * next.length() + 8;
      if (room > text.length) {
        if (room > Integer.MAX_VALUE - 64) {
          throw new LarderException(ErrorKind.TOO_LARGE, -1, "texts of 2 GiB or more");
        }
        text = Arrays.copyOf(text, (int) Math.max(room, Math.min(2L * text.length, 1 << 30)));
      }
      if (Strings.copyAscii(next, text, at)) {
        at += next.length();
      } else {
        isAscii = false;
        at = Output.utf8(next, text, at);
      }
      ends[i] = at;
    }
    total = at;
  }

  private int start(int i) {
    return i == 0 ? 0 : ends[i - 1];
  }

  /** Writes the texts that were gathered; false, and nothing, if plain values are shorter. */
  private boolean gatheredTexts(Object[] values, Place place) {
    int count = values.length;
    out.multiply((long) Input.TEXT_BYTES * count + total);
    if (place.dictionary() != null && entries(values, place.dictionary())) {
      return true;
    }
    if (typedTexts(count) || distinctTexts(values)) {
      return true;
    }
    boolean compressed = out.textsApart() && total >= (long) count * LONG_TEXT;
    if (count < MIN_TEXTS && !compressed) {
      return false;
    }
    long[] lengths = longs(count);
    int wideBytes = isAscii ? -1 : wide(values, lengths);
    boolean isWide = wideBytes >= 0 && wideBytes < total;
    if (!isWide) {
      for (int i = 0; i < count; i++) {
        lengths[i] = ends[i] - start(i);
      }
    }
    out.u8(isWide ? Tag.Column.WIDE_TEXTS : Tag.Column.TEXTS);
    integers(lengths, count);
    out.columnText(isWide ? wide : text, 0, isWide ? wideBytes : total);
    return true;
  }

  /** Puts all texts into {@code wide}, if all can be wide; gives how many bytes, or −1. */
  private int wide(Object[] values, long[] lengths) {
    if (wide.length < total) {
      wide = new byte[total];
    }
    int at = 0;
    for (int i = 0; i < values.length; i++) {
      String next = (String) values[i];
      int length = next.length();
      if (chars.length < length) {
        chars = new char[Math.max(length, 2 * chars.length)];
      }
      next.getChars(0, length, chars, 0);
      long written = WideText.write(chars, length, wide, at);
      if (written == WideText.CANNOT) {
        return -1;
      }
      lengths[i] = (int) written - at;
      at = (int) written;
    }
    return at;
  }

  private boolean entries(Object[] values, Dictionary dictionary) {
    long[] numbers = longs(values.length);
    for (int i = 0; i < values.length; i++) {
      numbers[i] = dictionary.find((String) values[i]);
      if (numbers[i] < 0) {
        return false;
      }
    }
    out.u8(Tag.Column.ENTRIES);
    integers(numbers, values.length);
    return true;
  }

  /** Writes distinct texts and which of them each is, if that is shorter. */
  private boolean distinctTexts(Object[] values) {
    int count = values.length;
    long[] numbers = longs(count);
    int distinct = number(values, numbers);
    long bytes = 0;
    int next = 0;
    for (int i = 0; i < count && next < distinct; i++) {
      if (numbers[i] == next) {
        bytes += ends[i] - start(i) + 1;
        next++;
      }
    }
    int width = Bits.width(distinct - 1);
    if (bytes + (long) count * width / 8 + 6 >= total + count * 3L / 4) {
      return false;
    }
    out.u8(Tag.Column.DISTINCT_TEXTS);
    out.varint(distinct);
    next = 0;
    for (int i = 0; next < distinct; i++) {
      if (numbers[i] == next) {
        out.varint(ends[i] - start(i));
        next++;
      }
    }
    next = 0;
    for (int i = 0; next < distinct; i++) {
      if (numbers[i] == next) {
        out.columnText(text, start(i), ends[i] - start(i));
        next++;
      }
    }
    integers(numbers, count);
    return true;
  }

  /** Gives each text its number among those that are distinct, in the order in which they come. */
  private int number(Object[] values, long[] numbers) {
    int count = values.length;
    int size = Integer.highestOneBit(Math.min(count, 1 << 28)) << 2;
    if (slots.length < size) {
      slots = new int[size];
    } else {
      Arrays.fill(slots, 0, size, 0);
    }
    int mask = size - 1;
    int distinct = 0;
    for (int i = 0; i < count; i++) {
      Object text = values[i];
      int hash = text.hashCode();
      int at = (hash ^ hash >>> 16) & mask;
      int tries = 0;
      while (true) {
        // The slot has the place of a text in the column, and that has its number.
        int same = slots[at] - 1;
        if (same < 0) {
          slots[at] = i + 1;
          numbers[i] = distinct++;
          break;
        }
        if (text.equals(values[same])) {
          numbers[i] = numbers[same];
          break;
        }
        if (++tries == MAX_TRIES) {
          return numberSlowly(values, numbers);
        }
        at = at + 1 & mask;
      }
    }
    return distinct;
  }

  private static int numberSlowly(Object[] values, long[] numbers) {
    Map<Object, Integer> known = new HashMap<>();
    for (int i = 0; i < values.length; i++) {
      Integer number = known.putIfAbsent(values[i], known.size());
      numbers[i] = number == null ? known.size() - 1 : number;
    }
    return known.size();
  }

  /** Writes texts that all are of one packed kind; false, and nothing, if they are not. */
  private boolean typedTexts(int count) {
    int end = ends[0];
    long moment = PackedText.dateTime(text, 0, end);
    if (moment != PackedText.NONE) {
      return dateTimes(count, PackedText.styleOf(moment));
    }
    if (PackedText.date(text, 0, end) != PackedText.NONE) {
      return dates(count);
    }
    int style = PackedText.decimalStyle(text, 0, end);
    if (style >= 0) {
      return decimalTexts(count, style & 0x7F);
    }
    if (integerTexts(count)) {
      return true;
    }
    if (end >= 1 && end <= MAX_DIGITS && PackedText.areDigits(text, 0, end)) {
      return digitTexts(count, end);
    }
    if (PackedText.isUuid(text, 0, end)) {
      return uuidTexts(count);
    }
    int hexCase = end >= PackedText.MIN_HEX ? PackedText.hexCase(text, 0, end) : -1;
    return hexCase >= 0 && hexTexts(count, end, hexCase);
  }

  private boolean dateTimes(int count, int style) {
    if (PackedText.hasFraction(style)) {
      return false;
    }
    long[] seconds = longs(count);
    for (int i = 0; i < count; i++) {
      long moment = PackedText.dateTime(text, start(i), ends[i]);
      if (moment == PackedText.NONE || PackedText.styleOf(moment) != style) {
        return false;
      }
      seconds[i] = PackedText.secondsOf(moment);
    }
    out.u8(Tag.Column.DATE_TIME_TEXTS);
    out.u8(style);
    if (PackedText.hasOffset(style)) {
      out.u8(style >> 8);
    }
    integers(seconds, count);
    return true;
  }

  private boolean dates(int count) {
    long[] days = longs(count);
    for (int i = 0; i < count; i++) {
      days[i] = PackedText.date(text, start(i), ends[i]);
      if (days[i] == PackedText.NONE) {
        return false;
      }
    }
    out.u8(Tag.Column.DATE_TEXTS);
    integers(days, count);
    return true;
  }

  private boolean decimalTexts(int count, int scale) {
    long[] numbers = longs(count);
    for (int i = 0; i < count; i++) {
      int style = PackedText.decimalStyle(text, start(i), ends[i]);
      if (style < 0 || (style & 0x7F) != scale) {
        return false;
      }
      long digits = PackedText.decimalDigits(text, start(i), ends[i]);
      boolean negative = style != scale;
      if (negative && digits == 0) {
        return false;
      }
      numbers[i] = negative ? -digits : digits;
    }
    out.u8(Tag.Column.DECIMAL_TEXTS);
    out.u8(scale);
    integers(numbers, count);
    return true;
  }

  private boolean integerTexts(int count) {
    long[] numbers = longs(count);
    for (int i = 0; i < count; i++) {
      numbers[i] = PackedText.integer(text, start(i), ends[i]);
      if (numbers[i] == PackedText.NONE) {
        return false;
      }
    }
    out.u8(Tag.Column.INT_TEXTS);
    integers(numbers, count);
    return true;
  }

  private boolean digitTexts(int count, int digits) {
    long[] numbers = longs(count);
    for (int i = 0; i < count; i++) {
      if (ends[i] - start(i) != digits || !PackedText.areDigits(text, start(i), ends[i])) {
        return false;
      }
      numbers[i] = PackedText.digits(text, start(i), ends[i]);
    }
    out.u8(Tag.Column.DIGITS_TEXTS);
    out.u8(digits);
    integers(numbers, count);
    return true;
  }

  private boolean uuidTexts(int count) {
    for (int i = 0; i < count; i++) {
      if (!PackedText.isUuid(text, start(i), ends[i])) {
        return false;
      }
    }
    out.u8(Tag.Column.UUID_TEXTS);
    for (int i = 0; i < count; i++) {
      out.ensure(16);
      PackedText.writeUuid(text, start(i), out.buffer, out.position);
      out.position += 16;
    }
    return true;
  }

  private boolean hexTexts(int count, int length, int hexCase) {
    for (int i = 0; i < count; i++) {
      boolean same =
          ends[i] - start(i) == length
              && (PackedText.hexCase(text, start(i), ends[i]) == hexCase
                  || PackedText.areDigits(text, start(i), ends[i]));
      if (!same) {
        return false;
      }
    }
    out.u8(Tag.Column.HEX_TEXTS);
    out.varint(length | hexCase);
    for (int i = 0; i < count; i++) {
      out.ensure(length / 2);
      PackedText.writeHex(text, start(i), ends[i], hexCase, out.buffer, out.position);
      out.position += length / 2;
    }
    return true;
  }
}
