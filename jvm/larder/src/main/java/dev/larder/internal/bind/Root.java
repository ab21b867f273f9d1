package dev.larder.internal.bind;

import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Input;
import dev.larder.internal.tree.Host;
import java.lang.reflect.Type;

/**
 * A type that whole values are read as.
 *
 * @param slot where such a value goes under no profile
 */
public record Root(Type type, Binding binding, Slot slot) {
  /** None has been read yet. */
  public static final Root NONE = new Root(null, null, (Slot) null);

  public Root(Type type, Binding binding, Host host) {
    this(type, binding, Slot.root(host, Place.NONE, type == null ? "" : type.getTypeName()));
  }

  /** Reads a message's value. */
  public Object read(Input in, Place place) {
    return binding.readField(in, place == slot.place() ? slot : slot.in(place));
  }
}
