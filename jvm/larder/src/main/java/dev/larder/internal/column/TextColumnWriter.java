package dev.larder.internal.column;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.Level;
import dev.larder.internal.bytes.Bits;
import dev.larder.internal.bytes.ByteReader;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Dictionary;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.dictionary.SymbolTable;
import dev.larder.internal.text.PackedText;
import dev.larder.internal.text.Strings;
import dev.larder.internal.text.TextWriter;
import dev.larder.internal.text.WideText;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Columns of texts (docs/FORMAT.md, "Columns"), by the canonical rules: {@link #gather} first, then
 * {@link #write}.
 *
 * <p>It belongs to one {@link TextWriter}. Its arrays are used again: those of one column are done
 * with before another begins.
 */
public final class TextColumnWriter {
  /** Fewer texts are shorter as plain values. */
  private static final int MIN_TEXTS = 8;

  /** But only a column's own texts can be compressed, which pays if they are so long. */
  private static final int LONG_TEXT = 24;

  /** Texts that were made to have one hash are told apart by a table that orders them. */
  private static final int MAX_TRIES = 32;

  private static final int MAX_DIGITS = 18;

  private final TextWriter out;
  private final NumberColumnWriter numbers;

  /** The texts of a column in UTF-8, one after another, and where each ends. */
  private byte[] text = new byte[256];

  /** Whether memory may have been taken since the last {@link #end}. */
  private boolean hasGathered;

  private int[] ends = new int[64];
  private int total;
  private boolean isAscii;

  private byte[] wide = new byte[0];
  private byte[] codes = new byte[0];
  private char[] chars = new char[64];

  /** For distinct texts: the number of a text plus one. */
  private int[] slots = new int[0];

  public TextColumnWriter(TextWriter out, NumberColumnWriter numbers) {
    this.out = out;
    this.numbers = numbers;
  }

  /** Lets go of memory that only a large value needed. */
  public void end(int keptBytes) {
    if (!hasGathered) {
      return;
    }
    hasGathered = false;
    if (text.length > keptBytes) {
      text = new byte[256];
    }
    if (ends.length > keptBytes / 4) {
      ends = new int[64];
    }
    if (wide.length > keptBytes) {
      wide = new byte[0];
    }
    if (codes.length > keptBytes) {
      codes = new byte[0];
    }
    if (chars.length > keptBytes) {
      chars = new char[64];
    }
    if (slots.length > keptBytes / 4) {
      slots = new int[0];
    }
  }

  /** How many bytes in UTF-8 the texts have that were gathered. */
  public int total() {
    return total;
  }

  private int[] ends(int count) {
    if (ends.length < count) {
      ends = new int[Math.max(count, 2 * ends.length)];
    }
    return ends;
  }

  /** Puts all texts into {@code text}. */
  public void gather(Object[] values) {
    hasGathered = true;
    int[] ends = ends(values.length);
    isAscii = true;
    int at = 0;
    for (int i = 0; i < values.length; i++) {
      String next = (String) values[i];
      long room = at + 3L * next.length() + 8;
      if (room > text.length) {
        if (room > Integer.MAX_VALUE - 64) {
          throw new LarderException(ErrorKind.TOO_LARGE, -1, "texts of 2 GiB or more");
        }
        text = Arrays.copyOf(text, (int) Math.max(room, Math.min(2L * text.length, 1 << 30)));
      }
      if (Strings.copyAscii(next, text, at)) {
        at += next.length();
      } else {
        isAscii = false;
        at = TextWriter.utf8(next, text, at);
      }
      ends[i] = at;
    }
    total = at;
  }

  private int start(int i) {
    return i == 0 ? 0 : ends[i - 1];
  }

  /** Writes the texts that were gathered; false, and nothing, if plain values are shorter. */
  public boolean write(Object[] values, Place place) {
    int count = values.length;
    out.multiply((long) ByteReader.TEXT_BYTES * count + total);
    if (place.dictionary() != null && entries(values, place.dictionary())) {
      return true;
    }
    if (typedTexts(count)) {
      return true;
    }
    SymbolTable symbols = out.level == Level.SMALL ? place.symbols() : null;
    if (symbols != null && count > 1 && symbolTexts(values, symbols) || distinctTexts(values)) {
      return true;
    }
    boolean compressed = out.textsApart() && total >= (long) count * LONG_TEXT;
    if (count < MIN_TEXTS && !compressed) {
      return false;
    }
    long[] lengths = numbers.longs(count);
    int wideBytes = isAscii ? -1 : wide(values, lengths);
    boolean isWide = wideBytes >= 0 && wideBytes < total;
    if (!isWide) {
      for (int i = 0; i < count; i++) {
        lengths[i] = ends[i] - start(i);
      }
    }
    out.u8(isWide ? Tag.Column.WIDE_TEXTS : Tag.Column.TEXTS);
    numbers.integers(lengths, count);
    out.columnText(isWide ? wide : text, 0, isWide ? wideBytes : total);
    return true;
  }

  /** Writes texts in symbols, if that is shorter. */
  private boolean symbolTexts(Object[] values, SymbolTable symbols) {
    int count = values.length;
    int stored = total;
    if (!isAscii) {
      int wideBytes = wide(values, numbers.longs(count));
      stored = wideBytes < 0 ? total : Math.min(total, wideBytes);
    }
    if (codes.length < 2 * total) {
      codes = new byte[2 * total];
    }
    long[] lengths = numbers.longs(count);
    int at = 0;
    for (int i = 0; i < count; i++) {
      int end = symbols.write(text, start(i), ends[i], codes, at);
      lengths[i] = end - at;
      at = end;
    }
    if (at >= stored) {
      return false;
    }
    out.u8(Tag.Column.SYMBOL_TEXTS);
    numbers.integers(lengths, count);
    out.raw(codes, 0, at);
    return true;
  }

  /**
   * Puts all texts into {@code wide}, if that is worth trying and all can be wide; gives how many
   * bytes, or −1.
   */
  private int wide(Object[] values, long[] lengths) {
    int others = 0;
    for (int i = 0; i < total; i++) {
      others -= text[i] >> 7;
    }
    if (!WideText.isEnough(others, total)) {
      return -1;
    }
    if (wide.length < total) {
      wide = new byte[total];
    }
    int at = 0;
    for (int i = 0; i < values.length; i++) {
      String next = (String) values[i];
      int length = next.length();
      if (chars.length < length) {
        chars = new char[Math.max(length, 2 * chars.length)];
      }
      next.getChars(0, length, chars, 0);
      long written = WideText.write(chars, length, wide, at);
      if (written == WideText.CANNOT) {
        return -1;
      }
      lengths[i] = (int) written - at;
      at = (int) written;
    }
    return at;
  }

  private boolean entries(Object[] values, Dictionary dictionary) {
    long[] which = numbers.longs(values.length);
    for (int i = 0; i < values.length; i++) {
      which[i] = dictionary.find((String) values[i]);
      if (which[i] < 0) {
        return false;
      }
    }
    out.u8(Tag.Column.ENTRIES);
    numbers.integers(which, values.length);
    return true;
  }

  /** Writes distinct texts and which of them each is, if that is shorter. */
  private boolean distinctTexts(Object[] values) {
    int count = values.length;
    long[] which = numbers.longs(count);
    int distinct = number(values, which);
    if (distinct == count) {
      return false;
    }
    long bytes = 0;
    int next = 0;
    for (int i = 0; i < count && next < distinct; i++) {
      if (which[i] == next) {
        bytes += ends[i] - start(i) + 1;
        next++;
      }
    }
    int width = Bits.width(distinct - 1);
    if (bytes + (long) count * width / 8 + 6 >= total + count * 3L / 4) {
      return false;
    }
    out.u8(Tag.Column.DISTINCT_TEXTS);
    out.varint(distinct);
    next = 0;
    for (int i = 0; next < distinct; i++) {
      if (which[i] == next) {
        out.varint(ends[i] - start(i));
        next++;
      }
    }
    next = 0;
    for (int i = 0; next < distinct; i++) {
      if (which[i] == next) {
        out.columnText(text, start(i), ends[i] - start(i));
        next++;
      }
    }
    numbers.integers(which, count);
    return true;
  }

  /** Gives each text its number among those that are distinct, in the order in which they come. */
  private int number(Object[] values, long[] which) {
    int count = values.length;
    int size = Integer.highestOneBit(Math.min(count, 1 << 28)) << 2;
    if (slots.length < size) {
      slots = new int[size];
    } else {
      Arrays.fill(slots, 0, size, 0);
    }
    int mask = size - 1;
    int distinct = 0;
    for (int i = 0; i < count; i++) {
      Object text = values[i];
      int hash = text.hashCode();
      int at = (hash ^ hash >>> 16) & mask;
      int tries = 0;
      while (true) {
        // The slot has the place of a text in the column, and that has its number.
        int same = slots[at] - 1;
        if (same < 0) {
          slots[at] = i + 1;
          which[i] = distinct++;
          break;
        }
        if (text.equals(values[same])) {
          which[i] = which[same];
          break;
        }
        if (++tries == MAX_TRIES) {
          return numberSlowly(values, which);
        }
        at = at + 1 & mask;
      }
    }
    return distinct;
  }

  private static int numberSlowly(Object[] values, long[] which) {
    Map<Object, Integer> known = new HashMap<>();
    for (int i = 0; i < values.length; i++) {
      Integer number = known.putIfAbsent(values[i], known.size());
      which[i] = number == null ? known.size() - 1 : number;
    }
    return known.size();
  }

  /** Writes texts that all are of one packed kind; false, and nothing, if they are not. */
  private boolean typedTexts(int count) {
    int end = ends[0];
    long moment = PackedText.dateTime(text, 0, end);
    if (moment != PackedText.NONE) {
      return dateTimes(count, PackedText.styleOf(moment));
    }
    if (PackedText.date(text, 0, end) != PackedText.NONE) {
      return dates(count);
    }
    int style = PackedText.decimalStyle(text, 0, end);
    if (style >= 0) {
      return decimalTexts(count, style & 0x7F);
    }
    if (integerTexts(count)) {
      return true;
    }
    if (end >= 1 && end <= MAX_DIGITS && PackedText.areDigits(text, 0, end)) {
      return digitTexts(count, end);
    }
    if (PackedText.isUuid(text, 0, end)) {
      return uuidTexts(count);
    }
    int hexCase = end >= PackedText.MIN_HEX ? PackedText.hexCase(text, 0, end) : -1;
    return hexCase >= 0 && hexTexts(count, end, hexCase);
  }

  private boolean dateTimes(int count, int style) {
    if (PackedText.hasFraction(style)) {
      return false;
    }
    long[] seconds = numbers.longs(count);
    for (int i = 0; i < count; i++) {
      long moment = PackedText.dateTime(text, start(i), ends[i]);
      if (moment == PackedText.NONE || PackedText.styleOf(moment) != style) {
        return false;
      }
      seconds[i] = PackedText.secondsOf(moment);
    }
    out.u8(Tag.Column.DATE_TIME_TEXTS);
    out.u8(style);
    if (PackedText.hasOffset(style)) {
      out.u8(style >> 8);
    }
    numbers.integers(seconds, count);
    return true;
  }

  private boolean dates(int count) {
    long[] days = numbers.longs(count);
    for (int i = 0; i < count; i++) {
      days[i] = PackedText.date(text, start(i), ends[i]);
      if (days[i] == PackedText.NONE) {
        return false;
      }
    }
    out.u8(Tag.Column.DATE_TEXTS);
    numbers.integers(days, count);
    return true;
  }

  private boolean decimalTexts(int count, int scale) {
    long[] which = numbers.longs(count);
    for (int i = 0; i < count; i++) {
      int style = PackedText.decimalStyle(text, start(i), ends[i]);
      if (style < 0 || (style & 0x7F) != scale) {
        return false;
      }
      long digits = PackedText.decimalDigits(text, start(i), ends[i]);
      boolean negative = style != scale;
      if (negative && digits == 0) {
        return false;
      }
      which[i] = negative ? -digits : digits;
    }
    out.u8(Tag.Column.DECIMAL_TEXTS);
    out.u8(scale);
    numbers.integers(which, count);
    return true;
  }

  private boolean integerTexts(int count) {
    long[] which = numbers.longs(count);
    for (int i = 0; i < count; i++) {
      which[i] = PackedText.integer(text, start(i), ends[i]);
      if (which[i] == PackedText.NONE) {
        return false;
      }
    }
    out.u8(Tag.Column.INT_TEXTS);
    numbers.integers(which, count);
    return true;
  }

  private boolean digitTexts(int count, int digits) {
    long[] which = numbers.longs(count);
    for (int i = 0; i < count; i++) {
      if (ends[i] - start(i) != digits || !PackedText.areDigits(text, start(i), ends[i])) {
        return false;
      }
      which[i] = PackedText.digits(text, start(i), ends[i]);
    }
    out.u8(Tag.Column.DIGITS_TEXTS);
    out.u8(digits);
    numbers.integers(which, count);
    return true;
  }

  private boolean uuidTexts(int count) {
    for (int i = 0; i < count; i++) {
      if (!PackedText.isUuid(text, start(i), ends[i])) {
        return false;
      }
    }
    out.u8(Tag.Column.UUID_TEXTS);
    for (int i = 0; i < count; i++) {
      out.ensure(16);
      PackedText.writeUuid(text, start(i), out.buffer, out.position);
      out.position += 16;
    }
    return true;
  }

  private boolean hexTexts(int count, int length, int hexCase) {
    for (int i = 0; i < count; i++) {
      boolean same =
          ends[i] - start(i) == length
              && (PackedText.hexCase(text, start(i), ends[i]) == hexCase
                  || PackedText.areDigits(text, start(i), ends[i]));
      if (!same) {
        return false;
      }
    }
    out.u8(Tag.Column.HEX_TEXTS);
    out.varint(length | hexCase);
    for (int i = 0; i < count; i++) {
      out.ensure(length / 2);
      PackedText.writeHex(text, start(i), ends[i], hexCase, out.buffer, out.position);
      out.position += length / 2;
    }
    return true;
  }
}
