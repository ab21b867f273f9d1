package larder.bind;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import larder.format.Input;
import larder.format.Output;
import larder.format.Place;
import larder.format.Tag;
import larder.format.TreeReader;
import larder.format.TreeWriter;

/** A collection of values of one declared type. */
final class CollectionBinding extends Binding {
  private final Class<?> declared;

  /** What the collection is, unless the value says otherwise. */
  private final Class<?> kind;

  private final Binding element;
  private final Bindings bindings;

  CollectionBinding(Class<?> declared, Binding element, Bindings bindings) {
    this.declared = declared;
    this.element = element;
    this.bindings = bindings;
    kind = Kinds.byDefault(declared);
  }

  @Override
  void write(Output out, Object value, Place place) {
    int levels = Sharing.begin(out, value);
    if (levels == Sharing.AGAIN) {
      return;
    }
    Class<?> own = Kinds.of(value);
    if (own == kind || !declared.isAssignableFrom(own)) {
      list(out, (Collection<?>) value, place);
    } else {
      ClassHost.beginTyped(out, own.getSimpleName(), place);
      list(out, (Collection<?>) value, place);
      out.ascend();
    }
    Sharing.end(out, levels);
  }

  private void list(Output out, Collection<?> values, Place place) {
    Object[] all = values.toArray();
    for (int i = 0; i < all.length; i++) {
      all[i] = element.plainOrNull(all[i]);
    }
    TreeWriter.list(out, all, place, out.host, bindings.shapes());
  }

  @Override
  Object plain(Object value) {
    List<Object> plain = new ArrayList<>();
    boolean same = true;
    for (Object one : (Collection<?>) value) {
      Object other = element.plainOrNull(one);
      same &= other == one;
      plain.add(other);
    }
    return same ? value : Kinds.copy(Kinds.of(value), plain);
  }

  @Override
  Object read(Input in, int tag, Slot slot) {
    if (!isTyped(in, tag)) {
      return read(in, tag, slot, kind);
    }
    Class<?> own = beginTyped(in, declared, slot);
    Object value = read(in, in.u8(), slot, own);
    in.ascend();
    return value;
  }

  @SuppressWarnings("unchecked")
  private static Collection<Object> empty(Class<?> kind, int count) {
    return (Collection<Object>) Kinds.make(kind, count);
  }

  private Object read(Input in, int tag, Slot slot, Class<?> own) {
    if (tag != Tag.PACKED_LIST && tag != Tag.LIST) {
      return readOther(in, tag, slot);
    }
    if (tag == Tag.PACKED_LIST) {
      Collection<Object> made = empty(own, 0);
      in.made(made);
      List<Object> values = Arrays.asList(TreeReader.list(in, tag, slot.place(), in.host));
      values.replaceAll(value -> element.convertField(in, value, slot));
      return fill(in, made, values, slot);
    }
    int count = in.length();
    in.descend();
    in.charge((long) Input.VALUE_BYTES * count);
    Collection<Object> made = empty(own, count);
    in.made(made);
    Collection<Object> values = own == ArrayList.class ? made : new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      add(in, values, element.readField(in, slot), slot);
    }
    in.ascend();
    return values == made ? made : fill(in, made, values, slot);
  }

  /** Adds what some collections do not take: null, or what cannot be compared. */
  private static void add(Input in, Collection<Object> to, Object value, Slot slot) {
    try {
      to.add(value);
    } catch (NullPointerException | ClassCastException e) {
      throw slot.conflict(in, value);
    }
  }

  /** As {@link #add}, for all values at once: some collections copy themselves for each. */
  private Object fill(Input in, Collection<Object> made, Collection<Object> values, Slot slot) {
    Hashed.charge(in, made.getClass(), values, bindings);
    try {
      made.addAll(values);
    } catch (NullPointerException | ClassCastException e) {
      throw slot.conflict(in, "a value that it does not take");
    }
    return made;
  }

  @Override
  Object convert(Input in, Object value, Slot slot) {
    if (!(value instanceof Collection<?> values)) {
      throw slot.conflict(in, value);
    }
    boolean same = value.getClass() == kind;
    List<Object> converted = new ArrayList<>(values.size());
    for (Object one : values) {
      Object other = element.convertField(in, one, slot);
      same &= other == one;
      converted.add(other);
    }
    if (same) {
      return value;
    }
    // What was kept beside the declared type stays what it was.
    boolean own = declared.isInstance(value) && value.getClass() != ArrayList.class;
    Class<?> wanted = own ? value.getClass() : kind;
    return fill(in, empty(wanted, converted.size()), converted, slot);
  }
}
