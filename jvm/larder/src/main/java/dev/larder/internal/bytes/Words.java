package dev.larder.internal.bytes;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Several bytes of an array as one number, the low byte first, wherever they stand. */
public final class Words {
  public static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, LITTLE_ENDIAN);
  public static final VarHandle CHARS =
      MethodHandles.byteArrayViewVarHandle(char[].class, LITTLE_ENDIAN);
  public static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, LITTLE_ENDIAN);
  public static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);

  /** So many bytes, at most seven, from {@code at} on as one number. */
  public static long underEight(byte[] in, int at, int length) {
    if (length >= 4) {
      return (int) INTS.get(in, at) & 0xFFFF_FFFFL
          | ((int) INTS.get(in, at + length - 4) & 0xFFFF_FFFFL) << 8 * (length - 4);
    }
    if (length == 0) {
      return 0;
    }
    int middle = length >> 1;
    return in[at] & 0xFFL
        | (in[at + middle] & 0xFFL) << 8 * middle
        | (in[at + length - 1] & 0xFFL) << 8 * (length - 1);
  }

  private Words() {}
}
