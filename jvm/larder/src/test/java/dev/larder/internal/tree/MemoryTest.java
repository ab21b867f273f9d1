package dev.larder.internal.tree;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.larder.LarderException;
import dev.larder.Limits;
import dev.larder.internal.message.Output;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Bytes that want much take no more than the limits allow, nor more of the stack than there is. */
class MemoryTest {
  private static final Limits LIMITS = new Limits(512, 4 << 20, 64);

  /** What the JDK's own objects take more than they are charged, and a reader's own arrays. */
  private static final int FACTOR = 3;

  private static final int OWN_BYTES = 1 << 20;

  /** What threads have by default: frames of the interpreter are large. */
  private static final int STACK_BYTES = 1 << 20;

  /** So often that frames are also those of compiled code. */
  private static final int TIMES = 2_000;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Bytes of hex pieces, each of which comes as often as the number after it says. */
  private static byte[] bytes(Object... pieces) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < pieces.length; i += 2) {
      byte[] piece = HexFormat.of().parseHex(((String) pieces[i]).replace(" ", ""));
      for (int times = (Integer) pieces[i + 1]; times > 0; times--) {
        bytes.writeBytes(piece);
      }
    }
    return bytes.toByteArray();
  }

  private static String varint(int value) {
    byte[] bytes = new byte[5];
    int length = Output.varint(value, bytes, 0);
    return HexFormat.of().formatHex(bytes, 0, length);
  }

  /** A list of as many values of these bytes, after definitions. */
  private static byte[] list(String definitions, String value, int times) {
    return bytes("C1 40" + definitions + "F3" + varint(times), 1, value, times);
  }

  private static DynamicTest bounded(String name, byte[] bytes) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          ExactCodec codec = new ExactCodec(null);
          long before = THREADS.getCurrentThreadAllocatedBytes();
          try {
            codec.decode(bytes, 0, bytes.length, LIMITS);
          } catch (LarderException e) {
            // That is what limits are for.
          }
          long taken = THREADS.getCurrentThreadAllocatedBytes() - before;
          long most = LIMITS.budget(bytes.length) * FACTOR + OWN_BYTES;
          assertTrue(taken <= most, taken + " bytes, more than " + most);
        });
  }

  /** Plain columns of one value within one another. */
  private static byte[] plainColumns(int depth) {
    String value = "E8";
    for (int i = 0; i < depth; i++) {
      value = "F1 01 00" + varint(value.replace(" ", "").length() / 2) + value;
    }
    return bytes("C1 40" + value, 1);
  }

  /** Rows of a shape of 32 keys; how many, the gaps and the rows follow. */
  private static final String ROWS = "C1 40 F5 04 40 F1 00 20 84";

  private static final String ALL = "FF FF FF FF";
  private static final String OTHERS = "FF FF FF FF FE FF FF FF E8";

  /** Of each sixteen records of two keys, all but one lack the first, and one the second. */
  private static byte[] columnsOfAbsentValues(int times) {
    return list("F5 04 04 F1 00 02", "F1 10 10 00 51 FE FF 51 01 00", times);
  }

  @TestFactory
  Stream<DynamicTest> hostileBytesTakeNoMoreThanTheLimitsAllow() {
    int many = 50_000;
    return Stream.of(
        bounded("integers", list("", "DC 00 00 00 00 01 00 00 00", many)),
        bounded("floats", list("", "EC 15", many)),
        bounded("empty texts", list("", "30", many)),
        bounded("short texts", list("", "31 61", many)),
        bounded("texts that may come again", list("", "34 61 62 63 64", many)),
        bounded("texts of two bytes a character", list("", "36 61 C3 A9 E5 8C 85", many)),
        bounded(
            "texts again",
            bytes("C1 40 F3", 1, varint(many + 1), 1, "EF 14", 1, "61", 68, "FE 00", many)),
        bounded("wide texts", list("", "F6 04 80 01 80 02", many)),
        bounded("no digits", list("", "FA 00", many)),
        bounded("dates", list("", "F7 00 01", many)),
        bounded("hexadecimal", bytes("C1 40 FB", 1, varint(2 * many), 1, "AB", many)),
        bounded("base64", bytes("C1 40 FF", 1, varint(2 * many), 1, "AB", many)),
        bounded("empty bytes", list("", "F0 00", many)),
        bounded("empty lists", list("", "F3 00", many)),
        bounded("empty maps", list("", "F2 00", many)),
        bounded("maps of one", list("", "F2 01 11 11", many)),
        bounded("records without keys", list("F5 01 00", "D0", many)),
        bounded("records of one key", list("F5 03 02 31 61", "D0 E8", many)),
        bounded("columns of one value", list("", "F1 01 11", many)),
        bounded("columns of many nulls", list("", "F1 80 08 11", many)),
        bounded("columns of many integers", list("", "F1 80 08 01 FF FF 3F 00", many)),
        bounded("columns of many texts", list("", "F1 80 08 09 01 FF FF 3F 00", many)),
        bounded("columns of a distinct text", list("", "F1 80 08 0B 01 01 61 01 00 00", many)),
        bounded("columns of no text", list("", "F1 80 08 0C 01 00 00", many)),
        bounded("columns of records", list("F5 04 06 F1 00 03", "F1 20 10 00 11 11 11", many)),
        bounded("columns of records without keys", list("F5 01 00", "F1 80 08 10 00", many)),
        bounded("columns of empty lists", list("", "F1 80 08 14 01 00 00", many)),
        bounded("columns of lists of nulls", list("", "F1 80 08 14 01 04 00 11", many)),
        bounded("columns of absent values", columnsOfAbsentValues(many)),
        bounded("empty rows", list("F5 01 00", "84 00 00", many)),
        bounded("rows without keys", list("F5 01 00", "84 80 08 00", many)),
        bounded("rows of one key", list("F5 03 02 31 61", "84 02 00 E8 E8", many)),
        bounded("rows of nulls", bytes(ROWS + varint(many), 1, "02", 1, "FF FF FF FF", many)),
        bounded("rows that lack all keys", bytes(ROWS + varint(many), 1, "01", 1, ALL, many)),
        bounded("rows that lack other keys", bytes(ROWS + varint(many), 1, "01", 1, OTHERS, many)),
        bounded("records that lack their key", list("F5 03 02 31 61", "82 01 01", many)),
        bounded("records of nulls", list("F5 03 02 31 61", "82 02 01", many)),
        bounded("keys and values in turn", list("", "83 02 00 E8 01 E8", many)),
        bounded("one map of keys and values", bytes("C1 40 83", 1, varint(2), 1, "00 E8 01 E8", 1)),
        bounded("Latin-1", list("", "80 04 61 E9 62 FF", many)),
        bounded("a long text in Latin-1", bytes("C1 40 80", 1, varint(many), 1, "E9", many)),
        bounded("UTF-16", list("", "81 02 05 53 61 00", many)),
        bounded("UTF-16 that is Latin-1", list("", "81 02 E9 00 61 00", many)),
        bounded("a long text in UTF-16", bytes("C1 40 81", 1, varint(many), 1, "05 53", many)),
        bounded("a long surrogate pair", bytes("C1 40 81", 1, varint(many), 1, "34 D8", many)),
        bounded(
            "definitions of names by number",
            bytes("C1 40 F5", 1, varint(3 * many + 4), 1, "03 31 61 00", 1, "03 90 00", many)),
        bounded("integers beyond 64 bits", list("", "FD 00 09 01 00 00 00 00 00 00 00 00", many)),
        bounded("decimals", list("", "FD 02 04 01 05", many)),
        bounded("times", list("", "FD 04 05", many)),
        bounded("moments", list("", "FD 06 02 05", many)),
        bounded("cases", list("", "FD 0A 31 61 31 62", many)),
        bounded("shared values", list("", "FD 0D 31 61", many)),
        bounded(
            "definitions of nothing", bytes("C1 40 F5", 1, varint(many), 1, "00", many, "E8", 1)),
        bounded(
            "definitions of runs",
            bytes("C1 40 F5", 1, varint(6 * many), 1, "80 08 F1 00 80 04", many, "E8", 1)),
        bounded(
            "definitions of names",
            bytes(
                "C1 40 F5",
                1,
                varint(2 * many + 4),
                1,
                "80 80 04 FF 80 80 02",
                1,
                "FF",
                2 * many,
                "E8",
                1)),
        bounded("a map of many keys", bytes("C1 40 F2 80 80 04 02 00 02 00 11", 1)),
        bounded("a column that no memory holds", bytes("C1 40 F1 FF FF FF FF 07 11", 1)),
        bounded("bytes that are not there", bytes("C1 40 F0 FF FF FF FF 07", 1)),
        bounded(
            "a frame of more than there is",
            bytes("C1 4A 01 10 28 B5 2F FD A0 00 00 00 7F", 1, "00", 12)));
  }

  @Test
  void theDeepestValuesFitAStack() throws InterruptedException {
    byte[][] deep = {
      bytes("C1 40", 1, "F3 01", 511, "F3 00", 1),
      plainColumns(512),
      bytes("C1 40 F5 03 02 31 61", 1, "D0", 512, "E8", 1),
      bytes("C1 40 F5 05 03 31 61 31 62", 1, "D0", 512, "E8", 1),
      bytes("C1 40 F5 03 02 31 61 F1 01", 1, "10 00", 511, "11", 1),
      bytes("C1 40 F1 01", 1, "14 01 02 00", 511, "11", 1),
      bytes("C1 40 F5 03 02 31 61", 1, "84 01 00", 256, "E8", 1),
      bytes("C1 40 F5 03 02 31 61", 1, "82 01 00", 512, "E8", 1),
      bytes("C1 40", 1, "83 01 00", 512, "E8", 1),
      bytes("C1 40", 1, "FD 0C 31 61", 512, "E8", 1),
      bytes("C1 40", 1, "FD 0D", 512, "E8", 1)
    };
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Runnable read =
        () -> {
          ExactCodec codec = new ExactCodec(null);
          for (int i = 0; i < TIMES * deep.length; i++) {
            byte[] bytes = deep[i % deep.length];
            codec.decode(bytes);
          }
        };
    Thread thread = new Thread(null, read, "default", STACK_BYTES);
    thread.setUncaughtExceptionHandler((failed, thrown) -> failure.set(thrown));
    thread.start();
    thread.join();
    if (failure.get() != null) {
      throw new AssertionError(failure.get());
    }
  }
}
