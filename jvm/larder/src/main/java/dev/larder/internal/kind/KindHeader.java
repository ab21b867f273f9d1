package dev.larder.internal.kind;

import dev.larder.internal.bind.Binding;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Input;
import dev.larder.internal.tree.TreeReader;

/** The kinds that stand before what a declared collection or map is made of. */
public final class KindHeader {
  /** The kind that is said; null for the one that is declared. */
  public Kinds.Kind kind;

  /** {@link Kinds#REVERSED}, {@link Kinds#CASE_INSENSITIVE}, or 0. */
  public int order;

  /** The class of a map's keys, or the enumeration of a set or map; null if none is said. */
  public String keys;

  /** Whether {@link #keys} names the enumeration of an {@link java.util.EnumMap}. */
  public boolean isEnumMap;

  /** Whether keys and values of a map stand in turn. */
  public boolean isPairs;

  /** The tag after them. */
  public int tag;

  private int levels;

  private KindHeader() {}

  /**
   * Reads them, from a tag on that was read. Where there is one that no collection or map is of,
   * nothing is read.
   *
   * @return null if there is such a one
   */
  public static KindHeader read(Input in, int tag, Kinds.Form form, Place place) {
    int start = in.position;
    KindHeader header = new KindHeader();
    header.tag = tag;
    while (Binding.isOfKind(in, header.tag)) {
      if (in.remaining() < 2) {
        throw in.truncated();
      }
      if (!header.isKnown(in.bytes[in.position + 1] & 0xFF, form)) {
        for (; header.levels > 0; header.levels--) {
          in.ascend();
        }
        in.position = start;
        return null;
      }
      in.take(2);
      in.charge(4L * Input.VALUE_BYTES);
      if ((in.bytes[in.position - 1] & Tag.NAMED_KIND) != 0) {
        header.keys = TreeReader.name(in, place);
      }
      in.descend();
      header.levels++;
      header.tag = in.u8();
    }
    return header;
  }

  private boolean isKnown(int code, Kinds.Form form) {
    if (code == Kinds.REVERSED || code == Kinds.CASE_INSENSITIVE) {
      order = code;
      return true;
    }
    if (form == Kinds.Form.MAP) {
      isPairs |= code == Kinds.PAIRS;
      isEnumMap |= code == Kinds.ENUM_MAP;
      if (code == Kinds.PAIRS || code == Kinds.ENUM_MAP || code == Kinds.KEYED) {
        return true;
      }
    } else if (code == Kinds.ENUM_SET) {
      return true;
    }
    Kinds.Kind of = Kinds.of(code);
    if (of == null || of.form != form) {
      return false;
    }
    kind = of;
    return true;
  }

  /** Ends what {@link #read} began. */
  public void end(Input in) {
    for (; levels > 0; levels--) {
      in.ascend();
    }
  }
}
