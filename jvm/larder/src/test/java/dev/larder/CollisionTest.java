package dev.larder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.larder.internal.bytes.FloatBits;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Elements and keys that were made to have one hash take no more time than others, whichever level
 * wrote them.
 */
class CollisionTest {
  /** As many would take minutes, if each were compared with all. */
  private static final int MANY = 150_000;

  private static final Duration SOON = Duration.ofSeconds(30);

  record Pair(Object one, Object other) {}

  static final class Own {
    int number;
    List<Integer> list;

    Own() {}

    Own(int number, List<Integer> list) {
      this.number = number;
      this.list = list;
    }

    @Override
    public int hashCode() {
      return list.hashCode();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Own own && number == own.number && Objects.equals(list, own.list);
    }
  }

  record Holder(Set<LocalDateTime> moments, Map<LocalDateTime, Integer> byMoment) {}

  private static final Larder LARDER = larder(Level.BALANCED);

  private static Larder larder(Level level) {
    return Larder.builder().register(Pair.class, Own.class, Holder.class).level(level).build();
  }

  /** A message of this kind, and of what a value is written as. */
  private static byte[] message(Larder larder, String kind, Object value) {
    byte[] encoded = larder.encode(value);
    int start = 2;
    if ((encoded[2] & 0xFF) == 0xF5) {
      start = 4 + encoded[3];
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(encoded, 0, start);
    bytes.writeBytes(HexFormat.of().parseHex(kind));
    bytes.write(encoded, start, encoded.length - start);
    return bytes.toByteArray();
  }

  private static <T> List<T> many(IntFunction<T> each) {
    List<T> list = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      list.add(each.apply(i));
    }
    return list;
  }

  /** Its hash is that of every other of these. */
  private static List<Integer> list(int i) {
    return new ArrayList<>(List.of(i, -31 * i));
  }

  /** Not one of two objects of these is in order with another. */
  private static LocalDateTime moment(int i) {
    // Of one hash are those whose days and seconds differ alike.
    LocalDateTime moment = LocalDateTime.ofEpochSecond(i * 86_400L, 0, ZoneOffset.UTC);
    int hash = moment.hashCode();
    return moment.withNano((hash ^ 0x1234_5678) & 0x1FFF_FFFF);
  }

  /** A map that looks for no key, so that the test itself takes no more time than it should. */
  private static Map<Object, Object> map(int count, IntFunction<?> key) {
    Set<Map.Entry<Object, Object>> entries =
        new AbstractSet<>() {
          @Override
          public Iterator<Map.Entry<Object, Object>> iterator() {
            return IntStream.range(0, count)
                .mapToObj(i -> Map.<Object, Object>entry(key.apply(i), 1))
                .iterator();
          }

          @Override
          public int size() {
            return count;
          }
        };
    return new AbstractMap<>() {
      @Override
      public Set<Map.Entry<Object, Object>> entrySet() {
        return entries;
      }
    };
  }

  private static Map<Object, Object> map(IntFunction<?> key) {
    return map(MANY, key);
  }

  private static ByteBuffer bytes(int i) {
    byte[] bytes = new byte[36];
    for (int bit = 0; bit < 18; bit++) {
      boolean isOne = (i >> bit & 1) != 0;
      bytes[2 * bit] = (byte) (isOne ? 0x40 : 0x21);
      bytes[2 * bit + 1] = (byte) (isOne ? 0x3F : 0x40);
    }
    return ByteBuffer.wrap(bytes);
  }

  private static FloatBits nan(int i) {
    long high = 0x7FF8_0000 | i + 1;
    return new FloatBits(high << 32 | high ^ 0x7FF8_0000);
  }

  private static DynamicTest soon(String name, byte[] message) {
    return soon(name, message, Object.class);
  }

  private static DynamicTest soon(String name, byte[] message, Class<?> type) {
    return DynamicTest.dynamicTest(
        name,
        () ->
            assertTimeoutPreemptively(
                SOON,
                () -> {
                  try {
                    LARDER.decode(message, type);
                  } catch (LarderException e) {
                    assertEquals(ErrorKind.TOO_LARGE, e.kind(), e.getMessage());
                  }
                }));
  }

  @TestFactory
  Stream<DynamicTest> whatHasOneHashTakesNoMoreTime() {
    return Stream.of(Level.values()).flatMap(level -> soon(level, larder(level)));
  }

  private static Stream<DynamicTest> soon(Level level, Larder larder) {
    List<List<Integer>> lists = many(CollisionTest::list);
    List<Pair> records = many(i -> new Pair(i, -31 * i));
    List<Object> pairs = new ArrayList<>();
    lists.forEach(
        each -> {
          pairs.add(each);
          pairs.add(null);
        });
    List<LocalDateTime> moments = many(CollisionTest::moment);
    Map<Object, Object> byMoment = map(i -> moments.get(i).toString());
    Map<Object, Object> mixed = map(12_000, i -> i == 0 ? "\u0005" : (long) i << 32 | i ^ 5L);
    return Stream.of(
        soon(
            level + ": maps in a column",
            HexFormat.of().parseHex("c140f503040030fd1040f1c0b8021000020002000280f1040100")),
        soon(level + ": a set of lists", message(larder, "fd1040", lists)),
        soon(
            level + ": a set of sets",
            message(larder, "fd1041", many(i -> new ArrayList<>(List.of(list(i)))))),
        soon(level + ": a set of records", message(larder, "fd1040", records)),
        soon(
            level + ": a set of objects",
            message(larder, "fd1040", many(i -> new Own(i, List.of(1))))),
        soon(
            level + ": a set of optionals",
            message(larder, "fd1040", many(i -> java.util.Optional.of(list(i))))),
        soon(level + ": an unmodifiable set", message(larder, "fd1045", lists)),
        soon(
            level + ": an unmodifiable set of integers",
            message(larder, "fd1045", many(i -> i * 2 * MANY))),
        soon(level + ": another unmodifiable set", message(larder, "fd1046", lists)),
        soon(level + ": a concurrent set", message(larder, "fd1047", lists)),
        soon(level + ": a set that copies itself", message(larder, "fd1043", many(i -> i))),
        soon(
            level + ": a set of lists that copies itself",
            message(larder, "fd1043", lists.subList(0, 4_000))),
        soon(level + ": a map of lists", message(larder, "fd106f", pairs)),
        soon(level + ": a concurrent map of lists", message(larder, "fd1061fd106f", pairs)),
        soon(level + ": an unmodifiable map", message(larder, "fd1063", map(i -> i * 2 * MANY))),
        soon(level + ": a Hashtable", message(larder, "fd1065", map(i -> i * (MANY * 4L / 3 + 1)))),
        soon(level + ": keys that are bytes", larder.encode(map(CollisionTest::bytes))),
        soon(level + ": keys that are NaNs", larder.encode(map(CollisionTest::nan))),
        soon(level + ": keys of several classes", larder.encode(mixed)),
        soon(level + ": moments", message(larder, "fd1040", moments)),
        soon(level + ": declared moments", larder.encode(Map.of("moments", moments)), Holder.class),
        soon(
            level + ": moments as keys", larder.encode(Map.of("byMoment", byMoment)), Holder.class),
        soon(
            level + ": texts as sorted keys",
            message(larder, "fd1042", many(i -> "x".repeat(100) + i))));
  }

  @Test
  void elementsThatHappenToHaveOneHashAreRead() {
    List<Object> some = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      some.add(list(i));
    }
    Set<Object> set = new java.util.HashSet<>(some);
    assertEquals(set, LARDER.decode(LARDER.encode(set), Object.class));
    Set<Object> unmodifiable = Set.copyOf(some);
    assertEquals(unmodifiable, LARDER.decode(LARDER.encode(unmodifiable), Object.class));
  }

  @Test
  void nullIsFoundBesideWhatSharesItsHash() {
    Set<Object> set = new java.util.LinkedHashSet<>();
    Map<Object, Object> map = new java.util.LinkedHashMap<>();
    for (Object each : new Object[] {null, 0, "", false, 0L}) {
      set.add(each);
      map.put(each, "value of " + each);
    }
    for (Object value :
        List.of(set, new java.util.HashSet<>(set), map, new java.util.HashMap<>(map))) {
      assertEquals(value, LARDER.decode(LARDER.encode(value), Object.class));
    }
    java.util.Collections.addAll(set, "a", 97);
    assertEquals(set, LARDER.decode(LARDER.encode(set), Object.class));
  }
}
