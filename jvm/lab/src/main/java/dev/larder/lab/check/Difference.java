package dev.larder.lab.check;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Compares what went into a codec with what came out of it: classes, fields, elements in order,
 * keys in order, and doubles by their bits.
 */
public final class Difference {
  private final Losses losses = new Losses();
  private final Map<Class<?>, List<Field>> fields = new HashMap<>();

  /** Of each object around the one that is compared, what came out: a cycle ends there. */
  private final Map<Object, Object> around = new IdentityHashMap<>();

  public Losses losses() {
    return losses;
  }

  /**
   * Adds what the value lost to the losses.
   *
   * @param index the index of the value
   */
  public void compare(int index, Object before, Object after) {
    losses.nextValue();
    compare("[" + index + "]", before, after);
  }

  private void compare(String path, Object before, Object after) {
    if (before == after) {
      return;
    }
    if (before == null || after == null || before.getClass() != after.getClass()) {
      losses.add(typeOf(before) + " became " + typeOf(after), path, before, after);
    }
    if (before instanceof List<?> list && after instanceof List<?> other) {
      compareElements(path, list, other);
    } else if (before instanceof Map<?, ?> map && after instanceof Map<?, ?> other) {
      compareMaps(path, map, other);
    } else if (before == null || after == null || before.getClass() != after.getClass()) {
      return;
    } else if (before instanceof Collection<?> collection) {
      compareElements(path, collection, (Collection<?>) after);
    } else if (before.getClass().isArray()) {
      compareElements(path, elements(before), elements(after));
    } else if (isAtom(before)) {
      if (!before.equals(after)) {
        losses.add(typeOf(before) + " changed", path, before, after);
      }
    } else {
      Object outer = around.putIfAbsent(before, after);
      if (outer == null) {
        compareFields(path, before, after);
        around.remove(before);
      } else if (outer != after) {
        losses.add("a cycle was lost", path, before, after);
      }
    }
  }

  private void compareElements(String path, Collection<?> before, Collection<?> after) {
    if (before.size() != after.size()) {
      String kind = after.size() < before.size() ? "elements lost" : "elements added";
      losses.add(kind, path, before.size(), after.size());
      return;
    }
    Iterator<?> others = after.iterator();
    int index = 0;
    for (Object element : before) {
      compare(path + "[" + index++ + "]", element, others.next());
    }
  }

  private void compareMaps(String path, Map<?, ?> before, Map<?, ?> after) {
    before.forEach(
        (key, value) -> {
          if (after.containsKey(key)) {
            compare(path + "." + key, value, after.get(key));
          } else {
            losses.add("key lost", path + "." + key, value, "nothing");
          }
        });
    after.forEach(
        (key, value) -> {
          if (!before.containsKey(key)) {
            losses.add("key added", path + "." + key, "nothing", value);
          }
        });
    List<?> order = new ArrayList<>(before.keySet());
    List<?> otherOrder = new ArrayList<>(after.keySet());
    if (before.keySet().equals(after.keySet()) && !order.equals(otherOrder)) {
      losses.add("order of keys changed", path, order, otherOrder);
    }
  }

  private void compareFields(String path, Object before, Object after) {
    for (Field field : fields.computeIfAbsent(before.getClass(), Difference::fieldsOf)) {
      try {
        compare(path + "." + field.getName(), field.get(before), field.get(after));
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static List<Field> fieldsOf(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          field.setAccessible(true);
          fields.add(field);
        }
      }
    }
    return fields;
  }

  /** JDK classes and enums. Their equals is strict; that of Double compares bits. */
  private static boolean isAtom(Object value) {
    return value instanceof Enum || value.getClass().getName().startsWith("java.");
  }

  private static List<Object> elements(Object array) {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < Array.getLength(array); i++) {
      elements.add(Array.get(array, i));
    }
    return elements;
  }

  private static String typeOf(Object value) {
    return value == null ? "null" : value.getClass().getSimpleName();
  }
}
