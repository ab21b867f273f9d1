package dev.larder.internal.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What works on a string's own bytes gives the same as what takes character after character. */
class Utf16Test {
  private static final int TEXTS = 200_000;

  /** Texts as people write them: runs of one kind, now and then a character of another. */
  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int runs = random.nextInt(5);
    for (int run = 0; run < runs; run++) {
      int kind = random.nextInt(16);
      for (int left = random.nextInt(9); left > 0; left--) {
        text.append(
            switch (kind) {
              case 0 -> (char) (0x3000 + random.nextInt(256));
              case 1 -> (char) random.nextInt(0x800);
              case 2 -> (char) random.nextInt(0x10000);
              case 3 -> "\u4DFF\u4E00\u9FFF\uA000\u7FFF\u8000".charAt(random.nextInt(6));
              case 4, 5, 6, 7, 8, 9 -> (char) random.nextInt(0x80);
              default -> (char) (0x4E00 + random.nextInt(20_992));
            });
      }
    }
    return text.toString();
  }

  /** Its characters, the low byte first, and halves of surrogate pairs as they are. */
  private static byte[] bytes(String text) {
    byte[] bytes = new byte[2 * text.length()];
    for (int i = 0; i < text.length(); i++) {
      bytes[2 * i] = (byte) text.charAt(i);
      bytes[2 * i + 1] = (byte) (text.charAt(i) >> 8);
    }
    return bytes;
  }

  @Test
  void wideTextIsTheSameByFourCharacters() {
    Random random = new Random(1);
    int written = 0;
    int read = 0;
    for (int i = 0; i < TEXTS; i++) {
      String text = text(random);
      int length = text.length();
      byte[] expected = new byte[2 * length + 1];
      long known = WideText.write(text.toCharArray(), length, expected, 1);
      byte[] bytes = new byte[2 * length + 9];
      long found = WideText.write(bytes(text), length, bytes, 1);
      if (found != WideText.CANNOT) {
        assertEquals(known, found, text);
        assertArrayEquals(
            Arrays.copyOf(expected, (int) known), Arrays.copyOf(bytes, (int) found), text);
        written++;
      }
      if (known != WideText.CANNOT) {
        int size = (int) known - 1;
        // At the end of an array, or with something behind.
        byte[] from = Arrays.copyOf(expected, (int) known + random.nextInt(2) * 9);
        Arrays.fill(from, (int) known, from.length, (byte) 0x95);
        byte[] to = new byte[2 * size + 16];
        int count = WideText.read(from, 1, size, to);
        if (count >= 0) {
          assertEquals(text, new String(to, 0, 2 * count, UTF_16LE));
          read++;
        }
        if (size > 0 && text.charAt(length - 1) >= 0x80) {
          assertEquals(-1, WideText.read(from, 1, size - 1, to), text);
        }
      }
    }
    assertTrue(written > TEXTS / 4 && read > TEXTS / 4, written + " and " + read);
  }

  @Test
  void utf8IsTheSameByFourCharacters() {
    Random random = new Random(2);
    int written = 0;
    int read = 0;
    for (int i = 0; i < TEXTS; i++) {
      String text = text(random);
      int length = text.length();
      byte[] expected = new byte[3 * length + 1];
      int known = Utf8.write(text, expected, 1);
      byte[] bytes = new byte[3 * length + 5];
      int found = Utf8.write(bytes(text), length, bytes, 1);
      if (found >= 0) {
        assertArrayEquals(Arrays.copyOf(expected, known), Arrays.copyOf(bytes, found), text);
        written++;
      }
      byte[] from = known >= 0 ? Arrays.copyOf(expected, known) : text.getBytes(UTF_8);
      if (known >= 0 && from.length > 1 && random.nextInt(4) == 0) {
        from[1 + random.nextInt(from.length - 1)] ^= (byte) (1 << random.nextInt(8));
      }
      int start = Math.min(1, from.length);
      byte[] to = new byte[2 * from.length + 16];
      int count = Utf8.read(from, start, from.length - start, to);
      if (count >= 0) {
        char[] characters = new char[from.length];
        int expectedCount = Utf8.read(from, start, from.length - start, characters);
        assertEquals(
            new String(characters, 0, expectedCount), new String(to, 0, 2 * count, UTF_16LE));
        read++;
      }
    }
    assertTrue(written > TEXTS / 4 && read > TEXTS / 4, written + " and " + read);
  }

  @Test
  void aCopyIsOfLatinTextsAlone() {
    Random random = new Random(4);
    for (int i = 0; i < TEXTS; i++) {
      StringBuilder made = new StringBuilder();
      for (int length = random.nextInt(90); length > 0; length--) {
        made.append((char) (random.nextInt(8) == 0 ? '?' : random.nextInt(0x100)));
      }
      if (random.nextBoolean() && made.length() > 0) {
        made.insert(random.nextInt(made.length()), random.nextInt(4) == 0 ? "包" : text(random));
      }
      String text = made.toString();
      int all = text.chars().reduce(0, (one, other) -> one | other);
      byte[] copy = Strings.latinCopy(text);
      assertEquals(all < 0x100, copy != null, text);
      if (copy != null) {
        assertArrayEquals(text.getBytes(ISO_8859_1), copy);
      }
      byte[] to = new byte[text.length() + 8];
      int bits = Strings.copyBits(text, to, 1);
      assertEquals(all < 0x80, bits < 0x80, text);
      assertEquals(all < 0x100, bits < 0x100, text);
      if (bits < 0x80) {
        assertEquals(text, new String(to, 1, text.length(), ISO_8859_1));
      }
    }
  }

  @Test
  void aStringsOwnBytesAreItsCharacters() {
    Random random = new Random(3);
    for (int i = 0; i < TEXTS; i++) {
      String text = text(random);
      boolean isLatin = text.chars().allMatch(one -> one < 0x100);
      byte[] utf16 = Strings.utf16(text);
      byte[] latin = Strings.latin(text);
      if (isLatin || !Strings.takesUtf16()) {
        assertNull(utf16);
      } else {
        assertNull(latin);
        assertArrayEquals(bytes(text), utf16);
        String made = Strings.ofUtf16(utf16, 0, text.length());
        assertEquals(text, made);
        assertEquals(text.hashCode(), made.hashCode());
      }
    }
  }
}
