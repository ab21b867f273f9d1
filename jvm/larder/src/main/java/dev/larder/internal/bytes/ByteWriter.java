package dev.larder.internal.bytes;

import static dev.larder.internal.bytes.Words.INTS;
import static dev.larder.internal.bytes.Words.LONGS;
import static dev.larder.internal.bytes.Words.SHORTS;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.Level;
import java.util.Arrays;

/**
 * The bytes of a value while it is written: numbers, and what does without a profile.
 *
 * <p>It is used again for the next value, and is not thread-safe.
 */
public abstract class ByteWriter {
  public static final int MAX_DEPTH = 512;

  /**
   * Methods that take and give a position write from there on, where as many bytes are free, and
   * leave as many free: what fits is written without asking again. No number takes more.
   */
  public static final int ROOM = 64;

  /** Memory that only a large value needed is given back. */
  protected static final int KEPT_BYTES = 1 << 20;

  /** How much time is spent to save bytes. */
  public Level level = Level.BALANCED;

  /** The value's bytes, up to {@link #position}. */
  public byte[] buffer = new byte[512];

  public int position;

  /** What columns and the like cost a reader beyond their bytes: about. */
  private long multiplied;

  private int depth;

  protected final void beginBytes(Level level) {
    if (this.level != level) {
      this.level = level;
    }
    position = 0;
    multiplied = 0;
    depth = 0;
  }

  /** Lets go of memory that only a large value needed. */
  protected final void endBytes() {
    if (buffer.length > KEPT_BYTES) {
      buffer = new byte[512];
    }
  }

  /** Adds what a reader is charged that has little to do with the bytes that are written. */
  public final void multiply(long bytes) {
    multiplied += bytes;
  }

  /** What has been added by {@link #multiply}. */
  public final long multiplied() {
    return multiplied;
  }

  public void descend() {
    if (++depth >= Stack.FEW_LEVELS) {
      deep();
    }
  }

  private void deep() {
    if (depth > MAX_DEPTH) {
      throw new LarderException(
          ErrorKind.TOO_DEEP, -1, "values can be nested at most " + MAX_DEPTH + " deep");
    }
    Stack.ask(depth);
  }

  public void ascend() {
    depth--;
  }

  // Bytes.

  /** Makes room for so many more bytes. */
  public void ensure(int more) {
    if (buffer.length - position < more) {
      buffer = grown(buffer, position, more);
    }
  }

  protected static byte[] grown(byte[] buffer, int used, int more) {
    long needed = (long) used + more;
    if (more < 0 || needed > Integer.MAX_VALUE - 64) {
      throw new LarderException(ErrorKind.TOO_LARGE, -1, "a value of 2 GiB or more");
    }
    return Arrays.copyOf(
        buffer, (int) Math.min(Integer.MAX_VALUE - 64, Math.max(2L * buffer.length, needed + 64)));
  }

  /** Makes {@link #ROOM} from a position on. */
  public final int room(int at) {
    if (buffer.length - at < ROOM) {
      buffer = grown(buffer, at, ROOM);
    }
    return at;
  }

  public void u8(int value) {
    ensure(1);
    buffer[position++] = (byte) value;
  }

  public void u32(int value) {
    ensure(4);
    INTS.set(buffer, position, value);
    position += 4;
  }

  public void i64(long value) {
    ensure(8);
    LONGS.set(buffer, position, value);
    position += 8;
  }

  /** Unsigned, of 64 bits. */
  public void varint(long value) {
    ensure(10);
    position = varint(value, buffer, position);
  }

  public static int varint(long value, byte[] to, int at) {
    while ((value & ~0x7FL) != 0) {
      to[at++] = (byte) (value | 0x80);
      value >>>= 7;
    }
    to[at++] = (byte) value;
    return at;
  }

  public void zigzag(long value) {
    varint(value << 1 ^ value >> 63);
  }

  /** Bytes of a varint. */
  public static int varintSize(long value) {
    return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
  }

  /** Bytes as they are, without a tag. */
  public void raw(byte[] bytes, int from, int length) {
    ensure(length);
    System.arraycopy(bytes, from, buffer, position, length);
    position += length;
  }

  /** A varint length, then the bytes. */
  public void counted(byte[] bytes) {
    varint(bytes.length);
    raw(bytes, 0, bytes.length);
  }

  // Scalars.

  public void nullValue() {
    u8(Tag.NULL);
  }

  public void bool(boolean value) {
    u8(value ? Tag.TRUE : Tag.FALSE);
  }

  public void integer(long value) {
    ensure(10);
    position = integer(value, position);
  }

  /** Writes an integer from a position on: see {@link #ROOM}. */
  public final int integer(long value, int at) {
    byte[] to = buffer;
    if (value >= 0 && value < 48) {
      to[at] = (byte) value;
      return at + 1;
    } else if (value < 0 || value >= 65_840) {
      return largeInteger(value, to, at);
    } else if (value < 304) {
      SHORTS.set(to, at, (short) ((int) (value - 48) << 8 | Tag.INT_1));
      return at + 2;
    }
    INTS.set(to, at, (int) (value - 304) << 8 | Tag.INT_2);
    return at + 3;
  }

  private static int largeInteger(long value, byte[] to, int at) {
    if (value < 0 && varintSize(~value) < 8) {
      to[at] = (byte) Tag.NEGATIVE;
      return varint(~value, to, at + 1);
    } else if (value >= 0 && value < 16_843_056) {
      INTS.set(to, at, (int) (value - 65_840) << 8 | Tag.INT_3);
      return at + 4;
    } else if (value >= 0 && value <= 0xFFFF_FFFFL) {
      to[at] = (byte) Tag.INT_4;
      INTS.set(to, at + 1, (int) value);
      return at + 5;
    }
    to[at] = (byte) Tag.INT_8;
    LONGS.set(to, at + 1, value);
    return at + 9;
  }

  /** Writes a boolean from a position on: see {@link #ROOM}. */
  public final int bool(boolean value, int at) {
    buffer[at] = (byte) (value ? Tag.TRUE : Tag.FALSE);
    return at + 1;
  }

  /** Writes null from a position on: see {@link #ROOM}. */
  public final int nullValue(int at) {
    buffer[at] = (byte) Tag.NULL;
    return at + 1;
  }

  /** Writes the bits of a float from a position on: see {@link #ROOM}. */
  public final int float64(double value, int at) {
    buffer[at] = (byte) Tag.FLOAT;
    LONGS.set(buffer, at + 1, Double.doubleToRawLongBits(value));
    return at + 9;
  }

  /** Writes the bits of a float of 32 bits from a position on: see {@link #ROOM}. */
  public final int float32(float value, int at) {
    long bits = Float.floatToRawIntBits(value) & 0xFFFF_FFFFL;
    LONGS.set(buffer, at, bits << 16 | Tag.Extension.FLOAT_32 << 8 | Tag.EXTENSION);
    return at + 6;
  }

  public void floatNumber(double value) {
    ensure(12);
    byte[] to = buffer;
    int at = position;
    int scale = level == Level.FAST ? Decimals.NONE : Decimals.scale(value);
    if (scale != Decimals.NONE) {
      long digits = Decimals.digits(value, scale);
      to[at] = (byte) (scale == 1 ? Tag.DECIMAL_1 : scale == 2 ? Tag.DECIMAL_2 : Tag.DECIMAL);
      to[at + 1] = (byte) scale;
      int end = varint(digits << 1 ^ digits >> 63, to, scale == 1 || scale == 2 ? at + 1 : at + 2);
      if (end - at < 9) {
        position = end;
        return;
      }
    }
    position = float64(value, at);
  }

  public void bytes(byte[] value) {
    u8(Tag.BYTES);
    counted(value);
  }
}
