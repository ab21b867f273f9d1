package dev.larder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Bytes that others write: objects with gaps, in rows and in columns (docs/FORMAT.md, "Gaps"). */
@DisplayName("Objects with gaps keep what a missing field has, and nulls are null")
class GapsTest {
  /** The definition of a class P with the keys a, b and c. */
  private static final String SHAPE = "c140" + "f509" + "07" + "3150" + "3161" + "3162" + "3163";

  static class Bean {
    int a = 1;
    String b = "b as made";
    List<String> c = List.of("c as made");
  }

  record Row(int a, String b, List<String> c) {}

  /** It has no field for b. */
  static class Fewer {
    Integer a = 1;
    String d = "d as made";
    List<String> c;
  }

  private static Larder larder(Class<?> type) {
    return Larder.builder().register(type, "P").build();
  }

  private static <T> T read(Class<T> type, String value) {
    return larder(type).decode(HexFormat.of().parseHex(SHAPE + value), type);
  }

  private static List<Object> of(Bean bean) {
    return Arrays.asList(bean.a, bean.b, bean.c);
  }

  @Test
  void an_absent_key_is_as_a_missing_field() {
    // Keys a and c are absent.
    assertEquals(List.of(1, "x", List.of("c as made")), of(read(Bean.class, "8201053178")));
    assertEquals(new Row(0, "x", null), read(Row.class, "8201053178"));
    assertEquals(1, read(Fewer.class, "8201053178").a);
    // All are, and none is.
    assertEquals(List.of(1, "b as made", List.of("c as made")), of(read(Bean.class, "820107")));
    assertEquals(new Row(5, "x", List.of()), read(Row.class, "82010005" + "3178" + "f300"));
  }

  @Test
  void a_null_gap_is_null() {
    assertNull(read(Bean.class, "82020605").b);
    assertEquals(new Row(5, null, null), read(Row.class, "82020605"));
    assertNull(read(Fewer.class, "820207").a);
    // a is primitive.
    LarderException error =
        assertThrows(LarderException.class, () -> read(Bean.class, "820201" + "3178" + "f300"));
    assertEquals(ErrorKind.REFUSED, error.kind());
  }

  @Test
  void rows_are_read_as_lists_arrays_and_sets_of_objects() throws NoSuchFieldException {
    String rows = "05" + "3178" + "00" + "05" + "3179" + "f301317a" + "03" + "f300";
    byte[] bytes = HexFormat.of().parseHex(SHAPE + "840301" + rows);
    Row[] expected = {
      new Row(0, "x", null), new Row(5, "y", List.of("z")), new Row(0, null, List.of())
    };
    Larder larder = larder(Row.class);
    assertArrayEquals(expected, larder.decode(bytes, Row[].class));
    for (String field : List.of("list", "set", "collection", "objects")) {
      var type = Declared.class.getDeclaredField(field).getGenericType();
      Object read = larder.decode(bytes, type);
      assertArrayEquals(expected, ((Collection<?>) read).toArray());
    }
    // A class that has no field for b passes over it.
    Fewer[] fewer = larder(Fewer.class).decode(bytes, Fewer[].class);
    assertEquals(List.of(1, 5, 1), List.of(fewer[0].a, fewer[1].a, fewer[2].a));
    assertEquals(List.of("z"), fewer[1].c);
  }

  static class Declared {
    List<Row> list;
    LinkedHashSet<Row> set;
    Collection<Row> collection;
    List<Object> objects;
  }

  @Test
  void columns_of_objects_lack_values() {
    // Eight objects: a in all, b in the even ones, c null in the first four and absent elsewhere.
    String a = "01020155";
    String b = "4caa" + "010200" + "61626364";
    String c = "51f0";
    byte[] bytes = HexFormat.of().parseHex(SHAPE + "f1081000" + a + b + c);
    Bean[] beans = larder(Bean.class).decode(bytes, Bean[].class);
    Row[] rows = larder(Row.class).decode(bytes, Row[].class);
    for (int i = 0; i < 8; i++) {
      assertEquals(i % 2 == 0 ? 2 : 1, beans[i].a);
      assertEquals(i % 2 == 0 ? "abcd".substring(i / 2, i / 2 + 1) : "b as made", beans[i].b);
      assertEquals(i < 4 ? null : List.of("c as made"), beans[i].c);
      assertEquals(beans[i].a, rows[i].a());
      assertEquals(i % 2 == 0 ? beans[i].b : null, rows[i].b());
    }
  }

  @Test
  void maps_of_objects_with_gaps_are_as_others() {
    Map<Object, Object> expected = Map.of("b", "x");
    byte[] bytes = HexFormat.of().parseHex("c140f507063161316231638201053178");
    assertEquals(expected, Larder.builder().build().decode(bytes, Object.class));
    // A map without a class may fill an object.
    assertEquals(new Row(0, "x", null), larder(Row.class).decode(bytes, Row.class));
    assertEquals(
        IntStream.range(0, 3).mapToObj(i -> expected).toList(),
        Larder.builder()
            .build()
            .decode(
                HexFormat.of().parseHex("c140f50706316131623163" + "840301" + "053178".repeat(3)),
                Object.class));
  }
}
