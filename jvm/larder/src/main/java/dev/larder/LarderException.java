package dev.larder;

/**
 * Bytes that cannot be decoded, or a value that cannot be encoded.
 *
 * <pre>{@code
 * try {
 *   return larder.decode(bytes, Person.class);
 * } catch (LarderException e) {
 *   log.warn("{} at byte {}", e.kind(), e.offset(), e);
 *   return null; // A miss: the value is computed again.
 * }
 * }</pre>
 */
public final class LarderException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Why. */
  private final ErrorKind kind;

  /** The byte, or −1. */
  private final int offset;

  /** Where in the value, or null. */
  private final String path;

  /** The message without the three above. */
  private final String reason;

  /**
   * An error in bytes.
   *
   * @param kind why they cannot be decoded
   * @param offset the byte at which this was noticed, from the start of the message; −1 if it was
   *     not in bytes
   * @param reason what is wrong, without kind and place
   */
  public LarderException(ErrorKind kind, int offset, String reason) {
    this(kind, offset, null, reason);
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

  /**
   * The same error, of an object within the value that cannot be encoded.
   *
   * @param path where the object is, as in {@code order.lines[3].product}
   * @param reason what is wrong with it, without kind and place
   * @return an exception with the stack trace and the cause of this one
   */
  LarderException at(String path, String reason) {
    LarderException located = new LarderException(kind, offset, path, reason);
    located.setStackTrace(getStackTrace());
    if (getCause() != null) {
      located.initCause(getCause());
    }
    return located;
  }

  /**
   * Why the bytes cannot be decoded, or the value cannot be encoded.
   *
   * @return the kind of error
   */
  public ErrorKind kind() {
    return kind;
  }

  /**
   * The byte at which the error was noticed.
   *
   * @return its offset from the start of the message; −1 if the error was not in bytes
   */
  public int offset() {
    return offset;
  }

  /**
   * Where in a value the object is that cannot be encoded.
   *
   * @return a path, as in {@code order.lines[3].product}; null if bytes cannot be decoded
   */
  public String path() {
    return path;
  }

  /**
   * What is wrong.
   *
   * @return the message without kind and place
   */
  String reason() {
    return reason;
  }
}
