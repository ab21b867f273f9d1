package dev.larder.internal.tree;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.Level;
import dev.larder.internal.bytes.Decimals;
import dev.larder.internal.bytes.FloatBits;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Gaps;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Many values of one kind, as columns (docs/FORMAT.md, "Columns"), by the canonical rules. */
final class ColumnWriter {
  /** Lists of at least so many values are tried as a column of scalars or lists. */
  static final int MIN_COLUMN = 4;

  /** Lists of at least so many maps, or objects, are columns. */
  private static final int MIN_RECORDS = 8;

  /** Lists of more values are looked through for {@link Cycles} before they are gathered. */
  private static final int MAX_UNCHECKED = 64 << 10;

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
    /** A list that is nothing special to the host. */
    LIST,
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
    if (value instanceof List) {
      return host.isOwn(out, value) ? Category.OTHER : Category.LIST;
    }
    boolean isRecord = host.shape(value) != null && (out.shared == null || !host.isOwn(out, value));
    return isRecord ? Category.RECORD : Category.OTHER;
  }

  private static boolean isInteger(Object value) {
    return Shapes.isInteger(value)
        || value instanceof BigInteger number && number.bitLength() < Long.SIZE;
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

  /** Whether all of the values are of the category that the first is of. */
  private static boolean areAll(Output out, Category category, Object[] values, Host host) {
    // Last ones differ as often as any, and are seen at once.
    for (int i = values.length - 1; i > 0; i--) {
      if (category(out, values[i], host) != category) {
        return false;
      }
    }
    return true;
  }

  // Lists.

  /**
   * Writes a list of two values or more as a column or as rows, if it is to be; if not, nothing.
   */
  static boolean list(Output out, Object[] values, Place place, Host host, Shapes shapes) {
    int count = values.length;
    boolean isFast = out.level == Level.FAST;
    if (count >= MIN_COLUMN && values[0] != null && !isFast) {
      Object[] contents = contents(out, values, host);
      if (contents != null) {
        return listOfKind(out, values[0], contents, place, host, shapes);
      }
    }
    Fields fields = fields(out, values, host);
    if (fields != null) {
      if (!isFast && count >= MIN_RECORDS) {
        beginColumn(out, count);
        objects(out, fields, values, host, shapes);
      } else {
        RecordWriter.rows(out, fields, values, host);
      }
      return true;
    }
    Category category = category(out, values[0], host);
    if (category == Category.NULL
        || category == Category.OTHER
        || !areAll(out, category, values, host)) {
      return false;
    }
    if (isFast && category == Category.TEXT) {
      texts(out, values);
      return true;
    }
    return switch (category) {
      case RECORD -> listOfRecords(out, values, host, shapes);
      case LIST -> count >= MIN_COLUMN && !isFast && listOfLists(out, values, place, host, shapes);
      case FLOAT -> {
        boolean isColumn = isFast || Decimals.scale((Double) values[0]) == Decimals.NONE;
        if (isColumn) {
          beginColumn(out, count);
          out.numberColumns.floats(values);
        }
        yield isColumn || count >= MIN_COLUMN && listOfScalars(out, category, values, place);
      }
      default ->
          count >= MIN_COLUMN
              && (!isFast || category == Category.INTEGER)
              && listOfScalars(out, category, values, place);
    };
  }

  /** Writes a list of texts one after another, at level fast. */
  private static void texts(Output out, Object[] texts) {
    out.u8(Tag.LIST);
    out.varint(texts.length);
    int at = out.room(out.position);
    for (Object text : texts) {
      at = out.fastText((String) text, at);
    }
    out.position = at;
  }

  /** The fields of objects that are all of one class, of which none may be shared; else null. */
  private static Fields fields(Output out, Object[] values, Host host) {
    Fields fields = out.shared == null && values.length > 1 ? host.fields(values) : null;
    return fields == null || fields.shape().keys.length == 0 ? null : fields;
  }

  /** Begins a list of so many values in a column. */
  static void beginColumn(Output out, int count) {
    out.multiply((long) Input.VALUE_BYTES * count);
    out.u8(Tag.PACKED_LIST);
    out.varint(count);
  }

  private static boolean listOfRecords(Output out, Object[] values, Host host, Shapes shapes) {
    Alike alike = Alike.of(values, host, shapes);
    if (alike == null) {
      return false;
    }
    if (out.level != Level.FAST
        && values.length >= MIN_RECORDS
        && Alike.areTrees(out, values, host)) {
      beginColumn(out, values.length);
      records(out, alike, values, host, shapes);
    } else {
      RecordWriter.rows(out, alike, values, host);
    }
    return true;
  }

  private static boolean listOfLists(
      Output out, Object[] values, Place place, Host host, Shapes shapes) {
    int start = out.position;
    beginColumn(out, values.length);
    if (!Alike.areTrees(out, values, host) || !lists(out, values, place, host, shapes)) {
      out.position = start;
      return false;
    }
    return true;
  }

  /** Writes scalars as a column, if that is shorter; if not, nothing. */
  private static boolean listOfScalars(
      Output out, Category category, Object[] values, Place place) {
    if (category == Category.TEXT) {
      out.textColumns.gather(values);
    }
    long plain = plainSize(out, category, values);
    int start = out.position;
    int texts = out.textPosition();
    beginColumn(out, values.length);
    int at = out.position;
    if (!scalars(out, category, values, place)) {
      out.position = start;
      return false;
    }
    long size = (long) out.position - start + out.textPosition() - texts;
    if (size >= plain + 2 || out.buffer[at] == Tag.Column.PLAIN) {
      out.position = start;
      out.textPosition(texts);
      return false;
    }
    return true;
  }

  /** Writes scalars of a category, of which texts were gathered; false if those are plain. */
  private static boolean scalars(Output out, Category category, Object[] values, Place place) {
    switch (category) {
      case INTEGER -> out.numberColumns.integers(values);
      case FLOAT -> out.numberColumns.floats(values);
      case BOOL -> out.numberColumns.bools(values);
      default -> {
        return out.textColumns.write(values, place);
      }
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
      Output out, Object first, Object[] contents, Place place, Host host, Shapes shapes) {
    Category category = category(out, contents[0], host);
    if (category == Category.NULL
        || category == Category.OTHER
        || category == Category.LIST
        || !areAll(out, category, contents, host)
        || category == Category.RECORD
            && (Alike.of(contents, host, shapes) == null || !Alike.areTrees(out, contents, host))) {
      return false;
    }
    beginColumn(out, contents.length);
    ofKind(out, host.columnKind(out, first), contents, place, host, shapes);
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

  static int plainSize(long value) {
    if (value < 0) {
      return 1 + Math.min(8, Output.varintSize(~value));
    }
    return value < 48
        ? 1
        : value < 304
            ? 2
            : value < 65_840 ? 3 : value < 16_843_056 ? 4 : value <= 0xFFFF_FFFFL ? 5 : 9;
  }

  static int plainSize(double value) {
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
    if (out.valueByValue) {
      plain(out, values, place, host, shapes);
      return;
    }
    Object[] contents = contents(out, values, host);
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

  /** Writes a column of the values of a key, which some of the records lack. */
  private static void columnWithAbsent(
      Output out, Object[] values, Place place, Host host, Shapes shapes) {
    int start = out.position;
    Object[] present = bitmap(out, values, Host.ABSENT);
    int kind = out.position;
    column(out, present, place, host, shapes);
    moveKind(out, start, kind, Tag.Column.ABSENT);
  }

  /** Puts a kind before the bitmap at {@code start} that stands in front of it, and adds to it. */
  private static void moveKind(Output out, int start, int kind, int added) {
    byte[] buffer = out.buffer;
    buffer[start] = (byte) (buffer[kind] | added);
    System.arraycopy(buffer, kind + 1, buffer, kind, out.position - kind - 1);
    out.position--;
  }

  /** Leaves room for a kind, and writes which of the values are {@code none}; gives the others. */
  private static Object[] bitmap(Output out, Object[] values, Object none) {
    out.u8(0);
    out.ensure(values.length / 8 + 1);
    Object[] present = new Object[values.length];
    int count = 0;
    int bits = 0;
    for (int i = 0; i < values.length; i++) {
      if (values[i] == none) {
        bits |= 1 << (i & 7);
      } else {
        present[count++] = values[i];
      }
      if ((i & 7) == 7 || i == values.length - 1) {
        out.buffer[out.position++] = (byte) bits;
        bits = 0;
      }
    }
    return Arrays.copyOf(present, count);
  }

  private static void columnWithoutKind(
      Output out, Object[] values, Place place, Host host, Shapes shapes) {
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
    Object[] present = bitmap(out, values, null);
    int kind = out.position;
    fullColumn(out, present, place, host, shapes);
    moveKind(out, start, kind, Tag.Column.NULLABLE);
  }

  /** A column without nulls. */
  private static void fullColumn(
      Output out, Object[] values, Place place, Host host, Shapes shapes) {
    Fields fields = fields(out, values, host);
    if (fields != null) {
      objects(out, fields, values, host, shapes);
      return;
    }
    Category category = category(out, values[0], host);
    if (category != Category.OTHER && areAll(out, category, values, host)) {
      if (category == Category.RECORD) {
        Alike alike =
            values.length == 1
                ? Alike.ofOne(values[0], host, shapes)
                : Alike.of(values, host, shapes);
        if (alike != null && Alike.areTrees(out, values, host)) {
          records(out, alike, values, host, shapes);
          return;
        }
      } else if (category == Category.LIST) {
        int start = out.position;
        if (Alike.areTrees(out, values, host) && lists(out, values, place, host, shapes)) {
          return;
        }
        out.position = start;
      } else {
        if (category == Category.TEXT) {
          out.textColumns.gather(values);
        }
        if (scalars(out, category, values, place)) {
          return;
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

  /**
   * Makes {@link Long}s of the keys that are integers, and sees that no two keys are one here.
   *
   * @return whether all are integers
   */
  static boolean areIntegers(Object[] keys) {
    Class<?> first = keys.length == 0 || keys[0] == null ? null : keys[0].getClass();
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
    return areIntegers;
  }

  /** Writes a column of keys, all of which are integers. */
  static void keys(Output out, Object[] keys) {
    if (!out.valueByValue) {
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
  static void key(Output out, Object key) {
    if (key == null) {
      out.nullValue();
    } else if (key instanceof String text) {
      out.text(text);
    } else if (Shapes.isInteger(key)) {
      out.integer(((Number) key).longValue());
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

  // Records and lists.

  private static void beginRecords(Output out, Shape shape, int count) {
    out.descend();
    out.u8(Tag.Column.RECORDS);
    out.varint(out.number(shape));
    out.multiply((shape.keys.length + 1L) * count * Input.VALUE_BYTES);
  }

  /** Writes a column of objects of one class. */
  private static void objects(
      Output out, Fields fields, Object[] objects, Host host, Shapes shapes) {
    Shape shape = fields.shape();
    int count = objects.length;
    beginRecords(out, shape, count);
    Object[] values = new Object[count];
    for (int field = 0; field < shape.keys.length; field++) {
      Class<?> type = fields.primitive(field);
      if (type == null || type == char.class) {
        fields.values(objects, field, values);
        column(out, values, shape.places[field], host, shapes);
        continue;
      }
      out.multiply(COLUMN_BYTES);
      if (type == double.class) {
        double[] floats = out.numberColumns.doubles(count);
        fields.floats(objects, field, floats);
        out.numberColumns.floats(floats, count);
      } else if (type == float.class) {
        long[] bits = out.numberColumns.longs(count);
        fields.integers(objects, field, bits);
        plainFloats(out, bits, count, shape.places[field]);
      } else {
        long[] integers = out.numberColumns.longs(count);
        fields.integers(objects, field, integers);
        if (type == boolean.class) {
          out.numberColumns.bools(integers, count);
        } else {
          out.numberColumns.integers(integers, count);
        }
      }
    }
    out.ascend();
  }

  /** Writes floats of 32 bits, by their bits: they have no column of their own. */
  private static void plainFloats(Output out, long[] bits, int count, Place place) {
    int start = beginPlain(out);
    for (int i = 0; i < count; i++) {
      long mark = out.mark();
      out.position = out.float32(Float.intBitsToFloat((int) bits[i]), out.room(out.position));
      out.entryFor(place, mark);
    }
    endPlain(out, start);
  }

  private static void records(Output out, Alike alike, Object[] values, Host host, Shapes shapes) {
    Shape shape = alike.shape;
    int fields = shape.keys.length;
    int count = values.length;
    beginRecords(out, shape, count);
    if (alike.isUnion) {
      out.multiply(Gaps.charge(fields) * count);
    }
    Object[][] columns = new Object[fields][count];
    Object[] row = new Object[fields];
    for (int i = 0; i < count; i++) {
      alike.values(values[i], row);
      for (int field = 0; field < fields; field++) {
        columns[field][i] = row[field];
      }
    }
    for (int field = 0; field < fields; field++) {
      if (alike.isUnion && Arrays.asList(columns[field]).contains(Host.ABSENT)) {
        columnWithAbsent(out, columns[field], shape.places[field], host, shapes);
      } else {
        column(out, columns[field], shape.places[field], host, shapes);
      }
      columns[field] = null;
    }
    out.ascend();
  }

  /** Writes lists as a column of lists, if all that they hold is of one kind; else false. */
  private static boolean lists(Output out, Object[] values, Place place, Host host, Shapes shapes) {
    long[] lengths = new long[values.length];
    long total = 0;
    for (int i = 0; i < values.length; i++) {
      lengths[i] = ((List<?>) values[i]).size();
      total += lengths[i];
    }
    if (total > MAX_UNCHECKED) {
      Cycles.check(values, host);
    }
    List<Object> all = new ArrayList<>();
    for (Object value : values) {
      all.addAll((List<?>) value);
    }
    out.descend();
    boolean isWritten = lists(out, lengths, all.toArray(), place, host, shapes);
    out.ascend();
    return isWritten;
  }

  private static boolean lists(
      Output out, long[] lengths, Object[] all, Place place, Host host, Shapes shapes) {
    out.multiply(COLUMN_BYTES + (long) Input.VALUE_BYTES * (lengths.length + all.length));
    out.u8(Tag.Column.LISTS);
    out.numberColumns.integers(lengths, lengths.length);
    if (all.length == 0) {
      return true;
    }
    Category category = category(out, all[0], host);
    if (category == Category.NULL
        || category == Category.OTHER
        || !areAll(out, category, all, host)) {
      return false;
    }
    out.multiply(COLUMN_BYTES);
    if (category == Category.LIST) {
      return lists(out, all, place, host, shapes);
    }
    if (category == Category.RECORD) {
      Alike alike = Alike.of(all, host, shapes);
      if (alike != null) {
        records(out, alike, all, host, shapes);
      }
      return alike != null;
    }
    if (category == Category.TEXT) {
      out.textColumns.gather(all);
    }
    return scalars(out, category, all, place);
  }

  private ColumnWriter() {}
}
