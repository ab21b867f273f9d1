package dev.larder.internal.profile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Dictionary;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.shape.Shape;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProfileTest {
  /** A profile of the content after magic and version, with a hash that fits. */
  private static byte[] profile(String content) throws Exception {
    byte[] bytes = HexFormat.of().parseHex("4C52445002" + content.replace(" ", ""));
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
    byte[] all = Arrays.copyOf(bytes, bytes.length + digest.length);
    System.arraycopy(digest, 0, all, bytes.length, digest.length);
    return all;
  }

  @Test
  void theExampleOfTheFormatIsWhatItSays() throws Exception {
    byte[] bytes =
        profile(
            "16 07 35 4F72646572 32 6964 35 7374617465 35 6C696E6573"
                + "02 02 08 70616964 08 6F70656E 01 05 F300"
                + "00 0000 0000 0300 0400 00 00");
    ProfileFile profile = ProfileFile.parse(bytes);
    assertEquals(0xC28F85, profile.id());
    assertEquals("Profile(c28f85)", profile.toString());
    assertArrayEquals(bytes, profile.bytes());
    assertEquals(32, profile.digest().length);
    assertEquals(0, profile.level());
    assertEquals(0, profile.compression().length);
    Shape shape = profile.known().shapes()[0];
    assertEquals("Order", shape.className);
    assertArrayEquals(new Object[] {"id", "state", "lines"}, shape.keys);
    assertEquals(0, shape.number);
    assertSame(Place.NONE, profile.known().root());
    assertSame(Place.NONE, shape.places[0]);
    assertTrue(shape.places[1].plain());
    Dictionary states = shape.places[1].dictionary();
    assertEquals(1, states.find("open"));
    assertEquals(-1, states.find("closed"));
    assertEquals(4, states.bytes(0));
    Dictionary lines = shape.places[2].dictionary();
    assertTrue(lines.hasValues());
    byte[] list = {0, (byte) Tag.LIST, 0};
    assertEquals(0, lines.findValue(list, 1, 3));
    assertEquals(-1, lines.findValue(list, 0, 2));
  }

  @Test
  void aZstdDictionaryThatIsNoneIsRefusedAndOtherBytesAreRawContent() throws Exception {
    byte[] damaged = profile("00 00 00 00 00 03 0C 37A430EC 0000000000000000");
    LarderException error = assertThrows(LarderException.class, () -> ProfileFile.parse(damaged));
    assertEquals(ErrorKind.BAD_PROFILE, error.kind());
    assertEquals(3, ProfileFile.parse(profile("00 00 00 00 00 03 04 01020304")).level());
  }

  @Test
  void aDictionaryFindsEachOfItsEntriesAndNoOther() {
    Random random = new Random(1);
    List<Object> entries = new ArrayList<>();
    for (int i = 0; i < Dictionary.MAX_ENTRIES; i++) {
      byte[] bytes = new byte[4 + i % 20];
      random.nextBytes(bytes);
      // Texts whose hashes are all the same, others, and values.
      entries.add(
          i % 3 == 0
              ? bytes
              : i % 3 == 1
                  ? "t" + i
                  : Integer.toBinaryString(i).replace("1", "Aa").replace("0", "BB"));
    }
    Dictionary dictionary = Dictionary.of(entries, new int[entries.size()]);
    if (dictionary == null) {
      throw new AssertionError("random values that are the same: choose another seed");
    }
    for (int i = 0; i < entries.size(); i++) {
      Object entry = entries.get(i);
      int found =
          entry instanceof byte[] bytes
              ? dictionary.findValue(bytes, 0, bytes.length)
              : dictionary.find((String) entry);
      assertEquals(i, found);
    }
    assertEquals(-1, dictionary.find("AaAaAaAaAaAaBBAaAa"));
    assertEquals(-1, dictionary.find(""));
    assertNotNull(Dictionary.of(List.of("a", new byte[] {'a'}), new int[2]));
    assertNull(Dictionary.of(List.of("a", "a"), new int[2]));
  }
}
