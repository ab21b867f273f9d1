package dev.larder.support;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Predicate;

/**
 * Whether two values are the same to whoever looks at all of them: classes by name, as loaders may
 * differ; floats by their bits; cycles as far as they go.
 */
public final class Same {
  private final Map<Object, Object> met = new IdentityHashMap<>();
  private final boolean isExact;
  private final Predicate<Object> keepsIdentity;

  private Same(boolean isExact, Predicate<Object> keepsIdentity) {
    this.isExact = isExact;
    this.keepsIdentity = keepsIdentity;
  }

  /**
   * What differs between a value and one that was made of it; null if nothing does. Some classes of
   * the JDK stand for others that do the same.
   *
   * @param keepsIdentity of which objects there have to be as many as before
   */
  public static String difference(Object one, Object other, Predicate<Object> keepsIdentity) {
    return new Same(false, keepsIdentity).differ(one, other, "value");
  }

  /**
   * Whether two values that both were decoded are the same, down to their classes and which of
   * their objects are one. Of what has no order, only the size is compared: objects without a hash
   * of their own come in any order.
   */
  public static boolean exactly(Object one, Object other) {
    return new Same(true, each -> true).differ(one, other, "value") == null;
  }

  private String name(Object value) {
    Class<?> type = value.getClass();
    if (isExact) {
      return type.getName();
    }
    return type == HashMap.class
        ? LinkedHashMap.class.getName()
        : type.getName().replace("RandomAccess", "").replace("List12", "ListN");
  }

  private String differ(Object one, Object other, String at) {
    if (one == null || other == null) {
      return one == other ? null : at + ": " + one + " is " + other;
    }
    if (!name(one).equals(name(other))) {
      return at + ": " + name(one) + " is " + name(other);
    }
    if (!holds(one)) {
      return equal(one, other) ? null : at + ": " + one + " is " + other;
    }
    if (isExact && one.getClass().isArray() && Array.getLength(one) == 0) {
      // Whether two of these are one is not kept.
      return Array.getLength(other) == 0 ? null : at + ": an array of none is one of some";
    }
    Object known = met.putIfAbsent(one, other);
    if (known != null) {
      return known == other || !keepsIdentity.test(one) ? null : at + ": another object";
    }
    String within = at + " " + one.getClass().getSimpleName();
    if (one instanceof Optional<?> optional) {
      return differ(optional.orElse(null), ((Optional<?>) other).orElse(null), within);
    }
    if (one.getClass().isArray()) {
      return differ(elements(one), elements(other), within, true);
    }
    if (one instanceof Collection<?> collection) {
      String order = order(one, other, within);
      return order != null
          ? order
          : differ(
              new ArrayList<>(collection),
              new ArrayList<>((Collection<?>) other),
              within,
              isOrdered(one));
    }
    if (one instanceof Map<?, ?> map) {
      String order = order(one, other, within);
      return order != null
          ? order
          : differ(entries(map), entries((Map<?, ?>) other), within, isOrdered(one));
    }
    return differ(fields(one), fields(other), within, true);
  }

  /** Whether what a collection or map has comes in an order that is kept. */
  private boolean isOrdered(Object value) {
    if (isExact) {
      return value instanceof List
          || value instanceof Deque
          || value instanceof SortedSet
          || value instanceof SortedMap
          || value instanceof LinkedHashSet
          || value instanceof LinkedHashMap;
    }
    if (value instanceof Map) {
      return value instanceof SortedMap || value instanceof LinkedHashMap;
    }
    return !(value instanceof HashSet && !(value instanceof LinkedHashSet))
        && !value
            .getClass()
            .getName()
            .matches(".*(Set12|SetN|KeySetView|(d|e)Set|Priority.*Queue)");
  }

  private static Comparator<?> comparator(Object value) {
    return value instanceof SortedSet<?> set
        ? set.comparator()
        : value instanceof SortedMap<?, ?> map ? map.comparator() : null;
  }

  private static String order(Object one, Object other, String at) {
    return comparator(one) == comparator(other) ? null : at + ": another comparator";
  }

  private static boolean holds(Object value) {
    return value.getClass().isArray()
        || value instanceof Collection
        || value instanceof Map
        || value instanceof Optional
        || value.getClass().getName().startsWith("dev.larder.") && !(value instanceof Enum);
  }

  private static boolean equal(Object one, Object other) {
    // Atomic numbers are equal to themselves alone, and URLs are looked up to be compared.
    boolean byText =
        one instanceof Enum
            || one instanceof URL
            || one.getClass().getPackageName().equals("java.util.concurrent.atomic");
    return byText ? one.toString().equals(other.toString()) : one.equals(other);
  }

  private String differ(List<?> ones, List<?> others, String at, boolean isOrdered) {
    if (ones.size() != others.size()) {
      return at + ": of " + ones.size() + " is of " + others.size();
    }
    if (!isOrdered) {
      return isExact ? null : differInAnyOrder(ones, others, at);
    }
    for (int i = 0; i < ones.size(); i++) {
      String difference = differ(ones.get(i), others.get(i), at + "[" + i + "]");
      if (difference != null) {
        return difference;
      }
    }
    return null;
  }

  private String differInAnyOrder(List<?> ones, List<?> others, String at) {
    List<Object> rest = new ArrayList<>(others);
    for (int i = 0; i < ones.size(); i++) {
      String difference = null;
      int found = -1;
      for (int j = 0; found < 0 && j < rest.size(); j++) {
        // A comparison that fails must leave nothing behind.
        Same attempt = new Same(isExact, keepsIdentity);
        attempt.met.putAll(met);
        String next = attempt.differ(ones.get(i), rest.get(j), at + "[" + i + "]");
        // That of the one that comes nearest.
        difference =
            next == null || difference == null || next.length() > difference.length()
                ? next
                : difference;
        if (next == null) {
          found = j;
          met.putAll(attempt.met);
        }
      }
      if (found < 0) {
        return difference;
      }
      rest.remove(found);
    }
    return null;
  }

  private static List<Object> elements(Object array) {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < Array.getLength(array); i++) {
      elements.add(Array.get(array, i));
    }
    return elements;
  }

  private static List<Object> entries(Map<?, ?> map) {
    List<Object> entries = new ArrayList<>();
    map.forEach((key, value) -> entries.add(new Object[] {key, value}));
    return entries;
  }

  private static List<Object> fields(Object object) {
    List<Object> values = new ArrayList<>();
    for (Class<?> type = object.getClass();
        type != Object.class && type != Record.class;
        type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          try {
            values.add(field.get(object));
          } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
          }
        }
      }
    }
    return values;
  }
}
