package dev.larder.internal.format;

import static dev.larder.internal.format.Words.INTS;
import static dev.larder.internal.format.Words.LONGS;
import static dev.larder.internal.format.Words.SHORTS;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.Limits;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * A message while it is written: the value's bytes, the shapes that it needs, the texts that may
 * come again.
 *
 * <p>It has what every writer shares: numbers, texts, records' tags. Values are {@link
 * TreeWriter}'s, and those of generated writers. It is used again for the next message; nothing
 * here is thread-safe.
 */
public final class Output {

  private static final int MAX_DEPTH = 512;

  /** Memory that only a large value needed is given back. */
  private static final int KEPT_BYTES = 1 << 20;

  /** Most own shapes are compared one by one. */
  private static final int MANY_SHAPES = 8;

  private static final int SEEN_SLOTS = 1024;
  private static final int CHECKSUM_BYTES = 4;

  /** The value's bytes, up to {@link #position}. */
  public byte[] buffer = new byte[512];

  public int position;

  /** Within plain values of columns: texts stand inline and take no numbers. */
  public int columns;

  /** Whether no list is a column, and no text is written again: a value costs what it takes. */
  public boolean rows;

  /** What columns and the like cost a reader beyond their bytes: about. */
  private long multiplied;

  /** Shared values that have begun. */
  public int numbered;

  /** What values are that the format does not know; whoever begins messages sets it, once. */
  public Host host;

  /** Objects that are met more than once, each with its number or −1; null if none is. */
  public IdentityHashMap<Object, Integer> shared;

  private byte[] texts = new byte[0];
  private int textPosition;
  private boolean apart;

  // What a sealed message has beside the value.
  private Profile profile;
  private byte[] compressed;
  private boolean frame;
  private boolean checksum;
  private int frontSize;

  private boolean again;
  private int profileShapes;
  private Shape[] own = new Shape[MANY_SHAPES];
  private int ownCount;

  /** What columns are made with. */
  final ColumnWriter columnWriter = new ColumnWriter(this);

  private final Map<Shape, Integer> ownNumbers = new HashMap<>();
  private int definitionBytes;
  private int depth;

  /** For each slot: the epoch, the text's number, where it stands, twice its length + 1 if wide. */
  private int[] seen;

  private int epoch;
  private int texted;
  private char[] chars = new char[64];

  /**
   * Begins a message.
   *
   * @param profileShapes how many shapes the profile has: own ones are numbered from there
   * @param again whether texts that come again are looked for
   * @param apart whether texts go to a stream of their own
   */
  public void begin(int profileShapes, boolean again, boolean apart) {
    position = 0;
    columns = 0;
    numbered = 0;
    textPosition = 0;
    multiplied = 0;
    rows = false;
    this.apart = apart;
    this.again = again;
    this.profileShapes = profileShapes;
    if (ownCount > MANY_SHAPES) {
      ownNumbers.clear();
    }
    ownCount = 0;
    definitionBytes = 0;
    depth = 0;
    texted = 0;
    if (again && (seen == null || ++epoch == 0)) {
      seen = new int[4 * SEEN_SLOTS];
      epoch = 1;
    }
  }

  /** Lets go of memory that only a large value needed. */
  public void end() {
    shared = null;
    compressed = null;
    if (buffer.length > KEPT_BYTES) {
      buffer = new byte[512];
    }
    if (texts.length > KEPT_BYTES) {
      texts = new byte[0];
    }
    if (chars.length > KEPT_BYTES) {
      chars = new char[64];
    }
    if (own.length > KEPT_BYTES / 8) {
      own = new Shape[MANY_SHAPES];
    }
    columnWriter.end(KEPT_BYTES);
  }

  /** Adds what a reader is charged that has little to do with the bytes that are written. */
  public void multiply(long bytes) {
    multiplied += bytes;
  }

  /** Whether a reader may be charged more than it has for a message of so many bytes. */
  public boolean mayBeTooLarge() {
    // The bytes that are not multiplied cost at most as many as the rest.
    return multiplied > Limits.DEFAULT.budget(size()) / 4;
  }

  // Bytes.

  /** Makes room for so many more bytes. */
  public void ensure(int more) {
    if (buffer.length - position < more) {
      buffer = grown(buffer, position, more);
    }
  }

  private static byte[] grown(byte[] buffer, int used, int more) {
    long needed = (long) used + more;
    if (more < 0 || needed > Integer.MAX_VALUE - 64) {
      throw new LarderException(ErrorKind.TOO_LARGE, -1, "a value of 2 GiB or more");
    }
    return Arrays.copyOf(
        buffer, (int) Math.min(Integer.MAX_VALUE - 64, Math.max(2L * buffer.length, needed + 64)));
  }

  public void u8(int value) {
    ensure(1);
    buffer[position++] = (byte) value;
  }

  public void u32(int value) {
    ensure(4);
    INTS.set(buffer, position, value);
    position += 4;
  }

  public void i64(long value) {
    ensure(8);
    LONGS.set(buffer, position, value);
    position += 8;
  }

  /** Unsigned, of 64 bits. */
  public void varint(long value) {
    ensure(10);
    position = varint(value, buffer, position);
  }

  static int varint(long value, byte[] to, int at) {
    while ((value & ~0x7FL) != 0) {
      to[at++] = (byte) (value | 0x80);
      value >>>= 7;
    }
    to[at++] = (byte) value;
    return at;
  }

  public void zigzag(long value) {
    varint(value << 1 ^ value >> 63);
  }

  /** Bytes of a varint. */
  public static int varintSize(long value) {
    return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
  }

  /** Bytes as they are, without a tag. */
  public void raw(byte[] bytes, int from, int length) {
    ensure(length);
    System.arraycopy(bytes, from, buffer, position, length);
    position += length;
  }

  /** A varint length, then the bytes. */
  public void counted(byte[] bytes) {
    varint(bytes.length);
    raw(bytes, 0, bytes.length);
  }

  // Scalars.

  public void nullValue() {
    u8(Tag.NULL);
  }

  public void bool(boolean value) {
    u8(value ? Tag.TRUE : Tag.FALSE);
  }

  public void integer(long value) {
    ensure(10);
    byte[] to = buffer;
    int at = position;
    if (value >= 0 && value < 48) {
      to[at] = (byte) value;
      position = at + 1;
    } else if (value < 0 || value >= 65_840) {
      largeInteger(value, to, at);
    } else if (value < 304) {
      to[at] = (byte) Tag.INT_1;
      to[at + 1] = (byte) (value - 48);
      position = at + 2;
    } else {
      to[at] = (byte) Tag.INT_2;
      SHORTS.set(to, at + 1, (short) (value - 304));
      position = at + 3;
    }
  }

  private void largeInteger(long value, byte[] to, int at) {
    if (value < 0 && varintSize(~value) < 8) {
      to[at] = (byte) Tag.NEGATIVE;
      position = varint(~value, to, at + 1);
    } else if (value >= 0 && value < 16_843_056) {
      INTS.set(to, at, (int) (value - 65_840) << 8 | Tag.INT_3);
      position = at + 4;
    } else if (value >= 0 && value <= 0xFFFF_FFFFL) {
      to[at] = (byte) Tag.INT_4;
      INTS.set(to, at + 1, (int) value);
      position = at + 5;
    } else {
      to[at] = (byte) Tag.INT_8;
      LONGS.set(to, at + 1, value);
      position = at + 9;
    }
  }

  public void floatNumber(double value) {
    ensure(12);
    byte[] to = buffer;
    int at = position;
    int scale = Decimals.scale(value);
    if (scale != Decimals.NONE) {
      long digits = Decimals.digits(value, scale);
      to[at] = (byte) (scale == 1 ? Tag.DECIMAL_1 : scale == 2 ? Tag.DECIMAL_2 : Tag.DECIMAL);
      to[at + 1] = (byte) scale;
      int end = varint(digits << 1 ^ digits >> 63, to, scale == 1 || scale == 2 ? at + 1 : at + 2);
      if (end - at < 9) {
        position = end;
        return;
      }
    }
    to[at] = (byte) Tag.FLOAT;
    LONGS.set(to, at + 1, Double.doubleToRawLongBits(value));
    position = at + 9;
  }

  public void bytes(byte[] value) {
    u8(Tag.BYTES);
    counted(value);
  }

  public void integer(long value, Place place) {
    int at = position;
    integer(value);
    if (place.dictionary() != null) {
      entryFor(place.dictionary(), at);
    }
  }

  public void floatNumber(double value, Place place) {
    int at = position;
    floatNumber(value);
    if (place.dictionary() != null) {
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
    return texted + numbered + textPosition;
  }

  /** Writes an entry for the value since {@code mark}, if it is one of this place. */
  public void entryFor(Place place, long mark) {
    if (place.dictionary() != null && (int) mark == alone()) {
      entryFor(place.dictionary(), (int) (mark >> 32));
    }
  }

  private void entry(int number) {
    int above = number - Tag.SHORT_ENTRIES;
    if (above < 0) {
      u8(Tag.ENTRY + number);
    } else {
      u8(Tag.LONG_ENTRY + (above >> 8));
      u8(above);
    }
  }

  // Texts.

  public void text(String text) {
    text(text, Place.NONE);
  }

  public void text(String text, Place place) {
    if (place.dictionary() != null) {
      int number = place.dictionary().find(text);
      if (number >= 0) {
        multiplied += text.length();
        entry(number);
        return;
      }
    }
    int length = text.length();
    if (length >= 1 << 28) {
      throw new LarderException(ErrorKind.TOO_LARGE, -1, "a text of 2^28 characters or more");
    }
    if (apart && columns == 0) {
      apartText(text, length, place.plain());
      return;
    }
    // A text of fewer than 48 bytes, and room for it packed behind it.
    ensure(2 * length + 32);
    byte[] to = buffer;
    int at = position;
    byte[] latin = Strings.latin(text);
    if (latin != null && length > 0 && latin[0] <= '9' && !place.plain()) {
      int packed = PackedText.packDigits(latin, to, at);
      if (packed > 0) {
        position = at + packed;
        return;
      }
    }
    int start =
        length < Tag.SHORT_TEXT_BYTES ? at + 1 : at + 1 + varintSize(length - Tag.SHORT_TEXT_BYTES);
    if (!Strings.copyAscii(text, to, start)) {
      otherText(text, length);
      return;
    }
    if (length >= Input.MIN_AGAIN) {
      if (!place.plain() && mayBePacked(to[start], length)) {
        int packed = PackedText.pack(to, start, start + length);
        if (packed > 0) {
          System.arraycopy(to, start + length, to, at, packed);
          position = at + packed;
          return;
        }
      }
      if (columns == 0 && numberText(to, start, length, false)) {
        return;
      }
    }
    textTag(length, to, at);
    position = start + length;
  }

  /** Fewer than 16 characters are packed only if they begin as a number or as hexadecimal. */
  private static boolean mayBePacked(byte first, int length) {
    return length >= PackedText.MIN_BASE64
        || first <= '9'
        || first >= 'A' && first <= 'F'
        || first >= 'a' && first <= 'f';
  }

  /** What comes before so many bytes of text. */
  void textTag(int length) {
    ensure(6);
    textTag(length, buffer, position);
    position += headSize(length);
  }

  private static void textTag(int length, byte[] to, int at) {
    if (length < Tag.SHORT_TEXT_BYTES) {
      to[at] = (byte) (Tag.TEXT + length);
    } else {
      to[at] = (byte) Tag.LONG_TEXT;
      varint(length - Tag.SHORT_TEXT_BYTES, to, at + 1);
    }
  }

  /**
   * Gives the text that stands at {@code start} a number; or, if it came before, writes it again.
   *
   * @return whether it was written again
   */
  private boolean numberText(byte[] in, int start, int length, boolean wide) {
    int number = texted;
    if (again) {
      int[] slots = seen;
      int slot = (int) hash(in, start, length) & SEEN_SLOTS - 1;
      int lengthAndKind = length << 1 | (wide ? 1 : 0);
      slot <<= 2;
      if (slots[slot] == epoch && slots[slot + 3] == lengthAndKind) {
        int known = slots[slot + 1];
        int other = slots[slot + 2];
        if (Arrays.equals(in, start, start + length, in, other, other + length)
            && varintSize(known) < length) {
          multiplied += length;
          u8(Tag.AGAIN_TEXT);
          varint(known);
          return true;
        }
      }
      slots[slot] = epoch;
      slots[slot + 1] = number;
      slots[slot + 2] = start;
      slots[slot + 3] = lengthAndKind;
    }
    texted = number + 1;
    return false;
  }

  /** The hash of docs/FORMAT.md, "Texts again". */
  static long hash(byte[] in, int start, int length) {
    long first;
    long last;
    if (length >= 8) {
      first = (long) LONGS.get(in, start);
      last = (long) LONGS.get(in, start + length - 8);
    } else if (length >= 4) {
      first = (int) INTS.get(in, start) & 0xFFFF_FFFFL;
      last = (int) INTS.get(in, start + length - 4) & 0xFFFF_FFFFL;
    } else {
      first = 0;
      for (int i = 0; i < length; i++) {
        first = first << 8 | (in[start + i] & 0xFF);
      }
      last = 0;
    }
    long middle = length > 0 ? in[start + length / 2] & 0xFF : 0;
    long mixed =
        (first ^ (long) length << 56 ^ middle << 48) * 0x9E37_79B9_7F4A_7C15L
            ^ Long.rotateLeft(last, 23);
    long by = 0xA076_1D64_78BD_642FL;
    long high = Math.multiplyHigh(mixed, by) + mixed + (mixed >> 63 & by);
    return high ^ mixed * by;
  }

  private char[] characters(String text, int length) {
    if (chars.length < length) {
      chars = new char[Math.max(length, 2 * chars.length)];
    }
    text.getChars(0, length, chars, 0);
    return chars;
  }

  /**
   * Writes a text that is not ASCII, wide or in UTF-8, where there is room for three bytes a
   * character and 16 more.
   *
   * @return where it ends; if it is wide, the sign bit is set, too
   */
  private int storeOther(String text, int length, byte[] to, int start) {
    byte[] own = Strings.utf16(text);
    if (own != null) {
      long wide = WideText.write(own, length, to, start);
      if (wide != WideText.CANNOT) {
        if (wide >> 32 > 1) {
          return (int) wide | Integer.MIN_VALUE;
        }
        return Utf8.write(own, length, to, start);
      }
    }
    long wide = WideText.write(characters(text, length), length, to, start);
    return wide != WideText.CANNOT && wide >> 32 > 1
        ? (int) wide | Integer.MIN_VALUE
        : utf8(text, to, start);
  }

  /** A text that is not ASCII. */
  private void otherText(String text, int length) {
    ensure(3 * length + 24);
    byte[] to = buffer;
    int at = position;
    // Where a wide text of fewer than 128 bytes begins, as most are; others are moved.
    int start = at + 2;
    int end = storeOther(text, length, to, start);
    boolean isWide = end < 0;
    int size = (end & Integer.MAX_VALUE) - start;
    int head = isWide ? 1 + varintSize(size) : headSize(size);
    if (head != 2) {
      // It stands where it will stand in the end, so that a later text can be compared with it.
      System.arraycopy(to, start, to, at + head, size);
      start = at + head;
    }
    boolean isNumbered = columns == 0 && (isWide || size >= Input.MIN_AGAIN);
    if (isNumbered && numberText(to, start, size, isWide)) {
      return;
    }
    if (isWide) {
      to[at] = (byte) Tag.WIDE_TEXT;
      varint(size, to, at + 1);
    } else {
      textTag(size, to, at);
    }
    position = start + size;
  }

  private static int headSize(int length) {
    return length < Tag.SHORT_TEXT_BYTES ? 1 : 1 + varintSize(length - Tag.SHORT_TEXT_BYTES);
  }

  static int utf8(String text, byte[] to, int at) {
    int end = Utf8.write(text, to, at);
    if (end < 0) {
      throw new LarderException(
          ErrorKind.INVALID_UTF8,
          -1,
          "a text with half a surrogate pair, which UTF-8 cannot have: replace it, or keep bytes");
    }
    return end;
  }

  /** A text whose bytes go to the stream of texts. */
  private void apartText(String text, int length, boolean plain) {
    if (texts.length - textPosition < 3 * length + 32) {
      texts = grown(texts, textPosition, 3 * length + 32);
    }
    byte[] to = texts;
    int start = textPosition;
    int size = length;
    boolean isWide = false;
    if (Strings.copyAscii(text, to, start)) {
      if (length >= Input.MIN_AGAIN && !plain && mayBePacked(to[start], length)) {
        int packed = PackedText.pack(to, start, start + length);
        if (packed > 0) {
          raw(to, start + length, packed);
          return;
        }
      }
    } else {
      int end = storeOther(text, length, to, start);
      isWide = end < 0;
      size = (end & Integer.MAX_VALUE) - start;
    }
    if ((isWide || size >= Input.MIN_AGAIN) && numberText(to, start, size, isWide)) {
      return;
    }
    if (isWide) {
      u8(Tag.WIDE_TEXT);
      varint(size);
    } else {
      textTag(size);
    }
    textPosition = start + size;
  }

  /** Bytes of a column's texts, where its texts stand. */
  public void columnText(byte[] bytes, int from, int length) {
    if (!apart || columns > 0) {
      raw(bytes, from, length);
      return;
    }
    if (texts.length - textPosition < length) {
      texts = grown(texts, textPosition, length);
    }
    System.arraycopy(bytes, from, texts, textPosition, length);
    textPosition += length;
  }

  /** Whether the texts of this place stand apart, to be compressed. */
  public boolean textsApart() {
    return apart && columns == 0;
  }

  /** How many bytes of texts stand apart. */
  public int textPosition() {
    return textPosition;
  }

  /** Takes texts back: those of a column that is not written after all. */
  public void textPosition(int position) {
    textPosition = position;
  }

  /** The texts that stand apart, up to {@link #textPosition()}. */
  public byte[] texts() {
    return texts;
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
    own[count] = shape;
    ownCount = count + 1;
    definitionBytes += shape.definition().length;
    return profileShapes + count;
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

  public void descend() {
    if (++depth >= Stack.FEW_LEVELS) {
      deep();
    }
  }

  private void deep() {
    if (depth > MAX_DEPTH) {
      throw new LarderException(
          ErrorKind.TOO_DEEP, -1, "a value is at most " + MAX_DEPTH + " deep");
    }
    Stack.ask(depth);
  }

  public void ascend() {
    depth--;
  }

  // The message.

  /**
   * Ends the message: what stands beside the value.
   *
   * @param profile null for none
   * @param compressed the texts that stand apart, compressed; null if there are none
   * @param frame whether they are a whole zstd frame
   */
  public void seal(Profile profile, byte[] compressed, boolean frame, boolean checksum) {
    this.profile = profile;
    this.compressed = compressed;
    this.frame = frame;
    this.checksum = checksum;
    long size =
        2L
            + (frame ? 1 : 0)
            + (profile != null ? 3 : 0)
            + (compressed == null ? 0 : varintSize(compressed.length) + compressed.length)
            + (ownCount == 0 ? 0 : 1 + varintSize(definitionBytes) + definitionBytes);
    if (size + position + CHECKSUM_BYTES > Integer.MAX_VALUE - 64) {
      throw new LarderException(ErrorKind.TOO_LARGE, -1, "a value of 2 GiB or more");
    }
    frontSize = (int) size;
  }

  /** How many bytes the sealed message has. */
  public int size() {
    return frontSize + position + (checksum ? CHECKSUM_BYTES : 0);
  }

  /** The sealed message. */
  public byte[] message() {
    byte[] message = new byte[size()];
    front(message);
    System.arraycopy(buffer, 0, message, frontSize, position);
    if (checksum) {
      CRC32C sum = new CRC32C();
      sum.update(message, 0, frontSize + position);
      INTS.set(message, frontSize + position, (int) sum.getValue());
    }
    return message;
  }

  /** Writes the sealed message; the value's bytes are copied nowhere before. */
  public void writeTo(OutputStream to) throws IOException {
    byte[] front = new byte[frontSize];
    front(front);
    to.write(front);
    to.write(buffer, 0, position);
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
    front(front);
    to.put(front).put(buffer, 0, position);
    if (checksum) {
      to.put(sum(front));
    }
  }

  private byte[] sum(byte[] front) {
    CRC32C sum = new CRC32C();
    sum.update(front);
    sum.update(buffer, 0, position);
    byte[] bytes = new byte[CHECKSUM_BYTES];
    INTS.set(bytes, 0, (int) sum.getValue());
    return bytes;
  }

  /** Writes all that comes before the value. */
  private void front(byte[] to) {
    int at = 0;
    to[at++] = (byte) Tag.Header.MAGIC;
    to[at++] =
        (byte)
            (Tag.Header.VERSION
                | (profile != null ? Tag.Header.PROFILE : 0)
                | (compressed != null ? Tag.Header.COMPRESSED : 0)
                | (checksum ? Tag.Header.CHECKSUM : 0)
                | (frame ? Tag.Header.MORE_FLAGS : 0));
    if (frame) {
      to[at++] = Tag.Header.FRAME;
    }
    if (profile != null) {
      int id = profile.id();
      to[at++] = (byte) (id >> 16);
      to[at++] = (byte) (id >> 8);
      to[at++] = (byte) id;
    }
    if (compressed != null) {
      at = varint(compressed.length, to, at);
      System.arraycopy(compressed, 0, to, at, compressed.length);
      at += compressed.length;
    }
    if (ownCount > 0) {
      to[at] = (byte) Tag.DEFINITIONS;
      at = varint(definitionBytes, to, at + 1);
      for (int i = 0; i < ownCount; i++) {
        byte[] definition = own[i].definition();
        System.arraycopy(definition, 0, to, at, definition.length);
        at += definition.length;
      }
    }
  }
}
