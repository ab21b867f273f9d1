package dev.larder.internal.bind;

import dev.larder.internal.format.Input;
import dev.larder.internal.format.Place;
import java.lang.reflect.Type;

/**
 * A type that whole values are read as.
 *
 * @param slot where such a value goes under no profile
 */
public record Root(Type type, Binding binding, Slot slot) {
  public Root(Type type, Binding binding) {
    this(type, binding, Slot.root(Place.NONE, type == null ? "" : type.getTypeName()));
  }

  /** Reads a message's value. */
  public Object read(Input in, Place place) {
    return binding.readField(in, place == slot.place() ? slot : slot.in(place));
  }
}
