package larder.bind;

import java.lang.reflect.Array;
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
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import larder.ErrorKind;
import larder.LarderException;
import larder.format.Host;
import larder.format.Input;
import larder.format.Output;
import larder.format.Place;
import larder.format.Shape;
import larder.format.Tag;
import larder.format.TreeReader;
import larder.format.TreeWriter;

/** Values where no declared type says what they are: classes by the names that they registered. */
public final class ClassHost implements Host {
  private final Bindings bindings;
  private final ClassHost lenient;

  /** Whether classes need not be known, as what is made is let go. */
  private final boolean isLenient;

  ClassHost(Bindings bindings) {
    this.bindings = bindings;
    isLenient = false;
    lenient = new ClassHost(bindings, true);
  }

  private ClassHost(Bindings bindings, boolean isLenient) {
    this.bindings = bindings;
    this.isLenient = isLenient;
    lenient = this;
  }

  /** A host for values that are passed over. */
  ClassHost lenient() {
    return lenient;
  }

  /** The class of a name. */
  ObjectBinding named(Input in, String className) {
    ObjectBinding known = bindings.object(className);
    if (known == null) {
      throw in.errorAtTag(ErrorKind.REFUSED, unknown("class", className));
    }
    return known;
  }

  private static String unknown(String what, String name) {
    return what
        + " "
        + name
        + " is not registered: Larder.builder().register(TYPE.class, \""
        + name
        + "\")";
  }

  // Reading.

  @Override
  public Object integer(long value) {
    if (value == (int) value) {
      return (int) value;
    }
    return value;
  }

  @Override
  public Object record(Input in, Shape shape) {
    if (isLenient && bindings.object(shape.className) == null) {
      in.descend();
      for (Place place : shape.places) {
        TreeReader.value(in, place, this);
      }
      in.ascend();
      return this;
    }
    return named(in, shape.className).read(in, shape);
  }

  @Override
  public Object row(Input in, Shape shape, Object[] values) {
    if (isLenient && bindings.object(shape.className) == null) {
      return this;
    }
    return named(in, shape.className).bind(shape).plan.row(in, values);
  }

  @Override
  public Object enumCase(Input in, String className, String caseName) {
    EnumBinding known = bindings.enumeration(className);
    Object constant = known == null ? null : known.constant(caseName);
    if (constant == null) {
      if (isLenient) {
        return this;
      }
      throw in.errorAtTag(
          ErrorKind.REFUSED,
          known == null
              ? unknown("enumeration", className)
              : "enumeration %s has no constant %s".formatted(className, caseName));
    }
    return constant;
  }

  @Override
  public Object custom(Input in, String className, byte[] bytes) {
    if (isLenient) {
      return this;
    }
    throw in.errorAtTag(
        ErrorKind.REFUSED,
        "an object of class %s that wrote itself in another language".formatted(className));
  }

  @Override
  public Object typed(Input in, String className, Place place) {
    in.madeLater();
    Object state = TreeReader.value(in, place, this);
    Object value = isLenient ? this : typed(in, className, state);
    if (value == null) {
      throw in.errorAtTag(
          ErrorKind.REFUSED,
          "a value of class %s, which is none of those that are made by name".formatted(className));
    }
    return value;
  }

  private Object typed(Input in, String className, Object state) {
    Class<?> kind = Kinds.named(className);
    if (kind != null) {
      boolean fits =
          Map.class.isAssignableFrom(kind) ? state instanceof Map : state instanceof List;
      if (fits && state instanceof List<?> elements) {
        Hashed.charge(in, kind, elements, bindings);
      }
      try {
        return fits ? Kinds.copy(kind, state) : null;
      } catch (ClassCastException | NullPointerException e) {
        // What cannot be compared, or null, where the collection does not take it.
        return null;
      }
    }
    if (className.equals("Character")) {
      return state instanceof String text && text.length() == 1 ? text.charAt(0) : null;
    } else if (className.equals("Date")) {
      return state instanceof Instant instant ? Values.convert(instant, Date.class) : null;
    } else if (className.equals("Optional")) {
      boolean one = state instanceof List<?> list && list.size() < 2 && !list.contains(null);
      return one ? ((List<?>) state).stream().findFirst() : null;
    }
    return className.endsWith("[]") && state instanceof List<?> list
        ? array(className, list)
        : null;
  }

  /** An array; null if the name is not of one, or a value does not fit. */
  private static Object array(String className, List<?> values) {
    Class<?> component =
        switch (className) {
          case "boolean[]" -> boolean.class;
          case "short[]" -> short.class;
          case "char[]" -> char.class;
          case "int[]" -> int.class;
          case "long[]" -> long.class;
          case "float[]" -> float.class;
          case "double[]" -> double.class;
          case "String[]" -> String.class;
          case "Object[]" -> Object.class;
          default -> null;
        };
    if (component == null) {
      return null;
    }
    Object array = Array.newInstance(component, values.size());
    try {
      for (int i = 0; i < values.size(); i++) {
        Object value = values.get(i);
        if (component == short.class) {
          int number = (Integer) value;
          if (number != (short) number) {
            return null;
          }
          value = (short) number;
        } else if (component == char.class) {
          value = ((String) value).charAt(0);
        }
        Array.set(array, i, value);
      }
    } catch (IllegalArgumentException
        | ClassCastException
        | NullPointerException
        | IndexOutOfBoundsException e) {
      return null;
    }
    return array;
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
    if (value == null) {
      throw ObjectBinding.notYet(in);
    }
    return value;
  }

  // Writing.

  @Override
  public Shape shape(Object value) {
    ObjectBinding known = bindings.object(value.getClass());
    return known == null ? null : known.shape();
  }

  @Override
  public void values(Object value, Object[] into) {
    ObjectBinding known = bindings.object(value.getClass());
    List<Property> properties = known.properties();
    ObjectCodec codec = known.codec();
    for (int field = 0; field < properties.size(); field++) {
      into[field] = properties.get(field).binding.plainOrNull(codec.get(value, field));
    }
  }

  @Override
  public boolean isTree(Output out, Object value) {
    // Where something is shared, it may be within.
    return out.shared == null;
  }

  @Override
  public boolean isOwn(Output out, Object value) {
    if (out.shared != null && out.shared.containsKey(value)) {
      return true;
    }
    return needsName(value);
  }

  /** Whether a list, map or other collection is not what one is by default. */
  private static boolean needsName(Object value) {
    Class<?> kind = Kinds.of(value);
    return kind != ArrayList.class && kind != LinkedHashMap.class && kind != HashMap.class;
  }

  @Override
  public void write(Output out, Object value, Place place) {
    ObjectBinding known = bindings.object(value.getClass());
    if (known != null) {
      known.write(out, value, place);
      return;
    }
    if (value instanceof Enum<?> constant) {
      enumCase(out, constant, place);
      return;
    }
    int levels = Sharing.begin(out, value);
    if (levels == Sharing.AGAIN) {
      return;
    }
    if (value instanceof List<?> list && !needsName(list)) {
      TreeWriter.list(out, list.toArray(), place, this, bindings.shapes());
    } else if (value instanceof Map<?, ?> map && !needsName(map)) {
      TreeWriter.map(out, map, place, this, bindings.shapes());
    } else {
      typed(out, value, place);
    }
    Sharing.end(out, levels);
  }

  private void enumCase(Output out, Enum<?> constant, Place place) {
    Class<?> type = constant.getDeclaringClass();
    String name = bindings.enumName(type);
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
    out.text(bindings.enumeration(type).nameOf(constant), place);
  }

  /** Begins a value of a class that is made by name; its state follows, and the caller ascends. */
  static void beginTyped(Output out, String name, Place place) {
    out.u8(Tag.EXTENSION);
    out.u8(Tag.Extension.TYPED);
    out.text(name, place);
    out.descend();
  }

  private void typed(Output out, Object value, Place place) {
    if (value instanceof Character character) {
      beginTyped(out, "Character", place);
      out.text(character.toString(), place);
    } else if (value instanceof Date date) {
      beginTyped(out, "Date", place);
      // Those of java.sql are dates, too, and not all of them are instants.
      Instant instant = Instant.ofEpochMilli(date.getTime());
      TreeWriter.value(out, instant, place, this, bindings.shapes());
    } else if (value instanceof Optional<?> optional) {
      beginTyped(out, "Optional", place);
      TreeWriter.list(out, optional.stream().toArray(), place, this, bindings.shapes());
    } else if (value instanceof Collection<?> collection) {
      beginTyped(out, Kinds.of(value).getSimpleName(), place);
      TreeWriter.list(out, collection.toArray(), place, this, bindings.shapes());
    } else if (value instanceof Map<?, ?> map) {
      beginTyped(out, Kinds.of(value).getSimpleName(), place);
      TreeWriter.map(out, map, place, this, bindings.shapes());
    } else if (value.getClass().isArray()) {
      array(out, value, place);
    } else {
      throw Host.refused(value);
    }
    out.ascend();
  }

  private void array(Output out, Object value, Place place) {
    Class<?> component = value.getClass().getComponentType();
    boolean byName = component.isPrimitive() || component == String.class;
    beginTyped(out, byName ? component.getSimpleName() + "[]" : "Object[]", place);
    Object[] all = new Object[Array.getLength(value)];
    for (int i = 0; i < all.length; i++) {
      Object one = Array.get(value, i);
      all[i] = one instanceof Character character ? character.toString() : one;
    }
    TreeWriter.list(out, all, place, this, bindings.shapes());
  }
}
