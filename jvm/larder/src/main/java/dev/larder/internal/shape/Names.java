package dev.larder.internal.shape;

import dev.larder.internal.dictionary.Dictionary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Names that definitions spell out, by number: those that a message's definitions may speak of
 * (docs/FORMAT.md, "Shapes"). Immutable, and compared by identity.
 */
public final class Names {
  /** What a message under no profile has. */
  public static final Names NONE = new Names(List.of());

  /** Of more names only the first are found by writers. */
  static final int MAX_WRITTEN = Dictionary.MAX_ENTRIES;

  private final List<String> names;
  private final Map<String, Integer> numbers = new HashMap<>();

  public Names(List<String> names) {
    this.names = List.copyOf(names);
    for (int number = 0; number < names.size() && number < MAX_WRITTEN; number++) {
      numbers.putIfAbsent(names.get(number), number);
    }
  }

  int size() {
    return names.size();
  }

  String name(int number) {
    return names.get(number);
  }

  /** The lowest number of a name; null if it has none that can be written. */
  Integer number(String name) {
    return numbers.get(name);
  }
}
