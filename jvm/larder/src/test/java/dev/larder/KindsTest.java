package dev.larder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.Graphs.Color;
import dev.larder.support.Same;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.Year;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What goes into the JVM comes out of it: equal, and of the same class. */
class KindsTest {
  private static final int GRAPHS = Integer.getInteger("larder.graphs", 120);

  private static Larder.Builder builder() {
    return Larder.builder().register(Graphs.CLASSES);
  }

  private static final Larder LARDER = builder().build();

  private static Object again(Object value) {
    return LARDER.decode(LARDER.encode(value), Object.class);
  }

  /** What differs; null if nothing does. Beans are the same object wherever they were. */
  private static String difference(Object one, Object other) {
    return Same.difference(one, other, Graphs.Bean.class::isInstance);
  }

  private static void comesBack(Object value) {
    comesBack(LARDER, value);
  }

  private static void comesBack(Larder larder, Object value) {
    Object back = larder.decode(larder.encode(value), Object.class);
    String difference = difference(value, back);
    assertEquals(null, difference);
  }

  @Test
  void whatTheNewcomersTriedComesBack() {
    Color[] colors = {Color.RED, null};
    for (Object value :
        List.of(
            5L,
            (short) 5,
            (byte) 5,
            5f,
            'c',
            '\uD800',
            new Integer[] {1, null},
            new LocalDate[] {LocalDate.EPOCH},
            new int[][] {{1}, {}},
            new Graphs.Point[] {new Graphs.Point(1, 2)},
            colors,
            new Color[][] {colors},
            new TreeSet<>(List.of(5L, 6L, 7_000_000_000L)),
            new TreeMap<>(Map.of(5L, 1, 7_000_000_000L, 2)),
            Map.of(UUID.randomUUID(), 1),
            new HashMap<>(Map.of(Color.RED, 1)),
            new HashMap<>(Map.of(5L, 1, 6L, 2)),
            new HashMap<>(Map.of(LocalDate.EPOCH, 1)),
            new HashMap<>(Map.of(new Graphs.Point(1, 2), 1, "x", 2)),
            Currency.getInstance("EUR"),
            Locale.SIMPLIFIED_CHINESE,
            URI.create("https://example.org/a"),
            Year.of(12_345),
            java.time.YearMonth.of(12_345, 6),
            java.time.ZoneId.of("Europe/Berlin"),
            List.of(1, 2),
            Map.of("a", 1),
            java.util.Set.of(5L, 6L),
            Arrays.asList(1, null),
            Collections.unmodifiableList(new ArrayList<>(List.of(1))),
            Collections.emptyMap(),
            BigInteger.TEN,
            EnumSet.noneOf(Color.class),
            new EnumMap<>(Color.class),
            new EnumMap<>(Map.of(java.time.DayOfWeek.MONDAY, java.time.Month.MAY)),
            java.util.concurrent.TimeUnit.DAYS,
            new TreeSet<>(Comparator.reverseOrder()),
            Graphs.sorted(new TreeMap<>(String.CASE_INSENSITIVE_ORDER), "b", "A"),
            new java.sql.Timestamp(1_700_000_000_123L),
            java.sql.Date.valueOf("2026-11-22"),
            new java.sql.Date(1_700_000_000_123L),
            java.sql.Time.valueOf("12:34:56"),
            new java.util.GregorianCalendar(2026, 10, 22))) {
      comesBack(value);
      comesBack(new ArrayList<>(Collections.nCopies(5, value)));
      comesBack(new Graphs.Holder(value));
      comesBack(new ArrayList<>(Collections.nCopies(5, new Graphs.Holder(value))));
    }
  }

  @Test
  void randomGraphsComeBackAsWithTheJdk() throws IOException {
    List<Larder> larders = new ArrayList<>();
    List<Boolean> sharing = new ArrayList<>();
    Path profiles = Path.of(System.getProperty("basedir", "."), "../../vectors/profiles");
    for (boolean shares : List.of(false, true)) {
      larders.add(builder().sharing(shares).build());
      sharing.add(shares);
      for (String name : List.of("kinds", "many")) {
        String hex = Files.readString(profiles.resolve(name + ".profile.hex"));
        Profile profile = Profile.of(HexFormat.of().parseHex(hex.replaceAll("\\s", "")));
        larders.add(builder().sharing(shares).profile(profile).build());
        sharing.add(shares);
      }
    }
    int refused = 0;
    for (int i = 0; i < GRAPHS; i++) {
      // The first ones are always the same.
      long seed = i < GRAPHS * 2 / 3 ? i : ThreadLocalRandom.current().nextLong();
      for (int j = 0; j < larders.size(); j++) {
        Object value = new Graphs(seed, sharing.get(j)).next();
        try {
          Object back = larders.get(j).decode(larders.get(j).encode(value), Object.class);
          assertEquals(null, difference(value, back));
          if (j == 0) {
            Object jdk = jdk(value);
            assertEquals(null, jdk == null ? null : difference(jdk, back));
          }
        } catch (RuntimeException | AssertionError e) {
          if (sharing.get(j) && e.getMessage().contains("that contains itself cannot be decoded")) {
            refused++;
            continue;
          }
          throw new AssertionError("seed " + seed + "L, larder " + j + ": " + e.getMessage(), e);
        }
      }
    }
    assertTrue(refused < GRAPHS / 4, refused + " cycles through what is made whole");
  }

  /** What JDK serialization makes of it; null if it cannot. */
  private static Object jdk(Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      new ObjectOutputStream(bytes).writeObject(value);
      return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    } catch (NotSerializableException e) {
      return null;
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void otherLanguagesReadPlainIntegersAndLists() {
    assertEquals("c140fd100305", hex(LARDER.encode(5L)));
    assertEquals("c140dc0000000000010000", hex(LARDER.encode(1L << 40)));
    assertEquals("c140fd1034f3020102", hex(LARDER.encode(List.of(1, 2))));
    List<Long> longs = new ArrayList<>();
    List<Integer> integers = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      longs.add(i * 7L % 1_000);
      integers.add(i * 7 % 1_000);
    }
    assertEquals(LARDER.encode(integers).length + 2, LARDER.encode(longs).length);
    comesBack(longs);
    longs.add(1L << 40);
    comesBack(longs);
    longs.add(null);
    comesBack(longs);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  record Declared(
      long primitive,
      Long boxed,
      List<Long> longs,
      java.util.Set<String> texts,
      Map<Long, Long> byLong,
      Map<UUID, String> byUuid,
      Date date,
      BigInteger integer,
      AtomicLong count) {}

  @Test
  void aDeclaredTypeNeedsNoKind() {
    Larder larder = Larder.builder().register(Declared.class).build();
    Declared value =
        new Declared(
            5,
            6L,
            new ArrayList<>(List.of(7L)),
            new LinkedHashSet<>(List.of("x")),
            new LinkedHashMap<>(Map.of(8L, 9L)),
            new LinkedHashMap<>(Map.of(new UUID(1, 2), "y")),
            new Date(5),
            BigInteger.ONE,
            new AtomicLong(4));
    for (Object each : List.of(value, new ArrayList<>(Collections.nCopies(5, value)))) {
      byte[] bytes = larder.encode(each);
      assertTrue(!hex(bytes).contains("fd10"), hex(bytes));
      assertEquals(null, difference(each, larder.decode(bytes, Object.class)));
    }
  }

  static class Written {
    Object list = new LinkedList<>(List.of(1L, 2L));
    Object set = new TreeSet<>(List.of(1L, 1L << 40));
    Object array = new long[] {1, 2};
    Object map = new TreeMap<>(Map.of(1L, 2L));
    Object number = (short) 5;
    Object date = new Date(5);
    Object zone = "Europe/Berlin";
  }

  static class Read {
    ArrayList<Integer> list;
    List<Long> set;
    List<Long> array;
    Map<Integer, Integer> map;
    long number;
    java.time.Instant date;
    java.time.ZoneId zone;
  }

  @Test
  void whatMeansTheSameIsConverted() {
    byte[] bytes = Larder.builder().register(Written.class, "C").build().encode(new Written());
    Larder larder = Larder.builder().register(Read.class, "C").build();
    Read read = larder.decode(bytes, Read.class);
    assertEquals(new ArrayList<>(List.of(1, 2)), read.list);
    assertEquals(List.of(1L, 1L << 40), read.set);
    assertEquals(List.of(1L, 2L), read.array);
    assertEquals(Map.of(1, 2), read.map);
    assertEquals(5, read.number);
    assertEquals(java.time.Instant.ofEpochMilli(5), read.date);
    assertEquals(java.time.ZoneId.of("Europe/Berlin"), read.zone);
  }

  private static String refused(Object value) {
    LarderException error = assertThrows(LarderException.class, () -> LARDER.encode(value));
    return error.getMessage();
  }

  enum Unknown {
    A
  }

  @Test
  void whatCannotBeReadIsNotWritten() {
    Comparator<String> own = Comparator.comparing(String::length);
    assertTrue(refused(new TreeSet<>(own)).contains("TreeSet with a comparator"));
    assertTrue(refused(new java.util.PriorityQueue<>(own)).contains("comparator"));
    assertTrue(refused(new IdentityHashMap<>()).contains("IdentityHashMap"));
    assertTrue(refused(EnumSet.of(Unknown.A)).contains("not registered"));
    assertTrue(refused(new Unknown[0]).contains("Unknown is not registered"));
    assertTrue(refused(Map.of(Unknown.A, 1)).contains("Unknown is not registered"));
    assertTrue(refused(new Runnable[0]).contains("an array of java.lang.Runnable"));
    assertTrue(refused("half a pair: \uD800").contains("surrogate"));
    Properties withDefaults = new Properties(new Properties());
    comesBack(withDefaults);
    Properties defaults = new Properties();
    defaults.put("a", "b");
    assertTrue(refused(new Properties(defaults)).contains("defaults"));
    CopyOnWriteArraySet<Integer> many = new CopyOnWriteArraySet<>();
    for (int i = 0; i < 5_000; i++) {
      many.add(i);
    }
    assertTrue(refused(many).contains("newKeySet"));
  }

  @Test
  void whatColumnsMultiplyIsReadByWhoeverHasTheDefaultLimits() {
    List<Integer> many = new ArrayList<>();
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < 1_200_000; i++) {
      many.add(i);
    }
    for (int i = 0; i < 400_000; i++) {
      map.put(i, i / 7);
    }
    List<Object> rows = new ArrayList<>();
    for (int i = 0; i < 400_000; i++) {
      rows.add(new Graphs.Point(i, 5));
    }
    for (Object value :
        List.of(
            many,
            new TreeSet<>(many.subList(0, 600_000)),
            new ArrayList<>(Collections.nCopies(40_000, "x".repeat(1_000))),
            new ArrayList<>(Collections.nCopies(600_000, 5L)),
            map,
            rows)) {
      Object back = again(value);
      assertEquals(value.getClass(), back.getClass());
      assertEquals(value, back);
    }
  }

  /** Of one hash for all. */
  record Alike(int number) {
    @Override
    public int hashCode() {
      return 7;
    }
  }

  @Test
  void elementsOfOneHashAreReadOrNotWritten() {
    Larder larder = Larder.builder().register(Alike.class, Graphs.Holder.class).build();
    Set<Object> few = new HashSet<>();
    Map<Object, Object> keys = new LinkedHashMap<>();
    for (int i = 0; i < 500; i++) {
      few.add(new Alike(i));
      keys.put(new Alike(i), i);
    }
    assertEquals(few, larder.decode(larder.encode(few), Object.class));
    assertEquals(keys, larder.decode(larder.encode(keys), Object.class));
    Set<Object> many = new HashSet<>(few);
    for (int i = 500; i < 3_000; i++) {
      many.add(new Alike(i));
      keys.put(new Alike(i), i);
    }
    for (Object value : List.of(many, keys, new Graphs.Holder(many))) {
      LarderException error = assertThrows(LarderException.class, () -> larder.encode(value));
      assertEquals(ErrorKind.TOO_LARGE, error.kind());
    }
  }

  @Test
  void whatIsWithinItselfComesBackOrIsNotWritten() {
    Larder larder = builder().sharing(true).build();
    List<Collection<Object>> collections =
        List.of(
            new LinkedList<>(),
            new java.util.ArrayDeque<>(),
            new java.util.Vector<>(),
            new java.util.concurrent.CopyOnWriteArrayList<>());
    for (Collection<Object> collection : collections) {
      collection.add(new Graphs.Holder(collection));
      Collection<?> back = (Collection<?>) larder.decode(larder.encode(collection), Object.class);
      assertSame(back, ((Graphs.Holder) back.iterator().next()).value);
      assertSame(collection.getClass(), back.getClass());
    }
    Map<Object, Object> map = new ConcurrentHashMap<>();
    map.put(new UUID(1, 2), new Graphs.Holder(map));
    Map<?, ?> back = (Map<?, ?>) larder.decode(larder.encode(map), Object.class);
    assertSame(back, ((Graphs.Holder) back.values().iterator().next()).value);
    Object[] array = new Object[1];
    array[0] = array;
    Object[] again = (Object[]) larder.decode(larder.encode(array), Object.class);
    assertSame(again, again[0]);
    Graphs.Holder holder = new Graphs.Holder(null);
    holder.value = List.of(holder);
    comesBack(larder, holder);
    for (Object whole : List.of(holder.value, Optional.of(holder))) {
      holder.value = whole;
      LarderException error = assertThrows(LarderException.class, () -> larder.encode(whole));
      assertEquals(ErrorKind.REFUSED, error.kind());
      assertTrue(error.getMessage().contains("contains itself"), error.getMessage());
    }
  }
}
