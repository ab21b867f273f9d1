package dev.larder.internal.bytes;

import static dev.larder.internal.bytes.Words.LONGS;

import dev.larder.ErrorKind;
import dev.larder.LarderException;

/**
 * Integers of a fixed number of bits, one after another, the lowest bit of each in the lowest free
 * bit (docs/FORMAT.md, "Conventions").
 */
public final class Bits {
  /** Bytes of so many integers. */
  public static long bytes(long count, int width) {
    return (count * width + 7) / 8;
  }

  /** The bits that an unsigned integer needs. */
  public static int width(long largest) {
    return 64 - Long.numberOfLeadingZeros(largest);
  }

  /** Writes integers of so many bits each: none has more. */
  public static void pack(long[] values, int from, int count, int width, ByteWriter out) {
    if (width == 0) {
      return;
    }
    long bytes = bytes(count, width);
    if (bytes > Integer.MAX_VALUE - 64) {
      throw new LarderException(ErrorKind.TOO_LARGE, -1, "a value of 2 GiB or more");
    }
    out.ensure((int) bytes + 8);
    byte[] to = out.buffer;
    int at = out.position;
    int end = at + (int) bytes;
    long word = 0;
    int filled = 0;
    for (int i = from; i < from + count; i++) {
      long value = values[i];
      word |= value << filled;
      filled += width;
      if (filled >= 64) {
        LONGS.set(to, at, word);
        at += 8;
        filled -= 64;
        word = filled == 0 ? 0 : value >>> width - filled;
      }
    }
    LONGS.set(to, at, word);
    out.position = end;
  }

  /** The integer of so many bits at a bit of {@code in}, which holds it up to {@code end}. */
  public static long unpack(byte[] in, long bit, int width, int end) {
    int at = (int) (bit >>> 3);
    int shift = (int) (bit & 7);
    if (shift + width <= Long.SIZE && at + 8 <= in.length) {
      return (long) LONGS.get(in, at) >>> shift & (width == Long.SIZE ? -1L : ~(-1L << width));
    }
    return unpackSlowly(in, bit, width, end);
  }

  /** At the end of the bytes, or of many bits. */
  private static long unpackSlowly(byte[] in, long bit, int width, int end) {
    if (width == 0) {
      return 0;
    }
    int at = (int) (bit >>> 3);
    int shift = (int) (bit & 7);
    long low = 0;
    for (int i = 0; i < 8 && at + i < end; i++) {
      low |= (in[at + i] & 0xFFL) << 8 * i;
    }
    long value = low >>> shift;
    if (shift + width > 64) {
      value |= (in[at + 8] & 0xFFL) << 64 - shift;
    }
    return value & -1L >>> 64 - width;
  }

  public static boolean isSet(byte[] in, long bit) {
    return (in[(int) (bit >>> 3)] >> (int) (bit & 7) & 1) != 0;
  }

  /** Whether the bits after so many integers, which end before {@code end}, are zero. */
  public static boolean isPaddingZero(byte[] in, int end, long count, int width) {
    int used = (int) (count * width & 7);
    return used == 0 || (in[end - 1] & 0xFF) >> used == 0;
  }

  private Bits() {}
}
