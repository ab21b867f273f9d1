package dev.larder.internal.tree;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Gaps;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.shape.Shapes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Keeps everything that the vectors tell apart, as {@link Node}s. */
final class ExactHost implements Host {
  /** A map that is written as a value of a class. */
  static final class Kept extends LinkedHashMap<Object, Object> {
    private static final long serialVersionUID = 1;
  }

  private final Map<Shape, Shape> ofProfile = new HashMap<>();
  private final Shapes shapes;

  ExactHost(Shape[] profileShapes, Shapes shapes) {
    this.shapes = shapes;
    for (Shape shape : profileShapes) {
      ofProfile.remove(shape);
      ofProfile.put(shape, shape);
    }
  }

  @Override
  public Object value(Input in, Place place) {
    return TreeReader.value(in, place, this);
  }

  @Override
  public void writeValue(Output out, Object value, Place place) {
    TreeWriter.value(out, value, place, this, shapes);
  }

  @Override
  public Object integer(long value) {
    return value;
  }

  @Override
  public Object record(Input in, Shape shape) {
    in.beginRecord(shape);
    Object[] values = new Object[shape.keys.length];
    Node node = new Node("object", shape.className, shape.keys, values);
    in.made(node);
    for (int i = 0; i < values.length; i++) {
      values[i] = TreeReader.value(in, shape.places[i], this);
    }
    in.ascend();
    return node;
  }

  @Override
  public Object record(Input in, Gaps gaps) {
    gaps.next(in);
    Object[] all = gaps.shape.keys;
    Object[] keys = new Object[gaps.size()];
    Object[] values = new Object[keys.length];
    Node node = new Node("object", gaps.shape.className, keys, values);
    in.made(node);
    int next = 0;
    for (int key = 0; key < all.length; key++) {
      if (!gaps.lacks(key)) {
        keys[next] = all[key];
        values[next++] =
            gaps.hasValue(key) ? TreeReader.value(in, gaps.shape.places[key], this) : null;
      }
    }
    in.ascend();
    return node;
  }

  @Override
  public Object row(Input in, Shape shape, Object[] values) {
    List<Object> keys = new ArrayList<>();
    List<Object> present = new ArrayList<>();
    for (int key = 0; key < values.length; key++) {
      if (values[key] != ABSENT) {
        keys.add(shape.keys[key]);
        present.add(values[key]);
      }
    }
    return new Node("object", shape.className, keys.toArray(), present.toArray());
  }

  @Override
  public Object enumCase(Input in, String className, String caseName) {
    return new Node("enum", className, caseName);
  }

  @Override
  public Object custom(Input in, String className, byte[] bytes) {
    return new Node("custom", className, bytes);
  }

  @Override
  public Object typed(Input in, String className, Place place) {
    return new Node("typed", className, TreeReader.value(in, place, this));
  }

  @Override
  public Object kind(Input in, int kind, String name, Place place) {
    return new Node("kind", kind, name, TreeReader.value(in, place, this));
  }

  @Override
  public Object ofKind(Input in, int kind, Object content) {
    return new Node("kind", kind, null, content);
  }

  @Override
  public int kind(Object value) {
    return value instanceof Node node && node.kind().equals("kind") ? (Integer) node.parts()[0] : 0;
  }

  @Override
  public int columnKind(Output out, Object value) {
    int kind = kind(value);
    return kind < Tag.NAMED_KIND ? kind : 0;
  }

  @Override
  public Object content(Object value) {
    return ((Node) value).parts()[2];
  }

  @Override
  public Object dateTime(Input in, long seconds, int nanoseconds) {
    return new Node("datetime", seconds, (long) nanoseconds);
  }

  @Override
  public Object instant(Input in, long seconds, int nanoseconds) {
    return new Node("instant", seconds, (long) nanoseconds);
  }

  @Override
  public Object zoned(Input in, long seconds, int nanoseconds, long offset, String zone) {
    return new Node("zoned", seconds, (long) nanoseconds, offset, zone);
  }

  @Override
  public Object duration(Input in, long seconds, int nanoseconds) {
    return new Node("duration", seconds, (long) nanoseconds);
  }

  @Override
  public Object date(Input in, long days) {
    return new Node("date", days);
  }

  @Override
  public Object shared(Input in, boolean isReference, Place place) {
    int number = in.beginShared();
    Object value = TreeReader.value(in, place, this);
    Node node = new Node(isReference ? "reference" : "shared", value);
    in.endShared(number, node);
    return node;
  }

  @Override
  public Object again(Input in) {
    int at = in.position;
    in.again();
    in.position = at;
    return new Node("again", in.varint());
  }

  @Override
  public Shape shape(Object value) {
    if (value instanceof Node node && node.kind().equals("object")) {
      Shape shape = new Shape((String) node.parts()[0], (Object[]) node.parts()[1]);
      return ofProfile.getOrDefault(shape, shape);
    }
    return null;
  }

  @Override
  public void values(Object value, Object[] into) {
    Object[] values = (Object[]) ((Node) value).parts()[2];
    System.arraycopy(values, 0, into, 0, values.length);
  }

  @Override
  public int nulls(Object value) {
    Object[] values = (Object[]) ((Node) value).parts()[2];
    return (int) Arrays.stream(values).filter(each -> each == null).count();
  }

  @Override
  public void writeRow(Output out, Object value) {
    Object[] values = (Object[]) ((Node) value).parts()[2];
    Shape shape = shape(value);
    for (int i = 0; i < values.length; i++) {
      TreeWriter.value(out, values[i], shape.places[i], this, shapes);
    }
  }

  @Override
  public boolean isTree(Output out, Object value) {
    return isTree(value);
  }

  @Override
  public boolean isOwn(Output out, Object value) {
    return value instanceof Kept;
  }

  private boolean isTree(Object value) {
    if (value instanceof Node node) {
      boolean isNumbered = List.of("shared", "reference", "again").contains(node.kind());
      return !isNumbered && isTree(node.parts());
    }
    if (value instanceof Object[] values) {
      return areTrees(Arrays.asList(values));
    }
    if (value instanceof List<?> list) {
      return areTrees(list);
    }
    if (value instanceof Map<?, ?> map) {
      return areTrees(map.values());
    }
    return true;
  }

  private boolean areTrees(Iterable<?> values) {
    for (Object value : values) {
      if (!isTree(value)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void write(Output out, Object value, Place place) {
    if (value instanceof Kept) {
      write(out, new Node("typed", "Kept", new LinkedHashMap<>((Kept) value)), place);
      return;
    }
    Node node = (Node) value;
    Object[] parts = node.parts();
    Shape shape = shape(node);
    if (shape != null) {
      TreeWriter.record(out, shape, (Object[]) parts[2], this, shapes);
      return;
    }
    if (node.kind().equals("kind")) {
      TreeWriter.beginKind(out, kind(node), (String) parts[1], place);
      TreeWriter.value(out, parts[2], place, this, shapes);
      out.ascend();
      return;
    }
    out.u8(Tag.EXTENSION);
    switch (node.kind()) {
      case "date" -> {
        out.u8(Tag.Extension.DATE);
        out.zigzag((Long) parts[0]);
      }
      case "datetime" -> moment(out, Tag.Extension.DATE_TIME, parts);
      case "instant" -> moment(out, Tag.Extension.INSTANT, parts);
      case "duration" -> moment(out, Tag.Extension.DURATION, parts);
      case "zoned" -> {
        moment(out, Tag.Extension.ZONED, parts);
        out.zigzag((Long) parts[2]);
        out.text((String) parts[3], place);
      }
      case "enum" -> {
        out.u8(Tag.Extension.ENUM);
        out.text((String) parts[0], place);
        out.text((String) parts[1], place);
      }
      case "custom" -> {
        out.u8(Tag.Extension.CUSTOM);
        out.text((String) parts[0], place);
        out.counted((byte[]) parts[1]);
      }
      case "typed" -> {
        out.u8(Tag.Extension.TYPED);
        out.text((String) parts[0], place);
        state(out, parts[1], place);
      }
      case "shared", "reference" -> {
        out.numbered++;
        out.u8(node.kind().equals("shared") ? Tag.Extension.SHARED : Tag.Extension.REFERENCE);
        state(out, parts[0], place);
      }
      case "again" -> {
        if ((Long) parts[0] >= out.numbered) {
          throw new LarderException(ErrorKind.UNKNOWN_REFERENCE, -1, "nothing of this number");
        }
        out.u8(Tag.Extension.AGAIN);
        out.varint((Long) parts[0]);
      }
      default -> throw new AssertionError(node.kind());
    }
  }

  private void state(Output out, Object value, Place place) {
    out.descend();
    TreeWriter.value(out, value, place, this, shapes);
    out.ascend();
  }

  private static void moment(Output out, int kind, Object[] parts) {
    out.u8(kind);
    out.zigzag((Long) parts[0]);
    out.varint((Long) parts[1]);
  }
}
