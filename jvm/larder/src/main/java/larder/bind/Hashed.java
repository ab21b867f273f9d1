package larder.bind;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArraySet;
import larder.format.Input;

/**
 * What sets cost beside what they hold. To hash a value, or compare it, is to go through all of it:
 * what is shared as often as it is met, which a few bytes can make to be more than there is time
 * for, and a cycle without end. It is charged as if it were read so often.
 */
final class Hashed {
  /** So many comparisons of a set that has no hashes are charged as a byte. */
  private static final int COMPARISONS = 16;

  /** Charges the elements that such a collection is to have, whose number is known. */
  static void charge(Input in, Class<?> kind, Collection<?> elements, Bindings bindings) {
    if (kind == CopyOnWriteArraySet.class) {
      in.charge((long) elements.size() * elements.size() / COMPARISONS);
    } else if (kind != HashSet.class && kind != LinkedHashSet.class) {
      return;
    }
    if (!in.shared.isEmpty()) {
      elements.forEach(element -> charge(in, element, bindings));
    }
  }

  private static void charge(Input in, Object value, Bindings bindings) {
    if (value == null) {
      return;
    }
    in.charge(Input.VALUE_BYTES);
    Collection<?> within = List.of();
    if (value instanceof Collection<?> collection) {
      within = collection;
    } else if (value instanceof Map<?, ?> map) {
      within = map.values();
    } else if (value instanceof Record) {
      within = bindings.object(value.getClass()).values(value);
    }
    if (!within.isEmpty()) {
      in.descend();
      within.forEach(one -> charge(in, one, bindings));
      in.ascend();
    }
  }

  private Hashed() {}
}
