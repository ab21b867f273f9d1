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
  /** A text with so many looks like data. */
  private static final int MANY_DIGITS = 4;

  /** Null for a map. */
  public final String className;

  /** Each a {@link Long} or a {@link String}. */
  public final Object[] keys;

  /** Of each key: where a profile's shape has its value; {@link Place#NONE} elsewhere. */
  public final Place[] places;

  /** Its number in the owner's profile; −1 if that has none like it. */
  public final int number;

  /**
   * Whether its keys look like data, so that maps of them are no records by themselves
   * (docs/FORMAT.md, "Lists and maps").
   */
  public final boolean isKeyed;

  /** What {@link Shapes#within} found; null before. */
  volatile Object within;

  /** What the owner reads records of this shape with; null as long as it has not met any. */
  public volatile Object binding;

  public Shape(String className, Object[] keys, Place[] places, int number) {
    this.className = className;
    this.keys = keys;
    this.places = places;
    this.number = number;
    isKeyed =
        className == null
            && (keys.length == 0
                || looksLikeData(keys[0])
                    && looksLikeData(keys[keys.length / 2])
                    && looksLikeData(keys[keys.length - 1]));
  }

  /** A shape of no profile. */
  public Shape(String className, Object... keys) {
    this(className, keys, new Place[keys.length], -1);
    Arrays.fill(places, Place.NONE);
  }

  /** Whether a key looks like data: others rarely have it. */
  static boolean looksLikeData(Object key) {
    if (!(key instanceof String text)) {
      return true;
    }
    int digits = 0;
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      if (next >= '0' && next <= '9' && (i == 0 || ++digits == MANY_DIGITS)) {
        return true;
      }
    }
    return false;
  }

  /** The same shape for another owner. */
  public Shape copy() {
    return new Shape(className, keys, places, number);
  }

  /** Whether it is of a class, or of none, and of these keys. */
  boolean isOf(String className, Object[] keys) {
    return Objects.equals(this.className, className) && Arrays.equals(this.keys, keys);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Shape shape && isOf(shape.className, shape.keys);
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
