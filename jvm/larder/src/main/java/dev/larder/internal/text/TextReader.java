package dev.larder.internal.text;

import static dev.larder.internal.bytes.Words.LONGS;

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

  /** At least what any text of {@link #plainText} is charged for each of its bytes, tag and all. */
  private static final long MOST_PER_BYTE = TEXT_BYTES;

  private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

  /** What each code of a text in symbols is charged, beside what it stands for. */
  private static final int CODE_BYTES = 16;

  /** More codes are measured before they are read. */
  private static final int MAX_CODES_AT_ONCE = 1 << 12;

  /** Longer texts are read character by character: what is charged for them pays for one buffer. */
  private static final int MAX_AT_ONCE = 1 << 20;

  /** With room for all of them twice, and some more, an array can have no more. */
  private static final int MAX_CHARACTERS = (Integer.MAX_VALUE >> 1) - 64;

  /** Decompressed texts; null if they stand inline. */
  public byte[] texts;

  public int textPosition;
  public int textEnd;

  /** Within plain values of columns, texts are inline and take no numbers. */
  private int columns;

  /** The end of the message, if texts stand in it and take numbers; else 0. */
  private int plainEnd;

  /**
   * Each text that can be met again: its position, and below it twice the length, 1 if wide. With
   * the sign bit, texts of {@link #plainText}: where they begin, and below it where they end.
   */
  private long[] seen = new long[32];

  private int seenEnd;

  /** How many of {@link #seen} {@link #overcharged} has looked at. */
  private int seenCharged;

  /** How many of {@link #seen} are in {@link #numbered}. */
  private int seenNumbered;

  /** By its number, what {@link #seen} has of each text. */
  private long[] numbered = new long[32];

  private int numberedEnd;

  private char[] chars = new char[64];

  /** Characters as {@link Utf16} has them. */
  private byte[] utf16 = new byte[128];

  /** As {@link #beginBytes}. */
  protected final void beginTexts(byte[] bytes, int start, int end, int maxDepth, long budget) {
    beginBytes(bytes, start, end, maxDepth, budget);
    texts = null;
    columns = 0;
    seenEnd = 0;
    seenCharged = 0;
    seenNumbered = 0;
    numberedEnd = 0;
    textsMoved();
  }

  /** Has to be called where {@link #end} or {@link #texts} of the message becomes another. */
  public final void textsMoved() {
    plainEnd = texts == null && columns == 0 ? end : 0;
  }

  /** Begins plain values of a column: see {@link #endPlain}. */
  public final void beginPlain() {
    columns++;
    plainEnd = 0;
  }

  /** Ends them; {@link #end} and {@link #texts} are as before. */
  public final void endPlain() {
    columns--;
    textsMoved();
  }

  /** As {@link #endBytes}. */
  protected final void endTexts() {
    endBytes();
    texts = null;
    if (seen.length > 1 << 16) {
      seen = new long[32];
    }
    if (numbered.length > 1 << 16) {
      numbered = new long[32];
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
    return tag < Tag.TEXT + Tag.SHORT_TEXT_BYTES ? shortText(tag) : otherText(tag, place);
  }

  /** The text of a tag from {@code 30} to {@code 5F}. */
  public String shortText(int tag) {
    return storedText(tag - Tag.TEXT);
  }

  /**
   * What a generated reader has to know of the text at a position that has a tag from {@code 30} to
   * {@code 5F}, or has few characters in UTF-16 of which the first is no Latin-1: most have.
   * Whether its bytes are such text is found by {@link #plainTexts}, for many at once.
   *
   * @return twice the number of its bytes, and 1 more if it is UTF-16; −1 if it is any other value,
   *     or texts do not stand in the message
   */
  public final int plainHead(int at) {
    int left = plainEnd - at - 1;
    if (left < 0) {
      return -1;
    }
    byte[] from = bytes;
    int tag = from[at];
    int length = tag - Tag.TEXT;
    if (length >= 0 && length < Tag.SHORT_TEXT_BYTES) {
      return length <= left ? length << 1 : -1;
    }
    return tag == (byte) Tag.UTF_16_TEXT ? utf16Head(from, at, left) : -1;
  }

  private static int utf16Head(byte[] from, int at, int left) {
    if (left < 3) {
      return -1;
    }
    int count = from[at + 1];
    return count > 0 && 2 * count < left && from[at + 3] != 0 ? count << 2 | 1 : -1;
  }

  /** The text at a position, by its {@link #plainHead}. */
  public final String plainText(int at, int head) {
    int isUtf16 = head & 1;
    return Strings.of(bytes, at + 1 + isUtf16, head >> 1, isUtf16);
  }

  /** Where the text at a position ends, by its {@link #plainHead}. */
  public static int plainNext(int at, int head) {
    return at + 1 + (head & 1) + (head >> 1);
  }

  /**
   * Looks at texts of {@link #plainText} that stand side by side and are all of one kind.
   *
   * @param isUtf16 1 if they are UTF-16, 0 if they should be ASCII
   * @return other than 0 if one may not be what it should
   */
  public final long notPlain(int from, int to, int isUtf16) {
    byte[] in = bytes;
    if (to - from < 8) {
      return from == to ? 0 : notPlainShort(in, from, to, isUtf16);
    }
    // Between texts of UTF-16 there are two bytes, too, and their second is below 80: no character
    // of those looks like half a pair. Tags of short texts are ASCII.
    int last = to - 8;
    long all = (long) LONGS.get(in, last);
    if (isUtf16 == 0) {
      for (int at = from; at < last; at += 8) {
        all |= (long) LONGS.get(in, at);
      }
      return all & NOT_ASCII;
    }
    all &= all << 1;
    for (int at = from; at < last; at += 8) {
      long next = (long) LONGS.get(in, at);
      all |= next & next << 1;
    }
    return all & Utf16.HIGH_BITS;
  }

  private static long notPlainShort(byte[] in, int from, int to, int isUtf16) {
    long all = Words.underEight(in, from, to - from);
    return isUtf16 == 0 ? all & NOT_ASCII : all & all << 1 & Utf16.HIGH_BITS;
  }

  /**
   * Goes on at a position, after texts of {@link #plainText} that stand side by side up to there.
   *
   * @param from where they begin; they have taken no number so far
   * @param notPlain what {@link #notPlain} said of all of them
   * @return whether they are what they should be; if not, they have to be read again, by others
   */
  public final boolean plainTexts(int from, int at, long notPlain) {
    if (notPlain != 0) {
      position = from;
      return false;
    }
    position = at;
    if (from < at) {
      see((long) from << 32 | at | Long.MIN_VALUE);
      charge(MOST_PER_BYTE * (at - from));
    }
    return true;
  }

  /** What the texts of {@link #plainTexts} were charged too much since this was asked last. */
  @Override
  protected final long overcharged() {
    long charged = 0;
    long costs = 0;
    for (; seenCharged < seenEnd; seenCharged++) {
      if (seen[seenCharged] >= 0) {
        continue;
      }
      int end = (int) seen[seenCharged];
      int at = (int) (seen[seenCharged] >>> 32) & Integer.MAX_VALUE;
      charged += MOST_PER_BYTE * (end - at);
      while (at < end) {
        int length = bytes[at++] - Tag.TEXT;
        if (length < 0) {
          int characters = bytes[at];
          costs += TEXT_BYTES + 9 * characters;
          length = 1 + 2 * characters;
        } else {
          costs += (length < MIN_AGAIN ? 0 : NUMBERED_TEXT_BYTES) + TEXT_BYTES + length;
        }
        at += length;
      }
    }
    return charged - costs;
  }

  private String otherText(int tag, Place place) {
    if (tag < Tag.LONG_SYMBOLS) {
      return symbolText(tag - Tag.SYMBOLS, place);
    }
    return switch (tag) {
      case Tag.LONG_SYMBOLS -> symbolText(beyond(Tag.SHORT_SYMBOLS), place);
      case Tag.LATIN_TEXT -> latinText();
      case Tag.UTF_16_TEXT -> utf16Text();
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
    long most = (long) SymbolTable.MAX_BYTES * length;
    boolean isLong = length > MAX_CODES_AT_ONCE;
    if (isLong) {
      // What is charged pays for the memory that it takes.
      most = symbols.measure(bytes, at, length);
      charge(TEXT_BYTES + Math.max(0, most) + (long) CODE_BYTES * length);
      if (most > MAX_CHARACTERS) {
        throw error(ErrorKind.TOO_LARGE, "a text longer than strings can be");
      }
    }
    byte[] to = latin((int) Math.max(0, most) + SymbolTable.MAX_BYTES);
    long read = most < 0 ? most : symbols.latin(bytes, at, length, to);
    boolean isLatin = read != SymbolTable.NO_LATIN;
    if (!isLatin) {
      to = utf16((int) most);
      read = symbols.utf16(bytes, at, length, to);
    }
    if (read == SymbolTable.NO_TEXT) {
      throw error(ErrorKind.BAD_TEXT, "codes that stand for no symbol");
    }
    if (!isLong) {
      charge(TEXT_BYTES + (read >>> 32) + (long) CODE_BYTES * length);
    }
    return isLatin ? Strings.latin(to, 0, (int) read) : Strings.ofUtf16(to, 0, (int) read);
  }

  /** The text that follows {@link Tag#LATIN_TEXT}. */
  public String latinText() {
    int length = count();
    int at = take(length);
    charge(TEXT_BYTES + 5L * length);
    return Strings.latin(bytes, at, length);
  }

  /** The text that follows {@link Tag#UTF_16_TEXT}. */
  public String utf16Text() {
    int length = count();
    int at = take(length > Integer.MAX_VALUE / 2 ? Integer.MAX_VALUE : 2 * length);
    charge(TEXT_BYTES + 9L * length);
    return utf16(bytes, at, length);
  }

  private String utf16(byte[] from, int at, int length) {
    int all = Utf16.check(from, at, length);
    if (all > 0xFF) {
      return Strings.ofUtf16(from, at, length);
    }
    if (all < 0) {
      throw error(ErrorKind.BAD_TEXT, "half a surrogate pair");
    }
    byte[] to = latin(length);
    for (int i = 0; i < length; i++) {
      to[i] = from[at + 2 * i];
    }
    return Strings.latin(to, 0, length);
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
    see((long) at << 32 | lengthAndKind & 0xFFFF_FFFFL);
  }

  private void see(long texts) {
    int next = seenEnd;
    if (next == seen.length) {
      seen = Arrays.copyOf(seen, 2 * next);
    }
    seen[next] = texts;
    seenEnd = next + 1;
  }

  /** Gives all texts that were seen their numbers: only messages in which one comes again do. */
  private void numberAll() {
    for (; seenNumbered < seenEnd; seenNumbered++) {
      long next = seen[seenNumbered];
      if (next >= 0) {
        addNumbered(next);
        continue;
      }
      int end = (int) next;
      for (int at = (int) (next >>> 32) & Integer.MAX_VALUE; at < end; ) {
        int length = bytes[at++] - Tag.TEXT;
        if (length < 0) {
          // UTF-16, which takes no number.
          length = 1 + 2 * bytes[at];
        } else if (length >= MIN_AGAIN) {
          addNumbered((long) at << 32 | length << 1);
        }
        at += length;
      }
    }
  }

  private void addNumbered(long text) {
    if (numberedEnd == numbered.length) {
      numbered = Arrays.copyOf(numbered, 2 * numberedEnd);
    }
    numbered[numberedEnd++] = text;
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
    numberAll();
    if (columns > 0 || number >= numberedEnd) {
      throw error(
          ErrorKind.UNKNOWN_REFERENCE, "a reference to an earlier text that does not exist");
    }
    int at = (int) (numbered[number] >>> 32);
    int length = (int) numbered[number] >>> 1;
    if ((numbered[number] & 1) != 0) {
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
    return isAscii(from, at, length)
        ? Strings.latin(from, at, length)
        : otherUtf8(from, at, length);
  }

  private static boolean isAscii(byte[] from, int at, int length) {
    if (at + length >= 8) {
      return isAsciiBefore(from, at + length, length);
    }
    return (Words.underEight(from, at, length) & NOT_ASCII) == 0;
  }

  /** Whether so many bytes before {@code end}, which is eight or more, are ASCII. */
  private static boolean isAsciiBefore(byte[] from, int end, int length) {
    // Without a branch on the length, which no processor foresees. Of fewer than eight bytes, both
    // words are the same, and what stands before them is shifted out.
    int most = Math.max(length, 8);
    long all = (long) LONGS.get(from, end - most) | (long) LONGS.get(from, end - 8);
    if (length > 16) {
      all |= (long) LONGS.get(from, end - length + 8) | (long) LONGS.get(from, end - 16);
      return (all & NOT_ASCII) == 0
          && (length <= 32 || isAsciiWithin(from, end - length + 16, end - 16));
    }
    return (all >>> 8 * (most - length) & NOT_ASCII) == 0 || length == 0;
  }

  /** Looks at words from {@code at} on, the last of which begins before {@code end}. */
  private static boolean isAsciiWithin(byte[] from, int at, int end) {
    long all = 0;
    for (int i = at; i < end; i += 8) {
      all |= (long) LONGS.get(from, i);
    }
    return (all & NOT_ASCII) == 0;
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
