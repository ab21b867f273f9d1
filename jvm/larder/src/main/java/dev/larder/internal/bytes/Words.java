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

  private Words() {}
}
