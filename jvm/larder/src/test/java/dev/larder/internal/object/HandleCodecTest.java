package dev.larder.internal.object;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.Level;
import dev.larder.internal.bind.ObjectCodec;
import dev.larder.internal.bind.ObjectType;
import dev.larder.internal.message.Output;
import dev.larder.internal.register.Bindings;
import dev.larder.internal.shape.Shape;
import dev.larder.support.Same;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** A codec of handles does what a generated one does. */
class HandleCodecTest {
  private static final int COUNT = 50;

  static class Bean {
    boolean truth;
    byte eight;
    short sixteen;
    int thirtyTwo;
    long sixtyFour;
    float single;
    double real;
    char letter;
    String text;
    Integer boxed;
    List<String> list;
    final int fixed;

    Bean() {
      fixed = 0;
    }

    Bean(Random random) {
      truth = random.nextBoolean();
      eight = (byte) random.nextInt();
      sixteen = (short) random.nextInt();
      thirtyTwo = random.nextInt();
      sixtyFour = random.nextLong();
      single = random.nextFloat();
      real = random.nextInt(1_000) / 10.0;
      letter = (char) ('a' + random.nextInt(26));
      text = random.nextBoolean() ? null : "text " + random.nextInt(9);
      boxed = random.nextBoolean() ? null : random.nextInt(9);
      list = random.nextBoolean() ? null : List.of("one", "two");
      fixed = random.nextInt();
    }
  }

  private final ObjectType type =
      new Bindings(Map.of(Bean.class, List.of("Bean")), each -> null, new Shape[0])
          .object(Bean.class);
  private final ObjectCodec generated = ObjectBinding.codec(type);
  private final ObjectCodec handles;
  private final Object[] beans = new Object[COUNT];

  HandleCodecTest() throws ReflectiveOperationException {
    handles = new HandleCodec(type);
    assertNotSame(HandleCodec.class, generated.getClass());
    Random random = new Random(7);
    Arrays.setAll(beans, i -> new Bean(random));
  }

  private static byte[] written(ObjectCodec codec, BiConsumer<ObjectCodec, Output> how) {
    Output out = new Output();
    out.begin(Level.BALANCED, null, false, false);
    how.accept(codec, out);
    return Arrays.copyOf(out.buffer, out.position);
  }

  @Test
  void the_same_is_written() {
    for (Object bean : beans) {
      assertEquals(generated.nulls(bean), handles.nulls(bean));
      assertArrayEquals(
          written(generated, (codec, out) -> codec.write(out, bean)),
          written(handles, (codec, out) -> codec.write(out, bean)));
      assertArrayEquals(
          written(generated, (codec, out) -> codec.writeGapped(out, bean)),
          written(handles, (codec, out) -> codec.writeGapped(out, bean)));
    }
  }

  @Test
  void fields_of_many_objects_are_the_same() {
    Object[] made = new Object[COUNT];
    Object[] others = new Object[COUNT];
    Arrays.setAll(made, i -> generated.create());
    Arrays.setAll(others, i -> handles.create());
    for (int field = 0; field < type.properties().size(); field++) {
      Class<?> primitive = type.primitive(field);
      if (primitive == double.class) {
        double[] floats = new double[COUNT];
        double[] same = new double[COUNT];
        generated.floats(beans, field, floats);
        handles.floats(beans, field, same);
        assertArrayEquals(floats, same);
        generated.setFloats(made, field, floats, COUNT);
        handles.setFloats(others, field, floats, COUNT);
        continue;
      }
      if (primitive != null) {
        long[] integers = new long[COUNT];
        long[] same = new long[COUNT];
        generated.integers(beans, field, integers);
        handles.integers(beans, field, same);
        assertArrayEquals(integers, same);
        if (primitive != float.class && primitive != char.class) {
          generated.setIntegers(made, field, integers, COUNT);
          handles.setIntegers(others, field, integers, COUNT);
          continue;
        }
      }
      Object[] values = new Object[COUNT];
      for (int i = 0; i < COUNT; i++) {
        values[i] = generated.get(beans[i], field);
      }
      generated.setAll(made, field, values, COUNT);
      handles.setAll(others, field, values, COUNT);
    }
    for (int i = 0; i < COUNT; i++) {
      assertTrue(Same.exactly(beans[i], made[i]), "generated " + i);
      assertTrue(Same.exactly(beans[i], others[i]), "handles " + i);
    }
  }
}
