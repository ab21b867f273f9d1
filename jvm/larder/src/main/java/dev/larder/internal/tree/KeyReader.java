package dev.larder.internal.tree;

import dev.larder.ErrorKind;
import dev.larder.internal.bytes.FloatBits;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Input;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Keys of maps, and other values that hold none: as they are read where no type is declared. */
final class KeyReader {
  /** A key of a shape, as a map has it. */
  static Object key(Object key, Host host) {
    return key instanceof Long number ? host.integer(number) : key;
  }

  /** The next key of a keyed map. */
  static Object key(Input in, Host host) {
    int tag = in.u8();
    if (Tag.isInteger(tag)) {
      return host.integer(in.integer(tag));
    }
    if (Tag.isText(tag)) {
      return in.text(tag, Place.NONE);
    }
    if (Tag.isFloat(tag)) {
      return FloatBits.key(in.floatNumber(tag));
    }
    if (Tag.isEntry(tag)) {
      return in.entry(tag, Place.NONE);
    }
    return switch (tag) {
      case Tag.NULL -> null;
      case Tag.FALSE -> false;
      case Tag.TRUE -> true;
      case Tag.BYTES -> ByteBuffer.wrap(bytes(in)).asReadOnlyBuffer();
      default -> throw in.errorAtTag(ErrorKind.BAD_TAG, "only scalars can be keys");
    };
  }

  static byte[] bytes(Input in) {
    int length = in.length();
    in.charge(Input.TEXT_BYTES + length);
    int at = in.take(length);
    return Arrays.copyOfRange(in.bytes, at, at + length);
  }

  /** A capacity that so many keys fit in. */
  static int capacity(int keys) {
    return (int) Math.min(1 << 30, keys * 4L / 3 + 1);
  }

  private KeyReader() {}
}
