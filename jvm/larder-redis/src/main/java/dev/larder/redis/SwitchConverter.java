package dev.larder.redis;

import dev.larder.Larder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.BiPredicate;

/**
 * What becomes of a value, decided by its bytes alone. New bytes are decoded and compared with the
 * old value before anybody gets them.
 *
 * @param isSame compares an old value with what its new bytes are decoded to; null for the default
 */
record SwitchConverter(SwitchCodec from, SwitchCodec to, BiPredicate<Object, Object> isSame) {
  enum Kind {
    /** It has the new format. */
    ALREADY,
    /** It is not to be switched. */
    KEPT,
    /** It should be switched and cannot be. */
    REFUSED,
    /** It has new bytes. */
    NEW
  }

  /**
   * What becomes of a value.
   *
   * @param reason the same for all values of the same fault; what it is if it is kept
   * @param detail what is special about this one; may be null
   * @param bytes the new ones
   */
  record Verdict(Kind kind, String reason, String detail, byte[] bytes) {
    static final Verdict ALREADY = new Verdict(Kind.ALREADY, null, null, null);

    static Verdict refused(String reason, Throwable why) {
      return new Verdict(Kind.REFUSED, reason, String.valueOf(why.getMessage()), null);
    }

    static Verdict refused(String reason) {
      return new Verdict(Kind.REFUSED, reason, null, null);
    }
  }

  private static final Verdict INTEGER = new Verdict(Kind.KEPT, "integer", null, null);

  /** The longest integer in digits that Redis counts with. */
  private static final int MAX_INTEGER = 20;

  /** What {@code RMapCache} writes before a value: a time to be idle, and the value's length. */
  private static final int MAP_CACHE_HEADER = Double.BYTES + Long.BYTES;

  /**
   * @param isOfHash whether it is a value of a hash
   */
  Verdict convert(byte[] old, boolean isOfHash) {
    if (isInteger(old)) {
      return INTEGER;
    }
    if (isOfHash && isOfMapCache(old)) {
      return Verdict.refused("it is a value of Redisson's RMapCache, which has a header");
    }
    Object value;
    try {
      value = from.decode(old);
    } catch (Exception | LinkageError | StackOverflowError e) {
      return isDecodedByNew(old)
          ? Verdict.ALREADY
          : Verdict.refused("it cannot be decoded by the old codec", e);
    }
    byte[] bytes;
    try {
      bytes = to.encode(value);
    } catch (Exception | LinkageError | StackOverflowError e) {
      return Verdict.refused("it cannot be encoded by the new codec", e);
    }
    boolean isLarder = Larder.isLarder(bytes);
    if (Arrays.equals(bytes, old) || isLarder && Larder.isLarder(old)) {
      return Verdict.ALREADY;
    }
    if (value == null) {
      return Verdict.refused("the old codec decodes it to null");
    }
    try {
      Object again = to.decode(bytes);
      if (!isSame(value, again)) {
        return Verdict.refused("its new bytes are decoded to another value");
      }
    } catch (Exception | LinkageError | StackOverflowError e) {
      return Verdict.refused("its new bytes cannot be decoded", e);
    }
    return isLarder || isFinal(bytes)
        ? new Verdict(Kind.NEW, null, null, bytes)
        : Verdict.refused("the old codec also decodes its new bytes, to others again");
  }

  private boolean isSame(Object value, Object again) throws Exception {
    if (isSame != null) {
      return isSame.test(value, again);
    }
    return Objects.deepEquals(value, again)
        // Of classes that have no equals.
        || again != null && Arrays.equals(from.encode(value), from.encode(again));
  }

  private boolean isDecodedByNew(byte[] old) {
    try {
      return to.decode(old) != null;
    } catch (Exception | LinkageError | StackOverflowError e) {
      return false;
    }
  }

  /** Whether new bytes will count as such when they are met again. */
  private boolean isFinal(byte[] bytes) {
    Object value;
    try {
      value = from.decode(bytes);
    } catch (Exception | LinkageError | StackOverflowError e) {
      return true;
    }
    try {
      return Arrays.equals(to.encode(value), bytes);
    } catch (Exception | LinkageError | StackOverflowError e) {
      return false;
    }
  }

  /** Whether Redis counts with it. */
  private static boolean isInteger(byte[] bytes) {
    if (bytes.length == 0 || bytes.length > MAX_INTEGER) {
      return false;
    }
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    try {
      return Long.toString(Long.parseLong(text)).equals(text);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static boolean isOfMapCache(byte[] bytes) {
    return bytes.length >= MAP_CACHE_HEADER
        && ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(Double.BYTES)
            == bytes.length - MAP_CACHE_HEADER;
  }
}
