package dev.larder.internal.text;

import static dev.larder.internal.bytes.Words.LONGS;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.larder.ErrorKind;
import dev.larder.internal.bytes.ByteReader;
import dev.larder.internal.bytes.Decimals;
import dev.larder.internal.bytes.Stack;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.bytes.Words;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.dictionary.SymbolTable;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.List;

/** Texts of a message while it is read, with those that may come again (docs/FORMAT.md, "Text"). */
public abstract class TextReader extends ByteReader {

  static {
    Stack.initialise(
        MethodHandles.lookup(),
        List.of(
            Decimals.class,
            ErrorKind.class,
            PackedText.class,
            Strings.class,
            SymbolTable.class,
            Utf16.class,
            Utf8.class,
            WideText.class,
            Words.class));
  }

  /** Texts of at least so many bytes can be met again. */
  static final int MIN_AGAIN = 4;

  private static final int NUMBERED_TEXT_BYTES = 36;

  /** What each code of a text in symbols is charged, beside what it stands for. */
  private static final int CODE_BYTES = 16;

  /** Longer texts are read character by character: what is charged for them pays for one buffer. */
  private static final int MAX_AT_ONCE = 1 << 20;

  /** With room for all of them twice, and some more, an array can have no more. */
  private static final int MAX_CHARACTERS = (Integer.MAX_VALUE >> 1) - 64;

  /** Decompressed texts; null if they stand inline. */
  public byte[] texts;

  public int textPosition;
  public int textEnd;

  /** Within plain values of columns, texts are inline and take no numbers. */
  public int columns;

  /** Where each text that can be met again stands: position, then twice the length, 1 if wide. */
  private int[] seen = new int[32];

  private int seenEnd;

  private char[] chars = new char[64];

  /** Characters as {@link Utf16} has them. */
  private byte[] utf16 = new byte[128];

  /** As {@link #beginBytes}. */
  protected final void beginTexts(byte[] bytes, int start, int end, int maxDepth, long budget) {
    beginBytes(bytes, start, end, maxDepth, budget);
    texts = null;
    columns = 0;
    seenEnd = 0;
  }

  /** As {@link #endBytes}. */
  protected final void endTexts() {
    endBytes();
    texts = null;
    if (seen.length > 1 << 16) {
      seen = new int[32];
    }
    if (chars.length > 1 << 16) {
      chars = new char[64];
    }
    if (utf16.length > 1 << 17) {
      utf16 = new byte[128];
    }
  }

  /** The text of a tag for which {@link Tag#isText} holds, in a place. */
  public String text(int tag, Place place) {
    return tag < Tag.TEXT + Tag.SHORT_TEXT_BYTES
        ? storedText(tag - Tag.TEXT)
        : otherText(tag, place);
  }

  /** The text of a tag from {@code 30} to {@code 5F}. */
  public String shortText(int tag) {
    return storedText(tag - Tag.TEXT);
  }

  private String otherText(int tag, Place place) {
    if (tag < Tag.LONG_SYMBOLS) {
      return symbolText(tag - Tag.SYMBOLS, place);
    }
    return switch (tag) {
      case Tag.LONG_SYMBOLS -> symbolText(beyond(Tag.SHORT_SYMBOLS), place);
      case Tag.LATIN_TEXT -> latinText(count());
      case Tag.UTF_16_TEXT -> utf16Text(count());
      case Tag.LONG_TEXT -> storedText(longTextLength());
      case Tag.WIDE_TEXT -> wideText();
      case Tag.AGAIN_TEXT -> textAgain();
      default -> PackedText.read(this, tag);
    };
  }

  private String symbolText(int length, Place place) {
    if (place.symbols() == null) {
      throw errorAtTag(
          ErrorKind.UNKNOWN_REFERENCE, "a text in symbols, of which its place has none");
    }
    return symbols(place.symbols(), take(length), length);
  }

  /** The text of so many codes at {@code at}. */
  public String symbols(SymbolTable symbols, int at, int length) {
    long size = symbols.measure(bytes, at, length);
    if (size == SymbolTable.NO_TEXT) {
      throw error(ErrorKind.BAD_TEXT, "codes that stand for no symbol");
    }
    long utf8 = size >> 1;
    charge(TEXT_BYTES + utf8 + (long) CODE_BYTES * length);
    if (utf8 > MAX_CHARACTERS) {
      throw error(ErrorKind.TOO_LARGE, "a text longer than strings can be");
    }
    if ((size & 1) == 0) {
      byte[] to = latin((int) utf8 + SymbolTable.MAX_BYTES);
      return new String(to, 0, symbols.latin(bytes, at, length, to), ISO_8859_1);
    }
    byte[] to = utf16((int) utf8);
    return Strings.ofUtf16(to, 0, symbols.utf16(bytes, at, length, to));
  }

  private String latinText(int length) {
    int at = take(length);
    charge(TEXT_BYTES + 5L * length);
    return new String(bytes, at, length, ISO_8859_1);
  }

  private String utf16Text(int length) {
    int at = take(length > Integer.MAX_VALUE / 2 ? Integer.MAX_VALUE : 2 * length);
    charge(TEXT_BYTES + 9L * length);
    int all = Utf16.check(bytes, at, length);
    if (all < 0) {
      throw error(ErrorKind.BAD_TEXT, "half a surrogate pair");
    }
    if (all > 0xFF) {
      return Strings.ofUtf16(bytes, at, length);
    }
    byte[] to = latin(length);
    for (int i = 0; i < length; i++) {
      to[i] = bytes[at + 2 * i];
    }
    return new String(to, 0, length, ISO_8859_1);
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
      throw error(
          ErrorKind.UNKNOWN_REFERENCE, "a reference to an earlier text that does not exist");
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
        return Strings.ofUtf16(utf16, 0, count);
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
        return Strings.ofUtf16(utf16, 0, count);
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

  /** The length of a text that follows {@link Tag#LONG_TEXT}. */
  public int longTextLength() {
    return beyond(Tag.SHORT_TEXT_BYTES);
  }

  /** A length that is written less what shorter texts have. */
  private int beyond(int shorter) {
    int above = count();
    if (above > Integer.MAX_VALUE - shorter) {
      throw truncated();
    }
    return above + shorter;
  }
}
