package dev.larder.internal.bind;

import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import dev.larder.internal.tree.TreeWriter;

/** A type of the JDK that is a kind of a text, a number or a moment: the declared type says it. */
final class KindBinding extends Binding {
  private final Kinds.Kind kind;
  private final Registry registry;

  KindBinding(Kinds.Kind kind, Registry registry) {
    this.kind = kind;
    this.registry = registry;
  }

  @Override
  void write(Output out, Object value, Place place) {
    TreeWriter.value(out, plain(value), place, registry.host(), registry.shapes());
  }

  @Override
  Object plain(Object value) {
    // A subclass is written as what it is.
    return Kinds.of(value) == kind ? kind.content(value) : value;
  }

  @Override
  Object read(Input in, int tag, Slot slot) {
    return Tag.isText(tag) ? convert(in, in.text(tag), slot) : readOther(in, tag, slot);
  }

  @Override
  Object convert(Input in, Object value, Slot slot) {
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
