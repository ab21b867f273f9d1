package larder.format;

/** What a message has before and after its value (docs/FORMAT.md, "Message"). */
public final class Message {
  /** Whether bytes begin as a value in the Larder format does. */
  public static boolean isLarder(byte[] bytes) {
    throw new UnsupportedOperationException();
  }

  /**
   * Reads what comes before the value of a message that {@link Input#begin} began.
   *
   * @param profiles those that the reader has, of different ids
   * @param shapes of each profile its shapes, as this reader has them
   * @return the profile that the message was written under; null for none
   */
  public static Profile open(
      Input in, Profile[] profiles, Shape[][] shapes, KnownDefinitions known) {
    throw new UnsupportedOperationException();
  }

  /** Checks that nothing follows the value. */
  public static void close(Input in) {
    throw new UnsupportedOperationException();
  }

  private Message() {}
}
