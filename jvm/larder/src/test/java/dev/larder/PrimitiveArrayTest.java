package dev.larder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Array;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An array of primitives is the list of its values, whichever way it is written and read. */
class PrimitiveArrayTest {
  /** Types of lists, by the fields that declare them. */
  @SuppressWarnings("unused")
  private static final class Lists {
    List<Integer> ints;
    List<Long> longs;
    List<Short> shorts;
    List<Double> doubles;
    List<Float> floats;
    List<Boolean> booleans;
    List<Character> chars;
  }

  private final Random random = new Random(18);

  @ParameterizedTest
  @EnumSource
  void arraysAreWrittenAsListsOfTheirValues(Level level) throws ReflectiveOperationException {
    int bound = 1 << random.nextInt(31);
    check(level, int.class, "ints", () -> random.nextInt(bound) - random.nextInt(50));
    check(level, int.class, "ints", random::nextInt);
    check(level, int.class, "ints", () -> 7);
    check(level, long.class, "longs", random::nextLong);
    check(level, long.class, "longs", () -> 1_700_000_000_000L + random.nextInt(1 << 20));
    check(level, long.class, "longs", () -> random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE);
    check(level, short.class, "shorts", () -> (short) random.nextInt());
    check(level, double.class, "doubles", () -> random.nextInt(100_000) / 100.0);
    check(level, double.class, "doubles", () -> random.nextGaussian() * 1e-3);
    check(level, double.class, "doubles", () -> random.nextInt(3) == 0 ? Double.NaN : -0.0);
    check(
        level, double.class, "doubles", () -> Math.scalb(random.nextDouble(), random.nextInt(99)));
    check(level, float.class, "floats", random::nextFloat);
    check(level, boolean.class, "booleans", random::nextBoolean);
    check(level, char.class, "chars", () -> (char) random.nextInt(0x10000));
  }

  private interface Value {
    Object next();
  }

  private void check(Level level, Class<?> component, String field, Value values)
      throws ReflectiveOperationException {
    Larder larder = Larder.builder().level(level).build();
    Type listType = Lists.class.getDeclaredField(field).getGenericType();
    for (int length : new int[] {0, 1, 2, 3, 4, 5, 7, 8, 15, 63, 64, 65, 200}) {
      Object array = Array.newInstance(component, length);
      List<Object> list = new ArrayList<>();
      for (int i = 0; i < length; i++) {
        Object value = values.next();
        Array.set(array, i, value);
        list.add(value);
      }
      byte[] bytes = larder.encode(array, array.getClass());
      String what = "%s of %s at %s".formatted(field, list, level);
      assertArrayEquals(larder.encode(list, listType), bytes, what);
      List<Object> decoded = new ArrayList<>();
      Object again = larder.decode(bytes, array.getClass());
      for (int i = 0; i < Array.getLength(again); i++) {
        decoded.add(Array.get(again, i));
      }
      assertEquals(list, decoded, what);
      assertEquals(list, larder.decode(bytes, listType), what);
    }
  }

  @ParameterizedTest
  @EnumSource
  void integersThatDoNotFitAreRefused(Level level) {
    Larder larder = Larder.builder().level(level).build();
    byte[] longs = larder.encode(new long[] {1, 2, 3, 1L << 40, 5, 6}, long[].class);
    byte[] ints = larder.encode(new int[] {1, 2, 3, 1 << 20, 5, 6}, int[].class);
    assertRefused(() -> larder.decode(longs, int[].class), "the integer 1099511627776");
    assertRefused(() -> larder.decode(ints, short[].class), "the integer 1048576");
    assertArrayEquals(new long[] {1, 2, 3, 1 << 20, 5, 6}, larder.decode(ints, long[].class));
    assertArrayEquals(new double[] {1, 2, 3, 1 << 20, 5, 6}, larder.decode(ints, double[].class));
    assertRefused(() -> larder.decode(ints, boolean[].class), "integer");
  }

  private static void assertRefused(Executable decode, String what) {
    LarderException error = assertThrows(LarderException.class, decode);
    assertEquals(ErrorKind.REFUSED, error.kind());
    assertTrue(error.getMessage().contains(what), error::getMessage);
  }
}
