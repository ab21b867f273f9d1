package larder.bind;

import java.net.URI;
import java.time.DateTimeException;
import java.time.MonthDay;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Currency;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import larder.format.Input;
import larder.format.Output;
import larder.format.Place;

/** A type of the JDK whose values are texts to everyone else: what {@code toString} gives. */
final class TextBinding extends Binding {
  private static final Map<Class<?>, Function<String, Object>> PARSERS =
      Map.of(
          Period.class, Period::parse,
          Year.class, Year::parse,
          YearMonth.class, YearMonth::parse,
          MonthDay.class, MonthDay::parse,
          OffsetTime.class, OffsetTime::parse,
          ZoneId.class, ZoneId::of,
          ZoneOffset.class, ZoneOffset::of,
          URI.class, URI::create,
          Currency.class, Currency::getInstance,
          Locale.class, Locale::forLanguageTag);

  private final Class<?> type;
  private final Function<String, Object> parser;

  private TextBinding(Class<?> type) {
    this.type = type;
    parser = PARSERS.get(type);
  }

  /** The binding of a type; null if it is none of these. */
  static TextBinding of(Class<?> type) {
    return PARSERS.containsKey(type) ? new TextBinding(type) : null;
  }

  @Override
  String plain(Object value) {
    return value instanceof Locale locale ? locale.toLanguageTag() : value.toString();
  }

  @Override
  void write(Output out, Object value, Place place) {
    out.text(plain(value), place);
  }

  @Override
  Object read(Input in, int tag, Slot slot) {
    return Input.isText(tag) ? convert(in, in.text(tag), slot) : readOther(in, tag, slot);
  }

  @Override
  Object convert(Input in, Object value, Slot slot) {
    if (type.isInstance(value)) {
      return value;
    }
    if (value instanceof String text) {
      try {
        return parser.apply(text);
      } catch (DateTimeException | IllegalArgumentException e) {
        throw slot.conflict(in, "the text " + text);
      }
    }
    throw slot.conflict(in, value);
  }
}
