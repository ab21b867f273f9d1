package dev.larder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.support.Same;
import java.io.IOException;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Every level is read, and each spends its time on other bytes")
class LevelTest {
  enum Colour {
    RED,
    GREEN
  }

  static class Part {
    String name;
    double weight;
    Integer count;
    String note;
    String origin;
    List<String> tags;

    static Part of(int number) {
      Part part = new Part();
      part.name = "part é " + number;
      part.weight = number / 8.0;
      if (number % 2 == 0) {
        part.count = number;
        part.note = "2026-01-0" + (1 + number % 9);
        part.tags = List.of("一二三", "plain text that is long enough");
      }
      return part;
    }
  }

  static class Box {
    Map<String, Part> byName = new LinkedHashMap<>();
    Map<Integer, Long> counts = new LinkedHashMap<>();
    Map<Colour, String> colours = new EnumMap<>(Colour.class);
    Map<Object, Object> free = new LinkedHashMap<>();
    List<Part> few = new ArrayList<>();
    Part[] many;
    double[] weights = {0.1, 1 / 3.0, -0.0};
    String first;
    String second;
    String third;

    static Box of(int size) {
      Box box = new Box();
      for (int i = 0; i < size; i++) {
        box.byName.put("key " + i, i % 3 == 0 ? null : Part.of(i));
        box.counts.put(i * 7, 1L << i);
        box.few.add(i == 4 ? null : Part.of(i));
        box.free.put("id-" + (1000 + i), List.of(i, "𝄞 and more"));
      }
      box.colours.put(Colour.GREEN, "grün");
      box.free.put("nested", new LinkedHashMap<>(Map.of(1, 2)));
      box.many = IntStream.range(0, 3 * size).mapToObj(Part::of).toArray(Part[]::new);
      return box;
    }
  }

  private static Larder larder(Level level) {
    return Larder.builder().register(Box.class, Part.class).level(level).build();
  }

  private static String hex(Larder larder, Object value, Type type) {
    return HexFormat.of().formatHex(larder.encode(value, type));
  }

  private static String hex(Level level, Object value) {
    return hex(larder(level), value, null);
  }

  @Test
  void objects_come_back_from_every_level() {
    for (Level level : Level.values()) {
      for (boolean shares : new boolean[] {false, true}) {
        Larder larder =
            Larder.builder()
                .register(Box.class, Part.class)
                .level(level)
                .sharing(shares)
                .checksum(shares)
                .build();
        for (int size = 0; size < 20; size++) {
          Box box = Box.of(size);
          byte[] bytes = larder.encode(box);
          assertTrue(Same.exactly(box, larder.decode(bytes, Box.class)), level + " " + size);
          assertTrue(Same.exactly(box, larder.decode(bytes, Object.class)), level + " " + size);
        }
      }
    }
  }

  @Test
  void values_under_a_profile_come_back_from_every_level() throws IOException {
    List<Object> values = new ArrayList<>(List.of("hello", "hello world", "grün", "包含", 5, 0.5));
    values.addAll(List.of(List.of("a text", "another text"), Map.of("id", 5, "status", "open")));
    for (String name : List.of("small", "many", "texts", "empty")) {
      Path file = Path.of("../../vectors/profiles/" + name + ".profile.hex");
      Path from = Path.of(System.getProperty("basedir", ".")).resolve(file);
      String hex = Files.readString(from).replaceAll("\\s", "");
      Profile profile = Profile.of(HexFormat.of().parseHex(hex));
      for (Level level : Level.values()) {
        Larder larder = Larder.builder().profile(profile).level(level).build();
        Larder reader = Larder.builder().alsoReads(profile).build();
        for (Object value : values) {
          assertEquals(value, reader.decode(larder.encode(value), Object.class), name + level);
        }
      }
    }
  }

  @Test
  void at_fast_texts_stand_as_strings_have_them() {
    assertEquals("c140" + "3461626364", hex(Level.FAST, "abcd"));
    assertEquals("c140" + "8004" + "61e962ff", hex(Level.FAST, "aébÿ"));
    assertEquals("c140" + "8103" + "61000553" + "ff00", hex(Level.FAST, "a包ÿ"));
    assertEquals("c140" + "8102" + "34d81edd", hex(Level.FAST, "𝄞"));
    assertEquals("c140" + "3a323032362d30312d3031", hex(Level.FAST, "2026-01-01"));
    assertEquals("c140" + "f7c5b3", hex(Level.BALANCED, "2026-01-01").substring(0, 10));
    for (String half : List.of("\uD834", "abcdefgh\uD834", "包\uDD1Ea", "\uDD1E\uD834aaaaaaaa")) {
      for (Level level : Level.values()) {
        LarderException error =
            assertThrows(LarderException.class, () -> larder(level).encode(half));
        assertEquals(ErrorKind.INVALID_UTF8, error.kind());
      }
    }
  }

  @Test
  void at_fast_floats_are_their_bits() {
    assertEquals("c140" + "eb000000000000e03f", hex(Level.FAST, 0.5));
    assertEquals("c140" + "ec0a", hex(Level.BALANCED, 0.5));
    List<Double> two = List.of(0.5, 0.5);
    String bits = "000000000000e03f";
    assertEquals("c140fd1034f10204" + bits + bits, hex(Level.FAST, two));
    assertEquals("c140fd1034f302ec0aec0a", hex(Level.BALANCED, two));
  }

  /** Declared as maps of texts and of integers. */
  static class Declared {
    Map<String, Integer> texts = new LinkedHashMap<>();
    Map<Integer, String> integers = new LinkedHashMap<>();
  }

  @Test
  void a_declared_map_needs_no_shape() {
    Declared declared = new Declared();
    declared.texts.put("a", 1);
    declared.texts.put("b", null);
    declared.integers.put(500, "x");
    Larder larder = Larder.builder().register(Declared.class).build();
    String bytes = hex(larder, declared, null);
    assertTrue(
        bytes.endsWith("d0" + "8302" + "316101" + "3162e8" + "8301" + "d9c400" + "3178"), bytes);
    assertTrue(Same.exactly(declared, larder.decode(larder.encode(declared), Declared.class)));
  }

  @Test
  void an_object_of_many_nulls_says_so_in_bits() {
    Part part = new Part();
    part.name = "nut";
    String bytes = hex(Level.BALANCED, part);
    // Of name, weight, count, note, origin and tags, the last four are null.
    assertTrue(bytes.endsWith("82" + "02" + "3c" + "336e7574" + "ee0000"), bytes);
    assertTrue(hex(Level.FAST, part).endsWith("d0336e7574eb0000000000000000e8e8e8e8"));
  }

  @Test
  @DisplayName("What would cost a reader too much as rows or columns is written value by value")
  void what_costs_too_much_is_written_value_by_value() {
    List<Object> maps = new ArrayList<>();
    for (int i = 0; i < 9_000; i++) {
      Map<String, Object> map = new LinkedHashMap<>();
      for (int key = i % 2 * 10; key < 20 + i % 2 * 10; key++) {
        map.put("k" + (char) ('A' + key), 1);
      }
      maps.add(map);
    }
    for (Level level : Level.values()) {
      Larder larder = larder(level);
      byte[] few = larder.encode(maps.subList(0, 20));
      // Two shapes of 20 keys each, or one of 30.
      assertEquals(60, few[4], level + ": twice the keys of the first definition");
      byte[] all = larder.encode(maps);
      assertEquals(40, all[4], level + ": twice the keys of the first definition");
      assertEquals(maps, larder.decode(all, Object.class));
    }
  }

  @Test
  void few_objects_are_rows_and_more_are_columns() {
    List<Part> parts = new ArrayList<>(List.of(Part.of(1), Part.of(2)));
    Larder larder = larder(Level.BALANCED);
    Type type =
        new Object() {
          final List<Part> field = null;
        }.getClass().getDeclaredFields()[0].getGenericType();
    for (int count = 2; count < 12; count++) {
      byte[] bytes = larder.encode(parts, type);
      int value = 4 + (bytes[3] & 0xFF);
      assertEquals(count < 8 ? 0x84 : 0xF1, bytes[value] & 0xFF, "tag of " + count);
      assertTrue(Same.exactly(parts, larder.decode(bytes, type)));
      parts.add(Part.of(count + 1));
    }
  }
}
