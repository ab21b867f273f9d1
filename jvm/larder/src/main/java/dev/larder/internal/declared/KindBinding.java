package dev.larder.internal.declared;

import dev.larder.internal.bind.Binding;
import dev.larder.internal.bind.Registry;
import dev.larder.internal.bind.Slot;
import dev.larder.internal.bind.Values;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.kind.Kinds;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import dev.larder.internal.tree.TreeWriter;

/** A type of the JDK that is a kind of a text, a number or a moment: the declared type says it. */
public final class KindBinding extends Binding {
  private final Kinds.Kind kind;
  private final Registry registry;

  public KindBinding(Kinds.Kind kind, Registry registry) {
    this.kind = kind;
    this.registry = registry;
  }

  @Override
  public void write(Output out, Object value, Place place) {
    TreeWriter.value(out, plain(value), place, registry.host(), registry.shapes());
  }

  @Override
  public Object plain(Object value) {
    // A subclass is written as what it is.
    return Kinds.of(value) == kind ? kind.content(value) : value;
  }

  @Override
  public Object read(Input in, int tag, Slot slot) {
    return Tag.isText(tag)
        ? convert(in, in.text(tag, slot.place()), slot)
        : readOther(in, tag, slot);
  }

  @Override
  public Object convert(Input in, Object value, Slot slot) {
    if (kind.type.isInstance(value)) {
      return value;
    }
    Object made = kind.make(in, value, 0, registry);
    if (made == null) {
      made = Values.convert(value, kind.type);
    }
    if (made == null) {
      throw value instanceof String text
          ? slot.conflict(in, "the text " + text)
          : slot.conflict(in, value);
    }
    return made;
  }
}
