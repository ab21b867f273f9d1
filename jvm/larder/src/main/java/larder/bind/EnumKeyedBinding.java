package larder.bind;

import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import larder.format.Input;
import larder.format.Output;
import larder.format.Place;

/**
 * An {@link EnumSet} or an {@link EnumMap}: the set or map of constants that it is, of whose
 * enumeration only the declared type knows.
 */
final class EnumKeyedBinding extends Binding {
  private final EnumBinding constants;
  private final Binding plain;

  /**
   * @param plain of a set or a map of these constants
   */
  EnumKeyedBinding(EnumBinding constants, Binding plain) {
    this.constants = constants;
    this.plain = plain;
  }

  @Override
  void write(Output out, Object value, Place place) {
    plain.write(out, value, place);
  }

  @Override
  Object plain(Object value) {
    return plain.plain(value);
  }

  @Override
  Object read(Input in, int tag, Slot slot) {
    in.madeLater();
    return convert(in, plain.read(in, tag, slot), slot);
  }

  @Override
  Object convert(Input in, Object value, Slot slot) {
    Object converted = plain.convert(in, value, slot);
    try {
      return converted instanceof Map<?, ?> map ? map(map) : set((Collection<?>) converted);
    } catch (NullPointerException e) {
      throw slot.conflict(in, "null, where a constant should be");
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private Object set(Collection<?> from) {
    EnumSet made = EnumSet.noneOf((Class) constants.type);
    made.addAll(from);
    return made;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private Object map(Map<?, ?> from) {
    EnumMap made = new EnumMap((Class) constants.type);
    made.putAll(from);
    return made;
  }
}
