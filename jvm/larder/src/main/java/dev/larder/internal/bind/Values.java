package dev.larder.internal.bind;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.Set;
import java.util.UUID;

/** The types of the JDK that the format has a value for, beside texts, numbers and collections. */
public final class Values {
  private static final Set<Class<?>> TYPES =
      Set.of(
          BigDecimal.class,
          LocalDate.class,
          LocalTime.class,
          LocalDateTime.class,
          Instant.class,
          ZonedDateTime.class,
          OffsetDateTime.class,
          java.time.Duration.class,
          UUID.class);

  /** Java takes the square of the time for a number of more digits. */
  private static final int MAX_CHARACTERS = 1_000;

  /** All of them. */
  public static Set<Class<?>> types() {
    return TYPES;
  }

  public static boolean isOne(Class<?> type) {
    return TYPES.contains(type);
  }

  /**
   * A value of a type for one of another that means the same: what was written before a field's
   * type was changed, or by another language. Null if there is none.
   */
  public static Object convert(Object value, Class<?> type) {
    if (value instanceof Long || value instanceof Integer) {
      long integer = ((Number) value).longValue();
      if (type == BigInteger.class) {
        return BigInteger.valueOf(integer);
      }
      return type == BigDecimal.class ? BigDecimal.valueOf(integer) : null;
    }
    if (value instanceof BigInteger integer) {
      return type == BigDecimal.class ? new BigDecimal(integer) : null;
    }
    if (value instanceof Date date && type == Instant.class) {
      return Instant.ofEpochMilli(date.getTime());
    }
    if (value instanceof OffsetDateTime moment && type == ZonedDateTime.class) {
      return moment.toZonedDateTime();
    }
    if (value instanceof String text) {
      return ofText(text, type);
    }
    return null;
  }

  /** Texts that other languages have for what Java has types for. */
  private static Object ofText(String text, Class<?> type) {
    if (text.length() > MAX_CHARACTERS) {
      return null;
    }
    try {
      if (type == UUID.class) {
        return text.length() == 36 ? UUID.fromString(text) : null;
      } else if (type == BigDecimal.class) {
        return new BigDecimal(text);
      } else if (type == BigInteger.class) {
        return new BigInteger(text);
      } else if (type == LocalDate.class) {
        return LocalDate.parse(text);
      } else if (type == LocalTime.class) {
        return LocalTime.parse(text);
      } else if (type == LocalDateTime.class) {
        return LocalDateTime.parse(text.replace(' ', 'T'));
      } else if (type == Instant.class) {
        return Instant.parse(text);
      } else if (type == OffsetDateTime.class) {
        return OffsetDateTime.parse(text);
      } else if (type == ZonedDateTime.class) {
        return ZonedDateTime.parse(text);
      } else if (type == java.time.Duration.class) {
        return java.time.Duration.parse(text);
      }
    } catch (IllegalArgumentException | java.time.DateTimeException e) {
      return null;
    }
    return null;
  }

  private Values() {}
}
