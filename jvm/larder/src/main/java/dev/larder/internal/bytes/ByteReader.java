package dev.larder.internal.bytes;

import static dev.larder.internal.bytes.Words.INTS;
import static dev.larder.internal.bytes.Words.LONGS;
import static dev.larder.internal.bytes.Words.SHORTS;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import java.util.Arrays;

/**
 * The bytes of a message while it is read: how far reading has come, and what it may still cost.
 *
 * <p>Everything that is checked here is checked in this order: there are so many bytes, they are
 * charged, memory is taken. It is used again for the next message, and is not thread-safe.
 */
public abstract class ByteReader {
  /** What a value is charged, beside what it holds. */
  public static final int VALUE_BYTES = 32;

  /** What a text is charged, beside its bytes. */
  public static final int TEXT_BYTES = 24;

  /** The array that holds the message, and where in it is read. */
  public byte[] bytes;

  public int position;
  public int end;

  /** Where the message begins in {@link #bytes}. */
  public int start;

  private long budget;
  private int depth;
  private int maxDepth;

  /** From here on, {@link #descend} has something to look at. */
  private int fewLevels;

  private byte[] latin = new byte[64];

  /**
   * Begins a message, at its first byte.
   *
   * @param maxDepth levels of values within one another
   * @param budget bytes of memory that may be charged
   */
  protected final void beginBytes(byte[] bytes, int start, int end, int maxDepth, long budget) {
    this.bytes = bytes;
    this.start = start;
    this.position = start;
    this.end = end;
    this.budget = budget;
    this.maxDepth = maxDepth;
    depth = 0;
    fewLevels = Math.min(Stack.FEW_LEVELS, maxDepth + 1);
  }

  /** Lets go of the message, and of memory that only a large one needed. */
  protected final void endBytes() {
    bytes = null;
    if (latin.length > 1 << 16) {
      latin = new byte[64];
    }
  }

  // Errors and limits.

  /** An error at the byte that is read next. */
  public LarderException error(ErrorKind kind, String message) {
    return errorAt(kind, position, message);
  }

  /** An error at the byte that was read last. */
  public LarderException errorAtTag(ErrorKind kind, String message) {
    return errorAt(kind, position - 1, message);
  }

  /** An error at a byte of {@link #bytes}. */
  public LarderException errorAt(ErrorKind kind, int position, String message) {
    return new LarderException(kind, position - start, message);
  }

  public LarderException truncated() {
    return errorAt(ErrorKind.TRUNCATED, end, "the bytes end within the value");
  }

  /** Charges memory before it is taken. */
  public void charge(long bytes) {
    budget -= bytes;
    if (budget < 0) {
      exhausted();
    }
  }

  private void exhausted() {
    settle();
    if (budget < 0) {
      budget = 0;
      throw error(ErrorKind.TOO_LARGE, "more memory than the limits allow");
    }
  }

  /** Gives back what was charged too much: has to be called before {@link #bytes} are others. */
  protected final void settle() {
    budget += overcharged();
  }

  /** What was charged too much since this was asked last: some is only estimated at first. */
  protected abstract long overcharged();

  /** What may still be charged. */
  public long budget() {
    settle();
    return budget;
  }

  public void descend() {
    if (++depth >= fewLevels) {
      deep();
    }
  }

  private void deep() {
    if (depth > maxDepth) {
      throw error(ErrorKind.TOO_DEEP, "nested deeper than the limits allow");
    }
    Stack.ask(depth);
  }

  public void ascend() {
    depth--;
  }

  /** Room for a text of so many characters of one byte each, before a string is made of it. */
  public byte[] latin(int length) {
    if (latin.length < length) {
      latin = new byte[Math.max(length, Math.min(2 * latin.length, 1 << 20))];
    }
    return latin;
  }

  // Numbers.

  public int remaining() {
    return end - position;
  }

  /** The next byte, unsigned. */
  public int u8() {
    int at = position;
    if (at >= end) {
      throw truncated();
    }
    position = at + 1;
    return bytes[at] & 0xFF;
  }

  /** Where the next so many bytes begin, which are taken. */
  public int take(int length) {
    int at = position;
    if (length < 0 || length > end - at) {
      throw truncated();
    }
    position = at + length;
    return at;
  }

  public int u16() {
    return (short) SHORTS.get(bytes, take(2)) & 0xFFFF;
  }

  public int u24() {
    int at = take(3);
    return (bytes[at] & 0xFF) | (bytes[at + 1] & 0xFF) << 8 | (bytes[at + 2] & 0xFF) << 16;
  }

  public long u32() {
    return (int) INTS.get(bytes, take(4)) & 0xFFFF_FFFFL;
  }

  public long i64() {
    return (long) LONGS.get(bytes, take(8));
  }

  /** An unsigned integer of so many bytes, at most 8. */
  public long unsigned(int bytesOfIt) {
    int at = take(bytesOfIt);
    if (at <= bytes.length - 8 && bytesOfIt > 0) {
      return (long) LONGS.get(bytes, at) & -1L >>> 64 - 8 * bytesOfIt;
    }
    long value = 0;
    for (int i = bytesOfIt - 1; i >= 0; i--) {
      value = value << 8 | (bytes[at + i] & 0xFF);
    }
    return value;
  }

  /** Unsigned, of 64 bits. */
  public long varint() {
    int first = u8();
    return first < 0x80 ? first : longVarint(first);
  }

  private long longVarint(int first) {
    long value = first & 0x7F;
    for (int shift = 7; shift <= 63; shift += 7) {
      int next = u8();
      if (shift == 63 && next > 1) {
        break;
      }
      value |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        if (next == 0) {
          throw error(ErrorKind.BAD_VARINT, "a varint longer than necessary");
        }
        return value;
      }
    }
    throw error(ErrorKind.BAD_VARINT, "a varint beyond 64 bits");
  }

  public long zigzag() {
    long value = varint();
    return value >>> 1 ^ -(value & 1);
  }

  /** A varint that counts something; whatever no array can hold is {@link Integer#MAX_VALUE}. */
  public int count() {
    long value = varint();
    return value < 0 || value > Integer.MAX_VALUE ? Integer.MAX_VALUE : (int) value;
  }

  /** A length of things of which each takes at least one byte here. */
  public int length() {
    int length = count();
    if (length > end - position) {
      throw truncated();
    }
    return length;
  }

  /** The number that a tag stands for of which {@link Tag#isEntry} holds. */
  public int entryNumber(int tag) {
    return tag < Tag.RECORD
        ? tag - Tag.ENTRY
        : Tag.SHORT_ENTRIES + (tag - Tag.LONG_ENTRY) * 256 + u8();
  }

  /** The integer of a tag for which {@link #isInteger} holds. */
  public long integer(int tag) {
    if (tag < Tag.SMALL_INTS) {
      return tag;
    }
    switch (tag) {
      case Tag.INT_1:
        return 48 + u8();
      case Tag.INT_2:
        return 304 + u16();
      case Tag.INT_3:
        return 65_840 + u24();
      case Tag.INT_4:
        return u32();
      case Tag.INT_8:
        return i64();
      default:
        long below = varint();
        if (below < 0) {
          throw error(ErrorKind.BAD_NUMBER, "an integer beyond 64 bits");
        }
        return ~below;
    }
  }

  /** The float of a tag for which {@link #isFloat} holds. */
  public double floatNumber(int tag) {
    switch (tag) {
      case Tag.FLOAT:
        return Double.longBitsToDouble(i64());
      case Tag.DECIMAL_1:
        return decimal(1);
      case Tag.DECIMAL_2:
        return decimal(2);
      default:
        return decimal(u8());
    }
  }

  private double decimal(int scale) {
    long digits = zigzag();
    if (!Decimals.isExact(digits, scale)) {
      throw error(ErrorKind.BAD_NUMBER, "a decimal that is not exactly a float");
    }
    return Decimals.value(digits, scale);
  }

  /** Big integer bytes as <i>big</i> has them: checked to be as short as they can be. */
  public byte[] big() {
    int length = length();
    charge(length);
    int at = take(length);
    byte[] big = Arrays.copyOfRange(bytes, at, at + length);
    boolean shortest =
        length > 0 && (length == 1 || big[0] != 0 && big[0] != -1 || big[0] < 0 != big[1] < 0);
    if (!shortest) {
      throw error(ErrorKind.BAD_NUMBER, "an integer longer than necessary");
    }
    return big;
  }
}
