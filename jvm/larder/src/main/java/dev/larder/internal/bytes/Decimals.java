package dev.larder.internal.bytes;

/** Floats that are short decimals (docs/FORMAT.md, "Floats"). */
public final class Decimals {
  private static final long MOST = 1L << 53;
  private static final double MAX_FOUND = 1L << 48;
  private static final int MAX_SCALE = 22;
  private static final int MAX_FOUND_SCALE = 15;

  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  /** Scales below this are looked for before it is known that there is one. */
  private static final int USUAL_SCALES = 3;

  /** For each exponent of a float a scale at which all floats with it have few enough digits. */
  private static final byte[] SCALES = new byte[48];

  static {
    for (int exponent = 0; exponent < SCALES.length; exponent++) {
      byte scale = MAX_FOUND_SCALE;
      // The largest float with the exponent is below 2^(exponent + 1).
      while (scale > 0 && (2L << exponent) * POWERS[scale] + 1 >= MAX_FOUND) {
        scale--;
      }
      SCALES[exponent] = scale;
    }
  }

  /** What {@link #scale} answers for a float that is not decimal. */
  public static final int NONE = -1;

  /** Whether both are exact floats, so that their quotient is the float nearest to the decimal. */
  public static boolean isExact(long digits, int scale) {
    return digits >= -MOST && digits <= MOST && scale <= MAX_SCALE;
  }

  public static double value(long digits, int scale) {
    return digits / POWERS[scale];
  }

  /** The scale of a float that is decimal; {@link #NONE} of another. */
  public static int scale(double value) {
    if (value == 0) {
      return Double.doubleToRawLongBits(value) == 0 ? 0 : NONE;
    }
    if (!(Math.abs(value) < MAX_FOUND)) {
      return NONE;
    }
    for (int scale = 0; scale <= MAX_FOUND_SCALE; scale++) {
      if (scale == USUAL_SCALES && !isDecimal(Math.abs(value))) {
        return NONE;
      }
      double digits = rounded(value * POWERS[scale]);
      if (Math.abs(digits) >= MAX_FOUND) {
        return NONE;
      }
      if (digits / POWERS[scale] == value) {
        return scale;
      }
    }
    return NONE;
  }

  /**
   * Whether a float has digits at the largest scale at which there are not too many. One that has
   * digits at a scale has them at each larger one, ten times as many.
   */
  private static boolean isDecimal(double value) {
    int scale = SCALES[Math.max(0, Math.getExponent(value))];
    while (scale < MAX_FOUND_SCALE && value * POWERS[scale + 1] + 0.5 < MAX_FOUND) {
      scale++;
    }
    double scaled = value * POWERS[scale];
    double digits = (long) (scaled + 0.5);
    // Digits that are the float's differ by less than they are rounded, 2^-4 at most; a division
    // takes long.
    return digits < MAX_FOUND
        && Math.abs(scaled - digits) < 0.125
        && digits / POWERS[scale] == value;
  }

  /** The digits of a float at the scale that it has. */
  public static long digits(double value, int scale) {
    return (long) rounded(value * POWERS[scale]);
  }

  /** Halves away from zero; exact below 2^52, and what is larger is an integer already. */
  private static double rounded(double value) {
    double size = Math.abs(value);
    if (size >= MAX_FOUND) {
      return value;
    }
    double whole = (long) size;
    double near = size - whole >= 0.5 ? whole + 1 : whole;
    return Math.copySign(near, value);
  }

  private Decimals() {}
}
