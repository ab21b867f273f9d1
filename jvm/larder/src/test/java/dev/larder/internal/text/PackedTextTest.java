package dev.larder.internal.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.message.Input;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PackedTextTest {
  private static final Pattern DATE = Pattern.compile("(\\d{4})-(\\d\\d)-(\\d\\d)");
  private static final Pattern DATE_TIME =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\d)([ T])(\\d\\d):(\\d\\d):(\\d\\d)(\\.(?:\\d{3}|\\d{6}|\\d{9}))?"
              + "(Z|[+-]\\d\\d:?\\d\\d)?");
  private static final Pattern DECIMAL = Pattern.compile("-?(0|[1-9]\\d*)\\.\\d+");
  private static final Pattern UUID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  /** The tag by the rules as docs/FORMAT.md has them, slowly; 0 for a text that is not packed. */
  private static int tag(String text) {
    char first = text.charAt(0);
    if (Character.isDigit(first) || first == '-') {
      int tag = numberTag(text);
      if (tag != 0) {
        return tag;
      }
    }
    if (UUID.matcher(text).matches()) {
      return Tag.UUID_TEXT;
    }
    if (text.length() >= 8
        && text.length() % 2 == 0
        && (text.matches("[0-9a-f]+") || text.matches("[0-9A-F]+"))) {
      return Tag.HEX_TEXT;
    }
    boolean isBase64 =
        text.length() >= 16
            && (text.matches("[A-Za-z0-9+/]+") || text.matches("[A-Za-z0-9_-]+"))
            && text.matches(".*[A-Z].*")
            && text.matches(".*[a-z].*")
            && text.matches(".*[0-9].*");
    return isBase64 ? Tag.BASE64_TEXT : 0;
  }

  private static int numberTag(String text) {
    LocalDate date = date(text);
    if (date != null) {
      long days = LocalDate.of(1900, 1, 1).until(date, java.time.temporal.ChronoUnit.DAYS);
      return days >= 0 && days <= 0xFFFF ? Tag.DATE_TEXT : 0;
    }
    Matcher parts = DATE_TIME.matcher(text);
    if (parts.matches()) {
      return dateTimeTag(parts);
    }
    if (DECIMAL.matcher(text).matches()) {
      String digits = text.replaceAll("[-.]", "");
      if (digits.length() <= 18) {
        boolean isPrice = text.charAt(0) != '-' && text.indexOf('.') == text.length() - 3;
        return isPrice ? Tag.DECIMAL_TEXT_2 : Tag.DECIMAL_TEXT;
      }
    }
    return text.matches("\\d{6,255}") ? Tag.DIGITS_TEXT : 0;
  }

  private static LocalDate date(String text) {
    Matcher parts = DATE.matcher(text);
    try {
      return parts.matches() ? LocalDate.parse(text) : null;
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static int dateTimeTag(Matcher parts) {
    LocalDate date = date(parts.group(1));
    LocalTime time;
    try {
      time = LocalTime.parse(parts.group(3) + ":" + parts.group(4) + ":" + parts.group(5));
    } catch (DateTimeException e) {
      return 0;
    }
    if (date == null || parts.group(2) == null) {
      return 0;
    }
    long seconds = date.toEpochDay() * 86_400 + time.toSecondOfDay();
    if (seconds < 0 || seconds > 0xFFFF_FFFFL) {
      return 0;
    }
    String zone = parts.group(7);
    if (zone != null && !zone.equals("Z")) {
      String digits = zone.substring(1).replace(":", "");
      int hours = Integer.parseInt(digits.substring(0, 2));
      int minutes = Integer.parseInt(digits.substring(2));
      boolean isQuarter = minutes % 15 == 0 && minutes < 60;
      boolean isNegativeZero = zone.charAt(0) == '-' && hours == 0 && minutes == 0;
      if (!isQuarter || isNegativeZero || hours * 60 + minutes > 24 * 60) {
        return 0;
      }
    }
    boolean isSql = parts.group(2).equals(" ") && parts.group(6) == null && zone == null;
    return isSql ? Tag.DATE_TIME_TEXT : Tag.STYLED_DATE_TIME_TEXT;
  }

  private static byte[] pack(String text) {
    byte[] characters = text.getBytes(ISO_8859_1);
    byte[] buffer = Arrays.copyOf(characters, 3 + 2 * characters.length + 32);
    System.arraycopy(characters, 0, buffer, 3, characters.length);
    int to = 3 + characters.length;
    int packed = PackedText.pack(buffer, 3, to);
    assertTrue(packed <= text.length() + 2, text);
    return Arrays.copyOfRange(buffer, to, to + packed);
  }

  private static String read(byte[] packed) {
    Input in = new Input();
    in.begin(packed, 0, packed.length, 512, 1 << 20);
    String text = PackedText.read(in, in.u8());
    assertEquals(0, in.remaining());
    return text;
  }

  private static void check(String text) {
    byte[] packed = pack(text);
    assertEquals(tag(text), packed.length == 0 ? 0 : packed[0] & 0xFF, text);
    if (packed.length > 0) {
      assertEquals(text, read(packed));
    }
    byte[] digits = new byte[12];
    int length = PackedText.packDigits(text.getBytes(ISO_8859_1), digits, 1);
    assertEquals(tag(text) == Tag.DIGITS_TEXT && text.length() <= 16, length > 0, text);
    if (length > 0) {
      assertArrayEquals(packed, Arrays.copyOfRange(digits, 1, 1 + length), text);
    }
  }

  private static String digits(Random random, int count) {
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < count; i++) {
      digits.append((char) ('0' + random.nextInt(10)));
    }
    return digits.toString();
  }

  private static String characters(Random random, String of, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(of.charAt(random.nextInt(of.length())));
    }
    return text.toString();
  }

  /** A text of the grammar, more or less. */
  private static String text(Random random) {
    switch (random.nextInt(9)) {
      case 0:
        return date(random);
      case 1, 2:
        String[] zones = {"", "", "Z", "+00:00", "-00:00", "+0000", "+02:00", "-0330", "+24:00"};
        String[] quarters = {"00", "15", "30", "45", "50", "60"};
        String zone =
            random.nextBoolean()
                ? zones[random.nextInt(zones.length)]
                : "%s%02d%s%s"
                    .formatted(
                        random.nextBoolean() ? "+" : "-",
                        random.nextInt(26),
                        random.nextBoolean() ? ":" : "",
                        quarters[random.nextInt(6)]);
        int fraction = new int[] {0, 0, 3, 6, 9, 1, 10}[random.nextInt(7)];
        return "%s%s%02d:%02d:%02d%s%s"
            .formatted(
                date(random),
                random.nextBoolean() ? " " : "T",
                random.nextInt(25),
                random.nextInt(61),
                random.nextInt(61),
                fraction == 0 ? "" : "." + digits(random, fraction),
                zone);
      case 3:
        String sign = random.nextInt(3) == 0 ? "-" : "";
        return sign
            + digits(random, 1 + random.nextInt(17))
            + "."
            + digits(random, random.nextInt(5));
      case 4:
        return digits(random, 4 + random.nextInt(30));
      case 5:
        String uuid = new java.util.UUID(random.nextLong(), random.nextLong()).toString();
        return random.nextInt(5) == 0 ? uuid.toUpperCase() : uuid;
      case 6:
        String hex = characters(random, "0123456789abcdef", 4 + random.nextInt(40));
        return random.nextBoolean() ? hex : hex.toUpperCase();
      case 7:
        String letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        String[] more = {"+/", "-_", "", "+-"};
        return characters(random, letters + more[random.nextInt(4)], 12 + random.nextInt(50));
      default:
        return digits(random, 250 + random.nextInt(8));
    }
  }

  private static String date(Random random) {
    int year = random.nextInt(4) == 0 ? random.nextInt(10_000) : 1890 + random.nextInt(230);
    return "%04d-%02d-%02d".formatted(year, random.nextInt(14), random.nextInt(33));
  }

  @Test
  void textsOfTheGrammarArePackedAndComeBack() {
    Random random = new Random(1);
    for (int i = 0; i < 200_000; i++) {
      String text = text(random);
      if (text.length() >= 4) {
        check(text);
      }
    }
  }

  @Test
  void textsNearTheGrammarArePackedOnlyIfTheyComeBack() {
    Random random = new Random(2);
    String others = "0129-+:.TZ /_aAfFgGzZ";
    for (int i = 0; i < 200_000; i++) {
      StringBuilder text = new StringBuilder(text(random));
      int at = random.nextInt(text.length());
      char other = others.charAt(random.nextInt(others.length()));
      switch (random.nextInt(3)) {
        case 0 -> text.setCharAt(at, other);
        case 1 -> text.insert(at, other);
        default -> text.deleteCharAt(at);
      }
      if (text.length() >= 4) {
        check(text.toString());
      }
    }
  }

  @Test
  void everyDayOfTenThousandYearsComesBack() {
    Input in = new Input();
    in.begin(new byte[0], 0, 0, 1, Long.MAX_VALUE);
    LocalDate day = LocalDate.of(0, 1, 1);
    for (int days = -693_961; days <= 2_958_463; days++) {
      String text = PackedText.date(in, days);
      assertEquals(day.toString(), text);
      assertEquals(days, PackedText.date(text.getBytes(ISO_8859_1), 0, 10));
      day = day.plusDays(1);
    }
  }

  @Test
  void contentsThatStandForNoTextAreErrors() {
    String[] wrong = {
      "DF 00 05", // no digits after the point
      "DF 12 05", // 18 of them
      "DE 80 80 90 BB BA D6 AD F0 0D", // 10^18
      "F9 28 00 00 00 00", // a zone that does not exist
      "F9 18 61 00 00 00 00", // 97 quarters
      "F9 02 00 00 00 00 E8 03", // a fraction of 1,000 of three digits
      "FA 02 64", // 100 of two digits
      "FA 13 00 00 E8 89 04 23 C7 8A", // 10^19
      "FF 22 00 00 00 00 00 00 00 00 00 00 00 00 01" // bits after 17 characters
    };
    for (String each : wrong) {
      byte[] bytes = java.util.HexFormat.ofDelimiter(" ").parseHex(each);
      LarderException error = assertThrows(LarderException.class, () -> read(bytes), each);
      assertEquals(ErrorKind.BAD_TEXT, error.kind(), each);
    }
  }
}
