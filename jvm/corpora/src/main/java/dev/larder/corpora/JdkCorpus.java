package dev.larder.corpora;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Values as {@link ObjectOutputStream} writes them. */
final class JdkCorpus {
  private static final String[] ZONES = {
    "Europe/Berlin",
    "America/St_Johns",
    "Asia/Kathmandu",
    "UTC",
    "GMT+2",
    "Pacific/Apia",
    "Z",
    "+05:45",
    "-00:00:01"
  };

  private final Random random;
  private final Scalars scalars;

  /** Objects of the current value, which may occur in it again. */
  private final List<Object> made = new ArrayList<>();

  JdkCorpus(long seed) {
    random = new Random(seed);
    scalars = new Scalars(random);
  }

  static void write(int count, long seed, Lines lines) throws IOException {
    JdkCorpus corpus = new JdkCorpus(seed);
    for (int number = 0; number < count; number++) {
      Object value = corpus.next(number);
      lines.add(encode(value, number % 50 == 7), JdkNotation.of(value));
    }
  }

  /** Another value, of this number: some are scalars. */
  Object next(int number) {
    made.clear();
    return value(number % 16 == 0 ? 0 : 1 + scalars.below(3));
  }

  private static byte[] encode(Object value, boolean annotated) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out =
        annotated ? new Annotated(bytes) : new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    return bytes.toByteArray();
  }

  /** Writes more of each class, as RMI does. */
  private static final class Annotated extends ObjectOutputStream {
    Annotated(OutputStream out) throws IOException {
      super(out);
    }

    @Override
    protected void annotateClass(Class<?> type) throws IOException {
      writeInt(type.getName().length());
      writeObject("file:/" + type.getName());
    }

    @Override
    protected void annotateProxyClass(Class<?> type) throws IOException {
      writeObject(null);
    }
  }

  private Object value(int depth) {
    if (depth <= 0) {
      return scalar();
    }
    if (!made.isEmpty() && scalars.oneIn(8)) {
      return made.get(scalars.below(made.size()));
    }
    Object value =
        switch (scalars.below(8)) {
          case 0 -> scalar();
          case 1 -> array(depth - 1);
          case 2 -> list(depth - 1);
          case 3, 4 -> map(depth - 1);
          case 5 -> wrapped(depth - 1);
          default -> bean(depth - 1);
        };
    if (value != null && scalars.oneIn(2)) {
      made.add(value);
    }
    return value;
  }

  private Object scalar() {
    return switch (scalars.below(34)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> (byte) random.nextInt();
      case 3 -> (short) random.nextInt();
      case 4, 5 -> (int) scalars.integer();
      case 6, 7 -> scalars.integer();
      case 8 -> scalars.single();
      case 9 -> scalars.decimal();
      case 10 -> scalars.character();
      case 11, 12, 13 -> scalars.anyText();
      case 14 -> scalars.oneIn(20) ? scalars.longText().repeat(9) : scalars.longText();
      case 15 -> scalars.bytes();
      case 16 -> scalars.bigInteger();
      case 17 -> scalars.bigDecimal();
      case 18 -> new UUID(random.nextLong(), random.nextLong());
      case 19, 20, 21, 22, 23 -> time();
      case 24 -> suit();
      case 25 -> scalars.oneIn(2) ? TimeUnit.SECONDS : Month.of(1 + scalars.below(12));
      case 26 -> type();
      case 27 -> locale();
      case 28 -> URI.create("https://example.org/" + scalars.word() + "?q=" + scalars.word());
      case 29 -> new AtomicLong(scalars.integer());
      case 30 -> new AtomicInteger((int) scalars.integer());
      case 31 -> new AtomicBoolean(random.nextBoolean());
      case 32 -> BitSet.valueOf(scalars.bytes());
      default -> new Beans.OtherFields(scalars.text(), random.nextInt());
    };
  }

  private Beans.Suit suit() {
    return Beans.Suit.values()[scalars.below(Beans.Suit.values().length)];
  }

  private Class<?> type() {
    Class<?>[] types = {
      int.class,
      void.class,
      String.class,
      int[].class,
      Beans.Suit[][].class,
      Map.Entry.class,
      Beans.Every.class,
      Runnable.class,
      Beans.Suit.class,
      Beans.Suit.SPADES.getClass()
    };
    return types[scalars.below(types.length)];
  }

  private Locale locale() {
    String[] tags = {
      "de",
      "en-US",
      "zh-Hant-TW",
      "es-419",
      "no-NO-NY",
      "und",
      "und-CH",
      "de-DE-u-co-phonebk",
      "sr-Latn"
    };
    return scalars.oneIn(4)
        ? new Locale("de", "", "POSIX")
        : Locale.forLanguageTag(tags[scalars.below(tags.length)]);
  }

  private Object time() {
    Instant instant =
        scalars.oneIn(4)
            ? Instant.ofEpochSecond(random.nextInt() * 1000L, scalars.below(1_000_000_000))
            : Instant.ofEpochMilli((long) (random.nextDouble() * 4e12) - 1_000_000_000_000L);
    LocalDateTime local = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    LocalTime clock =
        switch (scalars.below(4)) {
          case 0 -> LocalTime.of(scalars.below(24), 0);
          case 1 -> LocalTime.of(scalars.below(24), scalars.below(60));
          case 2 -> LocalTime.of(scalars.below(24), scalars.below(60), scalars.below(60));
          default -> LocalTime.ofNanoOfDay((long) (random.nextDouble() * 86_400e9));
        };
    ZoneOffset offset =
        scalars.oneIn(3)
            ? ZoneOffset.ofTotalSeconds(scalars.below(129_601) - 64_800)
            : ZoneOffset.ofTotalSeconds((scalars.below(145) - 72) * 900);
    LocalDate date =
        scalars.oneIn(4)
            ? LocalDate.ofYearDay(
                scalars.below(1_999_999_999) - 999_999_999, 1 + scalars.below(365))
            : local.toLocalDate();
    return switch (scalars.below(21)) {
      case 0 -> instant;
      case 1 -> Duration.ofSeconds(scalars.integer(), scalars.below(1_000_000_000));
      case 2, 3 -> date;
      case 4 -> clock;
      case 5, 6 -> LocalDateTime.of(date, clock);
      case 7, 8 -> ZonedDateTime.of(local, ZoneId.of(ZONES[scalars.below(ZONES.length)]));
      case 9 -> OffsetDateTime.of(local.toLocalDate(), clock, offset);
      case 10 -> OffsetTime.of(clock, offset);
      case 11 -> Year.of(date.getYear());
      case 12 -> YearMonth.from(date);
      case 13 -> MonthDay.from(date);
      case 14 -> Period.of(random.nextInt(), scalars.below(20), -scalars.below(40));
      case 15 -> offset;
      case 16 -> ZoneId.of(ZONES[scalars.below(4)]);
      case 17 -> new Timestamp(instant.toEpochMilli());
      case 18 -> new java.sql.Date(instant.toEpochMilli());
      case 19 -> new java.sql.Time(instant.toEpochMilli());
      default -> new Date(scalars.oneIn(9) ? random.nextLong() : instant.toEpochMilli());
    };
  }

  private Object array(int depth) {
    int length = scalars.oneIn(10) ? 0 : scalars.below(6);
    return switch (scalars.below(15)) {
      case 0 -> random.ints(length).toArray();
      case 1 -> random.longs(length).toArray();
      case 2 -> random.doubles(length).toArray();
      case 3 -> new float[] {scalars.single(), -0f};
      case 4 -> new short[] {(short) random.nextInt(), -1, 0};
      case 5 -> new boolean[] {true, random.nextBoolean(), false};
      case 6 -> scalars.anyText().toCharArray();
      case 7 -> new int[][] {random.ints(length).toArray(), null, {}};
      case 8 -> new byte[][] {scalars.bytes(), {}};
      case 9 -> fill(new String[length], depth, String.class);
      case 10 -> fill(new Integer[length], depth, Integer.class);
      case 11 -> new Beans.Suit[] {suit(), null, suit()};
      case 12 ->
          new Object[][] {
            fill(new Object[length], depth, Object.class), fill(new String[1], depth, String.class)
          };
      default -> fill(new Object[length], depth, Object.class);
    };
  }

  private <T> T[] fill(T[] array, int depth, Class<T> type) {
    if (type == Object.class) {
      made.add(array);
    }
    for (int at = 0; at < array.length; at++) {
      Object item =
          type == String.class
              ? scalars.anyText()
              : type == Integer.class ? (Integer) (int) scalars.integer() : value(depth);
      array[at] = type.cast(scalars.oneIn(9) ? null : item);
    }
    return array;
  }

  private Object list(int depth) {
    Collection<Object> list =
        switch (scalars.below(12)) {
          case 0 -> new LinkedList<>();
          case 1 -> new Vector<>(5);
          case 2 -> new Stack<>();
          case 3 -> new CopyOnWriteArrayList<>();
          case 4 -> new HashSet<>();
          case 5 -> new LinkedHashSet<>();
          case 6 -> new CopyOnWriteArraySet<>();
          case 7 -> new Beans.Tags();
          case 8 -> named();
          default -> new ArrayList<>();
        };
    if (scalars.oneIn(6)) {
      return sorted();
    }
    boolean hashes = list instanceof Set;
    if (!hashes) {
      made.add(list);
    }
    boolean isLong = scalars.oneIn(30);
    for (int count = isLong ? 300 : scalars.below(6); count > 0; count--) {
      list.add(hashes ? key(scalars.below(12)) : value(isLong ? 0 : depth));
    }
    return list;
  }

  private Beans.NamedTags named() {
    Beans.NamedTags tags = new Beans.NamedTags();
    tags.size = scalars.text();
    return tags;
  }

  /** Collections whose values have an order, or are none but simple ones. */
  private Object sorted() {
    Comparator<Object> order =
        switch (scalars.below(4)) {
          case 0 -> Collections.reverseOrder();
          case 1 -> new Beans.ByText(random.nextBoolean());
          default -> null;
        };
    Collection<Object> list =
        switch (scalars.below(4)) {
          case 0 -> new TreeSet<>(order);
          case 1 -> new PriorityQueue<>(order);
          case 2 -> new ConcurrentSkipListSet<>(order);
          default -> new ArrayDeque<>();
        };
    int kind = scalars.below(2);
    for (int count = scalars.below(8); count > 0; count--) {
      list.add(kind == 0 ? scalars.text() : scalars.integer());
    }
    return list;
  }

  /** A key whose hash is the same in every run. */
  private Object key(int kind) {
    return switch (kind) {
      case 0 -> (int) scalars.integer();
      case 1 -> scalars.integer();
      case 2 -> random.nextBoolean();
      case 3 -> scalars.decimal();
      case 4 -> scalars.character();
      case 5 -> (short) scalars.below(9);
      case 6 -> (byte) scalars.below(9);
      case 7 -> scalars.single();
      case 8 -> new UUID(scalars.integer(), scalars.integer());
      case 9 -> List.of(scalars.integer(), scalars.text());
      default -> scalars.anyText();
    };
  }

  private Object map(int depth) {
    Map<Object, Object> map =
        switch (scalars.below(14)) {
          case 0 -> new Hashtable<>();
          case 1 -> new ConcurrentHashMap<>();
          case 2 -> new IdentityHashMap<>();
          case 3 -> new Beans.Attributes();
          case 4 -> new Beans.Recent(scalars.below(9), random.nextBoolean());
          case 5 -> new LinkedHashMap<>(4, 0.5f, true);
          case 6, 7, 8 -> new HashMap<>();
          default -> new LinkedHashMap<>();
        };
    if (scalars.oneIn(6)) {
      return sortedMap(depth);
    }
    if (scalars.oneIn(12)) {
      return properties();
    }
    boolean takesNull = !(map instanceof Hashtable || map instanceof ConcurrentHashMap);
    made.add(map);
    int kind = scalars.oneIn(2) ? 11 : scalars.below(12);
    boolean isMixed = scalars.oneIn(8);
    boolean isLong = scalars.oneIn(30);
    for (int count = isLong ? 200 : scalars.below(6); count > 0; count--) {
      Object key = takesNull && scalars.oneIn(20) ? null : key(isMixed ? scalars.below(12) : kind);
      Object value = value(isLong ? 0 : depth);
      map.put(key, value == null && !takesNull ? "nothing" : value);
    }
    return map;
  }

  private Object sortedMap(int depth) {
    Comparator<Object> order =
        switch (scalars.below(4)) {
          case 0 -> Collections.reverseOrder();
          case 1 -> new Beans.ByText(random.nextBoolean());
          default -> null;
        };
    if (scalars.oneIn(4)) {
      Map<Beans.Suit, Object> map = new EnumMap<>(Beans.Suit.class);
      for (int count = scalars.below(4); count > 0; count--) {
        map.put(suit(), value(depth));
      }
      return map;
    }
    Map<Object, Object> map =
        scalars.oneIn(3) ? new ConcurrentSkipListMap<>(order) : new TreeMap<>(order);
    boolean takesNull = map instanceof TreeMap;
    int kind = scalars.below(3);
    for (int count = scalars.below(8); count > 0; count--) {
      Object key =
          kind == 0
              ? scalars.text()
              : kind == 1 ? scalars.integer() : (Object) new UUID(0, scalars.below(99));
      Object value = value(depth);
      map.put(key, value == null && !takesNull ? "nothing" : value);
    }
    return map;
  }

  private Properties properties() {
    Properties properties = new Properties(scalars.oneIn(3) ? properties() : null);
    for (int count = scalars.below(4); count > 0; count--) {
      properties.setProperty(scalars.word(), scalars.text());
    }
    return properties;
  }

  /** Views and wrappers of other collections. */
  private Object wrapped(int depth) {
    List<Object> list = scalars.oneIn(2) ? new ArrayList<>() : new LinkedList<>();
    Set<Object> set = new LinkedHashSet<>();
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int count = scalars.below(4); count > 0; count--) {
      list.add(value(depth));
      set.add(key(11));
      map.put(key(11), value(depth));
    }
    TreeMap<Object, Object> sorted = new TreeMap<>(Map.of(scalars.text(), scalars.integer()));
    Object element = value(depth);
    Object shown = element == null ? "nothing" : element;
    return switch (scalars.below(31)) {
      case 0 -> Collections.unmodifiableList(list);
      case 1 -> Collections.unmodifiableSet(set);
      case 2 -> Collections.unmodifiableMap(map);
      case 3 -> Collections.unmodifiableCollection(list);
      case 4 -> Collections.unmodifiableSortedMap(sorted);
      case 5 -> Collections.unmodifiableNavigableMap(sorted);
      case 6 -> Collections.unmodifiableSortedSet(new TreeSet<>(sorted.keySet()));
      case 7 -> Collections.synchronizedList(list);
      case 8 -> Collections.synchronizedSet(set);
      case 9 -> Collections.synchronizedMap(map);
      case 10 -> Collections.synchronizedNavigableMap(sorted);
      case 11 -> Collections.emptyList();
      case 12 -> Collections.emptySet();
      case 13 -> Collections.emptyMap();
      case 14 -> Collections.singletonList(element);
      case 15 -> Collections.singleton(element);
      case 16 -> Collections.singletonMap(key(scalars.below(12)), element);
      case 17 -> Arrays.asList(fill(new Object[scalars.below(4)], depth, Object.class));
      case 18 -> Arrays.asList(fill(new String[scalars.below(4)], depth, String.class));
      case 19 -> List.of();
      case 20 -> List.of(shown);
      case 21 -> List.of(shown, "two", 3);
      case 22 -> Stream.of(element, shown, null).toList();
      case 23 -> Stream.of(element, shown).toList();
      case 24 -> Set.of(scalars.integer());
      case 25 -> Map.of(key(11), shown);
      case 26 -> Map.of();
      case 27 -> new AtomicReference<>(element);
      case 28 -> scalars.oneIn(2) ? EnumSet.of(suit(), suit()) : EnumSet.noneOf(Beans.Suit.class);
      case 29 -> {
        Set<Object> backed = Collections.newSetFromMap(new ConcurrentHashMap<>());
        backed.add(key(8));
        yield backed;
      }
      default -> Collections.unmodifiableList(Collections.synchronizedList(list));
    };
  }

  private Object bean(int depth) {
    return switch (scalars.below(13)) {
      case 0, 1, 2 -> every(depth);
      case 3 -> new Beans.Base(scalars.text(), random.nextInt(), value(depth));
      case 4 -> cycle(depth);
      case 5 -> new Beans.BelowNotSerializable(scalars.anyText());
      case 6 ->
          new Beans.Custom(
              scalars.text(), scalars.bytes(), value(depth), scalars.longText().getBytes());
      case 7 ->
          new Beans.CustomBelow(scalars.text(), scalars.bytes(), value(depth), random.nextInt());
      case 8 -> new Beans.External(scalars.text(), scalars.bytes(), value(depth));
      case 9 -> new Beans.Replaced(new Beans.Base(scalars.text(), 1, value(depth)));
      case 10 -> new Beans.Point(random.nextInt(), scalars.decimal(), scalars.text(), value(depth));
      case 11 ->
          Proxy.newProxyInstance(
              JdkCorpus.class.getClassLoader(),
              new Class<?>[] {Beans.Greeter.class, Comparable.class},
              new Beans.Handler(value(depth)));
      default -> {
        Object captured = value(depth);
        int number = random.nextInt();
        Beans.SerializableSupplier supplier = () -> captured + "" + number;
        yield supplier;
      }
    };
  }

  private Beans.Derived cycle(int depth) {
    Beans.Derived first = new Beans.Silent(scalars.text(), null, value(depth));
    made.add(first);
    first.next = new Beans.Derived(scalars.text(), first, value(depth));
    first.other = scalars.oneIn(3) ? first : value(depth);
    return first;
  }

  private Beans.Every every(int depth) {
    Beans.Every every = new Beans.Every();
    made.add(every);
    every.yes = random.nextBoolean();
    every.small = (byte) random.nextInt();
    every.medium = (short) random.nextInt();
    every.letter = scalars.character();
    every.number = (int) scalars.integer();
    every.large = scalars.integer();
    every.single = scalars.single();
    every.precise = scalars.decimal();
    if (scalars.oneIn(2)) {
      every.boxedYes = random.nextBoolean();
      every.boxedSmall = (byte) random.nextInt();
      every.boxedMedium = (short) random.nextInt();
      every.boxedLetter = scalars.character();
      every.boxedNumber = (int) scalars.integer();
      every.boxedLarge = scalars.integer();
      every.boxedSingle = scalars.single();
      every.boxedPrecise = scalars.decimal();
    }
    every.text = scalars.anyText();
    every.bytes = scalars.bytes();
    every.numbers = random.ints(scalars.below(4)).toArray();
    every.letters = scalars.anyText().toCharArray();
    every.matrix = new double[][] {random.doubles(2).toArray(), null};
    every.texts = new String[] {scalars.text(), every.text, null};
    every.anything = scalars.oneIn(3) ? every.numbers : value(depth);
    every.things = scalars.oneIn(3) ? every.texts : new Object[] {value(depth), every};
    every.list = new ArrayList<>(Arrays.asList(value(depth), value(depth)));
    every.map = new HashMap<>();
    every.map.put(every.text, value(depth));
    every.suit = suit();
    return every;
  }
}
