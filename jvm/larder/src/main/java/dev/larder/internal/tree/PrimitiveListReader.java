package dev.larder.internal.tree;

import static dev.larder.internal.bytes.Words.LONGS;

import dev.larder.ErrorKind;
import dev.larder.internal.bytes.Bits;
import dev.larder.internal.bytes.Decimals;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.column.Ints;
import dev.larder.internal.message.Input;
import java.util.function.LongFunction;

/** Lists in a column that become arrays of primitives, without an object for each value. */
public final class PrimitiveListReader {
  /**
   * Reads a list whose tag, {@link Tag#PACKED_LIST}, was read, if its column holds what the type
   * takes as it is; if not, nothing is read.
   *
   * @param conflict what is to be thrown for an integer that the type does not take
   * @return an array; null if the list is to be read as any other
   */
  public static Object list(Input in, Class<?> component, LongFunction<RuntimeException> conflict) {
    int start = in.position;
    int count = in.count();
    int kind = in.remaining() > 0 ? in.bytes[in.position] & 0xFF : Tag.Column.PLAIN;
    in.position = start;
    boolean areInts = kind == Tag.Column.INTS || kind == Tag.Column.DIFFERENCES;
    boolean isTaken =
        count > 0
            && (component == double.class
                ? kind == Tag.Column.FLOATS || kind == Tag.Column.DECIMALS
                : component == boolean.class
                    ? kind == Tag.Column.BOOLS
                    : areInts
                        && (component == int.class
                            || component == long.class
                            || component == short.class));
    if (!isTaken) {
      return null;
    }
    in.descend();
    count = TreeReader.columnCount(in);
    in.charge(ColumnReader.COLUMN_BYTES);
    in.u8();
    Object made;
    if (component == double.class) {
      made = kind == Tag.Column.FLOATS ? floats(in, count) : decimals(in, count);
    } else if (component == boolean.class) {
      made = bools(in, count);
    } else {
      made = integers(in, count, kind, component, conflict);
    }
    in.ascend();
    return made;
  }

  private static double[] floats(Input in, int count) {
    int at = ColumnReader.skip(in, count, 8);
    double[] made = new double[count];
    for (int i = 0; i < count; i++) {
      made[i] = Double.longBitsToDouble((long) LONGS.get(in.bytes, at + 8 * i));
    }
    return made;
  }

  private static double[] decimals(Input in, int count) {
    int scale = in.u8();
    Ints ints = Ints.open(in, count);
    double[] made = new double[count];
    for (int i = 0; i < count; i++) {
      long digits = ints.next(in);
      if (!Decimals.isExact(digits, scale)) {
        throw in.error(ErrorKind.BAD_NUMBER, "a decimal that is not exactly a float");
      }
      made[i] = Decimals.value(digits, scale);
    }
    return made;
  }

  private static boolean[] bools(Input in, int count) {
    long bit = ColumnReader.bitmap(in, count) * 8L;
    boolean[] made = new boolean[count];
    for (int i = 0; i < count; i++) {
      made[i] = Bits.isSet(in.bytes, bit + i);
    }
    return made;
  }

  private static Object integers(
      Input in, int count, int kind, Class<?> component, LongFunction<RuntimeException> conflict) {
    Ints ints = Ints.open(in, count, kind);
    if (component == long.class) {
      long[] made = new long[count];
      ints.read(in, made, count);
      return made;
    }
    if (component == int.class) {
      int[] made = new int[count];
      for (int i = 0; i < count; i++) {
        long next = ints.next(in);
        if (next != (int) next) {
          throw conflict.apply(next);
        }
        made[i] = (int) next;
      }
      return made;
    }
    short[] made = new short[count];
    for (int i = 0; i < count; i++) {
      long next = ints.next(in);
      if (next != (short) next) {
        throw conflict.apply(next);
      }
      made[i] = (short) next;
    }
    return made;
  }

  private PrimitiveListReader() {}
}
