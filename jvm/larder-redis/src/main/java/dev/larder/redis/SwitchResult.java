package dev.larder.redis;

import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * What a {@code CacheSwitch} did, in the words of {@code larder switch}.
 *
 * @param redis the servers, without passwords
 * @param isDryRun whether it only looked
 * @param way how the server compares and sets; null if there was nothing to replace
 * @param end why it ended
 * @param counts what happened to the values
 * @param passes how often it went over the keys
 * @param seconds how long it took
 * @serial exclude
 */
public record SwitchResult(
    String redis, boolean isDryRun, String way, End end, Counts counts, int passes, double seconds)
    implements Serializable {

  /** Why a switch ended. */
  public enum End {
    /** It has not ended yet. */
    RUNNING,
    /** It went over all keys. */
    FINISHED,
    /** The thread was interrupted. */
    INTERRUPTED,
    /** An error stopped it. */
    FAILED
  }

  /**
   * How many there are, and the first of them.
   *
   * @param count how many
   * @param example a key, with its field if it is a hash, and what is special about the value
   * @serial exclude
   */
  public record Noted(long count, String example) implements Serializable {
    Noted plus(Noted other) {
      return new Noted(count + other.count, example);
    }
  }

  /**
   * What happened to the values.
   *
   * @param looked values that were read
   * @param switched values that were replaced
   * @param already values that had the new format before
   * @param changedMeanwhile somebody else wrote the value between reading and replacing it
   * @param gone the key or field expired or was deleted after it was found
   * @param withheld keys that the ACL withholds
   * @param moved keys of a cluster whose slot went to another node meanwhile
   * @param kept values that are not to be switched, by what they are
   * @param refused values that cannot be switched, by the reason
   * @param failures values whose replacing the server refused, by what it said
   * @param bytesBefore bytes of the switched values; in a dry run, of those that would be switched
   * @param bytesAfter bytes of their new values
   * @param left values that are to be switched and were only counted; null if no pass after the
   *     last replacing one looked
   * @serial exclude
   */
  public record Counts(
      long looked,
      long switched,
      long already,
      long changedMeanwhile,
      long gone,
      long withheld,
      long moved,
      Map<String, Noted> kept,
      Map<String, Noted> refused,
      Map<String, Noted> failures,
      long bytesBefore,
      long bytesAfter,
      Noted left)
      implements Serializable {

    /**
     * Counts the values that the server refused to replace.
     *
     * @return how many, for all that it said
     */
    public long failed() {
      return failures.values().stream().mapToLong(Noted::count).sum();
    }

    /**
     * Adds what happened to other values in the same pass.
     *
     * @param other the counts of those
     * @return the sums
     */
    public Counts plus(Counts other) {
      return new Counts(
          looked + other.looked,
          switched + other.switched,
          already + other.already,
          changedMeanwhile + other.changedMeanwhile,
          gone + other.gone,
          withheld + other.withheld,
          moved + other.moved,
          sum(kept, other.kept),
          sum(refused, other.refused),
          sum(failures, other.failures),
          bytesBefore + other.bytesBefore,
          bytesAfter + other.bytesAfter,
          left == null ? other.left : other.left == null ? left : left.plus(other.left));
    }

    /**
     * Adds a later pass over the same values.
     *
     * @param later the counts of that pass
     * @param isWhole whether it came to its end; then what it says of values that stay as they are
     *     takes the place of what was known
     * @return both together
     */
    public Counts then(Counts later, boolean isWhole) {
      return new Counts(
          looked,
          switched + later.switched,
          already,
          changedMeanwhile + later.changedMeanwhile,
          gone + later.gone,
          isWhole ? later.withheld : withheld,
          moved + later.moved,
          isWhole ? later.kept : kept,
          isWhole ? later.refused : refused,
          sum(failures, later.failures),
          bytesBefore + later.bytesBefore,
          bytesAfter + later.bytesAfter,
          isWhole ? later.left : left);
    }

    private static Map<String, Noted> sum(Map<String, Noted> one, Map<String, Noted> other) {
      if (other.isEmpty()) {
        return one;
      }
      Map<String, Noted> sum = new TreeMap<>(one);
      other.forEach((reason, noted) -> sum.merge(reason, noted, Noted::plus));
      return Collections.unmodifiableMap(sum);
    }
  }

  /**
   * Says whether nothing is left that should have been switched.
   *
   * @return false after a dry run, too, if there is something to switch
   */
  public boolean isClean() {
    return end == End.FINISHED
        && counts.refused.isEmpty()
        && counts.left != null
        && counts.left.count == 0;
  }

  /**
   * The document that {@code larder switch --json} writes, without the options of the command.
   *
   * @return JSON in one line
   */
  public String toJson() {
    return object(
        List.of(
            field("redis", quoted(redis)),
            field("is_dry_run", isDryRun),
            field("way", way == null ? null : quoted(way)),
            field("end", quoted(end.name().toLowerCase(Locale.ROOT))),
            field("looked", counts.looked),
            field("switched", counts.switched),
            field("already", counts.already),
            field("changed_meanwhile", counts.changedMeanwhile),
            field("gone", counts.gone),
            field("withheld", counts.withheld),
            field("moved", counts.moved),
            field("kept", json(counts.kept)),
            field("refused", json(counts.refused)),
            field("failures", json(counts.failures)),
            field("bytes_before", counts.bytesBefore),
            field("bytes_after", counts.bytesAfter),
            field("left", counts.left == null ? null : json(counts.left)),
            field("failed", counts.failed()),
            field("passes", passes),
            field("seconds", seconds)));
  }

  private static String json(Map<String, Noted> of) {
    return object(
        of.entrySet().stream()
            .map(noted -> field(noted.getKey(), json(noted.getValue())))
            .toList());
  }

  private static String json(Noted noted) {
    return object(List.of(field("count", noted.count), field("example", quoted(noted.example))));
  }

  private static String object(List<String> fields) {
    StringJoiner object = new StringJoiner(",", "{", "}");
    fields.forEach(object::add);
    return object.toString();
  }

  private static String field(String name, Object json) {
    return quoted(name) + ":" + json;
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
