package dev.larder.internal.tree;

import dev.larder.Level;
import dev.larder.internal.bytes.Decimals;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Output;
import java.lang.reflect.Array;

/**
 * Arrays of primitives, as {@link TreeWriter#list} writes lists of the same values; but without an
 * object for each. Those of characters are texts, and written by others.
 */
public final class PrimitiveListWriter {
  /** Whether arrays of a primitive type are written here. */
  public static boolean takes(Class<?> component) {
    return component.isPrimitive() && component != char.class && component != byte.class;
  }

  /** Writes an array of a type that is {@link #takes taken}. */
  public static void list(Output out, Object array, Place place) {
    int count = Array.getLength(array);
    out.descend();
    if (count < 2 || out.valueByValue || !column(out, array, count)) {
      out.u8(Tag.LIST);
      out.varint(count);
      values(out, array, place);
    }
    out.ascend();
  }

  private static void values(Output out, Object array, Place place) {
    if (array instanceof int[] ints) {
      for (int value : ints) {
        out.integer(value, place);
      }
    } else if (array instanceof long[] longs) {
      for (long value : longs) {
        out.integer(value, place);
      }
    } else if (array instanceof short[] shorts) {
      for (short value : shorts) {
        out.integer(value, place);
      }
    } else if (array instanceof double[] doubles) {
      for (double value : doubles) {
        out.floatNumber(value, place);
      }
    } else if (array instanceof float[] floats) {
      for (float value : floats) {
        long mark = out.mark();
        out.position = out.float32(value, out.room(out.position));
        out.entryFor(place, mark);
      }
    } else {
      for (boolean value : (boolean[]) array) {
        out.bool(value);
      }
    }
  }

  /** Writes two values or more as a column, if they are to be one; if not, nothing. */
  private static boolean column(Output out, Object array, int count) {
    boolean isFast = out.level == Level.FAST;
    if (array instanceof float[] || array instanceof boolean[] && isFast) {
      return false;
    }
    if (array instanceof double[] doubles) {
      boolean isColumn = isFast || Decimals.scale(doubles[0]) == Decimals.NONE;
      if (isColumn) {
        ColumnWriter.beginColumn(out, count);
        out.numberColumns.floats(doubles, count);
        return true;
      }
    }
    if (count < ColumnWriter.MIN_COLUMN) {
      return false;
    }
    int start = out.position;
    ColumnWriter.beginColumn(out, count);
    long plain = scalars(out, array, count);
    if (out.position - start >= plain + 2) {
      out.position = start;
      return false;
    }
    return true;
  }

  /** Writes values in a column; gives how many bytes they take by themselves, about. */
  private static long scalars(Output out, Object array, int count) {
    long plain = 0;
    if (array instanceof double[] doubles) {
      out.numberColumns.floats(doubles, count);
      for (double value : doubles) {
        plain += ColumnWriter.plainSize(value);
      }
      return plain;
    }
    long[] integers = out.numberColumns.longs(count);
    if (array instanceof boolean[] bools) {
      for (int i = 0; i < count; i++) {
        integers[i] = bools[i] ? 1 : 0;
      }
      out.numberColumns.bools(integers, count);
      return count;
    }
    if (array instanceof int[] ints) {
      for (int i = 0; i < count; i++) {
        integers[i] = ints[i];
      }
    } else if (array instanceof long[] longs) {
      System.arraycopy(longs, 0, integers, 0, count);
    } else {
      short[] shorts = (short[]) array;
      for (int i = 0; i < count; i++) {
        integers[i] = shorts[i];
      }
    }
    for (int i = 0; i < count; i++) {
      plain += ColumnWriter.plainSize(integers[i]);
    }
    out.numberColumns.integers(integers, count);
    return plain;
  }

  private PrimitiveListWriter() {}
}
