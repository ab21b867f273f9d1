package dev.larder.corpora;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import hprose.io.HproseClassManager;
import hprose.io.serialize.Writer;
import hprose.io.unserialize.Reader;
import hprose.util.DateTime;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Calendar;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TimeZone;
import java.util.UUID;

/**
 * Values of Java that hprose-java writes, each with what it is in the notation of
 * vectors/README.md, and a check of what hprose-java reads of bytes that another wrote.
 *
 * <p>{@code write COUNT SEED} prints one JSON object per line: {@code bytes} (base64), {@code
 * value}, and {@code case}, the name of one that the two are known to see differently. {@code read
 * COUNT SEED} takes a line of base64 for each of the same values, empty for one that was not
 * written. It prints an object for each that is read as another value, and {@code compared} at the
 * end.
 */
public final class HproseCorpus {
  /** Not UTC, so that local times and those of UTC differ. */
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** A bean. Hprose writes public fields in the order in which they are declared. */
  public static final class Person {
    public String name;
    public int age;
    public double score;
    public Long salary;
    public Person friend;
    public List<Object> tags;
    public Map<String, Object> extra;
    public byte[] photo;
    public Point point;
    public Date born;
    public UUID id;
  }

  /** Another, of fields whose names are one character. */
  public static final class Point {
    public int x;
    public long y;
    public float z;
  }

  /** A bean without fields. */
  public static final class Empty {}

  /** Hprose writes the ordinal numbers. */
  public enum Suit {
    HEARTS,
    SPADES
  }

  private HproseCorpus() {}

  public static void main(String[] args) throws Exception {
    if (args.length != 3) {
      throw new IllegalArgumentException("usage: HproseCorpus write|read COUNT SEED");
    }
    TimeZone.setDefault(TimeZone.getTimeZone(ZONE));
    // hprose-java looks for "1.8." in the version of Java, and ignores java.time on later ones.
    Class.forName("hprose.io.serialize.java8.SerializerLoader");
    Class.forName("hprose.io.unserialize.java8.UnserializerLoader");
    Class.forName("hprose.io.convert.java8.ConverterLoader");
    int count = Integer.parseInt(args[1]);
    long seed = Long.parseLong(args[2]);
    PrintWriter out =
        new PrintWriter(
            new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8)));
    switch (args[0]) {
      case "write" -> write(values(count, seed), out);
      case "read" -> read(values(count, seed), out);
      default -> throw new IllegalArgumentException(args[0]);
    }
    out.flush();
  }

  /** A value, and the name of one that is seen differently; {@code null} for all others. */
  private record Item(Object value, String name) {}

  private static List<Item> values(int count, long seed) {
    List<Item> items = new ArrayList<>(differences());
    for (int at = 0; at < count; at++) {
      items.add(new Item(new Generator(new Random(seed * 1_000_003 + at)).top(), null));
    }
    return items;
  }

  /** Values that Larder or hprose-java reads as something else. */
  private static List<Item> differences() {
    List<Item> items = new ArrayList<>();
    items.add(new Item('\uD800', "half-a-character"));
    items.add(new Item(Map.of(new UUID(1, 2), 1), "key-uuid"));
    items.add(new Item(Map.of(List.of(1), 1), "key-list"));
    items.add(new Item(Map.of(BigInteger.TWO.pow(70), 1), "key-beyond-64-bits"));
    Map<Object, Object> keys = new LinkedHashMap<>();
    keys.put(1, "int");
    keys.put(1L, "long");
    items.add(new Item(keys, "keys-written-alike"));
    items.add(new Item(BigInteger.TEN.pow(20_000), "many-digits"));
    items.add(new Item(new BigDecimal(BigInteger.ONE, Integer.MIN_VALUE), "large-exponent"));
    items.add(new Item(LocalDateTime.of(12_345, 1, 2, 3, 4), "year-of-five-digits"));
    items.add(new Item(date(LocalDateTime.of(12_345, 1, 2, 3, 4)), "date-of-five-digits"));
    items.add(new Item(new GregorianCalendar(1500, Calendar.FEBRUARY, 29), "julian-calendar"));
    items.add(new Item(new BigDecimal("1.50"), "decimal-of-few-digits"));
    items.add(new Item(new BigDecimal("-733.46659361087188"), "decimal-of-17-digits"));
    items.add(new Item(List.of(new BigDecimal("0.12345678901234567890")), "decimal-in-a-list"));
    items.add(new Item(List.of(LocalDateTime.of(2016, 1, 2, 3, 4, 5, 6)), "nanoseconds-in-a-list"));
    items.add(new Item(Instant.ofEpochSecond(1), "instant"));
    items.add(new Item(Suit.SPADES, "enumeration"));
    items.add(new Item(1.1f, "float"));
    return items;
  }

  private static void write(List<Item> items, PrintWriter out) throws IOException {
    for (Item item : items) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      new Writer(bytes).serialize(item.value);
      ObjectNode line = NODES.objectNode();
      line.put("bytes", Base64.getEncoder().encodeToString(bytes.toByteArray()));
      line.set("value", new Notation(item).of(item.value));
      if (item.name != null) {
        line.put("case", item.name);
      }
      out.println(Lines.MAPPER.writeValueAsString(line));
    }
  }

  private static void read(List<Item> items, PrintWriter out) throws IOException {
    // They are known by these names once one was written.
    for (Class<?> bean : List.of(Person.class, Point.class, Empty.class)) {
      HproseClassManager.register(bean, name(bean));
    }
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    int compared = 0;
    for (int at = 0; at < items.size(); at++) {
      Item item = items.get(at);
      String line = in.readLine();
      if (line == null) {
        throw new IOException("only " + at + " of " + items.size() + " lines");
      }
      if (line.isEmpty()) {
        continue;
      }
      compared++;
      String problem;
      try {
        problem = problem(item, Base64.getDecoder().decode(line));
      } catch (IOException | RuntimeException error) {
        problem = error.toString();
      }
      if (problem != null) {
        ObjectNode found = NODES.objectNode().put("line", at).put("problem", problem);
        out.println(Lines.MAPPER.writeValueAsString(found.put("case", item.name)));
      }
    }
    out.println(NODES.objectNode().put("compared", compared));
  }

  private static String problem(Item item, byte[] bytes) throws IOException {
    Object expected = item.value;
    Comparison comparison = new Comparison(item.name != null);
    if (expected != null && Comparison.EXACT.contains(expected.getClass())) {
      Object actual = new Reader(bytes).unserialize((Class<?>) expected.getClass());
      return comparison.exactly(expected, actual);
    }
    return comparison.of(expected, new Reader(bytes).unserialize());
  }

  /** As hprose-java has it. */
  private static String name(Class<?> bean) {
    return bean.getName().replace('.', '_').replace('$', '_');
  }

  private static Date date(LocalDateTime time) {
    return Date.from(time.atZone(ZONE).toInstant());
  }

  private static LocalDateTime local(Date date) {
    return Instant.ofEpochMilli(date.getTime()).atZone(ZONE).toLocalDateTime();
  }

  /**
   * Whether a decimal number is written as a double may be: with 15 digits or the fewest that the
   * double has, or as {@link Double#toString} has it before Java 19.
   */
  private static boolean isDouble(BigDecimal decimal) {
    double number = decimal.doubleValue();
    if (decimal.signum() == 0) {
      return true;
    }
    BigDecimal magnitude = decimal.abs().stripTrailingZeros();
    if (Double.isInfinite(number) || number == 0) {
      return false;
    }
    if (magnitude.precision() <= 15 && Math.abs(number) >= Double.MIN_NORMAL) {
      return true;
    }
    BigDecimal exact = new BigDecimal(number).abs();
    BigDecimal fewest = exact;
    for (int digits = 1; digits <= 17; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (rounded.doubleValue() == Math.abs(number)) {
        fewest = rounded;
        break;
      }
    }
    if (fewest.compareTo(magnitude) == 0) {
      return true;
    }
    String text = decimal.toString();
    boolean isJava =
        text.contains("E")
            ? text.matches("-?[0-9][.][0-9]+E-?[0-9]+")
            : text.contains(".") && Math.abs(number) >= 1e-3 && Math.abs(number) < 1e7;
    MathContext digits = new MathContext(magnitude.precision(), RoundingMode.HALF_EVEN);
    return isJava && magnitude.precision() <= 17 && exact.round(digits).compareTo(magnitude) == 0;
  }

  /** The items of an array or a collection, or {@code null} for anything else. */
  private static List<Object> items(Object value) {
    if (value instanceof Collection<?> collection) {
      return new ArrayList<>(collection);
    }
    if (value.getClass().isArray() && !(value instanceof byte[]) && !(value instanceof char[])) {
      List<Object> items = new ArrayList<>();
      for (int at = 0; at < Array.getLength(value); at++) {
        items.add(Array.get(value, at));
      }
      return items;
    }
    return null;
  }

  /** The fields of a bean by name, or {@code null} for anything else. */
  private static Map<String, Object> fields(Object value) {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (value instanceof Person person) {
      fields.put("name", person.name);
      fields.put("age", person.age);
      fields.put("score", person.score);
      fields.put("salary", person.salary);
      fields.put("friend", person.friend);
      fields.put("tags", person.tags);
      fields.put("extra", person.extra);
      fields.put("photo", person.photo);
      fields.put("point", person.point);
      fields.put("born", person.born);
      fields.put("id", person.id);
    } else if (value instanceof Point point) {
      fields.put("x", point.x);
      fields.put("y", point.y);
      fields.put("z", point.z);
    } else if (!(value instanceof Empty)) {
      return null;
    }
    return fields;
  }

  /** Makes random values. */
  private static final class Generator {
    private static final String[] NAMES = {
      "name", "id", "tags", "ключ", "a", "b", "𐅑😀", "", "x y"
    };
    private static final int[] CHARACTERS = {
      'a', 'b', 'z', '"', '\\', ';', '{', '}', '0', 0, 0x7F, 0xFC, 0x6C34, 0xFFFF, 0x10151, 0x1F600
    };

    private final Random random;

    /** What may come again. */
    private final List<Object> earlier = new ArrayList<>();

    Generator(Random random) {
      this.random = random;
    }

    Object top() {
      return random.nextInt(3) == 0 ? scalar() : any(4);
    }

    private Object any(int depth) {
      if (depth == 0 || random.nextInt(3) == 0) {
        return scalar();
      }
      if (!earlier.isEmpty() && random.nextInt(4) == 0) {
        return earlier.get(random.nextInt(earlier.size()));
      }
      return switch (random.nextInt(12)) {
        case 0, 1 -> fill(new ArrayList<>(), depth);
        case 2 -> fill(new LinkedList<>(), depth);
        case 3 ->
            Arrays.stream(new Object[random.nextInt(4)]).map(nothing -> any(depth - 1)).toArray();
        case 4 -> remember(random.ints(random.nextInt(5)).toArray());
        case 5 -> remember(random.doubles(random.nextInt(5)).toArray());
        case 6 -> remember(new LinkedHashSet<>(List.of("set", random.nextInt())));
        case 7 -> remember(new String[] {text(), null, text()});
        case 8 -> person(depth);
        case 9 -> remember(point());
        default -> map(depth);
      };
    }

    private <T> T remember(T value) {
      earlier.add(value);
      return value;
    }

    private List<Object> fill(List<Object> list, int depth) {
      // Before it is filled: it may hold itself.
      remember(list);
      for (int left = random.nextInt(5); left > 0; left--) {
        list.add(any(depth - 1));
      }
      return list;
    }

    private Map<Object, Object> map(int depth) {
      Map<Object, Object> map = remember(new LinkedHashMap<>());
      Set<Object> written = new HashSet<>();
      for (int left = random.nextInt(5); left > 0; left--) {
        Object key = key();
        if (written.add(Comparison.key(key))) {
          map.put(key, any(depth - 1));
        }
      }
      return map;
    }

    private Object key() {
      return switch (random.nextInt(12)) {
        case 0 -> random.nextInt(20);
        case 1 -> random.nextLong();
        case 2 -> random.nextGaussian();
        case 3 -> random.nextBoolean();
        case 4 -> null;
        case 5 -> (char) ('a' + random.nextInt(26));
        case 6 -> text();
        default -> NAMES[random.nextInt(NAMES.length)];
      };
    }

    private Person person(int depth) {
      Person person = remember(new Person());
      person.name = random.nextInt(8) == 0 ? null : text();
      person.age = random.nextInt(100);
      person.score = number();
      person.salary = random.nextBoolean() ? null : random.nextLong();
      person.tags = random.nextBoolean() ? null : fill(new ArrayList<>(), depth - 1);
      if (random.nextBoolean()) {
        person.extra = new LinkedHashMap<>();
        person.extra.put("self", random.nextBoolean() ? person : any(depth - 1));
      }
      person.friend = random.nextInt(3) == 0 ? person : depth > 1 ? person(depth - 1) : null;
      person.photo = random.nextBoolean() ? null : bytes();
      person.point = random.nextBoolean() ? null : point();
      person.born = random.nextBoolean() ? null : date(time().withNano(0));
      person.id = random.nextBoolean() ? null : new UUID(random.nextLong(), random.nextLong());
      return person;
    }

    private Point point() {
      Point point = new Point();
      point.x = random.nextInt() >> random.nextInt(32);
      point.y = random.nextLong() >> random.nextInt(64);
      point.z = random.nextInt(1000) / 8f;
      return point;
    }

    private byte[] bytes() {
      byte[] bytes = new byte[random.nextInt(random.nextInt(10) == 0 ? 300 : 6)];
      random.nextBytes(bytes);
      return bytes;
    }

    private String text() {
      if (random.nextInt(3) == 0) {
        return NAMES[random.nextInt(NAMES.length)];
      }
      StringBuilder text = new StringBuilder();
      for (int left = random.nextInt(random.nextInt(10) == 0 ? 300 : 6); left > 0; left--) {
        text.appendCodePoint(CHARACTERS[random.nextInt(CHARACTERS.length)]);
      }
      return text.toString();
    }

    private double number() {
      return switch (random.nextInt(6)) {
        case 0 -> Double.longBitsToDouble(random.nextLong());
        case 1 -> random.nextInt(1_000_000) * Math.pow(10, random.nextInt(40) - 20);
        case 2 -> random.nextLong() / 1000.0;
        case 3 -> random.nextLong() * 0x1p25;
        case 4 -> Math.scalb(1.0, random.nextInt(2098) - 1074);
        default -> new double[] {0.0, -0.0, 1.0, Double.NaN, 1 / 0.0, -1 / 0.0}[random.nextInt(6)];
      };
    }

    private LocalDateTime time() {
      LocalDateTime begin = LocalDateTime.of(1900, 1, 1, 0, 0);
      LocalDateTime time = begin.plusSeconds(random.nextInt(Integer.MAX_VALUE) * 3L);
      if (random.nextInt(4) == 0) {
        time = time.toLocalDate().atStartOfDay();
      }
      int[] nanoseconds = {0, 0, 500_000_000, 1_000, 123_456_789, 999_999_999};
      return time.withNano(nanoseconds[random.nextInt(nanoseconds.length)]);
    }

    private BigDecimal decimal() {
      BigInteger unscaled = new BigInteger(random.nextInt(160) + 1, random);
      int scale = random.nextInt(10) == 0 ? random.nextInt(2000) - 1000 : random.nextInt(20);
      return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), scale);
    }

    private Object scalar() {
      LocalDateTime time = time();
      return switch (random.nextInt(32)) {
        case 0 -> null;
        case 1 -> random.nextBoolean();
        case 2 -> (byte) random.nextInt();
        case 3 -> (short) random.nextInt();
        case 4, 5 -> random.nextInt() >> random.nextInt(32);
        case 6, 7 -> random.nextLong() >> random.nextInt(64);
        case 8 ->
            new BigInteger(random.nextInt(200), random)
                .subtract(BigInteger.TWO.pow(random.nextInt(200)));
        case 9 ->
            random.nextInt(4) == 0 ? Float.intBitsToFloat(random.nextInt()) : random.nextFloat();
        case 10, 11 -> number();
        case 12, 13 -> decimal();
        case 14 -> (char) CHARACTERS[random.nextInt(14)];
        case 15, 16, 17 -> text();
        case 18 -> new StringBuilder(text());
        case 19 -> bytes();
        case 20 -> remember(new UUID(random.nextLong(), random.nextLong()));
        case 21 -> remember(date(time));
        case 22 -> new java.sql.Date(date(time.toLocalDate().atStartOfDay()).getTime());
        case 23 -> new Time(date(time.withNano(0).with(LocalDate.EPOCH)).getTime());
        case 24 -> timestamp(time);
        case 25 -> {
          Calendar calendar =
              new GregorianCalendar(
                  TimeZone.getTimeZone(random.nextBoolean() ? "UTC" : "America/New_York"));
          calendar.setTime(date(time));
          yield calendar;
        }
        case 26 -> time.toLocalDate();
        case 27 -> time.toLocalTime();
        case 28 -> time;
        case 29 -> time.atOffset(random.nextBoolean() ? ZoneOffset.UTC : ZoneOffset.ofHours(-3));
        case 30 -> random.nextBoolean() ? time.atZone(ZONE) : time.atZone(ZoneOffset.UTC);
        default -> random.nextBoolean() ? Suit.SPADES : Duration.ofSeconds(random.nextInt());
      };
    }

    private static Timestamp timestamp(LocalDateTime time) {
      Timestamp timestamp = new Timestamp(date(time).getTime());
      timestamp.setNanos(time.getNano());
      return timestamp;
    }
  }

  /** Writes what a value is, as it comes back from Hprose. */
  private static final class Notation {
    /** How often each list, map and bean is met. */
    private final Map<Object, Integer> met = new IdentityHashMap<>();

    /** Those that are met again, by their number. */
    private final Map<Object, Integer> shared = new IdentityHashMap<>();

    /** A value that is seen differently is what it was in Java. */
    private final boolean inFull;

    Notation(Item item) {
      inFull = item.name != null;
      meet(item.value);
    }

    private void meet(Object value) {
      if (value == null || !isContainer(value) || met.merge(value, 1, Integer::sum) > 1) {
        return;
      }
      List<Object> items = items(value);
      if (items != null) {
        items.forEach(this::meet);
      } else if (value instanceof Map<?, ?> map) {
        map.values().forEach(this::meet);
      } else {
        fields(value).values().forEach(this::meet);
      }
    }

    static boolean isContainer(Object value) {
      return value instanceof Map || items(value) != null || fields(value) != null;
    }

    JsonNode of(Object value) {
      if (value == null || !isContainer(value)) {
        return scalar(value);
      }
      if (met.getOrDefault(value, 1) == 1) {
        return container(value);
      }
      Integer number = shared.get(value);
      ObjectNode node = NODES.objectNode();
      if (number != null) {
        return node.put("$again", number);
      }
      shared.put(value, shared.size());
      node.set("$shared", container(value));
      return node;
    }

    private JsonNode container(Object value) {
      List<Object> items = items(value);
      if (items != null) {
        ArrayNode list = NODES.arrayNode();
        items.forEach(item -> list.add(of(item)));
        return list;
      }
      ArrayNode pairs = NODES.arrayNode();
      ObjectNode node = NODES.objectNode();
      if (value instanceof Map<?, ?> map) {
        map.forEach((key, item) -> pairs.addArray().add(of(key)).add(of(item)));
        node.set("$map", pairs);
        return node;
      }
      fields(value).forEach((name, item) -> pairs.addArray().add(name).add(of(item)));
      node.put("$object", name(value.getClass()));
      node.set("fields", pairs);
      return node;
    }

    private JsonNode scalar(Object value) {
      if (value == null) {
        return NODES.nullNode();
      } else if (value instanceof Boolean bool) {
        return NODES.booleanNode(bool);
      } else if (value instanceof Float number) {
        // Hprose has its digits.
        return inFull
            ? NODES
                .objectNode()
                .put("$float32", String.format("%08x", Float.floatToIntBits(number)))
            : number(Double.parseDouble(number.toString()));
      } else if (value instanceof Double number) {
        return number(number);
      } else if (value instanceof BigDecimal decimal) {
        return decimal(decimal);
      } else if (value instanceof BigInteger integer && integer.bitLength() > 63) {
        return NODES.objectNode().put("$bigint", integer.toString());
      } else if (value instanceof Number number) {
        return NODES.numberNode(number.longValue());
      } else if (value instanceof byte[] bytes) {
        return NODES.objectNode().put("$bytes", HexFormat.of().formatHex(bytes));
      } else if (value instanceof UUID uuid) {
        return NODES.objectNode().put("$uuid", uuid.toString());
      } else if (value instanceof Enum<?> constant) {
        if (inFull) {
          ObjectNode node = NODES.objectNode();
          node.putArray("$enum").add(name(constant.getClass())).add(constant.name());
          return node;
        }
        return NODES.numberNode(constant.ordinal());
      } else if (value instanceof Instant instant && inFull) {
        return moment("$instant", instant.getEpochSecond(), instant.getNano());
      }
      return time(value);
    }

    private static JsonNode number(double number) {
      return NODES
          .objectNode()
          .put("$float", String.format("%016x", Double.doubleToLongBits(number)));
    }

    private JsonNode decimal(BigDecimal decimal) {
      if (isDouble(decimal) && !inFull) {
        return number(Double.parseDouble(decimal.toString()));
      }
      return NODES
          .objectNode()
          .put("$decimal", decimal.unscaledValue().toString())
          .put("scale", decimal.scale());
    }

    private JsonNode time(Object value) {
      if (value instanceof java.sql.Date date) {
        return NODES.objectNode().put("$date", local(date).toLocalDate().toEpochDay());
      } else if (value instanceof Time time) {
        return NODES.objectNode().put("$time", local(time).toLocalTime().toNanoOfDay());
      } else if (value instanceof Timestamp timestamp) {
        return seconds("$datetime", local(timestamp).withNano(timestamp.getNanos()));
      } else if (value instanceof Date date) {
        return dateOrTime(local(date));
      } else if (value instanceof Calendar calendar) {
        Instant instant = Instant.ofEpochMilli(calendar.getTimeInMillis());
        // Calendars of zones that are not this one's are written in UTC; at midnight without a
        // time.
        return calendar.getTimeZone().hasSameRules(TimeZone.getDefault())
            ? dateOrTime(instant.atZone(ZONE).toLocalDateTime())
            : moment("$instant", instant.getEpochSecond(), instant.getNano());
      } else if (value instanceof LocalDate date) {
        return NODES.objectNode().put("$date", date.toEpochDay());
      } else if (value instanceof LocalTime time) {
        return NODES.objectNode().put("$time", time.toNanoOfDay());
      } else if (value instanceof LocalDateTime time) {
        return seconds("$datetime", time);
      } else if (value instanceof OffsetDateTime time && time.getOffset().equals(ZoneOffset.UTC)) {
        return seconds("$instant", time.toLocalDateTime());
      } else if (value instanceof ZonedDateTime time && time.getOffset().equals(ZoneOffset.UTC)) {
        return seconds("$instant", time.toLocalDateTime());
      }
      return NODES.textNode(value.toString());
    }

    /** Midnight is a date. */
    private static JsonNode dateOrTime(LocalDateTime time) {
      return time.toLocalTime().equals(LocalTime.MIDNIGHT)
          ? NODES.objectNode().put("$date", time.toLocalDate().toEpochDay())
          : seconds("$datetime", time);
    }

    private static JsonNode seconds(String kind, LocalDateTime time) {
      return moment(kind, time.toEpochSecond(ZoneOffset.UTC), time.getNano());
    }

    private static JsonNode moment(String kind, long seconds, int nanoseconds) {
      ObjectNode node = NODES.objectNode();
      node.putArray(kind).add(seconds).add(nanoseconds);
      return node;
    }
  }

  /** Compares a value with what hprose-java reads of it. */
  private static final class Comparison {
    /** These are read as what they are where nothing holds them. */
    static final Set<Class<?>> EXACT =
        Set.of(
            Long.class,
            Float.class,
            BigInteger.class,
            BigDecimal.class,
            Timestamp.class,
            Time.class,
            Date.class,
            java.sql.Date.class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class,
            OffsetDateTime.class,
            ZonedDateTime.class,
            Duration.class,
            Suit.class);

    private final Map<Object, Object> met = new IdentityHashMap<>();
    private final Set<Object> actuals = Collections.newSetFromMap(new IdentityHashMap<>());

    /** A value that is seen differently must be the very same. */
    private final boolean inFull;

    Comparison(boolean inFull) {
      this.inFull = inFull;
    }

    String exactly(Object expected, Object actual) {
      boolean isEqual = expected.equals(actual);
      if (expected instanceof BigDecimal decimal && actual instanceof BigDecimal other && !inFull) {
        isEqual =
            isDouble(decimal)
                ? decimal.doubleValue() == other.doubleValue()
                : decimal.compareTo(other) == 0;
      }
      if (expected instanceof Date date && actual instanceof Date other && !inFull) {
        // Not the hour that comes twice in autumn: Hprose has local times.
        isEqual = date.getClass() == other.getClass() && local(date).equals(local(other));
        if (date instanceof Timestamp timestamp && other instanceof Timestamp same) {
          isEqual &= timestamp.getNanos() == same.getNanos();
        }
      }
      return isEqual ? null : differ(expected, actual);
    }

    private static String differ(Object expected, Object actual) {
      return expected + ", not " + actual;
    }

    /** The difference, or {@code null}. */
    String of(Object expected, Object actual) {
      if (expected == null || actual == null) {
        return expected == actual ? null : differ(expected, actual);
      }
      if (!Notation.isContainer(expected)) {
        return isEqual(expected, actual) ? null : differ(expected, actual);
      }
      if (met.containsKey(expected)) {
        return met.get(expected) == actual ? null : "another object where the same was";
      }
      if (!actuals.add(actual)) {
        return "the same object where another was";
      }
      met.put(expected, actual);
      List<Object> items = items(expected);
      if (items != null) {
        return list(items, actual);
      }
      return expected instanceof Map<?, ?> map ? map(map, actual) : bean(expected, actual);
    }

    private String list(List<Object> expected, Object actual) {
      List<Object> items = items(actual);
      if (items == null || items.size() != expected.size()) {
        return "a list of " + expected.size() + ", not " + actual.getClass();
      }
      for (int at = 0; at < items.size(); at++) {
        String problem = of(expected.get(at), items.get(at));
        if (problem != null) {
          return at + ": " + problem;
        }
      }
      return null;
    }

    private String map(Map<?, ?> expected, Object actual) {
      if (!(actual instanceof Map<?, ?> map) || map.size() != expected.size()) {
        return "a map of " + expected.size() + ", not " + actual.getClass();
      }
      Map<Object, Object> found = new LinkedHashMap<>();
      map.forEach((key, value) -> found.put(key(key), value));
      for (Map.Entry<?, ?> entry : expected.entrySet()) {
        Object key = key(entry.getKey());
        String problem =
            found.containsKey(key) ? of(entry.getValue(), found.get(key)) : "is not there";
        if (problem != null) {
          return entry.getKey() + ": " + problem;
        }
      }
      return null;
    }

    private String bean(Object expected, Object actual) {
      if (actual.getClass() != expected.getClass()) {
        return expected.getClass() + ", not " + actual.getClass();
      }
      Map<String, Object> found = fields(actual);
      for (Map.Entry<String, Object> field : fields(expected).entrySet()) {
        String problem = of(field.getValue(), found.get(field.getKey()));
        if (problem != null) {
          return field.getKey() + ": " + problem;
        }
      }
      return null;
    }

    /** A key without its type: Hprose tells neither integers nor texts of one character apart. */
    static Object key(Object key) {
      if (key instanceof Integer || key instanceof Long) {
        return BigInteger.valueOf(((Number) key).longValue());
      }
      return key instanceof Character ? key.toString() : key;
    }

    private boolean isEqual(Object expected, Object actual) {
      if (inFull) {
        return expected.equals(actual);
      } else if (expected instanceof Float || expected instanceof Double) {
        // A field may be a float.
        return actual instanceof Float
            ? expected.equals(actual)
            : actual.equals(Double.parseDouble(expected.toString()));
      } else if (expected instanceof BigDecimal decimal) {
        // Where nothing says what it is, hprose-java reads a double.
        return actual.equals(Double.parseDouble(decimal.toString()));
      } else if (expected instanceof Number) {
        return new BigInteger(expected.toString()).equals(new BigInteger(actual.toString()));
      } else if (expected instanceof byte[] bytes) {
        return actual instanceof byte[] other && Arrays.equals(bytes, other);
      } else if (expected instanceof Enum<?> constant) {
        return actual.equals(constant.ordinal());
      } else if (expected instanceof UUID || expected instanceof Boolean) {
        return expected.equals(actual);
      } else if (actual instanceof DateTime time) {
        // That is what it refers to, where a calendar was read before.
        return time.toCalendar().getTimeInMillis() == milliseconds(expected);
      } else if (actual instanceof Calendar calendar) {
        return calendar.getTimeInMillis() == milliseconds(expected);
      } else if (actual instanceof Date date) {
        return expected instanceof Date other && local(date).equals(local(other));
      }
      return expected.toString().equals(actual.toString());
    }

    /** Where nothing says what it is, hprose-java reads a calendar of milliseconds. */
    private static long milliseconds(Object time) {
      if (time instanceof Calendar calendar) {
        return calendar.getTimeInMillis();
      } else if (time instanceof OffsetDateTime offset) {
        return offset.toInstant().toEpochMilli();
      } else if (time instanceof ZonedDateTime zoned) {
        return zoned.toInstant().toEpochMilli();
      }
      LocalDateTime local;
      if (time instanceof Date date) {
        local = local(date);
      } else if (time instanceof LocalDate date) {
        local = date.atStartOfDay();
      } else if (time instanceof LocalTime clock) {
        local = clock.atDate(LocalDate.EPOCH);
      } else {
        local = (LocalDateTime) time;
      }
      GregorianCalendar calendar =
          new GregorianCalendar(
              local.getYear(),
              local.getMonthValue() - 1,
              local.getDayOfMonth(),
              local.getHour(),
              local.getMinute(),
              local.getSecond());
      return calendar.getTimeInMillis() + local.getNano() / 1_000_000;
    }
  }
}
