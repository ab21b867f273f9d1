package dev.larder;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.Stack;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Random values of every class that values may have; one seed gives one graph. */
final class Graphs {
  enum Color {
    RED,
    GREEN {
      @Override
      public String toString() {
        return "with a body";
      }
    },
    @Name("azure")
    BLUE
  }

  record Point(int x, long y) implements Serializable, Comparable<Point> {
    @Override
    public int compareTo(Point other) {
      return x != other.x ? Integer.compare(x, other.x) : Long.compare(y, other.y);
    }
  }

  record Pair(Object one, Map<Object, Object> two) implements Serializable {}

  /** Of one field, whose type says nothing. */
  static final class Holder implements Serializable {
    private static final long serialVersionUID = 1;
    Object value;

    Holder(Object value) {
      this.value = value;
    }
  }

  static class Bean implements Serializable {
    private static final long serialVersionUID = 1;
    Object any;
    Number number;
    Comparable<?> comparable;
    Serializable serializable;
    Bean next;
    Long boxed;
    char letter;
    Short small;
    List<Object> objects;
    List<Long> longs;
    List<List<Long>> nested;
    Set<Long> set;
    TreeSet<Long> sorted;
    Collection<Date> dates;
    Map<String, Object> byText;
    Map<Long, Short> byLong;
    TreeMap<LocalDate, List<Character>> byDate;
    Map<Object, Object> byAny;
    Map<Color, BigInteger> byColor;
    Map<Point, Long> byPoint;
    Set<Color> colors;
    EnumMap<Color, Object> enumMap;
    Object[] array;
    Long[] boxes;
    int[][] matrix;
    Date[] dateArray;
    List<Point> points;
    BigInteger integer;
    Year year;
    AtomicInteger counter;
  }

  static final Class<?>[] CLASSES = {
    Bean.class, Holder.class, Pair.class, Point.class, Color.class
  };

  private final Random random;
  private final boolean shares;
  private final List<Object> shared = new ArrayList<>();
  private final Bean root = new Bean();
  private int rest = 150;

  Graphs(long seed, boolean shares) {
    random = new Random(seed);
    this.shares = shares;
  }

  Object next() {
    Object first = any(0);
    if (!shares) {
      return first;
    }
    root.any = first;
    return root;
  }

  private int small() {
    return random.nextInt(4) == 0 ? 4 + random.nextInt(4) : random.nextInt(4);
  }

  private <T> T one(List<Supplier<? extends T>> from) {
    return from.get(random.nextInt(from.size())).get();
  }

  private long integer() {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(100);
      case 1 -> random.nextInt();
      case 2 -> -random.nextInt(70_000);
      default -> random.nextLong();
    };
  }

  private String text() {
    String[] some = {"", "x", "paid", "é包含", "2026-11-22", "12.50", "0123456789", "😀"};
    return random.nextBoolean() ? some[random.nextInt(some.length)] : "text " + random.nextInt(50);
  }

  private LocalDate date() {
    return random.nextInt(8) == 0
        ? LocalDate.ofEpochDay(random.nextInt())
        : LocalDate.of(2026, 1 + random.nextInt(12), 1 + random.nextInt(28));
  }

  private Instant instant() {
    return Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
  }

  private LocalDateTime dateTime() {
    return LocalDateTime.ofEpochSecond(
        random.nextInt(), random.nextInt(1_000_000_000), ZoneOffset.UTC);
  }

  private ZoneOffset offset() {
    return ZoneOffset.ofTotalSeconds(random.nextInt(36_000) - 18_000);
  }

  private ZoneId zone() {
    String[] some = {"Europe/Berlin", "UTC", "GMT+1", "America/New_York", "Z"};
    return ZoneId.of(some[random.nextInt(some.length)]);
  }

  private final List<Supplier<?>> comparables = comparables();

  private List<Supplier<?>> comparables() {
    return List.of(
        () -> (int) integer(),
        this::integer,
        () -> (short) integer(),
        () -> (byte) integer(),
        () -> random.nextFloat(),
        () -> random.nextInt(20) / 4.0,
        () -> (char) ('a' + random.nextInt(26)),
        () -> random.nextBoolean(),
        this::text,
        () -> BigInteger.valueOf(integer()).shiftLeft(random.nextInt(2) * 40),
        () -> BigDecimal.valueOf(integer(), random.nextInt(5)),
        () -> new UUID(random.nextLong(), random.nextLong()),
        this::date,
        () -> LocalTime.ofNanoOfDay(random.nextInt() & Integer.MAX_VALUE),
        this::dateTime,
        this::instant,
        () -> dateTime().atOffset(offset()),
        () -> dateTime().atZone(zone()),
        () -> Duration.ofSeconds(random.nextInt(), random.nextInt(1_000_000_000)),
        () -> Year.of(random.nextInt(20_000) - 5_000),
        () -> YearMonth.of(random.nextInt(20_000) - 5_000, 1 + random.nextInt(12)),
        () -> MonthDay.of(1 + random.nextInt(12), 1 + random.nextInt(28)),
        () -> OffsetTime.of(LocalTime.ofSecondOfDay(random.nextInt(86_400)), offset()),
        this::offset,
        () -> URI.create("https://example.org/" + random.nextInt(100)),
        () -> new Date(random.nextInt()),
        () -> Color.values()[random.nextInt(3)],
        () -> DayOfWeek.of(1 + random.nextInt(7)),
        () -> new Point(random.nextInt(10), integer()),
        () -> {
          GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone("Asia/Tokyo"));
          calendar.setTimeInMillis(random.nextInt());
          calendar.setLenient(random.nextBoolean());
          return calendar;
        });
  }

  private Object comparable() {
    return comparables.get(random.nextInt(comparables.size())).get();
  }

  /** What has a hash and is equal to what is like it. */
  private Object hashable(int depth) {
    return switch (random.nextInt(depth > 4 ? 8 : 11)) {
      case 0 -> Period.of(random.nextInt(9), random.nextInt(9), random.nextInt(9));
      case 1 -> zone();
      case 2 -> random.nextBoolean() ? Locale.JAPAN : Locale.forLanguageTag("zh-Hant-TW");
      case 3 -> Currency.getInstance(random.nextBoolean() ? "EUR" : "CNY");
      case 8 -> list(depth + 1, this::hashable);
      case 9 -> new Pair(hashable(depth + 1), new HashMap<>());
      case 10 -> Optional.ofNullable(random.nextBoolean() ? null : hashable(depth + 1));
      default -> comparable();
    };
  }

  private interface Deep {
    Object get(int depth);
  }

  private List<Object> list(int depth, Deep element) {
    List<Object> list = new ArrayList<>();
    int count = --rest < 0 ? 0 : small();
    boolean isOneKind = random.nextInt(3) == 0;
    Supplier<?> one = comparables.get(random.nextInt(comparables.size()));
    for (int i = 0; i < count; i++) {
      list.add(isOneKind ? one.get() : element.get(depth));
    }
    return list;
  }

  private List<Object> alike() {
    List<Object> list = new ArrayList<>();
    Supplier<?> one = comparables.get(random.nextInt(comparables.size()));
    for (int i = small(); i > 0; i--) {
      list.add(one.get());
    }
    return list;
  }

  static <T extends SortedMap<String, Object>> T sorted(T map, String... keys) {
    for (String key : keys) {
      map.put(key, key);
    }
    return map;
  }

  private Object any(int depth) {
    if (depth > 6 || rest < 0) {
      return random.nextInt(8) == 0 ? null : comparable();
    }
    if (shares && !shared.isEmpty() && random.nextInt(6) == 0) {
      return shared.get(random.nextInt(shared.size()));
    }
    int kind = random.nextInt(12);
    Object made =
        kind < 2
            ? hashable(depth)
            : kind < 4
                ? collection(depth + 1)
                : kind < 6
                    ? set(depth + 1)
                    : kind < 8
                        ? map(depth + 1)
                        : kind < 9
                            ? array(depth + 1)
                            : kind < 10 ? scalar(depth) : object(depth + 1);
    if (shares && made != null) {
      shared.add(made);
    }
    return made;
  }

  private Object scalar(int depth) {
    return one(
        List.<Supplier<? extends Object>>of(
            () -> null,
            () -> new AtomicInteger(random.nextInt()),
            () -> new AtomicLong(integer()),
            () -> new AtomicBoolean(random.nextBoolean()),
            () -> random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(5),
            () -> random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(integer()),
            () -> random.nextBoolean() ? OptionalDouble.empty() : OptionalDouble.of(0.5),
            () -> Optional.ofNullable(any(depth + 1)),
            () -> BitSet.valueOf(new long[] {random.nextLong()}),
            () -> TimeZone.getTimeZone("Europe/Berlin"),
            () -> new java.sql.Timestamp(random.nextInt()),
            () -> java.sql.Date.valueOf(LocalDate.of(2026, 1, 1 + random.nextInt(28))),
            () -> java.sql.Time.valueOf(LocalTime.ofSecondOfDay(random.nextInt(86_400))),
            () -> '\uDC00',
            () -> "bytes".getBytes(StandardCharsets.UTF_8)));
  }

  private Object collection(int depth) {
    List<Object> list = list(depth, this::any);
    List<Object> full = new ArrayList<>(list);
    full.removeIf(each -> each == null);
    return one(
        List.<Supplier<? extends Object>>of(
            () -> list,
            () -> list,
            () -> new LinkedList<>(list),
            () -> new CopyOnWriteArrayList<>(list),
            () -> new Vector<>(list),
            () -> {
              Stack<Object> stack = new Stack<>();
              stack.addAll(list);
              return stack;
            },
            () -> List.of(full.toArray()),
            () -> list.stream().toList(),
            () -> Arrays.asList(list.toArray()),
            () -> Collections.unmodifiableList(list),
            () -> Collections.synchronizedList(list),
            () -> list.isEmpty() ? Collections.emptyList() : Collections.singletonList(list.get(0)),
            () -> new ArrayDeque<>(full),
            () -> new ConcurrentLinkedQueue<>(full),
            () -> new ConcurrentLinkedDeque<>(full),
            () -> new LinkedBlockingDeque<>(full),
            () -> new LinkedBlockingQueue<>(full),
            () -> new PriorityQueue<>(alike()),
            () -> new PriorityBlockingQueue<>(alike()),
            () -> {
              PriorityQueue<Object> queue = new PriorityQueue<>(Collections.reverseOrder());
              queue.addAll(alike());
              return queue;
            }));
  }

  private Object set(int depth) {
    List<Object> list = list(depth, this::hashable);
    List<Object> alike = alike();
    return one(
        List.<Supplier<? extends Object>>of(
            () -> new HashSet<>(list),
            () -> new LinkedHashSet<>(list),
            () -> new TreeSet<>(alike),
            () -> new ConcurrentSkipListSet<>(alike),
            () -> {
              TreeSet<Object> reversed = new TreeSet<>(Collections.reverseOrder());
              reversed.addAll(alike);
              return reversed;
            },
            () -> new CopyOnWriteArraySet<>(list),
            () -> Set.copyOf(list),
            () -> Collections.unmodifiableSet(new LinkedHashSet<>(list)),
            () -> Collections.synchronizedSet(new LinkedHashSet<>(list)),
            () -> list.isEmpty() ? Collections.emptySet() : Collections.singleton(list.get(0)),
            () -> {
              Set<Object> concurrent = ConcurrentHashMap.newKeySet();
              concurrent.addAll(list);
              return concurrent;
            },
            () -> random.nextBoolean() ? EnumSet.noneOf(Color.class) : EnumSet.of(Color.BLUE)));
  }

  private Map<Object, Object> entries(int depth, List<Object> keys) {
    Map<Object, Object> map = new LinkedHashMap<>();
    for (Object key : keys) {
      map.put(key, any(depth));
    }
    return map;
  }

  private Object map(int depth) {
    List<Object> keys =
        switch (random.nextInt(3)) {
          case 0 -> list(depth, each -> text());
          case 1 -> alike();
          default -> list(depth, this::hashable);
        };
    Map<Object, Object> map = entries(depth, keys);
    if (random.nextInt(10) == 0) {
      map.put(null, 1L);
    }
    Map<Object, Object> full = new LinkedHashMap<>(map);
    full.keySet().removeIf(each -> each == null);
    full.values().removeIf(each -> each == null);
    return one(
        List.<Supplier<? extends Object>>of(
            () -> map,
            () -> map,
            () -> new HashMap<>(map),
            () -> new TreeMap<>(entries(depth, alike())),
            () -> {
              TreeMap<Object, Object> reversed = new TreeMap<>(Collections.reverseOrder());
              reversed.putAll(entries(depth, alike()));
              return reversed;
            },
            () -> new ConcurrentSkipListMap<>(new TreeMap<>(nonNull(entries(depth, alike())))),
            () -> new ConcurrentHashMap<>(full),
            () -> Map.copyOf(full),
            () -> Collections.unmodifiableMap(map),
            () -> Collections.synchronizedMap(map),
            () -> map.isEmpty() ? Collections.emptyMap() : Collections.singletonMap(1L, "one"),
            () -> new Hashtable<>(full),
            () -> {
              Properties properties = new Properties();
              properties.put(text(), text());
              return properties;
            },
            () -> {
              EnumMap<Color, Object> byColor = new EnumMap<>(Color.class);
              if (random.nextBoolean()) {
                byColor.put(Color.GREEN, any(depth));
              }
              return byColor;
            }));
  }

  private static Map<Object, Object> nonNull(Map<Object, Object> map) {
    map.values().removeIf(each -> each == null);
    return map;
  }

  private Object array(int depth) {
    List<Object> list = list(depth, this::any);
    return one(
        List.<Supplier<? extends Object>>of(
            () -> list.toArray(),
            () -> new boolean[] {random.nextBoolean()},
            () -> new short[] {(short) integer()},
            () -> new char[] {'a', (char) random.nextInt(0x10000)},
            () -> new int[] {random.nextInt(), 2, 3, 4, 5},
            () -> new long[] {integer(), 1},
            () -> new float[] {random.nextFloat()},
            () -> new double[] {random.nextDouble()},
            () -> new String[] {text(), null},
            () -> new Integer[] {1, null},
            () -> new Long[] {integer(), 1L, null},
            () -> new LocalDate[] {date()},
            () -> new Color[] {Color.BLUE, null},
            () -> new Point[][] {{new Point(1, integer())}, null, {}},
            () -> new int[][] {{1}, {}, {random.nextInt()}},
            () -> new Object[][] {list.toArray()},
            () -> new List<?>[] {list},
            () -> new Number[] {integer(), 5, 0.5f},
            () -> new byte[][] {{1}, {}},
            () -> new Bean[] {bean(depth + 1)}));
  }

  private Object object(int depth) {
    return switch (random.nextInt(4)) {
      case 0 -> new Holder(any(depth));
      case 1 -> new Pair(any(depth), new HashMap<>(entries(depth, alike())));
      case 2 -> {
        List<Object> rows = new ArrayList<>();
        for (int i = small(); i > 0; i--) {
          rows.add(random.nextBoolean() ? bean(depth + 2) : new Bean());
        }
        yield rows;
      }
      default -> bean(depth);
    };
  }

  private Bean bean(int depth) {
    Bean bean = shares && random.nextInt(10) == 0 ? root : new Bean();
    if (shares) {
      shared.add(bean);
    }
    bean.any = any(depth);
    bean.number = random.nextBoolean() ? (Number) integer() : (Number) (byte) 5;
    Object comparable = comparable();
    bean.comparable = (Comparable<?>) comparable;
    bean.serializable = (Serializable) comparable();
    bean.boxed = random.nextBoolean() ? null : integer();
    bean.letter = (char) random.nextInt(0x10000);
    bean.small = (short) integer();
    bean.objects = some(list(depth, this::any));
    List<Long> longs = numbers();
    bean.longs = random.nextBoolean() ? longs : List.copyOf(longs);
    bean.nested = new ArrayList<>(List.of(longs, new LinkedList<>(longs)));
    bean.set = random.nextBoolean() ? new TreeSet<>(longs) : new HashSet<>(longs);
    bean.sorted = new TreeSet<>(longs);
    bean.dates =
        random.nextBoolean()
            ? new ArrayList<>(List.of(new Date(random.nextInt())))
            : new TreeSet<>(List.of(new Date(random.nextInt())));
    bean.byText = new HashMap<>();
    entries(depth, list(depth, each -> text()))
        .forEach((key, value) -> bean.byText.put(String.valueOf(key), value));
    bean.byLong = random.nextBoolean() ? new TreeMap<>() : new LinkedHashMap<>();
    longs.forEach(each -> bean.byLong.put(each, each.shortValue()));
    bean.byDate = new TreeMap<>(Collections.reverseOrder());
    bean.byDate.put(date(), new ArrayList<>(List.of('a', '\uD801')));
    bean.byAny = new LinkedHashMap<>(entries(depth, list(depth, this::hashable)));
    bean.byColor = random.nextBoolean() ? new EnumMap<>(Color.class) : new LinkedHashMap<>();
    bean.byColor.put(Color.BLUE, BigInteger.valueOf(integer()));
    bean.byPoint = new HashMap<>(Map.of(new Point(1, 2), integer(), new Point(3, 4), 5L));
    bean.colors = random.nextBoolean() ? EnumSet.of(Color.RED) : new HashSet<>(List.of(Color.BLUE));
    bean.enumMap = new EnumMap<>(Color.class);
    bean.enumMap.put(Color.GREEN, any(depth));
    bean.array = list(depth, this::any).toArray();
    bean.boxes = longs.toArray(new Long[0]);
    bean.matrix = new int[][] {{1, 2}, {}, null};
    bean.dateArray = new Date[] {new Date(5), new java.sql.Timestamp(6), null};
    bean.points = random.nextBoolean() ? null : List.of(new Point(1, 2), new Point(2, 3));
    bean.integer = BigInteger.valueOf(integer());
    bean.year = Year.of(random.nextInt(20_000));
    bean.counter = new AtomicInteger(3);
    bean.next = rest > 0 && random.nextInt(3) == 0 ? bean(depth + 1) : null;
    return bean;
  }

  private static List<Object> some(List<Object> list) {
    return list.size() % 2 == 0 ? list : new CopyOnWriteArrayList<>(list);
  }

  private List<Long> numbers() {
    List<Long> numbers = new ArrayList<>();
    for (int i = small(); i > 0; i--) {
      numbers.add(integer());
    }
    return numbers;
  }
}
