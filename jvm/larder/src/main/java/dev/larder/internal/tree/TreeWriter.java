package dev.larder.internal.tree;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.Level;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.shape.Shapes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.UUID;

/**
 * Values of the JDK, and those that a {@link Host} knows, into Larder bytes: the canonical encoding
 * (docs/FORMAT.md, "Values", "Lists and maps").
 */
public final class TreeWriter {
  /** Maps of at least so many integers are columns. */
  private static final int MIN_KEY_COLUMN = 16;

  /**
   * Writes a value.
   *
   * @param place where it stands
   * @param shapes those of the maps that the same profile has written
   * @throws LarderException of kind {@link ErrorKind#TOO_DEEP}, or of what the host says
   */
  public static void value(Output out, Object value, Place place, Host host, Shapes shapes) {
    if (value instanceof String text) {
      out.text(text, place);
    } else if (value == null) {
      out.nullValue();
    } else if (value instanceof Integer number) {
      out.integer(number, place);
    } else if (value instanceof Boolean bool) {
      out.bool(bool);
    } else if (value instanceof Double number) {
      out.floatNumber(number, place);
    } else if (Shapes.isInteger(value) && host.kind(value) == 0) {
      out.integer(((Number) value).longValue(), place);
    } else {
      long mark = out.mark();
      other(out, value, place, host, shapes);
      out.entryFor(place, mark);
    }
  }

  private static void other(Output out, Object value, Place place, Host host, Shapes shapes) {
    if (value instanceof List<?> list) {
      if (host.isOwn(out, list)) {
        host.write(out, list, place);
      } else {
        list(out, list, place, host, shapes);
      }
    } else if (value instanceof Map<?, ?> map) {
      if (host.isOwn(out, map)) {
        host.write(out, map, place);
      } else {
        map(out, map, place, host, shapes);
      }
    } else if (value instanceof byte[] bytes) {
      if (host.isOwn(out, bytes)) {
        host.write(out, bytes, place);
      } else {
        out.bytes(bytes);
      }
    } else if (ColumnWriter.isScalar(value)
        && !(value instanceof BigInteger && host.kind(value) != 0)) {
      scalar(out, value, place);
    } else {
      host.write(out, value, place);
    }
  }

  /**
   * Begins a value of a kind: what it is made of follows, then {@link #endKind}.
   *
   * @return where what it is made of begins
   */
  public static long beginKind(Output out, int kind, String name, Place place) {
    out.u8(Tag.EXTENSION);
    out.u8(Tag.Extension.KIND);
    out.u8(kind);
    if (kind >= Tag.NAMED_KIND) {
      out.text(name, place);
    }
    out.descend();
    return out.mark();
  }

  /** Ends a value of a kind; what it is made of may be an entry, as any value. */
  public static void endKind(Output out, Place place, long mark) {
    out.entryFor(place, mark);
    out.ascend();
  }

  // Extensions.

  private static void scalar(Output out, Object value, Place place) {
    if (value instanceof BigInteger number && number.bitLength() < Long.SIZE) {
      out.integer(number.longValue());
      return;
    }
    out.u8(Tag.EXTENSION);
    if (value instanceof Float number) {
      out.u8(Tag.Extension.FLOAT_32);
      out.u32(Float.floatToRawIntBits(number));
    } else if (value instanceof BigInteger number) {
      out.u8(Tag.Extension.BIG_INT);
      out.counted(number.toByteArray());
    } else if (value instanceof BigDecimal number) {
      out.u8(Tag.Extension.DECIMAL);
      out.zigzag(number.scale());
      out.counted(number.unscaledValue().toByteArray());
    } else if (value instanceof LocalDate date) {
      out.u8(Tag.Extension.DATE);
      out.zigzag(date.toEpochDay());
    } else if (value instanceof LocalTime time) {
      out.u8(Tag.Extension.TIME);
      out.varint(time.toNanoOfDay());
    } else if (value instanceof LocalDateTime time) {
      moment(out, Tag.Extension.DATE_TIME, time.toEpochSecond(ZoneOffset.UTC), time.getNano());
    } else if (value instanceof Instant time) {
      moment(out, Tag.Extension.INSTANT, time.getEpochSecond(), time.getNano());
    } else if (value instanceof ZonedDateTime time) {
      zoned(out, time.toLocalDateTime(), time.getOffset(), time.getZone().getId(), place);
    } else if (value instanceof OffsetDateTime time) {
      zoned(out, time.toLocalDateTime(), time.getOffset(), "", place);
    } else if (value instanceof Duration duration) {
      moment(out, Tag.Extension.DURATION, duration.getSeconds(), duration.getNano());
    } else {
      UUID uuid = (UUID) value;
      out.u8(Tag.Extension.UUID);
      out.i64(Long.reverseBytes(uuid.getMostSignificantBits()));
      out.i64(Long.reverseBytes(uuid.getLeastSignificantBits()));
    }
  }

  private static void moment(Output out, int kind, long seconds, int nanoseconds) {
    out.u8(kind);
    out.zigzag(seconds);
    out.varint(nanoseconds);
  }

  private static void zoned(
      Output out, LocalDateTime time, ZoneOffset offset, String zone, Place place) {
    moment(out, Tag.Extension.ZONED, time.toEpochSecond(ZoneOffset.UTC), time.getNano());
    out.zigzag(offset.getTotalSeconds());
    out.text(zone, place);
  }

  // Lists and maps.

  private static void list(Output out, List<?> list, Place place, Host host, Shapes shapes) {
    int count = list.size();
    boolean mayBeInColumn = count >= 2 && mayBeInColumn(list.get(0)) && mayBeInColumn(list.get(1));
    if (!(list instanceof RandomAccess) || mayBeInColumn) {
      list(out, list.toArray(), place, host, shapes);
      return;
    }
    out.descend();
    out.u8(Tag.LIST);
    out.varint(count);
    for (int i = 0; i < count; i++) {
      value(out, list.get(i), place, host, shapes);
    }
    out.ascend();
  }

  /** Whether lists of such values may be columns or rows. */
  private static boolean mayBeInColumn(Object value) {
    return value != null
        && !(value instanceof byte[])
        && (value instanceof BigInteger || !ColumnWriter.isScalar(value));
  }

  /** Writes a list of these values. */
  public static void list(Output out, Object[] values, Place place, Host host, Shapes shapes) {
    out.descend();
    if (values.length < 2
        || out.valueByValue
        || !ColumnWriter.list(out, values, place, host, shapes)) {
      out.u8(Tag.LIST);
      out.varint(values.length);
      boolean areObjects = values.length > 0 && host.fields(values) != null;
      for (Object value : values) {
        if (areObjects) {
          long mark = out.mark();
          host.write(out, value, place);
          out.entryFor(place, mark);
        } else {
          value(out, value, place, host, shapes);
        }
      }
    }
    out.ascend();
  }

  /** Writes an object of a shape that has a class, by its values. */
  public static void record(Output out, Shape shape, Object[] values, Host host, Shapes shapes) {
    out.descend();
    int nulls = 0;
    for (Object value : values) {
      nulls += value == null ? 1 : 0;
    }
    if (!RecordWriter.withGaps(out, shape, nulls, values, host, shapes)) {
      out.record(shape);
      for (int i = 0; i < values.length; i++) {
        value(out, values[i], shape.places[i], host, shapes);
      }
    }
    out.ascend();
  }

  /** Writes a map as it is, whatever the host would make of it. */
  public static void map(Output out, Map<?, ?> map, Place place, Host host, Shapes shapes) {
    out.descend();
    Shape shape = shapes.find(map);
    if (shape == null) {
      keyedMap(out, map, place, host, shapes);
    } else {
      int nulls = out.level == Level.FAST ? 0 : RecordWriter.nulls(map, host);
      boolean mayHaveGaps =
          RecordWriter.within(out, shape, shapes) != null
              || RecordWriter.hasManyNulls(out, nulls, shape.keys.length);
      if (!mayHaveGaps
          || !RecordWriter.withGaps(out, shape, nulls, map.values().toArray(), host, shapes)) {
        out.record(shape);
        RecordWriter.values(out, shape, map, host);
      }
    }
    out.ascend();
  }

  /** A map of keys and values in turn, or each in a column. */
  private static void keyedMap(Output out, Map<?, ?> map, Place place, Host host, Shapes shapes) {
    Object[] keys = map.keySet().toArray();
    Object[] values = map.values().toArray();
    if (keys.length != values.length) {
      throw new ConcurrentModificationException("a map that changes while it is encoded");
    }
    boolean areIntegers = ColumnWriter.areIntegers(keys);
    if (keys.length > 0
        && (!areIntegers || keys.length < MIN_KEY_COLUMN || out.level == Level.FAST)) {
      beginPairs(out, keys.length);
      for (int i = 0; i < keys.length; i++) {
        ColumnWriter.key(out, keys[i]);
        value(out, values[i], place, host, shapes);
      }
      return;
    }
    out.u8(Tag.MAP);
    out.varint(keys.length);
    out.multiply(4L * Input.VALUE_BYTES * keys.length);
    if (keys.length > 0) {
      ColumnWriter.keys(out, keys);
      ColumnWriter.column(out, values, place, host, shapes);
    }
  }

  /** Whether a map may be two columns: it has many keys, and its first is an integer. */
  public static boolean mayBeColumns(Map<?, ?> map) {
    return map.size() >= MIN_KEY_COLUMN && Shapes.isInteger(map.keySet().iterator().next());
  }

  /** Writes a key of a map whose keys and values stand in turn. */
  public static void key(Output out, Object key) {
    ColumnWriter.key(out, key);
  }

  /** Begins a map of so many keys and values, which follow in turn. */
  public static void beginPairs(Output out, int count) {
    out.multiply(4L * Input.VALUE_BYTES * count);
    out.u8(Tag.PAIRS);
    out.varint(count);
  }

  private TreeWriter() {}
}
