package dev.larder.internal.message;

import dev.larder.ErrorKind;
import dev.larder.internal.bytes.Bits;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.shape.Shape;
import java.util.Arrays;

/**
 * Records of a shape of which some keys have no value, while they are read: one by itself, or the
 * rows of a list (docs/FORMAT.md, "Gaps").
 */
public final class Gaps {
  /** What a record is charged that lacks other keys than the one before, and for each key. */
  private static final int SHAPE_BYTES = 2 * Input.VALUE_BYTES;

  private static final int KEY_BYTES = 4 * Input.VALUE_BYTES;

  /** That of all records. */
  public final Shape shape;

  /** How many records there are. */
  public final int count;

  private final int kind;

  /** Where the bits of the record stand that {@link #next} began last; null before. */
  private byte[] bytes;

  private int at;

  private int size;

  /** Begins a record by itself, whose tag was read; {@link #next} follows. */
  public static Gaps ofRecord(Input in) {
    Gaps gaps = new Gaps(in, 1);
    if (gaps.kind == Tag.Gap.NONE) {
      throw in.error(ErrorKind.BAD_SHAPE, "a record with gaps of no kind");
    }
    if (in.lastGapped == gaps.shape) {
      gaps.bytes = in.lastGaps;
      gaps.at = in.lastGapsAt;
    }
    in.lastGapped = gaps.shape;
    in.lastGaps = in.bytes;
    in.lastGapsAt = in.position;
    return gaps;
  }

  /** Begins rows, whose tag was read: {@link #count} times, {@link #next} follows. */
  public static Gaps ofRows(Input in) {
    Gaps gaps = new Gaps(in, in.count());
    in.charge((long) Input.VALUE_BYTES * gaps.count);
    if (gaps.count == Integer.MAX_VALUE) {
      throw in.error(ErrorKind.TOO_LARGE, "more records than memory can hold");
    }
    return gaps;
  }

  private Gaps(Input in, int count) {
    long head = in.varint();
    long number = head >>> 2;
    kind = (int) head & 3;
    if (kind > Tag.Gap.NULL) {
      throw in.error(ErrorKind.BAD_SHAPE, "gaps of a kind that does not exist");
    }
    shape = in.shape(number > Integer.MAX_VALUE ? -1 : (int) number);
    this.count = count;
    int keys = shape.keys.length;
    long least = kind == Tag.Gap.NONE ? keys : Bits.bytes(keys, 1);
    if (least * count > in.remaining()) {
      throw in.truncated();
    }
  }

  /**
   * Begins the next record, which is a map or the like: {@link Input#descend descends}, and charges
   * its keys. Whoever reads it {@link Input#ascend ascends} after its values.
   */
  public void next(Input in) {
    nextObject(in);
    in.charge((size + 1L) * Input.VALUE_BYTES);
  }

  /** As {@link #next}, of an object, which is charged as its class has it. */
  public void nextObject(Input in) {
    in.descend();
    int keys = shape.keys.length;
    int values = keys;
    if (kind != Tag.Gap.NONE) {
      byte[] before = bytes;
      int last = at;
      int size = (int) Bits.bytes(keys, 1);
      at = in.take(size);
      bytes = in.bytes;
      int end = at + size;
      if (!Bits.isPaddingZero(bytes, end, keys, 1)) {
        throw in.error(ErrorKind.BAD_SHAPE, "padding bits after gaps are not zero");
      }
      for (int i = at; i < end; i++) {
        values -= Integer.bitCount(bytes[i] & 0xFF);
      }
      if (kind == Tag.Gap.ABSENT
          && (before == null || !Arrays.equals(before, last, last + size, bytes, at, end))) {
        in.charge(charge(keys));
      }
    }
    if (values > in.remaining()) {
      throw in.truncated();
    }
    size = kind == Tag.Gap.ABSENT ? values : keys;
  }

  /** How many keys the record has. */
  public int size() {
    return size;
  }

  /** What a record of so many keys is charged that lacks others than the one before. */
  public static long charge(int keys) {
    return SHAPE_BYTES + (long) KEY_BYTES * keys;
  }

  /** Whether no record has gaps. */
  public boolean areNone() {
    return kind == Tag.Gap.NONE;
  }

  /** Whether the record has a value for a key, which follows. */
  public boolean hasValue(int key) {
    return kind == Tag.Gap.NONE || !Bits.isSet(bytes, at * 8L + key);
  }

  /** Whether the record lacks a key; one that has no value either is null. */
  public boolean lacks(int key) {
    return kind == Tag.Gap.ABSENT && !hasValue(key);
  }
}
