package dev.larder.internal.message;

import static dev.larder.internal.bytes.Words.INTS;
import static dev.larder.internal.bytes.Words.LONGS;
import static dev.larder.internal.bytes.Words.SHORTS;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.Level;
import dev.larder.internal.bytes.ByteReader;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.column.NumberColumnWriter;
import dev.larder.internal.column.TextColumnWriter;
import dev.larder.internal.dictionary.Dictionary;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.shape.Definitions;
import dev.larder.internal.shape.Names;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.text.TextWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * A message while it is written: the value's bytes, the shapes that it needs, and what stands
 * before and after it.
 *
 * <p>It has what every writer shares. Values without a declared type are written by {@code
 * TreeWriter}, others by bindings and generated code. It is used again for the next message, and is
 * not thread-safe.
 */
public final class Output extends TextWriter {
  /** For {@link #seal}: the message is of no profile. */
  public static final int NO_PROFILE = -1;

  /** So many own shapes are compared one by one. */
  private static final int MANY_SHAPES = 8;

  private static final int CHECKSUM_BYTES = 4;
  private static final int VALUE_BYTES = ByteReader.VALUE_BYTES;

  /** So many lists of definitions are kept, each of at most so many bytes and keys. */
  private static final int DEFINED = 128;

  private static final int MAX_DEFINED_BYTES = 4 << 10;
  private static final int MAX_DEFINED_KEYS = 512;

  /** As many bytes as stand before a value at most, if its definitions are kept. */
  private static final int MAX_FRONT = MAX_DEFINED_BYTES + 16;

  /** No memory of more than {@link #KEPT_BYTES} was needed for a value that took so little. */
  private static final int MAX_SMALL = KEPT_BYTES / 16;

  private static final byte[] NOTHING = {};

  /**
   * Whether each value stands for itself, in no column and no row, and no text is written again: a
   * value costs what it takes.
   */
  public boolean valueByValue;

  /** Shared values that have begun. */
  public int numbered;

  /** Objects that are met more than once; null if none is. */
  public SharedObjects shared;

  /** What {@link #shared} is, if it is needed. */
  public final SharedObjects objects = new SharedObjects();

  /** What columns of scalars are made with. */
  public final NumberColumnWriter numberColumns = new NumberColumnWriter(this);

  public final TextColumnWriter textColumns = new TextColumnWriter(this, numberColumns);

  // What a sealed message has beside the value.
  private int profile;
  private byte[] compressed;
  private boolean frame;
  private boolean checksum;
  private int frontSize;

  /**
   * Where the value begins in {@link #buffer}: after the header that it has if nothing is known, or
   * after as many bytes as the last message had before its value. If what stands before this one
   * fits there, a message is one copy.
   */
  private int valueStart;

  /** How many bytes the last message had before its value, if that is worth to know; else 0. */
  private int lastFront;

  /** The definitions that stand right before the value already, after this profile's id. */
  private byte[] standing = NOTHING;

  private int standingUnder;

  /** Whether the header stands before the value that a message has if nothing else is known. */
  private boolean headerStands;

  private KnownProfile under;
  private int profileShapes;
  private Shape[] own = new Shape[MANY_SHAPES];
  private int ownCount;
  private final Map<Shape, Integer> ownNumbers = new HashMap<>();

  /** The definitions of the message, if it has any, and how many bytes of the array they take. */
  private byte[] definitions;

  private int definitionsLength;
  private final TextWriter definitionsWriter = new TextWriter();

  /** The definitions that came again lately, by a hash of their shapes. */
  private final Defined[] defined = new Defined[DEFINED];

  /** The hashes of definitions that were written lately: those that come again are kept. */
  private final int[] lately = new int[DEFINED];

  private record Defined(Names before, boolean isFast, Shape[] shapes, byte[] bytes) {
    private boolean is(Names before, boolean isFast, Shape[] shapes, int count) {
      if (this.before != before || this.isFast != isFast || this.shapes.length != count) {
        return false;
      }
      for (int i = 0; i < count; i++) {
        if (this.shapes[i] != shapes[i]) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * Begins a message.
   *
   * @param level how much time is spent to save bytes
   * @param profile what the message is under; null for no profile
   * @param valueByValue see {@link #valueByValue}
   * @param apart whether texts go to a stream of their own
   */
  public void begin(Level level, KnownProfile profile, boolean valueByValue, boolean apart) {
    beginTexts(level, level != Level.FAST && profile == null && !valueByValue, apart);
    numbered = 0;
    this.valueByValue = valueByValue;
    if (under != profile) {
      // To store what is there already would take time as well, for collectors.
      under = profile;
    }
    profileShapes = profile == null ? 0 : profile.shapes().length;
    headerStands = lastFront == 0;
    if (lastFront > 0) {
      if (valueStart != lastFront) {
        valueStart = lastFront;
        standing = NOTHING;
      }
      position = room(lastFront);
    } else {
      if (profile == null) {
        SHORTS.set(buffer, 0, (short) (Tag.Header.VERSION << 8 | Tag.Header.MAGIC));
        position = 2;
      } else {
        long id = Integer.reverseBytes(profile.id()) >>> 8;
        long flags = Tag.Header.VERSION | Tag.Header.PROFILE;
        LONGS.set(buffer, 0, id << 16 | flags << 8 | Tag.Header.MAGIC);
        position = 5;
      }
      valueStart = position;
      if (standing != NOTHING) {
        standing = NOTHING;
      }
    }
    if (ownCount >= MANY_SHAPES) {
      ownNumbers.clear();
    }
    ownCount = 0;
  }

  /** The profile that the message is under; null for none. */
  public KnownProfile under() {
    return under;
  }

  /** Lets go of the value, and of memory that only a large one needed. */
  public void end() {
    if (definitions != null) {
      definitions = null;
    }
    if (compressed != null) {
      compressed = null;
    }
    if (shared != null) {
      shared = null;
    }
    objects.clear();
    // What is kept between values grows with what is written and with what readers are charged.
    if ((long) frontSize + position + textPosition() + multiplied() > MAX_SMALL) {
      giveBack();
    }
  }

  private void giveBack() {
    byte[] before = buffer;
    endTexts();
    if (buffer != before) {
      standing = NOTHING;
    }
    definitionsWriter.endTexts();
    if (own.length > KEPT_BYTES / 8) {
      own = new Shape[MANY_SHAPES];
    }
    numberColumns.end(KEPT_BYTES);
    textColumns.end(KEPT_BYTES);
  }

  // Values that may be entries.

  public void integer(long value, Place place) {
    int at = position;
    integer(value);
    if (place.dictionary() != null && level != Level.FAST) {
      entryFor(place.dictionary(), at);
    }
  }

  public void floatNumber(double value, Place place) {
    int at = position;
    floatNumber(value);
    if (place.dictionary() != null && level != Level.FAST) {
      entryFor(place.dictionary(), at);
    }
  }

  /** Writes an entry for the value from {@code at} on, if it is one; no text in it has a number. */
  private void entryFor(Dictionary dictionary, int at) {
    if (dictionary.hasValues() && position - at > 1) {
      int number = dictionary.findValue(buffer, at, position);
      if (number >= 0) {
        position = at;
        entry(number);
      }
    }
  }

  /** What has been written, before a value that may be an entry. */
  public long mark() {
    return (long) position << 32 | (alone() & 0xFFFF_FFFFL);
  }

  /** Changes with each text and shared value of which others may speak, or that stands apart. */
  private int alone() {
    return textsAlone() + numbered;
  }

  /** Writes an entry for the value since {@code mark}, if it is one of this place. */
  public void entryFor(Place place, long mark) {
    if (place.dictionary() != null && (int) mark == alone() && level != Level.FAST) {
      entryFor(place.dictionary(), (int) (mark >> 32));
    }
  }

  // Records.

  /** The number of a shape in this message, which defines it if it must. */
  public int number(Shape shape) {
    if (shape.number >= 0) {
      return shape.number;
    }
    int count = ownCount;
    if (count <= MANY_SHAPES) {
      for (int i = 0; i < count; i++) {
        if (own[i] == shape) {
          return profileShapes + i;
        }
      }
    }
    return otherNumber(shape, count);
  }

  private int otherNumber(Shape shape, int count) {
    if (count < MANY_SHAPES) {
      for (int i = 0; i < count; i++) {
        if (own[i].equals(shape)) {
          return profileShapes + i;
        }
      }
    } else {
      if (count == MANY_SHAPES) {
        for (int i = 0; i < count; i++) {
          ownNumbers.put(own[i], i);
        }
      }
      Integer known = ownNumbers.putIfAbsent(shape, count);
      if (known != null) {
        return profileShapes + known;
      }
    }
    if (count == own.length) {
      own = Arrays.copyOf(own, 2 * count);
    }
    if (own[count] != shape) {
      own[count] = shape;
    }
    ownCount = count + 1;
    multiply(4L * VALUE_BYTES * (2L + shape.keys.length));
    return profileShapes + count;
  }

  /** What stands before the gaps of a record, or of rows: the shape, and what gaps are. */
  public void gapsHead(Shape shape, int gap) {
    varint((long) number(shape) << 2 | gap);
  }

  /** The tag of a record of this shape; the values of its keys follow. */
  public void record(Shape shape) {
    int number = number(shape);
    if (number < Tag.SHORT_RECORDS) {
      u8(Tag.RECORD + number);
    } else {
      u8(Tag.LONG_RECORD);
      varint(number - Tag.SHORT_RECORDS);
    }
  }

  /** As {@link #record}, from a position on: see {@link #ROOM}. */
  public int record(Shape shape, int at) {
    int number = number(shape);
    if (number < Tag.SHORT_RECORDS) {
      buffer[at] = (byte) (Tag.RECORD + number);
      return at + 1;
    }
    buffer[at] = (byte) Tag.LONG_RECORD;
    return room(varint(number - Tag.SHORT_RECORDS, buffer, at + 1));
  }

  // The message.

  /**
   * Ends the message: what stands beside the value.
   *
   * @param profile the id of the profile; {@link #NO_PROFILE} for none
   * @param compressed the texts that stand apart, compressed; null if there are none
   * @param frame whether they are a whole zstd frame
   */
  public void seal(int profile, byte[] compressed, boolean frame, boolean checksum) {
    this.profile = profile;
    this.compressed = compressed;
    this.frame = frame;
    this.checksum = checksum;
    if (ownCount > 0) {
      define();
    }
    if (compressed == null && ownCount == 0) {
      frontSize = profile == NO_PROFILE ? 2 : 5;
      lastFront = 0;
      return;
    }
    long size =
        2L
            + (frame ? 1 : 0)
            + (profile != NO_PROFILE ? 3 : 0)
            + (compressed == null ? 0 : varintSize(compressed.length) + compressed.length)
            + (ownCount == 0 ? 0 : 1 + varintSize(definitionsLength) + definitionsLength);
    if (size + position + CHECKSUM_BYTES > Integer.MAX_VALUE - 64) {
      throw new LarderException(ErrorKind.TOO_LARGE, -1, "a value of 2 GiB or more");
    }
    frontSize = (int) size;
    lastFront = compressed == null && size <= MAX_FRONT ? frontSize : 0;
  }

  private void define() {
    Names before = under == null ? Names.NONE : under.names();
    boolean isFast = level == Level.FAST;
    int hash = 0;
    for (int i = 0; i < ownCount && i < MANY_SHAPES; i++) {
      hash = 31 * hash + System.identityHashCode(own[i]);
    }
    int slot = (hash ^ hash >>> 16) & DEFINED - 1;
    Defined known = defined[slot];
    if (known != null && known.is(before, isFast, own, ownCount)) {
      definitions = known.bytes;
      definitionsLength = definitions.length;
      return;
    }
    Definitions.write(own, ownCount, before, level, definitionsWriter);
    definitions = definitionsWriter.buffer;
    definitionsLength = definitionsWriter.position;
    int keys = 0;
    for (int i = 0; i < ownCount; i++) {
      keys += own[i].keys.length;
    }
    if (definitionsLength > MAX_DEFINED_BYTES || keys > MAX_DEFINED_KEYS) {
      return;
    }
    if (lately[slot] != hash) {
      lately[slot] = hash;
      return;
    }
    byte[] bytes = Arrays.copyOf(definitions, definitionsLength);
    defined[slot] = new Defined(before, isFast, Arrays.copyOf(own, ownCount), bytes);
  }

  /** How many bytes the sealed message has. */
  public int size() {
    return frontSize + position - valueStart + (checksum ? CHECKSUM_BYTES : 0);
  }

  /** The sealed message. */
  public byte[] message() {
    if (frontSize <= valueStart && !checksum) {
      int start = valueStart - frontSize;
      if (!headerStands) {
        frontOf(start);
      }
      return Arrays.copyOfRange(buffer, start, position);
    }
    byte[] message = new byte[size()];
    front(message, 0);
    int length = position - valueStart;
    System.arraycopy(buffer, valueStart, message, frontSize, length);
    if (checksum) {
      CRC32C sum = new CRC32C();
      sum.update(message, 0, frontSize + length);
      INTS.set(message, frontSize + length, (int) sum.getValue());
    }
    return message;
  }

  /** Writes the sealed message; the value's bytes are copied nowhere before. */
  public void writeTo(OutputStream to) throws IOException {
    byte[] front = new byte[frontSize];
    front(front, 0);
    to.write(front);
    to.write(buffer, valueStart, position - valueStart);
    if (checksum) {
      to.write(sum(front));
    }
  }

  /**
   * Puts the sealed message into a buffer.
   *
   * @throws java.nio.BufferOverflowException if it does not fit; then nothing was put
   */
  public void putTo(ByteBuffer to) {
    if (to.remaining() < size()) {
      throw new BufferOverflowException();
    }
    byte[] front = new byte[frontSize];
    front(front, 0);
    to.put(front).put(buffer, valueStart, position - valueStart);
    if (checksum) {
      to.put(sum(front));
    }
  }

  private byte[] sum(byte[] front) {
    CRC32C sum = new CRC32C();
    sum.update(front);
    sum.update(buffer, valueStart, position - valueStart);
    byte[] bytes = new byte[CHECKSUM_BYTES];
    INTS.set(bytes, 0, (int) sum.getValue());
    return bytes;
  }

  /** Writes what comes before the value into the buffer, unless it stands there. */
  private void frontOf(int start) {
    boolean isKept = ownCount > 0 && definitions != definitionsWriter.buffer;
    if (isKept && standing == definitions && standingUnder == profile) {
      return;
    }
    front(buffer, start);
    standing = isKept ? definitions : NOTHING;
    standingUnder = profile;
  }

  /** Writes all that comes before the value. */
  private void front(byte[] to, int start) {
    int at = start;
    to[at++] = (byte) Tag.Header.MAGIC;
    to[at++] =
        (byte)
            (Tag.Header.VERSION
                | (profile != NO_PROFILE ? Tag.Header.PROFILE : 0)
                | (compressed != null ? Tag.Header.COMPRESSED : 0)
                | (checksum ? Tag.Header.CHECKSUM : 0)
                | (frame ? Tag.Header.MORE_FLAGS : 0));
    if (frame) {
      to[at++] = Tag.Header.FRAME;
    }
    if (profile != NO_PROFILE) {
      to[at++] = (byte) (profile >> 16);
      to[at++] = (byte) (profile >> 8);
      to[at++] = (byte) profile;
    }
    if (compressed != null) {
      at = varint(compressed.length, to, at);
      System.arraycopy(compressed, 0, to, at, compressed.length);
      at += compressed.length;
    }
    if (ownCount > 0) {
      to[at] = (byte) Tag.DEFINITIONS;
      at = varint(definitionsLength, to, at + 1);
      System.arraycopy(definitions, 0, to, at, definitionsLength);
    }
  }
}
