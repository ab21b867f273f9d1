package dev.larder.internal.kind;

import dev.larder.internal.bind.EnumBinding;
import dev.larder.internal.bind.Slot;
import dev.larder.internal.message.Input;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

/** Sets and maps of an enumeration, of what was read without knowing it. */
public final class EnumKeys {
  /** The set of the constants of a list, or of their names. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  public static Object set(Input in, EnumBinding constants, Object from, Slot slot) {
    if (from instanceof EnumSet) {
      return from;
    }
    if (!(from instanceof Collection<?> values)) {
      throw slot.conflict(in, from);
    }
    EnumSet made = EnumSet.noneOf((Class) constants.type);
    for (Object value : values) {
      made.add(constant(in, constants, value, slot));
    }
    return made;
  }

  /** The map of the constants that keys are, or of which they are the names. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  public static Object map(Input in, EnumBinding constants, Object from, Slot slot) {
    if (from instanceof EnumMap) {
      return from;
    }
    if (!(from instanceof Map<?, ?> map)) {
      throw slot.conflict(in, from);
    }
    EnumMap made = new EnumMap((Class) constants.type);
    map.forEach((key, value) -> made.put((Enum) constant(in, constants, key, slot), value));
    return made;
  }

  private static Object constant(Input in, EnumBinding constants, Object value, Slot slot) {
    if (value == null) {
      throw slot.conflict(in, "null, where a constant should be");
    }
    return constants.convert(in, value, slot);
  }

  private EnumKeys() {}
}
