package dev.larder.internal.bind;

import dev.larder.internal.message.Gaps;
import dev.larder.internal.message.Input;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.tree.Host;
import dev.larder.internal.tree.Rows;
import dev.larder.internal.tree.TreeReader;

/** How records of one shape become objects of one class: which key fills which field. */
public final class ReadPlan implements Rows {
  public final ObjectType owner;
  public final Shape shape;

  /** For each key the number of its field; −1 for a key that the class does not have. */
  public final int[] fields;

  /** For each key that has a field. */
  public final Slot[] slots;

  /** What takes values for which the class has no field. */
  private final Host skipping;

  public ReadPlan(ObjectType owner, Shape shape, int[] fields, Slot[] slots, Host skipping) {
    this.skipping = skipping;
    this.owner = owner;
    this.shape = shape;
    this.fields = fields;
    this.slots = slots;
  }

  /** The object of a row whose values were read before: see {@link Host#row}. */
  public Object row(Input in, Object[] values) {
    owner.charge(in);
    Object[] converted = owner.newValues();
    int[] given = fields;
    for (int key = 0; key < fields.length; key++) {
      if (fields[key] < 0) {
        continue;
      }
      if (values[key] != Host.ABSENT) {
        converted[fields[key]] = convert(in, key, values[key]);
      } else {
        given = given == fields ? fields.clone() : given;
        given[key] = -1;
      }
    }
    return owner.make(converted, given);
  }

  @Override
  public Class<?> primitive(int key) {
    return fields[key] < 0 ? null : owner.primitive(fields[key]);
  }

  @Override
  public void make(Input in, Object[] columns, Object[] into, int count) {
    for (int i = 0; i < count; i++) {
      owner.charge(in);
    }
    for (int key = 0; key < fields.length; key++) {
      if (fields[key] >= 0 && columns[key] instanceof Object[] values) {
        for (int i = 0; i < count; i++) {
          values[i] = convert(in, key, values[i]);
        }
      } else if (fields[key] >= 0 && columns[key] instanceof long[] integers) {
        checkRange(in, key, integers, count);
      }
    }
    ObjectCodec codec = owner.codec();
    for (int i = 0; i < count; i++) {
      into[i] = codec.create();
    }
    for (int key = 0; key < fields.length; key++) {
      if (fields[key] < 0) {
        continue;
      }
      if (columns[key] instanceof long[] integers) {
        codec.setIntegers(into, fields[key], integers, count);
      } else if (columns[key] instanceof double[] floats) {
        codec.setFloats(into, fields[key], floats, count);
      } else {
        codec.setAll(into, fields[key], (Object[]) columns[key], count);
      }
    }
  }

  /** Refuses integers that the type of a field does not have, as {@link #convert} does. */
  private void checkRange(Input in, int key, long[] integers, int count) {
    Class<?> type = primitive(key);
    if (type == long.class || type == boolean.class) {
      return;
    }
    int unused = type == int.class ? 32 : type == short.class ? 48 : 56;
    for (int i = 0; i < count; i++) {
      if (integers[i] << unused >> unused != integers[i]) {
        convert(in, key, integers[i]);
      }
    }
  }

  /**
   * Reads an object, key by key.
   *
   * @param gaps which keys have no value; null for none
   */
  public Object read(Input in, Gaps gaps) {
    ObjectCodec codec = owner.codec();
    Object[] values = null;
    Object bean = null;
    if (owner.isRecord()) {
      in.madeLater();
      values = owner.newValues();
    } else {
      bean = codec.create();
      in.made(bean);
    }
    for (int key = 0; key < fields.length; key++) {
      boolean isThere = gaps == null || gaps.hasValue(key);
      if (fields[key] < 0) {
        if (isThere) {
          TreeReader.skip(in, shape.places[key], skipping);
        }
        continue;
      }
      if (!isThere && gaps.lacks(key)) {
        continue;
      }
      Object value = isThere ? read(in, key) : convert(in, key, null);
      if (values != null) {
        values[fields[key]] = value;
      } else {
        codec.set(bean, fields[key], value);
      }
    }
    return values != null ? codec.build(values) : bean;
  }

  private Object convert(Input in, int key, Object value) {
    Property property = owner.properties().get(fields[key]);
    if (value == null && property.isPrimitive()) {
      throw slots[key].conflict(in, (Object) null);
    }
    return property.binding.convertField(in, value, slots[key]);
  }

  /** Reads the value of a key that has a field. */
  private Object read(Input in, int key) {
    Property property = owner.properties().get(fields[key]);
    Object value = property.binding.readField(in, slots[key]);
    if (value == null && property.isPrimitive()) {
      throw slots[key].conflict(in, (Object) null);
    }
    return value;
  }
}
