package dev.larder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LarderTest {
  enum Color {
    RED,
    GREEN {
      @Override
      public String toString() {
        return "a constant with a body";
      }
    }
  }

  static class Base<T> {
    private T kept;
    private final String fixed;

    Base() {
      fixed = "initial";
    }

    Base(T kept, String fixed) {
      this.kept = kept;
      this.fixed = fixed;
    }
  }

  static class Everything extends Base<Inner> {
    boolean bool = true;
    byte int8 = -8;
    short int16 = -16_000;
    char character = '包';
    int int32 = Integer.MIN_VALUE;
    long int64 = Long.MAX_VALUE;
    float float32 = 1.1f;
    double float64 = -12.25;
    Boolean boxedBool = false;
    Byte boxedByte = 1;
    Short boxedShort = 2;
    Character boxedCharacter = 'c';
    Integer boxedInt = 3;
    Long boxedLong = 4L;
    Float boxedFloat = 5.5f;
    Double boxedDouble = 6.25;
    Integer nothing;
    String text = "text of some length that is more than forty-eight bytes in all";
    String chinese = "包含中文的一段文字";
    String mixed = "é and 😀";
    Color color = Color.GREEN;
    byte[] bytes = {1, 2, 3};
    int[] ints = {1, 2, 3, 4, 5};
    long[] longs = {1L << 40};
    double[] doubles = {0.5, 1e300};
    boolean[] bools = {true, false};
    char[] characters = {'a', 'b'};
    String[] texts = {"one", null, "three"};
    Inner[] inners = {new Inner(1, "a"), null};
    int[][] matrix = {{1}, {2, 3}, {}};
    List<String> list = new ArrayList<>(List.of("a", "b"));
    List<Inner> innerList =
        new ArrayList<>(
            IntStream.range(0, 10).mapToObj(i -> new Inner(i, "inner " + i % 3)).toList());
    List<Color> colors = new ArrayList<>(List.of(Color.RED, Color.GREEN));
    LinkedList<Integer> linked = new LinkedList<>(List.of(1, 2));
    List<Integer> linkedAsList = new LinkedList<>(List.of(1, 2));
    Set<String> set = new LinkedHashSet<>(List.of("x", "y"));
    Set<Long> treeSet = new TreeSet<>(List.of(2L, 1L));
    Collection<Object> mixture = new ArrayList<>(Arrays.asList(1, "two", 3.5, null, true));
    Map<String, Inner> map = new LinkedHashMap<>(Map.of("k", new Inner(7, "v")));
    Map<Integer, String> byNumber = new HashMap<>(Map.of(1, "one", 2, "two"));
    Map<Long, Long> byLong = new TreeMap<>(Map.of(1L, 2L, 1L << 40, 3L));
    Map<Color, List<Color>> byColor = new HashMap<>(Map.of(Color.RED, List.of(Color.GREEN)));
    Map<UUID, LocalDate> byUuid = new HashMap<>(Map.of(new UUID(1, 2), LocalDate.of(2026, 1, 1)));
    ConcurrentHashMap<String, Integer> concurrent = new ConcurrentHashMap<>(Map.of("a", 1));
    Optional<String> some = Optional.of("some");
    Optional<Inner> none = Optional.empty();
    BigInteger big = BigInteger.ONE.shiftLeft(100);
    BigInteger small = BigInteger.TEN;
    BigDecimal decimal = new BigDecimal("1.50");
    LocalDate date = LocalDate.of(1969, 12, 31);
    LocalTime time = LocalTime.of(23, 59, 59, 999_999_999);
    LocalDateTime dateTime = LocalDateTime.of(2026, 11, 21, 14, 0);
    Instant instant = Instant.ofEpochSecond(-1, 5);
    ZonedDateTime zoned = ZonedDateTime.of(dateTime, ZoneId.of("Europe/Berlin"));
    OffsetDateTime offset = OffsetDateTime.of(dateTime, ZoneOffset.ofHours(8));
    Duration duration = Duration.ofSeconds(-5, 3);
    UUID uuid = new UUID(3, 4);
    Date oldDate = new Date(1_700_000_000_123L);
    EnumSet<Color> enumSet = EnumSet.of(Color.GREEN);
    EnumMap<Color, Inner> enumMap = new EnumMap<>(Map.of(Color.RED, new Inner(1, "red")));
    Period period = Period.of(1, 2, 3);
    YearMonth month = YearMonth.of(2026, 11);
    ZoneId zone = ZoneId.of("Asia/Shanghai");
    URI uri = URI.create("https://example.com/?q=1");
    Locale locale = Locale.SIMPLIFIED_CHINESE;
    Currency currency = Currency.getInstance("EUR");
    Object any = List.of(1, 2);
    Object anyInner = new Inner(9, "any");
    Object anyColor = Color.RED;
    Object anyArray = new int[] {1, 2};
    Object anySet = new HashSet<>(Set.of("one"));
    Object anyDeque = new ArrayDeque<>(List.of(1));
    Number number = 5;
    CharSequence sequence = "characters";
    Point point = new Point(1, 2, "p");
    transient String notWritten = "transient";
    static String isStatic = "static";

    Everything() {
      super(new Inner(5, "kept"), "changed");
    }
  }

  static class Inner {
    private int number;
    private String name;

    private Inner() {}

    Inner(int number, String name) {
      this.number = number;
      this.name = name;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Inner inner && inner.number == number && inner.name.equals(name);
    }

    @Override
    public int hashCode() {
      return number;
    }
  }

  record Point(int x, long y, String label) {}

  static class WithoutConstructor {
    final int number;
    private String text;

    WithoutConstructor(int number, String text) {
      this.number = number;
      this.text = text;
    }
  }

  static class Node {
    String name;
    Node next;
    List<Node> others = new ArrayList<>();
  }

  private static final Larder LARDER =
      Larder.builder()
          .register(Everything.class)
          .register(Inner.class)
          .register(Point.class)
          .register(Color.class)
          .register(WithoutConstructor.class)
          .register(Node.class)
          .build();

  @SuppressWarnings("unchecked")
  private static <T> T again(Larder larder, T value) {
    return (T) larder.decode(larder.encode(value), value.getClass());
  }

  @Test
  void every_kind_of_field_comes_back() throws ReflectiveOperationException {
    Everything value = new Everything();
    for (int round = 0; round < 100; round++) {
      Everything back = again(LARDER, value);
      for (Class<?> type = Everything.class; type != Object.class; type = type.getSuperclass()) {
        for (java.lang.reflect.Field field : type.getDeclaredFields()) {
          field.setAccessible(true);
          Object expected = field.get(value);
          Object found = field.get(back);
          if (expected instanceof ArrayDeque<?> deque) {
            // Deques are equal to themselves alone.
            assertInstanceOf(ArrayDeque.class, found);
            expected = List.copyOf(deque);
            found = List.copyOf((ArrayDeque<?>) found);
          }
          Object[] both = {expected, found};
          assertTrue(
              Arrays.deepEquals(new Object[] {expected}, new Object[] {found}),
              () -> "%s: was %s, is %s".formatted(field.getName(), both[0], both[1]));
          boolean isFree = expected == null || field.getName().equals("any");
          if (!isFree && !(expected instanceof HashMap)) {
            assertSame(expected.getClass(), found.getClass(), field.getName());
          }
        }
      }
    }
  }

  @Test
  void null_is_a_value() {
    assertNull(LARDER.decode(LARDER.encode((Object) null), Inner.class));
  }

  @Test
  void dates_of_databases_come_back_as_dates() {
    long time = 1_700_000_000_123L;
    for (Date date :
        List.of(new java.sql.Timestamp(time), new java.sql.Date(time), new java.sql.Time(time))) {
      assertEquals(new Date(time), LARDER.decode(LARDER.encode(date), Date.class));
      assertEquals(new Date(time), LARDER.decode(LARDER.encode(date), Object.class));
    }
  }

  @Test
  void trees_of_maps_and_lists_come_back() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("id", 200_877);
    tree.put("big", 1L << 40);
    tree.put("at", "2026-01-01 11:21:51");
    tree.put("price", 12.5);
    tree.put("tags", Arrays.asList("a", "b", null));
    tree.put("rows", IntStream.range(0, 20).mapToObj(i -> Map.of("n", i)).toList());
    assertEquals(tree, LARDER.decode(LARDER.encode(tree), Map.class));
    assertEquals(tree, LARDER.decode(LARDER.encode(tree), Object.class));
  }

  static class Grid {
    int[][] cells = {{1}, {2, 3}, {}};
    String[][] names = {{"a", null}, null};
    Inner[][] inners = {{new Inner(1, "a")}};
  }

  @Test
  void arrays_of_arrays_come_back_in_columns() {
    Larder larder = Larder.builder().register(Grid.class, Inner.class).build();
    List<?> back =
        again(larder, new ArrayList<>(List.of(new Grid(), new Grid(), new Grid(), new Grid())));
    Grid last = (Grid) back.get(3);
    assertTrue(Arrays.deepEquals(new Grid().cells, last.cells));
    assertTrue(Arrays.deepEquals(new Grid().names, last.names));
    assertTrue(Arrays.deepEquals(new Grid().inners, last.inners));
  }

  @Test
  void objects_cost_their_fields_however_few_of_them_were_written() {
    Limits limits = new Limits(512, 1 << 20, 64);
    Larder larder = Larder.builder().register(Many.class).limits(limits).build();
    // Each of 16,384 rows has no key, and becomes an object.
    byte[] rows = HexFormat.of().parseHex("c140f5060134" + "4d616e79" + "f1808001" + "1000");
    LarderException error =
        assertThrows(LarderException.class, () -> larder.decode(rows, List.class));
    assertEquals(ErrorKind.TOO_LARGE, error.kind());
  }

  static class Many {
    long a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z;
  }

  @Test
  void an_optional_of_null_is_refused() {
    byte[] bytes = HexFormat.of().parseHex("c140fd1008f301e8");
    LarderException error =
        assertThrows(LarderException.class, () -> LARDER.decode(bytes, Object.class));
    assertEquals(ErrorKind.REFUSED, error.kind());
  }

  @Test
  void a_class_without_a_constructor_of_no_parameters_is_made_without() {
    WithoutConstructor back = again(LARDER, new WithoutConstructor(5, "five"));
    assertEquals(5, back.number);
    assertEquals("five", back.text);
  }

  @Test
  void an_object_of_a_subclass_is_written_as_what_it_is() {
    Larder larder = Larder.builder().register(Animal.class, Dog.class, Zoo.class).build();
    Zoo zoo = new Zoo();
    zoo.first = new Dog();
    zoo.animals = List.of(new Animal(), new Dog(), new Animal(), new Dog(), new Dog());
    Zoo back = again(larder, zoo);
    assertInstanceOf(Dog.class, back.first);
    assertEquals(
        zoo.animals.stream().map(Object::getClass).toList(),
        back.animals.stream().map(Object::getClass).toList());
  }

  static class Animal {
    int legs = 4;
  }

  static class Dog extends Animal {
    String bark = "woof";
  }

  static class Zoo {
    Animal first;
    List<Animal> animals;
  }

  @Test
  void shared_objects_and_cycles_are_kept_when_asked() {
    Larder sharing = Larder.builder().register(Node.class).sharing(true).build();
    Node one = new Node();
    one.name = "one";
    Node two = new Node();
    two.name = "two";
    one.next = two;
    two.next = one;
    one.others.add(two);
    one.others.add(one);
    for (int round = 0; round < 100; round++) {
      Node back = again(sharing, one);
      assertEquals("one", back.name);
      assertEquals("two", back.next.name);
      assertSame(back, back.next.next);
      assertSame(back.next, back.others.get(0));
      assertSame(back, back.others.get(1));
    }
    List<Object> twice = new ArrayList<>(List.of("x"));
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("a", twice);
    tree.put("b", twice);
    tree.put("itself", tree);
    Map<?, ?> back = sharing.decode(sharing.encode(tree), Map.class);
    assertSame(back.get("a"), back.get("b"));
    assertSame(back, back.get("itself"));
  }

  @Test
  void many_objects_are_told_apart() {
    Larder sharing = Larder.builder().register(Node.class).sharing(true).build();
    for (int count : new int[] {31, 32, 33, 5_000, 3}) {
      List<Node> nodes = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        Node node = new Node();
        node.name = "node " + i;
        node.next = i % 3 == 0 || nodes.isEmpty() ? null : nodes.get(i / 2);
        nodes.add(node);
      }
      List<?> back = sharing.decode(sharing.encode(nodes), List.class);
      for (int i = 1; i < count; i++) {
        Node node = (Node) back.get(i);
        assertEquals("node " + i, node.name);
        assertSame(i % 3 == 0 ? null : back.get(i / 2), node.next);
      }
    }
  }

  static class Pages {
    byte[] first;
    Object second;
    List<byte[]> all;
    int[] numbers;
    Object again;
  }

  @Test
  void shared_arrays_are_kept_when_asked() {
    Larder sharing = Larder.builder().register(Pages.class).sharing(true).build();
    Pages pages = new Pages();
    pages.first = new byte[] {1, 2};
    pages.second = pages.first;
    pages.all = new ArrayList<>(List.of(new byte[] {3}, pages.first));
    pages.numbers = new int[] {4};
    pages.again = pages.numbers;
    Pages read = sharing.decode(sharing.encode(pages), Pages.class);
    assertArrayEquals(pages.first, read.first);
    assertSame(read.first, read.second);
    assertSame(read.first, read.all.get(1));
    assertSame(read.numbers, read.again);
    List<?> list = (List<?>) sharing.decode(sharing.encode(pages.all), Object.class);
    assertArrayEquals(pages.first, (byte[]) list.get(1));
    pages.all.set(0, pages.first);
    list = (List<?>) sharing.decode(sharing.encode(pages.all), Object.class);
    assertSame(list.get(0), list.get(1));
  }

  @Test
  void without_sharing_an_object_comes_twice_and_a_cycle_is_too_deep() {
    Node one = new Node();
    one.others.add(new Node());
    one.next = one.others.get(0);
    Node back = again(LARDER, one);
    assertNotSame(back.next, back.others.get(0));
    one.next = one;
    LarderException error = assertThrows(LarderException.class, () -> LARDER.encode(one));
    assertEquals(ErrorKind.TOO_DEEP, error.kind());
    // The buffers are whole again.
    assertEquals(new Inner(1, "a"), again(LARDER, new Inner(1, "a")));
  }

  static class Holder {
    Object held;
    List<Object> others;
  }

  /** They would be columns of lists, which are gathered level by level. */
  @Test
  void lists_that_hold_themselves_many_times_are_too_deep_before_they_take_all_memory() {
    Map<String, List<Object>> values = new LinkedHashMap<>();
    values.put("a list of itself", new ArrayList<>());
    values.put("a long list of itself", new ArrayList<>());
    values.put("maps", new ArrayList<>());
    values.put("objects", new ArrayList<>());
    values.put("objects in a field", new ArrayList<>());
    values.put("every other", new ArrayList<>());
    values.forEach(
        (name, list) -> {
          for (int i = 0; i < 8; i++) {
            Holder holder = new Holder();
            switch (name) {
              case "a list of itself" -> list.add(list);
              case "a long list of itself" -> list.addAll(Collections.nCopies(1_000, list));
              case "maps" -> list.add(new LinkedHashMap<>(Map.of("all", list)));
              case "objects" -> {
                holder.others = list;
                list.add(holder);
              }
              case "objects in a field" -> {
                holder.held = list;
                list.add(holder);
              }
              default -> list.add(i % 2 == 0 ? new ArrayList<>(List.of(list)) : list);
            }
          }
        });
    for (Level level : Level.values()) {
      Larder larder = Larder.builder().register(Holder.class).level(level).build();
      values.forEach(
          (name, list) -> {
            LarderException error =
                assertThrows(LarderException.class, () -> larder.encode(list), name);
            assertEquals(ErrorKind.TOO_DEEP, error.kind(), name);
            assertTrue(error.getMessage().contains("a cycle"), error::getMessage);
          });
      // Many lists that hold each other, but not themselves.
      List<Object> lists = new ArrayList<>(Collections.nCopies(4, List.of(1, 2, 3, 4)));
      for (int i = 0; i < 7; i++) {
        lists = new ArrayList<>(Collections.nCopies(4, lists));
      }
      assertEquals(lists, larder.decode(larder.encode(lists), Object.class), level.name());
    }
  }

  @Test
  void a_class_that_is_not_registered_is_refused_by_name_both_ways() {
    LarderException writing =
        assertThrows(LarderException.class, () -> LARDER.encode(new Animal()));
    assertEquals(ErrorKind.REFUSED, writing.kind());
    assertTrue(writing.getMessage().contains("register(Animal.class)"), writing.getMessage());

    byte[] bytes = Larder.builder().register(Animal.class).build().encode(new Animal());
    LarderException reading =
        assertThrows(LarderException.class, () -> LARDER.decode(bytes, Object.class));
    assertEquals(ErrorKind.REFUSED, reading.kind());
    assertTrue(reading.getMessage().contains("Animal is not registered"), reading.getMessage());
  }

  @Test
  void a_class_of_the_jdk_that_cannot_be_registered_is_said_to_be_one() {
    LarderException value =
        assertThrows(LarderException.class, () -> LARDER.encode(new java.util.Random()));
    assertFalse(value.getMessage().contains("register("), value.getMessage());
    IllegalArgumentException field =
        assertThrows(
            IllegalArgumentException.class, () -> Larder.builder().register(Bits.class).build());
    assertEquals(
        "Bits.set is of class java.util.Random, which values cannot have: declare another type, or make"
            + " the field transient",
        field.getMessage());
  }

  record Bits(java.util.Random set) {}

  @Test
  void a_map_reads_as_a_class_if_it_is_asked_for() {
    byte[] bytes = LARDER.encode(Map.of("x", 1, "y", 2, "label", "from elsewhere", "z", 3));
    assertEquals(new Point(1, 2, "from elsewhere"), LARDER.decode(bytes, Point.class));
    byte[] many =
        LARDER.encode(
            IntStream.range(0, 9).mapToObj(i -> new TreeMap<>(Map.of("x", i, "y", i))).toList());
    assertThrows(LarderException.class, () -> LARDER.decode(many, Point.class));
  }

  @Test
  void streams_and_buffers_hold_the_same_bytes() throws IOException {
    Point point = new Point(1, 2, "p");
    byte[] bytes = LARDER.encode(point);
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    LARDER.encode(point, stream);
    assertArrayEquals(bytes, stream.toByteArray());
    for (ByteBuffer buffer : List.of(ByteBuffer.allocate(100), ByteBuffer.allocateDirect(100))) {
      buffer.position(7);
      LARDER.encode(point, buffer);
      assertEquals(7 + bytes.length, buffer.position());
      buffer.flip().position(7);
      assertEquals(point, LARDER.decode(buffer, Point.class));
      assertEquals(0, buffer.remaining());
    }
    assertThrows(BufferOverflowException.class, () -> LARDER.encode(point, ByteBuffer.allocate(5)));
  }

  @Test
  void a_checksum_notices_damage() {
    Larder larder = Larder.builder().register(Point.class).checksum(true).build();
    byte[] bytes = larder.encode(new Point(1, 2, "p"));
    assertEquals(new Point(1, 2, "p"), larder.decode(bytes, Point.class));
    bytes[bytes.length / 2] ^= 4;
    assertEquals(
        ErrorKind.BAD_CHECKSUM,
        assertThrows(LarderException.class, () -> larder.decode(bytes, Point.class)).kind());
  }

  @Test
  void a_whole_value_may_be_declared_too() throws NoSuchFieldException {
    Type type = Everything.class.getDeclaredField("byColor").getGenericType();
    Map<Color, List<Color>> colors = new Everything().byColor;
    assertEquals(colors, LARDER.decode(LARDER.encode(colors, type), type));
    assertEquals(5, LARDER.decode(LARDER.encode(5), int.class));
  }

  @Test
  void bytes_of_another_format_are_told() {
    assertTrue(Larder.isLarder(LARDER.encode(1)));
    assertFalse(Larder.isLarder("{}".getBytes()));
    assertFalse(Larder.isLarder(new byte[0]));
  }

  @Test
  void many_threads_share_one_larder() throws InterruptedException {
    Everything value = new Everything();
    byte[] expected = LARDER.encode(value);
    List<Throwable> failures = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (Pool pool : List.of(Pool.perThread(), Pool.shared(2))) {
      Larder larder =
          Larder.builder()
              .register(Everything.class, Inner.class, Point.class, Color.class)
              .pool(pool)
              .build();
      for (int i = 0; i < 4; i++) {
        Thread thread =
            new Thread(
                () -> {
                  for (int round = 0; round < 200; round++) {
                    assertArrayEquals(expected, larder.encode(value));
                    larder.decode(expected, Everything.class);
                  }
                });
        thread.setUncaughtExceptionHandler(
            (dead, error) -> {
              synchronized (failures) {
                failures.add(error);
              }
            });
        threads.add(thread);
        thread.start();
      }
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(List.of(), failures);
  }
}
