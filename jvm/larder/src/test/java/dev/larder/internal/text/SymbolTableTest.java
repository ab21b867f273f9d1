package dev.larder.internal.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.dictionary.SymbolTable;
import dev.larder.internal.message.Input;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SymbolTableTest {
  private static final List<String> SYMBOLS =
      List.of("the ", "th", "t", "grün", "ü", "é", "包含", "包", "𝄞a", "abcdefgh", "abcdefg");

  private static final SymbolTable TABLE = SymbolTable.of(SYMBOLS);

  private static String codes(SymbolTable table, String text) {
    byte[] utf8 = text.getBytes(UTF_8);
    byte[] codes = new byte[2 * utf8.length];
    int end = table.write(utf8, 0, utf8.length, codes, 0);
    return HexFormat.of().formatHex(codes, 0, end);
  }

  /** The text of a message's value, which is of these codes. */
  private static String text(SymbolTable table, byte[] codes) {
    Input in = new Input();
    in.begin(codes, 0, codes.length, 512, 1 << 24);
    return in.symbols(table, 0, codes.length);
  }

  private static String text(String codes) {
    return text(TABLE, HexFormat.of().parseHex(codes));
  }

  @Test
  void theLongestSymbolThatFitsIsWritten() {
    assertEquals("00", codes(TABLE, "the "));
    assertEquals("01" + "ff65", codes(TABLE, "the"));
    assertEquals("01" + "02", codes(TABLE, "tht"));
    assertEquals("09" + "0a" + "ff61", codes(TABLE, "abcdefgh" + "abcdefg" + "a"));
    assertEquals("03" + "04" + "ffc3b6", codes(TABLE, "grün" + "ü" + "ö"));
    assertEquals("06" + "ffe590ab" + "07", codes(TABLE, "包含" + "含" + "包"));
    assertEquals("08" + "fff09d849e", codes(TABLE, "𝄞a" + "𝄞"));
    assertEquals("", codes(TABLE, ""));
  }

  @Test
  void codesThatStandForNoTextAreRefused() {
    List<String> bad =
        List.of(
            "0b", "fe", "ff", "00ff", "ffc3", "ff80", "ffc080", "ffeda080", "fff4908080", "fff8");
    for (String codes : bad) {
      LarderException error = assertThrows(LarderException.class, () -> text(codes), codes);
      assertEquals(ErrorKind.BAD_TEXT, error.kind());
    }
    assertEquals("a\u07FF\uFFFF\uDBFF\uDFFF", text("ff61ffdfbfffefbfbffff48fbfbf"));
  }

  @Test
  void randomTextsComeBack() {
    Random random = new Random(20260101);
    String characters = "abcth e\u00E9\u00FC\u07FF包含\u542B𝄞";
    int[] points = characters.codePoints().toArray();
    for (int round = 0; round < 300; round++) {
      Supplier<String> text =
          () -> {
            StringBuilder made = new StringBuilder();
            for (int i = random.nextInt(4); i >= 0; i--) {
              made.appendCodePoint(points[random.nextInt(points.length)]);
            }
            return made.toString();
          };
      Set<String> symbols = new LinkedHashSet<>();
      for (int i = random.nextInt(255); i >= 0; i--) {
        String symbol = text.get();
        if (symbol.getBytes(UTF_8).length <= SymbolTable.MAX_BYTES) {
          symbols.add(symbol);
        }
      }
      SymbolTable table = SymbolTable.of(new ArrayList<>(symbols));
      StringBuilder all = new StringBuilder();
      for (int i = 0; i < 50; i++) {
        String codes = codes(table, all.toString());
        assertEquals(all.toString(), text(table, HexFormat.of().parseHex(codes)));
        all.append(text.get());
      }
    }
  }

  @Test
  void aSymbolStandsOnceAndAPlaceWithoutSymbolsHasNone() {
    assertNotNull(SymbolTable.of(List.of("a", "aa", "a\0", "\0")));
    assertNull(SymbolTable.of(List.of("a", "b", "a")));
    Input in = new Input();
    byte[] text = {Tag.SYMBOLS + 1, 0};
    in.begin(text, 0, 2, 512, 1 << 20);
    LarderException error = assertThrows(LarderException.class, () -> in.text(in.u8(), Place.NONE));
    assertEquals(ErrorKind.UNKNOWN_REFERENCE, error.kind());
    in.begin(text, 0, 2, 512, 1 << 20);
    assertEquals("the ", in.text(in.u8(), new Place(null, false, TABLE)));
  }

  @Test
  void codesAreChargedBeforeMemoryIsTaken() {
    byte[] codes = new byte[1 << 20];
    Arrays.fill(codes, (byte) 9);
    Input in = new Input();
    in.begin(codes, 0, codes.length, 512, 24L * codes.length);
    LarderException error =
        assertThrows(LarderException.class, () -> in.symbols(TABLE, 0, codes.length));
    assertEquals(ErrorKind.TOO_LARGE, error.kind());
    in.begin(codes, 0, codes.length, 512, 24L * codes.length + 24);
    assertTrue(in.symbols(TABLE, 0, codes.length).endsWith("habcdefgh"));
  }

  /** With every pair of many characters, and few, the table of short symbols has other forms. */
  @Test
  void tablesOfManyShortSymbolsFindTheLongest() {
    Random random = new Random(20261122);
    for (int spread : new int[] {4, 20, 60, 90}) {
      for (int round = 0; round < 20; round++) {
        Set<String> symbols = new LinkedHashSet<>();
        while (symbols.size() < Math.min(255, spread * spread)) {
          StringBuilder symbol = new StringBuilder();
          for (int length = random.nextInt(10) == 0 ? 3 : 1 + random.nextInt(2);
              length > 0;
              length--) {
            symbol.appendCodePoint(character(random, spread));
          }
          if (symbol.toString().getBytes(UTF_8).length <= SymbolTable.MAX_BYTES) {
            symbols.add(symbol.toString());
          }
        }
        List<String> all = List.copyOf(symbols);
        SymbolTable table = SymbolTable.of(all);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 200; i++) {
          text.appendCodePoint(character(random, spread));
        }
        assertEquals(byTheRule(all, text.toString()), codes(table, text.toString()));
        byte[] codes = HexFormat.of().parseHex(codes(table, text.toString()));
        assertEquals(text.toString(), text(table, codes));
      }
    }
  }

  private static int character(Random random, int spread) {
    return random.nextInt(8) == 0 ? 0xE0 + random.nextInt(8) : ' ' + random.nextInt(spread);
  }

  /** As docs/FORMAT.md says it. */
  private static String byTheRule(List<String> symbols, String text) {
    StringBuilder codes = new StringBuilder();
    for (int at = 0; at < text.length(); ) {
      int longest = -1;
      for (int code = 0; code < symbols.size(); code++) {
        boolean fits = text.startsWith(symbols.get(code), at);
        if (fits
            && (longest < 0
                || symbols.get(code).getBytes(UTF_8).length
                    > symbols.get(longest).getBytes(UTF_8).length)) {
          longest = code;
        }
      }
      if (longest < 0) {
        byte[] character = text.substring(at, at + 1).getBytes(UTF_8);
        codes.append("ff").append(HexFormat.of().formatHex(character));
        at++;
      } else {
        codes.append(String.format("%02x", longest));
        at += symbols.get(longest).length();
      }
    }
    return codes.toString();
  }
}
