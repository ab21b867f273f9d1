package dev.larder.fuzz;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Classes that messages are read into: one field of every kind that has a reader of its own. They
 * know nothing of this library, so that a loader which does not see it can load them, too. What
 * fields are at first is of the classes that they are read as.
 */
final class Beans {
  enum State {
    OPEN,
    PAID,
    CANCELLED
  }

  record Line(String name, int count, BigDecimal price, List<String> tags) {}

  static class Order {
    private long id = 200_877;
    State state = State.PAID;
    boolean open = true;
    byte int8 = -8;
    short int16 = -16_000;
    char letter = '包';
    float ratio = 1.1f;
    double amount = -12.25;
    Integer boxed = 3;
    Long large = 1L << 40;
    Double maybe;
    String text = "to be or not to be";
    String at = "2026-01-01 11:21:51";
    byte[] bytes = {1, 2, 3};
    int[] ints = {1, 2, 3, 4, 5};
    String[] texts = {"one", null, "three"};
    int[][] matrix = {{1}, {}};
    List<Line> lines =
        new ArrayList<>(
            List.of(
                new Line("a", 1, BigDecimal.ONE, new ArrayList<>()),
                new Line("b", 2, BigDecimal.TEN, new ArrayList<>(List.of("x", "y")))));
    Set<String> labels = new LinkedHashSet<>(List.of("x", "y"));
    ArrayDeque<Object> deque = new ArrayDeque<>(List.of(1));
    Map<String, Line> byName = new LinkedHashMap<>();
    Map<Integer, String> byNumber = new LinkedHashMap<>(Map.of(1, "one"));
    Map<State, List<State>> byState =
        new LinkedHashMap<>(Map.of(State.OPEN, new ArrayList<>(List.of(State.PAID))));
    TreeMap<Long, Long> sorted = new TreeMap<>(Map.of(1L, 2L));
    Optional<String> some = Optional.of("some");
    BigInteger big = BigInteger.ONE.shiftLeft(100);
    LocalDate date = LocalDate.of(1969, 12, 31);
    Instant instant = Instant.ofEpochSecond(-1, 5);
    ZonedDateTime zoned = ZonedDateTime.parse("2026-11-21T14:00:00+01:00[Europe/Berlin]");
    UUID uuid = new UUID(3, 4);
    Date old = new Date(1_700_000_000_123L);
    Number number = 5;
    Object any = new ArrayList<>(List.of(1, 2));
    Node node = new Node("first");
  }

  static class Node {
    String name;
    Node next;
    Object[] others = {};

    Node() {}

    Node(String name) {
      this.name = name;
    }
  }

  /** No constructor without parameters, and a final field: what others need handles for. */
  static class Sealed extends Node {
    final int number;

    Sealed(int number) {
      super("sealed");
      this.number = number;
    }
  }

  static final Class<?>[] ALL = {Order.class, Line.class, State.class, Node.class, Sealed.class};

  private Beans() {}
}
