package dev.larder.lab.check;

import dev.larder.lab.runner.Texts;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What a codec lost, kind by kind, over all values. */
public final class Losses {
  private static final int MAX_WORDS = 200;
  private static final int MAX_SAMPLE = 24;

  private final Map<String, Loss> byKind = new LinkedHashMap<>();
  private final Set<String> inThisValue = new HashSet<>();

  private static final class Loss {
    final String first;
    int values;

    Loss(String first) {
      this.first = first;
    }
  }

  /** Begins the next value: each kind counts once in it. */
  void nextValue() {
    inThisValue.clear();
  }

  /**
   * @param kind in words, such as "Double became Integer"
   * @param path the place in the values, such as "[3].price"
   */
  void add(String kind, String path, Object before, Object after) {
    Loss loss =
        byKind.computeIfAbsent(
            kind, k -> new Loss("%s: %s → %s".formatted(path, sample(before), sample(after))));
    if (inThisValue.add(kind)) {
      loss.values++;
    }
  }

  public boolean isEmpty() {
    return byKind.isEmpty();
  }

  /** All kinds, shortened to fit into a table. */
  public String inWords() {
    return Texts.shorten(
        byKind.entrySet().stream()
            .map(entry -> inWords(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining("; ")),
        MAX_WORDS);
  }

  private static String inWords(String kind, Loss loss) {
    return "%s (in %d %s, first at %s)"
        .formatted(kind, loss.values, loss.values == 1 ? "value" : "values", loss.first);
  }

  private static String sample(Object value) {
    return Texts.shorten(String.valueOf(value).replaceAll("\\s+", " "), MAX_SAMPLE);
  }
}
