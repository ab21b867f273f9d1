package dev.larder.internal.bind;

import dev.larder.internal.message.Output;
import dev.larder.internal.tree.Fields;

/**
 * Reaches into the objects of one class. Each is generated, as a nestmate of its class, by {@code
 * Generator}; where that cannot be done, it is {@code HandleCodec}.
 */
public abstract class ObjectCodec {
  /** Writes the values of all fields, in their order. */
  public abstract void write(Output out, Object object);

  /**
   * As {@link #write}, at level fast and from a position on: see {@link Output#ROOM}.
   *
   * @return where the values end
   */
  public abstract int writeFast(Output out, Object object, int at);

  /**
   * As {@link #write}, of an object with gaps: bits of which fields are null, then the values of
   * the others.
   */
  public abstract void writeGapped(Output out, Object object);

  /** How many fields are null. */
  public abstract int nulls(Object object);

  /** See {@link Fields#integers}. */
  public abstract void integers(Object[] objects, int field, long[] into);

  /** See {@link Fields#floats}. */
  public abstract void floats(Object[] objects, int field, double[] into);

  /** The value of a field, primitive ones as objects. */
  public abstract Object get(Object object, int field);

  /** An object whose fields are to be set; null for a record class. */
  public abstract Object create();

  /** Sets a field of what {@link #create} made. */
  public abstract void set(Object object, int field, Object value);

  /** Sets a field of each of the first {@code count} objects. */
  public abstract void setAll(Object[] objects, int field, Object[] values, int count);

  /**
   * As {@link #setAll}, of a primitive field for integers that have its range, or a boolean: false
   * is 0, true is 1.
   */
  public abstract void setIntegers(Object[] objects, int field, long[] values, int count);

  /** As {@link #setAll}, of a double. */
  public abstract void setFloats(Object[] objects, int field, double[] values, int count);

  /** A record of all its components' values, none null where the component is primitive. */
  public abstract Object build(Object[] values);
}
