package larder;

/** Bytes that are no value, or a value that cannot be written. */
public final class LarderException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final ErrorKind kind;
  private final int offset;

  /**
   * @param offset the byte at which it was noticed, from the start of the message; −1 if it was not
   *     in bytes
   */
  public LarderException(ErrorKind kind, int offset, String message) {
    super(
        offset < 0
            ? kind.id() + ": " + message
            : kind.id() + " at byte " + offset + ": " + message);
    this.kind = kind;
    this.offset = offset;
  }

  public ErrorKind kind() {
    return kind;
  }

  /** The byte at which it was noticed, from the start of the message; −1 if it was not in bytes. */
  public int offset() {
    return offset;
  }
}
