package dev.larder.internal.tree;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.internal.bytes.Decimals;
import dev.larder.internal.bytes.FloatBits;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.shape.Shapes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ConcurrentModificationException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Many values of one kind, as columns (docs/FORMAT.md, "Columns"), by the canonical rules. */
final class ColumnWriter {
  /** What a reader is charged for a column. */
  private static final int COLUMN_BYTES = 80;

  /** What a value is to a column. */
  private enum Category {
    NULL,
    INTEGER,
    FLOAT,
    BOOL,
    TEXT,
    /** A map, or an object of the host that is written as a record. */
    RECORD,
    OTHER
  }

  private static Category category(Output out, Object value, Host host) {
    if (value == null) {
      return Category.NULL;
    }
    if (value instanceof String) {
      return Category.TEXT;
    }
    if (value instanceof Integer) {
      return Category.INTEGER;
    }
    if (value instanceof Double) {
      return Category.FLOAT;
    }
    if (value instanceof Boolean) {
      return Category.BOOL;
    }
    if (isInteger(value)) {
      return host.kind(value) == 0 ? Category.INTEGER : Category.OTHER;
    }
    if (value instanceof Map) {
      return host.isOwn(out, value) ? Category.OTHER : Category.RECORD;
    }
    return isOfHost(value) && host.shape(value) != null ? Category.RECORD : Category.OTHER;
  }

  private static boolean isInteger(Object value) {
    return Shapes.isInteger(value)
        || value instanceof BigInteger number && number.bitLength() < Long.SIZE;
  }

  /** Whether a value may be one of the host's: the format itself does not know it. */
  private static boolean isOfHost(Object value) {
    return !(value instanceof List) && !(value instanceof byte[]) && !isScalar(value);
  }

  /** Whether a value is a scalar that the format has an extension for. */
  static boolean isScalar(Object value) {
    return value instanceof Float
        || value instanceof BigInteger
        || value instanceof BigDecimal
        || value instanceof LocalDate
        || value instanceof LocalTime
        || value instanceof LocalDateTime
        || value instanceof Instant
        || value instanceof ZonedDateTime
        || value instanceof OffsetDateTime
        || value instanceof Duration
        || value instanceof UUID;
  }

  /** Whether all of the values are of a category. */
  private static boolean areAll(Output out, Category category, Object[] values, Host host) {
    // Last ones differ as often as any, and are seen at once.
    for (int i = values.length - 1; i >= 0; i--) {
      if (category(out, values[i], host) != category) {
        return false;
      }
    }
    return true;
  }

  // Lists.

  /** Writes a list as a column, if that is shorter; if not, nothing. */
  static boolean list(Output out, Object[] values, Place place, Host host, Shapes shapes) {
    if (!asColumn(out, values, place, host, shapes)) {
      return false;
    }
    out.multiply((long) Input.VALUE_BYTES * values.length);
    return true;
  }

  private static boolean asColumn(
      Output out, Object[] values, Place place, Host host, Shapes shapes) {
    Object[] contents = values[0] == null ? null : contents(out, values, host);
    if (contents != null) {
      return listOfKind(out, host.columnKind(out, values[0]), contents, place, host, shapes);
    }
    Category category = category(out, values[0], host);
    if (category == Category.NULL
        || category == Category.OTHER
        || category(out, values[1], host) != category
        || !areAll(out, category, values, host)) {
      return false;
    }
    int count = values.length;
    if (category == Category.RECORD) {
      Shape shape = rowShape(out, values, host, shapes);
      if (shape == null) {
        return false;
      }
      out.u8(Tag.PACKED_LIST);
      out.varint(count);
      records(out, shape, values, host, shapes);
      return true;
    }
    if (category == Category.TEXT) {
      out.textColumns.gather(values);
    }
    long plain = plainSize(out, category, values);
    int start = out.position;
    int texts = out.textPosition();
    out.u8(Tag.PACKED_LIST);
    out.varint(count);
    int at = out.position;
    switch (category) {
      case INTEGER -> out.numberColumns.integers(values);
      case FLOAT -> out.numberColumns.floats(values);
      case BOOL -> out.numberColumns.bools(values);
      default -> {
        if (!out.textColumns.write(values, place)) {
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
  private static Object[] contents(Output out, Object[] values, Host host) {
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
  private static boolean listOfKind(
      Output out, int of, Object[] contents, Place place, Host host, Shapes shapes) {
    Category category = category(out, contents[0], host);
    if (category == Category.NULL
        || category == Category.OTHER
        || !areAll(out, category, contents, host)
        || category == Category.RECORD && rowShape(out, contents, host, shapes) == null) {
      return false;
    }
    out.u8(Tag.PACKED_LIST);
    out.varint(contents.length);
    ofKind(out, of, contents, place, host, shapes);
    return true;
  }

  private static void ofKind(
      Output out, int of, Object[] contents, Place place, Host host, Shapes shapes) {
    out.multiply(2L * Input.VALUE_BYTES * contents.length);
    out.u8(Tag.Column.OF_KIND);
    out.u8(of);
    out.descend();
    columnWithoutKind(out, contents, place, host, shapes);
    out.ascend();
  }

  /** About how many bytes scalars take by themselves. */
  private static long plainSize(Output out, Category category, Object[] values) {
    int count = values.length;
    switch (category) {
      case TEXT:
        return (long) out.textColumns.total() + count;
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
  static void column(Output out, Object[] values, Place place, Host host, Shapes shapes) {
    Object[] contents = out.rows ? null : contents(out, values, host);
    if (contents == null) {
      columnWithoutKind(out, values, place, host, shapes);
      return;
    }
    int of = 0;
    for (int i = 0; of == 0; i++) {
      of = values[i] == null ? 0 : host.columnKind(out, values[i]);
    }
    ofKind(out, of, contents, place, host, shapes);
  }

  private static void columnWithoutKind(
      Output out, Object[] values, Place place, Host host, Shapes shapes) {
    if (out.rows) {
      plain(out, values, place, host, shapes);
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
      fullColumn(out, values, place, host, shapes);
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
    fullColumn(out, present, place, host, shapes);
    // The kind stands before the bitmap.
    byte[] buffer = out.buffer;
    buffer[start] = (byte) (buffer[kind] | Tag.Column.NULLABLE);
    System.arraycopy(buffer, kind + 1, buffer, kind, out.position - kind - 1);
    out.position--;
  }

  /** A column without nulls. */
  private static void fullColumn(
      Output out, Object[] values, Place place, Host host, Shapes shapes) {
    Category category = category(out, values[0], host);
    if (category != Category.OTHER && areAll(out, category, values, host)) {
      switch (category) {
        case INTEGER -> {
          out.numberColumns.integers(values);
          return;
        }
        case FLOAT -> {
          out.numberColumns.floats(values);
          return;
        }
        case BOOL -> {
          out.numberColumns.bools(values);
          return;
        }
        case TEXT -> {
          out.textColumns.gather(values);
          if (out.textColumns.write(values, place)) {
            return;
          }
        }
        default -> {
          Shape shape = rowShape(out, values, host, shapes);
          if (shape != null) {
            records(out, shape, values, host, shapes);
            return;
          }
        }
      }
    }
    plain(out, values, place, host, shapes);
  }

  private static void plain(Output out, Object[] values, Place place, Host host, Shapes shapes) {
    int start = beginPlain(out);
    for (Object value : values) {
      host.writeValue(out, value, place);
    }
    endPlain(out, start);
  }

  /** Begins plain values; gives where. */
  private static int beginPlain(Output out) {
    out.u8(Tag.Column.PLAIN);
    out.columns++;
    return out.position;
  }

  private static void endPlain(Output out, int start) {
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
  static void keys(Output out, Object[] keys) {
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
      out.numberColumns.integers(keys);
      return;
    }
    int start = beginPlain(out);
    for (Object key : keys) {
      key(out, key);
    }
    endPlain(out, start);
  }

  /** Two keys of a map may be one here: 1 and 1L, or arrays of the same bytes. */
  private static void checkDistinct(Object[] keys) {
    Set<Object> distinct = new HashSet<>();
    for (Object key : keys) {
      if (!distinct.add(key instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : key)) {
        throw new LarderException(
            ErrorKind.REFUSED, -1, "a map with two keys that would be encoded as one");
      }
    }
  }

  /** Writes a key of a keyed map. */
  private static void key(Output out, Object key) {
    if (key == null) {
      out.nullValue();
    } else if (key instanceof Long number) {
      out.integer(number);
    } else if (key instanceof String text) {
      out.text(text);
    } else if (key instanceof Boolean bool) {
      out.bool(bool);
    } else if (key instanceof Double number) {
      out.floatNumber(number);
    } else if (key instanceof FloatBits number) {
      out.floatNumber(Double.longBitsToDouble(number.bits()));
    } else if (key instanceof byte[] bytes) {
      out.bytes(bytes);
    } else if (key instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      out.bytes(bytes);
    } else {
      throw new LarderException(
          ErrorKind.REFUSED,
          -1,
          "a %s cannot be a key of a map".formatted(key.getClass().getName()));
    }
  }

  // Records.

  /**
   * The shape of all of the values, which are maps and objects, if they have the same one and can
   * be rows; null if not.
   */
  private static Shape rowShape(Output out, Object[] values, Host host, Shapes shapes) {
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

  private static void records(Output out, Shape shape, Object[] values, Host host, Shapes shapes) {
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
          throw new ConcurrentModificationException("a map that changes while it is encoded");
        }
      } else {
        host.values(values[i], row);
        for (int field = 0; field < fields; field++) {
          columns[field][i] = row[field];
        }
      }
    }
    for (int field = 0; field < fields; field++) {
      column(out, columns[field], shape.places[field], host, shapes);
      columns[field] = null;
    }
    out.ascend();
  }

  private ColumnWriter() {}
}
