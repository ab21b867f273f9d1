package dev.larder.internal.declared;

import dev.larder.internal.bind.Binding;
import dev.larder.internal.bind.Registry;
import dev.larder.internal.bind.Slot;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import java.util.Optional;

/** A value that may be missing: a list of none or one, as null is another thing. */
public final class OptionalBinding extends Binding {
  private final Binding element;
  private final CollectionBinding list;

  public OptionalBinding(Binding element, Registry registry) {
    this.element = element;
    list = new CollectionBinding(java.util.List.class, element, registry);
  }

  @Override
  public void write(Output out, Object value, Place place) {
    Optional<?> optional = (Optional<?>) value;
    out.descend();
    out.u8(Tag.LIST);
    out.u8(optional.isPresent() ? 1 : 0);
    if (optional.isPresent()) {
      element.writeField(out, optional.get(), place);
    }
    out.ascend();
  }

  @Override
  public Object plain(Object value) {
    return ((Optional<?>) value)
        .map(element::plain)
        .map(java.util.List::<Object>of)
        .orElse(java.util.List.of());
  }

  @Override
  public Object read(Input in, int tag, Slot slot) {
    in.madeLater();
    if (!Tag.isList(tag)) {
      // What was written before the field was declared so.
      return Optional.of(element.read(in, tag, slot));
    }
    return convert(in, list.read(in, tag, slot), slot);
  }

  @Override
  public Object convert(Input in, Object value, Slot slot) {
    if (value instanceof Optional) {
      return value;
    }
    if (!(value instanceof java.util.List<?> one)) {
      return Optional.of(element.convert(in, value, slot));
    }
    if (one.size() > 1 || one.size() == 1 && one.get(0) == null) {
      throw slot.conflict(in, "a list of " + one.size() + " values");
    }
    return one.isEmpty() ? Optional.empty() : Optional.of(element.convert(in, one.get(0), slot));
  }
}
