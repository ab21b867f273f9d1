package dev.larder.internal.redis;

/**
 * What became of a value.
 *
 * @param said what the server said; null unless it refused
 */
public record Outcome(Kind kind, String said) {
  /** The kinds of outcomes. */
  public enum Kind {
    SWITCHED,
    CHANGED,
    GONE,
    /** Another node of the cluster has its slot by now. */
    MOVED,
    FAILED
  }

  static final Outcome SWITCHED = new Outcome(Kind.SWITCHED, null);
  static final Outcome CHANGED = new Outcome(Kind.CHANGED, null);
  static final Outcome GONE = new Outcome(Kind.GONE, null);
  static final Outcome MOVED = new Outcome(Kind.MOVED, null);

  static Outcome of(Reply<?> refusal) {
    return refusal.isMoved() ? MOVED : new Outcome(Kind.FAILED, refusal.error());
  }
}
