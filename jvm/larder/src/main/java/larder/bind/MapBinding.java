package larder.bind;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import larder.ErrorKind;
import larder.LarderException;
import larder.format.Input;
import larder.format.Output;
import larder.format.Place;
import larder.format.TreeReader;
import larder.format.TreeWriter;

/** A map of keys and values of declared types. */
final class MapBinding extends Binding {
  private final Class<?> declared;
  private final Class<?> kind;
  private final Binding key;
  private final Binding value;
  private final Bindings bindings;

  MapBinding(Class<?> declared, Binding key, Binding value, Bindings bindings) {
    this.declared = declared;
    this.key = key;
    this.value = value;
    this.bindings = bindings;
    kind = Kinds.byDefault(declared);
  }

  @Override
  void write(Output out, Object written, Place place) {
    int levels = Sharing.begin(out, written);
    if (levels == Sharing.AGAIN) {
      return;
    }
    Class<?> own = Kinds.of(written);
    // A HashMap comes back as the LinkedHashMap that it may as well have been.
    boolean asDeclared =
        own == kind || !declared.isAssignableFrom(own) || own.isAssignableFrom(kind);
    if (!asDeclared) {
      ClassHost.beginTyped(out, own.getSimpleName(), place);
    }
    TreeWriter.value(out, plain((Map<?, ?>) written), place, out.host, bindings.shapes());
    if (!asDeclared) {
      out.ascend();
    }
    Sharing.end(out, levels);
  }

  /** The map as the format has maps: itself, or one whose keys and values are written otherwise. */
  private Map<?, ?> plain(Map<?, ?> map) {
    boolean same =
        map.getClass() == LinkedHashMap.class || map.getClass() == java.util.HashMap.class;
    if (same) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        if (Bindings.key(entry.getKey()) != entry.getKey()
            || value.plainOrNull(entry.getValue()) != entry.getValue()) {
          same = false;
          break;
        }
      }
    }
    if (same) {
      return map;
    }
    Map<Object, Object> plain = new LinkedHashMap<>();
    map.forEach((one, other) -> plain.put(Bindings.key(one), value.plainOrNull(other)));
    if (plain.size() < map.size()) {
      throw new LarderException(ErrorKind.REFUSED, -1, "a map in which two keys are written alike");
    }
    return plain;
  }

  @Override
  Object plain(Object written) {
    return plain((Map<?, ?>) written);
  }

  @Override
  Object read(Input in, int tag, Slot slot) {
    if (isTyped(in, tag)) {
      in.madeLater();
      Class<?> own = beginTyped(in, declared, slot);
      Object value = TreeReader.value(in, slot.place(), in.host);
      in.ascend();
      return convert(in, value, slot, own);
    }
    // Values are converted where they are; other keys, and other kinds of maps, take another map.
    if (kind != LinkedHashMap.class
        || key != Boxed.TEXT.binding() && !(key instanceof DynamicBinding)) {
      in.madeLater();
    }
    return readOther(in, tag, slot);
  }

  @Override
  Object convert(Input in, Object read, Slot slot) {
    boolean own = declared.isInstance(read) && read.getClass() != LinkedHashMap.class;
    return convert(in, read, slot, own ? read.getClass() : kind);
  }

  @SuppressWarnings("unchecked")
  private Object convert(Input in, Object read, Slot slot, Class<?> wanted) {
    if (read instanceof Collection<?> none && none.isEmpty()) {
      // PHP has one empty array for both.
      return Kinds.make(wanted, 0);
    }
    if (!(read instanceof Map<?, ?> map)) {
      throw slot.conflict(in, read);
    }
    boolean same = wanted == map.getClass();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object converted = value.convertField(in, entry.getValue(), slot);
      if (converted != entry.getValue()) {
        ((Map.Entry<Object, Object>) entry).setValue(converted);
      }
      same &= key.convertField(in, entry.getKey(), slot) == entry.getKey();
    }
    if (same) {
      return map;
    }
    Map<Object, Object> made = (Map<Object, Object>) Kinds.make(wanted, map.size());
    try {
      map.forEach((one, other) -> made.put(key.convertField(in, one, slot), other));
    } catch (NullPointerException | ClassCastException e) {
      throw slot.conflict(in, "a key or value that it does not take");
    }
    return made;
  }
}
