package dev.larder.internal.tree;

import dev.larder.Level;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.message.Gaps;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.shape.Shapes;
import java.util.ConcurrentModificationException;
import java.util.Map;

/** Records with gaps, and lists of records in rows (docs/FORMAT.md, "Gaps"). */
public final class RecordWriter {
  /** Writes a list of maps, or objects, that are alike, one after another. */
  static void rows(Output out, Alike alike, Object[] values, Host host) {
    Shape shape = alike.shape;
    int keys = shape.keys.length;
    int gap = alike.isUnion ? Tag.Gap.ABSENT : Tag.Gap.NONE;
    if (gap == Tag.Gap.NONE && out.level != Level.FAST) {
      long nulls = 0;
      for (Object value : values) {
        nulls += nulls(value, host);
      }
      gap = nulls > values.length * ((keys + 7L) / 8) ? Tag.Gap.NULL : Tag.Gap.NONE;
    }
    beginRows(out, shape, gap, values.length);
    Object[] row = gap == Tag.Gap.NONE ? null : new Object[keys];
    for (Object value : values) {
      out.descend();
      if (row != null) {
        alike.values(value, row);
        gapped(out, shape, gap, row, host);
      } else if (value instanceof Map<?, ?> map) {
        values(out, shape, map, host);
      } else {
        host.writeRow(out, value);
      }
      out.ascend();
    }
  }

  /** Writes a list of objects of one class, one after another. */
  static void rows(Output out, Fields fields, Object[] objects, Host host) {
    Shape shape = fields.shape();
    int keys = shape.keys.length;
    int count = objects.length;
    boolean isGapped = false;
    if (out.level != Level.FAST) {
      long nulls = 0;
      for (Object object : objects) {
        nulls += fields.nulls(object);
      }
      isGapped = nulls > count * ((keys + 7L) / 8);
    }
    beginRows(out, shape, isGapped ? Tag.Gap.NULL : Tag.Gap.NONE, count);
    Object[] row = isGapped ? new Object[keys] : null;
    for (Object object : objects) {
      out.descend();
      if (isGapped) {
        host.values(object, row);
        gapped(out, shape, Tag.Gap.NULL, row, host);
      } else {
        fields.write(out, object);
      }
      out.ascend();
    }
  }

  private static void beginRows(Output out, Shape shape, int gap, int count) {
    out.u8(Tag.ROWS);
    out.varint(count);
    out.gapsHead(shape, gap);
    out.multiply((long) Input.VALUE_BYTES * count);
  }

  /** How many values of a map, or an object, are null. */
  static int nulls(Object value, Host host) {
    if (!(value instanceof Map<?, ?> map)) {
      return host.nulls(value);
    }
    int nulls = 0;
    for (Object each : map.values()) {
      nulls += each == null ? 1 : 0;
    }
    return nulls;
  }

  /** Writes which keys of a record have no value, and the values of the others. */
  private static void gapped(Output out, Shape shape, int gap, Object[] values, Host host) {
    Object none = gap == Tag.Gap.ABSENT ? Host.ABSENT : null;
    out.multiply(
        gap == Tag.Gap.ABSENT
            ? Gaps.charge(values.length)
            : (long) Input.VALUE_BYTES * values.length);
    out.ensure(values.length / 8 + 1);
    int bits = 0;
    for (int i = 0; i < values.length; i++) {
      bits |= values[i] == none ? 1 << (i & 7) : 0;
      if ((i & 7) == 7 || i == values.length - 1) {
        out.u8(bits);
        bits = 0;
      }
    }
    for (int i = 0; i < values.length; i++) {
      if (values[i] != none) {
        host.writeValue(out, values[i], shape.places[i]);
      }
    }
  }

  /** Whether an object of so many keys, with so many nulls, is shorter with gaps. */
  public static boolean hasManyNulls(Output out, int nulls, int keys) {
    return nulls > 1 + (keys + 7) / 8 && out.level != Level.FAST && !out.valueByValue;
  }

  /** Writes a record with gaps, if it is to have some; if not, nothing. */
  static boolean withGaps(
      Output out, Shape shape, int nulls, Object[] values, Host host, Shapes shapes) {
    if (values.length != shape.keys.length) {
      throw new ConcurrentModificationException("a map that changes while it is encoded");
    }
    Shapes.Within within = within(out, shape, shapes);
    if (within != null) {
      Object[] all = new Object[within.gaps().length];
      int next = 0;
      for (int i = 0; i < all.length; i++) {
        all[i] = within.gaps()[i] ? Host.ABSENT : values[next++];
      }
      out.u8(Tag.GAPPED_RECORD);
      out.gapsHead(within.shape(), Tag.Gap.ABSENT);
      gapped(out, within.shape(), Tag.Gap.ABSENT, all, host);
      return true;
    }
    if (!hasManyNulls(out, nulls, values.length)) {
      return false;
    }
    out.u8(Tag.GAPPED_RECORD);
    out.gapsHead(shape, Tag.Gap.NULL);
    gapped(out, shape, Tag.Gap.NULL, values, host);
    return true;
  }

  /** The profile's shape that a record of another shape is written with; null for none. */
  static Shapes.Within within(Output out, Shape shape, Shapes shapes) {
    return out.under() == null || shape.number >= 0 || out.valueByValue
        ? null
        : shapes.within(shape);
  }

  /** Writes the values of a map of a shape. */
  static void values(Output out, Shape shape, Map<?, ?> map, Host host) {
    int next = 0;
    for (Object value : map.values()) {
      if (next < shape.places.length) {
        host.writeValue(out, value, shape.places[next]);
      }
      next++;
    }
    if (next != shape.places.length) {
      throw new ConcurrentModificationException("a map that changes while it is encoded");
    }
  }

  private RecordWriter() {}
}
