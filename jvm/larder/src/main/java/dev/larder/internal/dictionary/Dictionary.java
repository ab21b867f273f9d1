package dev.larder.internal.dictionary;

import dev.larder.internal.bytes.ByteHash;
import dev.larder.internal.bytes.Tag;
import java.util.Arrays;
import java.util.List;

/**
 * Whole values that stand in one place of many values, each with a number (docs/FORMAT.md,
 * "Dictionaries"). Immutable.
 */
public final class Dictionary {
  /** Entries that a dictionary can name: see the tags. */
  public static final int MAX_ENTRIES = Tag.SHORT_ENTRIES + 8 * 256;

  /** By number: a {@link String}, or a value's bytes. */
  private final Object[] entries;

  /** Bytes of each entry. */
  private final int[] bytes;

  /** Of each entry that is a text its hash. */
  private final int[] hashes;

  /** Open addressing, at most half full: the number of a text plus one. */
  private final int[] texts;

  /** The same of values that are no texts; empty if there are none. */
  private final int[] values;

  private Dictionary(Object[] entries, int[] bytes) {
    this.entries = entries;
    this.bytes = bytes;
    int valueCount = 0;
    for (Object entry : entries) {
      if (entry instanceof byte[]) {
        valueCount++;
      }
    }
    hashes = new int[entries.length];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = entries[i].hashCode();
    }
    texts = new int[tableSize(entries.length - valueCount)];
    values = valueCount == 0 ? new int[0] : new int[tableSize(valueCount)];
  }

  private static int tableSize(int count) {
    return Integer.highestOneBit(Math.max(1, count)) << 2;
  }

  /**
   * Makes a dictionary.
   *
   * @param entries at most {@link #MAX_ENTRIES}: each a {@link String}, or a value's bytes
   * @param bytes of each entry how many bytes it has
   * @return null if an entry stands twice
   */
  public static Dictionary of(List<Object> entries, int[] bytes) {
    Dictionary dictionary = new Dictionary(entries.toArray(), bytes);
    for (int number = 0; number < entries.size(); number++) {
      if (!dictionary.add(number)) {
        return null;
      }
    }
    return dictionary;
  }

  private boolean add(int number) {
    int[] table;
    int at;
    if (entries[number] instanceof String text) {
      if (find(text) >= 0) {
        return false;
      }
      table = texts;
      at = spread(text.hashCode());
    } else {
      byte[] value = (byte[]) entries[number];
      if (findValue(value, 0, value.length) >= 0) {
        return false;
      }
      table = values;
      at = hash(value, 0, value.length);
    }
    int mask = table.length - 1;
    at &= mask;
    while (table[at] != 0) {
      at = at + 1 & mask;
    }
    table[at] = number + 1;
    return true;
  }

  private static int spread(int hash) {
    return hash ^ hash >>> 16;
  }

  private static int hash(byte[] in, int from, int to) {
    long hash = ByteHash.hash(in, from, to - from);
    return (int) (hash ^ hash >>> 32);
  }

  public int size() {
    return entries.length;
  }

  /** A {@link String}, or the bytes of a value, which nobody changes. */
  public Object entry(int number) {
    return entries[number];
  }

  /** How many bytes an entry has: of a text, in UTF-8. */
  public int bytes(int number) {
    return bytes[number];
  }

  /** Whether not all entries are texts. */
  public boolean hasValues() {
    return values.length > 0;
  }

  /** The number of a text; −1 if it is no entry. */
  public int find(String text) {
    int[] table = texts;
    int mask = table.length - 1;
    int hash = text.hashCode();
    int at = spread(hash) & mask;
    while (true) {
      int number = table[at] - 1;
      if (number < 0 || hashes[number] == hash && text.equals(entries[number])) {
        return number;
      }
      at = at + 1 & mask;
    }
  }

  /** The number of a value that is no text, as it is written; −1 if it is no entry. */
  public int findValue(byte[] in, int from, int to) {
    int[] table = values;
    if (table.length == 0 || to == from) {
      return -1;
    }
    int mask = table.length - 1;
    int at = hash(in, from, to) & mask;
    while (true) {
      int number = table[at] - 1;
      if (number < 0) {
        return -1;
      }
      byte[] value = (byte[]) entries[number];
      if (Arrays.equals(value, 0, value.length, in, from, to)) {
        return number;
      }
      at = at + 1 & mask;
    }
  }
}
