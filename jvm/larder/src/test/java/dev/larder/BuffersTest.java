package dev.larder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What stands before a value is kept in the buffer for the next one. */
@DisplayName("A value's bytes do not depend on what was written before it")
class BuffersTest {
  record Short(int a) {}

  record Long(String name, List<Short> parts, Short one, Map<String, Integer> counts) {}

  private static Larder.Builder builder(int which) throws IOException {
    Larder.Builder builder = Larder.builder().register(Long.class, Short.class);
    if (which == 1 || which == 2) {
      String name = which == 1 ? "small" : "many";
      Path folder = Path.of(System.getProperty("basedir", "."), "../../vectors/profiles");
      String hex = Files.readString(folder.resolve(name + ".profile.hex")).replaceAll("\\s", "");
      builder.profile(Profile.of(HexFormat.of().parseHex(hex)));
    }
    return builder.checksum(which == 3).level(which == 4 ? Level.FAST : Level.BALANCED);
  }

  private static List<Object> values() {
    String large = "x".repeat(2 << 20);
    Short one = new Short(1);
    return List.of(
        7,
        one,
        new Long("a name", List.of(one, new Short(2)), one, Map.of("one", 1)),
        new Long("a name", List.of(), null, Map.of("a".repeat(600), 1, "another", 2)),
        Map.of("key", one, "other", "text"),
        IntStream.range(0, 60).mapToObj(i -> Map.of("key " + i + "x", i)).toList(),
        new Long(large, List.of(one), one, Map.of()));
  }

  /** Definitions of every length come before texts whose compressed bytes may be as many. */
  @Test
  void compressed_after_definitions_of_the_same_size() {
    String text = "larder0".repeat(193);
    byte[] expected = Larder.builder().level(Level.SMALL).build().encode(text);
    Larder larder = Larder.builder().level(Level.SMALL).build();
    for (int length = 1; length < 60; length++) {
      larder.encode(Map.of("k".repeat(length), 1));
      assertArrayEquals(expected, larder.encode(text), "after a key of " + length);
    }
  }

  @Test
  void whatever_came_before() throws IOException {
    List<Object> values = values();
    Pool pool = Pool.shared(1);
    List<Larder> larders = new ArrayList<>();
    List<List<byte[]>> expected = new ArrayList<>();
    for (int which = 0; which < 5; which++) {
      larders.add(builder(which).pool(pool).build());
      expected.add(new ArrayList<>());
      for (Object value : values) {
        expected.get(which).add(builder(which).build().encode(value));
      }
    }
    Random random = new Random(1);
    ByteBuffer into = ByteBuffer.allocate(4 << 20);
    for (int i = 0; i < 3_000; i++) {
      int which = random.nextInt(larders.size());
      // The last one gives the buffer back, so it comes seldom.
      int number = random.nextInt(40) == 0 ? 6 : random.nextInt(6);
      for (int again = random.nextInt(4); again >= 0; again--) {
        Object value = values.get(number);
        if (again == 1) {
          larders.get(which).encode(value, into.clear());
          byte[] put = Arrays.copyOf(into.array(), into.position());
          assertArrayEquals(expected.get(which).get(number), put);
        } else {
          assertArrayEquals(expected.get(which).get(number), larders.get(which).encode(value));
        }
      }
    }
  }

  /**
   * Eight shapes are compared one by one, and more are looked up. A shape of more than 512 keys is
   * another object each time, so the eighth shape is looked up when the first one comes again.
   */
  @Test
  void eight_shapes_of_which_one_came_again() {
    List<Object> before = new ArrayList<>();
    before.add(keys("wide", 600));
    for (int i = 1; i < 8; i++) {
      before.add(keys("before" + (char) ('a' + i), i));
    }
    before.add(keys("wide", 600));
    List<Object> value = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      value.add(keys("after" + (char) ('a' + i), 20 + i));
    }
    value.add(before.get(3));
    for (Level level : Level.values()) {
      byte[] expected = Larder.builder().level(level).build().encode(value);
      Larder larder = Larder.builder().level(level).build();
      larder.encode(before);
      byte[] bytes = larder.encode(value);
      assertArrayEquals(expected, bytes, level.name());
      assertEquals(value, larder.decode(bytes, Object.class), level.name());
    }
  }

  /** A map of so many keys, which do not look like data. */
  private static Map<String, Object> keys(String prefix, int count) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      map.put("%s_%c%c".formatted(prefix, 'a' + i / 26, 'a' + i % 26), i);
    }
    return map;
  }

  @Test
  void memory_that_only_a_large_value_needed_is_given_back() throws Exception {
    Random random = new Random(1);
    List<Integer> numbers = random.ints(400_000).boxed().toList();
    List<Double> floats = random.doubles(400_000).boxed().toList();
    List<String> texts = numbers.stream().map(number -> "text " + number).toList();
    List<Object> large =
        List.of(
            "x".repeat(2 << 20),
            "包".repeat(2 << 20),
            "ab12".repeat(1 << 20),
            numbers,
            floats,
            texts,
            texts.stream().map(text -> text + "包").toList(),
            texts.stream().map(text -> Map.of(text, 1)).toList(),
            Map.of("k".repeat(2 << 20), 1),
            numbers.stream().map(Short::new).toList());
    for (int which : new int[] {0, 1, 2, 4}) {
      for (Level level : Level.values()) {
        for (Object value : large) {
          Pool.Buffers buffers = Pool.make();
          Pool one =
              new Pool() {
                @Override
                public Buffers take() {
                  return buffers;
                }

                @Override
                public void give(Buffers given) {}
              };
          builder(which).level(level).sharing(which == 0).pool(one).build().encode(value);
          assertTrue(largest(buffers.output) <= 1 << 20, which + " " + level);
        }
      }
    }
  }

  /** How many bytes the largest array takes that these objects hold. */
  private static long largest(Object root) throws IllegalAccessException {
    Set<Object> met = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object> rest = new ArrayDeque<>(List.of(root));
    long largest = 0;
    while (!rest.isEmpty()) {
      Object object = rest.pop();
      if (!met.add(object)) {
        continue;
      }
      Class<?> type = object.getClass();
      if (type.isArray()) {
        int each =
            type == byte[].class ? 1 : type == char[].class ? 2 : type == int[].class ? 4 : 8;
        largest = Math.max(largest, (long) each * Array.getLength(object));
        if (object instanceof Object[] objects) {
          Arrays.stream(objects).filter(Objects::nonNull).forEach(rest::push);
        }
        continue;
      }
      for (; type.getName().startsWith("dev.larder."); type = type.getSuperclass()) {
        for (Field field : type.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
            field.setAccessible(true);
            Object held = field.get(object);
            if (held != null) {
              rest.push(held);
            }
          }
        }
      }
    }
    return largest;
  }
}
