package dev.larder.internal.register;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.internal.bind.Binding;
import dev.larder.internal.bind.EnumBinding;
import dev.larder.internal.bind.ObjectCodec;
import dev.larder.internal.bind.ObjectType;
import dev.larder.internal.bind.Property;
import dev.larder.internal.bind.Registry;
import dev.larder.internal.bind.Slot;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.declared.ArrayBinding;
import dev.larder.internal.declared.Boxed;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.kind.ClassNames;
import dev.larder.internal.kind.EnumKeys;
import dev.larder.internal.kind.Keys;
import dev.larder.internal.kind.Kinds;
import dev.larder.internal.kind.Plain;
import dev.larder.internal.kind.Sharing;
import dev.larder.internal.message.Gaps;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import dev.larder.internal.message.SharedObjects;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.tree.Fields;
import dev.larder.internal.tree.Host;
import dev.larder.internal.tree.Rows;
import dev.larder.internal.tree.TreeReader;
import dev.larder.internal.tree.TreeWriter;
import java.lang.reflect.Modifier;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values where no declared type says what they are: classes by the names that they registered. */
public final class ClassHost implements Host {
  /** Kinds from here on are those of other languages. */
  private static final int FIRST_OF_OTHERS = 0xC0;

  private final Registry registry;
  private final ClassHost lenient;

  /** Whether classes need not be known, as what is made is let go. */
  private final boolean isLenient;

  ClassHost(Registry registry) {
    this.registry = registry;
    isLenient = false;
    lenient = new ClassHost(registry, true);
  }

  private ClassHost(Registry registry, boolean isLenient) {
    this.registry = registry;
    this.isLenient = isLenient;
    lenient = this;
  }

  /** A host for values that are passed over. */
  ClassHost lenient() {
    return lenient;
  }

  // Reading.

  @Override
  public Object value(Input in, Place place) {
    return TreeReader.value(in, place, this);
  }

  @Override
  public Object integer(long value) {
    if (value == (int) value) {
      return (int) value;
    }
    return value;
  }

  @Override
  public Object record(Input in, Shape shape) {
    if (isLenient && registry.object(shape.className) == null) {
      in.descend();
      for (Place place : shape.places) {
        TreeReader.value(in, place, this);
      }
      in.ascend();
      return notMade(in);
    }
    return registry.reader(in, shape).readObject(in);
  }

  @Override
  public Object record(Input in, Gaps gaps) {
    Shape shape = gaps.shape;
    if (isLenient && registry.object(shape.className) == null) {
      gaps.next(in);
      for (int key = 0; key < shape.places.length; key++) {
        if (gaps.hasValue(key)) {
          TreeReader.value(in, shape.places[key], this);
        }
      }
      in.ascend();
      return notMade(in);
    }
    return registry.reader(in, shape).readObject(in, gaps);
  }

  @Override
  public Object row(Input in, Shape shape, Object[] values) {
    if (isLenient && registry.object(shape.className) == null) {
      return notMade(in);
    }
    return registry.reader(in, shape).plan.row(in, values);
  }

  @Override
  public Rows rows(Input in, Shape shape) {
    ObjectType known = registry.object(shape.className);
    return known == null || known.isRecord() ? null : registry.reader(in, shape).plan;
  }

  @Override
  public Object enumCase(Input in, String className, String caseName) {
    EnumBinding known = ClassNames.enumeration(className, registry);
    Object constant = known == null ? null : known.constant(caseName);
    if (constant == null) {
      if (isLenient) {
        return notMade(in);
      }
      throw in.errorAtTag(
          ErrorKind.REFUSED,
          known == null
              ? ClassNames.unknown("enumeration", className)
              : "enumeration %s has no constant %s".formatted(className, caseName));
    }
    return constant;
  }

  @Override
  public Object custom(Input in, String className, byte[] bytes) {
    if (isLenient) {
      return notMade(in);
    }
    throw in.errorAtTag(
        ErrorKind.REFUSED,
        "an object of class %s that wrote itself in another language".formatted(className));
  }

  @Override
  public Object typed(Input in, String className, Place place) {
    in.madeLater();
    if (isLenient) {
      TreeReader.value(in, place, this);
      return notMade(in);
    }
    throw in.errorAtTag(
        ErrorKind.REFUSED, "a value of class %s of another language".formatted(className));
  }

  @Override
  public Object kind(Input in, int kind, String name, Place place) {
    if (isLenient || kind >= FIRST_OF_OTHERS) {
      in.madeLater();
      Object value = TreeReader.value(in, place, this);
      return isLenient ? notMade(in) : value;
    }
    Kinds.Kind known = Kinds.of(kind);
    if (known != null && known.isFilled() && in.isAwaited()) {
      Object made = known.empty(0, 0);
      in.made(made);
      Object content = TreeReader.value(in, place, this);
      boolean fits =
          known.form == Kinds.Form.MAP ? content instanceof Map : content instanceof List;
      return checked(in, kind, name, fits ? known.fill(in, made, content, registry) : null);
    }
    Class<?> component = component(in, kind, name);
    if (component != null) {
      Binding array = registry.root(component.arrayType());
      return checked(in, kind, name, array.readField(in, slot(place, component + "[]")));
    }
    if (kind == Kinds.KEYED || kind == Kinds.PAIRS) {
      Map<Object, Object> made = new LinkedHashMap<>();
      in.made(made);
      Object content = TreeReader.value(in, place, this);
      Object map =
          kind == Kinds.KEYED
              ? keyed(in, name, content, made, place)
              : pairs(in, content, made, place);
      return checked(in, kind, name, map);
    }
    in.madeLater();
    Object content = TreeReader.value(in, place, this);
    if (kind == Kinds.ENUM_SET || kind == Kinds.ENUM_MAP) {
      EnumBinding constants = ClassNames.enumeration(name, registry);
      if (constants == null) {
        throw in.errorAtTag(ErrorKind.REFUSED, ClassNames.unknown("enumeration", name));
      }
      Slot slot = slot(place, "of the enumeration " + name);
      return content == null
          ? checked(in, kind, name, null)
          : kind == Kinds.ENUM_SET
              ? EnumKeys.set(in, constants, content, slot)
              : EnumKeys.map(in, constants, content, slot);
    }
    return checked(in, kind, name, content == null ? null : make(in, kind, content));
  }

  @Override
  public Object ofKind(Input in, int kind, Object content) {
    if (isLenient) {
      return notMade(in);
    }
    Object made = null;
    if (content == null) {
      // No value here is made of nothing.
      return checked(in, kind, null, made);
    }
    if (kind >= Kinds.FIRST_ARRAY && kind <= Kinds.LAST_ARRAY) {
      Class<?> component = Kinds.component(kind);
      Slot slot = slot(Place.NONE, component + "[]");
      made = registry.root(component.arrayType()).convert(in, content, slot);
    } else if (kind == Kinds.PAIRS) {
      made = pairs(in, content, new LinkedHashMap<>(), Place.NONE);
    } else {
      made = make(in, kind, content);
    }
    return checked(in, kind, null, made);
  }

  /** A value of a kind without a name, and of no array; null if it cannot be. */
  private Object make(Input in, int kind, Object content) {
    if (kind == Kinds.REVERSED || kind == Kinds.CASE_INSENSITIVE) {
      Kinds.Kind of = Kinds.of(content);
      return of != null && of.isSorted() ? of.make(in, content, kind, registry) : null;
    }
    Kinds.Kind known = Kinds.of(kind);
    return known == null ? null : known.make(in, content, 0, registry);
  }

  private Object checked(Input in, int kind, String name, Object made) {
    if (made != null) {
      return made;
    }
    throw in.errorAtTag(
        ErrorKind.REFUSED,
        "a value that cannot be of kind %02X%s".formatted(kind, name == null ? "" : " " + name));
  }

  /** What an array of a kind is of; null if the kind is of no array. */
  private Class<?> component(Input in, int kind, String name) {
    if (kind >= Kinds.FIRST_ARRAY && kind <= Kinds.LAST_ARRAY) {
      return Kinds.component(kind);
    }
    if (kind != Kinds.ARRAY) {
      return null;
    }
    Class<?> component = ClassNames.find(name, registry);
    if (component == null) {
      throw in.errorAtTag(ErrorKind.REFUSED, ClassNames.unknown("class", name));
    }
    return component;
  }

  private Slot slot(Place place, String type) {
    return Slot.root(this, place, type);
  }

  private Object keyed(
      Input in, String name, Object content, Map<Object, Object> made, Place place) {
    Binding binding = ClassNames.keysOf(in, name, registry);
    if (!(content instanceof Map<?, ?> map)) {
      return null;
    }
    Slot slot = slot(place, "a map of keys of class " + name);
    Object[] all = new Object[2 * map.size()];
    int next = 0;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      all[next++] = Boxed.key(in, binding, entry.getKey(), slot);
      all[next++] = entry.getValue();
    }
    return Keys.fill(in, all, made, slot, registry);
  }

  private Object pairs(Input in, Object content, Map<Object, Object> made, Place place) {
    return content instanceof List<?> list
        ? Keys.fill(in, list.toArray(), made, slot(place, "a map"), registry)
        : null;
  }

  private static LarderException noMoment(Input in) {
    return in.error(ErrorKind.REFUSED, "a date or time that java.time does not have");
  }

  @Override
  public Object dateTime(Input in, long seconds, int nanoseconds) {
    try {
      return LocalDateTime.ofEpochSecond(seconds, nanoseconds, ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw noMoment(in);
    }
  }

  @Override
  public Object instant(Input in, long seconds, int nanoseconds) {
    try {
      return Instant.ofEpochSecond(seconds, nanoseconds);
    } catch (DateTimeException e) {
      throw noMoment(in);
    }
  }

  @Override
  public Object zoned(Input in, long seconds, int nanoseconds, long offset, String zone) {
    try {
      LocalDateTime local = LocalDateTime.ofEpochSecond(seconds, nanoseconds, ZoneOffset.UTC);
      ZoneOffset of = ZoneOffset.ofTotalSeconds(Math.toIntExact(offset));
      return zone.isEmpty()
          ? OffsetDateTime.of(local, of)
          : ZonedDateTime.ofLocal(local, ZoneId.of(zone), of);
    } catch (DateTimeException | ArithmeticException e) {
      throw noMoment(in);
    }
  }

  @Override
  public Object duration(Input in, long seconds, int nanoseconds) {
    return Duration.ofSeconds(seconds, nanoseconds);
  }

  @Override
  public Object date(Input in, long days) {
    try {
      return LocalDate.ofEpochDay(days);
    } catch (DateTimeException e) {
      throw noMoment(in);
    }
  }

  @Override
  public Object shared(Input in, boolean isReference, Place place) {
    int number = in.beginShared();
    Object value = TreeReader.value(in, place, this);
    in.endShared(number, value);
    return value;
  }

  @Override
  public Object again(Input in) {
    Object value = in.again();
    if (value != null && value != Input.NOT_MADE) {
      return value;
    }
    if (isLenient) {
      return notMade(in);
    }
    if (value == null) {
      throw notYet(in);
    }
    throw in.error(
        ErrorKind.REFUSED,
        "a reference into the value of a field that the class no longer has: not all of that value"
            + " can be made here");
  }

  /** What stands for a value that is passed over, until all of it was read. */
  private Object notMade(Input in) {
    in.notMade();
    return this;
  }

  /** What is to be thrown where a cycle goes through an object that cannot be made before it. */
  private static LarderException notYet(Input in) {
    return in.error(
        ErrorKind.REFUSED, "a record, or another value that is made whole, cannot contain itself");
  }

  // Writing.

  @Override
  public void writeValue(Output out, Object value, Place place) {
    TreeWriter.value(out, value, place, this, registry.shapes());
  }

  @Override
  public Fields fields(Object[] objects) {
    Class<?> type = objects[0] == null ? null : objects[0].getClass();
    ObjectType known = type == null ? null : registry.object(type);
    if (known == null) {
      return null;
    }
    for (Object object : objects) {
      if (object == null || object.getClass() != type) {
        return null;
      }
    }
    return known;
  }

  @Override
  public Shape shape(Object value) {
    ObjectType known = registry.object(value.getClass());
    return known == null ? null : known.shape();
  }

  @Override
  public void values(Object value, Object[] into) {
    ObjectType known = registry.object(value.getClass());
    List<Property> properties = known.properties();
    ObjectCodec codec = known.codec();
    for (int field = 0; field < properties.size(); field++) {
      into[field] = properties.get(field).binding.plainOrNull(codec.get(value, field));
    }
  }

  @Override
  public int nulls(Object value) {
    return registry.object(value.getClass()).codec().nulls(value);
  }

  @Override
  public void writeRow(Output out, Object value) {
    registry.object(value.getClass()).codec().write(out, value);
  }

  @Override
  public boolean isTree(Output out, Object value) {
    // Where something is shared, it may be within.
    return out.shared == null;
  }

  @Override
  public boolean isOwn(Output out, Object value) {
    return out.shared != null && out.shared.number(value) != SharedObjects.ONCE || kind(value) != 0;
  }

  @Override
  public int kind(Object value) {
    Class<?> type = value.getClass();
    if (type == ArrayList.class) {
      return 0;
    }
    if (type == LinkedHashMap.class || type == HashMap.class) {
      return Keys.kind((Map<?, ?>) value);
    }
    if (type == Long.class) {
      return Kinds.integer(value) == value ? 0 : Kinds.LONG;
    }
    if (value instanceof Plain plain) {
      return plain.kind();
    }
    if (value instanceof BigInteger number) {
      return number.bitLength() < Long.SIZE ? Kinds.BIG_INTEGER : 0;
    }
    if (type.isArray()) {
      int array = Kinds.ofArray(type.getComponentType());
      return type == byte[].class ? 0 : array != 0 ? array : Kinds.ARRAY;
    }
    if (value instanceof EnumSet) {
      return Kinds.ENUM_SET;
    }
    if (value instanceof EnumMap) {
      return Kinds.ENUM_MAP;
    }
    Kinds.Kind kind = Kinds.of(value);
    if (kind == null) {
      return 0;
    }
    int order = kind.isSorted() ? Kinds.order(value) : 0;
    if (order != 0) {
      return order;
    }
    return kind.code == 0 && value instanceof Map<?, ?> map ? Keys.kind(map) : kind.code;
  }

  @Override
  public int columnKind(Output out, Object value) {
    if (value instanceof Long) {
      return Kinds.LONG;
    }
    int kind = kind(value);
    Kinds.Kind known = Kinds.of(kind);
    boolean isScalar =
        known != null && known.form == Kinds.Form.SCALAR && known.code != Kinds.OPTIONAL;
    // What is shared is numbered where it stands.
    return kind >= Tag.NAMED_KIND || out.shared != null && !isScalar ? 0 : kind;
  }

  @Override
  public Object content(Object value) {
    if (value instanceof Long) {
      return Kinds.integer(value);
    } else if (value instanceof Plain plain) {
      return plain.content();
    } else if (value.getClass().isArray()) {
      return array(value).content(value);
    }
    Kinds.Kind kind = Kinds.toWrite(value);
    int code = kind(value);
    if (code == Kinds.PAIRS) {
      return new ArrayList<>(Arrays.asList(Keys.pairs((Map<?, ?>) value)));
    }
    return code == kind.code
        ? kind.content(value)
        : new Plain(null, kind.code, null, kind.content(value));
  }

  private ArrayBinding array(Object value) {
    return (ArrayBinding) registry.root(value.getClass());
  }

  @Override
  public void write(Output out, Object value, Place place) {
    ObjectType known = registry.object(value.getClass());
    if (known != null) {
      known.binding.write(out, value, place);
      return;
    }
    if (value instanceof Enum<?> constant) {
      enumCase(out, constant, place);
      return;
    }
    if (value instanceof Plain plain) {
      write(out, plain, place);
      return;
    }
    int levels = Sharing.begin(out, value);
    if (levels == Sharing.AGAIN) {
      return;
    }
    long mark = out.mark();
    if (value instanceof byte[] bytes) {
      out.bytes(bytes);
    } else if (value.getClass().isArray()) {
      int kind = kind(value);
      String name = kind == Kinds.ARRAY ? nameOf(value) : null;
      long content = TreeWriter.beginKind(out, kind, name, place);
      array(value).list(out, value, place);
      TreeWriter.endKind(out, place, content);
    } else if (value instanceof EnumSet<?> set) {
      String name = enumeration(ClassNames.of(set, registry), value);
      long content = TreeWriter.beginKind(out, Kinds.ENUM_SET, name, place);
      Object[] names = set.stream().map(one -> Keys.name(one)).toArray();
      TreeWriter.list(out, names, place, this, registry.shapes());
      TreeWriter.endKind(out, place, content);
    } else if (value instanceof EnumMap<?, ?> map) {
      String name = enumeration(ClassNames.of(map, registry), value);
      long content = TreeWriter.beginKind(out, Kinds.ENUM_MAP, name, place);
      TreeWriter.map(out, Keys.plain(map), place, this, registry.shapes());
      TreeWriter.endKind(out, place, content);
    } else {
      ofKind(out, value, place);
    }
    Sharing.end(out, levels, value, place, mark);
  }

  private void write(Output out, Plain plain, Place place) {
    int levels = Sharing.begin(out, plain.value());
    if (levels == Sharing.AGAIN) {
      return;
    }
    long mark = out.mark();
    if (plain.kind() != 0) {
      TreeWriter.beginKind(out, plain.kind(), plain.name(), place);
    }
    // It may be an entry already.
    TreeWriter.value(out, plain.content(), place, this, registry.shapes());
    if (plain.kind() != 0) {
      out.ascend();
    }
    Sharing.end(out, levels, plain.value(), place, mark);
  }

  private void ofKind(Output out, Object value, Place place) {
    Kinds.Kind kind = Kinds.toWrite(value);
    if (kind == null) {
      throw Host.refused(value);
    }
    int order = kind.isSorted() ? Kinds.order(value) : 0;
    long ordered = order == 0 ? 0 : TreeWriter.beginKind(out, order, null, place);
    long content = kind.code == 0 ? 0 : TreeWriter.beginKind(out, kind.code, null, place);
    switch (kind.form) {
      case SCALAR -> TreeWriter.value(out, kind.content(value), place, this, registry.shapes());
      case LIST -> {
        Object[] all = ((Collection<?>) value).toArray();
        out.multiply(kind.bytes(Arrays.asList(all)));
        TreeWriter.list(out, all, place, this, registry.shapes());
      }
      default -> {
        out.multiply(kind.bytes(((Map<?, ?>) value).keySet()));
        map(out, (Map<?, ?>) value, place);
      }
    }
    if (kind.code != 0) {
      TreeWriter.endKind(out, place, content);
    }
    if (order != 0) {
      TreeWriter.endKind(out, place, ordered);
    }
  }

  /** Writes keys and values, with what is to be said of keys. */
  private void map(Output out, Map<?, ?> map, Place place) {
    int keys = Keys.kind(map);
    if (keys == 0) {
      TreeWriter.map(out, map, place, this, registry.shapes());
      return;
    }
    String name = null;
    if (keys == Kinds.KEYED) {
      Class<?> type = Keys.classOf(map);
      name = named(type, ClassNames.of(type, registry));
    }
    long content = TreeWriter.beginKind(out, keys, name, place);
    if (keys == Kinds.KEYED) {
      TreeWriter.map(out, Keys.plain(map), place, this, registry.shapes());
    } else {
      TreeWriter.list(out, Keys.pairs(map), place, this, registry.shapes());
    }
    TreeWriter.endKind(out, place, content);
  }

  /** What the components of an array are called. */
  private String nameOf(Object array) {
    Class<?> component = array.getClass().getComponentType();
    return named(component, ClassNames.of(component, registry));
  }

  private static String named(Class<?> type, String name) {
    if (name != null) {
      return name;
    }
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    boolean isAbstract =
        element.isInterface() || Modifier.isAbstract(element.getModifiers()) && !element.isEnum();
    throw new LarderException(
        ErrorKind.REFUSED,
        -1,
        isAbstract || element.getName().startsWith("java.")
            ? "an array of %s, which has no name in values: declare the field as one, or use a List"
                .formatted(type.getTypeName())
            : "%s is not registered: Larder.builder().register(%s.class)"
                .formatted(element.getName(), element.getSimpleName()));
  }

  private static String enumeration(String name, Object value) {
    if (name == null) {
      throw new LarderException(
          ErrorKind.REFUSED,
          -1,
          "the enumeration of the %s %s is not registered: Larder.builder().register(TYPE.class)"
              .formatted(value instanceof EnumSet ? "EnumSet" : "EnumMap", value));
    }
    return name;
  }

  private void enumCase(Output out, Enum<?> constant, Place place) {
    Class<?> type = constant.getDeclaringClass();
    String name = ClassNames.of(type, registry);
    if (name == null) {
      throw new LarderException(
          ErrorKind.REFUSED,
          -1,
          "%s is not registered: Larder.builder().register(%s.class)"
              .formatted(type.getName(), type.getSimpleName()));
    }
    out.u8(Tag.EXTENSION);
    out.u8(Tag.Extension.ENUM);
    out.text(name, place);
    out.text(registry.enumeration(type).nameOf(constant), place);
  }
}
