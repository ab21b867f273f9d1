package dev.larder.internal.text;

import static dev.larder.internal.bytes.Words.CHARS;
import static dev.larder.internal.bytes.Words.INTS;
import static dev.larder.internal.bytes.Words.LONGS;
import static dev.larder.internal.bytes.Words.SHORTS;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.Level;
import dev.larder.internal.bytes.ByteHash;
import dev.larder.internal.bytes.ByteWriter;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.bytes.Words;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.dictionary.SymbolTable;
import java.util.Arrays;

/**
 * Texts of a value while it is written: packed, wide, in UTF-8, as entries of a dictionary, or as
 * texts that came before (docs/FORMAT.md, "Text").
 */
public class TextWriter extends ByteWriter {
  private static final int SEEN_SLOTS = 1024;

  /** So many texts are found again without a table, which most messages do not fill. */
  private static final int FEW_TEXTS = 16;

  private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

  /** Within plain values of columns: texts stand inline and take no numbers. */
  public int columns;

  private byte[] texts = new byte[0];
  private int textPosition;
  private boolean apart;
  private boolean again;

  /** How many bytes of texts were written that may stand apart: at least those that would. */
  private int stored;

  /** For each slot: the epoch, the text's number, where it stands, twice its length + 1 if wide. */
  private int[] seen;

  private int epoch;

  /** The first texts that have a number: where each stands, and twice its length + 1 if wide. */
  private final long[] few = new long[FEW_TEXTS];

  /** A bit for each of {@link #few}: most texts that did not come before have another. */
  private long fewSeen;

  /** Whether those are in {@link #seen} as well. */
  private boolean areSeen;

  private int texted;
  private char[] chars = new char[64];

  /**
   * Begins a value.
   *
   * @param level how much time is spent to save bytes
   * @param again whether texts that come again are looked for
   * @param apart whether texts go to a stream of their own
   */
  public final void beginTexts(Level level, boolean again, boolean apart) {
    beginBytes(level);
    columns = 0;
    textPosition = 0;
    stored = 0;
    this.apart = apart;
    this.again = again;
    texted = 0;
    fewSeen = 0;
    areSeen = false;
    if (again && (seen == null || ++epoch == 0)) {
      seen = new int[4 * SEEN_SLOTS];
      epoch = 1;
    }
  }

  /** Lets go of memory that only a large value needed. */
  public final void endTexts() {
    endBytes();
    if (texts.length > KEPT_BYTES) {
      texts = new byte[0];
    }
    if (chars.length > KEPT_BYTES) {
      chars = new char[64];
    }
  }

  /** Changes with each text of which others may speak, or that stands apart. */
  protected final int textsAlone() {
    return texted + textPosition;
  }

  public void text(String text) {
    text(text, Place.NONE);
  }

  public void text(String text, Place place) {
    if (level == Level.FAST) {
      position = fastText(text, room(position));
      return;
    }
    if (place.dictionary() != null) {
      int number = place.dictionary().find(text);
      if (number >= 0) {
        multiply(text.length());
        entry(number);
        return;
      }
    }
    int length = checkedLength(text);
    SymbolTable symbols = level == Level.SMALL ? place.symbols() : null;
    if (symbols != null && symbolText(text, length, place.plain(), symbols)) {
      return;
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
    if (length >= TextReader.MIN_AGAIN) {
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
    stored += length;
  }

  private static int checkedLength(String text) {
    int length = text.length();
    if (length >= 1 << 28) {
      throw new LarderException(ErrorKind.TOO_LARGE, -1, "a text of 2^28 characters or more");
    }
    return length;
  }

  /**
   * Writes a text from a position on (see {@link #ROOM}) as strings have it: ASCII as it is, and
   * all else as Latin-1 or UTF-16.
   */
  public final int fastText(String text, int at) {
    byte[] latin = Strings.latin(text);
    if (latin != null) {
      return latin.length < Tag.SHORT_TEXT_BYTES
          ? shortText(latin, latin.length, at)
          : longText(latin, latin.length, at);
    }
    byte[] utf16 = Strings.utf16(text);
    return utf16 != null ? utf16Text(utf16, utf16.length >> 1, at) : charactersText(text, at);
  }

  /** As {@link #fastText}, of null as well. */
  public final int textOrNull(String text, int at) {
    return text == null ? nullValue(at) : fastText(text, at);
  }

  /** A text of Latin-1 that has fewer than 48 characters. */
  private int shortText(byte[] latin, int length, int at) {
    byte[] to = buffer;
    if (length < 8) {
      long word = Words.underEight(latin, 0, length);
      if ((word & NOT_ASCII) == 0) {
        LONGS.set(to, at, word << 8 | Tag.TEXT + length);
        return room(at + 1 + length);
      }
      return latinText(latin, length, at);
    }
    if (!Strings.copyLatin(latin, to, at + 1)) {
      return latinText(latin, length, at);
    }
    to[at] = (byte) (Tag.TEXT + length);
    return room(at + 1 + length);
  }

  /** A text of Latin-1 that has 48 characters or more. */
  private int longText(byte[] latin, int length, int at) {
    reserve(length, at);
    int start = at + headSize(length);
    if (!Strings.copyLatin(latin, buffer, start)) {
      return latinText(latin, length, at);
    }
    textTag(length, buffer, at);
    return start + length;
  }

  private int latinText(byte[] latin, int length, int at) {
    reserve(length, at);
    int start = fastHead(Tag.LATIN_TEXT, length, at);
    System.arraycopy(latin, 0, buffer, start, length);
    return start + length;
  }

  private int utf16Text(byte[] utf16, int length, int at) {
    reserve(2 * length, at);
    int start = fastHead(Tag.UTF_16_TEXT, length, at);
    if (!Utf16.copy(utf16, length, buffer, start)) {
      throw halfAPair();
    }
    return start + 2 * length;
  }

  /** A text whose own bytes cannot be had. Most are ASCII: they are looked at while copied. */
  @SuppressWarnings("deprecation")
  private int charactersText(String text, int at) {
    int length = checkedLength(text);
    reserve(2 * length, at);
    byte[] to = buffer;
    int plain = at + headSize(length);
    int bits = Strings.copyBits(text, to, plain);
    if (bits < 0x80) {
      textTag(length, to, at);
      return plain + length;
    }
    if (bits <= 0xFF) {
      int start = fastHead(Tag.LATIN_TEXT, length, at);
      // The low bytes of its characters, which are all of them here.
      text.getBytes(0, length, to, start);
      return start + length;
    }
    int start = fastHead(Tag.UTF_16_TEXT, length, at);
    for (int i = 0; i < length; i++) {
      CHARS.set(to, start + 2 * i, text.charAt(i));
    }
    if (Utf16.check(to, start, length) < 0) {
      throw halfAPair();
    }
    return start + 2 * length;
  }

  /** Makes room for a text of so many bytes, and {@link #ROOM} behind it. */
  private void reserve(int size, int at) {
    if (buffer.length - at - 2 * ROOM < size) {
      if (size >= 1 << 29) {
        throw new LarderException(ErrorKind.TOO_LARGE, -1, "a text of 2^28 characters or more");
      }
      buffer = grown(buffer, at, size + 2 * ROOM);
    }
  }

  private int fastHead(int tag, int length, int at) {
    if (length < 0x80) {
      SHORTS.set(buffer, at, (short) (length << 8 | tag));
      return at + 2;
    }
    buffer[at] = (byte) tag;
    return varint(length, buffer, at + 1);
  }

  /**
   * Writes a character from a position on (see {@link #ROOM}), as a text or, if it is none, not.
   */
  public final int fastCharacter(char value, int at) {
    if (value < 0x80) {
      SHORTS.set(buffer, at, (short) (value << 8 | Tag.TEXT + 1));
      return at + 2;
    }
    if (Character.isSurrogate(value)) {
      return integer(value, at);
    }
    int start = fastHead(value <= 0xFF ? Tag.LATIN_TEXT : Tag.UTF_16_TEXT, 1, at);
    CHARS.set(buffer, start, value);
    return value <= 0xFF ? start + 1 : start + 2;
  }

  /** Writes a text in symbols, if it cannot be packed and they are shorter; if not, nothing. */
  private boolean symbolText(String text, int length, boolean plain, SymbolTable symbols) {
    if (length < 2) {
      return false;
    }
    ensure(12 * length + 64);
    byte[] to = buffer;
    int start = position + 8;
    int end =
        Strings.copyAscii(text, to, start) ? start + length : otherUtf8(text, length, to, start);
    int size = end - start;
    if (size < TextReader.MIN_AGAIN
        || !plain
            && size == length
            && mayBePacked(to[start], length)
            && PackedText.pack(to, start, end) > 0) {
      return false;
    }
    int codes = symbols.write(to, start, end, to, end) - end;
    // A wide text has at least one byte for each character.
    if (codes >= length
        && (codes >= size || codes >= wideSize(text, length, size, to, end + codes))) {
      return false;
    }
    symbolsTag(codes);
    System.arraycopy(to, end, to, position, codes);
    position += codes;
    return true;
  }

  /** How many bytes a text has that is not in symbols, of so many in UTF-8: wide, if that pays. */
  private int wideSize(String text, int length, int size, byte[] to, int at) {
    if (size == length) {
      return size;
    }
    long wide = WideText.write(characters(text, length), length, to, at);
    return WideText.pays(wide, at, length) ? (int) wide - at : size;
  }

  /** Writes a text that is not ASCII in UTF-8, and gives where it ends. */
  private static int otherUtf8(String text, int length, byte[] to, int start) {
    byte[] own = Strings.utf16(text);
    int end = own == null ? -1 : Utf8.write(own, length, to, start);
    return end >= 0 ? end : utf8(text, to, start);
  }

  /** What comes before so many codes. */
  private void symbolsTag(int codes) {
    if (codes < Tag.SHORT_SYMBOLS) {
      u8(Tag.SYMBOLS + codes);
    } else {
      u8(Tag.LONG_SYMBOLS);
      varint(codes - Tag.SHORT_SYMBOLS);
    }
  }

  /** Fewer than 16 characters are packed only if they begin as a number or as hexadecimal. */
  private static boolean mayBePacked(byte first, int length) {
    return length >= PackedText.MIN_BASE64
        || first <= '9'
        || first >= 'A' && first <= 'F'
        || first >= 'a' && first <= 'f';
  }

  /** Writes a text in UTF-8, if it is ASCII; if not, nothing. */
  public final boolean asciiText(String text) {
    int length = checkedLength(text);
    ensure(length + 16);
    int start = position + headSize(length);
    if (!Strings.copyAscii(text, buffer, start)) {
      return false;
    }
    textTag(length, buffer, position);
    position = start + length;
    return true;
  }

  /** What comes before so many bytes of text. */
  public void textTag(int length) {
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
      int known = knownText(in, start, length, length << 1 | (wide ? 1 : 0), number);
      if (known >= 0 && varintSize(known) < length) {
        multiply(length);
        u8(Tag.AGAIN_TEXT);
        varint(known);
        return true;
      }
    }
    texted = number + 1;
    return false;
  }

  /** The number of a text that came before; −1 if none is found, and then this one can be. */
  private int knownText(byte[] in, int start, int length, int lengthAndKind, int number) {
    if (number >= FEW_TEXTS) {
      return knownOfMany(in, start, length, lengthAndKind, number);
    }
    few[number] = (long) start << 32 | lengthAndKind;
    long bit = 1L << signature(in, start, length);
    if ((fewSeen & bit) != 0) {
      for (int i = number - 1; i >= 0; i--) {
        int other = (int) (few[i] >> 32);
        if ((int) few[i] == lengthAndKind
            && Arrays.equals(in, start, start + length, in, other, other + length)) {
          return isInItsSlot(in, i, number) ? i : -1;
        }
      }
    }
    fewSeen |= bit;
    return -1;
  }

  /** Whether none of the texts after one of {@link #few} would have taken its slot of a table. */
  private boolean isInItsSlot(byte[] in, int of, int number) {
    int slot = slot(in, (int) (few[of] >> 32), (int) few[of] >> 1);
    for (int i = of + 1; i < number; i++) {
      if (slot(in, (int) (few[i] >> 32), (int) few[i] >> 1) == slot) {
        return false;
      }
    }
    return true;
  }

  /** A number of which the lowest six bits count. */
  private static int signature(byte[] in, int start, int length) {
    if (length < 4) {
      return in[start] + length;
    }
    int ends =
        (int) INTS.get(in, start) ^ Integer.rotateLeft((int) INTS.get(in, start + length - 4), 15);
    return (ends ^ length) * 0x9E37_79B1 >>> 26;
  }

  private int knownOfMany(byte[] in, int start, int length, int lengthAndKind, int number) {
    if (!areSeen) {
      areSeen = true;
      for (int i = 0; i < FEW_TEXTS; i++) {
        int other = (int) (few[i] >> 32);
        see(slot(in, other, (int) few[i] >> 1), i, other, (int) few[i]);
      }
    }
    int slot = slot(in, start, length);
    if (seen[slot] == epoch && seen[slot + 3] == lengthAndKind) {
      int other = seen[slot + 2];
      if (Arrays.equals(in, start, start + length, in, other, other + length)) {
        return seen[slot + 1];
      }
    }
    see(slot, number, start, lengthAndKind);
    return -1;
  }

  private static int slot(byte[] in, int start, int length) {
    return ((int) ByteHash.hash(in, start, length) & SEEN_SLOTS - 1) << 2;
  }

  private void see(int slot, int number, int start, int lengthAndKind) {
    seen[slot] = epoch;
    seen[slot + 1] = number;
    seen[slot + 2] = start;
    seen[slot + 3] = lengthAndKind;
  }

  private char[] characters(String text, int length) {
    if (chars.length < length) {
      chars = new char[Math.max(length, 2 * chars.length)];
    }
    text.getChars(0, length, chars, 0);
    return chars;
  }

  /**
   * Writes a text that is not ASCII, wide or in UTF-8, where there is room for three bytes per
   * character and 16 more.
   *
   * @return where it ends; if it is wide, the sign bit is set, too
   */
  private int storeOther(String text, int length, byte[] to, int start) {
    byte[] own = Strings.utf16(text);
    if (own != null) {
      long wide = WideText.write(own, length, to, start);
      if (wide != WideText.CANNOT) {
        return WideText.pays(wide, start, length)
            ? (int) wide | Integer.MIN_VALUE
            : Utf8.write(own, length, to, start);
      }
    }
    long wide = WideText.write(characters(text, length), length, to, start);
    return WideText.pays(wide, start, length)
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
    boolean isNumbered = columns == 0 && (isWide || size >= TextReader.MIN_AGAIN);
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
    stored += size;
  }

  private static int headSize(int length) {
    return length < Tag.SHORT_TEXT_BYTES ? 1 : 1 + varintSize(length - Tag.SHORT_TEXT_BYTES);
  }

  public static int utf8(String text, byte[] to, int at) {
    int end = Utf8.write(text, to, at);
    if (end < 0) {
      throw halfAPair();
    }
    return end;
  }

  private static LarderException halfAPair() {
    return new LarderException(
        ErrorKind.INVALID_UTF8,
        -1,
        "text with half a surrogate pair, which is not UTF-8: replace it, or store bytes");
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
      if (length >= TextReader.MIN_AGAIN && !plain && mayBePacked(to[start], length)) {
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
    if ((isWide || size >= TextReader.MIN_AGAIN) && numberText(to, start, size, isWide)) {
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
      stored += length;
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

  /** At least as many bytes of texts as would stand apart, where they do not. */
  public int storedTexts() {
    return stored;
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

  /** An entry of a dictionary, or a name by its number. */
  public final void entry(int number) {
    int above = number - Tag.SHORT_ENTRIES;
    if (above < 0) {
      u8(Tag.ENTRY + number);
    } else {
      u8(Tag.LONG_ENTRY + (above >> 8));
      u8(above);
    }
  }
}
