package dev.larder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import org.junit.jupiter.api.Test;

/** Small messages that would take time without end, if what they cost were not counted. */
class TimeTest {
  private static final Duration SOON = Duration.ofSeconds(10);

  record Pair(Object one, Object other) {}

  static class Holder {
    Set<Object> set;
    BigInteger integer;
    BigDecimal decimal;
  }

  private static final Larder LARDER =
      Larder.builder().register(Pair.class, Holder.class).sharing(true).build();

  private static void is(ErrorKind kind, byte[] message, Class<?> type) {
    LarderException error =
        assertTimeoutPreemptively(
            SOON, () -> assertThrows(LarderException.class, () -> LARDER.decode(message, type)));
    assertEquals(kind, error.kind());
  }

  private static byte[] hex(String... pieces) {
    return HexFormat.of().parseHex(String.join("", pieces));
  }

  /** Shared lists, each of which has the one before twice; then a set of the last. */
  private static byte[] doubled(String first, String level, String set) {
    int levels = 100;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(hex(first, "f3" + "%02x".formatted(levels + 2), "fd0df300"));
    for (int i = 0; i < levels; i++) {
      bytes.writeBytes(hex("fd0d" + level + "fd0f%02xfd0f%02x".formatted(i, i)));
    }
    bytes.writeBytes(hex(set, "f301", "fd0f%02x".formatted(levels)));
    return bytes.toByteArray();
  }

  @Test
  void valuesThatAreSharedAgainAndAgainCostTheirHash() {
    String set = "fd1040";
    is(ErrorKind.TOO_LARGE, doubled("c140", "f302", set), Object.class);
    is(ErrorKind.TOO_LARGE, doubled("c140", "f302", "fd1041"), List.class);
    String pair = "c140f50e" + "0534" + "50616972" + "336f6e65" + "356f74686572";
    is(ErrorKind.TOO_LARGE, doubled(pair.replace("f50e", "f510"), "d0", set), Object.class);
    String holder = "c140f50c" + "0336" + "486f6c646572" + "33736574";
    is(ErrorKind.TOO_LARGE, doubled(holder, "f302", "d0"), Object.class);
  }

  @Test
  void aSetOfAListOfItselfIsTooDeep() {
    is(ErrorKind.TOO_DEEP, hex("c140fd0df302fd0f00fd1040f301fd0f00"), Object.class);
  }

  @Test
  void setsOfSharedObjectsComeBack() {
    Pair pair = new Pair(1, new ArrayList<>(List.of("a", "b")));
    Holder holder = new Holder();
    holder.set = Set.of(pair, new ArrayList<>(List.of(pair, pair)));
    Holder back = LARDER.decode(LARDER.encode(holder), Holder.class);
    assertEquals(holder.set, back.set);
  }

  @Test
  void collectionsThatCopyThemselvesAreFilledAtOnce() {
    List<Integer> many = new ArrayList<>();
    for (int i = 0; i < 300_000; i++) {
      many.add(i / 2);
    }
    byte[] list = LARDER.encode(new CopyOnWriteArrayList<>(many));
    Collection<?> back =
        assertTimeoutPreemptively(SOON, () -> LARDER.decode(list, CopyOnWriteArrayList.class));
    assertEquals(many, new ArrayList<>(back));
    byte[] asList = LARDER.encode(many);
    is(ErrorKind.TOO_LARGE, asList, CopyOnWriteArraySet.class);
  }

  @Test
  void numbersOfManyDigitsAreRefused() {
    for (String field : List.of("integer", "decimal")) {
      byte[] bytes = LARDER.encode(java.util.Map.of(field, "7".repeat(2_000_000)));
      is(ErrorKind.REFUSED, bytes, Holder.class);
    }
  }
}
