package dev.larder.internal.declared;

import dev.larder.internal.bind.Binding;
import dev.larder.internal.bind.Slot;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.kind.Kinds;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;

/** Booleans, numbers, characters and texts as objects. */
public enum Boxed {
  BOOLEAN,
  BYTE,
  SHORT,
  INTEGER,
  LONG,
  FLOAT,
  DOUBLE,
  CHARACTER,
  TEXT;

  private final Binding binding = new OfKind(this);

  public Binding binding() {
    return binding;
  }

  /** A key of a declared or named class, of one as the format has it. */
  public static Object key(Input in, Binding binding, Object key, Slot slot) {
    if (binding == FLOAT.binding && key instanceof String text) {
      try {
        return Float.valueOf(text);
      } catch (NumberFormatException e) {
        throw slot.conflict(in, "the text " + text);
      }
    }
    return binding.convertField(in, key, slot);
  }

  private static final class OfKind extends Binding {
    private final Boxed kind;

    OfKind(Boxed kind) {
      this.kind = kind;
    }

    @Override
    public void write(Output out, Object value, Place place) {
      switch (kind) {
        case BOOLEAN -> out.bool((Boolean) value);
        case BYTE, SHORT, INTEGER, LONG -> out.integer(((Number) value).longValue());
        case FLOAT -> ScalarWriter.float32(out, (Float) value, Place.NONE);
        case DOUBLE -> out.floatNumber((Double) value);
        case CHARACTER -> ScalarWriter.character(out, (Character) value, place);
        case TEXT -> out.text((String) value, place);
      }
    }

    @Override
    public Object plain(Object value) {
      return switch (kind) {
        case BYTE, SHORT -> ((Number) value).intValue();
        case LONG -> Kinds.integer(value);
        case CHARACTER -> Kinds.of(Character.class).content(value);
        default -> value;
      };
    }

    @Override
    public Object read(Input in, int tag, Slot slot) {
      if (Tag.isInteger(tag)) {
        return ofInteger(in, in.integer(tag), slot);
      }
      if (Tag.isText(tag)) {
        return convert(in, in.text(tag, slot.place()), slot);
      }
      if (Tag.isFloat(tag)) {
        return convert(in, in.floatNumber(tag), slot);
      }
      if (tag == Tag.TRUE || tag == Tag.FALSE) {
        return convert(in, tag == Tag.TRUE, slot);
      }
      if (tag == Tag.EXTENSION) {
        return readOther(in, tag, slot);
      }
      throw slot.conflict(in, tag);
    }

    private Object ofInteger(Input in, long value, Slot slot) {
      switch (kind) {
        case CHARACTER:
          Object character = Kinds.character(value);
          if (character != null) {
            return character;
          }
          break;
        case LONG:
          return value;
        case INTEGER:
          if (value == (int) value) {
            return (int) value;
          }
          break;
        case SHORT:
          if (value == (short) value) {
            return (short) value;
          }
          break;
        case BYTE:
          if (value == (byte) value) {
            return (byte) value;
          }
          break;
        case DOUBLE:
          // 2^63 is a float, but no long: the cast back would say that it is the largest one.
          if ((long) (double) value == value && value != Long.MAX_VALUE) {
            return (double) value;
          }
          break;
        case FLOAT:
          if ((long) (float) value == value && value != Long.MAX_VALUE) {
            return (float) value;
          }
          break;
        default:
          break;
      }
      throw slot.conflict(in, "the integer " + value);
    }

    @Override
    public Object convert(Input in, Object value, Slot slot) {
      if (value instanceof Integer && kind == INTEGER || value instanceof Long && kind == LONG) {
        return value;
      }
      if (value instanceof Long
          || value instanceof Integer
          || value instanceof Short
          || value instanceof Byte) {
        return ofInteger(in, ((Number) value).longValue(), slot);
      }
      switch (kind) {
        case BOOLEAN:
          if (value instanceof Boolean) {
            return value;
          }
          break;
        case DOUBLE:
          if (value instanceof Double) {
            return value;
          }
          if (value instanceof Float number) {
            return (double) number;
          }
          break;
        case FLOAT:
          if (value instanceof Float) {
            return value;
          }
          if (value instanceof Double number
              && (Double.isNaN(number) || (double) (float) (double) number == number)) {
            return (float) (double) number;
          }
          break;
        case TEXT:
          if (value instanceof String) {
            return value;
          }
          break;
        case CHARACTER:
          if (value instanceof Character) {
            return value;
          }
          if (value instanceof String text && text.length() == 1) {
            return text.charAt(0);
          }
          break;
        default:
          break;
      }
      throw slot.conflict(in, value);
    }
  }
}
