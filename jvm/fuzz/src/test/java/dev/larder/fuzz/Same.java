package dev.larder.fuzz;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * Whether two values are the same to whoever looks at all of them: classes by name, as loaders may
 * differ; floats by their bits; cycles as far as they go.
 */
final class Same {
  private final Map<Object, Object> met = new IdentityHashMap<>();

  static boolean same(Object one, Object other) {
    return new Same().are(one, other);
  }

  private boolean are(Object one, Object other) {
    if (one == null || other == null) {
      return one == other;
    }
    Class<?> type = one.getClass();
    if (!type.getName().equals(other.getClass().getName())) {
      return false;
    }
    boolean holds =
        type.isArray()
            || one instanceof Collection
            || one instanceof Map
            || one instanceof Optional
            || type.getName().startsWith("dev.larder.fuzz.") && !(one instanceof Enum);
    if (!holds) {
      // Atomic numbers are equal to themselves alone, and URLs are looked up to be compared.
      boolean byText =
          one instanceof Enum
              || one instanceof URL
              || type.getPackageName().equals("java.util.concurrent.atomic");
      return byText ? one.toString().equals(other.toString()) : one.equals(other);
    }
    if (type.isArray() && Array.getLength(one) == 0) {
      // Whether two of these are one is not kept.
      return Array.getLength(other) == 0;
    }
    Object known = met.putIfAbsent(one, other);
    if (known != null) {
      return known == other;
    }
    if (one instanceof Optional<?> optional) {
      return are(optional.orElse(null), ((Optional<?>) other).orElse(null));
    }
    if (type.isArray()) {
      return are(elements(one), elements(other), true);
    }
    if (one instanceof Collection<?> values) {
      return are(new ArrayList<>(values), new ArrayList<>((Collection<?>) other), isOrdered(one));
    }
    if (one instanceof Map<?, ?> map) {
      return are(entries(map), entries((Map<?, ?>) other), isOrdered(one));
    }
    return are(fields(one), fields(other), true);
  }

  /** Whether what a collection or map has comes in an order that is kept. */
  private static boolean isOrdered(Object value) {
    return value instanceof List
        || value instanceof Deque
        || value instanceof SortedSet
        || value instanceof SortedMap
        || value instanceof LinkedHashSet
        || value instanceof LinkedHashMap;
  }

  private boolean are(List<?> ones, List<?> others, boolean ordered) {
    if (ones.size() != others.size()) {
      return false;
    }
    if (!ordered) {
      // Their order is that of hashes, which differ for objects that have no hash of their own.
      return true;
    }
    for (int i = 0; i < ones.size(); i++) {
      if (!are(ones.get(i), others.get(i))) {
        return false;
      }
    }
    return true;
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
    map.forEach(
        (key, value) -> {
          entries.add(key);
          entries.add(value);
        });
    return entries;
  }

  private static List<Object> fields(Object object) {
    List<Object> values = new ArrayList<>();
    for (Class<?> type = object.getClass(); type != Object.class; type = type.getSuperclass()) {
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

  private Same() {}
}
