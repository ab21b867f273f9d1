package dev.larder.internal.declared;

import dev.larder.internal.bind.Slot;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.message.Input;
import dev.larder.internal.tree.TreeReader;

/**
 * Primitive fields and texts: what generated readers call for them. Where a field was declared
 * otherwise when a value was written, it is read if it means the same: an integer that fits, a
 * float of an integer. Nothing is rounded.
 */
public final class ScalarReader {
  /** Reads null, or a text in a spelling that {@link Input#plainText} leaves to this method. */
  public static String text(Input in, Slot slot) {
    int tag = in.u8();
    if (tag == Tag.UTF_16_TEXT) {
      return in.utf16Text();
    }
    if (tag == Tag.LATIN_TEXT) {
      return in.latinText();
    }
    if (Tag.isText(tag)) {
      return in.text(tag, slot.place());
    }
    if (tag == Tag.NULL) {
      return null;
    }
    if (Tag.isEntry(tag)) {
      Object entry = in.entry(tag, slot.place());
      return entry instanceof String text
          ? text
          : (String) Boxed.TEXT.binding().readEntry(in, (byte[]) entry, slot);
    }
    return (String) otherOrNull(in, tag, slot, Boxed.TEXT);
  }

  public static boolean bool(Input in, Slot slot) {
    int tag = in.u8();
    return tag == Tag.TRUE || tag != Tag.FALSE && (boolean) other(in, tag, slot, Boxed.BOOLEAN);
  }

  public static long int64(Input in, Slot slot) {
    int tag = in.u8();
    if (Tag.isInteger(tag)) {
      return in.integer(tag);
    }
    return (long) other(in, tag, slot, Boxed.LONG);
  }

  public static int int32(Input in, Slot slot) {
    int tag = in.u8();
    if (tag < Tag.SMALL_INTS) {
      return tag;
    }
    if (Tag.isInteger(tag)) {
      long value = in.integer(tag);
      if (value == (int) value) {
        return (int) value;
      }
      throw slot.conflict(in, "the integer " + value);
    }
    return (int) other(in, tag, slot, Boxed.INTEGER);
  }

  public static short int16(Input in, Slot slot) {
    int tag = in.u8();
    if (Tag.isInteger(tag)) {
      long value = in.integer(tag);
      if (value == (short) value) {
        return (short) value;
      }
      throw slot.conflict(in, "the integer " + value);
    }
    return (short) other(in, tag, slot, Boxed.SHORT);
  }

  public static byte int8(Input in, Slot slot) {
    int tag = in.u8();
    if (Tag.isInteger(tag)) {
      long value = in.integer(tag);
      if (value == (byte) value) {
        return (byte) value;
      }
      throw slot.conflict(in, "the integer " + value);
    }
    return (byte) other(in, tag, slot, Boxed.BYTE);
  }

  public static char character(Input in, Slot slot) {
    return (char) other(in, in.u8(), slot, Boxed.CHARACTER);
  }

  public static double float64(Input in, Slot slot) {
    int tag = in.u8();
    if (Tag.isFloat(tag)) {
      return in.floatNumber(tag);
    }
    return (double) other(in, tag, slot, Boxed.DOUBLE);
  }

  public static float float32(Input in, Slot slot) {
    int tag = in.u8();
    if (tag == Tag.EXTENSION
        && in.remaining() >= 5
        && in.bytes[in.position] == Tag.Extension.FLOAT_32) {
      in.position++;
      in.charge(TreeReader.LARGE_VALUE_BYTES);
      return Float.intBitsToFloat((int) in.u32());
    }
    return (float) other(in, tag, slot, Boxed.FLOAT);
  }

  private static Object other(Input in, int tag, Slot slot, Boxed boxed) {
    Object value = tag == Tag.NULL ? null : otherOrNull(in, tag, slot, boxed);
    if (value == null) {
      throw slot.conflict(in, Tag.NULL);
    }
    return value;
  }

  private static Object otherOrNull(Input in, int tag, Slot slot, Boxed boxed) {
    in.position--;
    return boxed.binding().readField(in, slot);
  }

  private ScalarReader() {}
}
