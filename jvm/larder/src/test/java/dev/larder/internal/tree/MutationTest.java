package dev.larder.internal.tree;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.larder.LarderException;
import dev.larder.Level;
import dev.larder.Limits;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.profile.ProfileFile;
import dev.larder.internal.tree.Vectors.Vector;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Damaged messages are errors or values, and what is a value can be written and comes back. */
class MutationTest {
  private static final int MUTATIONS = 200_000;
  private static final long MAX_NANOSECONDS = 60_000_000_000L;
  private static final int MAX_BYTES = 2_000;
  private static final Limits LIMITS = new Limits(512, 1 << 20, 64);
  private static final Limits WIDE_LIMITS = new Limits(1024, 1 << 30, 64);

  /** Bytes that are tags, kinds and lengths. */
  private static final int[] TELLING = {
    0x00, 0x01, 0x02, 0x10, 0x11, 0x12, 0x14, 0x15, 0x30, 0x34, 0x41, 0x51, 0x60, 0x64, 0x7F, 0x80,
    0x81, 0x82, 0x83, 0x84, 0x8B, 0x90, 0xC0, 0xD0, 0xD9, 0xDC, 0xDD, 0xE0, 0xEE, 0xEF, 0xF0, 0xF1,
    0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF
  };

  private static byte[] mutated(byte[] bytes, byte[] other, Random random) {
    byte[] mutated = bytes;
    for (int times = 1 + random.nextInt(3); times > 0; times--) {
      mutated = mutatedOnce(mutated, other, random);
    }
    return mutated;
  }

  private static byte[] mutatedOnce(byte[] bytes, byte[] other, Random random) {
    // The header is left alone, mostly: it has tests of its own.
    int first = random.nextInt(20) == 0 ? 0 : Math.min(2, bytes.length - 1);
    int at = first + random.nextInt(Math.max(1, bytes.length - first));
    byte[] to = bytes.clone();
    switch (random.nextInt(7)) {
      case 0 -> to[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> to[at] = (byte) random.nextInt(256);
      case 2, 3 -> to[at] = (byte) TELLING[random.nextInt(TELLING.length)];
      case 4 -> {
        int from = random.nextInt(other.length);
        int length = Math.min(other.length - from, Math.min(to.length - at, 1 + random.nextInt(8)));
        System.arraycopy(other, from, to, at, length);
      }
      case 5 -> {
        to = Arrays.copyOf(bytes, bytes.length + 1);
        System.arraycopy(bytes, at, to, at + 1, bytes.length - at);
        to[at] = (byte) TELLING[random.nextInt(TELLING.length)];
      }
      default -> {
        if (bytes.length > 3) {
          to = Arrays.copyOf(bytes, bytes.length - 1);
          System.arraycopy(bytes, at + 1, to, at, bytes.length - at - 1);
        }
      }
    }
    return to;
  }

  @Test
  void damagedMessagesAreErrorsOrValuesThatComeBack() {
    List<Vector> vectors =
        Vectors.of("larder/accepted").stream()
            .filter(vector -> vector.bytes().length <= MAX_BYTES)
            .filter(vector -> (vector.bytes()[1] & Tag.Header.CHECKSUM) == 0)
            .toList();
    List<Map<ProfileFile, ExactCodec>> codecs =
        Stream.of(Level.values())
            .map(level -> (Map<ProfileFile, ExactCodec>) new HashMap<ProfileFile, ExactCodec>())
            .toList();
    Random random = new Random(20260101);
    long start = System.nanoTime();
    int values = 0;
    for (int i = 0; i < MUTATIONS && System.nanoTime() - start < MAX_NANOSECONDS; i++) {
      Vector vector = vectors.get(random.nextInt(vectors.size()));
      byte[] other = vectors.get(random.nextInt(vectors.size())).bytes();
      byte[] bytes = mutated(vector.bytes(), other, random);
      Level level = Level.values()[i % codecs.size()];
      ExactCodec codec =
          codecs
              .get(level.ordinal())
              .computeIfAbsent(vector.profile(), profile -> new ExactCodec(profile, level));
      Object value;
      try {
        value = codec.decode(bytes, 0, bytes.length, LIMITS);
      } catch (LarderException e) {
        continue;
      } catch (RuntimeException | Error e) {
        throw new AssertionError(vector + ": " + HexFormat.of().formatHex(bytes), e);
      }
      values++;
      byte[] written = codec.encode(value, false);
      try {
        Object again = codec.decode(written, 0, written.length, WIDE_LIMITS);
        assertTrue(Node.same(value, again), () -> HexFormat.of().formatHex(bytes));
      } catch (LarderException e) {
        fail(HexFormat.of().formatHex(bytes) + " " + Node.text(value), e);
      }
    }
    assertTrue(values > 1_000, "some damaged messages are values: " + values);
  }
}
