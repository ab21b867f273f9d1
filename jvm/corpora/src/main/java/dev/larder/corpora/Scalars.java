package dev.larder.corpora;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;

/** Random values that hold no others; those at the edges of their ranges come often. */
final class Scalars {
  private static final String[] PIECES = {
    "",
    "a",
    "key",
    "\0",
    "\u0001",
    "\u007f",
    "\u0080",
    "é",
    "ß",
    "\u07ff",
    "\u0800",
    "€",
    "漢字",
    "\ud7ff",
    "\ue000",
    "\uffff",
    "\ufeff",
    "😀",
    "\ud800\udc00",
    "\udbff\udfff",
    "Żółw",
    "  ",
    "\n",
    "\"",
    "\\",
    "0",
    "-1"
  };
  private static final int[] LENGTHS = {
    0, 1, 2, 15, 31, 32, 33, 127, 255, 256, 1023, 1024, 1025, 4095, 8192
  };

  final Random random;

  Scalars(Random random) {
    this.random = random;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  long integer() {
    return switch (below(6)) {
      case 0 -> below(64) - 16;
      case 1 -> (1L << below(64)) + below(3) - 1;
      case 2 -> -(1L << below(64)) + below(3) - 1;
      case 3 -> random.nextInt();
      case 4 -> random.nextLong();
      default -> below(100_000);
    };
  }

  double decimal() {
    return switch (below(8)) {
      case 0 -> below(300) - 150;
      case 1 -> canonical(Double.longBitsToDouble(random.nextLong()));
      case 2 -> random.nextGaussian();
      case 3 -> Math.rint(random.nextDouble() * 2e6) / 1000;
      case 4 -> (float) random.nextDouble();
      case 5 -> below(70_000) - 35_000;
      case 6 ->
          new double[] {
                0.0,
                -0.0,
                1.0,
                Double.NaN,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY,
                Double.MIN_VALUE,
                Double.MAX_VALUE,
                0.001,
                2147483.647,
                2147483.648,
                -2147483.648
              }
              [below(12)];
      default -> random.nextDouble();
    };
  }

  float single() {
    return (float) canonical(oneIn(3) ? Float.intBitsToFloat(random.nextInt()) : decimal());
  }

  /** Java writes all NaNs as one, in some places and releases. */
  private static double canonical(double number) {
    return Double.isNaN(number) ? Double.NaN : number;
  }

  char character() {
    return oneIn(3) ? (char) random.nextInt(0x10000) : (char) (' ' + below(90));
  }

  /** Text whose surrogates all have partners. */
  String text() {
    if (oneIn(2)) {
      return word();
    }
    StringBuilder text = new StringBuilder();
    for (int pieces = below(6); pieces > 0; pieces--) {
      text.append(PIECES[below(PIECES.length)]);
    }
    return text.toString();
  }

  /** As {@link #text}, but now and then with half of a surrogate pair. */
  String anyText() {
    if (!oneIn(40)) {
      return text();
    }
    String half = oneIn(2) ? "\ud83d" : "\ude00";
    return text() + half + text();
  }

  /** Text of a length near the limits of what formats write in one piece. */
  String longText() {
    String unit = PIECES[1 + below(PIECES.length - 1)];
    return unit.repeat(LENGTHS[below(LENGTHS.length)]);
  }

  String word() {
    StringBuilder word = new StringBuilder();
    for (int letters = 1 + below(12); letters > 0; letters--) {
      word.append((char) ('a' + below(26)));
    }
    return word.toString();
  }

  byte[] bytes() {
    byte[] bytes = new byte[oneIn(20) ? LENGTHS[below(LENGTHS.length)] : below(40)];
    random.nextBytes(bytes);
    return bytes;
  }

  BigInteger bigInteger() {
    BigInteger magnitude = new BigInteger(oneIn(10) ? below(2000) : below(130), random);
    return random.nextBoolean() ? magnitude : magnitude.negate();
  }

  BigDecimal bigDecimal() {
    int scale = oneIn(10) ? random.nextInt() : below(40) - 10;
    return new BigDecimal(oneIn(3) ? bigInteger() : BigInteger.valueOf(integer()), scale);
  }
}
