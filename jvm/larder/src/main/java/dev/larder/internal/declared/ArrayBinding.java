package dev.larder.internal.declared;

import dev.larder.internal.bind.Binding;
import dev.larder.internal.bind.Registry;
import dev.larder.internal.bind.Slot;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.kind.Plain;
import dev.larder.internal.kind.Sharing;
import dev.larder.internal.message.Gaps;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import dev.larder.internal.tree.PrimitiveListReader;
import dev.larder.internal.tree.PrimitiveListWriter;
import dev.larder.internal.tree.TreeReader;
import dev.larder.internal.tree.TreeWriter;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** An array; one of bytes is bytes, every other a list. */
public final class ArrayBinding extends Binding {
  private final Class<?> component;
  private final Binding element;
  private final Registry registry;

  public ArrayBinding(Class<?> component, Binding element, Registry registry) {
    this.component = component;
    this.element = element;
    this.registry = registry;
  }

  @Override
  public void write(Output out, Object value, Place place) {
    int levels = Sharing.begin(out, value);
    if (levels == Sharing.AGAIN) {
      return;
    }
    long mark = out.mark();
    if (value instanceof byte[] bytes) {
      out.bytes(bytes);
    } else {
      list(out, value, place);
    }
    Sharing.end(out, levels, value, place, mark);
  }

  /** Writes the elements, whatever else is to be said of the array. */
  public void list(Output out, Object value, Place place) {
    if (PrimitiveListWriter.takes(component)) {
      PrimitiveListWriter.list(out, value, place);
      return;
    }
    TreeWriter.list(out, elements(value), place, registry.host(), registry.shapes());
  }

  private Object[] elements(Object value) {
    Object[] all = boxed(value);
    if (component == String.class) {
      return all;
    }
    for (int i = 0; i < all.length; i++) {
      all[i] = element.plainOrNull(all[i]);
    }
    return all;
  }

  /** The elements as objects, in a new array. {@link Array#get} takes ten times as long. */
  private static Object[] boxed(Object value) {
    if (value instanceof Object[] objects) {
      return Arrays.copyOf(objects, objects.length, Object[].class);
    }
    Object[] all = new Object[Array.getLength(value)];
    if (value instanceof int[] ints) {
      Arrays.setAll(all, i -> ints[i]);
    } else if (value instanceof long[] longs) {
      Arrays.setAll(all, i -> longs[i]);
    } else if (value instanceof double[] doubles) {
      Arrays.setAll(all, i -> doubles[i]);
    } else {
      Arrays.setAll(all, i -> Array.get(value, i));
    }
    return all;
  }

  /** The elements as a list that needs no kind. */
  public List<Object> content(Object value) {
    return new ArrayList<>(Arrays.asList(elements(value)));
  }

  @Override
  public Object plain(Object value) {
    return value instanceof byte[] ? value : new Plain(value, 0, null, content(value));
  }

  @Override
  public Object read(Input in, int tag, Slot slot) {
    if (tag == Tag.PACKED_LIST) {
      in.madeLater();
      Object made = component.isPrimitive() ? primitives(in, slot) : null;
      return made != null
          ? made
          : array(in, TreeReader.list(in, tag, slot.place(), slot.host()), slot);
    }
    if (!Tag.isList(tag)) {
      in.madeLater();
      return readOther(in, tag, slot);
    }
    in.descend();
    Gaps rows = tag == Tag.ROWS ? Gaps.ofRows(in) : null;
    int count = rows == null ? in.length() : rows.count;
    if (rows == null) {
      in.charge((long) Input.VALUE_BYTES * count);
    }
    Object made = Array.newInstance(component, count);
    in.made(made);
    for (int i = 0; i < count; i++) {
      Object value =
          rows == null ? element.readField(in, slot) : element.readRecord(in, rows, slot);
      set(in, made, i, value, slot);
    }
    in.ascend();
    return made;
  }

  private Object primitives(Input in, Slot slot) {
    return PrimitiveListReader.list(
        in, component, integer -> slot.conflict(in, "the integer " + integer));
  }

  private Object array(Input in, Object[] values, Slot slot) {
    Object made = Array.newInstance(component, values.length);
    for (int i = 0; i < values.length; i++) {
      set(in, made, i, element.convertField(in, values[i], slot), slot);
    }
    return made;
  }

  private void set(Input in, Object array, int index, Object value, Slot slot) {
    if (value == null && component.isPrimitive()) {
      throw slot.conflict(in, (Object) null);
    }
    // What is usual; Array.set takes ten times as long.
    if (array instanceof Object[] objects && component.isInstance(value)) {
      objects[index] = value;
      return;
    } else if (array instanceof int[] ints && value instanceof Integer number) {
      ints[index] = number;
      return;
    } else if (array instanceof long[] longs && value instanceof Long number) {
      longs[index] = number;
      return;
    } else if (array instanceof double[] doubles && value instanceof Double number) {
      doubles[index] = number;
      return;
    }
    try {
      Array.set(array, index, value);
    } catch (IllegalArgumentException e) {
      throw slot.conflict(in, value);
    }
  }

  @Override
  public Object convert(Input in, Object value, Slot slot) {
    if (value.getClass().isArray() && value.getClass().getComponentType() == component) {
      return value;
    }
    if (value instanceof Collection<?> values) {
      return array(in, values.toArray(), slot);
    }
    if (value.getClass().isArray()) {
      // Another one, as columns have it, which know nothing of declared types.
      Object[] values = new Object[Array.getLength(value)];
      for (int i = 0; i < values.length; i++) {
        values[i] = Array.get(value, i);
      }
      return array(in, values, slot);
    }
    throw slot.conflict(in, value);
  }
}
