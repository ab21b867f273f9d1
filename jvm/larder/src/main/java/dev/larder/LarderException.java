package dev.larder;

/** Bytes that are no value, or a value that cannot be written. */
public final class LarderException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final ErrorKind kind;
  private final int offset;
  private final String path;
  private final String reason;

  /**
   * @param offset the byte at which it was noticed, from the start of the message; −1 if it was not
   *     in bytes
   */
  public LarderException(ErrorKind kind, int offset, String message) {
    this(kind, offset, null, message);
  }

  private LarderException(ErrorKind kind, int offset, String path, String reason) {
    super(
        kind.id()
            + (offset < 0 ? "" : " at byte " + offset)
            + (path == null ? "" : " at " + path)
            + ": "
            + reason);
    this.kind = kind;
    this.offset = offset;
    this.path = path;
    this.reason = reason;
  }

  /** The same for an object of a value that cannot be written. */
  LarderException at(String path, String reason) {
    LarderException located = new LarderException(kind, offset, path, reason);
    located.setStackTrace(getStackTrace());
    if (getCause() != null) {
      located.initCause(getCause());
    }
    return located;
  }

  public ErrorKind kind() {
    return kind;
  }

  /** The byte at which it was noticed, from the start of the message; −1 if it was not in bytes. */
  public int offset() {
    return offset;
  }

  /**
   * Where in a value the object is that cannot be written, as in {@code order.lines[3].product};
   * null if bytes cannot be read.
   */
  public String path() {
    return path;
  }

  /** The message without kind and place. */
  String reason() {
    return reason;
  }
}
