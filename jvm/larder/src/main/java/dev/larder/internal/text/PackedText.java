package dev.larder.internal.text;

import static dev.larder.internal.bytes.Words.INTS;
import static dev.larder.internal.bytes.Words.LONGS;
import static dev.larder.internal.bytes.Words.SHORTS;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.internal.bytes.ByteReader;
import dev.larder.internal.bytes.ByteWriter;
import dev.larder.internal.bytes.Tag;
import java.util.Arrays;

/**
 * Dates, digits, hexadecimal and the like in fewer bytes (docs/FORMAT.md, "Packed texts"): each
 * only where the very text comes back.
 *
 * <p>What parses a text says {@link #NONE} if it is of another kind. Texts are bytes from {@code
 * from} to {@code to}.
 */
public final class PackedText {

  /** What a text is that is not of the kind it was parsed as. */
  public static final long NONE = Long.MIN_VALUE;

  /** Fewer characters are no base64. */
  public static final int MIN_BASE64 = 16;

  public static final int MIN_HEX = 8;
  private static final int MIN_DIGITS = 6;
  private static final int MAX_DIGITS = 255;

  /** Digits in eight bytes. */
  private static final int CHUNK_DIGITS = 19;

  /** Bytes of so many digits. */
  private static final int[] DIGITS_BYTES = {
    0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5, 6, 6, 7, 7, 8, 8, 8
  };

  private static final long[] POWERS = new long[20];

  /** One more than the largest digits of a decimal text. */
  private static final long DECIMAL_LIMIT = 1_000_000_000_000_000_000L;

  private static final int DECIMAL_BYTES = 20;
  private static final int UUID_BYTES = 36;

  // Dates are counted from 1900-01-01.
  private static final int DAYS_TO_1970 = 25_567;
  private static final int DAY_SECONDS = 86_400;
  private static final int FIRST_DAY = -693_961;
  private static final int LAST_DAY = 2_958_463;
  private static final long FIRST_SECOND = -62_167_219_200L;
  private static final long LAST_SECOND = 253_402_300_799L;

  // The style of a date and time.
  private static final int STYLE_T = 0x01;
  private static final int STYLE_FRACTION = 0x06;
  private static final int ZONE_SHIFT = 3;
  private static final int ZONE_Z = 1;
  private static final int ZONE_UTC = 2;
  private static final int ZONE_COLON = 3;
  private static final int ZONE_COMPACT = 4;
  private static final int MAX_STYLE = 0x27;
  private static final int MAX_QUARTERS = 96;

  /** A style with its offset: the style, and above it the offset. */
  private static final int STYLE_BITS = 14;

  /** For each third of a fraction's digits. */
  private static final int[] FRACTION_BYTES = {0, 2, 3, 4};

  /** The two digits of 0 to 99, as they stand in memory. */
  private static final short[] PAIRS = new short[100];

  /** The value of each character that is hexadecimal in lower case; −1 of others. */
  private static final byte[] LOWER_HEX = new byte[256];

  private static final byte[] UPPER_HEX = new byte[256];

  /** The two characters of each byte, as they stand in memory. */
  private static final short[] LOWER_PAIRS = new short[256];

  private static final short[] UPPER_PAIRS = new short[256];

  private static final byte[] BASE64_VALUES = new byte[256];
  private static final byte[] BASE64_KINDS = new byte[256];
  private static final byte[] BASE64_STANDARD =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".getBytes(ISO_8859_1);
  private static final byte[] BASE64_URL =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".getBytes(ISO_8859_1);
  private static final int KIND_UPPER = 1;
  private static final int KIND_LOWER = 2;
  private static final int KIND_DIGIT = 4;
  private static final int KIND_URL = 8;
  private static final int KIND_STANDARD = 16;
  private static final int KIND_MIXED = KIND_UPPER | KIND_LOWER | KIND_DIGIT;

  private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
  private static final long ZEROS = 0x3030_3030_3030_3030L;

  /** Added to a digit's value it stays below the high bit, to a larger one it does not. */
  private static final long DIGITS_TO_HIGH = 0x7676_7676_7676_7676L;

  private static final Template DATE = new Template("0000-00-");
  private static final Template CLOCK = new Template("00:00:00");

  static {
    long power = 1;
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = power;
      power *= 10;
    }
    for (int i = 0; i < PAIRS.length; i++) {
      PAIRS[i] = (short) ('0' + i / 10 | '0' + i % 10 << 8);
    }
    Arrays.fill(LOWER_HEX, (byte) -1);
    Arrays.fill(UPPER_HEX, (byte) -1);
    for (int i = 0; i < 16; i++) {
      LOWER_HEX[Character.forDigit(i, 16)] = (byte) i;
      UPPER_HEX[Character.toUpperCase(Character.forDigit(i, 16))] = (byte) i;
    }
    for (int i = 0; i < 256; i++) {
      char high = Character.forDigit(i >> 4, 16);
      char low = Character.forDigit(i & 15, 16);
      LOWER_PAIRS[i] = (short) (high | low << 8);
      UPPER_PAIRS[i] = (short) (Character.toUpperCase(high) | Character.toUpperCase(low) << 8);
    }
    for (byte[] alphabet : new byte[][] {BASE64_STANDARD, BASE64_URL}) {
      for (int i = 0; i < 64; i++) {
        BASE64_VALUES[alphabet[i]] = (byte) i;
        BASE64_KINDS[alphabet[i]] =
            (byte)
                (i < 26
                    ? KIND_UPPER
                    : i < 52
                        ? KIND_LOWER
                        : i < 62 ? KIND_DIGIT : alphabet == BASE64_URL ? KIND_URL : KIND_STANDARD);
      }
    }
  }

  /** Eight bytes that are digits where it has 0, and else what it has. */
  private static final class Template {
    private final long characters;

    /** Where there is a digit, up to nine stays below the high bit. */
    private final long most;

    private final long exact;

    Template(String text) {
      long most = 0;
      long exact = 0;
      for (int i = 0; i < 8; i++) {
        if (text.charAt(i) == '0') {
          most |= 0x7FL - 9 << 8 * i;
        } else {
          exact |= 0xFFL << 8 * i;
        }
      }
      this.characters = (long) LONGS.get(text.getBytes(ISO_8859_1), 0);
      this.most = most;
      this.exact = exact;
    }

    /** The digits, one byte each, and 0 elsewhere; −1 of what is not like it. */
    long digits(long text) {
      long word = text ^ characters;
      long beyond = (word & ~HIGH_BITS) + most | word;
      return (beyond & HIGH_BITS) == 0 && (word & exact) == 0 ? word : -1;
    }
  }

  // Writing.

  /**
   * Packs the ASCII text of 4 bytes or more from {@code from} to {@code to}, if it is a packed text
   * by the canonical rules: with its tag, right behind it, where there is room for its length and
   * 32 bytes more.
   *
   * @return how many bytes it takes packed; 0 if it is none
   */
  public static int pack(byte[] in, int from, int to) {
    int first = in[from];
    int length = to - from;
    if (first <= '9' && (first >= '0' || first == '-')) {
      int packed = packNumber(in, from, to);
      if (packed != 0) {
        return Math.max(packed, 0);
      }
    } else if (length < MIN_BASE64 && hexDigit(first) < 0) {
      return 0;
    }
    return length >= MIN_HEX ? packOther(in, from, to) : 0;
  }

  /** Texts that begin with a digit or a minus; −1 of one that is not hexadecimal or longer, too. */
  private static int packNumber(byte[] in, int from, int to) {
    int length = to - from;
    int run = in[from] == '-' ? 1 : 0;
    run += digitRun(in, from + run, to);
    if (run == length) {
      boolean isPacked = length >= MIN_DIGITS && length <= MAX_DIGITS && in[from] != '-';
      return isPacked ? packRun(in, from, to) : 0;
    }
    int next = in[from + run];
    if (next == '.') {
      return packDecimal(in, from, to);
    }
    if (next != '-' || run != 4) {
      return length < MIN_BASE64 && hexDigit(next) < 0 ? -1 : 0;
    }
    if (length == 10) {
      long days = date(in, from, to);
      if (days >= 0 && days <= 0xFFFF) {
        in[to] = (byte) Tag.DATE_TEXT;
        SHORTS.set(in, to + 1, (short) days);
        return 3;
      }
    }
    if (length >= 19) {
      long moment = dateTime(in, from, to);
      long seconds = moment >> STYLE_BITS;
      if (moment != NONE && seconds >= 0 && seconds <= 0xFFFF_FFFFL) {
        return packDateTime(in, from, to, (int) seconds, styleOf(moment));
      }
    }
    return 0;
  }

  private static int packDecimal(byte[] in, int from, int to) {
    int style = decimalStyle(in, from, to);
    if (style < 0) {
      return 0;
    }
    int at = to;
    if (style == 2) {
      in[at++] = (byte) Tag.DECIMAL_TEXT_2;
    } else {
      in[at++] = (byte) Tag.DECIMAL_TEXT;
      in[at++] = (byte) style;
    }
    return ByteWriter.varint(decimalDigits(in, from, to), in, at) - to;
  }

  /** Digits alone. */
  private static int packRun(byte[] in, int from, int to) {
    in[to] = (byte) Tag.DIGITS_TEXT;
    in[to + 1] = (byte) (to - from);
    int at = to + 2;
    for (int i = from; i < to; i += CHUNK_DIGITS) {
      int end = Math.min(to, i + CHUNK_DIGITS);
      LONGS.set(in, at, digits(in, i, end));
      at += DIGITS_BYTES[end - i];
    }
    return at - to;
  }

  /**
   * As {@link #pack}, of a text of digits alone that two words hold, and of nothing else.
   *
   * @param text all of it
   * @param to has room for 10 bytes
   */
  public static int packDigits(byte[] text, byte[] to, int at) {
    int length = text.length;
    if (length < MIN_DIGITS || length > 16) {
      return 0;
    }
    long first;
    long last;
    if (length >= 8) {
      first = (long) LONGS.get(text, 0);
      last = (long) LONGS.get(text, length - 8);
    } else {
      // With zeros in front.
      int missing = 8 * (8 - length);
      int front = ((int) INTS.get(text, 0) ^ (int) ZEROS) << missing ^ (int) ZEROS;
      first = front & 0xFFFF_FFFFL | (long) (int) INTS.get(text, length - 4) << 32;
      last = first;
    }
    long beyond = others(first ^ ZEROS) | others(last ^ ZEROS);
    if (beyond != 0) {
      return 0;
    }
    long value = eightDigits(first);
    if (length > 8) {
      // Of the last eight those that the first eight have not; the others are made zeros.
      long rest = eightDigits(last & -1L << 8 * (16 - length));
      value = value * POWERS[length - 8] + rest;
    }
    to[at] = (byte) Tag.DIGITS_TEXT;
    to[at + 1] = (byte) length;
    LONGS.set(to, at + 2, value);
    return 2 + DIGITS_BYTES[length];
  }

  /** The high bit of each byte that is no digit, of a word without the digits' {@link #ZEROS}. */
  private static long others(long word) {
    // Bytes with their high bit are told apart before, so that no sum carries into the next.
    return ((word & ~HIGH_BITS) + DIGITS_TO_HIGH | word) & HIGH_BITS;
  }

  /** How many bytes from {@code from} on are digits; eight more may be read than there are. */
  private static int digitRun(byte[] in, int from, int to) {
    int at = from;
    while (at < to && at <= in.length - 8) {
      long others = others((long) LONGS.get(in, at) ^ ZEROS);
      if (others != 0) {
        return Math.min(to, at + (Long.numberOfTrailingZeros(others) >> 3)) - from;
      }
      at += 8;
    }
    at = Math.min(at, to);
    while (at < to && isDigit(in[at])) {
      at++;
    }
    return at - from;
  }

  private static int packDateTime(byte[] in, int from, int to, int seconds, int style) {
    int at = to;
    if (style == 0) {
      in[at++] = (byte) Tag.DATE_TIME_TEXT;
    } else {
      in[at++] = (byte) Tag.STYLED_DATE_TIME_TEXT;
      in[at++] = (byte) style;
      if (hasOffset(style)) {
        in[at++] = (byte) (style >> 8);
      }
    }
    INTS.set(in, at, seconds);
    at += 4;
    int thirds = (style & STYLE_FRACTION) >> 1;
    if (thirds > 0) {
      INTS.set(in, at, (int) digits(in, from + 20, from + 20 + 3 * thirds));
      at += FRACTION_BYTES[thirds];
    }
    return at - to;
  }

  /** UUIDs, hexadecimal and base64. */
  private static int packOther(byte[] in, int from, int to) {
    int length = to - from;
    if (length == UUID_BYTES && isUuid(in, from, to)) {
      in[to] = (byte) Tag.UUID_TEXT;
      writeUuid(in, from, in, to + 1);
      return 17;
    }
    int hexCase = hexCase(in, from, to);
    if (hexCase >= 0) {
      in[to] = (byte) Tag.HEX_TEXT;
      int at = ByteWriter.varint(length | hexCase, in, to + 1);
      writeHex(in, from, to, hexCase, in, at);
      return at + length / 2 - to;
    }
    if (length >= MIN_BASE64) {
      int url = base64Alphabet(in, from, to);
      if (url >= 0) {
        in[to] = (byte) Tag.BASE64_TEXT;
        int at = ByteWriter.varint((long) length << 1 | url, in, to + 1);
        return writeBase64(in, from, to, in, at) - to;
      }
    }
    return 0;
  }

  /** Days since 1900-01-01 of {@code YYYY-MM-DD}, if that is a day. */
  public static long date(byte[] in, int from, int to) {
    if (to - from != 10) {
      return NONE;
    }
    long front = DATE.digits((long) LONGS.get(in, from));
    int tens = in[from + 8] - '0' & 0xFF;
    int ones = in[from + 9] - '0' & 0xFF;
    if (front == -1 || tens > 9 || ones > 9) {
      return NONE;
    }
    int year = two(front, 0) * 100 + two(front, 2);
    int month = two(front, 5);
    int day = tens * 10 + ones;
    if (month < 1 || month > 12 || day == 0 || day > 28 && day > daysIn(year, month)) {
      return NONE;
    }
    // 400 years later, so that nothing is negative.
    int later = month <= 2 ? year + 399 : year + 400;
    int dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    int days = later * 365 + later / 4 - later / 100 + later / 400 + dayOfYear;
    return days - 719_468 - 146_097 + DAYS_TO_1970;
  }

  private static int two(long digits, int at) {
    return (int) (digits >>> 8 * at & 0xFF) * 10 + (int) (digits >>> 8 * at + 8 & 0xFF);
  }

  private static int daysIn(int year, int month) {
    return switch (month) {
      case 2 -> year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
      case 4, 6, 9, 11 -> 30;
      default -> 31;
    };
  }

  /**
   * Seconds since 1970-01-01 00:00:00 of the digits as they stand, which {@link #secondsOf} gives,
   * and the style, which {@link #styleOf} gives.
   */
  public static long dateTime(byte[] in, int from, int to) {
    int length = to - from;
    if (length < 19 || in[from + 10] != ' ' && in[from + 10] != 'T') {
      return NONE;
    }
    long clock = CLOCK.digits((long) LONGS.get(in, from + 11));
    if (clock == -1) {
      return NONE;
    }
    long days = date(in, from, from + 10);
    int hour = two(clock, 0);
    int minute = two(clock, 3);
    int second = two(clock, 6);
    if (days == NONE || hour > 23 || minute > 59 || second > 59) {
      return NONE;
    }
    int style = in[from + 10] == 'T' ? STYLE_T : 0;
    int at = from + 19;
    if (at < to && in[at] == '.') {
      int start = ++at;
      while (at < to && isDigit(in[at])) {
        at++;
      }
      int digits = at - start;
      if (digits != 3 && digits != 6 && digits != 9) {
        return NONE;
      }
      style |= digits / 3 << 1;
    }
    int zone = zone(in, at, to);
    if (zone < 0) {
      return NONE;
    }
    long seconds = (days - DAYS_TO_1970) * DAY_SECONDS + hour * 3600 + minute * 60 + second;
    return seconds << STYLE_BITS | style | zone;
  }

  /** The part of the style that is the zone's, with its offset; −1 of what is no zone. */
  private static int zone(byte[] in, int at, int to) {
    switch (to - at) {
      case 0:
        return 0;
      case 1:
        return in[at] == 'Z' ? ZONE_Z << ZONE_SHIFT : -1;
      case 5:
        return offset(in, at, at + 3, ZONE_COMPACT);
      case 6:
        if (in[at + 3] != ':') {
          return -1;
        }
        int zone = offset(in, at, at + 4, ZONE_COLON);
        // +00:00 has a style of its own.
        return zone == ZONE_COLON << ZONE_SHIFT ? ZONE_UTC << ZONE_SHIFT : zone;
      default:
        return -1;
    }
  }

  private static int offset(byte[] in, int at, int minutesAt, int zone) {
    if (!isDigit(in[at + 1])
        || !isDigit(in[at + 2])
        || !isDigit(in[minutesAt])
        || !isDigit(in[minutesAt + 1])) {
      return -1;
    }
    int hours = (in[at + 1] - '0') * 10 + in[at + 2] - '0';
    int minutes = (in[minutesAt] - '0') * 10 + in[minutesAt + 1] - '0';
    int quarters = hours * 4 + minutes / 15;
    if (minutes % 15 != 0 || minutes > 45 || quarters > MAX_QUARTERS) {
      return -1;
    }
    if (in[at] == '-' && quarters > 0) {
      quarters = -quarters;
    } else if (in[at] != '+') {
      return -1;
    }
    // The offset takes 8 bits above those of the style, of which 6 are used.
    return zone << ZONE_SHIFT | (quarters & 0xFF) << 6;
  }

  public static long secondsOf(long dateTime) {
    return dateTime >> STYLE_BITS;
  }

  /** The style, and 8 bits above it the offset. */
  public static int styleOf(long dateTime) {
    return (int) (dateTime & 0x3F) | (int) (dateTime >> 6 & 0xFF) << 8;
  }

  public static boolean hasFraction(int style) {
    return (style & STYLE_FRACTION) != 0;
  }

  public static boolean hasOffset(int style) {
    return (style & 0xFF) >> ZONE_SHIFT >= ZONE_COLON;
  }

  private static boolean isDigit(byte character) {
    return character >= '0' && character <= '9';
  }

  public static boolean areDigits(byte[] in, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!isDigit(in[i])) {
        return false;
      }
    }
    return true;
  }

  /** The number that digits are, of which there are 19 at most. */
  public static long digits(byte[] in, int from, int to) {
    long value = 0;
    int at = from;
    for (; at <= to - 8; at += 8) {
      value = value * 100_000_000 + eightDigits((long) LONGS.get(in, at));
    }
    for (; at < to; at++) {
      value = value * 10 + in[at] - '0';
    }
    return value;
  }

  /** The number of eight digits as they stand in memory: pairs, then fours, then all are summed. */
  private static long eightDigits(long text) {
    long pairs = (text & 0x0F0F_0F0F_0F0F_0F0FL) * (1 + (10 << 8)) >>> 8;
    long fours = (pairs & 0x00FF_00FF_00FF_00FFL) * (1 + (100 << 16)) >>> 16;
    return (fours & 0x0000_FFFF_0000_FFFFL) * (1 + (10_000L << 32)) >>> 32;
  }

  /** Of a decimal text the digits after the point, with 80 added for a minus; −1 of another. */
  public static int decimalStyle(byte[] in, int from, int to) {
    if (from == to) {
      return -1;
    }
    int negative = in[from] == '-' ? 0x80 : 0;
    int start = negative != 0 ? from + 1 : from;
    if (to - start < 3 || to - start > 19) {
      return -1;
    }
    int point = -1;
    for (int i = start; i < to; i++) {
      if (!isDigit(in[i])) {
        if (in[i] != '.' || point >= 0) {
          return -1;
        }
        point = i;
      }
    }
    if (point <= start || point > start + 1 && in[start] == '0' || point + 1 == to) {
      return -1;
    }
    return to - point - 1 | negative;
  }

  /** The digits of a text that has a {@link #decimalStyle}. */
  public static long decimalDigits(byte[] in, int from, int to) {
    long value = 0;
    for (int i = from; i < to; i++) {
      if (in[i] >= '0') {
        value = value * 10 + in[i] - '0';
      }
    }
    return value;
  }

  /** An integer of 18 digits at most, without needless zeros or a plus. */
  public static long integer(byte[] in, int from, int to) {
    if (from == to) {
      return NONE;
    }
    boolean negative = in[from] == '-';
    int start = negative ? from + 1 : from;
    int count = to - start;
    if (count < 1
        || count > 18
        || in[start] == '0' && (count > 1 || negative)
        || !areDigits(in, start, to)) {
      return NONE;
    }
    long value = digits(in, start, to);
    return negative ? -value : value;
  }

  public static boolean isUuid(byte[] in, int from, int to) {
    if (to - from != UUID_BYTES
        || in[from + 8] != '-'
        || in[from + 13] != '-'
        || in[from + 18] != '-'
        || in[from + 23] != '-') {
      return false;
    }
    int all = 0;
    for (int i = 0; i < UUID_BYTES; i++) {
      if (i != 8 && i != 13 && i != 18 && i != 23) {
        all |= LOWER_HEX[in[from + i] & 0xFF];
      }
    }
    return all >= 0;
  }

  /** Writes the 16 bytes of a UUID. */
  public static void writeUuid(byte[] in, int from, byte[] to, int at) {
    int next = from;
    for (int i = 0; i < 16; i++) {
      if (in[next] == '-') {
        next++;
      }
      to[at + i] = (byte) (LOWER_HEX[in[next]] << 4 | LOWER_HEX[in[next + 1]]);
      next += 2;
    }
  }

  private static int hexDigit(int character) {
    return LOWER_HEX[character & 0xFF] & UPPER_HEX[character & 0xFF];
  }

  /** 1 of hexadecimal in upper case, 0 in lower case or of digits alone; −1 of anything else. */
  public static int hexCase(byte[] in, int from, int to) {
    // Most texts show in their first or last bytes that they are none.
    if ((to - from & 1) != 0
        || from == to
        || (LOWER_HEX[in[to - 1] & 0xFF] & UPPER_HEX[in[to - 1] & 0xFF]) < 0) {
      return -1;
    }
    int i = from;
    while (i < to && isDigit(in[i])) {
      i++;
    }
    if (i == to) {
      return 0;
    }
    int hexCase = in[i] >= 'A' && in[i] <= 'F' ? 1 : 0;
    byte[] values = hexCase == 1 ? UPPER_HEX : LOWER_HEX;
    for (; i < to; i++) {
      if (values[in[i] & 0xFF] < 0) {
        return -1;
      }
    }
    return hexCase;
  }

  /** Writes the bytes of hexadecimal of a known {@link #hexCase}. */
  public static void writeHex(byte[] in, int from, int to, int hexCase, byte[] out, int at) {
    byte[] values = hexCase == 1 ? UPPER_HEX : LOWER_HEX;
    for (int i = from; i < to; i += 2) {
      out[at++] = (byte) (values[in[i]] << 4 | values[in[i + 1]]);
    }
  }

  /** 1 of base64 with {@code -_}, 0 with others; −1 of what is not worth six bits a character. */
  private static int base64Alphabet(byte[] in, int from, int to) {
    int seen = 0;
    // Addresses and names of hosts show it at their end.
    for (int i = to - 1; i >= from; i--) {
      int kind = BASE64_KINDS[in[i] & 0xFF];
      if (kind == 0) {
        return -1;
      }
      seen |= kind;
    }
    boolean both = (seen & KIND_URL) != 0 && (seen & KIND_STANDARD) != 0;
    if ((seen & KIND_MIXED) != KIND_MIXED || both) {
      return -1;
    }
    return (seen & KIND_URL) != 0 ? 1 : 0;
  }

  private static long base64Bytes(long characters) {
    return characters / 4 * 3 + (characters % 4 * 6 + 7) / 8;
  }

  private static int writeBase64(byte[] in, int from, int to, byte[] out, int at) {
    int i = from;
    for (; i <= to - 4; i += 4) {
      int bits =
          BASE64_VALUES[in[i]] << 18
              | BASE64_VALUES[in[i + 1]] << 12
              | BASE64_VALUES[in[i + 2]] << 6
              | BASE64_VALUES[in[i + 3]];
      out[at] = (byte) (bits >> 16);
      out[at + 1] = (byte) (bits >> 8);
      out[at + 2] = (byte) bits;
      at += 3;
    }
    if (i < to) {
      int bits = 0;
      for (int k = 0; k < 4; k++) {
        bits = bits << 6 | (i + k < to ? BASE64_VALUES[in[i + k]] : 0);
      }
      int bytes = (int) base64Bytes(to - i);
      for (int k = 0; k < bytes; k++) {
        out[at++] = (byte) (bits >> 16 - 8 * k);
      }
    }
    return at;
  }

  // Reading.

  /** The text of one of the tags {@code DE}, {@code DF}, {@code F7} to {@code FC}, {@code FF}. */
  public static String read(ByteReader in, int tag) {
    switch (tag) {
      case Tag.DECIMAL_TEXT_2:
        return decimal(in, in.varint(), 2, false);
      case Tag.DECIMAL_TEXT:
        int style = in.u8();
        return decimal(in, in.varint(), style & 0x7F, style >= 0x80);
      case Tag.DATE_TEXT:
        return date(in, in.u16());
      case Tag.DATE_TIME_TEXT:
        return dateTime(in, in.u32(), 0, 0);
      case Tag.STYLED_DATE_TIME_TEXT:
        return styledDateTime(in);
      case Tag.DIGITS_TEXT:
        return digits(in);
      case Tag.HEX_TEXT:
        return hex(in);
      case Tag.UUID_TEXT:
        return uuid(in, in.take(16));
      case Tag.BASE64_TEXT:
        return base64(in);
      default:
        throw in.errorAtTag(ErrorKind.BAD_TAG, "a tag that is not a text's");
    }
  }

  public static LarderException bad(ByteReader in, String message) {
    return in.error(ErrorKind.BAD_TEXT, message);
  }

  /** The text that was made in {@link ByteReader#latin}. */
  private static String made(ByteReader in, byte[] text, int start, int end) {
    in.charge(ByteReader.TEXT_BYTES + end - start);
    return Strings.latin(text, start, end - start);
  }

  public static String decimal(ByteReader in, long digits, int scale, boolean negative) {
    if (scale < 1 || scale > 17 || digits < 0 || digits >= DECIMAL_LIMIT) {
      throw bad(in, "a decimal text beyond its range");
    }
    byte[] text = in.latin(DECIMAL_BYTES + 8);
    int at = DECIMAL_BYTES - 1 - scale;
    long whole = digits / POWERS[scale];
    writeDigits(digits - whole * POWERS[scale], text, at + 1, scale);
    text[at] = '.';
    at = writeInteger(whole, text, at);
    if (negative) {
      text[--at] = '-';
    }
    return made(in, text, at, DECIMAL_BYTES);
  }

  /** The text of an integer, which has any sign. */
  public static String integer(ByteReader in, long value) {
    if (value == Long.MIN_VALUE) {
      in.charge(ByteReader.TEXT_BYTES + DECIMAL_BYTES);
      return Long.toString(value);
    }
    byte[] text = in.latin(DECIMAL_BYTES);
    int at = writeInteger(Math.abs(value), text, DECIMAL_BYTES);
    if (value < 0) {
      text[--at] = '-';
    }
    return made(in, text, at, DECIMAL_BYTES);
  }

  /** Writes an integer of any size but none below 0 up to {@code end}; gives where it begins. */
  private static int writeInteger(long value, byte[] to, int end) {
    int at = end;
    while (value >= 100) {
      at -= 2;
      long rest = value / 100;
      SHORTS.set(to, at, PAIRS[(int) (value - rest * 100)]);
      value = rest;
    }
    if (value >= 10) {
      at -= 2;
      SHORTS.set(to, at, PAIRS[(int) value]);
    } else {
      to[--at] = (byte) ('0' + value);
    }
    return at;
  }

  /**
   * Writes so many digits of a number, which is unsigned, with zeros in front. It takes room for
   * eight more.
   */
  private static void writeDigits(long value, byte[] to, int start, int count) {
    if (count <= 8) {
      if (count > 0) {
        LONGS.set(to, start, eightDigits((int) value) >>> 64 - 8 * count);
      }
      return;
    }
    if (count <= 16) {
      long front = value / 100_000_000;
      LONGS.set(to, start, eightDigits((int) front) >>> 128 - 8 * count);
      LONGS.set(to, start + count - 8, eightDigits((int) (value - front * 100_000_000)));
      return;
    }
    long rest = Long.divideUnsigned(value, 100_000_000);
    // What is in front is written first, as it takes eight bytes however few digits it has.
    writeDigits(rest, to, start, count - 8);
    LONGS.set(to, start + count - 8, eightDigits((int) (value - rest * 100_000_000)));
  }

  /**
   * The eight digits of a number below 10^8, as they stand in memory: two of four digits, side by
   * side, become four of two, and those eight of one.
   */
  private static long eightDigits(int value) {
    int front = value / 10_000;
    long fours = front | (long) (value - front * 10_000) << 32;
    long hundreds = fours * 10_486 >>> 20 & 0x7F_0000_007FL;
    long twos = hundreds | fours - 100 * hundreds << 16;
    long tens = twos * 103 >>> 10 & 0x000F_000F_000F_000FL;
    return (tens | twos - 10 * tens << 8) + 0x3030_3030_3030_3030L;
  }

  /** The text of so many digits, at most 18. */
  public static String digits(ByteReader in, long value, int count) {
    if (value < 0 || value >= POWERS[count]) {
      throw bad(in, "more digits than announced");
    }
    byte[] text = in.latin(count + 8);
    writeDigits(value, text, 0, count);
    return made(in, text, 0, count);
  }

  private static String digits(ByteReader in) {
    int count = in.u8();
    if (count < CHUNK_DIGITS) {
      return digits(in, in.unsigned(DIGITS_BYTES[count]), count);
    }
    byte[] text = in.latin(count + 8);
    for (int at = 0; at < count; at += CHUNK_DIGITS) {
      int some = Math.min(CHUNK_DIGITS, count - at);
      long value = in.unsigned(DIGITS_BYTES[some]);
      if (Long.compareUnsigned(value, POWERS[some]) >= 0) {
        throw bad(in, "more digits than announced");
      }
      writeDigits(value, text, at, some);
    }
    return made(in, text, 0, count);
  }

  /** The text of a day since 1900-01-01. */
  public static String date(ByteReader in, long days) {
    if (days < FIRST_DAY || days > LAST_DAY) {
      throw bad(in, "a date beyond the years 0 to 9999");
    }
    byte[] text = in.latin(10);
    writeDate((int) days, text);
    return made(in, text, 0, 10);
  }

  /**
   * Writes the day of days since 1900-01-01 (Neri and Schneider, "Euclidean affine functions and
   * their application to calendar algorithms").
   */
  private static void writeDate(int days, byte[] to) {
    // From 1 March of the year -400, so that all that follows is positive; a year begins in March.
    int quarters = 4 * (days + 719_468 - DAYS_TO_1970 + 146_097) + 3;
    int century = quarters / 146_097;
    int ofCentury = quarters % 146_097 / 4;
    long product = 2_939_745L * (4 * ofCentury + 3);
    int ofYear = (int) ((product & 0xFFFF_FFFFL) / 2_939_745) / 4;
    int month = 2_141 * ofYear + 197_913;
    int day = (month & 0xFFFF) / 2_141 + 1;
    month >>= 16;
    int year = 100 * century + (int) (product >>> 32) - 400;
    if (ofYear >= 306) {
      year++;
      month -= 12;
    }
    SHORTS.set(to, 0, PAIRS[year / 100]);
    SHORTS.set(to, 2, PAIRS[year % 100]);
    to[4] = '-';
    SHORTS.set(to, 5, PAIRS[month]);
    to[7] = '-';
    SHORTS.set(to, 8, PAIRS[day]);
  }

  /** A style of dates and times, with its offset: see {@link #styleOf}. */
  public static int style(ByteReader in) {
    int style = in.u8();
    int offset = hasOffset(style) ? (byte) in.u8() : 0;
    if (style > MAX_STYLE || offset < -MAX_QUARTERS || offset > MAX_QUARTERS) {
      throw bad(in, "an unknown style of dates");
    }
    return style | (offset & 0xFF) << 8;
  }

  private static String styledDateTime(ByteReader in) {
    int style = style(in);
    long seconds = in.u32();
    int thirds = (style & STYLE_FRACTION) >> 1;
    long fraction = in.unsigned(FRACTION_BYTES[thirds]);
    if (fraction > 0 && fraction >= POWERS[3 * thirds]) {
      throw bad(in, "a fraction of one second or more");
    }
    return dateTime(in, seconds, style, fraction);
  }

  /** The text of seconds since 1970-01-01 00:00:00. */
  public static String dateTime(ByteReader in, long seconds, int style, long fraction) {
    if (seconds < FIRST_SECOND || seconds > LAST_SECOND) {
      throw bad(in, "a time beyond the years 0 to 9999");
    }
    byte[] text = in.latin(64);
    // From the year 0, so that the division is of positive numbers.
    long from = seconds - FIRST_SECOND;
    int day = (int) (from / DAY_SECONDS);
    int second = (int) (from - (long) day * DAY_SECONDS);
    writeDate(day + FIRST_DAY, text);
    text[10] = (byte) ((style & STYLE_T) != 0 ? 'T' : ' ');
    int minutes = second / 60;
    SHORTS.set(text, 11, PAIRS[minutes / 60]);
    text[13] = ':';
    SHORTS.set(text, 14, PAIRS[minutes % 60]);
    text[16] = ':';
    SHORTS.set(text, 17, PAIRS[second - minutes * 60]);
    return made(in, text, 0, style == 0 ? 19 : writeStyle(style, fraction, text));
  }

  /** Writes a fraction and a zone; gives where they end. */
  private static int writeStyle(int style, long fraction, byte[] text) {
    int at = 19;
    int digits = (style & STYLE_FRACTION) >> 1;
    if (digits > 0) {
      text[at] = '.';
      writeDigits(fraction, text, at + 1, 3 * digits);
      at += 1 + 3 * digits;
    }
    int zone = (style & 0xFF) >> ZONE_SHIFT;
    if (zone == ZONE_Z) {
      text[at++] = 'Z';
    } else if (zone >= ZONE_UTC) {
      int quarters = zone == ZONE_UTC ? 0 : (byte) (style >> 8);
      int minutes = Math.abs(quarters) * 15;
      text[at++] = (byte) (quarters < 0 ? '-' : '+');
      SHORTS.set(text, at, PAIRS[minutes / 60]);
      at += 2;
      if (zone != ZONE_COMPACT) {
        text[at++] = ':';
      }
      SHORTS.set(text, at, PAIRS[minutes % 60]);
      at += 2;
    }
    return at;
  }

  private static String hex(ByteReader in) {
    long head = in.varint();
    long bytes = head >>> 1;
    if (bytes > in.remaining()) {
      throw in.truncated();
    }
    return hex(in, in.take((int) bytes), (int) bytes, (head & 1) != 0);
  }

  /** The hexadecimal text of so many bytes of the message. */
  public static String hex(ByteReader in, int at, int bytes, boolean upper) {
    in.charge(4L * bytes);
    in.charge(ByteReader.TEXT_BYTES + 2L * bytes);
    if (bytes > Integer.MAX_VALUE / 2 - 8) {
      throw in.error(ErrorKind.TOO_LARGE, "a text of 2 GiB or more");
    }
    byte[] text = in.latin(2 * bytes);
    byte[] from = in.bytes;
    short[] pairs = upper ? UPPER_PAIRS : LOWER_PAIRS;
    for (int i = 0; i < bytes; i++) {
      SHORTS.set(text, 2 * i, pairs[from[at + i] & 0xFF]);
    }
    return Strings.latin(text, 0, 2 * bytes);
  }

  /** The UUID of 16 bytes of the message. */
  public static String uuid(ByteReader in, int at) {
    byte[] text = in.latin(UUID_BYTES);
    byte[] from = in.bytes;
    int next = 0;
    for (int i = 0; i < 16; i++) {
      if (i == 4 || i == 6 || i == 8 || i == 10) {
        text[next++] = '-';
      }
      SHORTS.set(text, next, LOWER_PAIRS[from[at + i] & 0xFF]);
      next += 2;
    }
    return made(in, text, 0, UUID_BYTES);
  }

  private static String base64(ByteReader in) {
    long head = in.varint();
    long characters = head >>> 1;
    if (characters > 2L * in.remaining()) {
      throw in.truncated();
    }
    int at = in.take((int) base64Bytes(characters));
    in.charge(2 * characters);
    in.charge(ByteReader.TEXT_BYTES + characters);
    int count = (int) characters;
    byte[] text = in.latin(count);
    byte[] from = in.bytes;
    byte[] alphabet = (head & 1) != 0 ? BASE64_URL : BASE64_STANDARD;
    int i = 0;
    for (; i <= count - 4; i += 4) {
      int bits = (from[at] & 0xFF) << 16 | (from[at + 1] & 0xFF) << 8 | from[at + 2] & 0xFF;
      at += 3;
      text[i] = alphabet[bits >> 18];
      text[i + 1] = alphabet[bits >> 12 & 63];
      text[i + 2] = alphabet[bits >> 6 & 63];
      text[i + 3] = alphabet[bits & 63];
    }
    if (i < count) {
      int rest = (int) base64Bytes(count - i);
      int bits = 0;
      for (int k = 0; k < 3; k++) {
        bits = bits << 8 | (k < rest ? from[at + k] & 0xFF : 0);
      }
      for (int shift = 18; i < count; i++, shift -= 6) {
        text[i] = alphabet[bits >> shift & 63];
        bits &= (1 << shift) - 1;
      }
      if (bits != 0) {
        throw bad(in, "padding bits after base64 are not zero");
      }
    }
    return Strings.latin(text, 0, count);
  }

  private PackedText() {}
}
