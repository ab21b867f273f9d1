package dev.larder.internal.bind;

import dev.larder.internal.message.Input;
import dev.larder.internal.shape.Shape;

/** How records of one shape become objects of one class: which key fills which field. */
public final class ReadPlan {
  public final ObjectType owner;
  public final Shape shape;

  /** For each key the number of its field; −1 for a key that the class does not have. */
  public final int[] fields;

  /** For each key that has a field. */
  public final Slot[] slots;

  public ReadPlan(ObjectType owner, Shape shape, int[] fields, Slot[] slots) {
    this.owner = owner;
    this.shape = shape;
    this.fields = fields;
    this.slots = slots;
  }

  /** The object of a row whose values were read before. */
  public Object row(Input in, Object[] values) {
    owner.charge(in);
    Object[] converted = owner.newValues();
    for (int key = 0; key < fields.length; key++) {
      if (fields[key] >= 0) {
        converted[fields[key]] = convert(in, key, values[key]);
      }
    }
    return owner.make(converted, fields);
  }

  private Object convert(Input in, int key, Object value) {
    Property property = owner.properties().get(fields[key]);
    if (value == null && property.isPrimitive()) {
      throw slots[key].conflict(in, (Object) null);
    }
    return property.binding.convertField(in, value, slots[key]);
  }

  /** Reads the value of a key that has a field. */
  public Object read(Input in, int key) {
    Property property = owner.properties().get(fields[key]);
    Object value = property.binding.readField(in, slots[key]);
    if (value == null && property.isPrimitive()) {
      throw slots[key].conflict(in, (Object) null);
    }
    return value;
  }
}
