package dev.larder.internal.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.Limits;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.KnownProfile;
import dev.larder.internal.message.Message;
import dev.larder.internal.shape.KnownDefinitions;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.shape.Shapes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
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
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What values of the JDK are, beside those that the vectors have. */
class TreeTest {
  private final ExactCodec codec = new ExactCodec(null);

  private void writes(Object value, Object asThis) {
    assertEquals(
        HexFormat.of().formatHex(codec.encode(asThis, false)),
        HexFormat.of().formatHex(codec.encode(value, false)));
  }

  private Object back(Object value) {
    return codec.decode(codec.encode(value, false));
  }

  private ErrorKind refusal(Object value) {
    return assertThrows(LarderException.class, () -> codec.encode(value, false)).kind();
  }

  private static Map<Object, Object> map(Object... keysAndValues) {
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }

  @Test
  void integersOfEveryClassAreIntegers() {
    writes((byte) -5, -5L);
    writes((short) 700, 700L);
    writes(70_000, 70_000L);
    writes(BigInteger.valueOf(Long.MIN_VALUE), Long.MIN_VALUE);
    writes(List.of((byte) 1, (short) 2, 3, BigInteger.valueOf(4)), List.of(1L, 2L, 3L, 4L));
    writes(map(1, "a", "b", 2), map(1L, "a", "b", 2L));
    BigInteger beyond = BigInteger.ONE.shiftLeft(63);
    assertEquals(beyond, back(beyond));
  }

  @Test
  void timesAreWhatTheFormatHas() {
    writes(LocalDate.of(1969, 12, 31), new Node("date", -1L));
    writes(LocalDateTime.of(1970, 1, 1, 0, 0, 1, 5), new Node("datetime", 1L, 5L));
    writes(Instant.ofEpochSecond(-1, 7), new Node("instant", -1L, 7L));
    writes(Duration.ofMillis(-1), new Node("duration", -1L, 999_000_000L));
    LocalDateTime summer = LocalDateTime.of(2024, 7, 1, 12, 0);
    long local = summer.toEpochSecond(ZoneOffset.UTC);
    writes(
        ZonedDateTime.of(summer, ZoneId.of("Europe/Berlin")),
        new Node("zoned", local, 0L, 7_200L, "Europe/Berlin"));
    writes(
        OffsetDateTime.of(summer, ZoneOffset.ofHours(-3)),
        new Node("zoned", local, 0L, -10_800L, ""));
    assertEquals(LocalTime.MAX, back(LocalTime.MAX));
  }

  @Test
  void otherScalarsComeBack() {
    UUID uuid = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
    List<Object> scalars =
        Arrays.asList(
            null,
            true,
            1.5f,
            new BigDecimal("-12.340"),
            new BigDecimal(BigInteger.TEN.pow(40), -5),
            uuid,
            Double.NaN,
            -0.0,
            "",
            "é 包 😀");
    assertTrue(Node.same(scalars, back(scalars)));
    assertArrayEquals(new byte[] {1, 2}, (byte[]) back(new byte[] {1, 2}));
  }

  @Test
  void listsOfEveryClassAreLists() {
    List<Object> values = new ArrayList<>();
    for (long i = 0; i < 30; i++) {
      values.add(i * 1_000);
    }
    writes(new LinkedList<>(values), values);
    writes(Collections.unmodifiableList(values), values);
    writes(List.of(), new ArrayList<>());
  }

  @Test
  void mapsOfEveryClassAreMapsInTheirOrder() {
    writes(new TreeMap<>(Map.of("b", 1, "a", 2)), map("a", 2, "b", 1));
    Map<Object, Object> keyed = map(true, 1L, null, 2L, 1.5, 3L, "x", 4L, 5L, 5L);
    assertTrue(Node.same(keyed, back(keyed)));
    Object bytes = back(map(new byte[] {1, 2}, "a", 3, "b"));
    assertEquals(map(ByteBuffer.wrap(new byte[] {1, 2}), "a", 3L, "b"), bytes);
    assertTrue(Node.same(bytes, back(bytes)));
  }

  @Test
  void aMapThatItsHostKeepsIsNoRow() {
    List<Object> kept = new ArrayList<>();
    List<Object> expected = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ExactHost.Kept map = new ExactHost.Kept();
      map.put("a", i);
      kept.add(map);
      expected.add(new Node("typed", "Kept", map("a", (long) i)));
    }
    assertTrue(Node.same(expected, back(kept)));
    Object keyed = back(map(true, kept.get(0), null, kept.get(1)));
    assertTrue(Node.same(map(true, expected.get(0), null, expected.get(1)), keyed));
  }

  @Test
  void whatCannotBeReadIsRefused() {
    assertEquals(ErrorKind.REFUSED, refusal(map(1, "a", 1L, "b")));
    assertEquals(ErrorKind.REFUSED, refusal(map(null, "a", 1, "b", 1L, "c")));
    assertEquals(ErrorKind.REFUSED, refusal(map(new byte[1], "a", new byte[1], "b")));
    assertEquals(ErrorKind.REFUSED, refusal(map(List.of(1), "a")));
    assertEquals(ErrorKind.INVALID_UTF8, refusal("\uD800"));
    assertEquals(ErrorKind.INVALID_UTF8, refusal(List.of("a", "b", "c", "\uDC00")));
    assertEquals(ErrorKind.INVALID_UTF8, refusal(map("\uDC00x", 1)));
    List<Object> itself = new ArrayList<>();
    itself.add(itself);
    assertEquals(ErrorKind.TOO_DEEP, refusal(itself));
  }

  @Test
  void anErrorLeavesNothingBehind() {
    List<Object> wrong = new ArrayList<>(List.of(map("a", "text", "b", "text")));
    wrong.add("\uD800");
    byte[] before = codec.encode(List.of("text", "text"), false);
    assertEquals(ErrorKind.INVALID_UTF8, refusal(wrong));
    assertArrayEquals(before, codec.encode(List.of("text", "text"), false));
  }

  @Test
  void mapsOfTheSameKeysHaveTheSameShape() {
    Shape ofProfile = new Shape(null, new Object[] {"a", "b"}, new Place[2], 1);
    Shapes shapes =
        new Shapes(new Shape(null, new Object[] {"a", "b"}, new Place[2], 0), ofProfile);
    assertSame(ofProfile, shapes.find(map("a", 1, "b", 2)));
    assertSame(ofProfile, shapes.find(new TreeMap<>(Map.of("b", 1, "a", 2))));
    Shape other = shapes.find(map("b", 1, "a", 2));
    assertEquals(-1, other.number);
    assertSame(other, shapes.find(map("b", null, "a", null)));
    assertNull(shapes.find(map()));
    assertNull(shapes.find(map(true, 1)));
    // More shapes than are kept, and maps of more keys.
    for (int i = 0; i < 5_000; i++) {
      Map<Object, Object> map = map("key" + i, 1, i, 2, "last", 3);
      assertEquals(shapes.find(map), shapes.find(map));
    }
    assertSame(ofProfile, shapes.find(map("a", 1, "b", 2)));
  }

  @Test
  void definitionsAreKnownByTheirBytesAndChargedEachTime() {
    byte[] message = codec.encode(map("one", 1, "two", 2), false);
    Limits enough = new Limits(512, 600, 0);
    Limits less = new Limits(512, 400, 0);
    for (int i = 0; i < 3; i++) {
      codec.decode(message, 0, message.length, enough);
      LarderException error =
          assertThrows(LarderException.class, () -> codec.decode(message, 0, message.length, less));
      assertEquals(ErrorKind.TOO_LARGE, error.kind());
    }
    KnownDefinitions known = new KnownDefinitions();
    Input in = new Input();
    Shape[] first = open(in, known, message);
    assertSame(first, open(in, known, message));
    assertSame(first, open(new Input(), known, message));
    assertTrue(first != open(in, new KnownDefinitions(), message));
    for (int i = 0; i < 5_000; i++) {
      byte[] other = codec.encode(map("key" + Integer.toString(i, 36), 1), false);
      assertEquals("key" + Integer.toString(i, 36), open(in, known, other)[0].keys[0]);
    }
  }

  private static Shape[] open(Input in, KnownDefinitions known, byte[] message) {
    in.begin(message, 0, message.length, 512, 1 << 20);
    Message.open(in, new KnownProfile[0], known);
    Shape[] shapes = in.shapes;
    in.end();
    return shapes;
  }

  @Test
  void aListIsReadAsAnArray() {
    for (Object list : List.of(List.of(1L, "a"), List.of(1_000L, 1_001L, 1_002L, 1_003L, 1_004L))) {
      byte[] message = codec.encode(list, false);
      Input in = new Input();
      in.begin(message, 2, message.length, 512, 1 << 20);
      Object[] values =
          TreeReader.list(in, in.u8(), Place.NONE, new ExactHost(new Shape[0], new Shapes()));
      assertEquals(list, Arrays.asList(values));
    }
  }

  @Test
  void onlyWhatBeginsAsOneIsALarderValue() {
    assertTrue(Message.isLarder(new byte[] {(byte) 0xC1, 0x40, 0}));
    assertTrue(Message.isLarder(new byte[] {(byte) 0xC1, 0x7F, 0}));
    assertTrue(!Message.isLarder(new byte[] {(byte) 0xC1, 0x40}));
    assertTrue(!Message.isLarder(new byte[] {(byte) 0xC1, (byte) 0x80, 0}));
    assertTrue(!Message.isLarder(new byte[] {0x7B, 0x40, 0}));
    assertTrue(!Message.isLarder(new byte[0]));
  }
}
