package dev.larder.internal.bytes;

import static dev.larder.internal.bytes.Words.INTS;
import static dev.larder.internal.bytes.Words.LONGS;

/** The hash that decides which texts are written again (docs/FORMAT.md, "Texts again"). */
public final class ByteHash {
  /** The hash of so many bytes. */
  public static long hash(byte[] in, int start, int length) {
    long first;
    long last;
    if (length >= 8) {
      first = (long) LONGS.get(in, start);
      last = (long) LONGS.get(in, start + length - 8);
    } else if (length >= 4) {
      first = (int) INTS.get(in, start) & 0xFFFF_FFFFL;
      last = (int) INTS.get(in, start + length - 4) & 0xFFFF_FFFFL;
    } else {
      first = 0;
      for (int i = 0; i < length; i++) {
        first = first << 8 | (in[start + i] & 0xFF);
      }
      last = 0;
    }
    long middle = length > 0 ? in[start + length / 2] & 0xFF : 0;
    long mixed =
        (first ^ (long) length << 56 ^ middle << 48) * 0x9E37_79B9_7F4A_7C15L
            ^ Long.rotateLeft(last, 23);
    long by = 0xA076_1D64_78BD_642FL;
    long high = Math.multiplyHigh(mixed, by) + mixed + (mixed >> 63 & by);
    return high ^ mixed * by;
  }

  private ByteHash() {}
}
