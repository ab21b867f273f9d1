package dev.larder.internal.kind;

import dev.larder.ErrorKind;
import dev.larder.internal.bind.ObjectType;
import dev.larder.internal.bind.Registry;
import dev.larder.internal.bytes.FloatBits;
import dev.larder.internal.message.Input;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * What it costs to find the elements of a set, or the keys of a map, beside what they are.
 *
 * <p>Whoever sends them chooses their hashes. To hash a value, or to compare it, is to go through
 * all of it, and those that stand in one place of a table are compared with each other. Each step
 * of that is charged as a byte before it is done, so that no message takes more time than a large
 * one does.
 */
public final class Hashed {
  /** How a collection finds its elements. */
  enum Table {
    /** It need not. */
    NONE,
    /** By comparing them: a set of all that have one hash is a tree, if they can be compared. */
    HASHED,
    /** By a chain for each place of a table, whose size is {@link #chains}. */
    CHAINED,
    /** In a table of twice their number, from their place on. */
    PROBED,
    /** By their order. */
    SORTED,
    /** By comparing each with all. */
    NO_TABLE
  }

  /** Those of one hash are in order, as they compare with each other alone. */
  private static final Set<Class<?>> ORDERED =
      Set.of(
          String.class,
          Integer.class,
          Long.class,
          Short.class,
          Byte.class,
          Character.class,
          Double.class,
          Float.class,
          Boolean.class,
          FloatBits.class,
          BigInteger.class,
          BigDecimal.class,
          UUID.class,
          Instant.class,
          LocalTime.class,
          OffsetDateTime.class,
          URI.class);

  /** Fewer are compared at once. */
  private static final int FEW = 8;

  /** So many elements that are written may have one hash. */
  private static final int MANY = 64;

  /** So many characters or bytes are compared in a step. */
  private static final int AT_ONCE = 32;

  /** To go into what holds others takes so many steps. */
  private static final int WITHIN = 8;

  /** To look for what a set or a map has in another takes so many steps for each. */
  private static final int LOOK_UP = 8;

  private final Input in;
  private final Registry registry;
  private long steps;
  private long mostSteps;

  /** The objects that are gone through: one within itself is hashed by something else. */
  private final Set<Object> begun = Collections.newSetFromMap(new IdentityHashMap<>());

  private Hashed(Input in, Registry registry) {
    this.in = in;
    this.registry = registry;
  }

  /** How many chains a {@link java.util.Hashtable} for so many has. */
  public static int chains(int count) {
    return (int) Math.min(1 << 30, count * 4L / 3 + 1);
  }

  /** Charges elements, or keys, that are put where they have to be found. */
  public static void charge(Input in, Table table, Collection<?> elements, Registry registry) {
    if (table == Table.NONE || elements.isEmpty()) {
      return;
    }
    if (table != Table.NO_TABLE && table != Table.CHAINED && areOrdered(elements)) {
      if (table != Table.PROBED || elements.size() <= FEW) {
        return;
      }
    }
    if (table != Table.SORTED) {
      new Hashed(in, registry).charge(table, elements);
    }
  }

  /**
   * Whether many elements of a collection that is written have one hash, so that a reader may be
   * charged too much for comparing them. Fewer than {@link #MANY} elements are not looked at.
   */
  public static boolean mayCollide(Table table, Collection<?> elements) {
    boolean isHashed = table == Table.HASHED || table == Table.CHAINED || table == Table.PROBED;
    if (!isHashed || elements.size() < MANY || areOrdered(elements)) {
      return false;
    }
    int[] hashes = elements.stream().mapToInt(Objects::hashCode).sorted().toArray();
    for (int i = FEW; i < hashes.length; i++) {
      if (hashes[i] == hashes[i - FEW]) {
        return true;
      }
    }
    return false;
  }

  private static boolean areOrdered(Collection<?> elements) {
    Class<?> first = null;
    for (Object element : elements) {
      if (element == null) {
        continue;
      }
      if (first == null) {
        first = element.getClass();
        if (!ORDERED.contains(first)) {
          return false;
        }
      } else if (element.getClass() != first) {
        return false;
      }
    }
    return true;
  }

  private void charge(Table table, Collection<?> elements) {
    int count = elements.size();
    in.charge(12L * count);
    Object[] all = elements.toArray();
    long[] order = new long[count];
    int[] costs = new int[count];
    long places =
        table == Table.CHAINED ? chains(count) : table == Table.PROBED ? 2L * count : 1L << 32;
    for (int i = 0; i < count; i++) {
      costs[i] = cost(all[i]);
      int hash = all[i] == null || table == Table.NO_TABLE ? 0 : all[i].hashCode();
      long place =
          table == Table.HASHED
              ? hash & 0xFFFF_FFFFL
              : table == Table.CHAINED
                  ? (hash & Integer.MAX_VALUE) % places
                  : Math.floorMod(hash, (int) Math.min(places, Integer.MAX_VALUE));
      order[i] = place << 32 | i;
    }
    Arrays.sort(order);
    int from = 0;
    long free = 0;
    for (int i = 1; i <= count; i++) {
      // In a probed table, those that no free place parts are one group.
      boolean apart =
          i == count
              || (table == Table.PROBED
                  ? (order[i] >>> 32) > (free = Math.max(free, order[i - 1] >>> 32) + 1)
                  : order[i] >>> 32 != order[i - 1] >>> 32);
      if (apart) {
        group(table, all, costs, order, from, i);
        from = i;
        free = 0;
      }
    }
  }

  /** Charges those that stand in one place: each is compared with all before it. */
  private void group(Table table, Object[] all, int[] costs, long[] order, int from, int to) {
    int count = to - from;
    if (count < 2) {
      return;
    }
    boolean ordered = table == Table.HASHED;
    Class<?> first = null;
    long sum = 0;
    for (int i = from; i < to; i++) {
      int number = (int) order[i];
      sum += costs[number];
      Class<?> type = all[number] == null ? null : all[number].getClass();
      first = i == from ? type : first;
      ordered = ordered && type != null && type == first && ORDERED.contains(type);
    }
    if (!ordered) {
      in.charge((count - 1) * sum);
    }
  }

  /** Charges what it takes to hash a value, and gives what it takes to compare it. */
  private int cost(Object value) {
    long before = steps;
    mostSteps = before + in.budget() + 1;
    step(value);
    long cost = steps - before;
    in.charge(cost - 1);
    return (int) Math.min(Integer.MAX_VALUE, cost);
  }

  private void step(Object value) {
    steps++;
    if (value instanceof String text) {
      steps += text.length() / AT_ONCE;
    } else if (value instanceof ByteBuffer bytes) {
      steps += bytes.remaining() / AT_ONCE;
    } else if (value instanceof BigInteger number) {
      steps += number.bitLength() / (8 * AT_ONCE);
    } else if (value instanceof BigDecimal number) {
      steps += number.unscaledValue().bitLength() / (8 * AT_ONCE);
    } else if (value instanceof URL) {
      throw in.error(
          ErrorKind.REFUSED, "a URL in a set or as a key, which would be looked up in the network");
    } else if (value instanceof Collection<?> collection) {
      within(collection, value instanceof Set ? LOOK_UP : 1);
    } else if (value instanceof Map<?, ?> map) {
      within(map.keySet(), LOOK_UP);
      within(map.values(), 1);
    } else if (value instanceof Optional<?> optional) {
      optional.ifPresent(one -> within(Arrays.asList(one), 1));
    } else if (value != null && !value.getClass().isArray()) {
      ObjectType known = registry.object(value.getClass());
      if (known != null && known.isHashedByFields() && begun.add(value)) {
        within(known.values(value), 1);
        begun.remove(value);
      }
    }
    check();
  }

  private void within(Collection<?> values, int times) {
    if (values.isEmpty()) {
      return;
    }
    long before = steps;
    steps += WITHIN;
    in.descend();
    for (Object value : values) {
      step(value);
    }
    in.ascend();
    steps += (steps - before) * (times - 1);
    check();
  }

  private void check() {
    if (steps > mostSteps) {
      throw in.error(ErrorKind.TOO_LARGE, "more to compare than the limits allow");
    }
  }
}
