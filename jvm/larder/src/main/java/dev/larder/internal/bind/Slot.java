package dev.larder.internal.bind;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Input;
import dev.larder.internal.tree.Host;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Where a value goes: what a reader has to know of the field, or of the root, that it fills.
 *
 * @param host what makes values there whose type is not declared
 * @param place what the profile knows of the values there
 * @param owner the class that has the field; null for the message's value
 * @param name the field
 * @param type the declared type, for people
 */
public record Slot(Host host, Place place, String owner, String name, String type) {
  /** The message's value. */
  public static Slot root(Host host, Place place, String type) {
    return new Slot(host, place, null, null, type);
  }

  public Slot in(Place other) {
    return new Slot(host, other, owner, name, type);
  }

  /** What is to be thrown where the value is of a kind that its field cannot take. */
  public LarderException conflict(Input in, int tag) {
    return conflict(in, kind(tag));
  }

  public LarderException conflict(Input in, String found) {
    String place = owner == null ? "the value" : owner + "." + name;
    return in.errorAtTag(
        ErrorKind.REFUSED, place + " is declared " + type + ", and " + found + " was written");
  }

  /** As {@link #conflict}, for a value that was read already. */
  public LarderException conflict(Input in, Object found) {
    return conflict(in, kind(found));
  }

  private static String kind(Object value) {
    if (value == null) {
      return "null";
    } else if (value instanceof String) {
      return "a text";
    } else if (value instanceof Integer || value instanceof Long) {
      return "the integer " + value;
    } else if (value instanceof Double || value instanceof Float) {
      return "the float " + value;
    } else if (value instanceof Boolean) {
      return "a boolean";
    } else if (value instanceof byte[]) {
      return "bytes";
    } else if (value instanceof List) {
      return "a list";
    }
    return value instanceof Map ? "a map" : "a " + value.getClass().getSimpleName();
  }

  private static String kind(int tag) {
    if (Tag.isInteger(tag)) {
      return "an integer";
    } else if (Tag.isText(tag)) {
      return "a text";
    } else if (Tag.isFloat(tag)) {
      return "a float";
    } else if (Tag.isRecord(tag)
        || tag == Tag.GAPPED_RECORD
        || tag == Tag.MAP
        || tag == Tag.PAIRS) {
      return "a map or an object";
    } else if (Tag.isList(tag)) {
      return "a list";
    }
    return switch (tag) {
      case Tag.NULL -> "null";
      case Tag.FALSE, Tag.TRUE -> "a boolean";
      case Tag.BYTES -> "bytes";
      case Tag.EXTENSION -> "an extension";
      default -> "tag " + HexFormat.of().withUpperCase().toHexDigits((byte) tag);
    };
  }
}
