package dev.larder.internal.message;

import java.util.Arrays;

/**
 * The objects of a value, by their identity: how often they were met, and the numbers of those that
 * are shared. It is used again for the next value.
 */
public final class SharedObjects {
  /** The number of an object that was met at most once. */
  public static final int ONCE = -2;

  /** The number of a shared object that has not begun. */
  public static final int NOT_YET = -1;

  private static final int SLOTS = 64;

  /** Larger tables are let go of. */
  private static final int KEPT_SLOTS = 4096;

  /** A table of at least twice as many as there are objects; those from a slot on are tried. */
  private Object[] objects = new Object[SLOTS];

  private int[] numbers = new int[SLOTS];
  private int count;

  /** Those that are still to be looked at. */
  private Object[] rest = new Object[SLOTS];

  private int restCount;

  /** Forgets all objects. */
  public void clear() {
    if (count == 0) {
      return;
    }
    if (objects.length > KEPT_SLOTS) {
      objects = new Object[SLOTS];
      numbers = new int[SLOTS];
    } else {
      Arrays.fill(objects, null);
    }
    count = 0;
    if (rest.length > KEPT_SLOTS) {
      rest = new Object[SLOTS];
    }
  }

  /** Keeps an object to be looked at later. */
  public void push(Object object) {
    if (restCount == rest.length) {
      rest = Arrays.copyOf(rest, 2 * restCount);
    }
    rest[restCount++] = object;
  }

  /** The object that was kept last, which is no longer; null if none is. */
  public Object pop() {
    if (restCount == 0) {
      return null;
    }
    Object object = rest[--restCount];
    rest[restCount] = null;
    return object;
  }

  /** Meets an object: whether it is the first time. */
  public boolean meet(Object object) {
    int slot = slot(object);
    if (objects[slot] != null) {
      numbers[slot] = NOT_YET;
      return false;
    }
    if (2 * ++count > objects.length) {
      grow();
      slot = slot(object);
    }
    objects[slot] = object;
    numbers[slot] = ONCE;
    return true;
  }

  private void grow() {
    Object[] before = objects;
    int[] numbersBefore = numbers;
    objects = new Object[2 * before.length];
    numbers = new int[objects.length];
    for (int i = 0; i < before.length; i++) {
      if (before[i] != null) {
        int slot = slot(before[i]);
        objects[slot] = before[i];
        numbers[slot] = numbersBefore[i];
      }
    }
  }

  /** The slot of an object, or the one where it is to be. */
  private int slot(Object object) {
    int mask = objects.length - 1;
    int hash = System.identityHashCode(object) * 0x9E37_79B1;
    int slot = (hash ^ hash >>> 16) & mask;
    while (objects[slot] != object && objects[slot] != null) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  /** The number of an object. */
  public int number(Object object) {
    int slot = slot(object);
    return objects[slot] == null ? ONCE : numbers[slot];
  }

  /** As {@link #number(Object)}; what has not begun then has this number. */
  public int begin(Object object, int number) {
    int slot = slot(object);
    if (objects[slot] == null) {
      return ONCE;
    }
    int known = numbers[slot];
    if (known == NOT_YET) {
      numbers[slot] = number;
    }
    return known;
  }

  /** Gives a number to an object that was met more than once. */
  public void number(Object object, int number) {
    numbers[slot(object)] = number;
  }
}
