package dev.larder.internal.tree;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.internal.bytes.Bits;
import dev.larder.internal.bytes.Decimals;
import dev.larder.internal.bytes.FloatBits;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.column.Ints;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Input;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.text.PackedText;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Columns, as they are read: many values of one kind (docs/FORMAT.md, "Columns"). */
final class ColumnReader {
  /** What a column is charged. */
  private static final int COLUMN_BYTES = 80;

  private static final int MAX_DIGITS = 18;
  private static final int NO_KIND = -1;

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
    return read(in, count, place, host, false, NO_KIND);
  }

  /** Reads a column of so many keys of a map, which were charged. */
  static Object[] keys(Input in, int count, Host host) {
    return read(in, count, Place.NONE, host, true, NO_KIND);
  }

  /**
   * @param of the kind that all values are of which are not null by the bitmap; {@link #NO_KIND}
   */
  private static Object[] read(Input in, int count, Place place, Host host, boolean keys, int of) {
    in.charge(COLUMN_BYTES);
    int kind = in.u8();
    if ((kind & Tag.Column.NULLABLE) == 0) {
      Object[] values = new Object[count];
      fill(in, kind, values, count, place, host, keys);
      makeOfKind(in, values, count, host, of);
      return values;
    }
    kind ^= Tag.Column.NULLABLE;
    int bitmap = bitmap(in, count);
    byte[] bytes = in.bytes;
    int present = count;
    for (int i = bitmap; i < in.position; i++) {
      present -= Integer.bitCount(bytes[i] & 0xFF);
    }
    if (present == 0 || present == count) {
      throw in.error(ErrorKind.BAD_COLUMN, "a bitmap of nulls only, or of none");
    }
    if (kind == Tag.Column.NULLS || kind == Tag.Column.OF_KIND) {
      throw in.error(ErrorKind.BAD_COLUMN, "nulls of nulls, or of a kind, whose column has them");
    }
    Object[] values = new Object[count];
    fill(in, kind, values, present, place, host, keys);
    makeOfKind(in, values, present, host, of);
    int from = present;
    for (int i = count - 1; i >= 0; i--) {
      values[i] = Bits.isSet(bytes, bitmap * 8L + i) ? null : values[--from];
    }
    return values;
  }

  /** Where so many bits begin, which are taken. */
  private static int bitmap(Input in, int count) {
    int bitmap = in.take((int) ((count + 7L) / 8));
    if (!Bits.isPaddingZero(in.bytes, in.position, count, 1)) {
      throw in.error(ErrorKind.BAD_COLUMN, "padding bits after a bitmap are not zero");
    }
    return bitmap;
  }

  /** Where so many things of so many bytes begin, which are taken. */
  private static int skip(Input in, long count, long bytes) {
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
    int within = in.remaining() > 0 ? in.bytes[in.position] & ~Tag.Column.NULLABLE & 0xFF : 0;
    if (within == Tag.Column.OF_KIND || within == Tag.Column.NULLS) {
      throw in.error(ErrorKind.BAD_COLUMN, "nulls of a kind, or a kind of a kind");
    }
    in.charge(2L * Input.VALUE_BYTES * count);
    in.descend();
    Object[] made = read(in, count, place, host, false, kind);
    System.arraycopy(made, 0, values, 0, count);
    in.ascend();
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
    in.columns++;
    for (int i = 0; i < count; i++) {
      values[i] = keys ? KeyReader.key(in, host) : host.value(in, place);
    }
    in.columns--;
    if (in.position != end) {
      throw in.error(ErrorKind.TRAILING_BYTES, "bytes after a column's last value");
    }
    in.end = behind;
  }

  private static void floats(Input in, Object[] values, int count, boolean keys) {
    int end = skip(in, count, 8);
    int behind = in.position;
    in.position = end;
    for (int i = 0; i < count; i++) {
      double value = Double.longBitsToDouble(in.i64());
      values[i] = keys ? FloatBits.key(value) : (Object) value;
    }
    in.position = behind;
  }

  private static void decimals(Input in, Object[] values, int count) {
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
    Object[][] columns = new Object[fields][];
    for (int field = 0; field < fields; field++) {
      columns[field] = values(in, count, shape.places[field], host);
    }
    in.rows--;
    in.ascend();
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
        map.put(keys[field], columns[field][i]);
      }
      values[i] = map;
    }
  }

  private ColumnReader() {}
}
