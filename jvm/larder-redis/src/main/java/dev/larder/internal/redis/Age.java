package dev.larder.internal.redis;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What Redis keeps of the use of a key, by its {@code maxmemory-policy}. Redis before 7.2 counts
 * every command as a use. There, a value is replaced by {@code RESTORE}, which says how long the
 * key was idle, or how often it was used.
 */
public enum Age {
  IDLETIME,
  FREQ;

  /** A version of Redis's dumps that every server since Redis 2.6 loads. */
  private static final short VERSION = 6;

  private static final byte STRING = 0;
  private static final int SIX_BITS = 1 << 6;
  private static final int FOURTEEN_BITS = 1 << 14;

  /** Jones's polynomial, with its bits reversed. */
  private static final long POLYNOMIAL = 0x95AC9329AC4BC9B5L;

  private static final long[] SUMS = sums();

  private static long[] sums() {
    long[] sums = new long[256];
    for (int i = 0; i < sums.length; i++) {
      long sum = i;
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        sum = (sum & 1) == 0 ? sum >>> 1 : sum >>> 1 ^ POLYNOMIAL;
      }
      sums[i] = sum;
    }
    return sums;
  }

  /** A string as {@code DUMP} writes it and {@code RESTORE} takes it. */
  static byte[] dump(byte[] value) {
    ByteBuffer dump = ByteBuffer.allocate(value.length + 16);
    dump.put(STRING);
    if (value.length < SIX_BITS) {
      dump.put((byte) value.length);
    } else if (value.length < FOURTEEN_BITS) {
      dump.putShort((short) (FOURTEEN_BITS | value.length));
    } else {
      dump.put((byte) 0x80).putInt(value.length);
    }
    dump.put(value).order(ByteOrder.LITTLE_ENDIAN).putShort(VERSION);
    long sum = 0;
    for (int i = 0; i < dump.position(); i++) {
      sum = SUMS[(int) (sum ^ dump.get(i)) & 0xFF] ^ sum >>> Byte.SIZE;
    }
    dump.putLong(sum);
    byte[] bytes = new byte[dump.position()];
    dump.flip().get(bytes);
    return bytes;
  }
}
