package dev.larder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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
import java.util.Random;
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

  /** More primitive fields in a row than are written without asking for room. */
  static class Numbers {
    String before;
    long a = Long.MIN_VALUE;
    long b = Long.MAX_VALUE;
    double c = -0.1;
    float d = 0.1f;
    char e = '包';
    char f = 'é';
    char g = '\uD834';
    short h = Short.MIN_VALUE;
    byte i = Byte.MAX_VALUE;
    boolean j = true;
    int k = 303;
    int l = 304;
    int m = 65_839;
    int n = 65_840;
    int o = 16_843_056;
    long p = -(1L << 49) - 1;
    char q = '~';
    Colour colour = Colour.GREEN;
    Numbers next;
    String after;
  }

  /** Buffers that are new each time, so that each grows where a value begins to be too long. */
  private static final Pool NEW_BUFFERS =
      new Pool() {
        @Override
        public Buffers take() {
          return Pool.make();
        }

        @Override
        public void give(Buffers buffers) {}
      };

  @Test
  void definitions_that_come_again_are_those_of_a_first_message() {
    Random random = new Random(9);
    for (Level level : Level.values()) {
      Larder larder = Larder.builder().level(level).build();
      Larder first = Larder.builder().level(level).pool(NEW_BUFFERS).build();
      for (int i = 0; i < 300; i++) {
        List<Object> maps = new ArrayList<>();
        for (int shapes = 1 + random.nextInt(4); shapes > 0; shapes--) {
          Map<String, Object> map = new LinkedHashMap<>();
          for (int key = 1 + random.nextInt(2); key >= 0; key--) {
            map.put("key" + (char) ('a' + random.nextInt(3)), maps.isEmpty() ? 1 : maps.get(0));
          }
          maps.add(map);
        }
        for (int again = 0; again < 3; again++) {
          assertArrayEquals(first.encode(maps), larder.encode(maps), level + " " + maps);
        }
        assertEquals(maps, larder.decode(larder.encode(maps), Object.class));
      }
    }
  }

  @Test
  void values_come_back_from_wherever_buffers_had_to_grow() {
    for (Level level : Level.values()) {
      Larder larder =
          Larder.builder().register(Numbers.class).level(level).pool(NEW_BUFFERS).build();
      for (int length = 0; length < 600; length++) {
        Numbers numbers = new Numbers();
        numbers.before = "x".repeat(length);
        numbers.next = new Numbers();
        numbers.next.after = "包".repeat(length % 50);
        numbers.after = "é".repeat(length % 60);
        byte[] bytes = larder.encode(numbers);
        assertTrue(
            Same.exactly(numbers, larder.decode(bytes, Numbers.class)), level + " " + length);
      }
    }
  }

  @Test
  void texts_of_every_length_come_back_from_every_level() {
    for (Level level : Level.values()) {
      Larder larder = larder(level);
      Part part = new Part();
      for (int length = 0; length < 70; length++) {
        for (String other : List.of("a", "é", "包", "Ａ", "𝄞")) {
          for (int at = 0; at <= length; at++) {
            String text = "b".repeat(at) + other + "包".repeat(at % 2 * (length - at));
            part.name = text + "c".repeat(length - at);
            part.note = text;
            part.origin = "d".repeat(length);
            Part again = larder.decode(larder.encode(part), Part.class);
            assertEquals(part.name, again.name);
            assertEquals(part.note, again.note);
            assertEquals(part.origin, again.origin);
          }
        }
      }
    }
  }

  @Test
  void half_a_pair_is_refused_wherever_it_stands() {
    Larder larder = larder(Level.FAST);
    for (int length = 1; length < 40; length++) {
      for (int at = 0; at < length; at++) {
        String text = "包".repeat(at) + '\uDC00' + "Ａ".repeat(length - 1 - at);
        LarderException written =
            assertThrows(LarderException.class, () -> larder.encode(text), () -> text);
        assertEquals(ErrorKind.INVALID_UTF8, written.kind());
        byte[] bytes = new byte[4 + 2 * length];
        bytes[0] = (byte) 0xC1;
        bytes[1] = 0x40;
        bytes[2] = (byte) 0x81;
        bytes[3] = (byte) length;
        for (int i = 0; i < length; i++) {
          bytes[4 + 2 * i] = (byte) text.charAt(i);
          bytes[5 + 2 * i] = (byte) (text.charAt(i) >> 8);
        }
        LarderException read =
            assertThrows(LarderException.class, () -> larder.decode(bytes, String.class));
        assertEquals(ErrorKind.BAD_TEXT, read.kind());
      }
    }
  }

  /** Called as texts that profiles of the vectors know. */
  enum Greeting {
    @Name("hello")
    HELLO,
    @Name("hello world")
    WORLD,
    OTHER
  }

  @Test
  void a_constant_is_an_entry_at_every_level() throws IOException {
    int entries = 0;
    for (String name : List.of("small", "many", "texts", "empty")) {
      Path file = Path.of("../../vectors/profiles/" + name + ".profile.hex");
      Path from = Path.of(System.getProperty("basedir", ".")).resolve(file);
      String hex = Files.readString(from).replaceAll("\\s", "");
      Profile profile = Profile.of(HexFormat.of().parseHex(hex));
      Larder balanced = Larder.builder().profile(profile).build();
      for (Level level : Level.values()) {
        Larder larder = Larder.builder().profile(profile).level(level).build();
        for (Greeting greeting : Greeting.values()) {
          byte[] bytes = larder.encode(greeting, Greeting.class);
          assertEquals(greeting, larder.decode(bytes, (Type) Greeting.class));
          byte[] text = balanced.encode(larder.decode(bytes, String.class));
          if (text.length == 6 && (text[5] & 0xFF) >= 0x90 && (text[5] & 0xFF) < 0xD0) {
            assertArrayEquals(text, bytes, name + " " + level);
            entries++;
          }
        }
      }
    }
    assertTrue(entries > 0, "some profile has an entry for a constant");
  }

  static class Texts {
    String first;
    Texts within;
    String second;
    String third;
    int number;
    String fourth;
  }

  private static final List<String> SOME_TEXTS =
      List.of(
          "", "abc", "four", "exactly sixteen!", "x".repeat(40), "é is two", "包含", "y".repeat(60));

  private static Texts texts(Random random, int depth) {
    Texts made = new Texts();
    made.first = SOME_TEXTS.get(random.nextInt(SOME_TEXTS.size()));
    made.within = depth == 0 ? null : texts(random, depth - 1);
    made.second = random.nextInt(4) == 0 ? null : SOME_TEXTS.get(random.nextInt(8));
    made.third = SOME_TEXTS.get(random.nextInt(SOME_TEXTS.size())) + random.nextInt(3);
    made.number = random.nextInt();
    made.fourth = SOME_TEXTS.get(random.nextInt(SOME_TEXTS.size()));
    return made;
  }

  /** Texts take their numbers when one comes again: those before it, in objects within, too. */
  @Test
  void texts_that_come_again_are_found_wherever_they_stood() {
    Random random = new Random(20260102);
    for (Level level : Level.values()) {
      Larder larder = Larder.builder().register(Texts.class).level(level).build();
      for (int round = 0; round < 2_000; round++) {
        Texts value = texts(random, random.nextInt(4));
        assertTrue(Same.exactly(value, larder.decode(larder.encode(value), Texts.class)));
      }
    }
  }

  /** Of each byte of a text of an object: what no text has is refused where it stands. */
  @Test
  void texts_of_objects_are_verified_at_every_byte() {
    Larder larder = Larder.builder().register(Texts.class).level(Level.FAST).build();
    for (int length = 1; length < 70; length++) {
      Texts value = new Texts();
      value.fourth = "z".repeat(length);
      byte[] bytes = larder.encode(value);
      for (int at = bytes.length - length; at < bytes.length; at++) {
        byte[] broken = bytes.clone();
        broken[at] = (byte) 0xFF;
        LarderException error =
            assertThrows(LarderException.class, () -> larder.decode(broken, Texts.class));
        assertEquals(ErrorKind.INVALID_UTF8, error.kind());
      }
    }
  }
}
