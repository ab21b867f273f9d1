package dev.larder.lab.dataset;

import dev.larder.lab.dataset.HostType.Bean;
import dev.larder.lab.dataset.HostType.Field;
import dev.larder.lab.dataset.HostType.ListOf;
import dev.larder.lab.dataset.HostType.MapOf;
import dev.larder.lab.dataset.HostType.Simple;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was seen at one place of many values. The type of the place follows from it.
 *
 * <p>There is one for the values themselves, one for the elements of a list (of all lists at that
 * place together), and one for each key of an object. Seeing a value only adds to it; {@link #type}
 * draws the conclusions.
 */
final class Observed {
  /** An object with more keys than this is a map. */
  private static final int MAX_FIELDS = 200;

  /** Deeper values are trees: nobody nests so many classes. */
  private static final int MAX_DEPTH = 16;

  /** Up to here, a double represents each integer exactly. */
  private static final long EXACT_IN_DOUBLE = 1L << 53;

  private enum Kind {
    BOOLEAN,
    INT,
    LONG,
    INEXACT_LONG,
    BIG_INTEGER,
    DOUBLE,
    STRING,
    LIST,
    OBJECT,
    TOO_DEEP
  }

  private static final Set<Kind> INTS = EnumSet.of(Kind.INT);
  private static final Set<Kind> LONGS = EnumSet.of(Kind.INT, Kind.LONG, Kind.INEXACT_LONG);
  private static final Set<Kind> BIG_INTEGERS =
      EnumSet.of(Kind.INT, Kind.LONG, Kind.INEXACT_LONG, Kind.BIG_INTEGER);
  private static final Set<Kind> DOUBLES = EnumSet.of(Kind.INT, Kind.LONG, Kind.DOUBLE);

  private final int depth;
  private final Set<Kind> kinds = EnumSet.noneOf(Kind.class);
  private int values;
  private int nulls;

  /** All elements of lists; null before the first. */
  private Observed elements;

  private int objects;

  /** By key; null once there are too many. */
  private Map<String, Observed> fields = new LinkedHashMap<>();

  /** The values under all keys; null as long as there are fields. */
  private Observed entries;

  Observed() {
    this(0);
  }

  private Observed(int depth) {
    this.depth = depth;
  }

  /** Adds a value, a tree as Jackson reads it. */
  void see(Object value) {
    values++;
    if (value == null) {
      nulls++;
    } else if (value instanceof String) {
      kinds.add(Kind.STRING);
    } else if (value instanceof Integer) {
      kinds.add(Kind.INT);
    } else if (value instanceof Long number) {
      kinds.add(Math.abs(number) <= EXACT_IN_DOUBLE ? Kind.LONG : Kind.INEXACT_LONG);
    } else if (value instanceof BigInteger) {
      kinds.add(Kind.BIG_INTEGER);
    } else if (value instanceof Double) {
      kinds.add(Kind.DOUBLE);
    } else if (value instanceof Boolean) {
      kinds.add(Kind.BOOLEAN);
    } else if (depth == MAX_DEPTH) {
      kinds.add(Kind.TOO_DEEP);
    } else if (value instanceof List<?> list) {
      kinds.add(Kind.LIST);
      if (elements == null) {
        elements = new Observed(depth + 1);
      }
      list.forEach(elements::see);
    } else {
      kinds.add(Kind.OBJECT);
      see((Map<?, ?>) value);
    }
  }

  private void see(Map<?, ?> object) {
    objects++;
    object.forEach((key, value) -> at((String) key).see(value));
    if (fields != null && fields.size() > MAX_FIELDS) {
      entries = merged();
      fields = null;
    }
  }

  private Observed at(String key) {
    return fields == null ? entries : fields.computeIfAbsent(key, k -> new Observed(depth + 1));
  }

  private Observed merged() {
    Observed all = new Observed(depth + 1);
    fields.values().forEach(all::add);
    return all;
  }

  private void add(Observed other) {
    kinds.addAll(other.kinds);
    values += other.values;
    nulls += other.nulls;
    objects += other.objects;
    if (other.elements != null) {
      if (elements == null) {
        elements = new Observed(depth + 1);
      }
      elements.add(other.elements);
    }
    if (other.fields == null || fields == null) {
      Observed all = entries == null ? merged() : entries;
      all.add(other.entries == null ? other.merged() : other.entries);
      entries = all;
      fields = null;
    } else {
      other.fields.forEach((key, field) -> at(key).add(field));
    }
  }

  boolean sawNull() {
    return nulls > 0;
  }

  /**
   * The type of what was seen.
   *
   * @param name the key of this place, after which a bean is named
   */
  HostType type(String name, Names classes) {
    if (kinds.isEmpty()) {
      return Simple.ANY;
    } else if (INTS.containsAll(kinds)) {
      return Simple.INT;
    } else if (LONGS.containsAll(kinds)) {
      return Simple.LONG;
    } else if (BIG_INTEGERS.containsAll(kinds)) {
      return Simple.BIG_INTEGER;
    } else if (DOUBLES.containsAll(kinds)) {
      return Simple.DOUBLE;
    } else if (kinds.size() > 1) {
      return Simple.ANY;
    }
    return switch (kinds.iterator().next()) {
      case BOOLEAN -> Simple.BOOLEAN;
      case STRING -> Simple.STRING;
      case LIST -> new ListOf(elements.type(name, classes));
      case OBJECT -> isBean() ? bean(name, classes) : map(name, classes);
      default -> Simple.ANY;
    };
  }

  /** Objects share a shape if most of them have most of the keys. */
  private boolean isBean() {
    // To Jackson, an empty name is no name, whatever the annotation says.
    if (fields == null || fields.isEmpty() || fields.containsKey("")) {
      return false;
    }
    long frequent = fields.values().stream().filter(field -> 2 * field.values >= objects).count();
    return 2 * frequent >= fields.size();
  }

  private HostType map(String name, Names classes) {
    return new MapOf((fields == null ? entries : merged()).type(name, classes));
  }

  private Bean bean(String name, Names classes) {
    String className = classes.forClass(name);
    Names names = new Names();
    List<Field> typed = new ArrayList<>();
    fields.forEach(
        (key, field) ->
            typed.add(
                new Field(
                    key,
                    names.forField(key),
                    field.type(key, classes),
                    field.sawNull() || field.values < objects)));
    return new Bean(className, typed);
  }
}
