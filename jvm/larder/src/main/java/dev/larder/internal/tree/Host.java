package dev.larder.internal.tree;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Gaps;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import dev.larder.internal.shape.Shape;

/**
 * What the values of a message become, and what is written of values that the format does not know:
 * {@code TreeReader} and {@code TreeWriter} know the format, a host knows classes.
 */
public interface Host {
  /** What stands for the value of a key that an object of a column lacks. */
  Object ABSENT = new Object();

  // Reading.

  /**
   * The next value, as {@code TreeReader} reads it for this host: columns hold values of any kind.
   */
  Object value(Input in, Place place);

  /** An integer that stands where no declared type says which it is. */
  Object integer(long value);

  /**
   * An object: a record whose shape has a class. Its values follow, and the host reads them, from
   * {@link Input#beginRecord} to {@link Input#ascend}.
   */
  Object record(Input in, Shape shape);

  /** As {@link #record(Input, Shape)}, of records that may have gaps: from {@link Gaps#next} on. */
  Object record(Input in, Gaps gaps);

  /**
   * An object of a column of records, whose values have been read; the array is used again. {@link
   * #ABSENT} stands for the value of a key that the object lacks.
   */
  Object row(Input in, Shape shape, Object[] values);

  /**
   * What makes objects of a column of records whose shape has a class; null if it is {@link #row}.
   */
  default Rows rows(Input in, Shape shape) {
    return null;
  }

  /** The case of an enumeration. */
  Object enumCase(Input in, String className, String caseName);

  /** An object that wrote itself. */
  Object custom(Input in, String className, byte[] bytes);

  /**
   * A value of a class that is known by name alone; its state follows, and the host reads it. The
   * level that it is, as that of a shared value, was counted.
   */
  Object typed(Input in, String className, Place place);

  /**
   * A value of a kind; what it is made of follows, and the host reads it. The level that it is was
   * counted.
   *
   * @param name null for kinds below {@link Tag#NAMED_KIND}
   */
  Object kind(Input in, int kind, String name, Place place);

  /**
   * A value of a kind below {@link Tag#NAMED_KIND}, of what it is made of, which may be null: from
   * a column.
   */
  Object ofKind(Input in, int kind, Object content);

  /** A date and time of no zone. */
  Object dateTime(Input in, long seconds, int nanoseconds);

  /** A moment. */
  Object instant(Input in, long seconds, int nanoseconds);

  /** A moment in a zone: local seconds, the offset in seconds, the zone's name or "". */
  Object zoned(Input in, long seconds, int nanoseconds, long offset, String zone);

  /** A length of time. */
  Object duration(Input in, long seconds, int nanoseconds);

  /** A date: days since 1970-01-01. */
  Object date(Input in, long days);

  /**
   * A shared value that begins (0D) or a PHP reference (0E); its value follows, and the host reads
   * it, from {@link Input#beginShared} to {@link Input#endShared}.
   */
  Object shared(Input in, boolean isReference, Place place);

  /** The shared value of the number that follows (0F). */
  Object again(Input in);

  // Writing.

  /** Writes a value as {@code TreeWriter} writes it for this host. */
  void writeValue(Output out, Object value, Place place);

  /**
   * The fields of objects that are all of one class, and written as records of one shape; null if
   * they are not, or any of them is null.
   */
  default Fields fields(Object[] objects) {
    return null;
  }

  /** The shape of an object that is written as a record; null for what is none. */
  Shape shape(Object value);

  /** The value of each key of {@link #shape}, in its order. */
  void values(Object value, Object[] into);

  /** How many of the values of {@link #shape} are null. */
  int nulls(Object value);

  /** Writes the values of {@link #shape} one after another, in its order. */
  void writeRow(Output out, Object value);

  /** Whether no shared value is within: only then may lists of it be columns of records. */
  boolean isTree(Output out, Object value);

  /**
   * The kind of a value that is neither null, a text, a {@link Double} nor a {@link Boolean}; 0 if
   * it has none, and the format knows what it is.
   */
  int kind(Object value);

  /**
   * The kind of a value as one of many in a column, which all have to be of it: below {@link
   * Tag#NAMED_KIND}; 0 if it cannot be in such a column. It may be of a kind here that need not be
   * said where it stands by itself.
   */
  int columnKind(Output out, Object value);

  /** What a value of {@link #columnKind} is made of. */
  Object content(Object value);

  /**
   * Whether the host writes this list, map or array itself, as it is shared, or of a kind that is
   * to be kept: such a map is no row of a column.
   */
  boolean isOwn(Output out, Object value);

  /**
   * Writes a value that the format does not know by itself, or that {@link #isOwn}. It {@link
   * Output#descend descends} for a value within, and counts shared values in {@link
   * Output#numbered}.
   */
  void write(Output out, Object value, Place place);

  /** What {@link #write} says of a value that cannot be written. */
  static LarderException refused(Object value) {
    if (value.getClass().getName().startsWith("java.")) {
      return new LarderException(
          ErrorKind.REFUSED,
          -1,
          "values cannot have a %s: use a class of \"What is kept\" in jvm/README.md, or your own"
              .formatted(value.getClass().getName()));
    }
    return new LarderException(
        ErrorKind.REFUSED,
        -1,
        "%s is not registered: Larder.builder().register(%s.class)"
            .formatted(value.getClass().getName(), value.getClass().getSimpleName()));
  }
}
