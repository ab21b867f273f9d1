package dev.larder.internal.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class WideTextTest {
  /** Characters of all ranges, some that cannot be wide, and ASCII. */
  private static char character(Random random) {
    return switch (random.nextInt(12)) {
      case 0, 1, 2 -> (char) (0x4E00 + random.nextInt(20_992));
      case 3, 4 -> (char) (0xAC00 + random.nextInt(11_172));
      case 5 -> (char) (0x3000 + random.nextInt(256));
      case 6 -> (char) (0xFF00 + random.nextInt(240));
      case 7 -> (char) (0x2010 + random.nextInt(96));
      case 8 -> "¥°±·×÷€℃№™→★".charAt(random.nextInt(12));
      default -> (char) random.nextInt(0x80);
    };
  }

  private static long write(String text, byte[] to) {
    return WideText.write(text.toCharArray(), text.length(), to, 1);
  }

  @Test
  void textsOfItsCharactersComeBack() {
    Random random = new Random(1);
    for (int i = 0; i < 100_000; i++) {
      StringBuilder builder = new StringBuilder();
      for (int left = random.nextInt(20); left > 0; left--) {
        builder.append(character(random));
      }
      String text = builder.toString();
      byte[] wide = new byte[2 * text.length() + 1];
      long written = write(text, wide);
      int length = (int) written - 1;
      assertEquals(text.getBytes(UTF_8).length - length, written >> 32, text);
      char[] back = new char[length];
      int count = WideText.read(wide, 1, length, back);
      assertEquals(text, new String(back, 0, count));
      if (!text.isEmpty() && text.charAt(text.length() - 1) >= 0x80) {
        assertEquals(-1, WideText.read(wide, 1, length - 1, back));
      }
    }
  }

  @Test
  void everyIndexIsACharacterOfItsOwn() {
    for (int index = 0; index < 0x8000; index++) {
      byte[] wide = {(byte) (0x80 | index >> 8), (byte) index};
      char[] text = new char[2];
      assertEquals(1, WideText.read(wide, 0, 2, text));
      byte[] back = new byte[3];
      assertTrue(write(String.valueOf(text[0]), back) != WideText.CANNOT);
      assertEquals(wide[0], back[1]);
      assertEquals(wide[1], back[2]);
    }
  }

  @Test
  void otherCharactersCannotBeWide() {
    for (String text : new String[] {"é", "包é", "😀", "한\u0080", "\u2000", "\uFFF0", "\uD800"}) {
      assertEquals(WideText.CANNOT, write(text, new byte[32]), text);
    }
  }
}
