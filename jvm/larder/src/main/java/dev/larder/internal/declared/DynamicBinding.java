package dev.larder.internal.declared;

import dev.larder.internal.bind.Binding;
import dev.larder.internal.bind.Registry;
import dev.larder.internal.bind.Slot;
import dev.larder.internal.bind.Values;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import dev.larder.internal.tree.TreeWriter;

/**
 * A declared type that says little: {@link Object}, an interface, an abstract class; and types of
 * the JDK that the format knows. Values say themselves what they are.
 */
public final class DynamicBinding extends Binding {
  private final Class<?> type;
  private final Registry registry;

  public DynamicBinding(Class<?> type, Registry registry) {
    this.type = type;
    this.registry = registry;
  }

  /** Whether the type says which class values are of. */
  public boolean isOne() {
    return Values.isOne(type);
  }

  @Override
  public void write(Output out, Object value, Place place) {
    TreeWriter.value(out, value, place, registry.host(), registry.shapes());
  }

  @Override
  public Object read(Input in, int tag, Slot slot) {
    return readOther(in, tag, slot);
  }

  @Override
  public Object convert(Input in, Object value, Slot slot) {
    Object converted = type.isInstance(value) ? value : Values.convert(value, type);
    if (converted == null) {
      throw slot.conflict(in, value);
    }
    return converted;
  }
}
