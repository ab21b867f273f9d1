package dev.larder.redis;

/**
 * An error stopped a {@link CacheSwitch}. What was switched stays switched; run it again.
 *
 * @serial exclude
 */
public final class SwitchException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final SwitchResult result;

  SwitchException(Throwable cause, SwitchResult result) {
    super(cause.getMessage() + "; what was switched stays switched: run it again", cause);
    this.result = result;
  }

  /**
   * What was done until then.
   *
   * @return counts up to the last whole page
   */
  public SwitchResult result() {
    return result;
  }
}
