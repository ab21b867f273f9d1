package dev.larder.internal.bind;

import dev.larder.Name;
import dev.larder.internal.bytes.Tag;
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

  public final Class<?> type;
  private final Object[] all;
  private final String[] names;
  private final byte[][] nameBytes;
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
    out.text(nameOf(value), place);
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
    for (int i = 0; i < nameBytes.length && i < MAX_COMPARED; i++) {
      byte[] name = nameBytes[i];
      if (name.length == length && Arrays.equals(name, 0, length, bytes, at, at + length)) {
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
