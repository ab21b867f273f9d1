package dev.larder.internal.declared;

import dev.larder.internal.bind.Binding;
import dev.larder.internal.bind.EnumBinding;
import dev.larder.internal.bind.Registry;
import dev.larder.internal.bind.Slot;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.kind.ClassNames;
import dev.larder.internal.kind.EnumKeys;
import dev.larder.internal.kind.KindHeader;
import dev.larder.internal.kind.Kinds;
import dev.larder.internal.kind.Plain;
import dev.larder.internal.message.Gaps;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import dev.larder.internal.tree.TreeReader;
import dev.larder.internal.tree.TreeWriter;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;

/** A collection of values of one declared type. */
public final class CollectionBinding extends ContainerBinding {
  private final Binding element;

  public CollectionBinding(Class<?> declared, Binding element, Registry registry) {
    super(declared, Kinds.LIST, registry);
    this.element = element;
  }

  @Override
  void writeContent(Output out, Object value, Place place) {
    if (value.getClass() != ArrayList.class) {
      out.multiply(Kinds.of(value).bytes((Collection<?>) value));
    }
    list(out, (Collection<?>) value, place);
  }

  /** Writes the elements, whatever else is to be said of the collection. */
  public void list(Output out, Collection<?> values, Place place) {
    TreeWriter.list(out, elements(values), place, registry.host(), registry.shapes());
  }

  private Object[] elements(Collection<?> values) {
    Object[] all = values.toArray();
    if (all.getClass() != Object[].class) {
      all = Arrays.copyOf(all, all.length, Object[].class);
    }
    for (int i = 0; i < all.length; i++) {
      all[i] = element.plainOrNull(all[i]);
    }
    return all;
  }

  /** The elements as a list that needs no kind. */
  public List<Object> content(Object value) {
    return new ArrayList<>(Arrays.asList(elements((Collection<?>) value)));
  }

  @Override
  public Object plain(Object value) {
    int code = code(value);
    int order = Kinds.order(value);
    String name = nameOf(code, value);
    if (order == 0) {
      return new Plain(value, code, name, content(value));
    }
    return new Plain(value, order, null, new Plain(null, code, name, content(value)));
  }

  @Override
  public Object read(Input in, int tag, Slot slot) {
    KindHeader header = KindHeader.read(in, tag, Kinds.Form.LIST, slot.place());
    if (header == null) {
      in.madeLater();
      return readOther(in, tag, slot);
    }
    Kinds.Kind own = header.kind;
    if (own == null || !declared.isAssignableFrom(own.type)) {
      own = kind;
    }
    Object value;
    if (header.keys != null && declared.isAssignableFrom(EnumSet.class)) {
      in.madeLater();
      value = enumSet(in, header, slot);
    } else if (Tag.isList(header.tag)) {
      value = read(in, header, slot, own);
    } else {
      in.madeLater();
      value = readOther(in, header.tag, slot);
    }
    header.end(in);
    return value;
  }

  private Object read(Input in, KindHeader header, Slot slot, Kinds.Kind own) {
    Object made = null;
    if (own.isFilled() && (own == Kinds.LIST || in.isAwaited()) && header.order == 0) {
      made = own.empty(0, 0);
      in.made(made);
    } else {
      in.madeLater();
    }
    List<Object> values = elements(in, header.tag, slot, own == Kinds.LIST ? made : null);
    if (values == made) {
      return made;
    }
    Object filled =
        made == null
            ? own.make(in, values, header.order, registry)
            : own.fill(in, made, values, registry);
    if (filled == null) {
      throw slot.conflict(in, "values that it cannot hold");
    }
    return filled;
  }

  @SuppressWarnings("unchecked")
  private List<Object> elements(Input in, int tag, Slot slot, Object made) {
    if (tag == Tag.PACKED_LIST) {
      List<Object> values = Arrays.asList(TreeReader.list(in, tag, slot.place(), slot.host()));
      values.replaceAll(value -> element.convertField(in, value, slot));
      if (made == null) {
        return values;
      }
      ((ArrayList<Object>) made).addAll(values);
      return (ArrayList<Object>) made;
    }
    in.descend();
    Gaps rows = tag == Tag.ROWS ? Gaps.ofRows(in) : null;
    int count = rows == null ? in.length() : rows.count;
    if (rows == null) {
      in.charge((long) Input.VALUE_BYTES * count);
    }
    ArrayList<Object> values = made == null ? new ArrayList<>(count) : (ArrayList<Object>) made;
    values.ensureCapacity(count);
    for (int i = 0; i < count; i++) {
      values.add(rows == null ? element.readField(in, slot) : element.readRecord(in, rows, slot));
    }
    in.ascend();
    return values;
  }

  private Object enumSet(Input in, KindHeader header, Slot slot) {
    EnumBinding constants = ClassNames.enumeration(header.keys, registry);
    if (constants == null) {
      throw slot.conflict(in, "a set of the enumeration " + header.keys);
    }
    return EnumKeys.set(
        in, constants, TreeReader.value(in, header.tag, slot.place(), slot.host()), slot);
  }

  @Override
  public Object convert(Input in, Object value, Slot slot) {
    List<Object> converted = new ArrayList<>();
    boolean same = declared.isInstance(value);
    if (value instanceof Collection<?> values) {
      for (Object one : values) {
        Object other = element.convertField(in, one, slot);
        same &= other == one;
        converted.add(other);
      }
    } else if (value.getClass().isArray() && !(value instanceof byte[])) {
      for (int i = 0; i < Array.getLength(value); i++) {
        converted.add(element.convertField(in, Array.get(value, i), slot));
      }
    } else {
      throw slot.conflict(in, value);
    }
    // What was kept beside the declared type stays what it was; a list is what is declared.
    boolean own = isOwn(value);
    if (same && own) {
      return value;
    }
    Kinds.Kind wanted = own ? Kinds.of(value) : kind;
    Object made = wanted.make(in, converted, own ? Kinds.order(value) : 0, registry);
    if (made == null) {
      throw slot.conflict(in, "values that it cannot hold");
    }
    return made;
  }
}
