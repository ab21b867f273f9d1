package dev.larder.internal.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.Level;
import dev.larder.Limits;
import dev.larder.internal.profile.ProfileFile;
import dev.larder.internal.tree.Vectors.Vector;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What vectors/README.md asks of a runner, of every vector of the format. */
class VectorsTest {
  /** Of a longer message, some bits are flipped and some beginnings are read. */
  private static final int MAX_TRIES = 4_000;

  private static Stream<DynamicTest> each(String path, Consumer<Vector> test) {
    return Vectors.of(path).stream()
        .map(vector -> DynamicTest.dynamicTest(vector.toString(), () -> test.accept(vector)));
  }

  private static Stream<DynamicTest> accepted(Consumer<Vector> test) {
    return each("larder/accepted", test);
  }

  private static String hex(byte[] bytes) {
    String hex = HexFormat.of().formatHex(bytes);
    return hex.length() > 2_000 ? hex.substring(0, 2_000) + "…" : hex;
  }

  @TestFactory
  Stream<DynamicTest> bytesAreTheirValue() {
    return accepted(
        vector -> {
          Object expected = vector.value();
          Object value = new ExactCodec(vector.profile()).decode(vector.bytes());
          assertTrue(
              Node.same(expected, value), () -> Node.text(expected) + "\n" + Node.text(value));
        });
  }

  @TestFactory
  Stream<DynamicTest> canonicalBytesAreWritten() {
    return accepted(
        vector -> {
          for (Level level : vector.canonical()) {
            if (level == Level.FAST && !isAscii(vector)) {
              // The JVM writes other texts as it holds them.
              continue;
            }
            ExactCodec codec = new ExactCodec(vector.profile(), level);
            boolean checksum = vector.is("checksum");
            assertEquals(
                hex(vector.bytes()), hex(codec.encode(vector.value(), checksum)), level.name());
            Object value = codec.decode(vector.bytes());
            assertTrue(Arrays.equals(vector.bytes(), codec.encode(value, checksum)), level.name());
          }
        });
  }

  private static boolean isAscii(Vector vector) {
    return vector.json().get("value").toString().chars().allMatch(next -> next < 0x80);
  }

  @TestFactory
  Stream<DynamicTest> otherBytesAreWrittenSoThatTheyComeBack() {
    return accepted(
        vector -> {
          Object value = vector.value();
          for (Level level : Level.values()) {
            ExactCodec codec = new ExactCodec(vector.profile(), level);
            assertTrue(Node.same(value, codec.decode(codec.encode(value, true))), level.name());
          }
          ExactCodec codec = new ExactCodec(vector.profile());
          byte[] compressed = codec.encodeCompressed(value, 3);
          assertTrue(Node.same(value, codec.decode(compressed)));
        });
  }

  @TestFactory
  Stream<DynamicTest> cutsAndMoreBytesAreErrors() {
    return accepted(
        vector -> {
          ExactCodec codec = new ExactCodec(vector.profile());
          byte[] bytes = vector.bytes();
          int step = 1 + bytes.length / MAX_TRIES;
          for (int length = 0; length < bytes.length; length += step) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThrows(LarderException.class, () -> codec.decode(cut));
          }
          byte[] more = Arrays.copyOf(bytes, bytes.length + 1);
          assertThrows(LarderException.class, () -> codec.decode(more));
        });
  }

  @TestFactory
  Stream<DynamicTest> aMessageWithinOtherBytesIsReadAsByItself() {
    return accepted(
        vector -> {
          byte[] bytes = vector.bytes();
          byte[] all = new byte[bytes.length + 12];
          Arrays.fill(all, (byte) 0xFF);
          System.arraycopy(bytes, 0, all, 5, bytes.length);
          ExactCodec codec = new ExactCodec(vector.profile());
          Object value = codec.decode(all, 5, 5 + bytes.length, Limits.DEFAULT);
          assertTrue(Node.same(vector.value(), value));
        });
  }

  @TestFactory
  Stream<DynamicTest> flippedBitsAreErrorsOrValues() {
    return Stream.concat(accepted(VectorsTest::flip), each("larder/rejected", VectorsTest::flip));
  }

  private static void flip(Vector vector) {
    ExactCodec codec = new ExactCodec(vector.profile());
    byte[] bytes = vector.bytes().clone();
    int bits = bytes.length * 8;
    int step = bits > MAX_TRIES ? bits / 200 | 1 : 1;
    for (int bit = 0; bit < bits; bit += step) {
      bytes[bit / 8] ^= (byte) (1 << bit % 8);
      try {
        codec.decode(bytes);
      } catch (LarderException e) {
        // As it should be.
      }
      bytes[bit / 8] ^= (byte) (1 << bit % 8);
    }
  }

  @TestFactory
  Stream<DynamicTest> rejectedBytesAreTheirKindOfError() {
    return each(
        "larder/rejected",
        vector -> {
          ExactCodec codec = new ExactCodec(vector.profile());
          LarderException error =
              assertThrows(LarderException.class, () -> codec.decode(vector.bytes()));
          assertEquals(vector.text("error"), error.kind().id(), error.getMessage());
          assertTrue(error.offset() >= 0 && error.offset() <= vector.bytes().length);
        });
  }

  @TestFactory
  Stream<DynamicTest> rejectedProfilesAreTheirKindOfError() {
    return each(
        "profiles/rejected.json",
        vector -> {
          LarderException error =
              assertThrows(LarderException.class, () -> ProfileFile.parse(vector.bytes()));
          assertEquals(vector.text("error"), error.kind().id(), error.getMessage());
        });
  }

  @TestFactory
  Stream<DynamicTest> damagedProfilesAreErrors() {
    return Stream.of("small", "many", "texts", "empty")
        .map(
            name ->
                DynamicTest.dynamicTest(
                    name,
                    () -> {
                      byte[] bytes = Vectors.profile(name).bytes();
                      int step = 1 + bytes.length / 500;
                      for (int at = 0; at < bytes.length; at += step) {
                        byte[] cut = Arrays.copyOf(bytes, at);
                        assertThrows(LarderException.class, () -> ProfileFile.parse(cut));
                        byte[] other = bytes.clone();
                        other[at] ^= 0x10;
                        ErrorKind kind =
                            assertThrows(LarderException.class, () -> ProfileFile.parse(other))
                                .kind();
                        assertTrue(kind != ErrorKind.REFUSED);
                      }
                    }));
  }
}
