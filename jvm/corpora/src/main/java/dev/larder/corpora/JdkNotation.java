package dev.larder.corpora;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Externalizable;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** What the reader of Java's streams makes of a value, by the table at the top of its source. */
final class JdkNotation {
  private static final Set<Class<?>> KEYS =
      Set.of(
          String.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Double.class,
          Boolean.class,
          Character.class);

  /** The kinds of the classes whose values are read as what a kind is of (docs/FORMAT.md). */
  private static final Map<String, Integer> KINDS =
      Map.ofEntries(
          Map.entry("java.lang.Character", 0x04),
          Map.entry("java.util.concurrent.atomic.AtomicInteger", 0x05),
          Map.entry("java.util.concurrent.atomic.AtomicLong", 0x06),
          Map.entry("java.util.concurrent.atomic.AtomicBoolean", 0x07),
          Map.entry("java.net.URI", 0x17),
          Map.entry("java.util.Date", 0x20),
          Map.entry("java.sql.Timestamp", 0x21),
          Map.entry("java.util.LinkedList", 0x30),
          Map.entry("java.util.concurrent.CopyOnWriteArrayList", 0x31),
          Map.entry("java.util.Vector", 0x32),
          Map.entry("java.util.ImmutableCollections$ListN", 0x34),
          Map.entry("java.util.HashSet", 0x40),
          Map.entry("java.util.LinkedHashSet", 0x41),
          Map.entry("java.util.TreeSet", 0x42),
          Map.entry("java.util.ImmutableCollections$SetN", 0x45),
          Map.entry("java.util.ArrayDeque", 0x50),
          Map.entry("java.util.PriorityQueue", 0x51),
          Map.entry("java.util.TreeMap", 0x60),
          Map.entry("java.util.concurrent.ConcurrentHashMap", 0x61),
          Map.entry("java.util.concurrent.ConcurrentSkipListMap", 0x62),
          Map.entry("java.util.ImmutableCollections$MapN", 0x63),
          Map.entry("java.util.Hashtable", 0x65),
          Map.entry("java.util.Properties", 0x66));

  /**
   * The kinds of arrays; those of other classes are of kind 80, and a {@code char[]} of its class.
   */
  private static final Map<String, Integer> ARRAYS =
      Map.of(
          "[Z", 0x70,
          "[S", 0x71,
          "[I", 0x73,
          "[J", 0x74,
          "[F", 0x75,
          "[D", 0x76,
          "[Ljava.lang.String;", 0x77,
          "[Ljava.lang.Object;", 0x78);

  /** The array of all empty sets of enums: one and the same. */
  private static final Object NO_ENUMS = noEnums();

  /** How often a mutable object is met. */
  private final Map<Object, Integer> met = new IdentityHashMap<>();

  /**
   * What beans and lambdas write in their place, by themselves; an object that does not, itself.
   */
  private final Map<Object, Object> replacements = new IdentityHashMap<>();

  /** The numbers of those that are met again, once they have begun; null while they are counted. */
  private Map<Object, Integer> numbers;

  private JdkNotation() {}

  static JsonNode of(Object value) {
    JdkNotation notation = new JdkNotation();
    notation.item(value, "");
    notation.numbers = new IdentityHashMap<>();
    return notation.item(value, "");
  }

  /**
   * @param declared the class that the place of the value is known to be of
   */
  private JsonNode item(Object value, String declared) {
    if (value == null) {
      return Notation.nothing();
    }
    JsonNode immutable = immutable(value);
    if (immutable != null) {
      return immutable;
    }
    Object replacement = replacements.computeIfAbsent(value, JdkNotation::replacement);
    if (replacement != value) {
      return item(replacement, declared);
    }
    if (numbers == null) {
      return met.merge(value, 1, Integer::sum) == 1 ? content(value, declared) : null;
    }
    if (met.getOrDefault(value, 1) == 1) {
      return content(value, declared);
    }
    Integer number = numbers.get(value);
    if (number != null) {
      return Notation.again(number);
    }
    numbers.put(value, numbers.size());
    return Notation.shared(content(value, declared));
  }

  private static JsonNode immutable(Object value) {
    if (value instanceof String text) {
      return Notation.of(text);
    } else if (value instanceof Boolean bool) {
      return Notation.of(bool.booleanValue());
    } else if (value instanceof Byte number) {
      return Notation.kind(0x01, Notation.of(number.longValue()));
    } else if (value instanceof Short number) {
      return Notation.kind(0x02, Notation.of(number.longValue()));
    } else if (value instanceof Integer number) {
      return Notation.of(number.longValue());
    } else if (value instanceof Long number) {
      JsonNode integer = Notation.of(number.longValue());
      return number == number.intValue() ? Notation.kind(0x03, integer) : integer;
    } else if (value instanceof Double number) {
      return Notation.of(number.doubleValue());
    } else if (value instanceof Float number) {
      return Notation.of(number.floatValue());
    } else if (value instanceof Character character) {
      return Notation.kind(
          0x04,
          Character.isSurrogate(character)
              ? Notation.of((long) character)
              : Notation.of(character.toString()));
    } else if (value instanceof BigInteger integer) {
      return Notation.of(integer);
    } else if (value instanceof BigDecimal decimal) {
      return Notation.of(decimal);
    } else if (value instanceof UUID uuid) {
      return Notation.of(uuid);
    } else if (value instanceof Enum<?> constant) {
      return Notation.enumeration(constant.getDeclaringClass().getName(), constant.name());
    } else if (value instanceof Class<?> type) {
      return Notation.typed("java.lang.Class", Notation.of(type.getName()));
    } else if (value instanceof URI uri) {
      return typed("java.net.URI", Notation.of(uri.toString()));
    } else if (value instanceof Locale locale
        && locale.getScript().isEmpty()
        && !locale.hasExtensions()
        && (!locale.getLanguage().isEmpty()
            || !locale.getCountry().isEmpty()
            || locale.getVariant().isEmpty())) {
      if (locale.getLanguage().isEmpty() && locale.getCountry().isEmpty()) {
        return null;
      }
      return Notation.typed("java.util.Locale", Notation.of(locale.toString()));
    }
    return time(value);
  }

  private static JsonNode time(Object value) {
    if (value instanceof Instant instant) {
      return Notation.moment("$instant", instant.getEpochSecond(), instant.getNano());
    } else if (value instanceof Duration duration) {
      return Notation.moment("$duration", duration.getSeconds(), duration.getNano());
    } else if (value instanceof LocalDate date) {
      return Notation.moment("$date", date.toEpochDay());
    } else if (value instanceof LocalTime time) {
      return Notation.moment("$time", time.toNanoOfDay());
    } else if (value instanceof LocalDateTime time) {
      return Notation.moment("$datetime", time.toEpochSecond(ZoneOffset.UTC), time.getNano());
    } else if (value instanceof OffsetDateTime time) {
      return Notation.zoned(
          time.toLocalDateTime().toEpochSecond(ZoneOffset.UTC),
          time.getNano(),
          time.getOffset().getTotalSeconds(),
          "");
    } else if (value instanceof ZonedDateTime time) {
      return Notation.zoned(
          time.toLocalDateTime().toEpochSecond(ZoneOffset.UTC),
          time.getNano(),
          time.getOffset().getTotalSeconds(),
          time.getZone().getId());
    } else if (value instanceof OffsetTime time) {
      return Notation.typed(
          "java.time.OffsetTime",
          Notation.list(time(time.toLocalTime()), Notation.of(time.getOffset().getTotalSeconds())));
    } else if (value instanceof ZoneOffset offset) {
      return Notation.typed("java.time.ZoneOffset", Notation.of(offset.getTotalSeconds()));
    } else if (value instanceof ZoneId zone) {
      return Notation.typed("java.time.ZoneRegion", Notation.of(zone.getId()));
    } else if (value instanceof Year year) {
      return Notation.typed("java.time.Year", Notation.of(year.getValue()));
    } else if (value instanceof YearMonth month) {
      return ints("java.time.YearMonth", month.getYear(), month.getMonthValue());
    } else if (value instanceof MonthDay day) {
      return ints("java.time.MonthDay", day.getMonthValue(), day.getDayOfMonth());
    } else if (value instanceof Period period) {
      return ints("java.time.Period", period.getYears(), period.getMonths(), period.getDays());
    }
    return null;
  }

  private static JsonNode ints(String type, int... numbers) {
    ArrayNode list = Notation.list();
    for (int number : numbers) {
      list.add(number);
    }
    return Notation.typed(type, list);
  }

  /** The object that a bean or a lambda writes in its place. */
  private static Object replacement(Object value) {
    if (!(value instanceof Beans.Replaced) && !value.getClass().isHidden()) {
      return value;
    }
    try {
      Method method = value.getClass().getDeclaredMethod("writeReplace");
      method.setAccessible(true);
      return method.invoke(value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private JsonNode content(Object value, String declared) {
    Class<?> type = value.getClass();
    String name = type.getName();
    if (value instanceof byte[] bytes) {
      return Notation.of(bytes);
    } else if (type.isArray()) {
      JsonNode items = array(value, name.substring(1));
      return name.equals(declared) ? items : arrayOf(name, items);
    } else if (value instanceof Timestamp time) {
      return typed(
          name, Notation.moment("$instant", Math.floorDiv(time.getTime(), 1000L), time.getNanos()));
    } else if (value instanceof Date date) {
      long time = date.getTime();
      JsonNode moment =
          Notation.moment(
              "$instant", Math.floorDiv(time, 1000L), Math.floorMod(time, 1000L) * 1_000_000L);
      return typed(name, moment);
    } else if (value instanceof AtomicLong || value instanceof AtomicInteger) {
      return typed(name, Notation.of(((Number) value).longValue()));
    } else if (value instanceof AtomicBoolean bool) {
      return typed(name, Notation.of(bool.get()));
    } else if (value instanceof AtomicReference<?> reference) {
      return Notation.typed(name, item(reference.get(), ""));
    } else if (value instanceof EnumSet<?> set) {
      return enumSet(set);
    } else if (value instanceof BitSet bits) {
      return Notation.object(name, Notation.list(pair("bits", array(bits.toLongArray(), "J"))));
    } else if (value instanceof Locale locale) {
      return locale(locale);
    } else if (name.startsWith("java.util.ImmutableCollections$")) {
      String kind = value instanceof Map ? "MapN" : value instanceof Set ? "SetN" : "ListN";
      return valuesOf("java.util.ImmutableCollections$" + kind, value);
    } else if (name.startsWith("java.util.Collections$") && !name.endsWith("Comparator")) {
      return wrapper(value, name.replace("RandomAccessList", "List"));
    } else if (name.equals("java.util.Arrays$ArrayList")) {
      return Notation.typed(name, item(field(value, type, "a"), "[Ljava.lang.Object;"));
    } else if (name.startsWith("java.util.concurrent.CopyOnWriteArraySet")) {
      return Notation.typed(name, item(field(value, type, "al"), ""));
    } else if (name.equals("java.util.concurrent.ConcurrentSkipListSet")) {
      return Notation.typed(name, item(field(value, type, "m"), ""));
    } else if (value instanceof Collection || value instanceof Map) {
      return collection(value, type);
    }
    return object(value, List.of());
  }

  private JsonNode array(Object array, String component) {
    if (array instanceof char[] characters) {
      String text = new String(characters);
      return Notation.isWhole(text) ? Notation.of(text) : Notation.of(Notation.surrogates(text));
    }
    ArrayNode list = Notation.list();
    for (int at = 0; at < Array.getLength(array); at++) {
      Object value = Array.get(array, at);
      list.add(component.length() == 1 ? primitive(value) : item(value, component));
    }
    return list;
  }

  private JsonNode enumSet(EnumSet<?> set) {
    if (!set.isEmpty()) {
      return Notation.typed("java.util.EnumSet", values(set));
    }
    Object none = EnumSet.complementOf(set).iterator().next().getDeclaringClass();
    return Notation.object(
        "java.util.EnumSet$SerializationProxy",
        Notation.list(
            pair("elementType", item(none, "")),
            pair("elements", item(NO_ENUMS, "[Ljava.lang.Enum;"))));
  }

  private static JsonNode locale(Locale locale) {
    String extensions = "";
    if (locale.hasExtensions()) {
      String tag = locale.toLanguageTag();
      extensions = tag.substring(tag.indexOf("-u-") + 1);
    }
    return Notation.object(
        "java.util.Locale",
        Notation.list(
            pair("hashcode", Notation.of(-1)),
            pair("country", Notation.of(locale.getCountry())),
            pair("extensions", Notation.of(extensions)),
            pair("language", Notation.of(locale.getLanguage())),
            pair("script", Notation.of(locale.getScript())),
            pair("variant", Notation.of(locale.getVariant()))));
  }

  private JsonNode wrapper(Object value, String name) {
    Class<?> type = value.getClass();
    String simple = name.substring(name.indexOf('$') + 1);
    if (simple.startsWith("Empty") || simple.startsWith("Singleton")) {
      return Notation.typed(name, values(value));
    }
    while (!type.getSuperclass().equals(Object.class)
        && type.getSuperclass().getName().startsWith("java.util.Collections$")) {
      type = type.getSuperclass();
    }
    boolean isMap = type.getSimpleName().endsWith("Map") || simple.equals("SetFromMap");
    return Notation.typed(name, item(field(value, type, isMap ? "m" : "c"), ""));
  }

  /** A list, set or map of a class that others may be made of. */
  private JsonNode collection(Object value, Class<?> type) {
    String name = type.getName();
    List<ArrayNode> extras = new ArrayList<>();
    boolean isMap = value instanceof Map;
    if (value instanceof PriorityQueue<?> queue && queue.comparator() != null) {
      extras.add(pair("comparator", item(queue.comparator(), "")));
    } else if (value instanceof SortedSet<?> set && set.comparator() != null) {
      extras.add(pair("comparator", item(set.comparator(), "")));
    } else if (value instanceof SortedMap<?, ?> map && map.comparator() != null) {
      extras.add(pair("comparator", item(map.comparator(), "")));
    } else if (value instanceof EnumMap<?, ?> map && map.isEmpty()) {
      extras.add(pair("keyType", item(field(map, EnumMap.class, "keyType"), "")));
    }
    boolean byAccess =
        value instanceof java.util.LinkedHashMap
            && (boolean) field(value, java.util.LinkedHashMap.class, "accessOrder");
    boolean hasDefaults =
        value instanceof Properties && field(value, Properties.class, "defaults") != null;
    boolean isAlone = extras.isEmpty() && !byAccess && !hasDefaults;
    for (Class<?> level = type;
        !level.getName().startsWith("java.");
        level = level.getSuperclass()) {
      isAlone &= ObjectStreamClass.lookup(level).getFields().length == 0;
    }
    boolean isPairs = isMap && !hasKeys((Map<?, ?>) value);
    boolean isKnown = name.startsWith("java.util.");
    if (isAlone && (isKnown || !isPairs)) {
      boolean isPlain =
          name.equals("java.util.ArrayList")
              || name.equals("java.util.HashMap")
              || name.equals("java.util.LinkedHashMap");
      return isPlain && !isPairs ? values(value) : valuesOf(name, value);
    }
    // The order matters: what is met first has the lower number.
    extras.add(pair(isMap ? "@map" : "@list", values(value)));
    return object(value, extras);
  }

  /** The values of a collection of a class; a list of pairs is of no kind of maps. */
  private JsonNode valuesOf(String name, Object value) {
    boolean isPairs = value instanceof Map<?, ?> map && !hasKeys(map);
    return isPairs ? Notation.typed(name, values(value)) : typed(name, values(value));
  }

  /** A value of a class: of the kind that the class is, or else of its name. */
  private static JsonNode typed(String name, JsonNode value) {
    Integer kind = KINDS.get(name);
    return kind == null ? Notation.typed(name, value) : Notation.kind(kind, value);
  }

  private static JsonNode arrayOf(String name, JsonNode items) {
    Integer kind = ARRAYS.get(name);
    if (kind != null) {
      return Notation.kind(kind, items);
    } else if (name.equals("[C")) {
      return Notation.typed(name, items);
    }
    ClassLoader loader = JdkNotation.class.getClassLoader();
    String getter = "()" + name.replace('.', '/');
    Class<?> array = MethodType.fromMethodDescriptorString(getter, loader).returnType();
    String component = array.getComponentType().getTypeName();
    return ((ObjectNode) Notation.kind(0x80, items)).put("name", component);
  }

  private JsonNode values(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map(map);
    }
    ArrayNode list = Notation.list();
    for (Object item : (Collection<?>) value) {
      list.add(item(item, ""));
    }
    return list;
  }

  private JsonNode map(Map<?, ?> map) {
    boolean hasKeys = hasKeys(map);
    ArrayNode pairs = Notation.list();
    for (Object[] entry : entries(map)) {
      JsonNode key =
          entry[0] instanceof String text && hasKeys && !Notation.isWhole(text)
              ? Notation.of(Notation.surrogates(text))
              : hasKeys ? key(entry[0]) : item(entry[0], "");
      pairs.add(Notation.list(key, item(entry[1], "")));
    }
    return hasKeys ? Notation.map(pairs) : pairs;
  }

  /** A key, which is of no kind. */
  private JsonNode key(Object key) {
    return key == null ? item(null, "") : primitive(key);
  }

  /** A primitive value: but for half of a surrogate pair, no kind tells it from others. */
  private static JsonNode primitive(Object value) {
    JsonNode node = immutable(value);
    boolean isHalf = value instanceof Character character && Character.isSurrogate(character);
    return node.has("$kind") && !isHalf ? node.get("value") : node;
  }

  /** Keys and values in the order in which the map writes them. */
  private static List<Object[]> entries(Map<?, ?> map) {
    List<Object[]> entries = new ArrayList<>();
    if (map instanceof Hashtable && !(map instanceof Properties)) {
      for (Object entry : (Object[]) field(map, Hashtable.class, "table")) {
        while (entry != null) {
          entries.add(
              new Object[] {
                field(entry, entry.getClass(), "key"), field(entry, entry.getClass(), "value")
              });
          entry = field(entry, entry.getClass(), "next");
        }
      }
    } else {
      map.forEach((key, value) -> entries.add(new Object[] {key, value}));
    }
    if (map instanceof Hashtable) {
      Collections.reverse(entries);
    }
    return entries;
  }

  private static boolean hasKeys(Map<?, ?> map) {
    if (map instanceof IdentityHashMap) {
      return false;
    }
    Set<Class<?>> classes = new HashSet<>();
    for (Object key : map.keySet()) {
      if (key != null) {
        classes.add(key.getClass());
        if (!KEYS.contains(key.getClass())
            || key instanceof Character character && Character.isSurrogate(character)) {
          return false;
        }
      }
    }
    return classes.size() <= 1;
  }

  /**
   * An object, class by class.
   *
   * @param first fields that come before those of the classes outside the JDK
   */
  private JsonNode object(Object value, List<ArrayNode> first) {
    Class<?> type = value.getClass();
    ArrayNode fields = Notation.list();
    String name = type.getName();
    if (Proxy.isProxyClass(type)) {
      name = "java.lang.reflect.Proxy";
      ArrayNode interfaces = Notation.list();
      Arrays.stream(type.getInterfaces()).forEach(of -> interfaces.add(of.getName()));
      fields.add(pair("@interfaces", interfaces));
      fields.add(pair("h", item(Proxy.getInvocationHandler(value), "")));
      return Notation.object(name, fields);
    }
    first.forEach(fields::add);
    if (value instanceof Beans.External external) {
      List<Object> data = Beans.more(external.name, new Beans.Raw(external.bytes), external.object);
      fields.add(pair("@data", data(data)));
      return Notation.object(name, fields);
    }
    List<Class<?>> levels = new ArrayList<>();
    for (Class<?> level = type; level != null; level = level.getSuperclass()) {
      if (Serializable.class.isAssignableFrom(level)
          && !Externalizable.class.isAssignableFrom(level)) {
        levels.add(0, level);
      }
    }
    Set<String> taken = new HashSet<>();
    for (Class<?> level : levels) {
      boolean isCollections = !first.isEmpty() && level.getName().startsWith("java.util.");
      boolean isUnsaid =
          isCollections
              && !level.getName().equals("java.util.LinkedHashMap")
              && !level.getName().equals("java.util.Properties");
      for (ObjectStreamField field : ObjectStreamClass.lookup(level).getFields()) {
        String key = free(field.getName(), level, taken);
        if (isUnsaid) {
          continue;
        }
        Object of = read(value, level, field);
        fields.add(
            pair(
                key,
                field.isPrimitive()
                    ? primitive(of)
                    : item(of, field.getTypeString().replace('/', '.'))));
      }
      if (writes(level)) {
        String key = free("@data", level, taken);
        List<Object> data =
            value instanceof Beans.WritesMore more
                ? more.written().getOrDefault(level, List.of())
                : List.of();
        if (!data.isEmpty()) {
          fields.add(pair(key, data(data)));
        }
      }
    }
    return Notation.object(name, fields);
  }

  private static String free(String name, Class<?> level, Set<String> taken) {
    String free = taken.contains(name) ? level.getName() + "." + name : name;
    taken.add(free);
    return free;
  }

  private static boolean writes(Class<?> level) {
    try {
      level.getDeclaredMethod("writeObject", ObjectOutputStream.class);
      return true;
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  private static Object read(Object value, Class<?> level, ObjectStreamField field) {
    if (value instanceof SerializedLambda lambda) {
      return switch (field.getName()) {
        case "implMethodKind" -> lambda.getImplMethodKind();
        case "capturedArgs" -> {
          Object[] captured = new Object[lambda.getCapturedArgCount()];
          Arrays.setAll(captured, lambda::getCapturedArg);
          yield captured;
        }
        case "capturingClass" -> capturingClass(lambda);
        case "functionalInterfaceClass" -> lambda.getFunctionalInterfaceClass();
        case "functionalInterfaceMethodName" -> lambda.getFunctionalInterfaceMethodName();
        case "functionalInterfaceMethodSignature" -> lambda.getFunctionalInterfaceMethodSignature();
        case "implClass" -> lambda.getImplClass();
        case "implMethodName" -> lambda.getImplMethodName();
        case "implMethodSignature" -> lambda.getImplMethodSignature();
        case "instantiatedMethodType" -> lambda.getInstantiatedMethodType();
        default -> throw new IllegalStateException(field.getName());
      };
    }
    return field(value, level, field.getName());
  }

  private static Class<?> capturingClass(SerializedLambda lambda) {
    try {
      return Class.forName(lambda.getCapturingClass().replace('/', '.'));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private JsonNode data(List<Object> data) {
    ArrayNode list = Notation.list();
    for (Object written : data) {
      list.add(written instanceof Beans.Raw raw ? Notation.of(raw.bytes()) : item(written, ""));
    }
    return list;
  }

  private static ArrayNode pair(String name, JsonNode value) {
    ArrayNode pair = Notation.list();
    pair.add(name);
    pair.add(value);
    return pair;
  }

  private static Object noEnums() {
    try {
      Class<?> proxy = Class.forName("java.util.EnumSet$SerializationProxy");
      return field(null, proxy, "ZERO_LENGTH_ENUM_ARRAY");
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object field(Object value, Class<?> type, String name) {
    try {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      return field.get(value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
