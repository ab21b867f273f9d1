package larder.format;

/** Stub. */
public final class Compression {
  /** What {@link #compress} gives: the content of a block, or a whole frame. */
  public record Compressed(byte[] bytes, boolean frame) {}

  /**
   * Compresses texts, if that makes the message shorter; null if not.
   *
   * @param level zstd's; of a profile with a dictionary, its own
   */
  public Compressed compress(byte[] texts, int length, int level) {
    throw new UnsupportedOperationException();
  }
}
