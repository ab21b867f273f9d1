package dev.larder.internal.tree;

import static dev.larder.internal.bytes.Words.LONGS;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.internal.bytes.Bits;
import dev.larder.internal.bytes.Decimals;
import dev.larder.internal.bytes.FloatBits;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.column.Ints;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Gaps;
import dev.larder.internal.message.Input;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.text.PackedText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Columns, as they are read: many values of one kind (docs/FORMAT.md, "Columns"). */
final class ColumnReader {
  /** What a column is charged. */
  static final int COLUMN_BYTES = 80;

  private static final int MAX_DIGITS = 18;
  private static final int NO_KIND = -1;
  private static final Object[] NO_VALUES = {};

  /** What the values of a column are. */
  private enum Of {
    VALUES,
    KEYS,
    /** Those of a key of records, which may lack it. */
    RECORDS
  }

  /** How many values columns have, which may take no bytes at all: they are charged. */
  static int count(Input in, int bytesEach, int more) {
    int count = in.count();
    in.charge((count + (long) more) * bytesEach);
    if (count == Integer.MAX_VALUE) {
      throw in.error(ErrorKind.TOO_LARGE, "more values than memory can hold");
    }
    return count;
  }

  /** Reads a column of so many values, which were charged. */
  static Object[] values(Input in, int count, Place place, Host host) {
    return read(in, count, place, host, Of.VALUES, NO_KIND);
  }

  /** Reads a column of so many keys of a map, which were charged. */
  static Object[] keys(Input in, int count, Host host) {
    return read(in, count, Place.NONE, host, Of.KEYS, NO_KIND);
  }

  /**
   * @param of the kind that all values are of which are not null by the bitmap; {@link #NO_KIND}
   */
  private static Object[] read(Input in, int count, Place place, Host host, Of column, int of) {
    in.charge(COLUMN_BYTES);
    int kind = in.u8();
    if ((kind & (Tag.Column.NULLABLE | Tag.Column.ABSENT)) != 0) {
      return readSome(in, kind, count, place, host, column, of);
    }
    Object[] values = new Object[count];
    fill(in, kind, values, count, place, host, column == Of.KEYS);
    makeOfKind(in, values, count, host, of);
    return values;
  }

  /** Reads a column of a kind in which not all values are. */
  private static Object[] readSome(
      Input in, int kind, int count, Place place, Host host, Of column, int of) {
    byte[] bytes = in.bytes;
    int present = count;
    int absent = -1;
    if ((kind & Tag.Column.ABSENT) != 0) {
      if (column != Of.RECORDS) {
        throw in.errorAtTag(ErrorKind.BAD_TAG, "absent values in a column of no records");
      }
      absent = bitmap(in, count);
      present -= ones(in, absent, count);
    }
    int there = present;
    int nulls = -1;
    if ((kind & Tag.Column.NULLABLE) != 0) {
      nulls = bitmap(in, there);
      present -= ones(in, nulls, there);
    }
    int own = kind & ~(Tag.Column.NULLABLE | Tag.Column.ABSENT);
    if (nulls >= 0 && (own == Tag.Column.NULLS || own == Tag.Column.OF_KIND)) {
      throw in.error(ErrorKind.BAD_COLUMN, "nulls of nulls, or of a kind, whose column has them");
    }
    Object[] values = new Object[count];
    fill(in, own, values, present, place, host, column == Of.KEYS);
    makeOfKind(in, values, present, host, of);
    if (nulls >= 0) {
      spread(values, present, there, bytes, nulls, null);
    }
    if (absent >= 0) {
      spread(values, there, count, bytes, absent, Host.ABSENT);
    }
    return values;
  }

  /** How many of the bits that were read are ones: some, and not all. */
  private static int ones(Input in, int bitmap, int count) {
    int ones = 0;
    for (int i = bitmap; i < in.position; i++) {
      ones += Integer.bitCount(in.bytes[i] & 0xFF);
    }
    if (ones == 0 || ones == count) {
      throw in.error(ErrorKind.BAD_COLUMN, "a bitmap of ones only, or of zeros only");
    }
    return ones;
  }

  /** Makes {@code to} values of the first {@code from}: {@code other} where a bit is set. */
  private static void spread(
      Object[] values, int from, int to, byte[] bytes, int bitmap, Object other) {
    for (int i = to - 1; i >= 0; i--) {
      values[i] = Bits.isSet(bytes, bitmap * 8L + i) ? other : values[--from];
    }
  }

  /** Where so many bits begin, which are taken. */
  static int bitmap(Input in, int count) {
    int bitmap = in.take((int) ((count + 7L) / 8));
    if (!Bits.isPaddingZero(in.bytes, in.position, count, 1)) {
      throw in.error(ErrorKind.BAD_COLUMN, "padding bits after a bitmap are not zero");
    }
    return bitmap;
  }

  /** Where so many things of so many bytes begin, which are taken. */
  static int skip(Input in, long count, long bytes) {
    if (bytes > in.remaining() || count * bytes > in.remaining()) {
      throw in.truncated();
    }
    return in.take((int) (count * bytes));
  }

  /** Reads the first {@code count} of {@code values}, none of which is null by the bitmap. */
  private static void fill(
      Input in, int kind, Object[] values, int count, Place place, Host host, boolean keys) {
    switch (kind) {
      case Tag.Column.PLAIN -> plain(in, values, count, place, host, keys);
      case Tag.Column.INTS, Tag.Column.DIFFERENCES -> {
        Ints ints = Ints.open(in, count, kind);
        for (int i = 0; i < count; i++) {
          values[i] = host.integer(ints.next(in));
        }
      }
      case Tag.Column.BOOLS -> {
        long bit = bitmap(in, count) * 8L;
        for (int i = 0; i < count; i++) {
          values[i] = Bits.isSet(in.bytes, bit + i);
        }
      }
      case Tag.Column.FLOATS -> floats(in, values, count, keys);
      case Tag.Column.DECIMALS -> decimals(in, values, count);
      case Tag.Column.DECIMAL_TEXTS -> {
        int scale = in.u8();
        Ints ints = Ints.open(in, count);
        for (int i = 0; i < count; i++) {
          long digits = ints.next(in);
          values[i] = PackedText.decimal(in, Math.abs(digits), scale, digits < 0);
        }
      }
      case Tag.Column.DATE_TEXTS -> {
        Ints ints = Ints.open(in, count);
        for (int i = 0; i < count; i++) {
          values[i] = PackedText.date(in, ints.next(in));
        }
      }
      case Tag.Column.DATE_TIME_TEXTS -> {
        int style = PackedText.style(in);
        if (PackedText.hasFraction(style)) {
          throw PackedText.bad(in, "fractions of seconds in a column");
        }
        Ints ints = Ints.open(in, count);
        for (int i = 0; i < count; i++) {
          values[i] = PackedText.dateTime(in, ints.next(in), style, 0);
        }
      }
      case Tag.Column.INT_TEXTS -> {
        Ints ints = Ints.open(in, count);
        for (int i = 0; i < count; i++) {
          values[i] = PackedText.integer(in, ints.next(in));
        }
      }
      case Tag.Column.DIGITS_TEXTS -> {
        int digits = in.u8();
        if (digits < 1 || digits > MAX_DIGITS) {
          throw PackedText.bad(in, "digits of a column beyond 1 to 18");
        }
        Ints ints = Ints.open(in, count);
        for (int i = 0; i < count; i++) {
          values[i] = PackedText.digits(in, ints.next(in), digits);
        }
      }
      case Tag.Column.DISTINCT_TEXTS -> distinct(in, values, count);
      case Tag.Column.TEXTS, Tag.Column.WIDE_TEXTS ->
          texts(in, values, count, kind == Tag.Column.WIDE_TEXTS);
      case Tag.Column.HEX_TEXTS -> {
        long head = in.varint();
        int at = skip(in, count, head >>> 1);
        int bytes = (int) (head >>> 1);
        for (int i = 0; i < count; i++, at += bytes) {
          values[i] = PackedText.hex(in, at, bytes, (head & 1) != 0);
        }
      }
      case Tag.Column.UUID_TEXTS -> {
        int at = skip(in, count, 16);
        for (int i = 0; i < count; i++, at += 16) {
          values[i] = PackedText.uuid(in, at);
        }
      }
      case Tag.Column.RECORDS -> {
        if (keys) {
          throw in.errorAtTag(ErrorKind.BAD_TAG, "only scalars can be keys");
        }
        records(in, values, count, host);
      }
      case Tag.Column.NULLS -> Arrays.fill(values, 0, count, null);
      case Tag.Column.ENTRIES -> {
        if (place.dictionary() == null) {
          throw in.errorAtTag(
              ErrorKind.UNKNOWN_REFERENCE, "entries in a place without a dictionary");
        }
        Ints ints = Ints.open(in, count);
        for (int i = 0; i < count; i++) {
          long number = ints.next(in);
          Object entry = in.entryOf(number == (int) number ? (int) number : -1, place);
          values[i] = entry(in, entry, place, host);
        }
      }
      case Tag.Column.OF_KIND -> {
        if (keys) {
          throw in.errorAtTag(ErrorKind.BAD_TAG, "only scalars can be keys");
        }
        ofKind(in, values, count, place, host);
      }
      case Tag.Column.LISTS -> {
        if (keys) {
          throw in.errorAtTag(ErrorKind.BAD_TAG, "only scalars can be keys");
        }
        lists(in, values, count, place, host);
      }
      case Tag.Column.SYMBOL_TEXTS -> {
        if (place.symbols() == null) {
          throw in.errorAtTag(
              ErrorKind.UNKNOWN_REFERENCE, "texts in symbols, of which their place has none");
        }
        symbols(in, values, count, place);
      }
      default -> throw in.errorAtTag(ErrorKind.BAD_TAG, "an unknown kind of column");
    }
  }

  /** What an entry of the dictionary is: see {@link Input#entry}. */
  static Object entry(Input in, Object entry, Place place, Host host) {
    if (entry instanceof String) {
      return entry;
    }
    Input.Outside outside = in.enter((byte[]) entry);
    Object value;
    try {
      value = host.value(in, place);
    } catch (LarderException e) {
      throw in.within(outside, e);
    }
    in.leave(outside);
    return value;
  }

  private static void ofKind(Input in, Object[] values, int count, Place place, Host host) {
    int kind = in.u8();
    if (kind >= Tag.NAMED_KIND) {
      throw in.errorAtTag(ErrorKind.BAD_COLUMN, "a column of a kind that has a name");
    }
    int next = in.remaining() > 0 ? in.bytes[in.position] & 0xFF : 0;
    int within = next & ~Tag.Column.NULLABLE;
    if (within == Tag.Column.OF_KIND
        || within == Tag.Column.NULLS
        || (next & Tag.Column.ABSENT) != 0) {
      throw in.error(ErrorKind.BAD_COLUMN, "nulls of a kind, a kind of a kind, or absent values");
    }
    in.charge(2L * Input.VALUE_BYTES * count);
    in.descend();
    Object[] made = read(in, count, place, host, Of.VALUES, kind);
    System.arraycopy(made, 0, values, 0, count);
    in.ascend();
  }

  private static void lists(Input in, Object[] values, int count, Place place, Host host) {
    in.charge((long) Input.VALUE_BYTES * count);
    Ints lengths = Ints.open(in, count);
    long total = lengths.sum(in, count);
    in.charge(Input.VALUE_BYTES * Math.min(total, Long.MAX_VALUE / 64));
    if (total > Integer.MAX_VALUE - 8) {
      throw in.error(ErrorKind.TOO_LARGE, "more values than memory can hold");
    }
    in.descend();
    Object[] all = total == 0 ? NO_VALUES : values(in, (int) total, place, host);
    in.ascend();
    int at = 0;
    for (int i = 0; i < count; i++) {
      int length = (int) lengths.next(in);
      List<Object> list = new ArrayList<>(length);
      for (int end = at + length; at < end; at++) {
        list.add(all[at]);
      }
      values[i] = list;
    }
  }

  private static void makeOfKind(Input in, Object[] values, int count, Host host, int kind) {
    if (kind != NO_KIND) {
      for (int i = 0; i < count; i++) {
        values[i] = host.ofKind(in, kind, values[i]);
      }
    }
  }

  private static void plain(
      Input in, Object[] values, int count, Place place, Host host, boolean keys) {
    int length = in.length();
    int end = in.position + length;
    int behind = in.end;
    in.end = end;
    in.beginPlain();
    for (int i = 0; i < count; i++) {
      values[i] = keys ? KeyReader.key(in, host) : host.value(in, place);
    }
    if (in.position != end) {
      throw in.error(ErrorKind.TRAILING_BYTES, "bytes after a column's last value");
    }
    in.end = behind;
    in.endPlain();
  }

  private static void floats(Input in, Object[] values, int count, boolean keys) {
    double[] floats = new double[count];
    floats(in, floats, count);
    for (int i = 0; i < count; i++) {
      values[i] = keys ? FloatBits.key(floats[i]) : (Object) floats[i];
    }
  }

  private static void floats(Input in, double[] floats, int count) {
    int at = skip(in, count, 8);
    for (int i = 0; i < count; i++) {
      floats[i] = Double.longBitsToDouble((long) LONGS.get(in.bytes, at + 8 * i));
    }
  }

  private static void decimals(Input in, Object[] values, int count) {
    double[] floats = new double[count];
    decimals(in, floats, count);
    for (int i = 0; i < count; i++) {
      values[i] = floats[i];
    }
  }

  private static void decimals(Input in, double[] values, int count) {
    int scale = in.u8();
    Ints ints = Ints.open(in, count);
    for (int i = 0; i < count; i++) {
      long digits = ints.next(in);
      if (!Decimals.isExact(digits, scale)) {
        throw in.error(ErrorKind.BAD_NUMBER, "a decimal that is not exactly a float");
      }
      values[i] = Decimals.value(digits, scale);
    }
  }

  private static void distinct(Input in, Object[] values, int count) {
    int distinct = in.length();
    in.charge(distinct * (long) (Input.VALUE_BYTES + Input.TEXT_BYTES));
    int[] lengths = new int[distinct];
    for (int i = 0; i < distinct; i++) {
      lengths[i] = in.count();
    }
    String[] texts = new String[distinct];
    for (int i = 0; i < distinct; i++) {
      int at = in.takeText(lengths[i]);
      in.charge(lengths[i]);
      texts[i] = in.utf8(in.textBytes(), at, lengths[i]);
    }
    Ints ints = Ints.open(in, count);
    for (int i = 0; i < count; i++) {
      long number = ints.next(in);
      if (number < 0 || number >= distinct) {
        throw in.error(ErrorKind.UNKNOWN_REFERENCE, "a number beyond the column's texts");
      }
      in.charge(lengths[(int) number]);
      values[i] = texts[(int) number];
    }
  }

  private static void texts(Input in, Object[] values, int count, boolean wide) {
    Ints lengths = Ints.open(in, count);
    int at = in.takeText(lengths.total(in, count));
    byte[] from = in.textBytes();
    for (int i = 0; i < count; i++) {
      int length = (int) lengths.next(in);
      if (wide) {
        values[i] = in.wide(from, at, length);
      } else {
        in.charge(Input.TEXT_BYTES + length);
        values[i] = in.utf8(from, at, length);
      }
      at += length;
    }
  }

  private static void symbols(Input in, Object[] values, int count, Place place) {
    Ints lengths = Ints.open(in, count);
    int at = in.take(lengths.total(in, count));
    for (int i = 0; i < count; i++) {
      int length = (int) lengths.next(in);
      values[i] = in.symbols(place.symbols(), at, length);
      at += length;
    }
  }

  private static void records(Input in, Object[] values, int count, Host host) {
    Shape shape = in.shape(in.count());
    int fields = shape.keys.length;
    if (fields > in.remaining()) {
      throw in.truncated();
    }
    long cells = (fields + 1L) * count;
    in.charge(cells > Long.MAX_VALUE / 64 ? Long.MAX_VALUE / 2 : cells * Input.VALUE_BYTES);
    in.descend();
    in.rows++;
    Rows rows = shape.className == null ? null : host.rows(in, shape);
    Object[] columns = new Object[fields];
    List<Object[]> lacking = null;
    for (int field = 0; field < fields; field++) {
      int kind = in.remaining() > 0 ? in.bytes[in.position] & 0xFF : 0;
      if (rows != null && lacking == null) {
        columns[field] = primitives(in, kind, count, rows.primitive(field));
      }
      if (columns[field] == null) {
        Object[] column = read(in, count, shape.places[field], host, Of.RECORDS, NO_KIND);
        columns[field] = column;
        if ((kind & Tag.Column.ABSENT) != 0) {
          lacking = lacking == null ? new ArrayList<>() : lacking;
          lacking.add(column);
        }
      }
    }
    in.rows--;
    in.ascend();
    if (lacking != null) {
      chargeAbsent(in, lacking, fields, count);
    } else if (rows != null) {
      rows.make(in, columns, values, count);
      return;
    }
    Object[][] objects = new Object[fields][];
    for (int field = 0; field < fields; field++) {
      objects[field] = boxed(columns[field], rows == null ? null : rows.primitive(field), host);
    }
    make(in, shape, objects, lacking == null, values, count, host);
  }

  /**
   * Reads a column of a primitive type's own kind, of which no value is null; null, and nothing, if
   * it is another.
   */
  private static Object primitives(Input in, int kind, int count, Class<?> type) {
    if (type == boolean.class && kind == Tag.Column.BOOLS) {
      beginPrimitives(in);
      long[] bits = new long[count];
      long bit = bitmap(in, count) * 8L;
      for (int i = 0; i < count; i++) {
        bits[i] = Bits.isSet(in.bytes, bit + i) ? 1 : 0;
      }
      return bits;
    }
    boolean isInteger =
        type == int.class || type == long.class || type == short.class || type == byte.class;
    if (isInteger && (kind == Tag.Column.INTS || kind == Tag.Column.DIFFERENCES)) {
      beginPrimitives(in);
      long[] integers = new long[count];
      Ints.open(in, count, kind).read(in, integers, count);
      return integers;
    }
    if (type == double.class && (kind == Tag.Column.FLOATS || kind == Tag.Column.DECIMALS)) {
      beginPrimitives(in);
      double[] floats = new double[count];
      if (kind == Tag.Column.FLOATS) {
        floats(in, floats, count);
      } else {
        decimals(in, floats, count);
      }
      return floats;
    }
    return null;
  }

  private static void beginPrimitives(Input in) {
    in.charge(COLUMN_BYTES);
    in.position++;
  }

  /** A column of objects, of one that may be of a primitive type. */
  private static Object[] boxed(Object column, Class<?> type, Host host) {
    if (column instanceof Object[] objects) {
      return objects;
    }
    if (column instanceof double[] floats) {
      Object[] objects = new Object[floats.length];
      Arrays.setAll(objects, i -> floats[i]);
      return objects;
    }
    long[] integers = (long[]) column;
    Object[] objects = new Object[integers.length];
    boolean isBoolean = type == boolean.class;
    Arrays.setAll(
        objects, i -> isBoolean ? (Object) (integers[i] != 0) : host.integer(integers[i]));
    return objects;
  }

  private static void make(
      Input in,
      Shape shape,
      Object[][] columns,
      boolean areWhole,
      Object[] values,
      int count,
      Host host) {
    int fields = columns.length;
    if (shape.className != null) {
      Object[] row = new Object[fields];
      for (int i = 0; i < count; i++) {
        for (int field = 0; field < fields; field++) {
          row[field] = columns[field][i];
        }
        values[i] = host.row(in, shape, row);
      }
      return;
    }
    Object[] keys = new Object[fields];
    for (int field = 0; field < fields; field++) {
      keys[field] = KeyReader.key(shape.keys[field], host);
    }
    for (int i = 0; i < count; i++) {
      Map<Object, Object> map = new LinkedHashMap<>(KeyReader.capacity(fields));
      for (int field = 0; field < fields; field++) {
        Object value = columns[field][i];
        if (areWhole || value != Host.ABSENT) {
          map.put(keys[field], value);
        }
      }
      values[i] = map;
    }
  }

  /** Charges each record that lacks other keys than the one before. */
  private static void chargeAbsent(Input in, List<Object[]> lacking, int fields, int count) {
    for (int i = 0; i < count; i++) {
      boolean same = i > 0;
      for (int k = 0; same && k < lacking.size(); k++) {
        Object[] column = lacking.get(k);
        same = column[i] == Host.ABSENT == (column[i - 1] == Host.ABSENT);
      }
      if (!same) {
        in.charge(Gaps.charge(fields));
      }
    }
  }

  private ColumnReader() {}
}
