package larder.bind;

import java.lang.reflect.Type;
import larder.format.Input;
import larder.format.Place;

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
