package dev.larder.internal.bind;

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
final class ClassNames {
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
  static String of(Class<?> type, Bindings bindings) {
    String dimensions = "";
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
      dimensions += ARRAY;
    }
    ObjectBinding known = bindings.object(element);
    String name = known != null ? known.name : bindings.enumName(element);
    if (name == null && JDK.get(element.getName()) == element) {
      name = element.getName();
    }
    return name != null
            && dimensions.length() <= MAX_DIMENSIONS * ARRAY.length()
            && find(name, bindings) == element
        ? name + dimensions
        : null;
  }

  /** The class of a name; null if it is of none of these. */
  static Class<?> find(String name, Bindings bindings) {
    String element = name;
    int dimensions = 0;
    while (element.endsWith(ARRAY) && dimensions < MAX_DIMENSIONS) {
      element = element.substring(0, element.length() - ARRAY.length());
      dimensions++;
    }
    ObjectBinding known = bindings.object(element);
    EnumBinding enumeration = bindings.enumeration(element);
    Class<?> type =
        known != null ? known.type : enumeration != null ? enumeration.type : JDK.get(element);
    for (int i = 0; type != null && i < dimensions; i++) {
      type = type.arrayType();
    }
    return type;
  }

  /** The enumeration of a name; null if it is of none. */
  static EnumBinding enumeration(String name, Bindings bindings) {
    Class<?> type = find(name, bindings);
    return type != null && type.isEnum() ? bindings.enumeration(type) : null;
  }

  /**
   * What the enumeration of an empty map is called, which the map takes the constants of; null if
   * it is none of these.
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  static String ofKeys(EnumMap<?, ?> empty, Bindings bindings) {
    List<Class<?>> all = new ArrayList<>(ENUMERATIONS);
    all.addAll(bindings.enumerations());
    for (Class<?> type : all) {
      Object[] constants = type.getEnumConstants();
      EnumMap copy = empty.clone();
      try {
        if (constants.length > 0 && copy.put((Enum) constants[0], null) == null) {
          return of(type, bindings);
        }
      } catch (ClassCastException e) {
        // Not this one.
      }
    }
    return null;
  }

  private ClassNames() {}
}
