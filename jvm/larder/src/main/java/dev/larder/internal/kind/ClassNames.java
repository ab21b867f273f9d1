package dev.larder.internal.kind;

import dev.larder.ErrorKind;
import dev.larder.internal.bind.Binding;
import dev.larder.internal.bind.EnumBinding;
import dev.larder.internal.bind.ObjectType;
import dev.larder.internal.bind.Registry;
import dev.larder.internal.bind.Values;
import dev.larder.internal.message.Input;
import java.io.Serializable;
import java.math.RoundingMode;
import java.time.DayOfWeek;
import java.time.Month;
import java.time.chrono.ChronoLocalDate;
import java.time.chrono.IsoEra;
import java.time.format.FormatStyle;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

/**
 * The classes that kinds with a name can have: those that are registered, by their names, and a
 * fixed list of the JDK's, by their full ones. None is looked for by its name.
 */
public final class ClassNames {
  /** Enumerations of the JDK. */
  private static final List<Class<?>> ENUMERATIONS =
      List.of(
          DayOfWeek.class,
          Month.class,
          IsoEra.class,
          ChronoUnit.class,
          ChronoField.class,
          FormatStyle.class,
          TextStyle.class,
          TimeUnit.class,
          RoundingMode.class);

  private static final Map<String, Class<?>> JDK = new HashMap<>();

  static {
    List<Class<?>> all =
        new ArrayList<>(
            List.of(
                boolean.class,
                byte.class,
                short.class,
                char.class,
                int.class,
                long.class,
                float.class,
                double.class,
                Boolean.class,
                Integer.class,
                Float.class,
                Double.class,
                String.class,
                Object.class,
                Number.class,
                CharSequence.class,
                Comparable.class,
                Serializable.class,
                Iterable.class,
                Collection.class,
                List.class,
                Set.class,
                SortedSet.class,
                NavigableSet.class,
                Queue.class,
                Deque.class,
                Map.class,
                SortedMap.class,
                NavigableMap.class,
                ConcurrentMap.class,
                HashMap.class,
                LinkedHashMap.class,
                ArrayList.class,
                Enum.class,
                Record.class,
                Temporal.class,
                TemporalAccessor.class,
                ChronoLocalDate.class));
    all.addAll(ENUMERATIONS);
    all.addAll(Values.types());
    for (Class<?> type : Kinds.classes()) {
      if (java.lang.reflect.Modifier.isPublic(type.getModifiers())) {
        all.add(type);
      }
    }
    all.forEach(type -> JDK.put(type.getName(), type));
  }

  /** The most dimensions that an array is read with. */
  private static final int MAX_DIMENSIONS = 16;

  private static final String ARRAY = "[]";

  /** What a class is called; null if it is none of these. */
  public static String of(Class<?> type, Registry registry) {
    String dimensions = "";
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
      dimensions += ARRAY;
    }
    ObjectType known = registry.object(element);
    String name = known != null ? known.name : registry.enumName(element);
    if (name == null && JDK.get(element.getName()) == element) {
      name = element.getName();
    }
    return name != null
            && dimensions.length() <= MAX_DIMENSIONS * ARRAY.length()
            && find(name, registry) == element
        ? name + dimensions
        : null;
  }

  /** The class of a name; null if it is of none of these. */
  public static Class<?> find(String name, Registry registry) {
    String element = name;
    int dimensions = 0;
    while (element.endsWith(ARRAY) && dimensions < MAX_DIMENSIONS) {
      element = element.substring(0, element.length() - ARRAY.length());
      dimensions++;
    }
    ObjectType known = registry.object(element);
    EnumBinding enumeration = registry.enumeration(element);
    Class<?> type =
        known != null ? known.type : enumeration != null ? enumeration.type : JDK.get(element);
    for (int i = 0; type != null && i < dimensions; i++) {
      type = type.arrayType();
    }
    return type;
  }

  /** The enumeration of a name; null if it is of none. */
  public static EnumBinding enumeration(String name, Registry registry) {
    Class<?> type = find(name, registry);
    return type != null && type.isEnum() ? registry.enumeration(type) : null;
  }

  /**
   * What the enumeration of an empty map is called, which the map takes the constants of; null if
   * it is none of these.
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private static String ofKeys(EnumMap<?, ?> empty, Registry registry) {
    List<Class<?>> all = new ArrayList<>(ENUMERATIONS);
    all.addAll(registry.enumerations());
    for (Class<?> type : all) {
      Object[] constants = type.getEnumConstants();
      EnumMap copy = empty.clone();
      try {
        if (constants.length > 0 && copy.put((Enum) constants[0], null) == null) {
          return of(type, registry);
        }
      } catch (ClassCastException e) {
        // Not this one.
      }
    }
    return null;
  }

  /** How keys of a class that is named are read. */
  public static Binding keysOf(Input in, String name, Registry registry) {
    Class<?> type = find(name, registry);
    if (type == null) {
      throw in.errorAtTag(ErrorKind.REFUSED, unknown("class", name));
    }
    return registry.root(type);
  }

  /** What the enumeration of a set is called; null if it is not registered. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  public static String of(EnumSet<?> set, Registry registry) {
    EnumSet<?> some = set.isEmpty() ? EnumSet.complementOf((EnumSet) set) : set;
    return some.isEmpty()
        ? null
        : of(((Enum<?>) some.iterator().next()).getDeclaringClass(), registry);
  }

  /** What the enumeration of a map is called; null if it is not registered. */
  public static String of(EnumMap<?, ?> map, Registry registry) {
    if (!map.isEmpty()) {
      return of(((Enum<?>) map.keySet().iterator().next()).getDeclaringClass(), registry);
    }
    return ofKeys(map, registry);
  }

  /** What is said of a name that nothing has. */
  public static String unknown(String what, String name) {
    return what
        + " "
        + name
        + " is not registered: Larder.builder().register(TYPE.class, \""
        + name
        + "\")";
  }

  private ClassNames() {}
}
