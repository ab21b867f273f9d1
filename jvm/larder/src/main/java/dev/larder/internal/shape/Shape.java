package dev.larder.internal.shape;

import dev.larder.internal.dictionary.Place;
import java.util.Arrays;
import java.util.Objects;

/**
 * An ordered list of distinct keys, with a class name or none (docs/FORMAT.md, "Shapes").
 *
 * <p>A shape belongs to one {@link dev.larder.Larder}, which keeps what it made of it in {@link
 * #binding}.
 */
public final class Shape {
  /** Null for a map. */
  public final String className;

  /** Each a {@link Long} or a {@link String}. */
  public final Object[] keys;

  /** Of each key: where a profile's shape has its value; {@link Place#NONE} elsewhere. */
  public final Place[] places;

  /** Its number in the owner's profile; −1 if that has none like it. */
  public final int number;

  /** What the owner reads records of this shape with; null as long as it has not met any. */
  public volatile Object binding;

  /** Its canonical definition, which {@code Definitions} makes; null before that. */
  byte[] definition;

  public Shape(String className, Object[] keys, Place[] places, int number) {
    this.className = className;
    this.keys = keys;
    this.places = places;
    this.number = number;
  }

  /** A shape of no profile. */
  public Shape(String className, Object... keys) {
    this(className, keys, new Place[keys.length], -1);
    Arrays.fill(places, Place.NONE);
  }

  /** The same shape for another owner. */
  public Shape copy() {
    return new Shape(className, keys, places, number);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Shape shape
        && Objects.equals(className, shape.className)
        && Arrays.equals(keys, shape.keys);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(keys) + Objects.hashCode(className);
  }

  @Override
  public String toString() {
    return (className == null ? "" : className + " ") + Arrays.toString(keys);
  }
}
