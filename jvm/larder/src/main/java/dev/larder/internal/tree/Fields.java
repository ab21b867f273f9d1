package dev.larder.internal.tree;

import dev.larder.internal.message.Output;
import dev.larder.internal.shape.Shape;

/** The fields of one class, of many objects at a time: primitive ones without boxing them. */
public interface Fields {
  /** The shape that the objects are written as; a field's number is that of its key. */
  Shape shape();

  /** The primitive type of a field; null for any other. */
  Class<?> primitive(int field);

  /**
   * A field of each object, as an integer: false is 0, true is 1, a float is its bits. The field is
   * of a primitive type other than double.
   */
  void integers(Object[] objects, int field, long[] into);

  /** A field of each object, which is a double. */
  void floats(Object[] objects, int field, double[] into);

  /** A field of each object as {@link TreeWriter} writes it; primitive ones are boxed. */
  void values(Object[] objects, int field, Object[] into);

  /** How many fields of an object are null. */
  int nulls(Object object);

  /** Writes all fields of an object one after another, in their order. */
  void write(Output out, Object object);
}
