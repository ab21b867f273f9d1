package larder.bind;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.function.IntFunction;
import larder.ErrorKind;
import larder.LarderException;

/**
 * The collections and maps of the JDK that values may hold: the fixed list of those that are made
 * by name. What is not on it, lists and maps that cannot be changed above all, comes back as the
 * one that its interface has by default.
 */
final class Kinds {
  /** How one is made, for so many elements. */
  private static final Map<Class<?>, IntFunction<Object>> FACTORIES = new HashMap<>();

  private static final Map<String, Class<?>> BY_NAME = new HashMap<>();

  static {
    add(ArrayList.class, ArrayList::new);
    add(LinkedList.class, count -> new LinkedList<>());
    add(CopyOnWriteArrayList.class, count -> new CopyOnWriteArrayList<>());
    add(LinkedHashSet.class, count -> new LinkedHashSet<>(capacity(count)));
    add(HashSet.class, count -> new HashSet<>(capacity(count)));
    add(TreeSet.class, count -> new TreeSet<>());
    add(CopyOnWriteArraySet.class, count -> new CopyOnWriteArraySet<>());
    add(ConcurrentSkipListSet.class, count -> new ConcurrentSkipListSet<>());
    add(ArrayDeque.class, ArrayDeque::new);
    add(PriorityQueue.class, count -> new PriorityQueue<>());
    add(ConcurrentLinkedQueue.class, count -> new ConcurrentLinkedQueue<>());
    add(ConcurrentLinkedDeque.class, count -> new ConcurrentLinkedDeque<>());
    add(LinkedBlockingDeque.class, count -> new LinkedBlockingDeque<>());
    add(LinkedHashMap.class, count -> new LinkedHashMap<>(capacity(count)));
    add(HashMap.class, count -> new HashMap<>(capacity(count)));
    add(TreeMap.class, count -> new TreeMap<>());
    add(ConcurrentHashMap.class, count -> new ConcurrentHashMap<>(capacity(count)));
    add(ConcurrentSkipListMap.class, count -> new ConcurrentSkipListMap<>());
  }

  private static void add(Class<?> type, IntFunction<Object> factory) {
    FACTORIES.put(type, factory);
    BY_NAME.put(type.getSimpleName(), type);
  }

  private static int capacity(int count) {
    return count + count / 3 + 1;
  }

  /** The class of a name; null if it is none of these. */
  static Class<?> named(String name) {
    return BY_NAME.get(name);
  }

  static Object make(Class<?> type, int count) {
    return FACTORIES.get(type).apply(count);
  }

  /**
   * What a value of a declared type is, if nothing else is said; null if there is no such thing.
   */
  static Class<?> byDefault(Class<?> declared) {
    if (FACTORIES.containsKey(declared)) {
      return declared;
    }
    Class<?>[] defaults = {
      ArrayList.class,
      LinkedHashMap.class,
      LinkedHashSet.class,
      TreeSet.class,
      ArrayDeque.class,
      TreeMap.class,
      ConcurrentHashMap.class,
      LinkedBlockingDeque.class,
      ConcurrentSkipListMap.class
    };
    for (Class<?> type : defaults) {
      if (declared.isAssignableFrom(type)) {
        return type;
      }
    }
    return null;
  }

  /**
   * What a collection or map is where its type is not declared: itself if it is known, else what
   * its interface has by default.
   */
  static Class<?> of(Object value) {
    Class<?> type = value.getClass();
    if (FACTORIES.containsKey(type)) {
      boolean ordered =
          value instanceof SortedSet<?> set && set.comparator() != null
              || value instanceof SortedMap<?, ?> map && map.comparator() != null
              || value instanceof PriorityQueue<?> queue && queue.comparator() != null;
      if (ordered) {
        throw new LarderException(
            ErrorKind.REFUSED,
            -1,
            "a %s with a comparator, which cannot be written".formatted(type.getSimpleName()));
      }
      return type;
    }
    if (value instanceof java.util.List) {
      return ArrayList.class;
    } else if (value instanceof SortedSet) {
      return TreeSet.class;
    } else if (value instanceof java.util.Set) {
      return LinkedHashSet.class;
    } else if (value instanceof SortedMap) {
      return TreeMap.class;
    } else if (value instanceof Map) {
      return LinkedHashMap.class;
    }
    return value instanceof Collection ? ArrayDeque.class : null;
  }

  /** A collection or map of this class with what another one has. */
  @SuppressWarnings("unchecked")
  static Object copy(Class<?> type, Object from) {
    if (from.getClass() == type) {
      return from;
    }
    if (from instanceof Map<?, ?> map) {
      Map<Object, Object> made = (Map<Object, Object>) make(type, map.size());
      made.putAll(map);
      return made;
    }
    Collection<?> values = (Collection<?>) from;
    Collection<Object> made = (Collection<Object>) make(type, values.size());
    // At once, as some copy themselves for each.
    made.addAll(values);
    return made;
  }

  private Kinds() {}
}
