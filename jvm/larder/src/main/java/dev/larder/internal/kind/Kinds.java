package dev.larder.internal.kind;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.internal.bind.Registry;
import dev.larder.internal.message.Input;
import dev.larder.internal.register.ClassHost;
import java.math.BigInteger;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
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
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Iterator;
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
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Stack;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
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
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * The kinds of values of the JVM (docs/FORMAT.md, "Kinds"): for each its code, its class, how it is
 * taken apart and how it is made. Those with a name, and arrays, are {@link ClassHost}'s.
 */
public final class Kinds {
  public static final int LONG = 0x03;
  public static final int OPTIONAL = 0x08;
  public static final int BIG_INTEGER = 0x0C;
  public static final int SET = 0x41;
  public static final int REVERSED = 0x6D;
  public static final int CASE_INSENSITIVE = 0x6E;
  public static final int PAIRS = 0x6F;
  public static final int FIRST_ARRAY = 0x70;
  public static final int LAST_ARRAY = 0x78;
  public static final int ARRAY = 0x80;
  public static final int ENUM_SET = 0x81;
  public static final int ENUM_MAP = 0x82;
  public static final int KEYED = 0x83;

  /** More than the limits allow for any message. */
  private static final long TOO_MANY_BYTES = 64L * Integer.MAX_VALUE;

  /** A set that compares each with all takes the square of the time for more. */
  public static final int MAX_COMPARED = 4096;

  /** What the entry of a hash table, of a tree and of a chain takes. */
  private static final int HASHED_BYTES = 32;

  private static final int SORTED_BYTES = 32;
  private static final int LINKED_BYTES = 8;

  /** The component types of the kinds from {@link #FIRST_ARRAY} on. */
  private static final List<Class<?>> COMPONENTS =
      List.of(
          boolean.class,
          short.class,
          char.class,
          int.class,
          long.class,
          float.class,
          double.class,
          String.class,
          Object.class);

  /** A text of each character of ASCII. */
  private static final String[] ASCII = new String[0x80];

  private static final Kind[] BY_CODE = new Kind[0x80];
  private static final Map<Class<?>, Kind> BY_CLASS = new HashMap<>();

  /** What a value is made of. */
  public enum Form {
    SCALAR,
    LIST,
    MAP
  }

  /** One kind. */
  public static final class Kind {
    /** 0 for an {@link ArrayList} and a {@link LinkedHashMap}, which need none. */
    public final int code;

    public final Class<?> type;
    public final Form form;
    private final Hashed.Table table;
    private final int bytes;

    /** Of scalars: what they are made of, and the other way round, null if that cannot be. */
    private Function<Object, Object> content;

    private Function<Object, Object> make;

    /** Of collections and maps that are filled: an empty one, for so many elements. */
    private IntFunction<Object> empty;

    private Function<Comparator<Object>, Object> ordered;

    private Kind(int code, Class<?> type, Form form, Hashed.Table table, int bytes) {
      this.code = code;
      this.type = type;
      this.form = form;
      this.table = table;
      this.bytes = bytes;
    }

    /** Whether it is there before what it holds is, so that this can point to it. */
    public boolean isFilled() {
      return empty != null;
    }

    /** What a reader is charged for so many elements, beside what they are. */
    public long bytes(int count) {
      return form == Form.SCALAR ? 0 : (long) bytes * count;
    }

    /**
     * What a reader is charged for elements, or keys, that are written: so much that the message is
     * read once before it is given away, if comparing them may be too much.
     */
    public long bytes(Collection<?> elements) {
      return bytes(elements.size()) + (Hashed.mayCollide(table, elements) ? TOO_MANY_BYTES : 0);
    }

    public boolean isSorted() {
      return ordered != null;
    }

    /** What a value is made of: that of a scalar, or a list or map that needs no kind. */
    public Object content(Object value) {
      return switch (form) {
        case SCALAR -> content.apply(value);
        case LIST -> new ArrayList<>((Collection<?>) value);
        case MAP -> new LinkedHashMap<>((Map<?, ?>) value);
      };
    }

    /** An empty one, where {@link #isFilled}. */
    public Object empty(int count, int order) {
      return order != 0 && ordered != null ? ordered.apply(comparator(order)) : empty.apply(count);
    }

    /**
     * A value of what it is made of.
     *
     * @param order {@link #REVERSED}, {@link #CASE_INSENSITIVE} or 0
     * @return null if it cannot be
     */
    public Object make(Input in, Object from, int order, Registry registry) {
      if (form == Form.SCALAR) {
        in.charge(bytes);
        try {
          return make.apply(from);
        } catch (IllegalArgumentException
            | DateTimeException
            | ArithmeticException
            | ClassCastException
            | NullPointerException e) {
          return null;
        }
      }
      if (form == Form.MAP ? !(from instanceof Map) : !(from instanceof Collection)) {
        return null;
      }
      if (isFilled()) {
        int count = from instanceof Map<?, ?> map ? map.size() : ((Collection<?>) from).size();
        return fill(in, empty(count, order), from, registry);
      }
      try {
        charge(in, from, registry);
        return make.apply(from);
      } catch (IllegalArgumentException | ClassCastException | NullPointerException e) {
        return null;
      }
    }

    private void charge(Input in, Object from, Registry registry) {
      Collection<?> keys = from instanceof Map<?, ?> map ? map.keySet() : (Collection<?>) from;
      in.charge((long) bytes * keys.size());
      Hashed.charge(in, table, keys, registry);
    }

    /**
     * Fills one that is {@link #empty}; null if it cannot take what it should, or has less
     * afterwards.
     */
    @SuppressWarnings("unchecked")
    public Object fill(Input in, Object made, Object from, Registry registry) {
      try {
        charge(in, from, registry);
        if (from instanceof Map<?, ?> map) {
          List<?> keys = table == Hashed.Table.SORTED ? alike(map.keySet()) : null;
          if (keys == null) {
            ((Map<Object, Object>) made).putAll(map);
          } else {
            Iterator<?> values = map.values().iterator();
            keys.forEach(key -> ((Map<Object, Object>) made).put(key, values.next()));
          }
          return ((Map<?, ?>) made).size() == map.size() ? made : null;
        }
        // At once, as some copy themselves for each.
        List<?> all = table == Hashed.Table.SORTED ? alike((Collection<?>) from) : null;
        ((Collection<Object>) made).addAll(all != null ? all : (Collection<?>) from);
        return made;
      } catch (IllegalArgumentException | ClassCastException | NullPointerException e) {
        // What cannot be compared, or null, where it is not taken.
        return null;
      }
    }
  }

  /** An {@link ArrayList}. */
  public static final Kind LIST = filled(0, ArrayList.class, Hashed.Table.NONE, 0, ArrayList::new);

  /** A {@link LinkedHashMap}, which is a {@link HashMap}, too. */
  public static final Kind MAP =
      filled(
          0,
          LinkedHashMap.class,
          Hashed.Table.HASHED,
          HASHED_BYTES,
          count -> new LinkedHashMap<>(capacity(count)));

  static {
    for (int i = 0; i < ASCII.length; i++) {
      ASCII[i] = String.valueOf((char) i);
    }
  }

  static {
    BY_CLASS.put(HashMap.class, MAP);
    scalar(0x01, Byte.class, 0, value -> ((Byte) value).intValue(), Kinds::int8);
    scalar(0x02, Short.class, 0, value -> ((Short) value).intValue(), Kinds::int16);
    scalar(LONG, Long.class, 0, Kinds::integer, Kinds::int64);
    scalar(0x04, Character.class, 0, Kinds::ofCharacter, Kinds::character);
    scalar(
        0x05,
        AtomicInteger.class,
        0,
        value -> ((AtomicInteger) value).get(),
        from -> new AtomicInteger(Math.toIntExact(int64(from))));
    scalar(
        0x06,
        AtomicLong.class,
        0,
        value -> integer(((AtomicLong) value).get()),
        from -> new AtomicLong(int64(from)));
    scalar(
        0x07,
        AtomicBoolean.class,
        0,
        value -> ((AtomicBoolean) value).get(),
        from -> new AtomicBoolean((Boolean) from));
    scalar(
        OPTIONAL,
        Optional.class,
        0,
        value -> one(((Optional<?>) value).orElse(null)),
        from -> {
          Object one = one((List<?>) from);
          return one == null && !((List<?>) from).isEmpty() ? null : Optional.ofNullable(one);
        });
    scalar(
        0x09,
        OptionalInt.class,
        0,
        value -> {
          OptionalInt optional = (OptionalInt) value;
          return one(optional.isPresent() ? optional.getAsInt() : null);
        },
        from -> {
          Object one = one((List<?>) from);
          return one == null ? OptionalInt.empty() : OptionalInt.of(Math.toIntExact(int64(one)));
        });
    scalar(
        0x0A,
        OptionalLong.class,
        0,
        value -> {
          OptionalLong optional = (OptionalLong) value;
          return one(optional.isPresent() ? integer(optional.getAsLong()) : null);
        },
        from -> {
          Object one = one((List<?>) from);
          return one == null ? OptionalLong.empty() : OptionalLong.of(int64(one));
        });
    scalar(
        0x0B,
        OptionalDouble.class,
        0,
        value -> {
          OptionalDouble optional = (OptionalDouble) value;
          return one(optional.isPresent() ? optional.getAsDouble() : null);
        },
        from -> {
          Object one = one((List<?>) from);
          return one == null ? OptionalDouble.empty() : OptionalDouble.of((Double) one);
        });
    scalar(BIG_INTEGER, BigInteger.class, 0, Kinds::ofBigInteger, Kinds::bigInteger);
    scalar(
        0x0D,
        BitSet.class,
        0,
        value -> ((BitSet) value).toByteArray(),
        from -> BitSet.valueOf((byte[]) from));
    text(0x10, Year.class, 0, text -> Year.of(Integer.parseInt(text)));
    text(0x11, YearMonth.class, 0, Kinds::yearMonth);
    text(0x12, MonthDay.class, 0, MonthDay::parse);
    text(0x13, OffsetTime.class, 0, OffsetTime::parse);
    text(0x14, Period.class, 0, Period::parse);
    Kind zone = text(0x15, ZoneId.class, 0, ZoneId::of);
    BY_CLASS.put(ZoneId.of("Europe/Berlin").getClass(), zone);
    text(0x16, ZoneOffset.class, 0, ZoneOffset::of);
    text(0x17, URI.class, 256, URI::create);
    scalar(0x18, URL.class, 256, Kinds::ofUrl, Kinds::url);
    scalar(
        0x19,
        Currency.class,
        0,
        value -> ((Currency) value).getCurrencyCode(),
        from -> Currency.getInstance((String) from));
    scalar(0x1A, Locale.class, 256, Kinds::ofLocale, from -> Locale.forLanguageTag((String) from));
    Kind timeZone = scalar(0x1B, TimeZone.class, 0, Kinds::ofTimeZone, Kinds::timeZone);
    BY_CLASS.put(TimeZone.getTimeZone("UTC").getClass(), timeZone);
    scalar(
        0x20,
        Date.class,
        0,
        value -> Instant.ofEpochMilli(((Date) value).getTime()),
        from -> Date.from((Instant) from));
    try {
      Sql.register();
    } catch (NoClassDefFoundError e) {
      // A runtime without the module java.sql has no values of it either.
    }
    scalar(0x24, GregorianCalendar.class, 512, Kinds::ofCalendar, Kinds::calendar);
    collections();
    maps();
  }

  private static void collections() {
    Hashed.Table none = Hashed.Table.NONE;
    filled(0x30, LinkedList.class, none, LINKED_BYTES, n -> new LinkedList<>());
    filled(0x31, CopyOnWriteArrayList.class, none, 0, n -> new CopyOnWriteArrayList<>());
    filled(0x32, Vector.class, none, 0, n -> new Vector<>(n));
    filled(0x33, Stack.class, none, 0, n -> new Stack<>());
    Kind listOf = whole(0x34, List.of().getClass(), none, 0, from -> immutable((List<?>) from));
    BY_CLASS.put(List.of(1).getClass(), listOf);
    BY_CLASS.put(List.of(1, 2, 3).subList(0, 1).getClass(), listOf);
    whole(0x35, Arrays.asList().getClass(), none, 0, from -> Arrays.asList(array(from)));
    Kind unmodifiable =
        whole(
            0x36,
            Collections.unmodifiableList(new ArrayList<>()).getClass(),
            none,
            0,
            from -> Collections.unmodifiableList((List<?>) from));
    BY_CLASS.put(Collections.unmodifiableList(new LinkedList<>()).getClass(), unmodifiable);
    BY_CLASS.put(Collections.nCopies(2, 1).getClass(), unmodifiable);
    Kind fewList =
        whole(
            0x37,
            Collections.emptyList().getClass(),
            none,
            0,
            from -> {
              List<?> list = (List<?>) from;
              return list.isEmpty()
                  ? Collections.emptyList()
                  : Collections.singletonList(one(list));
            });
    BY_CLASS.put(Collections.singletonList(1).getClass(), fewList);
    Kind synchronizedList =
        whole(
            0x38,
            Collections.synchronizedList(new ArrayList<>()).getClass(),
            none,
            0,
            from -> Collections.synchronizedList((List<?>) from));
    BY_CLASS.put(Collections.synchronizedList(new LinkedList<>()).getClass(), synchronizedList);

    Hashed.Table hashed = Hashed.Table.HASHED;
    Hashed.Table sorted = Hashed.Table.SORTED;
    filled(0x40, HashSet.class, hashed, HASHED_BYTES, n -> new HashSet<>(capacity(n)));
    filled(SET, LinkedHashSet.class, hashed, HASHED_BYTES, n -> new LinkedHashSet<>(capacity(n)));
    filled(0x42, TreeSet.class, sorted, SORTED_BYTES, n -> new TreeSet<>()).ordered = TreeSet::new;
    filled(
        0x43,
        CopyOnWriteArraySet.class,
        Hashed.Table.NO_TABLE,
        0,
        n -> new CopyOnWriteArraySet<>());
    filled(
                0x44,
                ConcurrentSkipListSet.class,
                sorted,
                SORTED_BYTES,
                n -> new ConcurrentSkipListSet<>())
            .ordered =
        ConcurrentSkipListSet::new;
    Kind setOf =
        whole(
            0x45,
            Set.of().getClass(),
            Hashed.Table.PROBED,
            LINKED_BYTES,
            from -> Set.of(array(from)));
    BY_CLASS.put(Set.of(1).getClass(), setOf);
    whole(
        0x46,
        Collections.unmodifiableSet(Set.of()).getClass(),
        hashed,
        HASHED_BYTES,
        from -> Collections.unmodifiableSet(set(from)));
    filled(
        0x47,
        ConcurrentHashMap.newKeySet().getClass(),
        hashed,
        HASHED_BYTES,
        n -> ConcurrentHashMap.newKeySet(capacity(n)));
    Kind fewSet =
        whole(
            0x48,
            Collections.emptySet().getClass(),
            none,
            0,
            from -> {
              List<?> list = (List<?>) from;
              return list.isEmpty() ? Collections.emptySet() : Collections.singleton(one(list));
            });
    BY_CLASS.put(Collections.singleton(1).getClass(), fewSet);
    whole(
        0x49,
        Collections.synchronizedSet(new HashSet<>()).getClass(),
        hashed,
        HASHED_BYTES,
        from -> Collections.synchronizedSet(set(from)));

    filled(0x50, ArrayDeque.class, none, 0, n -> new ArrayDeque<>(n + 1));
    filled(0x51, PriorityQueue.class, sorted, 0, n -> new PriorityQueue<>()).ordered =
        PriorityQueue::new;
    filled(
        0x52, ConcurrentLinkedQueue.class, none, LINKED_BYTES, n -> new ConcurrentLinkedQueue<>());
    filled(
        0x53, ConcurrentLinkedDeque.class, none, LINKED_BYTES, n -> new ConcurrentLinkedDeque<>());
    filled(0x54, LinkedBlockingDeque.class, none, LINKED_BYTES, n -> new LinkedBlockingDeque<>());
    filled(0x55, LinkedBlockingQueue.class, none, LINKED_BYTES, n -> new LinkedBlockingQueue<>());
    filled(0x56, PriorityBlockingQueue.class, sorted, 0, n -> new PriorityBlockingQueue<>())
            .ordered =
        comparator -> new PriorityBlockingQueue<>(16, comparator);
    whole(
        0x57,
        Collections.unmodifiableCollection(List.of()).getClass(),
        none,
        0,
        from -> Collections.unmodifiableCollection((Collection<?>) from));
    whole(
        0x58,
        Collections.synchronizedCollection(new ArrayList<>()).getClass(),
        none,
        0,
        from -> Collections.synchronizedCollection((Collection<?>) from));
  }

  private static void maps() {
    Hashed.Table none = Hashed.Table.NONE;
    filled(0x60, TreeMap.class, Hashed.Table.SORTED, SORTED_BYTES, n -> new TreeMap<>()).ordered =
        TreeMap::new;
    filled(
        0x61,
        ConcurrentHashMap.class,
        Hashed.Table.HASHED,
        HASHED_BYTES,
        n -> new ConcurrentHashMap<>(capacity(n)));
    filled(
                0x62,
                ConcurrentSkipListMap.class,
                Hashed.Table.SORTED,
                SORTED_BYTES,
                n -> new ConcurrentSkipListMap<>())
            .ordered =
        ConcurrentSkipListMap::new;
    Kind mapOf =
        whole(
            0x63,
            Map.of().getClass(),
            Hashed.Table.PROBED,
            LINKED_BYTES,
            from -> Map.copyOf((Map<?, ?>) from));
    BY_CLASS.put(Map.of(1, 1).getClass(), mapOf);
    whole(
        0x64,
        Collections.unmodifiableMap(Map.of()).getClass(),
        none,
        0,
        from -> Collections.unmodifiableMap((Map<?, ?>) from));
    filled(0x65, Hashtable.class, Hashed.Table.CHAINED, HASHED_BYTES, Kinds::hashtable);
    filled(0x66, Properties.class, Hashed.Table.HASHED, 2 * HASHED_BYTES, n -> new Properties());
    Kind fewMap =
        whole(
            0x67,
            Collections.emptyMap().getClass(),
            none,
            0,
            from -> {
              Map<?, ?> map = (Map<?, ?>) from;
              if (map.isEmpty()) {
                return Collections.emptyMap();
              }
              Map.Entry<?, ?> entry = map.entrySet().iterator().next();
              return map.size() > 1
                  ? null
                  : Collections.singletonMap(entry.getKey(), entry.getValue());
            });
    BY_CLASS.put(Collections.singletonMap(1, 1).getClass(), fewMap);
    whole(
        0x68,
        Collections.synchronizedMap(new HashMap<>()).getClass(),
        none,
        0,
        from -> Collections.synchronizedMap((Map<?, ?>) from));
  }

  /** What of the module java.sql values may have, which not every runtime has. */
  private static final class Sql {
    static void register() {
      scalar(
          0x21,
          java.sql.Timestamp.class,
          0,
          value -> {
            java.sql.Timestamp moment = (java.sql.Timestamp) value;
            // Timestamp's own way overflows where its milliseconds do not.
            return Instant.ofEpochSecond(Math.floorDiv(moment.getTime(), 1000L), moment.getNanos());
          },
          from -> {
            Instant moment = (Instant) from;
            java.sql.Timestamp made =
                new java.sql.Timestamp(Math.multiplyExact(moment.getEpochSecond(), 1000L));
            made.setNanos(moment.getNano());
            return made;
          });
      scalar(
          0x22,
          java.sql.Date.class,
          0,
          value -> {
            java.sql.Date date = (java.sql.Date) value;
            LocalDate day = date.toLocalDate();
            // One that has a time of day keeps it.
            return java.sql.Date.valueOf(day).equals(date)
                ? day
                : Instant.ofEpochMilli(date.getTime());
          },
          from ->
              from instanceof Instant moment
                  ? new java.sql.Date(moment.toEpochMilli())
                  : java.sql.Date.valueOf((LocalDate) from));
      scalar(
          0x23,
          java.sql.Time.class,
          0,
          value -> {
            java.sql.Time time = (java.sql.Time) value;
            LocalTime ofDay = time.toLocalTime();
            return java.sql.Time.valueOf(ofDay).equals(time)
                ? ofDay
                : Instant.ofEpochMilli(time.getTime());
          },
          from ->
              from instanceof Instant moment
                  ? new java.sql.Time(moment.toEpochMilli())
                  : java.sql.Time.valueOf((LocalTime) from));
    }
  }

  private static Kind add(Kind kind) {
    if (kind.code != 0) {
      BY_CODE[kind.code] = kind;
    }
    BY_CLASS.put(kind.type, kind);
    return kind;
  }

  private static Kind scalar(
      int code,
      Class<?> type,
      int bytes,
      Function<Object, Object> content,
      Function<Object, Object> make) {
    Kind kind = new Kind(code, type, Form.SCALAR, Hashed.Table.NONE, bytes);
    kind.content = content;
    kind.make = make;
    return add(kind);
  }

  private static Kind text(int code, Class<?> type, int bytes, Function<String, Object> parser) {
    return scalar(code, type, bytes, Object::toString, from -> parser.apply((String) from));
  }

  private static Kind filled(
      int code, Class<?> type, Hashed.Table table, int bytes, IntFunction<Object> empty) {
    Kind kind = new Kind(code, type, form(type), table, bytes);
    kind.empty = empty;
    return add(kind);
  }

  private static Kind whole(
      int code, Class<?> type, Hashed.Table table, int bytes, Function<Object, Object> make) {
    Kind kind = new Kind(code, type, form(type), table, bytes);
    kind.make = make;
    return add(kind);
  }

  private static Form form(Class<?> type) {
    return Map.class.isAssignableFrom(type) ? Form.MAP : Form.LIST;
  }

  private static int capacity(int count) {
    return (int) Math.min(1 << 30, count + count / 3L + 1);
  }

  private static Hashtable<Object, Object> hashtable(int count) {
    return new Hashtable<>(Hashed.chains(count));
  }

  // What kinds are made of, and the other way round.

  /** An integer as it stands without a kind: one that fits 32 bits is an {@link Integer}. */
  public static Object integer(Object value) {
    long integer = (Long) value;
    return integer == (int) integer ? (Object) (int) integer : value;
  }

  private static long int64(Object from) {
    return from instanceof Integer integer ? integer : (Long) from;
  }

  private static Object int8(Object from) {
    long integer = int64(from);
    return integer == (byte) integer ? (Object) (byte) integer : null;
  }

  private static Object int16(Object from) {
    long integer = int64(from);
    return integer == (short) integer ? (Object) (short) integer : null;
  }

  private static Object ofCharacter(Object value) {
    char character = (Character) value;
    if (character < ASCII.length) {
      return ASCII[character];
    }
    return Character.isSurrogate(character) ? (Object) (int) character : value.toString();
  }

  /** The character that a text of one unit is, or an integer for half a surrogate pair. */
  public static Object character(Object from) {
    if (from instanceof String text) {
      return text.length() == 1 ? text.charAt(0) : null;
    }
    long unit = int64(from);
    return unit >= Character.MIN_SURROGATE && unit <= Character.MAX_SURROGATE
        ? (Object) (char) unit
        : null;
  }

  private static Object ofBigInteger(Object value) {
    BigInteger integer = (BigInteger) value;
    return integer.bitLength() < Long.SIZE ? integer(integer.longValue()) : integer;
  }

  private static Object bigInteger(Object from) {
    return from instanceof BigInteger ? from : BigInteger.valueOf(int64(from));
  }

  private static List<Object> one(Object value) {
    List<Object> list = new ArrayList<>(1);
    if (value != null) {
      list.add(value);
    }
    return list;
  }

  /** The element of a list of at most one; null if there is none. */
  private static Object one(List<?> list) {
    if (list.size() > 1) {
      throw new IllegalArgumentException();
    }
    return list.isEmpty() ? null : list.get(0);
  }

  /** Unlike {@link YearMonth#parse}, of any year. */
  private static Object yearMonth(String text) {
    int end = text.lastIndexOf('-');
    if (end < 1) {
      throw new IllegalArgumentException();
    }
    return YearMonth.of(
        Integer.parseInt(text.substring(0, end)), Integer.parseInt(text.substring(end + 1)));
  }

  private static Object ofLocale(Object value) {
    String tag = ((Locale) value).toLanguageTag();
    if (!Locale.forLanguageTag(tag).equals(value)) {
      throw refused("the Locale " + value + ", which no language tag says", "a well-formed one");
    }
    return tag;
  }

  /** Of others the JVM would look for a class that knows them. */
  private static final Set<String> PROTOCOLS = Set.of("http", "https", "file", "ftp", "jar");

  private static Object ofUrl(Object value) {
    URL url = (URL) value;
    if (!PROTOCOLS.contains(url.getProtocol())) {
      throw refused("a URL of the protocol " + url.getProtocol(), "a URI");
    }
    return url.toExternalForm();
  }

  private static Object url(Object from) {
    String text = (String) from;
    int end = text.indexOf(':');
    if (end < 0 || !PROTOCOLS.contains(text.substring(0, end))) {
      return null;
    }
    try {
      return new URL(text);
    } catch (MalformedURLException e) {
      return null;
    }
  }

  private static Object ofTimeZone(Object value) {
    String id = ((TimeZone) value).getID();
    if (!TimeZone.getTimeZone(id).equals(value)) {
      throw refused("the TimeZone " + id + ", whose rules are not those of its name", "a ZoneId");
    }
    return id;
  }

  private static Object timeZone(Object from) {
    TimeZone zone = TimeZone.getTimeZone((String) from);
    // One that is not known would be GMT.
    return zone.getID().equals(from) ? zone : null;
  }

  private static Object ofCalendar(Object value) {
    GregorianCalendar calendar = (GregorianCalendar) value;
    return new ArrayList<>(
        List.of(
            Instant.ofEpochMilli(calendar.getTimeInMillis()),
            ofTimeZone(calendar.getTimeZone()),
            calendar.isLenient(),
            calendar.getFirstDayOfWeek(),
            calendar.getMinimalDaysInFirstWeek(),
            Instant.ofEpochMilli(calendar.getGregorianChange().getTime())));
  }

  private static Object calendar(Object from) {
    List<?> parts = (List<?>) from;
    if (parts.size() != 6) {
      return null;
    }
    GregorianCalendar made = new GregorianCalendar((TimeZone) timeZone(parts.get(1)), Locale.ROOT);
    made.setLenient((Boolean) parts.get(2));
    made.setFirstDayOfWeek((Integer) parts.get(3));
    made.setMinimalDaysInFirstWeek((Integer) parts.get(4));
    made.setGregorianChange(new Date(((Instant) parts.get(5)).toEpochMilli()));
    made.setTimeInMillis(((Instant) parts.get(0)).toEpochMilli());
    return made;
  }

  private static Object[] array(Object from) {
    return ((Collection<?>) from).toArray();
  }

  private static Set<Object> set(Object from) {
    Collection<?> elements = (Collection<?>) from;
    Set<Object> set = new LinkedHashSet<>(capacity(elements.size()));
    set.addAll(elements);
    return set;
  }

  /** One that cannot be changed: that of {@link List#of}, or of a stream if it has nulls. */
  private static List<?> immutable(List<?> from) {
    for (Object each : from) {
      if (each == null) {
        return from.stream().toList();
      }
    }
    return from.stream().collect(Collectors.toUnmodifiableList());
  }

  /**
   * Integers that were written without a kind, as their type was declared, of which some fit 32
   * bits and some do not: then all are long, or big, so that they can be compared. Null if there is
   * nothing to do.
   */
  private static List<?> alike(Collection<?> from) {
    boolean some = false;
    boolean large = false;
    boolean big = false;
    for (Object each : from) {
      some |= each instanceof Integer;
      large |= each instanceof Long;
      big |= each instanceof BigInteger;
    }
    if (!(some && large) && !(big && (some || large))) {
      return null;
    }
    List<Object> alike = new ArrayList<>(from.size());
    for (Object each : from) {
      alike.add(big ? bigInteger(each) : (Object) int64(each));
    }
    return alike;
  }

  // Finding kinds.

  /** The kind of a code below 80 that is neither an array nor a wrapping one; null for none. */
  public static Kind of(int code) {
    return code < BY_CODE.length ? BY_CODE[code] : null;
  }

  /** The kind of a class; null for none. */
  public static Kind of(Class<?> type) {
    return BY_CLASS.get(type);
  }

  /** The classes that have a kind, those without a code as well. */
  public static Collection<Class<?>> classes() {
    return Collections.unmodifiableSet(BY_CLASS.keySet());
  }

  /**
   * The kind of a value; null if it is no collection or map, and of no class here. A collection or
   * map of another class is what its interface has by default.
   */
  public static Kind of(Object value) {
    Kind known = BY_CLASS.get(value.getClass());
    if (known != null) {
      return known;
    }
    if (value instanceof Collection<?> collection) {
      return ofInterface(collection);
    }
    if (value instanceof SortedMap) {
      return BY_CODE[0x60];
    }
    if (value instanceof IdentityHashMap) {
      throw refused(
          "an IdentityHashMap, whose keys are equal to nothing that is read", "a HashMap");
    }
    if (value instanceof Map) {
      return MAP;
    }
    return null;
  }

  private static Kind ofInterface(Collection<?> value) {
    if (value instanceof List) {
      return LIST;
    } else if (value instanceof SortedSet) {
      return BY_CODE[0x42];
    } else if (value instanceof Set) {
      return BY_CODE[SET];
    }
    return value instanceof Queue && !value.stream().anyMatch(each -> each == null)
        ? BY_CODE[0x50]
        : LIST;
  }

  /** The kind of a value that is to be written, if it can be. */
  public static Kind toWrite(Object value) {
    Kind kind = of(value);
    if (value instanceof CopyOnWriteArraySet<?> set && set.size() > MAX_COMPARED) {
      throw refused(
          "a CopyOnWriteArraySet of more than " + MAX_COMPARED + " elements",
          "ConcurrentHashMap.newKeySet()");
    }
    if (value instanceof Properties properties
        && properties.stringPropertyNames().size()
            > properties.entrySet().stream()
                .filter(
                    each -> each.getKey() instanceof String && each.getValue() instanceof String)
                .count()) {
      throw refused("Properties with defaults", "Properties that have them themselves");
    }
    return kind;
  }

  /** How a value is sorted: {@link #REVERSED}, {@link #CASE_INSENSITIVE}, or 0 for as it is. */
  public static int order(Object value) {
    Comparator<?> comparator = null;
    if (value instanceof SortedSet<?> set) {
      comparator = set.comparator();
    } else if (value instanceof SortedMap<?, ?> map) {
      comparator = map.comparator();
    } else if (value instanceof PriorityQueue<?> queue) {
      comparator = queue.comparator();
    } else if (value instanceof PriorityBlockingQueue<?> queue) {
      comparator = queue.comparator();
    }
    if (comparator == null || comparator.equals(Comparator.naturalOrder())) {
      return 0;
    } else if (comparator.equals(Comparator.reverseOrder())) {
      return REVERSED;
    } else if (comparator == String.CASE_INSENSITIVE_ORDER) {
      return CASE_INSENSITIVE;
    }
    throw refused(
        "a " + value.getClass().getSimpleName() + " with a comparator of its own",
        "Comparator.reverseOrder(), String.CASE_INSENSITIVE_ORDER or none");
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Comparator<Object> comparator(int order) {
    return order == REVERSED
        ? (Comparator) Comparator.reverseOrder()
        : (Comparator) String.CASE_INSENSITIVE_ORDER;
  }

  /** The kind of an array of these components; 0 if it is not of a kind without a name. */
  public static int ofArray(Class<?> component) {
    int number = COMPONENTS.indexOf(component);
    return number < 0 ? 0 : FIRST_ARRAY + number;
  }

  /** The components of an array of a kind from {@link #FIRST_ARRAY} to {@link #LAST_ARRAY}. */
  public static Class<?> component(int kind) {
    return COMPONENTS.get(kind - FIRST_ARRAY);
  }

  /**
   * What a value of a declared type is, if nothing else is said; null if there is no such thing.
   */
  public static Kind byDefault(Class<?> declared) {
    Kind known = BY_CLASS.get(declared);
    if (known != null) {
      return known.form == Form.SCALAR ? null : known;
    }
    Class<?>[] defaults = {
      ArrayList.class,
      LinkedHashMap.class,
      LinkedHashSet.class,
      TreeSet.class,
      ArrayDeque.class,
      TreeMap.class,
      ConcurrentHashMap.class,
      LinkedBlockingDeque.class,
      ConcurrentSkipListMap.class
    };
    for (Class<?> type : defaults) {
      if (declared.isAssignableFrom(type)) {
        return BY_CLASS.get(type);
      }
    }
    return null;
  }

  public static LarderException refused(String what, String instead) {
    return new LarderException(ErrorKind.REFUSED, -1, what + " cannot be written: use " + instead);
  }

  private Kinds() {}
}
