package dev.larder.internal.declared;

import dev.larder.ErrorKind;
import dev.larder.Level;
import dev.larder.internal.bind.Binding;
import dev.larder.internal.bind.EnumBinding;
import dev.larder.internal.bind.Registry;
import dev.larder.internal.bind.Slot;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.kind.ClassNames;
import dev.larder.internal.kind.EnumKeys;
import dev.larder.internal.kind.Keys;
import dev.larder.internal.kind.KindHeader;
import dev.larder.internal.kind.Kinds;
import dev.larder.internal.kind.Plain;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import dev.larder.internal.shape.KeyHashes;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.tree.TreeReader;
import dev.larder.internal.tree.TreeWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A map of keys and values of declared types. */
public final class MapBinding extends ContainerBinding {
  private final Binding key;
  private final Binding value;

  public MapBinding(Class<?> declared, Binding key, Binding value, Registry registry) {
    super(declared, Kinds.MAP, registry);
    this.key = key;
    this.value = value;
  }

  @Override
  void writeContent(Output out, Object map, Place place) {
    content(out, (Map<?, ?>) map, place);
  }

  /** Writes keys and values, whatever else is to be said of the map. */
  public void content(Output out, Map<?, ?> map, Place place) {
    if (isDeclared() && writePairs(out, map, place)) {
      return;
    }
    if (isAsItIs(map)) {
      TreeWriter.map(out, map, place, registry.host(), registry.shapes());
      return;
    }
    Object content = content(map);
    if (content instanceof Plain plain) {
      registry.host().write(out, plain, place);
    } else {
      TreeWriter.map(out, (Map<?, ?>) content, place, registry.host(), registry.shapes());
    }
  }

  /** Whether the declared type says of which class keys are. */
  private boolean isDeclared() {
    return !(key instanceof DynamicBinding dynamic) || dynamic.isOne();
  }

  /**
   * Writes keys and values in turn: the keys of such a map are data. Where columns or a profile's
   * shape take fewer bytes, or keys need another spelling, it writes nothing.
   */
  private boolean writePairs(Output out, Map<?, ?> map, Place place) {
    int count = map.size();
    if (count == 0 || out.level != Level.FAST && TreeWriter.mayBeColumns(map)) {
      return false;
    }
    if (out.under() != null) {
      Shape shape = registry.shapes().find(map);
      if (shape != null && shape.number >= 0) {
        return false;
      }
    }
    Map<?, ?> plain = Keys.kind(map) == 0 ? map : Keys.plain(map);
    if (plain == null || plain.size() != count) {
      return false;
    }
    out.descend();
    TreeWriter.beginPairs(out, count);
    int written = 0;
    for (Map.Entry<?, ?> entry : plain.entrySet()) {
      TreeWriter.key(out, entry.getKey());
      value.writeField(out, entry.getValue(), place);
      written++;
    }
    if (written != count) {
      throw new ConcurrentModificationException("a map that changes while it is encoded");
    }
    out.ascend();
    return true;
  }

  /** Whether all keys and values are written as they are. */
  private boolean isAsItIs(Map<?, ?> map) {
    if (Keys.kind(map) != 0) {
      return false;
    }
    for (Object each : map.values()) {
      if (value.plainOrNull(each) != each) {
        return false;
      }
    }
    return true;
  }

  /** The map as one that needs no kind, or what keys and values in turn are. */
  public Object content(Map<?, ?> map) {
    Map<Object, Object> values = new LinkedHashMap<>(2 * map.size());
    int keys = Keys.kind(map);
    Map<?, ?> plain = keys == 0 ? map : keys == Kinds.PAIRS ? null : Keys.plain(map);
    boolean isDeclared = isDeclared();
    String name = plain == null || isDeclared || keys == 0 ? null : nameOfKeys(map);
    if (plain == null || keys != 0 && !isDeclared && name == null) {
      List<Object> pairs = new ArrayList<>(2 * map.size());
      map.forEach(
          (one, other) -> {
            pairs.add(key.plainOrNull(one));
            pairs.add(value.plainOrNull(other));
          });
      return new Plain(null, Kinds.PAIRS, null, pairs);
    }
    plain.forEach((one, other) -> values.put(one, value.plainOrNull(other)));
    return name == null ? values : new Plain(null, Kinds.KEYED, name, values);
  }

  private String nameOfKeys(Map<?, ?> map) {
    return ClassNames.of(Keys.classOf(map), registry);
  }

  @Override
  public Object plain(Object written) {
    Map<?, ?> map = (Map<?, ?>) written;
    int code = code(map);
    int order = Kinds.order(map);
    if (code == 0 && order == 0) {
      boolean same =
          (map.getClass() == LinkedHashMap.class || map.getClass() == java.util.HashMap.class)
              && isAsItIs(map);
      return same ? map : content(map);
    }
    Object own = content(map);
    if (code != 0) {
      own = new Plain(order == 0 ? map : null, code, nameOf(code, map), own);
    }
    return order == 0 ? own : new Plain(map, order, null, own);
  }

  @Override
  public Object read(Input in, int tag, Slot slot) {
    KindHeader header = KindHeader.read(in, tag, Kinds.Form.MAP, slot.place());
    if (header == null) {
      in.madeLater();
      return readOther(in, tag, slot);
    }
    Kinds.Kind own = header.kind;
    if (own == null || !declared.isAssignableFrom(own.type)) {
      own = kind;
    }
    Object made;
    if (header.isEnumMap && declared.isAssignableFrom(EnumMap.class)) {
      in.madeLater();
      made = enumMap(in, header, slot);
    } else {
      made = read(in, header, slot, own);
    }
    header.end(in);
    return made;
  }

  private Object read(Input in, KindHeader header, Slot slot, Kinds.Kind own) {
    Object made = null;
    boolean isDeclared = isDeclared();
    Binding keys = key;
    if (!isDeclared && header.keys != null) {
      keys = ClassNames.keysOf(in, header.keys, registry);
    }
    boolean asItIs =
        own == Kinds.MAP
            && !header.isPairs
            && (keys == Boxed.TEXT.binding() || keys == key && !isDeclared);
    if (header.tag == Tag.PAIRS && !header.isPairs) {
      return typed(in, header, keys, slot, own);
    }
    if (!asItIs) {
      if (own.isFilled() && header.order == 0 && in.isAwaited()) {
        made = own.empty(0, 0);
        in.made(made);
      } else {
        in.madeLater();
      }
    }
    Object raw =
        header.isPairs
            ? pairs(in, header.tag, slot)
            : TreeReader.value(in, header.tag, slot.place(), slot.host());
    if (raw == null) {
      throw slot.conflict(in, Tag.NULL);
    }
    return header.isPairs || !asItIs
        ? make(
            in,
            header.isPairs ? (Map<?, ?>) raw : content(in, raw, keys, slot),
            slot,
            own,
            header.order,
            made)
        : convert(in, raw, slot);
  }

  /** Keys and values of the declared types that stand in turn. */
  private Object typed(Input in, KindHeader header, Binding keys, Slot slot, Kinds.Kind own) {
    int start = in.position;
    in.descend();
    int count = TreeReader.beginPairs(in);
    Object made = null;
    Map<Object, Object> content = new LinkedHashMap<>((int) (count * 4L / 3) + 1);
    if (own == Kinds.MAP && header.order == 0) {
      in.made(content);
    } else if (own.isFilled() && header.order == 0 && in.isAwaited()) {
      made = own.empty(0, 0);
      in.made(made);
    } else {
      in.madeLater();
    }
    Object[] read = new Object[count];
    Object[] all = new Object[2 * count];
    boolean asRead = true;
    for (int i = 0; i < count; i++) {
      read[i] = TreeReader.key(in, slot.host());
      all[2 * i] = Boxed.key(in, keys, read[i], slot);
      all[2 * i + 1] = value.readField(in, slot);
      asRead &= all[2 * i] == read[i];
    }
    in.ascend();
    KeyHashes.check(in, read);
    if (asRead) {
      for (int i = 0; i < count; i++) {
        content.put(read[i], all[2 * i + 1]);
      }
    }
    int distinct = asRead ? content.size() : new HashSet<>(Arrays.asList(read)).size();
    if (distinct < count) {
      throw in.errorAt(ErrorKind.DUPLICATE_KEY, start, "a duplicate key in a map");
    }
    if (!asRead) {
      Keys.fill(in, all, content, slot, registry);
    }
    return own == Kinds.MAP && header.order == 0
        ? content
        : make(in, content, slot, own, header.order, made);
  }

  private Object make(
      Input in, Map<?, ?> content, Slot slot, Kinds.Kind own, int order, Object made) {
    Object filled =
        made == null
            ? own == Kinds.MAP && content.getClass() == LinkedHashMap.class
                ? content
                : own.make(in, content, order, registry)
            : own.fill(in, made, content, registry);
    if (filled == null) {
      throw slot.conflict(in, "a key or value that it cannot hold");
    }
    return filled;
  }

  /** Keys and values that stand in turn. */
  private Map<Object, Object> pairs(Input in, int tag, Slot slot) {
    Object[] all;
    if (tag == Tag.LIST) {
      int count = in.length();
      in.descend();
      in.charge((long) Input.VALUE_BYTES * count);
      all = new Object[count];
      for (int i = 0; i < count; i++) {
        all[i] = (i % 2 == 0 ? key : value).readField(in, slot);
      }
      in.ascend();
    } else {
      all = TreeReader.list(in, tag, slot.place(), slot.host());
      for (int i = 0; i < all.length; i++) {
        all[i] = (i % 2 == 0 ? key : value).convertField(in, all[i], slot);
      }
    }
    return Keys.fill(in, all, new LinkedHashMap<>(all.length), slot, registry);
  }

  /** A map of keys and values of the declared types, of one that was read without knowing them. */
  private Map<Object, Object> content(Input in, Object read, Binding keys, Slot slot) {
    if (read instanceof Collection<?> none && none.isEmpty()) {
      // PHP has one empty array for both.
      return new LinkedHashMap<>();
    }
    if (!(read instanceof Map<?, ?> map)) {
      throw slot.conflict(in, read);
    }
    Object[] all = new Object[2 * map.size()];
    int next = 0;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      all[next++] = Boxed.key(in, keys, entry.getKey(), slot);
      all[next++] = value.convertField(in, entry.getValue(), slot);
    }
    return Keys.fill(in, all, new LinkedHashMap<>(all.length), slot, registry);
  }

  private Object enumMap(Input in, KindHeader header, Slot slot) {
    EnumBinding constants =
        key instanceof EnumBinding known ? known : ClassNames.enumeration(header.keys, registry);
    if (constants == null) {
      throw slot.conflict(in, "a map of the enumeration " + header.keys);
    }
    Object raw = TreeReader.value(in, header.tag, slot.place(), slot.host());
    return EnumKeys.map(in, constants, content(in, raw, constants, slot), slot);
  }

  @Override
  public Object convert(Input in, Object read, Slot slot) {
    boolean own = isOwn(read);
    if (own && isConverted(in, read, slot)) {
      return read;
    }
    Map<Object, Object> content = content(in, read, key, slot);
    if (own && read instanceof EnumMap<?, ?> keyed) {
      return refilled(keyed, content);
    }
    return make(in, content, slot, own ? Kinds.of(read) : kind, own ? Kinds.order(read) : 0, null);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Object refilled(EnumMap<?, ?> like, Map<?, ?> content) {
    EnumMap made = like.clone();
    made.clear();
    made.putAll(content);
    return made;
  }

  /** Whether a map has keys and values of the declared types; those of one of ours are set. */
  @SuppressWarnings("unchecked")
  private boolean isConverted(Input in, Object read, Slot slot) {
    Map<?, ?> map = (Map<?, ?>) read;
    for (Object one : map.keySet()) {
      if (Boxed.key(in, key, one, slot) != one) {
        return false;
      }
    }
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object converted = value.convertField(in, entry.getValue(), slot);
      if (converted != entry.getValue()) {
        if (map.getClass() != LinkedHashMap.class) {
          return false;
        }
        ((Map.Entry<Object, Object>) entry).setValue(converted);
      }
    }
    return true;
  }
}
