package dev.larder;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Values of every kind take no more memory than the limits allow. */
class KindMemoryTest {
  private static final Limits LIMITS = new Limits(512, 4 << 20, 64);

  /** What the JDK's own objects take more than they are charged, and what is let go meanwhile. */
  private static final int FACTOR = 3;

  private static final int OWN_BYTES = 2 << 20;
  private static final int MANY = 40_000;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final Larder LARDER = Larder.builder().limits(LIMITS).build();

  private static byte[] bytes(String... hex) {
    return HexFormat.of().parseHex(String.join("", hex));
  }

  private static String varint(int value) {
    StringBuilder hex = new StringBuilder();
    int rest = value;
    for (; rest >= 0x80; rest >>>= 7) {
      hex.append("%02x".formatted(rest & 0x7F | 0x80));
    }
    return hex.append("%02x".formatted(rest)).toString();
  }

  /** A list of as many values of these bytes. */
  private static byte[] list(String value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(bytes("c140f3", varint(MANY)));
    for (int i = 0; i < MANY; i++) {
      bytes.writeBytes(bytes(value));
    }
    return bytes.toByteArray();
  }

  private static DynamicTest bounded(String name, byte[] message) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          long taken = Long.MAX_VALUE;
          long most = LIMITS.budget(message.length) * FACTOR + OWN_BYTES;
          // The first time, classes are loaded.
          for (int i = 0; i < 2 && taken > most; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            try {
              LARDER.decode(message, Object.class);
            } catch (LarderException e) {
              // That is what limits are for.
            }
            taken = THREADS.getCurrentThreadAllocatedBytes() - before;
          }
          assertTrue(taken <= most, taken + " bytes, more than " + most);
        });
  }

  @TestFactory
  Stream<DynamicTest> valuesOfAKindTakeNoMoreThanTheLimitsAllow() {
    List<DynamicTest> tests = new ArrayList<>();
    for (int kind = 0; kind < 0x80; kind++) {
      String of = "fd10%02x".formatted(kind);
      for (String content :
          List.of(
              "05",
              "3161",
              "f300",
              "f30105",
              "f20111" + "05",
              "f200",
              "ea",
              "f00101",
              "fd060205",
              "fd0302",
              "fd0405",
              "f3020501",
              "33455552")) {
        tests.add(bounded("many of kind " + of + " of " + content, list(of + content)));
      }
      // A column of integers, each one above the last; and one of many that are equal.
      tests.add(bounded("a large " + of, bytes("c140", of, "f1", varint(900_000), "02000200")));
      tests.add(
          bounded(
              "large keys of " + of, bytes("c140", of, "f2", varint(900_000), "02000200", "11")));
      tests.add(
          bounded(
              "a column of kind " + of,
              bytes("c140f1", varint(900_000), "13%02x".formatted(kind), "010000")));
    }
    tests.add(bounded("URIs", list("fd1017" + "40" + "61".repeat(16))));
    tests.add(
        bounded(
            "keys of a class",
            bytes(
                "c140fd10833e6a6176612e6c616e672e4c6f6e67",
                "f2",
                varint(900_000),
                "02000200",
                "11")));
    return tests.stream();
  }
}
