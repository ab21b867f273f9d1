package larder.bind;

import java.util.EnumMap;
import java.util.Map;
import larder.format.Input;
import larder.format.Output;
import larder.format.Place;

/** An {@link EnumMap}: a map whose keys are the names of constants. */
final class EnumMapBinding extends Binding {
  private final EnumBinding constants;
  private final MapBinding map;

  EnumMapBinding(EnumBinding constants, MapBinding map) {
    this.constants = constants;
    this.map = map;
  }

  @Override
  void write(Output out, Object value, Place place) {
    map.write(out, value, place);
  }

  @Override
  Object plain(Object value) {
    return map.plain(value);
  }

  @Override
  Object read(Input in, int tag, Slot slot) {
    in.madeLater();
    return convert(in, map.read(in, tag, slot), slot);
  }

  @Override
  @SuppressWarnings({"unchecked", "rawtypes"})
  Object convert(Input in, Object value, Slot slot) {
    EnumMap made = new EnumMap((Class) constants.type);
    for (Map.Entry<?, ?> entry : ((Map<?, ?>) map.convert(in, value, slot)).entrySet()) {
      if (entry.getKey() == null) {
        throw slot.conflict(in, "a map with the key null");
      }
      made.put(entry.getKey(), entry.getValue());
    }
    return made;
  }
}
