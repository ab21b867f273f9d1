package dev.larder.internal.bind;

import static dev.larder.internal.bytes.Words.LONGS;

import dev.larder.Level;
import dev.larder.Name;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.bytes.Words;
import dev.larder.internal.dictionary.Dictionary;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import dev.larder.internal.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * An enumeration. Where the declared type is the enumeration, a constant is the text of its name;
 * elsewhere it says its class, too (docs/FORMAT.md, "Extensions", 0A). Never its number: another
 * constant before it does not change what was written.
 */
public final class EnumBinding extends Binding {
  /** Further constants are looked up by their name. */
  private static final int MAX_COMPARED = 16;

  private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

  public final Class<?> type;
  private final Object[] all;
  private final String[] names;
  private final byte[][] nameBytes;

  /** Of each constant: its name as one number, if it has fewer than eight bytes; else −1. */
  private final long[] words;

  /** Which entries of a dictionary are constants: that of the place of the last one. */
  private Entries lastEntries = new Entries(null, null, null);

  /**
   * @param numbers of each constant: the number of its name; −1 if it is no entry
   * @param constants of each entry: the constant of this name; null if there is none
   */
  private record Entries(Dictionary dictionary, int[] numbers, Object[] constants) {}

  private final Map<String, Object> constants = new HashMap<>();

  public EnumBinding(Class<?> type) {
    this.type = type;
    all = type.getEnumConstants();
    names = new String[all.length];
    for (Object constant : all) {
      Enum<?> one = (Enum<?>) constant;
      Name given = annotation(one);
      names[one.ordinal()] = given == null || given.value().isEmpty() ? one.name() : given.value();
      if (given != null) {
        for (String formerly : given.formerly()) {
          constants.putIfAbsent(formerly, one);
        }
      }
    }
    nameBytes = new byte[all.length][];
    for (Object constant : all) {
      constants.put(nameOf(constant), constant);
      nameBytes[((Enum<?>) constant).ordinal()] = nameOf(constant).getBytes(StandardCharsets.UTF_8);
    }
    words = new long[all.length];
    for (int i = 0; i < words.length; i++) {
      int length = nameBytes[i].length;
      words[i] = length < 8 ? Words.underEight(nameBytes[i], 0, length) : -1;
    }
  }

  private Name annotation(Enum<?> constant) {
    try {
      return type.getField(constant.name()).getAnnotation(Name.class);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  public String nameOf(Object constant) {
    return names[((Enum<?>) constant).ordinal()];
  }

  /** The constant of a name; null if there is none. */
  public Object constant(String name) {
    return constants.get(name);
  }

  @Override
  public void write(Output out, Object value, Place place) {
    int entry = entry(value, place);
    if (entry >= 0 && out.level != Level.FAST) {
      out.multiply(nameOf(value).length());
      out.entry(entry);
    } else {
      out.text(nameOf(value), place);
    }
  }

  /** An entry, where there is one: it costs no time to find. */
  @Override
  public int writeFast(Output out, Object value, Place place, int at) {
    if (value == null) {
      return out.nullValue(at);
    }
    int entry = entry(value, place);
    if (entry >= 0) {
      out.position = at;
      out.entry(entry);
      return out.room(out.position);
    }
    int constant = ((Enum<?>) value).ordinal();
    long word = words[constant];
    if (word != -1 && (word & NOT_ASCII) == 0) {
      int length = nameBytes[constant].length;
      LONGS.set(out.buffer, at, word << 8 | Tag.TEXT + length);
      return out.room(at + 1 + length);
    }
    return out.fastText(names[constant], at);
  }

  /** The number of a constant's name in the dictionary of a place; −1 if it is no entry there. */
  private int entry(Object value, Place place) {
    Dictionary dictionary = place.dictionary();
    if (dictionary == null) {
      return -1;
    }
    return entries(dictionary).numbers[((Enum<?>) value).ordinal()];
  }

  private Entries entries(Dictionary dictionary) {
    Entries known = lastEntries;
    return known.dictionary == dictionary ? known : findEntries(dictionary);
  }

  private Entries findEntries(Dictionary dictionary) {
    int[] numbers = Arrays.stream(names).mapToInt(dictionary::find).toArray();
    Object[] known = new Object[dictionary.size()];
    for (int number = 0; number < known.length; number++) {
      known[number] = dictionary.entry(number) instanceof String name ? constants.get(name) : null;
    }
    Entries found = new Entries(dictionary, numbers, known);
    lastEntries = found;
    return found;
  }

  @Override
  public Object readField(Input in, Slot slot) {
    Dictionary dictionary = slot.place().dictionary();
    if (dictionary != null && in.position < in.end) {
      int number = (in.bytes[in.position] & 0xFF) - Tag.ENTRY;
      Object[] known = entries(dictionary).constants;
      if (number >= 0 && number < Tag.SHORT_ENTRIES && number < known.length) {
        Object constant = known[number];
        if (constant != null) {
          in.position++;
          in.charge(dictionary.bytes(number));
          return constant;
        }
      }
    }
    return super.readField(in, slot);
  }

  @Override
  public Object plain(Object value) {
    return nameOf(value);
  }

  @Override
  public Object read(Input in, int tag, Slot slot) {
    if (tag < Tag.TEXT + Tag.SHORT_TEXT_BYTES && tag >= Tag.TEXT) {
      return readName(in, tag, slot);
    }
    if (Tag.isText(tag)) {
      return convert(in, in.text(tag, slot.place()), slot);
    }
    if (tag == Tag.EXTENSION
        && in.position < in.end
        && in.bytes[in.position] == Tag.Extension.ENUM) {
      in.u8();
      // Whatever the class is called, its field says which it is.
      TreeReader.value(in, slot.place(), slot.host());
      return convert(in, TreeReader.value(in, slot.place(), slot.host()), slot);
    }
    return readOther(in, tag, slot);
  }

  /** Finds a constant by the bytes of its name: most values need no string of it. */
  private Object readName(Input in, int tag, Slot slot) {
    int length = tag - Tag.TEXT;
    int at = in.takeStoredText(length);
    byte[] bytes = in.textBytes();
    long word = length < 8 ? Words.underEight(bytes, at, length) : -1;
    for (int i = 0; i < words.length && i < MAX_COMPARED; i++) {
      byte[] name = nameBytes[i];
      if (words[i] == word
          && name.length == length
          && (length < 8 || Arrays.equals(name, 0, length, bytes, at, at + length))) {
        return all[i];
      }
    }
    return convert(in, in.utf8(bytes, at, length), slot);
  }

  @Override
  public Object convert(Input in, Object value, Slot slot) {
    if (value instanceof String name) {
      // Most have few constants, and to compare them is quicker than to hash.
      for (int i = 0; i < names.length && i < MAX_COMPARED; i++) {
        if (names[i].equals(name)) {
          return all[i];
        }
      }
      Object constant = constants.get(name);
      if (constant != null) {
        return constant;
      }
      throw slot.conflict(in, "the constant " + name);
    }
    if (type.isInstance(value)) {
      return value;
    }
    throw slot.conflict(in, value);
  }
}
