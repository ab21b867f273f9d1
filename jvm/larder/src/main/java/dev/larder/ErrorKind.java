package dev.larder;

/**
 * Why bytes cannot be decoded, or a value cannot be encoded; docs/FORMAT.md, "Errors", lists each.
 *
 * <pre>{@code
 * catch (LarderException e) {
 *   if (e.kind() == ErrorKind.MISSING_PROFILE) {
 *     // Another instance already encodes under a profile that this one was not given.
 *   }
 * }
 * }</pre>
 */
public enum ErrorKind {
  /** The bytes do not begin like a Larder value or a profile. */
  NOT_LARDER("not-larder"),
  /** A version, a flag or an extension that this release does not know. */
  UNSUPPORTED("unsupported"),
  /** The bytes end within the value. */
  TRUNCATED("truncated"),
  /** Bytes follow the value. */
  TRAILING_BYTES("trailing-bytes"),
  /** A tag that is reserved, or stands where it may not. */
  BAD_TAG("bad-tag"),
  /** A varint that is longer than it must be, or beyond its range. */
  BAD_VARINT("bad-varint"),
  /** A number that is out of the range of what it stands for. */
  BAD_NUMBER("bad-number"),
  /** Text that is not UTF-8. */
  INVALID_UTF8("invalid-utf8"),
  /** Packed text (a date, digits, hex …) that stands for no text. */
  BAD_TEXT("bad-text"),
  /** A column that is inconsistent. */
  BAD_COLUMN("bad-column"),
  /** A definition of a shape that is inconsistent. */
  BAD_SHAPE("bad-shape"),
  /** A key that a map or shape already has. */
  DUPLICATE_KEY("duplicate-key"),
  /** A number of a shape, an entry, an earlier text or an earlier object that does not exist. */
  UNKNOWN_REFERENCE("unknown-reference"),
  /** The value was written under a profile, and none was given. */
  MISSING_PROFILE("missing-profile"),
  /** The value was written under another profile than those given. */
  WRONG_PROFILE("wrong-profile"),
  /** The bytes of a profile are damaged. */
  BAD_PROFILE("bad-profile"),
  /** The checksum does not match the bytes. */
  BAD_CHECKSUM("bad-checksum"),
  /** The compressed part cannot be decompressed. */
  BAD_COMPRESSION("bad-compression"),
  /** Nested nested deeper than the limits allow. */
  TOO_DEEP("too-deep"),
  /** The value would need more memory than the limits allow. */
  TOO_LARGE("too-large"),
  /** A class that is not registered, or a value that its class cannot take. */
  REFUSED("refused");

  private final String id;

  ErrorKind(String id) {
    this.id = id;
  }

  /**
   * The kind's name in the vectors and in every implementation.
   *
   * @return as in {@code not-larder}
   */
  public String id() {
    return id;
  }
}
