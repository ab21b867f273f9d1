package dev.larder.internal.column;

import static dev.larder.internal.bytes.Words.LONGS;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.Level;
import dev.larder.internal.bytes.Bits;
import dev.larder.internal.bytes.ByteWriter;
import dev.larder.internal.bytes.Decimals;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.text.TextWriter;

/**
 * Columns of integers, floats and booleans (docs/FORMAT.md, "Columns"), by the canonical rules.
 *
 * <p>It belongs to one {@link TextWriter}. Its arrays are used again: those of one column are done
 * with before another begins.
 */
public final class NumberColumnWriter {
  /** Within this range no difference overflows, nor does what a reader adds up. */
  private static final long CALM = 1L << 61;

  /** After so many differences it is seen whether they can be shorter. */
  private static final int SOME = 16;

  /** The scale of most decimal numbers, and what is the digits of none at it. */
  private static final int USUAL_SCALE = 2;

  private static final double USUAL_POWER = 100;
  private static final double MAX_USUAL = 1L << 46;

  private static final long[] POWERS = new long[17];

  static {
    long power = 1;
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = power;
      power *= 10;
    }
  }

  private final TextWriter out;

  private long[] longs = new long[64];

  private double[] doubles = new double[64];

  /** How many digits after the point each float of a column has. */
  private int[] scales = new int[64];

  public NumberColumnWriter(TextWriter out) {
    this.out = out;
  }

  /** Lets go of memory that only a large value needed. */
  public void end(int keptBytes) {
    if (longs.length > keptBytes / 8) {
      longs = new long[64];
    }
    if (doubles.length > keptBytes / 8) {
      doubles = new double[64];
    }
    if (scales.length > keptBytes / 4) {
      scales = new int[64];
    }
  }

  /** Room for so many integers, of which {@link #integers(long[], int)} makes a column. */
  public long[] longs(int count) {
    if (longs.length < count) {
      longs = new long[Math.max(count, 2 * longs.length)];
    }
    return longs;
  }

  /** Room for so many floats, of which {@link #floats(double[], int)} makes a column. */
  public double[] doubles(int count) {
    if (doubles.length < count) {
      doubles = new double[Math.max(count, 2 * doubles.length)];
    }
    return doubles;
  }

  /** Writes {@link Number}s, all of which are integers. */
  public void integers(Object[] values) {
    long[] integers = longs(values.length);
    for (int i = 0; i < values.length; i++) {
      integers[i] = ((Number) values[i]).longValue();
    }
    integers(integers, values.length);
  }

  /** Writes integers: bits above the smallest, or differences, whichever is shorter. */
  public void integers(long[] integers, int count) {
    long least = integers[0];
    long most = least;
    for (int i = 1; i < count; i++) {
      long next = integers[i];
      least = Math.min(least, next);
      most = Math.max(most, next);
    }
    int width = Bits.width(most - least);
    if (out.level == Level.FAST) {
      width = width == 0 ? 0 : Math.max(8, Integer.highestOneBit(2 * width - 1));
    } else if (count > 1 && differences(integers, count, least, most, width)) {
      return;
    }
    out.u8(Tag.Column.INTS);
    out.zigzag(least);
    out.u8(width);
    for (int i = 0; i < count; i++) {
      integers[i] -= least;
    }
    Bits.pack(integers, 0, count, width, out);
  }

  /** Writes differences, if they are shorter than {@code width} bits. */
  private boolean differences(long[] integers, int count, long least, long most, int width) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    boolean isCalm = least > -CALM && most < CALM;
    for (int i = 1; i < count; ) {
      int end = Math.min(count, i + SOME);
      for (; i < end; i++) {
        long difference = integers[i] - integers[i - 1];
        if (!isCalm && ((integers[i] ^ integers[i - 1]) & (integers[i] ^ difference)) < 0) {
          return false;
        }
        low = Math.min(low, difference);
        high = Math.max(high, difference);
      }
      // Differences of more bits than the integers are not shorter, if there are more than these.
      if (isCalm && count > width && high - low >>> width != 0) {
        return false;
      }
    }
    long range = high - low;
    // A reader adds the bits to the last integer first, which must not overflow.
    if (range < 0 || most + range < most) {
      return false;
    }
    int own = Bits.width(range);
    long size = (count - 1L) * own / 8 + ByteWriter.varintSize(low << 1 ^ low >> 63);
    if (size >= (long) count * width / 8) {
      return false;
    }
    out.u8(Tag.Column.DIFFERENCES);
    out.zigzag(integers[0]);
    out.zigzag(low);
    out.u8(own);
    for (int i = count - 1; i > 0; i--) {
      integers[i] -= integers[i - 1] + low;
    }
    Bits.pack(integers, 1, count - 1, own, out);
    return true;
  }

  /** Writes {@link Boolean}s. */
  public void bools(Object[] values) {
    long[] bits = longs(values.length);
    for (int i = 0; i < values.length; i++) {
      bits[i] = (Boolean) values[i] ? 1 : 0;
    }
    bools(bits, values.length);
  }

  /** Writes booleans: 1 is true, 0 is false. */
  public void bools(long[] bits, int count) {
    out.u8(Tag.Column.BOOLS);
    Bits.pack(bits, 0, count, 1, out);
  }

  /** Writes {@link Double}s: see {@link #floats(double[], int)}. */
  public void floats(Object[] values) {
    int count = values.length;
    double[] doubles = doubles(count);
    for (int i = 0; i < count; i++) {
      doubles[i] = (Double) values[i];
    }
    floats(doubles, count);
  }

  /** Writes floats: as decimal numbers, if all are such. */
  public void floats(double[] values, int count) {
    int scale = out.level == Level.FAST ? -1 : decimals(values, count);
    if (scale >= 0) {
      int start = out.position;
      out.u8(Tag.Column.DECIMALS);
      out.u8(scale);
      integers(longs, count);
      if (out.position - start <= 1 + 8L * count) {
        return;
      }
      out.position = start;
    }
    out.u8(Tag.Column.FLOATS);
    if (count > Integer.MAX_VALUE / 8 - 64) {
      throw new LarderException(ErrorKind.TOO_LARGE, -1, "a value of 2 GiB or more");
    }
    out.ensure(8 * count);
    byte[] to = out.buffer;
    int at = out.position;
    for (int i = 0; i < count; i++) {
      LONGS.set(to, at + 8 * i, Double.doubleToRawLongBits(values[i]));
    }
    out.position = at + 8 * count;
  }

  /** The scale at which all floats are decimal, with their digits in {@code longs}; −1 for none. */
  private int decimals(double[] values, int count) {
    long[] digits = longs(count);
    if (areUsual(values, count, digits)) {
      return lowestScale(digits, count);
    }
    int[] scales = scales(count);
    int scale = 0;
    for (int i = 0; i < count; i++) {
      double value = values[i];
      scales[i] = Decimals.scale(value);
      if (scales[i] == Decimals.NONE) {
        return -1;
      }
      digits[i] = Decimals.digits(value, scales[i]);
      scale = Math.max(scale, scales[i]);
    }
    for (int i = 0; i < count; i++) {
      long power = POWERS[scale - scales[i]];
      long scaled = digits[i] * power;
      boolean same =
          Math.multiplyHigh(digits[i], power) == scaled >> 63
              && Decimals.isExact(scaled, scale)
              && Double.doubleToRawLongBits(Decimals.value(scaled, scale))
                  == Double.doubleToRawLongBits(values[i]);
      if (!same) {
        return -1;
      }
      digits[i] = scaled;
    }
    return scale;
  }

  /** Whether all floats are decimal at the usual scale: these are their digits at it. */
  private static boolean areUsual(double[] values, int count, long[] digits) {
    for (int i = 0; i < count; i++) {
      double value = values[i];
      double scaled = value * USUAL_POWER;
      long near = (long) (scaled + Math.copySign(0.5, value));
      // What passes has these digits and no others; −0 does not.
      if (!(Math.abs(scaled) < MAX_USUAL)
          || Double.doubleToRawLongBits(near / USUAL_POWER) != Double.doubleToRawLongBits(value)) {
        return false;
      }
      digits[i] = near;
    }
    return true;
  }

  /** The lowest scale of decimal numbers of the usual one, to which their digits are brought. */
  private static int lowestScale(long[] digits, int count) {
    int scale = USUAL_SCALE;
    while (scale > 0 && areTens(digits, count)) {
      for (int i = 0; i < count; i++) {
        digits[i] /= 10;
      }
      scale--;
    }
    return scale;
  }

  private static boolean areTens(long[] digits, int count) {
    for (int i = 0; i < count; i++) {
      if (digits[i] % 10 != 0) {
        return false;
      }
    }
    return true;
  }

  private int[] scales(int count) {
    if (scales.length < count) {
      scales = new int[Math.max(count, 2 * scales.length)];
    }
    return scales;
  }
}
