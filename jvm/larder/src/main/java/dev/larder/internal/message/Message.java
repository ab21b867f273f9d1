package dev.larder.internal.message;

import static dev.larder.internal.bytes.Words.INTS;

import dev.larder.ErrorKind;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.shape.KnownDefinitions;
import dev.larder.internal.shape.Names;
import dev.larder.internal.shape.Shape;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** What a message has before and after its value (docs/FORMAT.md, "Message"). */
public final class Message {

  /** As {@code C1} may begin a bare two-byte Hessian integer. */
  private static final int MIN_BYTES = 3;

  private static final int CHECKSUM_BYTES = 4;

  /** Whether bytes begin as a value in the Larder format does. */
  public static boolean isLarder(byte[] bytes) {
    return bytes.length >= MIN_BYTES
        && bytes[0] == (byte) Tag.Header.MAGIC
        && (bytes[1] & 0xC0) == Tag.Header.VERSION;
  }

  /**
   * Reads what comes before the value of a message that {@link Input#begin} began, and sets {@link
   * Input#shapes}.
   *
   * @param profiles those that the reader has, of different ids
   * @return the profile under which the message was written; null for none
   */
  public static KnownProfile open(Input in, KnownProfile[] profiles, KnownDefinitions known) {
    int flags = header(in);
    if ((flags & Tag.Header.CHECKSUM) != 0) {
      checksum(in);
    }
    KnownProfile profile = (flags & Tag.Header.PROFILE) != 0 ? profile(in, profiles) : null;
    if ((flags & Tag.Header.COMPRESSED) != 0) {
      int length = in.length();
      int at = in.take(length);
      Compression compression = profile == null ? Compression.NO_DICTIONARY : profile.compression();
      compression.decompress(in, at, length, (flags & Tag.Header.MORE_FLAGS) != 0);
      in.textsMoved();
    }
    Shape[] shapes = profile == null ? Input.NO_SHAPES : profile.shapes();
    if (in.remaining() > 0 && in.bytes[in.position] == (byte) Tag.DEFINITIONS) {
      in.position++;
      Names names = profile == null ? Names.NONE : profile.names();
      Shape[] own = in.definitions(known, in.length(), names);
      if (shapes.length == 0) {
        shapes = own;
      } else if (own.length > 0) {
        int first = shapes.length;
        shapes = Arrays.copyOf(shapes, first + own.length);
        System.arraycopy(own, 0, shapes, first, own.length);
      }
    }
    if (in.shapes != shapes) {
      // To store what is there already would take time as well, for collectors.
      in.shapes = shapes;
    }
    return profile;
  }

  private static int header(Input in) {
    if (in.u8() != Tag.Header.MAGIC) {
      throw in.errorAtTag(ErrorKind.NOT_LARDER, "a value begins with C1");
    }
    int flags = in.u8();
    if ((flags & Tag.Header.VERSION_BITS) != Tag.Header.VERSION) {
      throw in.errorAtTag(
          (flags & 0xC0) == Tag.Header.VERSION ? ErrorKind.UNSUPPORTED : ErrorKind.NOT_LARDER,
          "a version that this release does not know");
    }
    if ((flags & Tag.Header.MORE_FLAGS) != 0
        && (in.u8() != Tag.Header.FRAME || (flags & Tag.Header.COMPRESSED) == 0)) {
      throw in.errorAtTag(ErrorKind.UNSUPPORTED, "flags that this release does not know");
    }
    return flags;
  }

  private static void checksum(Input in) {
    int end = in.end - CHECKSUM_BYTES;
    if (end <= in.position) {
      throw in.truncated();
    }
    CRC32C sum = new CRC32C();
    sum.update(in.bytes, in.start, end - in.start);
    if ((int) sum.getValue() != (int) INTS.get(in.bytes, end)) {
      throw in.errorAt(ErrorKind.BAD_CHECKSUM, end, "the checksum does not match the bytes");
    }
    in.end = end;
    in.textsMoved();
  }

  /** The one of {@code profiles} whose id follows. */
  private static KnownProfile profile(Input in, KnownProfile[] profiles) {
    int at = in.take(3);
    byte[] bytes = in.bytes;
    int id = (bytes[at] & 0xFF) << 16 | (bytes[at + 1] & 0xFF) << 8 | bytes[at + 2] & 0xFF;
    for (KnownProfile profile : profiles) {
      if (profile.id() == id) {
        return profile;
      }
    }
    throw in.errorAt(
        profiles.length == 0 ? ErrorKind.MISSING_PROFILE : ErrorKind.WRONG_PROFILE,
        at,
        "the value needs the profile " + HexFormat.of().toHexDigits(id, 6));
  }

  /** Checks that nothing follows the value. */
  public static void close(Input in) {
    if (in.remaining() > 0) {
      throw in.error(ErrorKind.TRAILING_BYTES, "bytes after the value");
    }
    if (in.texts != null && in.textPosition < in.textEnd) {
      throw in.error(ErrorKind.TRAILING_BYTES, "compressed texts that the value does not use");
    }
  }

  private Message() {}
}
