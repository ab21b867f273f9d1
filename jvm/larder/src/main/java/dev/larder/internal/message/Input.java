package dev.larder.internal.message;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Dictionary;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.shape.KnownDefinitions;
import dev.larder.internal.shape.Names;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.text.TextReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A message while it is read: its bytes, its texts, its shapes, and the values in it that others
 * point to.
 *
 * <p>It has what every reader shares. Values without a declared type are read by {@code
 * TreeReader}, others by bindings and generated readers. It is used again for the next message, and
 * is not thread-safe.
 */
public final class Input extends TextReader {
  private static final int MAX_ENTRIES_DEEP = 16;

  static final Shape[] NO_SHAPES = {};

  /** What the message was like before a value that is passed over. */
  public record PassedOver(int shared, int notMade, int cycles) {}

  private static final int ENDED = -1;

  /** Shared values of a message whose memory is kept for the next. */
  private static final int MAX_KEPT_SHARED = 1024;

  /** Stands for a shared value that was passed over, of which not every part was made. */
  public static final Object NOT_MADE = new Object();

  /** The profile's shapes, then the message's own. */
  public Shape[] shapes = NO_SHAPES;

  /** Within records of columns, and within entries, nothing is shared. */
  public int rows;

  /** Shared values by number; null where one has begun that cannot be pointed to yet. */
  public final List<Object> shared = new ArrayList<>();

  /** Values that were passed over and not made. */
  private int notMade;

  /** How many those were when the shared value of each number began. */
  private int[] notMadeBefore = new int[4];

  /** References to shared values that have begun and not ended. */
  private int cycles;

  private int entries;

  /** The number of the shared value that is about to be made; −1 for none. */
  private int pending = -1;

  /** The shape of the last record with gaps that was no row, and where its bits stand. */
  Shape lastGapped;

  byte[] lastGaps;
  int lastGapsAt;

  /** Decompressed texts are put here: those of one block, for the next message too. */
  byte[] block = new byte[0];

  /** The definitions that the last message had, as the next one may have them, too. */
  private KnownDefinitions.Known known;

  /**
   * Begins a message, at its first byte.
   *
   * @param maxDepth levels of values within one another
   * @param budget bytes of memory that the value may take
   */
  public void begin(byte[] bytes, int start, int end, int maxDepth, long budget) {
    beginTexts(bytes, start, end, maxDepth, budget);
    lastGapped = null;
    lastGaps = null;
    rows = 0;
    entries = 0;
    notMade = 0;
    cycles = 0;
    pending = -1;
    if (!shared.isEmpty()) {
      shared.clear();
    }
  }

  /** Lets go of what the message was, and of memory that only a large one needed. */
  public void end() {
    endTexts();
    if (notMadeBefore.length > MAX_KEPT_SHARED) {
      notMadeBefore = new int[4];
    }
    if (!shared.isEmpty()) {
      shared.clear();
    }
  }

  /** Reads definitions of so many bytes, after names: see {@link KnownDefinitions#read}. */
  Shape[] definitions(KnownDefinitions definitions, int length, Names names) {
    KnownDefinitions.Known read = definitions.read(this, length, names, known);
    if (known != read && read.isKept()) {
      known = read;
    }
    return read.shapes();
  }

  // Entries.

  /**
   * The entry of a tag for which {@link #isEntry} holds: a {@link String}, which is charged, or a
   * value's bytes, to be read within {@link #enter} and {@link #leave}.
   */
  public Object entry(int tag, Place place) {
    return entryOf(entryNumber(tag), place);
  }

  /** An entry by its number. */
  public Object entryOf(int number, Place place) {
    Dictionary dictionary = place.dictionary();
    if (dictionary == null || number < 0 || number >= dictionary.size()) {
      throw errorAtTag(
          ErrorKind.UNKNOWN_REFERENCE, "an entry that the dictionary of this place does not have");
    }
    Object entry = dictionary.entry(number);
    if (entry instanceof String) {
      charge(dictionary.bytes(number));
    }
    return entry;
  }

  /** Where reading was when it went into an entry. */
  public record Outside(byte[] bytes, int position, int end, int start, byte[] texts, int rows) {}

  /** Begins to read an entry that is a value: its texts are inline, nothing there is shared. */
  public Outside enter(byte[] entry) {
    if (entries == MAX_ENTRIES_DEEP) {
      throw errorAtTag(
          ErrorKind.TOO_DEEP, "entries within entries, deeper than a profile may have them");
    }
    Outside outside = new Outside(bytes, position, end, start, texts, rows);
    settle();
    entries++;
    beginPlain();
    rows++;
    bytes = entry;
    start = 0;
    position = 0;
    end = entry.length;
    return outside;
  }

  /** Ends to read an entry, which must have been read to its end. */
  public void leave(Outside outside) {
    boolean used = position == end;
    back(outside);
    if (!used) {
      throw errorAtTag(ErrorKind.BAD_PROFILE, "bytes after an entry's value");
    }
  }

  /** What is wrong within an entry, said of the message: to be thrown. */
  public LarderException within(Outside outside, LarderException error) {
    back(outside);
    return errorAtTag(error.kind(), error.getMessage());
  }

  private void back(Outside outside) {
    bytes = outside.bytes;
    position = outside.position;
    end = outside.end;
    start = outside.start;
    texts = outside.texts;
    rows = outside.rows;
    endPlain();
    entries--;
  }

  // Records and shared values.

  /** The shape of a record, by its number. */
  public Shape shape(int number) {
    if (number < 0 || number >= shapes.length) {
      throw error(ErrorKind.UNKNOWN_REFERENCE, "a shape that does not exist");
    }
    return shapes[number];
  }

  /** The shape of a record's tag. */
  public Shape record(int tag) {
    if (tag != Tag.LONG_RECORD) {
      return shape(tag - Tag.RECORD);
    }
    int above = count();
    return shape(above > Integer.MAX_VALUE - Tag.SHORT_RECORDS ? -1 : above + Tag.SHORT_RECORDS);
  }

  /**
   * Begins to read a record, or an object, of a shape: {@link #descend descends} and charges it.
   * Whoever reads it {@link #ascend ascends} after its values.
   */
  public void beginRecord(Shape shape) {
    int count = shape.keys.length;
    if (count > end - position) {
      throw truncated();
    }
    descend();
    charge((count + 1L) * VALUE_BYTES);
  }

  /** A shared value begins: the next object that is {@link #made} is it. Gives its number. */
  public int beginShared() {
    if (rows > 0) {
      throw errorAtTag(ErrorKind.BAD_TAG, "a shared value where none is allowed");
    }
    charge(VALUE_BYTES);
    pending = shared.size();
    shared.add(null);
    if (pending == notMadeBefore.length) {
      notMadeBefore = Arrays.copyOf(notMadeBefore, 2 * pending);
    }
    notMadeBefore[pending] = notMade;
    return pending;
  }

  /** Whether a shared value has begun that is not made yet: it is what is made next. */
  public boolean isAwaited() {
    return pending >= 0;
  }

  /** Says that an object was made, before what it holds is read: what is within may point to it. */
  public void made(Object object) {
    if (pending >= 0) {
      shared.set(pending, object);
      pending = -1;
    }
  }

  /** The value that begins here is not the shared one: that is made of it later. */
  public void madeLater() {
    pending = -1;
  }

  /** The value of a number is complete; {@link #NOT_MADE} stands for it if a part was not made. */
  public void endShared(int number, Object value) {
    pending = -1;
    shared.set(number, notMadeBefore[number] == notMade ? value : NOT_MADE);
    notMadeBefore[number] = ENDED;
  }

  /** Says that a value which is passed over was not made, as what is about it is let go. */
  public void notMade() {
    notMade++;
  }

  /** Begins to pass over a value. Gives what {@link #passedOver} has to know. */
  public PassedOver passOver() {
    return new PassedOver(shared.size(), notMade, cycles);
  }

  /**
   * A value was passed over. What is shared there stays, as other values may point to it, but not
   * what a part of was not made. Where values within it point to each other in circles, that may be
   * any.
   */
  public void passedOver(PassedOver began) {
    if (notMade != began.notMade) {
      for (int i = began.shared; cycles != began.cycles && i < shared.size(); i++) {
        shared.set(i, NOT_MADE);
      }
      notMade = began.notMade;
    }
  }

  /** The shared value of the number that follows; {@link #NOT_MADE} if it was passed over. */
  public Object again() {
    if (rows > 0) {
      throw errorAtTag(ErrorKind.BAD_TAG, "a shared value where none is allowed");
    }
    int number = count();
    if (number >= shared.size()) {
      throw error(
          ErrorKind.UNKNOWN_REFERENCE, "a reference to an earlier value that does not exist");
    }
    if (notMadeBefore[number] != ENDED) {
      cycles++;
    }
    return shared.get(number);
  }
}
