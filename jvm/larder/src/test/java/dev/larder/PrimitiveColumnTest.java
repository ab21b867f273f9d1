package dev.larder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.support.Same;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Columns of primitive fields, which are never boxed, against those of fields that are. */
class PrimitiveColumnTest {
  private static final int LISTS = 400;

  static class Primitive {
    boolean truth;
    byte eight;
    short sixteen;
    int thirtyTwo;
    long sixtyFour;
    float single;
    double decimal;
    double any;
    char letter;
    String text;
  }

  static class Boxed {
    Boolean truth;
    Byte eight;
    Short sixteen;
    Integer thirtyTwo;
    Long sixtyFour;
    Float single;
    Double decimal;
    Double any;
    Character letter;
    String text;
  }

  static class Primitives {
    List<Primitive> list = new ArrayList<>();
  }

  static class Boxes {
    List<Boxed> list = new ArrayList<>();
  }

  private static Larder larder(Class<?> row, Class<?> rows, Level level) {
    return Larder.builder().register(row, "Row").register(rows, "Rows").level(level).build();
  }

  private static double decimal(Random random, int scale) {
    return random.nextInt(40) == 0 ? -0.0 : random.nextInt(20_000) / Math.pow(10, scale);
  }

  private static double any(Random random, double otherwise) {
    return switch (random.nextInt(30)) {
      case 0 -> Double.NaN;
      case 1 -> Double.longBitsToDouble(0x7FF0_0000_0000_0001L);
      case 2 -> Double.NEGATIVE_INFINITY;
      case 3 -> random.nextDouble();
      case 4 -> 1e15 * random.nextInt(9);
      default -> otherwise;
    };
  }

  /** The same values as primitive fields and as boxed ones. */
  private static void fill(Random random, Primitives primitives, Boxes boxes) {
    int count = 1 + random.nextInt(60);
    int bits = 1 + random.nextInt(64);
    int scale = random.nextInt(5);
    long step = random.nextInt(3) * random.nextInt(1_000);
    for (int i = 0; i < count; i++) {
      Primitive one = new Primitive();
      one.truth = random.nextBoolean();
      one.eight = (byte) random.nextInt();
      one.sixteen = (short) (random.nextInt() >> random.nextInt(16));
      one.thirtyTwo = (int) (step * i) + random.nextInt(3);
      one.sixtyFour = random.nextLong() >> 64 - bits;
      one.single = Float.intBitsToFloat(random.nextInt(3) == 0 ? 0x7F80_0001 : random.nextInt());
      one.decimal = decimal(random, scale);
      one.any = any(random, one.decimal);
      one.letter = (char) (random.nextInt(9) == 0 ? random.nextInt() : 'a' + random.nextInt(26));
      one.text = "text " + random.nextInt(20);
      primitives.list.add(one);
      Boxed same = new Boxed();
      same.truth = one.truth;
      same.eight = one.eight;
      same.sixteen = one.sixteen;
      same.thirtyTwo = one.thirtyTwo;
      same.sixtyFour = one.sixtyFour;
      same.single = one.single;
      same.decimal = one.decimal;
      same.any = one.any;
      same.letter = one.letter;
      same.text = one.text;
      boxes.list.add(same);
    }
  }

  @Test
  void primitive_fields_are_written_and_read_as_boxed_ones() {
    Random random = new Random(5);
    for (Level level : Level.values()) {
      Larder primitive = larder(Primitive.class, Primitives.class, level);
      Larder boxed = larder(Boxed.class, Boxes.class, level);
      for (int i = 0; i < LISTS; i++) {
        Primitives primitives = new Primitives();
        Boxes boxes = new Boxes();
        fill(random, primitives, boxes);
        byte[] bytes = primitive.encode(primitives);
        assertArrayEquals(boxed.encode(boxes), bytes, level + " " + i);
        Primitives again = primitive.decode(bytes, Primitives.class);
        assertTrue(Same.exactly(primitives, again), level + " " + i);
        assertTrue(Same.exactly(boxes, boxed.decode(bytes, Boxes.class)), level + " " + i);
      }
    }
  }

  static class Wide {
    long number;
    double real;
  }

  static class WideRows {
    List<Wide> list = new ArrayList<>();
  }

  static class Narrow {
    short number;
    float real;
  }

  static class NarrowRows {
    List<Narrow> list = new ArrayList<>();
  }

  @Test
  void an_integer_that_a_field_does_not_have_is_refused() {
    Larder wide = larder(Wide.class, WideRows.class, Level.BALANCED);
    Larder narrow = larder(Narrow.class, NarrowRows.class, Level.BALANCED);
    WideRows rows = new WideRows();
    for (int i = 0; i < 20; i++) {
      Wide row = new Wide();
      row.number = Short.MAX_VALUE - 19 + i;
      row.real = i / 4.0;
      rows.list.add(row);
    }
    NarrowRows read = narrow.decode(wide.encode(rows), NarrowRows.class);
    for (int i = 0; i < 20; i++) {
      assertEquals(Short.MAX_VALUE - 19 + i, read.list.get(i).number);
      assertEquals(i / 4.0f, read.list.get(i).real);
    }
    rows.list.get(19).number++;
    byte[] beyond = wide.encode(rows);
    LarderException refused =
        assertThrows(LarderException.class, () -> narrow.decode(beyond, NarrowRows.class));
    assertTrue(refused.getMessage().contains("32768"), refused.getMessage());
  }

  static class Some {
    int number;
    String text;
  }

  @Test
  void a_column_of_a_key_that_became_a_primitive_field_is_read() {
    record Rows(List<Object> list) {}

    Larder larder = Larder.builder().register(Some.class, Rows.class).build();
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Some some = new Some();
      some.number = i * i;
      some.text = i % 2 == 0 ? null : "odd " + i;
      list.add(some);
    }
    Rows rows = new Rows(list);
    assertTrue(Same.exactly(rows, larder.decode(larder.encode(rows), Rows.class)));
  }
}
