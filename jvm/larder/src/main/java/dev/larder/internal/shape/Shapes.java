package dev.larder.internal.shape;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The shapes of maps that were written lately: maps of the same keys have the same one, a profile's
 * if that has an equal one.
 *
 * <p>A shape has a place by the hash of its keys, and the one beside it should that be taken; what
 * comes last displaces what was there, and all go when together they have many keys. Thread-safe.
 */
public final class Shapes {
  /** Maps of integers alone, and of at least so many, are no records. */
  private static final int MIN_INTEGER_MAP = 16;

  private static final int SLOTS = 1024;

  /** Shapes of more keys are made each time. */
  private static final int MAX_KEYS = 512;

  private static final int MAX_KEYS_OF_ALL = 64 << 10;

  private final Map<Shape, Shape> ofProfile = new HashMap<>();
  private final AtomicReferenceArray<Shape> slots = new AtomicReferenceArray<>(SLOTS);
  private int keysOfAll;

  /**
   * @param profileShapes those of the profile that is written under, by number; of equal ones the
   *     last is taken
   */
  public Shapes(Shape... profileShapes) {
    for (Shape shape : profileShapes) {
      // The key of a map stays when its value is replaced: both must be the last.
      ofProfile.remove(shape);
      ofProfile.put(shape, shape);
    }
  }

  /** The shape of a map that is written as a record; null for one that is not. */
  public Shape find(Map<?, ?> map) {
    int hash = 0;
    int count = 0;
    boolean hasText = false;
    for (Object key : map.keySet()) {
      if (key instanceof String text) {
        hash = 31 * hash + text.hashCode();
        hasText = true;
      } else if (isInteger(key)) {
        hash = 31 * hash + Long.hashCode(((Number) key).longValue());
      } else {
        return null;
      }
      count++;
    }
    if (count == 0 || !hasText && count >= MIN_INTEGER_MAP) {
      return null;
    }
    int slot = (hash ^ hash >>> 16) & SLOTS - 1;
    Shape known = slots.get(slot);
    if (known != null && has(known, map)) {
      return known;
    }
    known = slots.get(slot ^ 1);
    if (known != null && has(known, map)) {
      return known;
    }
    return make(map, slot);
  }

  /** Whether a key is an integer of at most 64 bits. */
  public static boolean isInteger(Object key) {
    return key instanceof Integer
        || key instanceof Long
        || key instanceof Short
        || key instanceof Byte;
  }

  /** Whether a map has the keys of a shape of no class, in its order. */
  public static boolean has(Shape shape, Map<?, ?> map) {
    Object[] keys = shape.keys;
    if (shape.className != null || map.size() != keys.length) {
      return false;
    }
    Iterator<?> others = map.keySet().iterator();
    for (Object key : keys) {
      if (!others.hasNext()) {
        return false;
      }
      Object other = others.next();
      boolean same =
          key instanceof Long number
              ? isInteger(other) && ((Number) other).longValue() == number
              : key.equals(other);
      if (!same) {
        return false;
      }
    }
    return !others.hasNext();
  }

  private Shape make(Map<?, ?> map, int slot) {
    Object[] keys = map.keySet().toArray();
    for (int i = 0; i < keys.length; i++) {
      if (isInteger(keys[i])) {
        keys[i] = ((Number) keys[i]).longValue();
      }
    }
    if (!Definitions.areDistinct(keys)) {
      throw new LarderException(
          ErrorKind.REFUSED, -1, "a map with two keys that would be encoded as one");
    }
    Shape made = new Shape(null, keys);
    Shape shape = ofProfile.getOrDefault(made, made);
    if (keys.length <= MAX_KEYS) {
      keep(shape, slot);
    }
    return shape;
  }

  private synchronized void keep(Shape shape, int slot) {
    if (keysOfAll + shape.keys.length > MAX_KEYS_OF_ALL) {
      for (int i = 0; i < SLOTS; i++) {
        slots.set(i, null);
      }
      keysOfAll = 0;
    }
    int free = slots.get(slot) != null && slots.get(slot ^ 1) == null ? slot ^ 1 : slot;
    Shape displaced = slots.get(free);
    keysOfAll += shape.keys.length - (displaced == null ? 0 : displaced.keys.length);
    slots.set(free, shape);
  }

  @Override
  public String toString() {
    return "Shapes" + Arrays.toString(ofProfile.values().toArray());
  }
}
