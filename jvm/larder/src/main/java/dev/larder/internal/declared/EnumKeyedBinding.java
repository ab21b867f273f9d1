package dev.larder.internal.declared;

import dev.larder.internal.bind.Binding;
import dev.larder.internal.bind.EnumBinding;
import dev.larder.internal.bind.Slot;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.kind.EnumKeys;
import dev.larder.internal.kind.Plain;
import dev.larder.internal.kind.Sharing;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

/** An {@link EnumSet} or an {@link EnumMap} whose enumeration the declared type knows. */
public final class EnumKeyedBinding extends Binding {
  private final EnumBinding constants;
  private final CollectionBinding set;
  private final MapBinding map;

  /**
   * @param set of these constants; null for a map
   * @param map of these constants; null for a set
   */
  public EnumKeyedBinding(EnumBinding constants, CollectionBinding set, MapBinding map) {
    this.constants = constants;
    this.set = set;
    this.map = map;
  }

  @Override
  public void write(Output out, Object value, Place place) {
    int levels = Sharing.begin(out, value);
    if (levels == Sharing.AGAIN) {
      return;
    }
    long mark = out.mark();
    if (set != null) {
      set.list(out, (Collection<?>) value, place);
    } else {
      map.content(out, (Map<?, ?>) value, place);
    }
    Sharing.end(out, levels, value, place, mark);
  }

  @Override
  public Object plain(Object value) {
    return set != null
        ? new Plain(value, 0, null, set.content(value))
        : new Plain(value, 0, null, map.content((Map<?, ?>) value));
  }

  @Override
  public Object read(Input in, int tag, Slot slot) {
    in.madeLater();
    return convert(in, (set != null ? set : map).read(in, tag, slot), slot);
  }

  @Override
  public Object convert(Input in, Object value, Slot slot) {
    return set != null
        ? EnumKeys.set(in, constants, set.convert(in, value, slot), slot)
        : EnumKeys.map(in, constants, map.convert(in, value, slot), slot);
  }
}
