package dev.larder.internal.bind;

import dev.larder.LarderException;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Gaps;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import dev.larder.internal.tree.TreeReader;
import dev.larder.internal.tree.TreeWriter;

/**
 * How values of one declared type are written and read. A binding belongs to one {@link
 * dev.larder.Larder}, and is thread-safe.
 */
public abstract class Binding {
  /** Writes a value that is not null. */
  public abstract void write(Output out, Object value, Place place);

  /** Reads a value whose tag has been read, and is neither null nor an entry. */
  public abstract Object read(Input in, int tag, Slot slot);

  /** Reads the next of records that may have gaps. */
  public Object readRecord(Input in, Gaps gaps, Slot slot) {
    return convertField(in, TreeReader.record(in, gaps, slot.host()), slot);
  }

  /** The value of this type for one that was read without knowing the type; neither is null. */
  public abstract Object convert(Input in, Object value, Slot slot);

  /**
   * A value in the form that {@link TreeWriter} encodes without knowing declared types: the value
   * itself, or what stands for it.
   */
  public Object plain(Object value) {
    return value;
  }

  public final Object plainOrNull(Object value) {
    return value == null ? null : plain(value);
  }

  /** Writes a value, or null, or an entry of the place's dictionary. */
  public final void writeField(Output out, Object value, Place place) {
    if (value == null) {
      out.nullValue();
    } else if (place.dictionary() != null && place.dictionary().hasValues()) {
      long mark = out.mark();
      write(out, value, place);
      out.entryFor(place, mark);
    } else {
      write(out, value, place);
    }
  }

  /**
   * As {@link #writeField}, a value of a field of a class: whoever reads it knows the declared
   * type. Generated writers call it.
   */
  public void writeDeclared(Output out, Object value, Place place) {
    writeField(out, value, place);
  }

  /**
   * As {@link #writeField}, at level fast and from a position on: see {@link Output#ROOM}.
   *
   * @return where the value ends
   */
  public int writeFast(Output out, Object value, Place place, int at) {
    out.position = at;
    if (value == null) {
      out.nullValue();
    } else {
      write(out, value, place);
    }
    return out.room(out.position);
  }

  /** As {@link #writeDeclared}, at level fast and from a position on. */
  public int writeDeclaredFast(Output out, Object value, Place place, int at) {
    return writeFast(out, value, place, at);
  }

  /** Reads a value, which may be null. Generated readers call it. */
  public Object readField(Input in, Slot slot) {
    int tag = in.u8();
    if (tag == Tag.NULL) {
      return null;
    }
    if (Tag.isEntry(tag)) {
      return readEntry(in, tag, slot);
    }
    return tag == Tag.EXTENSION ? readExtension(in, slot) : read(in, tag, slot);
  }

  /** A shared value keeps its type, so that what points to it later finds it. */
  private Object readExtension(Input in, Slot slot) {
    int extension = in.u8();
    if (extension == Tag.Extension.SHARED || extension == Tag.Extension.REFERENCE) {
      int number = in.beginShared();
      in.descend();
      Object value = readField(in, slot);
      in.ascend();
      in.endShared(number, value);
      return value;
    }
    if (extension == Tag.Extension.AGAIN) {
      return convert(in, slot.host().again(in), slot);
    }
    in.position--;
    return read(in, Tag.EXTENSION, slot);
  }

  /** Whether a value of a kind follows the tag of an extension. */
  public static boolean isOfKind(Input in, int tag) {
    return tag == Tag.EXTENSION
        && in.position < in.end
        && in.bytes[in.position] == Tag.Extension.KIND;
  }

  /** Reads a value of a tag that is nothing special to this type. */
  public final Object readOther(Input in, int tag, Slot slot) {
    return convertField(in, TreeReader.value(in, tag, slot.place(), slot.host()), slot);
  }

  public final Object readEntry(Input in, int tag, Slot slot) {
    Object entry = in.entry(tag, slot.place());
    return entry instanceof String text
        ? convert(in, text, slot)
        : readEntry(in, (byte[]) entry, slot);
  }

  /** Reads an entry that is a value. */
  public final Object readEntry(Input in, byte[] entry, Slot slot) {
    Input.Outside outside = in.enter(entry);
    Object value;
    try {
      value = readField(in, slot);
    } catch (LarderException e) {
      throw in.within(outside, e);
    }
    in.leave(outside);
    return value;
  }

  public final Object convertField(Input in, Object value, Slot slot) {
    return value == null ? null : convert(in, value, slot);
  }
}
