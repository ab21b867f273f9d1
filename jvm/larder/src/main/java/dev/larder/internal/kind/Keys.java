package dev.larder.internal.kind;

import dev.larder.Name;
import dev.larder.internal.bind.Registry;
import dev.larder.internal.bind.Slot;
import dev.larder.internal.bind.Values;
import dev.larder.internal.bytes.FloatBits;
import dev.larder.internal.message.Input;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
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
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * How the keys of a map stand (docs/FORMAT.md, "Kinds"): as the format has keys, or as integers and
 * texts of a class that is named, or as values in turn with those of the map.
 */
public final class Keys {
  /** What stands for a key that is neither an integer nor a text. */
  private static final Object NONE = new Object();

  /** Java takes the square of the time for a number of more digits. */
  private static final int MAX_CHARACTERS = 1_000;

  /** The classes whose values can be keys as integers or texts, beside those of enumerations. */
  private static final Set<Class<?>> NAMED =
      Set.of(
          Byte.class,
          Short.class,
          Long.class,
          Float.class,
          Character.class,
          BigInteger.class,
          BigDecimal.class,
          UUID.class,
          LocalDate.class,
          LocalTime.class,
          LocalDateTime.class,
          Instant.class,
          OffsetDateTime.class,
          ZonedDateTime.class,
          Duration.class,
          Period.class,
          Year.class,
          YearMonth.class,
          MonthDay.class,
          OffsetTime.class,
          ZoneId.class,
          ZoneOffset.class,
          java.net.URI.class,
          Currency.class,
          Locale.class);

  /** Whether the format has the key as it is. */
  private static boolean isPlain(Object key) {
    return key instanceof String
        || key instanceof Integer
        || key == null
        || key instanceof Boolean
        || key instanceof Double
        || key instanceof Long number && number != number.intValue()
        || key instanceof ByteBuffer
        || key instanceof FloatBits;
  }

  /** The kind of a map for its keys: {@link Kinds#KEYED}, {@link Kinds#PAIRS}, or 0 for none. */
  public static int kind(Map<?, ?> map) {
    for (Object key : map.keySet()) {
      if (!(key instanceof String) && !isPlain(key)) {
        Class<?> one = classOf(map);
        return one == null || plain(map) == null ? Kinds.PAIRS : Kinds.KEYED;
      }
    }
    return 0;
  }

  /** The class of all keys, if it is one of those that can be named; null if not. */
  public static Class<?> classOf(Map<?, ?> map) {
    Class<?> one = null;
    for (Object key : map.keySet()) {
      if (key == null) {
        continue;
      }
      Class<?> type = classOf(key);
      if (type == null || one != null && type != one) {
        return null;
      }
      one = type;
    }
    return one;
  }

  private static Class<?> classOf(Object key) {
    if (key instanceof Enum<?> constant) {
      return constant.getDeclaringClass();
    }
    Class<?> type = key.getClass();
    return NAMED.contains(type) ? type : key instanceof ZoneId ? ZoneId.class : null;
  }

  /** The map with keys as the format has them; null if one cannot be so, or two would be one. */
  public static Map<Object, Object> plain(Map<?, ?> map) {
    Map<Object, Object> plain = new LinkedHashMap<>(map.size() * 2);
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object key = plain(entry.getKey());
      if (key == NONE) {
        return null;
      }
      plain.put(key, entry.getValue());
    }
    return plain.size() == map.size() ? plain : null;
  }

  /** Keys and values in turn. */
  public static Object[] pairs(Map<?, ?> map) {
    List<Object> pairs = new ArrayList<>(2 * map.size());
    map.forEach(
        (key, value) -> {
          pairs.add(key);
          pairs.add(value);
        });
    return pairs.toArray();
  }

  /** A key as the format has it: enumerations, dates and the like as text. */
  private static Object plain(Object key) {
    if (isPlain(key)) {
      return key;
    } else if (key instanceof Enum<?> constant) {
      return name(constant);
    } else if (key instanceof Long) {
      return Kinds.integer(key);
    } else if (key instanceof Short || key instanceof Byte) {
      return ((Number) key).intValue();
    } else if (key instanceof Character character) {
      return Character.isSurrogate(character) ? NONE : key.toString();
    } else if (classOf(key) == null) {
      return NONE;
    } else if (key instanceof Locale) {
      return Kinds.of(Locale.class).content(key);
    }
    if (key instanceof BigDecimal number && number.precision() > MAX_CHARACTERS / 2
        || key instanceof BigInteger big && big.bitLength() > MAX_CHARACTERS) {
      return NONE;
    }
    String text = key.toString();
    boolean comesBack =
        text.length() <= MAX_CHARACTERS
            && !(key instanceof ZonedDateTime
                && !key.equals(Values.convert(text, ZonedDateTime.class)));
    return comesBack ? text : NONE;
  }

  /** Fills a map with keys and values that stand in turn. */
  public static Map<Object, Object> fill(
      Input in, Object[] all, Map<Object, Object> made, Slot slot, Registry registry) {
    if (all.length % 2 != 0) {
      throw slot.conflict(in, "a key without a value");
    }
    Object[] keys = new Object[all.length / 2];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = all[2 * i];
    }
    in.charge(2L * Input.VALUE_BYTES * keys.length);
    Hashed.charge(in, Hashed.Table.HASHED, Arrays.asList(keys), registry);
    for (int i = 0; i < keys.length; i++) {
      made.put(keys[i], all[2 * i + 1]);
    }
    if (made.size() < keys.length) {
      throw slot.conflict(in, "two equal keys");
    }
    return made;
  }

  public static String name(Enum<?> constant) {
    Name given;
    try {
      given = constant.getDeclaringClass().getField(constant.name()).getAnnotation(Name.class);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
    return given == null || given.value().isEmpty() ? constant.name() : given.value();
  }

  private Keys() {}
}
