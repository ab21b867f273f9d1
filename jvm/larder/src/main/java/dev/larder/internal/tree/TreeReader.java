package dev.larder.internal.tree;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.internal.bytes.FloatBits;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Gaps;
import dev.larder.internal.message.Input;
import dev.larder.internal.shape.KeyHashes;
import dev.larder.internal.shape.Shape;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Larder bytes into values of the JDK, and of a {@link Host} where the format does not know them
 * (docs/FORMAT.md, "Values").
 *
 * <p>null, {@link Boolean}, {@link Double}, {@link String} and {@code byte[]} are themselves; an
 * integer is what {@link Host#integer} makes of it, and beyond 64 bits a {@link BigInteger}; floats
 * of 32 bits are {@link Float}, decimal numbers {@link BigDecimal}, times of day {@link LocalTime},
 * UUIDs {@link UUID}, lists {@link ArrayList}, maps {@link LinkedHashMap}. A key of a map that is
 * bytes is a read-only {@link ByteBuffer}, and a NaN that is not Java's own a {@link FloatBits}.
 */
public final class TreeReader {
  private static final long DAY_NANOSECONDS = 86_400L * 1_000_000_000;

  /** What a key and its value of a keyed map are charged, and an extension. */
  public static final int LARGE_VALUE_BYTES = 4 * Input.VALUE_BYTES;

  /** What a keyed map is charged beside its keys and values. */
  private static final int EMPTY_MAP_BYTES = 3 * Input.VALUE_BYTES;

  /** The next value. */
  public static Object value(Input in, Place place, Host host) {
    return value(in, in.u8(), place, host);
  }

  /** Passes over the next value, of which {@code host} need not make everything. */
  public static void skip(Input in, Place place, Host host) {
    Input.PassedOver began = in.passOver();
    value(in, place, host);
    in.passedOver(began);
  }

  /** The value of a tag that was read. */
  public static Object value(Input in, int tag, Place place, Host host) {
    if (tag < Tag.SMALL_INTS) {
      return host.integer(tag);
    }
    if (tag < Tag.TEXT + Tag.SHORT_TEXT_BYTES) {
      return in.shortText(tag);
    }
    if (Tag.isEntry(tag)) {
      return ColumnReader.entry(in, in.entry(tag, place), place, host);
    }
    if (Tag.isRecord(tag)) {
      return record(in, in.record(tag), host);
    }
    if (Tag.isInteger(tag)) {
      return host.integer(in.integer(tag));
    }
    if (Tag.isFloat(tag)) {
      return in.floatNumber(tag);
    }
    if (Tag.isText(tag)) {
      return in.text(tag, place);
    }
    return switch (tag) {
      case Tag.NULL -> null;
      case Tag.FALSE -> false;
      case Tag.TRUE -> true;
      case Tag.BYTES -> KeyReader.bytes(in);
      case Tag.LIST, Tag.PACKED_LIST, Tag.ROWS -> listOf(in, tag, place, host);
      case Tag.GAPPED_RECORD -> record(in, Gaps.ofRecord(in), host);
      case Tag.MAP -> map(in, place, host);
      case Tag.PAIRS -> pairs(in, place, host);
      case Tag.EXTENSION -> extension(in, place, host);
      default -> throw in.errorAtTag(ErrorKind.BAD_TAG, "a reserved tag");
    };
  }

  // Lists and maps.

  private static List<Object> listOf(Input in, int tag, Place place, Host host) {
    in.descend();
    List<Object> list;
    if (tag == Tag.LIST) {
      int count = in.length();
      in.charge(count * (long) Input.VALUE_BYTES);
      list = new ArrayList<>(count);
      in.made(list);
      for (int i = 0; i < count; i++) {
        list.add(value(in, place, host));
      }
    } else if (tag == Tag.ROWS) {
      Gaps rows = Gaps.ofRows(in);
      list = new ArrayList<>(rows.count);
      in.made(list);
      for (int i = 0; i < rows.count; i++) {
        list.add(record(in, rows, host));
      }
    } else {
      int count = columnCount(in);
      list = new ArrayList<>(count);
      in.made(list);
      list.addAll(Arrays.asList(ColumnReader.values(in, count, place, host)));
    }
    in.ascend();
    return list;
  }

  /**
   * The values of a list, whose tag was read. Whoever makes something of them says that it was
   * {@link Input#made} before, if it can.
   */
  public static Object[] list(Input in, int tag, Place place, Host host) {
    in.descend();
    Object[] values;
    if (tag == Tag.LIST) {
      int count = in.length();
      in.charge(count * (long) Input.VALUE_BYTES);
      values = new Object[count];
      for (int i = 0; i < count; i++) {
        values[i] = value(in, place, host);
      }
    } else if (tag == Tag.PACKED_LIST) {
      values = ColumnReader.values(in, columnCount(in), place, host);
    } else if (tag == Tag.ROWS) {
      Gaps rows = Gaps.ofRows(in);
      values = new Object[rows.count];
      for (int i = 0; i < values.length; i++) {
        values[i] = record(in, rows, host);
      }
    } else {
      throw in.errorAtTag(ErrorKind.BAD_TAG, "expected a list");
    }
    in.ascend();
    return values;
  }

  static int columnCount(Input in) {
    int count = ColumnReader.count(in, Input.VALUE_BYTES, 0);
    if (count == 0) {
      throw in.error(ErrorKind.BAD_COLUMN, "a column of no values");
    }
    return count;
  }

  private static Object record(Input in, Shape shape, Host host) {
    if (shape.className != null) {
      return host.record(in, shape);
    }
    in.beginRecord(shape);
    Object[] keys = shape.keys;
    Map<Object, Object> map = new LinkedHashMap<>(KeyReader.capacity(keys.length));
    in.made(map);
    for (int i = 0; i < keys.length; i++) {
      map.put(KeyReader.key(keys[i], host), value(in, shape.places[i], host));
    }
    in.ascend();
    return map;
  }

  /** The next of records that may have gaps. */
  public static Object record(Input in, Gaps gaps, Host host) {
    Shape shape = gaps.shape;
    if (shape.className != null) {
      return host.record(in, gaps);
    }
    gaps.next(in);
    Object[] keys = shape.keys;
    Map<Object, Object> map = new LinkedHashMap<>(KeyReader.capacity(gaps.size()));
    in.made(map);
    for (int i = 0; i < keys.length; i++) {
      if (gaps.hasValue(i)) {
        map.put(KeyReader.key(keys[i], host), value(in, shape.places[i], host));
      } else if (!gaps.lacks(i)) {
        map.put(KeyReader.key(keys[i], host), null);
      }
    }
    in.ascend();
    return map;
  }

  private static Map<Object, Object> pairs(Input in, Place place, Host host) {
    in.descend();
    int start = in.position;
    int count = beginPairs(in);
    Map<Object, Object> map = new LinkedHashMap<>(KeyReader.capacity(count));
    in.made(map);
    Object[] keys = new Object[count];
    Object[] values = new Object[count];
    for (int i = 0; i < count; i++) {
      keys[i] = KeyReader.key(in, host);
      values[i] = value(in, place, host);
    }
    put(in, map, keys, values, start);
    in.ascend();
    return map;
  }

  /** How many keys and values stand in turn after the tag of a map; they are charged. */
  public static int beginPairs(Input in) {
    int count = in.length();
    if (count > in.remaining() / 2) {
      throw in.truncated();
    }
    in.charge((long) LARGE_VALUE_BYTES * count + EMPTY_MAP_BYTES);
    return count;
  }

  /** The next key of a map whose keys and values stand in turn. */
  public static Object key(Input in, Host host) {
    return KeyReader.key(in, host);
  }

  /**
   * Puts keys and values into a map that has none.
   *
   * @param start where the map stands
   */
  public static void put(
      Input in, Map<Object, Object> map, Object[] keys, Object[] values, int start) {
    if (keys.length > 0) {
      KeyHashes.check(in, keys);
    }
    for (int i = 0; i < keys.length; i++) {
      map.put(keys[i], values[i]);
    }
    if (map.size() < keys.length) {
      throw in.errorAt(ErrorKind.DUPLICATE_KEY, start, "a duplicate key in a map");
    }
  }

  private static Map<Object, Object> map(Input in, Place place, Host host) {
    in.descend();
    int start = in.position;
    int count = ColumnReader.count(in, LARGE_VALUE_BYTES, 0);
    // Two bytes pay for an empty map that stands in a list.
    in.charge(EMPTY_MAP_BYTES);
    Map<Object, Object> map = new LinkedHashMap<>(KeyReader.capacity(count));
    in.made(map);
    if (count > 0) {
      Object[] keys = ColumnReader.keys(in, count, host);
      put(in, map, keys, ColumnReader.values(in, count, place, host), start);
    }
    in.ascend();
    return map;
  }

  // Extensions.

  private static Object extension(Input in, Place place, Host host) {
    int kind = in.u8();
    // What the host keeps for it beside the value itself.
    in.charge(LARGE_VALUE_BYTES);
    switch (kind) {
      case Tag.Extension.BIG_INT:
        byte[] big = in.big();
        if (big.length <= 8) {
          throw in.error(ErrorKind.BAD_NUMBER, "a big integer that fits in 64 bits");
        }
        return new BigInteger(big);
      case Tag.Extension.FLOAT_32:
        return Float.intBitsToFloat((int) in.u32());
      case Tag.Extension.DECIMAL:
        int scale = int32(in, "a scale beyond 32 bits");
        return new BigDecimal(new BigInteger(in.big()), scale);
      case Tag.Extension.DATE:
        return host.date(in, in.zigzag());
      case Tag.Extension.TIME:
        long time = in.varint();
        if (time < 0 || time >= DAY_NANOSECONDS) {
          throw in.error(ErrorKind.BAD_NUMBER, "a time of day of 24 hours or more");
        }
        return LocalTime.ofNanoOfDay(time);
      case Tag.Extension.DATE_TIME:
        return host.dateTime(in, in.zigzag(), nanoseconds(in));
      case Tag.Extension.INSTANT:
        return host.instant(in, in.zigzag(), nanoseconds(in));
      case Tag.Extension.ZONED:
        return zoned(in, place, host);
      case Tag.Extension.DURATION:
        return host.duration(in, in.zigzag(), nanoseconds(in));
      case Tag.Extension.UUID:
        long high = Long.reverseBytes(in.i64());
        return new UUID(high, Long.reverseBytes(in.i64()));
      case Tag.Extension.ENUM:
        String enumName = name(in, place);
        return host.enumCase(in, enumName, name(in, place));
      case Tag.Extension.CUSTOM:
        return custom(in, place, host);
      case Tag.Extension.TYPED:
        String className = name(in, place);
        in.descend();
        Object typed = host.typed(in, className, place);
        in.ascend();
        return typed;
      case Tag.Extension.KIND:
        int of = in.u8();
        String kindName = of < Tag.NAMED_KIND ? null : name(in, place);
        in.descend();
        Object made = host.kind(in, of, kindName, place);
        in.ascend();
        return made;
      case Tag.Extension.SHARED, Tag.Extension.REFERENCE:
        if (in.rows > 0) {
          throw in.errorAtTag(ErrorKind.BAD_TAG, "a shared value where none is allowed");
        }
        in.descend();
        Object shared = host.shared(in, kind == Tag.Extension.REFERENCE, place);
        in.ascend();
        return shared;
      case Tag.Extension.AGAIN:
        return host.again(in);
      default:
        throw in.errorAtTag(ErrorKind.UNSUPPORTED, "an extension that this release does not know");
    }
  }

  private static Object zoned(Input in, Place place, Host host) {
    long seconds = in.zigzag();
    int nanoseconds = nanoseconds(in);
    int offset = int32(in, "an offset beyond 32 bits");
    return host.zoned(in, seconds, nanoseconds, offset, name(in, place));
  }

  private static Object custom(Input in, Place place, Host host) {
    String className = name(in, place);
    int length = in.length();
    in.charge(length);
    int at = in.take(length);
    return host.custom(in, className, Arrays.copyOfRange(in.bytes, at, at + length));
  }

  private static int int32(Input in, String message) {
    long value = in.zigzag();
    if (value != (int) value) {
      throw in.error(ErrorKind.BAD_NUMBER, message);
    }
    return (int) value;
  }

  private static int nanoseconds(Input in) {
    long nanoseconds = in.varint();
    if (nanoseconds < 0 || nanoseconds >= 1_000_000_000) {
      throw in.error(ErrorKind.BAD_NUMBER, "nanoseconds of a second or more");
    }
    return (int) nanoseconds;
  }

  /** A text that names a class, a case or a zone. */
  public static String name(Input in, Place place) {
    int tag = in.u8();
    if (Tag.isText(tag)) {
      return in.text(tag, place);
    }
    if (!Tag.isEntry(tag)) {
      throw in.errorAtTag(ErrorKind.BAD_TAG, "expected a name");
    }
    Object entry = in.entry(tag, place);
    if (entry instanceof String name) {
      return name;
    }
    Input.Outside outside = in.enter((byte[]) entry);
    String name;
    try {
      name = name(in, place);
    } catch (LarderException e) {
      throw in.within(outside, e);
    }
    in.leave(outside);
    return name;
  }

  private TreeReader() {}
}
