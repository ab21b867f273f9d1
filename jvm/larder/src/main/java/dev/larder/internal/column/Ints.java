package dev.larder.internal.column;

import dev.larder.ErrorKind;
import dev.larder.internal.bytes.Bits;
import dev.larder.internal.bytes.ByteReader;
import dev.larder.internal.bytes.Tag;

/** Integers of a column (docs/FORMAT.md, "Columns", 01 and 02), while they are read. */
public final class Ints {
  private final long first;

  /** What is added to each difference. */
  private final long step;

  private final boolean differences;
  private final int width;
  private final long firstBit;

  /** What is added to the bits; of differences, the last integer. */
  private long base;

  private long bit;
  private boolean begun;

  /** Opens so many integers, whose kind was read and is one of the two, and moves behind them. */
  public static Ints open(ByteReader in, int count, int kind) {
    return new Ints(in, count, kind == Tag.Column.DIFFERENCES);
  }

  /** Opens integers within a column of something else. */
  public static Ints open(ByteReader in, int count) {
    int kind = in.u8();
    if (kind != Tag.Column.INTS && kind != Tag.Column.DIFFERENCES) {
      throw in.errorAtTag(ErrorKind.BAD_COLUMN, "expected a column of integers");
    }
    return open(in, count, kind);
  }

  private Ints(ByteReader in, int count, boolean differences) {
    this.differences = differences;
    first = in.zigzag();
    step = differences ? in.zigzag() : 0;
    width = in.u8();
    if (width > 64) {
      throw in.error(ErrorKind.BAD_COLUMN, "integers of more than 64 bits");
    }
    long packed = differences ? Math.max(0, count - 1) : count;
    long bytes = Bits.bytes(packed, width);
    if (bytes > in.remaining()) {
      throw in.truncated();
    }
    firstBit = in.take((int) bytes) * 8L;
    if (bytes > 0 && !Bits.isPaddingZero(in.bytes, in.position, packed, width)) {
      throw in.error(ErrorKind.BAD_COLUMN, "padding bits after a column's last value are not zero");
    }
    rewind();
  }

  private void rewind() {
    base = first;
    bit = firstBit;
    begun = false;
  }

  /** The next one, of which there is one. */
  public long next(ByteReader in) {
    if (differences) {
      return nextDifference(in);
    }
    long next = base + Bits.unpack(in.bytes, bit, width, in.end);
    bit += width;
    if (next < base) {
      throw beyond(in);
    }
    return next;
  }

  private long nextDifference(ByteReader in) {
    if (!begun) {
      begun = true;
      return base;
    }
    long sum = base + Bits.unpack(in.bytes, bit, width, in.end);
    bit += width;
    long next = sum + step;
    if (sum < base || ((sum ^ next) & (step ^ next)) < 0) {
      throw beyond(in);
    }
    base = next;
    return next;
  }

  /** Reads so many as {@link #next} does, one after another. */
  public void read(ByteReader in, long[] to, int count) {
    if (differences) {
      for (int i = 0; i < count; i++) {
        to[i] = nextDifference(in);
      }
      return;
    }
    byte[] bytes = in.bytes;
    long at = bit;
    for (int i = 0; i < count; i++) {
      long next = base + Bits.unpack(bytes, at, width, in.end);
      at += width;
      if (next < base) {
        throw beyond(in);
      }
      to[i] = next;
    }
    bit = at;
  }

  private static RuntimeException beyond(ByteReader in) {
    return in.error(ErrorKind.BAD_NUMBER, "an integer beyond 64 bits in a column");
  }

  /** The sum of so many lengths of texts, which are then read from the first on. */
  public int total(ByteReader in, int count) {
    long total = sum(in, count);
    if (total > Integer.MAX_VALUE) {
      throw in.truncated();
    }
    return (int) total;
  }

  /** The sum of so many lengths, which are then read from the first on. */
  public long sum(ByteReader in, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      long length = next(in);
      sum += length;
      if (length < 0 || sum < 0) {
        throw in.truncated();
      }
    }
    rewind();
    return sum;
  }
}
