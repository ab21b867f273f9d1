package dev.larder.corpora;

import com.caucho.hessian.io.AbstractHessianOutput;
import com.caucho.hessian.io.Hessian2Output;
import com.caucho.hessian.io.HessianOutput;
import com.caucho.hessian.io.SerializerFactory;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.sql.Timestamp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
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
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;

/** Values as Caucho's Hessian writes them. */
final class HessianCorpus {
  private final Random random;
  private final Scalars scalars;
  private final SerializerFactory factory = new SerializerFactory();

  /** Objects of the current value, which may occur in it again. */
  private final List<Object> made = new ArrayList<>();

  private HessianCorpus(long seed) {
    random = new Random(seed);
    scalars = new Scalars(random);
  }

  static void write1(int count, long seed, Lines lines) throws IOException {
    new HessianCorpus(seed).write(1, count, lines);
  }

  static void write2(int count, long seed, Lines lines) throws IOException {
    new HessianCorpus(seed).write(2, count, lines);
  }

  private void write(int version, int count, Lines lines) throws IOException {
    for (int number = 0; number < count; number++) {
      made.clear();
      Object value = value(number % 8 == 0 ? 0 : 1 + scalars.below(3));
      if (number % 500 == 0) {
        // Only by itself: Caucho counts its references wrong after one, and cannot read them.
        value = new GregorianCalendar(2024, 1, scalars.below(28));
      }
      lines.add(encode(value, version), HessianNotation.of(value, version));
    }
  }

  private byte[] encode(Object value, int version) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    AbstractHessianOutput out = version == 1 ? new HessianOutput(bytes) : new Hessian2Output(bytes);
    out.setSerializerFactory(factory);
    out.writeObject(value);
    out.flush();
    return bytes.toByteArray();
  }

  private Object value(int depth) {
    if (depth <= 0) {
      return scalar();
    }
    if (!made.isEmpty() && scalars.oneIn(8)) {
      return made.get(scalars.below(made.size()));
    }
    Object value =
        switch (scalars.below(6)) {
          case 0 -> scalar();
          case 1 -> array(depth - 1);
          case 2 -> list(depth - 1);
          case 3, 4 -> map(depth - 1);
          default -> bean(depth - 1);
        };
    if (scalars.oneIn(2)) {
      made.add(value);
    }
    return value;
  }

  private Object scalar() {
    return switch (scalars.below(30)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> (byte) random.nextInt();
      case 3 -> (short) random.nextInt();
      case 4, 5, 6 -> (int) scalars.integer();
      case 7, 8, 9 -> scalars.integer();
      case 10 -> scalars.single();
      case 11, 12, 13 -> scalars.decimal();
      case 14 -> scalars.character();
      case 15, 16, 17 -> scalars.anyText();
      case 18 -> scalars.oneIn(10) ? scalars.longText().repeat(12) : scalars.longText();
      case 19 -> scalars.oneIn(10) ? scalars.longText().repeat(20).getBytes() : scalars.bytes();
      case 20 -> scalars.bigDecimal();
      case 21 -> new UUID(random.nextLong(), random.nextLong());
      case 22 -> new Date(random.nextInt() * 60_000L);
      case 23 -> new Date((long) (random.nextDouble() * 4e12) - 1_000_000_000_000L);
      case 24 -> new Date(random.nextLong());
      case 25 -> Beans.Suit.values()[scalars.below(3)];
      case 26 -> scalars.oneIn(2) ? String.class : int[].class;
      case 27 -> scalars.oneIn(2) ? Locale.GERMANY : Locale.ROOT;
      case 28 -> new File("/tmp/" + scalars.word());
      default -> new Timestamp(random.nextInt() * 1000L);
    };
  }

  private Object array(int depth) {
    int length = scalars.oneIn(3) ? scalars.below(9) : scalars.below(3);
    return switch (scalars.below(14)) {
      case 0 -> random.ints(length).toArray();
      case 1 -> random.longs(length).toArray();
      case 2 -> random.doubles(length).toArray();
      case 3 -> new float[] {scalars.single(), -0f};
      case 4 -> new short[] {(short) random.nextInt(), -1, 0};
      case 5 -> new boolean[] {true, random.nextBoolean(), false};
      case 6 -> scalars.anyText().toCharArray();
      case 7 -> new int[][] {random.ints(length).toArray(), null, {}};
      case 8 -> new byte[][] {scalars.bytes(), {}};
      case 9 -> new String[] {scalars.anyText(), null, scalars.text()};
      case 10 -> new Integer[] {(int) scalars.integer(), null};
      case 11 -> new Date[] {new Date(scalars.below(9_999_999))};
      default -> {
        Object[] array = new Object[length];
        made.add(array);
        for (int at = 0; at < length; at++) {
          array[at] = value(depth);
        }
        yield array;
      }
    };
  }

  private Object list(int depth) {
    Collection<Object> list =
        switch (scalars.below(10)) {
          case 0 -> new LinkedList<>();
          case 1 -> new Vector<>();
          case 2 -> new ArrayDeque<>();
          case 3 -> new HashSet<>();
          case 4 -> new LinkedHashSet<>();
          case 5 -> new TreeSet<>();
          case 6 -> new Beans.Tags();
          default -> new ArrayList<>();
        };
    boolean isSorted = list instanceof TreeSet;
    boolean hashes = list instanceof HashSet;
    if (!isSorted && !hashes) {
      made.add(list);
    }
    boolean isLong = scalars.oneIn(30);
    for (int count = isLong ? 300 : scalars.below(10) / 2; count > 0; count--) {
      Object value =
          isSorted ? scalars.text() : hashes ? key(scalars.below(10)) : value(isLong ? 0 : depth);
      list.add(value == null && list instanceof ArrayDeque ? "nothing" : value);
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
      default -> scalars.anyText();
    };
  }

  private Object map(int depth) {
    Map<Object, Object> map =
        switch (scalars.below(8)) {
          case 0 -> new Hashtable<>();
          case 1 -> new ConcurrentHashMap<>();
          case 2 -> new TreeMap<>();
          case 3 -> new Beans.Attributes();
          case 4 -> new LinkedHashMap<>();
          default -> new HashMap<>();
        };
    boolean takesNull = map instanceof HashMap;
    made.add(map);
    int kind = map instanceof TreeMap || scalars.oneIn(2) ? 9 : scalars.below(10);
    boolean isMixed = !(map instanceof TreeMap) && scalars.oneIn(8);
    boolean isLong = scalars.oneIn(30);
    for (int count = isLong ? 200 : scalars.below(6); count > 0; count--) {
      Object key = takesNull && scalars.oneIn(20) ? null : key(isMixed ? scalars.below(10) : kind);
      Object value = value(isLong ? 0 : depth);
      map.put(key, value == null && !takesNull ? "nothing" : value);
    }
    return map;
  }

  private Object bean(int depth) {
    if (scalars.oneIn(4)) {
      Beans.Derived first = new Beans.Silent(scalars.text(), null, value(depth));
      made.add(first);
      first.next = new Beans.Derived(scalars.text(), first, value(depth));
      first.other = scalars.oneIn(3) ? first : value(depth);
      return first;
    } else if (scalars.oneIn(4)) {
      return new Beans.Base(scalars.text(), random.nextInt(), value(depth));
    }
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
    every.suit = Beans.Suit.values()[scalars.below(3)];
    return every;
  }
}
