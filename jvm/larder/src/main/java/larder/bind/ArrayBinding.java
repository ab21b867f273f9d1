package larder.bind;

import java.lang.reflect.Array;
import java.util.Collection;
import larder.format.Input;
import larder.format.Output;
import larder.format.Place;
import larder.format.Tag;
import larder.format.TreeReader;
import larder.format.TreeWriter;

/** An array; one of bytes is bytes, every other a list. */
final class ArrayBinding extends Binding {
  private final Class<?> component;
  private final Binding element;
  private final Bindings bindings;

  ArrayBinding(Class<?> component, Binding element, Bindings bindings) {
    this.component = component;
    this.element = element;
    this.bindings = bindings;
  }

  @Override
  void write(Output out, Object value, Place place) {
    if (value instanceof byte[] bytes) {
      out.bytes(bytes);
      return;
    }
    int levels = Sharing.begin(out, value);
    if (levels == Sharing.AGAIN) {
      return;
    }
    Object[] all = new Object[Array.getLength(value)];
    for (int i = 0; i < all.length; i++) {
      all[i] = element.plainOrNull(Array.get(value, i));
    }
    TreeWriter.list(out, all, place, out.host, bindings.shapes());
    Sharing.end(out, levels);
  }

  @Override
  Object read(Input in, int tag, Slot slot) {
    if (tag == Tag.PACKED_LIST) {
      in.madeLater();
      return array(in, TreeReader.list(in, tag, slot.place(), in.host), slot);
    }
    if (tag != Tag.LIST) {
      in.madeLater();
      return readOther(in, tag, slot);
    }
    int count = in.length();
    in.descend();
    in.charge((long) Input.VALUE_BYTES * count);
    Object made = Array.newInstance(component, count);
    in.made(made);
    for (int i = 0; i < count; i++) {
      set(in, made, i, element.readField(in, slot), slot);
    }
    in.ascend();
    return made;
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
    Array.set(array, index, value);
  }

  @Override
  Object convert(Input in, Object value, Slot slot) {
    if (value.getClass().isArray() && value.getClass().getComponentType() == component) {
      return value;
    }
    if (value instanceof Collection<?> values) {
      return array(in, values.toArray(), slot);
    }
    if (value instanceof Object[] values) {
      // An array of arrays, as columns have it, which know nothing of declared types.
      return array(in, values, slot);
    }
    throw slot.conflict(in, value);
  }
}
