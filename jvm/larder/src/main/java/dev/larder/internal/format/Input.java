package dev.larder.internal.format;

import static dev.larder.internal.format.Words.INTS;
import static dev.larder.internal.format.Words.LONGS;
import static dev.larder.internal.format.Words.SHORTS;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.Limits;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A message while it is read: its bytes, how far reading has come, and what it may still cost.
 *
 * <p>It has what every reader shares: numbers, texts, the texts that may come again. Values are
 * {@link TreeReader}'s, and those of generated readers. It is used again for the next message;
 * nothing here is thread-safe.
 */
public final class Input {

  static {
    Stack.initialise(
        MethodHandles.lookup(),
        List.of(
            ColumnReader.class,
            Decimals.class,
            ErrorKind.class,
            PackedText.class,
            Strings.class,
            Utf16.class,
            Utf8.class,
            WideText.class,
            Words.class));
  }

  /** Texts of at least so many bytes can be met again. */
  public static final int MIN_AGAIN = 4;

  /** What a value is charged, beside what it holds. */
  public static final int VALUE_BYTES = 32;

  /** What a text is charged, beside its bytes. */
  public static final int TEXT_BYTES = 24;

  private static final int NUMBERED_TEXT_BYTES = 36;

  /** Longer texts are read character by character: what is charged for them pays for one buffer. */
  private static final int MAX_AT_ONCE = 1 << 20;

  private static final int MAX_ENTRIES_DEEP = 16;

  private static final Shape[] NO_SHAPES = {};

  /** The array that holds the message, and where in it is read. */
  public byte[] bytes;

  public int position;
  public int end;

  /** Where the message begins in {@link #bytes}. */
  public int start;

  /** Decompressed texts; null if they stand inline. */
  public byte[] texts;

  public int textPosition;
  public int textEnd;

  /** The profile's shapes, then the message's own. */
  public Shape[] shapes = NO_SHAPES;

  /** Within plain values of columns, texts are inline and take no numbers. */
  public int columns;

  /** Within records of columns, and within entries, nothing is shared. */
  public int rows;

  /** Shared values by number; null where one has begun that cannot be pointed to yet. */
  public final List<Object> shared = new ArrayList<>();

  /** What values become; whoever begins messages sets it, once. */
  public Host host;

  private int entries;
  private long budget;
  private int depth;
  private int maxDepth;

  /** From here on, {@link #descend} has something to look at. */
  private int fewLevels;

  /** Where each text that can be met again stands: position, then twice the length, 1 if wide. */
  private int[] seen = new int[32];

  private int seenEnd;

  /** The number of the shared value that is about to be made; −1 for none. */
  private int pending = -1;

  char[] chars = new char[64];

  private byte[] latin = new byte[64];

  /** Characters as {@link Utf16} has them. */
  private byte[] utf16 = new byte[128];

  /** Decompressed texts are put here: those of one block, for the next message too. */
  byte[] block = new byte[0];

  /** The definitions that the last message had, as the next one may have them, too. */
  KnownDefinitions.Known known;

  /** Begins a message, at its first byte. */
  public void begin(byte[] bytes, int start, int end, Limits limits) {
    this.bytes = bytes;
    this.start = start;
    this.position = start;
    this.end = end;
    texts = null;
    shapes = NO_SHAPES;
    columns = 0;
    rows = 0;
    entries = 0;
    budget = limits.budget(end - start);
    depth = 0;
    maxDepth = limits.depth();
    fewLevels = Math.min(Stack.FEW_LEVELS, maxDepth + 1);
    seenEnd = 0;
    pending = -1;
    if (!shared.isEmpty()) {
      shared.clear();
    }
  }

  /** Lets go of what the message was, and of memory that only a large one needed. */
  public void end() {
    bytes = null;
    texts = null;
    shapes = NO_SHAPES;
    if (!shared.isEmpty()) {
      shared.clear();
    }
    if (seen.length > 1 << 16) {
      seen = new int[32];
    }
    if (chars.length > 1 << 16) {
      chars = new char[64];
    }
    if (latin.length > 1 << 16) {
      latin = new byte[64];
    }
    if (utf16.length > 1 << 17) {
      utf16 = new byte[128];
    }
  }

  // Errors and limits.

  /** An error at the byte that is read next. */
  public LarderException error(ErrorKind kind, String message) {
    return errorAt(kind, position, message);
  }

  /** An error at the byte that was read last. */
  public LarderException errorAtTag(ErrorKind kind, String message) {
    return errorAt(kind, position - 1, message);
  }

  /** An error at a byte of {@link #bytes}. */
  public LarderException errorAt(ErrorKind kind, int position, String message) {
    return new LarderException(kind, position - start, message);
  }

  public LarderException truncated() {
    return errorAt(ErrorKind.TRUNCATED, end, "the bytes end within the value");
  }

  /** Charges memory before it is taken. */
  public void charge(long bytes) {
    budget -= bytes;
    if (budget < 0) {
      throw tooLarge();
    }
  }

  private LarderException tooLarge() {
    budget = 0;
    return error(ErrorKind.TOO_LARGE, "more memory than the limits allow");
  }

  /** What may still be charged. */
  public long budget() {
    return budget;
  }

  public void descend() {
    if (++depth >= fewLevels) {
      deep();
    }
  }

  private void deep() {
    if (depth > maxDepth) {
      throw error(ErrorKind.TOO_DEEP, "deeper than the limits allow");
    }
    Stack.ask(depth);
  }

  public void ascend() {
    depth--;
  }

  // Numbers.

  public int remaining() {
    return end - position;
  }

  /** The next byte, unsigned. */
  public int u8() {
    int at = position;
    if (at >= end) {
      throw truncated();
    }
    position = at + 1;
    return bytes[at] & 0xFF;
  }

  /** Where the next so many bytes begin, which are taken. */
  public int take(int length) {
    int at = position;
    if (length < 0 || length > end - at) {
      throw truncated();
    }
    position = at + length;
    return at;
  }

  public int u16() {
    return (short) SHORTS.get(bytes, take(2)) & 0xFFFF;
  }

  public int u24() {
    int at = take(3);
    return (bytes[at] & 0xFF) | (bytes[at + 1] & 0xFF) << 8 | (bytes[at + 2] & 0xFF) << 16;
  }

  public long u32() {
    return (int) INTS.get(bytes, take(4)) & 0xFFFF_FFFFL;
  }

  public long i64() {
    return (long) LONGS.get(bytes, take(8));
  }

  /** An unsigned integer of so many bytes, at most 8. */
  public long unsigned(int bytesOfIt) {
    int at = take(bytesOfIt);
    if (at <= bytes.length - 8 && bytesOfIt > 0) {
      return (long) LONGS.get(bytes, at) & -1L >>> 64 - 8 * bytesOfIt;
    }
    long value = 0;
    for (int i = bytesOfIt - 1; i >= 0; i--) {
      value = value << 8 | (bytes[at + i] & 0xFF);
    }
    return value;
  }

  /** Unsigned, of 64 bits. */
  public long varint() {
    int first = u8();
    return first < 0x80 ? first : longVarint(first);
  }

  private long longVarint(int first) {
    long value = first & 0x7F;
    for (int shift = 7; shift <= 63; shift += 7) {
      int next = u8();
      if (shift == 63 && next > 1) {
        break;
      }
      value |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        if (next == 0) {
          throw error(ErrorKind.BAD_VARINT, "a varint longer than it must be");
        }
        return value;
      }
    }
    throw error(ErrorKind.BAD_VARINT, "a varint beyond 64 bits");
  }

  public long zigzag() {
    long value = varint();
    return value >>> 1 ^ -(value & 1);
  }

  /** A varint that counts something; whatever no array can hold is {@link Integer#MAX_VALUE}. */
  public int count() {
    long value = varint();
    return value < 0 || value > Integer.MAX_VALUE ? Integer.MAX_VALUE : (int) value;
  }

  /** A length of things of which each takes at least one byte here. */
  public int length() {
    int length = count();
    if (length > end - position) {
      throw truncated();
    }
    return length;
  }

  /** The length of a text that follows {@link Tag#LONG_TEXT}. */
  public int longTextLength() {
    int above = count();
    if (above > Integer.MAX_VALUE - Tag.SHORT_TEXT_BYTES) {
      throw truncated();
    }
    return above + Tag.SHORT_TEXT_BYTES;
  }

  /** Whether a tag is an integer's. */
  public static boolean isInteger(int tag) {
    return tag < Tag.SMALL_INTS || tag >= Tag.INT_1 && tag <= Tag.NEGATIVE;
  }

  /** The integer of a tag for which {@link #isInteger} holds. */
  public long integer(int tag) {
    if (tag < Tag.SMALL_INTS) {
      return tag;
    }
    switch (tag) {
      case Tag.INT_1:
        return 48 + u8();
      case Tag.INT_2:
        return 304 + u16();
      case Tag.INT_3:
        return 65_840 + u24();
      case Tag.INT_4:
        return u32();
      case Tag.INT_8:
        return i64();
      default:
        long below = varint();
        if (below < 0) {
          throw error(ErrorKind.BAD_NUMBER, "an integer beyond 64 bits");
        }
        return ~below;
    }
  }

  /** Whether a tag is a float's; {@link Tag.Extension#FLOAT_32} is another matter. */
  public static boolean isFloat(int tag) {
    return tag >= Tag.FLOAT && tag <= Tag.DECIMAL;
  }

  /** The float of a tag for which {@link #isFloat} holds. */
  public double floatNumber(int tag) {
    switch (tag) {
      case Tag.FLOAT:
        return Double.longBitsToDouble(i64());
      case Tag.DECIMAL_1:
        return decimal(1);
      case Tag.DECIMAL_2:
        return decimal(2);
      default:
        return decimal(u8());
    }
  }

  private double decimal(int scale) {
    long digits = zigzag();
    if (!Decimals.isExact(digits, scale)) {
      throw error(ErrorKind.BAD_NUMBER, "a decimal that is no exact float");
    }
    return Decimals.value(digits, scale);
  }

  /** Big integer bytes as <i>big</i> has them: checked to be as short as they can be. */
  public byte[] big() {
    int length = length();
    charge(length);
    int at = take(length);
    byte[] big = Arrays.copyOfRange(bytes, at, at + length);
    boolean shortest =
        length > 0 && (length == 1 || big[0] != 0 && big[0] != -1 || big[0] < 0 != big[1] < 0);
    if (!shortest) {
      throw error(ErrorKind.BAD_NUMBER, "an integer longer than it must be");
    }
    return big;
  }

  // Texts.

  /** Whether a tag is a text's: entries are not counted, as they may be anything. */
  public static boolean isText(int tag) {
    return tag >= Tag.TEXT && tag < 0x60
        || tag == Tag.LONG_TEXT
        || tag >= Tag.DECIMAL_TEXT_2 && tag <= Tag.DECIMAL_TEXT
        || tag >= Tag.WIDE_TEXT && tag != Tag.EXTENSION;
  }

  /** The text of a tag for which {@link #isText} holds. */
  public String text(int tag) {
    return tag < 0x60 ? storedText(tag - Tag.TEXT) : otherText(tag);
  }

  /** The text of a tag from {@code 30} to {@code 5F}. */
  public String shortText(int tag) {
    return storedText(tag - Tag.TEXT);
  }

  private String otherText(int tag) {
    return switch (tag) {
      case Tag.LONG_TEXT -> storedText(longTextLength());
      case Tag.WIDE_TEXT -> wideText();
      case Tag.AGAIN_TEXT -> textAgain();
      default -> PackedText.read(this, tag);
    };
  }

  /** A text in UTF-8 of so many bytes, which come next among the texts. */
  private String storedText(int length) {
    int at = takeStoredText(length);
    return utf8(textBytes(), at, length);
  }

  /**
   * Takes a text in UTF-8 of so many bytes, which is charged, and numbered if it can be met again.
   *
   * @return where in {@link #textBytes} it stands
   */
  public int takeStoredText(int length) {
    int at = takeText(length);
    if (columns == 0 && length >= MIN_AGAIN) {
      charge(NUMBERED_TEXT_BYTES + TEXT_BYTES + length);
      number(at, length << 1);
    } else {
      charge(TEXT_BYTES + length);
    }
    return at;
  }

  /** Where the next so many bytes of text begin, in {@link #textBytes}. */
  public int takeText(int length) {
    if (texts == null || columns > 0) {
      return take(length);
    }
    int at = textPosition;
    if (length < 0 || length > textEnd - at) {
      throw error(ErrorKind.TRUNCATED, "text beyond the compressed texts");
    }
    textPosition = at + length;
    return at;
  }

  /** What {@link #takeText} takes of. */
  public byte[] textBytes() {
    return texts == null || columns > 0 ? bytes : texts;
  }

  private void number(int at, int lengthAndKind) {
    int next = seenEnd;
    if (next == seen.length) {
      seen = Arrays.copyOf(seen, 2 * next);
    }
    seen[next] = at;
    seen[next + 1] = lengthAndKind;
    seenEnd = next + 2;
  }

  private String wideText() {
    int length = count();
    int at = takeText(length);
    if (columns == 0) {
      charge(NUMBERED_TEXT_BYTES);
      number(at, length << 1 | 1);
    }
    return wide(textBytes(), at, length);
  }

  private String textAgain() {
    int number = count();
    if (columns > 0 || number >= seenEnd >> 1) {
      throw error(ErrorKind.UNKNOWN_REFERENCE, "an earlier text that does not exist");
    }
    int at = seen[2 * number];
    int length = seen[2 * number + 1] >>> 1;
    if ((seen[2 * number + 1] & 1) != 0) {
      return wide(textBytes(), at, length);
    }
    charge(TEXT_BYTES + length);
    return utf8(textBytes(), at, length);
  }

  /** Wide text (docs/FORMAT.md, "Wide text"). */
  public String wide(byte[] from, int at, int length) {
    charge(TEXT_BYTES + 5L * length);
    if (Strings.takesUtf16() && length <= MAX_AT_ONCE) {
      byte[] utf16 = utf16(length);
      int count = WideText.read(from, at, length, utf16);
      if (count > 0) {
        return Strings.ofUtf16(utf16, count);
      }
    }
    char[] into = chars(length);
    int count = WideText.read(from, at, length, into);
    if (count < 0) {
      throw error(ErrorKind.BAD_TEXT, "wide text that ends within a character");
    }
    return Strings.of(into, count);
  }

  /** Text in UTF-8, which is verified; the caller has charged it. */
  public String utf8(byte[] from, int at, int length) {
    int i = at;
    int stop = at + length;
    for (; i <= stop - 8; i += 8) {
      if (((long) LONGS.get(from, i) & 0x8080_8080_8080_8080L) != 0) {
        return otherUtf8(from, at, length);
      }
    }
    for (; i < stop; i++) {
      if (from[i] < 0) {
        return otherUtf8(from, at, length);
      }
    }
    return Strings.ascii(from, at, length);
  }

  private String otherUtf8(byte[] from, int at, int length) {
    if (Strings.takesUtf16() && length <= MAX_AT_ONCE) {
      byte[] utf16 = utf16(length);
      int count = Utf8.read(from, at, length, utf16);
      if (count > 0) {
        return Strings.ofUtf16(utf16, count);
      }
    }
    char[] into = chars(length);
    int count = Utf8.read(from, at, length, into);
    if (count < 0) {
      throw error(ErrorKind.INVALID_UTF8, "text that is not UTF-8");
    }
    return Strings.of(into, count);
  }

  private byte[] utf16(int length) {
    int room = 2 * length + 16;
    if (utf16.length < room) {
      utf16 = new byte[Math.max(room, 2 * utf16.length)];
    }
    return utf16;
  }

  private char[] chars(int length) {
    if (chars.length < length) {
      chars = new char[Math.max(length, 2 * chars.length)];
    }
    return chars;
  }

  /** Room for a text of so many characters of a byte each, before a string is made of it. */
  byte[] latin(int length) {
    if (latin.length < length) {
      latin = new byte[Math.max(length, Math.min(2 * latin.length, 1 << 20))];
    }
    return latin;
  }

  // Entries.

  /** Whether a tag is an entry's. */
  public static boolean isEntry(int tag) {
    return tag >= Tag.ENTRY && tag < Tag.RECORD || tag >= Tag.LONG_ENTRY && tag < Tag.NULL;
  }

  /**
   * The entry of a tag for which {@link #isEntry} holds: a {@link String}, which is charged, or a
   * value's bytes, to be read within {@link #enter} and {@link #leave}.
   */
  public Object entry(int tag, Place place) {
    int number =
        tag < Tag.RECORD
            ? tag - Tag.ENTRY
            : Tag.SHORT_ENTRIES + (tag - Tag.LONG_ENTRY) * 256 + u8();
    return entryOf(number, place);
  }

  /** An entry by its number. */
  Object entryOf(int number, Place place) {
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
    entries++;
    columns++;
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
      throw errorAtTag(ErrorKind.BAD_PROFILE, "an entry with bytes after its value");
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
    columns--;
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

  /** Whether a tag is a record's. */
  public static boolean isRecord(int tag) {
    return tag >= Tag.RECORD && tag < Tag.INT_1 || tag == Tag.LONG_RECORD;
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
      throw errorAtTag(ErrorKind.BAD_TAG, "a shared value where nothing is shared");
    }
    charge(VALUE_BYTES);
    pending = shared.size();
    shared.add(null);
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

  /** The value of a number is complete. */
  public void endShared(int number, Object value) {
    pending = -1;
    shared.set(number, value);
  }

  /** The shared value of the number that follows. */
  public Object again() {
    if (rows > 0) {
      throw errorAtTag(ErrorKind.BAD_TAG, "a shared value where nothing is shared");
    }
    int number = count();
    if (number >= shared.size()) {
      throw error(ErrorKind.UNKNOWN_REFERENCE, "an earlier value that does not exist");
    }
    return shared.get(number);
  }
}
