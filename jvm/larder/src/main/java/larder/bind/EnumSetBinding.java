package larder.bind;

import java.util.Collection;
import java.util.EnumSet;
import larder.format.Input;
import larder.format.Output;
import larder.format.Place;

/** An {@link EnumSet}: the list of its constants. */
final class EnumSetBinding extends Binding {
  private final EnumBinding constants;
  private final CollectionBinding set;

  EnumSetBinding(EnumBinding constants, CollectionBinding set) {
    this.constants = constants;
    this.set = set;
  }

  @Override
  void write(Output out, Object value, Place place) {
    set.write(out, value, place);
  }

  @Override
  Object plain(Object value) {
    return set.plain(value);
  }

  @Override
  Object read(Input in, int tag, Slot slot) {
    in.madeLater();
    return convert(in, set.read(in, tag, slot), slot);
  }

  @Override
  @SuppressWarnings({"unchecked", "rawtypes"})
  Object convert(Input in, Object value, Slot slot) {
    EnumSet made = EnumSet.noneOf((Class) constants.type);
    for (Object one : (Collection<?>) set.convert(in, value, slot)) {
      if (one == null) {
        throw slot.conflict(in, "null in a list");
      }
      made.add(one);
    }
    return made;
  }
}
