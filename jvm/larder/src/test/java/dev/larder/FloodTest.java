package dev.larder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Messages whose definitions are never the same twice: they cost no memory that stays, and take
 * nothing from those that are. {@code -Dlarder.flood=1000000} for as many as one likes.
 */
class FloodTest {
  private static final int MESSAGES = Integer.getInteger("larder.flood", 30_000);

  /** So often a shape comes before a reader is generated for it. */
  private static final int OFTEN = 64;

  private static final long MAX_HEAP = 24 << 20;
  private static final long MAX_METASPACE = 8 << 20;

  static class Point {
    int x;
    int y;
  }

  record Pair(Object one, Object other) {}

  private static final Larder LARDER = Larder.builder().register(Point.class, Pair.class).build();

  /** A record of a shape with these keys, each of which is 7. */
  private static byte[] message(String className, String... keys) {
    ByteArrayOutputStream definition = new ByteArrayOutputStream();
    varint(definition, keys.length << 1 | (className == null ? 0 : 1));
    if (className != null) {
      text(definition, className);
    }
    for (String key : keys) {
      text(definition, key);
    }
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    message.write(0xC1);
    message.write(0x40);
    message.write(0xF5);
    varint(message, definition.size());
    message.writeBytes(definition.toByteArray());
    message.write(0xD0);
    for (int i = 0; i < keys.length; i++) {
      message.write(7);
    }
    return message.toByteArray();
  }

  private static void text(ByteArrayOutputStream to, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    to.write(0x30 + bytes.length);
    to.writeBytes(bytes);
  }

  private static void varint(ByteArrayOutputStream to, int value) {
    int rest = value;
    for (; rest >= 0x80; rest >>>= 7) {
      to.write(rest | 0x80);
    }
    to.write(rest);
  }

  private static long used(boolean ofHeap) {
    long used = 0;
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    if (ofHeap) {
      return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getName().contains("Metaspace")) {
        used += pool.getUsage().getUsed();
      }
    }
    return used;
  }

  private static long nanoseconds(byte[] message) {
    long least = Long.MAX_VALUE;
    for (int run = 0; run < 20; run++) {
      long start = System.nanoTime();
      for (int i = 0; i < 2_000; i++) {
        LARDER.decode(message, Point.class);
      }
      least = Math.min(least, System.nanoTime() - start);
    }
    return least;
  }

  private static void flood(int number) {
    String name = "k" + number;
    byte[] unknownKeys = message("Point", "x", name);
    assertEquals(7, LARDER.decode(unknownKeys, Point.class).x);
    byte[] map = message(null, "y", name);
    assertEquals(7, LARDER.decode(map, Point.class).y);
    assertEquals(Map.of("a", 7, name, 7), LARDER.decode(message(null, "a", name), Object.class));
    byte[] unknownClass = message("C" + number, "x");
    LarderException error =
        assertThrows(LarderException.class, () -> LARDER.decode(unknownClass, Object.class));
    assertEquals(ErrorKind.REFUSED, error.kind());
  }

  @Test
  void shapesThatNeverComeAgainCostNothingThatStays() {
    byte[] own = LARDER.encode(new Point());
    long fast = nanoseconds(own);
    for (int i = 0; i < 2_000; i++) {
      flood(-i);
    }
    long heap = used(true);
    long metaspace = used(false);
    for (int i = 0; i < MESSAGES; i++) {
      flood(i);
    }
    // Some come often enough that a reader is generated, as long as there are few.
    for (int i = 0; i < MESSAGES / 100; i++) {
      byte[] often = message("Point", "y", "o" + i);
      for (int times = 0; times <= OFTEN; times++) {
        LARDER.decode(often, Point.class);
      }
    }
    long moreHeap = used(true) - heap;
    long moreMetaspace = used(false) - metaspace;
    long after = nanoseconds(own);
    String figures =
        "%d messages: heap %+d KiB, metaspace %+d KiB; own shape %d ns before, %d after"
            .formatted(
                4L * MESSAGES, moreHeap >> 10, moreMetaspace >> 10, fast / 2_000, after / 2_000);
    System.out.println(figures);
    assertTrue(moreHeap < MAX_HEAP, figures);
    assertTrue(moreMetaspace < MAX_METASPACE, figures);
    // As noisy as machines are; interpreted, it takes several times as long.
    assertTrue(after < 4 * fast, figures);
  }

  @Test
  void keysThatAreWrittenOnceCostNothingThatStaysAtAnyLevel() {
    for (Level level : Level.values()) {
      Larder larder = Larder.builder().register(Pair.class).level(level).build();
      for (int i = 0; i < 2_000; i++) {
        written(larder, -i);
      }
      long heap = used(true);
      long metaspace = used(false);
      for (int i = 0; i < MESSAGES; i++) {
        written(larder, i);
      }
      long moreHeap = used(true) - heap;
      long moreMetaspace = used(false) - metaspace;
      String figures =
          "%s: heap %+d KiB, metaspace %+d KiB"
              .formatted(level, moreHeap >> 10, moreMetaspace >> 10);
      assertTrue(moreHeap < MAX_HEAP, figures);
      assertTrue(moreMetaspace < MAX_METASPACE, figures);
    }
  }

  /** Maps of keys and texts that no other number has, by themselves and in a list. */
  private static void written(Larder larder, int number) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("k" + number, "a text that comes once, in value " + number);
    map.put("l" + number, number);
    Pair value = new Pair(map, List.of(map, map));
    assertEquals(value, larder.decode(larder.encode(value), Pair.class));
  }

  @Test
  void aShapeOfManyKeysIsReadHoweverOften() {
    String[] keys = new String[10_000];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = "k" + i;
    }
    keys[0] = "x";
    for (byte[] message : List.of(message("Point", keys), message(null, keys))) {
      for (int i = 0; i < 2 * OFTEN; i++) {
        assertEquals(7, LARDER.decode(message, Point.class).x);
      }
      assertInstanceOf(Point.class, LARDER.decode(message, Point.class));
    }
  }
}
