package dev.larder.redis;

import dev.larder.redis.SwitchResult.Counts;
import dev.larder.redis.SwitchResult.Noted;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Counts what happens to the values of a page. */
final class SwitchTally {
  private static final int MAX_EXAMPLE = 200;

  long looked;
  long switched;
  long already;
  long changedMeanwhile;
  long gone;
  long withheld;
  long moved;
  long bytesBefore;
  long bytesAfter;
  final Map<String, Noted> kept = new TreeMap<>();
  final Map<String, Noted> refused = new TreeMap<>();
  final Map<String, Noted> failures = new TreeMap<>();
  Noted left;

  Counts counts() {
    return new Counts(
        looked,
        switched,
        already,
        changedMeanwhile,
        gone,
        withheld,
        moved,
        Collections.unmodifiableMap(kept),
        Collections.unmodifiableMap(refused),
        Collections.unmodifiableMap(failures),
        bytesBefore,
        bytesAfter,
        left);
  }

  /** Counts one more of a reason; the first gives the example. */
  static void note(Map<String, Noted> of, String reason, String example) {
    Noted noted = of.get(reason);
    of.put(
        reason,
        noted == null ? new Noted(1, example) : new Noted(noted.count() + 1, noted.example()));
  }

  /**
   * A key, with its field if it is a hash, and what is special about it.
   *
   * @param field may be null
   * @param detail may be null
   */
  static String example(byte[] key, byte[] field, String detail) {
    String name = shown(new String(key, StandardCharsets.UTF_8));
    if (field != null) {
      name += " " + shown(new String(field, StandardCharsets.UTF_8));
    }
    return detail == null ? name : name + ": " + shown(detail);
  }

  private static String shown(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .limit(MAX_EXAMPLE)
        .map(c -> Character.isISOControl(c) ? '\uFFFD' : c)
        .forEach(shown::appendCodePoint);
    return text.length() > shown.length() ? shown + "…" : shown.toString();
  }
}
