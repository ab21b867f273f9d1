package dev.larder.internal.shape;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The shapes of maps that were written lately: maps of the same keys have the same one, a profile's
 * if that has an equal one.
 *
 * <p>A shape has a place by the hash of its keys, and the one beside it should that be taken; what
 * comes last displaces what was there, and all go when together they have many keys. Thread-safe.
 */
public final class Shapes {
  /** So many shapes of a profile, the first ones, are looked at for one that has more keys. */
  private static final int MAX_LOOKED_AT = 16;

  /** A record has at least one of so many keys of a shape that has more. */
  private static final int MAX_TIMES = 4;

  private static final int SLOTS = 1024;

  /** Shapes of more keys are made each time. */
  private static final int MAX_KEYS = 512;

  private static final int MAX_KEYS_OF_ALL = 64 << 10;

  /** A profile's shape that has all keys of another, and which it has beside them. */
  public record Within(Shape shape, boolean[] gaps) {
    private static final Within NONE = new Within(null, null);
  }

  private final Shape[] profileShapes;
  private final Map<Shape, Shape> ofProfile = new HashMap<>();
  private final AtomicReferenceArray<Shape> slots = new AtomicReferenceArray<>(SLOTS);
  private int keysOfAll;

  /**
   * @param profileShapes those of the profile that is written under, by number; of equal ones the
   *     last is taken
   */
  public Shapes(Shape... profileShapes) {
    this.profileShapes = profileShapes;
    for (Shape shape : profileShapes) {
      // The key of a map stays when its value is replaced: both must be the last.
      ofProfile.remove(shape);
      ofProfile.put(shape, shape);
    }
  }

  /** The shape of a map that is written as a record by itself; null for one that is not. */
  public Shape find(Map<?, ?> map) {
    Shape shape = find(map, false);
    return shape == null || shape.isKeyed ? null : shape;
  }

  /** The shape of a map's keys; null if there are none, or one is neither an integer nor a text. */
  public Shape ofKeys(Map<?, ?> map) {
    return find(map, true);
  }

  private Shape find(Map<?, ?> map, boolean evenIfKeyed) {
    int hash = 0;
    int count = 0;
    boolean areTexts = true;
    for (Object key : map.keySet()) {
      if (key instanceof String text) {
        hash = 31 * hash + text.hashCode();
      } else if (isInteger(key)) {
        areTexts = false;
        hash = 31 * hash + Long.hashCode(((Number) key).longValue());
      } else {
        return null;
      }
      count++;
    }
    if (count == 0) {
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
    if (!evenIfKeyed && isKeyed(map)) {
      return null;
    }
    // To these, texts that are equal are one key.
    boolean areDistinct =
        areTexts && (map.getClass() == LinkedHashMap.class || map.getClass() == HashMap.class);
    Object[] keys = map.keySet().toArray();
    return areDistinct ? keep(new Shape(null, keys), slot) : make(keys, slot);
  }

  /** Whether the keys of a map, all of them integers or texts, look like data. */
  private static boolean isKeyed(Map<?, ?> map) {
    int count = map.size();
    int at = 0;
    for (Object key : map.keySet()) {
      if ((at == 0 || at == count / 2 || at == count - 1) && !Shape.looksLikeData(key)) {
        return false;
      }
      at++;
    }
    return true;
  }

  /** The shape of keys, each a {@link Long} or a {@link String}, of a class or of none. */
  public Shape ofKeys(String className, Object[] keys) {
    int hash = className == null ? 0 : className.hashCode();
    for (Object key : keys) {
      hash = 31 * hash + key.hashCode();
    }
    int slot = (hash ^ hash >>> 16) & SLOTS - 1;
    Shape known = slots.get(slot);
    if (known == null || !known.isOf(className, keys)) {
      known = slots.get(slot ^ 1);
    }
    if (known != null && known.isOf(className, keys)) {
      return known;
    }
    return keep(new Shape(className, keys), slot);
  }

  /**
   * The profile's shape that has all keys of one that the profile has not, and for which keys a
   * record of it has no value; null if there is none.
   */
  public Within within(Shape shape) {
    Within known = (Within) shape.within;
    if (known == null) {
      known = findWithin(shape);
      shape.within = known;
    }
    return known.shape == null ? null : known;
  }

  private Within findWithin(Shape shape) {
    for (int i = 0; i < profileShapes.length && i < MAX_LOOKED_AT; i++) {
      Shape wider = profileShapes[i];
      Object[] keys = wider.keys;
      int count = shape.keys.length;
      if (!Objects.equals(wider.className, shape.className)
          || keys.length < count
          || keys.length > (long) MAX_TIMES * count) {
        continue;
      }
      boolean[] gaps = new boolean[keys.length];
      int next = 0;
      for (int key = 0; key < keys.length; key++) {
        gaps[key] = next == count || !keys[key].equals(shape.keys[next]);
        next += gaps[key] ? 0 : 1;
      }
      if (next == count) {
        return new Within(wider, gaps);
      }
    }
    return Within.NONE;
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

  private Shape make(Object[] keys, int slot) {
    for (int i = 0; i < keys.length; i++) {
      if (isInteger(keys[i])) {
        keys[i] = ((Number) keys[i]).longValue();
      }
    }
    if (!Definitions.areDistinct(keys)) {
      throw new LarderException(
          ErrorKind.REFUSED, -1, "a map with two keys that would be encoded as one");
    }
    return keep(new Shape(null, keys), slot);
  }

  /** The shape, or the profile's that equals it, which is kept. */
  private Shape keep(Shape made, int slot) {
    Shape shape = ofProfile.isEmpty() ? made : ofProfile.getOrDefault(made, made);
    if (shape.keys.length <= MAX_KEYS) {
      put(shape, slot);
    }
    return shape;
  }

  private synchronized void put(Shape shape, int slot) {
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
