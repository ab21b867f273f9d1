package dev.larder.corpora;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.File;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** What the reader of Hessian makes of a value, by the table at the top of its source. */
final class HessianNotation {
  private static final String HANDLES = "com.caucho.hessian.io.";

  private final int version;

  /** How often a list, map or object is met. */
  private final Map<Object, Integer> met = new IdentityHashMap<>();

  /** The numbers of those that are met again, once they have begun; null while they are counted. */
  private Map<Object, Integer> numbers;

  private HessianNotation(int version) {
    this.version = version;
  }

  static JsonNode of(Object value, int version) {
    HessianNotation notation = new HessianNotation(version);
    notation.item(value);
    notation.numbers = new IdentityHashMap<>();
    return notation.item(value);
  }

  private JsonNode item(Object value) {
    JsonNode scalar = scalar(value);
    if (scalar != null) {
      return scalar;
    }
    if (numbers == null) {
      return met.merge(value, 1, Integer::sum) == 1 ? content(value) : null;
    }
    if (met.get(value) == 1) {
      return content(value);
    }
    Integer number = numbers.get(value);
    if (number != null) {
      return Notation.again(number);
    }
    numbers.put(value, numbers.size());
    return Notation.shared(content(value));
  }

  /** What is never met again; also what stands for an object that Hessian has no type for. */
  private JsonNode scalar(Object value) {
    if (value == null) {
      return Notation.nothing();
    } else if (value instanceof Boolean bool) {
      return Notation.of(bool.booleanValue());
    } else if (value instanceof Integer || value instanceof Long) {
      return Notation.of(((Number) value).longValue());
    } else if (value instanceof Double number) {
      return of(number.doubleValue());
    } else if (value instanceof Byte || value instanceof Short) {
      JsonNode number = Notation.of(((Number) value).longValue());
      return version == 1 ? number : handle(value.getClass().getSimpleName(), "_value", number);
    } else if (value instanceof Float single) {
      JsonNode number = of(single.doubleValue());
      return version == 1 ? number : handle("Float", "_value", number);
    } else if (value instanceof String || value instanceof Character) {
      return Notation.of(value.toString());
    } else if (value instanceof char[] characters) {
      return Notation.of(new String(characters));
    } else if (value instanceof byte[] bytes) {
      return Notation.of(bytes);
    } else if (value.getClass() == Date.class) {
      return instant((Date) value);
    } else if (value instanceof Locale locale) {
      return handle("Locale", "value", Notation.of(locale.toString()));
    } else if (value instanceof Calendar calendar) {
      ArrayNode fields = Notation.list(pair("type", Notation.nothing()));
      fields.add(pair("date", instant(calendar.getTime())));
      return Notation.object(HANDLES + "CalendarHandle", fields);
    }
    return null;
  }

  private static JsonNode handle(String of, String field, JsonNode value) {
    return Notation.object(HANDLES + of + "Handle", Notation.list(pair(field, value)));
  }

  private static JsonNode instant(Date date) {
    long time = date.getTime();
    return Notation.moment(
        "$instant", Math.floorDiv(time, 1000L), Math.floorMod(time, 1000L) * 1_000_000L);
  }

  private JsonNode content(Object value) {
    Class<?> type = value.getClass();
    String name = type.getName();
    if (value instanceof BigDecimal decimal) {
      return Notation.of(decimal);
    } else if (value instanceof UUID uuid) {
      return Notation.of(uuid);
    } else if (value instanceof Enum<?> constant) {
      return Notation.object(
          constant.getDeclaringClass().getName(),
          Notation.list(pair("name", Notation.of(constant.name()))));
    } else if (value instanceof Class<?> of) {
      return Notation.object(name, Notation.list(pair("name", Notation.of(of.getName()))));
    } else if (value instanceof File file) {
      return Notation.object(name, Notation.list(pair("value", Notation.of(file.getPath()))));
    } else if (value instanceof Date date) {
      return Notation.object(name, Notation.list(pair("value", instant(date))));
    } else if (type.isArray()) {
      ArrayNode list = Notation.list();
      for (int at = 0; at < Array.getLength(value); at++) {
        Object item = Array.get(value, at);
        // Items of primitive arrays have no handles.
        boolean isSmall = type.getComponentType().isPrimitive() && item instanceof Number;
        list.add(isSmall ? number((Number) item) : item(item));
      }
      return Notation.typed(arrayType(type), list);
    } else if (value instanceof Collection<?> collection) {
      ArrayNode list = Notation.list();
      collection.forEach(item -> list.add(item(item)));
      return type == ArrayList.class ? list : Notation.typed(name, list);
    } else if (value instanceof Map<?, ?> map) {
      return map(map, type == HashMap.class ? null : name);
    }
    return bean(value);
  }

  /** A double. Caucho's writer of 2.0 takes the sign of zero away. */
  private JsonNode of(double number) {
    return Notation.of(version == 2 && number == 0 ? 0.0 : number);
  }

  private JsonNode number(Number number) {
    return number instanceof Double || number instanceof Float
        ? of(number.doubleValue())
        : Notation.of(number.longValue());
  }

  private static String arrayType(Class<?> type) {
    Class<?> component = type.getComponentType();
    if (component.isArray()) {
      return "[" + arrayType(component);
    } else if (component == String.class) {
      return "[string";
    } else if (component == Object.class) {
      return "[object";
    } else if (component == Date.class) {
      return "[date";
    }
    return "[" + component.getName();
  }

  private JsonNode map(Map<?, ?> map, String name) {
    Set<String> kinds = new HashSet<>();
    Set<JsonNode> keys = new HashSet<>();
    boolean isPairs = false;
    for (Object key : map.keySet()) {
      String kind = kind(key);
      isPairs |= kind == null || !keys.add(scalar(key));
      kinds.add(kind);
    }
    boolean isText =
        (kinds.isEmpty() || kinds.equals(Set.of("text")))
            && map.keySet().stream().allMatch(key -> Notation.isWhole(key.toString()));
    kinds.remove("null");
    isPairs |= kinds.size() > 1;
    ArrayNode pairs = Notation.list();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object key = entry.getKey();
      boolean isHalf = !isPairs && kind(key).equals("text") && !Notation.isWhole(key.toString());
      JsonNode keyNode = isHalf ? Notation.of(Notation.surrogates(key.toString())) : item(key);
      pairs.add(Notation.list(keyNode, item(entry.getValue())));
    }
    if (isPairs) {
      return Notation.typed(name == null ? "java.util.HashMap" : name, pairs);
    } else if (name == null) {
      return Notation.map(pairs);
    }
    return version == 1 && isText
        ? Notation.object(name, pairs)
        : Notation.typed(name, Notation.map(pairs));
  }

  /** The type of a key; null if it can be none. */
  private String kind(Object key) {
    if (key == null) {
      return "null";
    } else if (key instanceof String || key instanceof Character || key instanceof char[]) {
      return "text";
    } else if (key instanceof Integer
        || version == 1 && (key instanceof Short || key instanceof Byte)) {
      return "int";
    } else if (key instanceof Long) {
      return "long";
    } else if (key instanceof Double || version == 1 && key instanceof Float) {
      return "double";
    } else if (key instanceof Boolean) {
      return "bool";
    }
    return null;
  }

  /**
   * Fields of the lowest class first; those of {@code java.lang} and primitive ones before all
   * others.
   */
  private JsonNode bean(Object value) {
    List<Field> simple = new ArrayList<>();
    List<Field> others = new ArrayList<>();
    for (Class<?> type = value.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        int modifiers = field.getModifiers();
        if (Modifier.isStatic(modifiers) || Modifier.isTransient(modifiers)) {
          continue;
        }
        Class<?> of = field.getType();
        boolean isSimple =
            of.isPrimitive() || of.getName().startsWith("java.lang.") && of != Object.class;
        (isSimple ? simple : others).add(field);
      }
    }
    simple.addAll(others);
    ArrayNode fields = Notation.list();
    Map<String, Integer> taken = new HashMap<>();
    boolean isTwice = false;
    for (Field field : simple) {
      int times = taken.merge(field.getName(), 1, Integer::sum);
      isTwice |= times > 1;
      String name = version == 1 || times == 1 ? field.getName() : field.getName() + "@" + times;
      fields.add(pair(name, field(value, field)));
    }
    String name = value.getClass().getName();
    return version == 1 && isTwice ? Notation.typed(name, fields) : Notation.object(name, fields);
  }

  private JsonNode field(Object value, Field field) {
    try {
      field.setAccessible(true);
      Object of = field.get(value);
      return field.getType().isPrimitive() && of instanceof Number number
          ? number(number)
          : item(of);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ArrayNode pair(String name, JsonNode value) {
    ArrayNode pair = Notation.list();
    pair.add(name);
    pair.add(value);
    return pair;
  }
}
