package dev.larder.lab.host;

import java.io.IOException;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/** Values as trees of Map, List, String, Integer, Long, BigInteger, Double, Boolean and null. */
public final class Tree implements Packing<Object> {
  public static final Tree PACKING = new Tree();

  private Tree() {}

  /** Holds any tree. */
  public static final class TreeHolder implements Holder, Serializable {
    private static final long serialVersionUID = 1;

    private Object value;

    @Override
    public Object get() {
      return value;
    }

    @Override
    public void set(Object value) {
      this.value = value;
    }
  }

  @Override
  public void pack(MessagePacker out, Object value) throws IOException {
    if (value == null) {
      out.packNil();
    } else if (value instanceof String text) {
      out.packString(text);
    } else if (value instanceof Integer number) {
      out.packInt(number);
    } else if (value instanceof Double number) {
      out.packDouble(number);
    } else if (value instanceof Boolean truth) {
      out.packBoolean(truth);
    } else if (value instanceof Long number) {
      out.packLong(number);
    } else if (value instanceof BigInteger number) {
      Packing.packBigInteger(out, number);
    } else if (value instanceof List<?> list) {
      out.packArrayHeader(list.size());
      for (Object element : list) {
        pack(out, element);
      }
    } else if (value instanceof Map<?, ?> map) {
      out.packMapHeader(map.size());
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.packString((String) entry.getKey());
        pack(out, entry.getValue());
      }
    } else {
      throw new IllegalArgumentException("not part of a tree: " + value.getClass().getName());
    }
  }

  @Override
  public Object unpack(MessageUnpacker in) throws IOException {
    switch (in.getNextFormat().getValueType()) {
      case NIL:
        in.unpackNil();
        return null;
      case STRING:
        return in.unpackString();
      case INTEGER:
        long number = in.unpackLong();
        if (number == (int) number) {
          return (int) number;
        }
        return number;
      case FLOAT:
        return in.unpackDouble();
      case BOOLEAN:
        return in.unpackBoolean();
      case EXTENSION:
        return Packing.unpackBigInteger(in);
      case ARRAY:
        int length = in.unpackArrayHeader();
        List<Object> list = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
          list.add(unpack(in));
        }
        return list;
      case MAP:
        int size = in.unpackMapHeader();
        Map<String, Object> map = new LinkedHashMap<>(size * 4 / 3 + 1);
        for (int i = 0; i < size; i++) {
          map.put(in.unpackString(), unpack(in));
        }
        return map;
      default:
        throw new IllegalArgumentException("not part of a tree: " + in.getNextFormat());
    }
  }
}
