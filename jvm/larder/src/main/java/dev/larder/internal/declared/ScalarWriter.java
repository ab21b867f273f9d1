package dev.larder.internal.declared;

import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Output;

/** Primitive fields and texts: what generated writers call for them. */
public final class ScalarWriter {
  public static void text(Output out, String value, Place place) {
    if (value == null) {
      out.nullValue();
    } else {
      out.text(value, place);
    }
  }

  public static void character(Output out, char value, Place place) {
    if (Character.isSurrogate(value)) {
      // Half a pair is no text.
      out.integer(value);
    } else {
      out.text(String.valueOf(value), place);
    }
  }

  /** A float of 32 bits, which other languages read as the float it is. */
  public static void float32(Output out, float value, Place place) {
    long mark = out.mark();
    out.ensure(6);
    out.u8(Tag.EXTENSION);
    out.u8(Tag.Extension.FLOAT_32);
    int bits = Float.floatToRawIntBits(value);
    out.u8(bits);
    out.u8(bits >> 8);
    out.u8(bits >> 16);
    out.u8(bits >> 24);
    out.entryFor(place, mark);
  }

  private ScalarWriter() {}
}
