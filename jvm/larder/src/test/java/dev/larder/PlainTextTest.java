package dev.larder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Texts that generated readers take without a look at their bytes, and those among them. */
class PlainTextTest {
  static final class Texts {
    String first;
    String second;
    String third;
    int number;
    String fourth;
    String fifth;

    private List<String> all() {
      return Arrays.asList(first, second, third, fourth, fifth);
    }
  }

  private static final String[] SOME = {
    null,
    "",
    "a",
    "abc",
    "abcd",
    "a text of 16 b..",
    "one of more than thirty-two bytes here",
    "x".repeat(47),
    "x".repeat(48),
    "x".repeat(200),
    "é",
    "café au lait, s'il vous plaît",
    "包",
    "包子",
    "包子 and so on",
    "a包子",
    "刘国辉@540e6d7791.net.example",
    "包".repeat(63),
    "包".repeat(64),
    "\uD83D\uDE00",
    "包\uD83D\uDE00",
    "2024-02-29",
    "4f9a7d2b8c"
  };

  private final Random random = new Random(18);

  private Texts some() {
    Texts texts = new Texts();
    texts.first = SOME[random.nextInt(SOME.length)];
    texts.second = SOME[random.nextInt(SOME.length)];
    texts.third = SOME[random.nextInt(SOME.length)];
    texts.number = random.nextInt();
    texts.fourth = SOME[random.nextInt(SOME.length)];
    texts.fifth = SOME[random.nextInt(SOME.length)];
    return texts;
  }

  @ParameterizedTest
  @EnumSource
  void textsOfAllKindsStandSideBySide(Level level) {
    Larder larder = Larder.builder().register(Texts.class).level(level).build();
    for (int i = 0; i < 5_000; i++) {
      Texts texts = some();
      Texts decoded = larder.decode(larder.encode(texts), Texts.class);
      assertEquals(texts.all(), decoded.all());
      assertEquals(texts.number, decoded.number);
    }
  }

  @Test
  void halfAPairIsAnErrorInEachOfThem() {
    byte[] pair = "\uD83D\uDE00".getBytes(StandardCharsets.UTF_16LE);
    for (int field = 0; field < 5; field++) {
      byte[] bytes = fast(with("包子", field, "包\uD83D\uDE00"));
      bytes[indexOf(bytes, pair) + 1] = 0x4E;
      assertError(ErrorKind.BAD_TEXT, bytes);
    }
  }

  @Test
  void bytesThatAreNotUtf8AreAnErrorInEachOfThem() {
    for (int field = 0; field < 5; field++) {
      byte[] bytes = fast(with("other", field, "plain"));
      bytes[indexOf(bytes, "plain".getBytes(StandardCharsets.UTF_8)) + 1] = (byte) 0xFF;
      assertError(ErrorKind.INVALID_UTF8, bytes);
    }
  }

  private static Texts with(String all, int field, String one) {
    Texts texts = new Texts();
    texts.first = field == 0 ? one : all;
    texts.second = field == 1 ? one : all;
    texts.third = field == 2 ? one : all;
    texts.fourth = field == 3 ? one : all;
    texts.fifth = field == 4 ? one : all;
    return texts;
  }

  private static byte[] fast(Texts texts) {
    return Larder.builder().register(Texts.class).level(Level.FAST).build().encode(texts);
  }

  private static void assertError(ErrorKind kind, byte[] bytes) {
    Larder larder = Larder.builder().register(Texts.class).build();
    LarderException error =
        assertThrows(LarderException.class, () -> larder.decode(bytes, Texts.class));
    assertEquals(kind, error.kind());
  }

  @Test
  void textsAreNumberedAcrossThoseOfUtf16() {
    Larder larder = Larder.builder().register(Texts.class).level(Level.FAST).build();
    Texts texts = new Texts();
    texts.first = "three";
    texts.second = "包子";
    texts.third = "again";
    texts.fourth = "abc";
    texts.fifth = "there";
    byte[] bytes = larder.encode(texts);
    int fifth = indexOf(bytes, "there".getBytes(StandardCharsets.UTF_8)) - 1;
    for (int number = 0; number < 2; number++) {
      byte[] other = Arrays.copyOf(bytes, fifth + 2);
      other[fifth] = (byte) 0xFE;
      other[fifth + 1] = (byte) number;
      Texts decoded = larder.decode(other, Texts.class);
      assertEquals(
          Arrays.asList("three", "包子", "again", "abc", number == 0 ? "three" : "again"),
          decoded.all());
    }
  }

  @Test
  void budgetsAreExact() {
    // 24 for a text and 1 for each of its bytes, 36 more if it takes a number; 9 for a character of
    // UTF-16.
    assertEquals(1, more("three", "there!", "there"));
    assertEquals(1 + 36, more("three", "abcd", "abc"));
    assertEquals(3, more("three", "abc", ""));
    assertEquals(9, more("three", "包子", "包"));
    assertEquals(9, more("包子", "包子", "包"));
    assertEquals(24 + 36 + 5, more("three", "there", null));
  }

  /** How much more a text is charged than another, with others about it. */
  private static long more(String all, String one, String other) {
    return least(fast(with(all, 1, one))) - least(fast(with(all, 1, other)));
  }

  private static long least(byte[] bytes) {
    long least = 1;
    long most = 1 << 20;
    while (least < most) {
      long middle = (least + most) / 2;
      if (isRead(bytes, middle)) {
        most = middle;
      } else {
        least = middle + 1;
      }
    }
    return least;
  }

  private static boolean isRead(byte[] bytes, long budget) {
    try {
      Larder.builder()
          .register(Texts.class)
          .limits(new Limits(512, budget, 0))
          .build()
          .decode(bytes, Texts.class);
      return true;
    } catch (LarderException e) {
      assertEquals(ErrorKind.TOO_LARGE, e.kind());
      return false;
    }
  }

  private static int indexOf(byte[] bytes, byte[] part) {
    for (int at = 0; at <= bytes.length - part.length; at++) {
      if (Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
        return at;
      }
    }
    throw new AssertionError("it is not there");
  }
}
