package dev.larder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Stacks that end, and what user code throws: errors that are told, and nothing is broken after.
 */
class StackTest {
  private static final int STACK_BYTES = 160 << 10;
  private static final int MAX_SECONDS = 60;

  static class Node {
    Node next;
    int[] numbers = {1, 2, 3};
  }

  /** Goes on for ever in what a set asks of it. */
  record Endless(int number) {
    @Override
    public int hashCode() {
      return 1 + new Endless(number + 1).hashCode();
    }
  }

  record Positive(int number) {
    static RuntimeException thrown;

    Positive {
      if (number <= 0) {
        thrown = new IllegalArgumentException("not positive");
        throw thrown;
      }
    }
  }

  private static final Larder LARDER =
      Larder.builder().register(Node.class, Endless.class, Positive.class).build();

  /** What one thread with so much stack gives or throws. */
  private static <T> T onStackOf(int bytes, Supplier<T> what) {
    List<T> result = new ArrayList<>();
    List<Throwable> thrown = new ArrayList<>();
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                result.add(what.get());
              } catch (Throwable e) {
                thrown.add(e);
              }
            },
            "small",
            bytes);
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (thrown.isEmpty()) {
      return result.get(0);
    }
    if (thrown.get(0) instanceof LarderException error) {
      throw error;
    }
    throw new AssertionError(thrown.get(0));
  }

  private static byte[] nested(String level, int levels, String innermost) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(new byte[] {(byte) 0xC1, 0x40});
    for (int i = 0; i < levels; i++) {
      bytes.writeBytes(HexFormat.of().parseHex(level));
    }
    bytes.writeBytes(HexFormat.of().parseHex(innermost));
    return bytes.toByteArray();
  }

  private static Node chain(int length) {
    Node first = null;
    for (int i = 0; i < length; i++) {
      Node before = new Node();
      before.next = first;
      first = before;
    }
    return first;
  }

  /** Whether it is read and written, or both are too deep; never another thing. */
  private static boolean isTooDeep(Supplier<?> what) {
    try {
      what.get();
      return false;
    } catch (LarderException e) {
      assertEquals(ErrorKind.TOO_DEEP, e.kind());
      return true;
    }
  }

  @Test
  void valuesBeyondASmallStackAreTooDeepAndTheThreadGoesOn() {
    // By frames of the interpreter, and then of compiled code.
    Supplier<Integer> run =
        () -> {
          byte[] lists = nested("f301", 500, "f300");
          byte[] chain = LARDER.encode(chain(3));
          Node deep = chain(500);
          int tooDeep = 0;
          for (int i = 0; i < 200; i++) {
            tooDeep += isTooDeep(() -> LARDER.decode(lists, Object.class)) ? 1 : 0;
            tooDeep += isTooDeep(() -> LARDER.encode(deep)) ? 1 : 0;
            assertArrayEquals(chain, LARDER.encode(LARDER.decode(chain, Node.class)));
          }
          return tooDeep;
        };
    assertTrue(onStackOf(STACK_BYTES, run) > 0);
    assertFalse(isTooDeep(() -> LARDER.encode(chain(500))));
  }

  @Test
  void hashesThatDoNotEndAreTooDeep() {
    // A set of one such record.
    byte[] bytes =
        HexFormat.of().parseHex("c140f510" + "0337456e646c657373366e756d626572" + "fd1040f301d001");
    LarderException error =
        assertThrows(LarderException.class, () -> LARDER.decode(bytes, Object.class));
    assertEquals(ErrorKind.TOO_DEEP, error.kind());
    assertInstanceOf(StackOverflowError.class, error.getCause());
    assertEquals(new Positive(1), LARDER.decode(LARDER.encode(new Positive(1)), Positive.class));
  }

  @Test
  void whatAConstructorThrowsComesOutAsItIs() {
    byte[] bytes = LARDER.encode(new Positive(1));
    bytes[bytes.length - 1] = 0;
    for (int i = 0; i < 100; i++) {
      RuntimeException thrown =
          assertThrows(RuntimeException.class, () -> LARDER.decode(bytes, Positive.class));
      assertSame(Positive.thrown, thrown);
      assertEquals(5, LARDER.decode(LARDER.encode(5), Integer.class));
    }
  }

  /** Run in a JVM of its own, in which no class is initialised yet. */
  static final class Fresh {
    private static final String[] LEAVES = {
      "dc0000000000010000", // an integer
      "ee0205", // a decimal
      "eb0000000000000840", // a float
      "f70001", // a date as a text
      "fa04d204", // digits
      "fb0aabcdef0123", // hexadecimal
      "fc00000000000000000000000000000001", // a UUID as a text
      "ff1c01234567890123456789", // base64
      "f60480018002", // wide text
      "35c3a9e58c85", // other text in UTF-8
      "f104010002e4", // a column
      "f20201000201028001111105", // a map, or an error
      "fd0009010000000000000000", // a big integer
      "fd02040105", // a decimal number
      "fd0302", // a date
      "fd0405", // a time
      "fd050205", // a date and time
      "fd060205", // a moment
      "fd0702050030", // a moment of an offset
      "fd080205", // a duration
      "fd0900000000000000000000000000000001", // a UUID
      "fd1042f3020102", // a sorted set
      "fd1008f300", // an optional
      "fd1073f30101", // an array
      "fd10bff300" // what is refused
    };

    public static void main(String[] arguments) {
      Larder larder = Larder.builder().register(Node.class).build();
      for (String leaf : LEAVES) {
        for (int levels = 511; levels >= 0; levels -= 2) {
          byte[] bytes = nested("f301", levels, leaf);
          onStackOf(
              STACK_BYTES,
              () -> {
                try {
                  larder.decode(bytes, Object.class);
                } catch (LarderException e) {
                  return "error";
                }
                return "value";
              });
        }
      }
      System.out.println("whole");
    }
  }

  @Test
  void aStackThatEndsBreaksNoClass() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Fresh.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes());
    process.waitFor(MAX_SECONDS, TimeUnit.SECONDS);
    assertEquals("whole", output.strip());
  }
}
