package dev.larder.internal.declared;

import dev.larder.internal.bind.Binding;
import dev.larder.internal.bind.Registry;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.kind.ClassNames;
import dev.larder.internal.kind.Kinds;
import dev.larder.internal.kind.Sharing;
import dev.larder.internal.message.Output;
import dev.larder.internal.tree.TreeWriter;
import java.util.EnumMap;
import java.util.EnumSet;

/** What collections and maps of declared types have in common: the kind that they are of. */
abstract class ContainerBinding extends Binding {
  final Class<?> declared;

  /** What the container is, unless the value says otherwise. */
  final Kinds.Kind kind;

  final Registry registry;

  /** The container that needs no kind. */
  private final Kinds.Kind usual;

  ContainerBinding(Class<?> declared, Kinds.Kind usual, Registry registry) {
    this.declared = declared;
    this.usual = usual;
    this.registry = registry;
    kind = Kinds.byDefault(declared);
  }

  /** Writes what a container holds, whatever else is to be said of it. */
  abstract void writeContent(Output out, Object value, Place place);

  /** The kind of a value that is not as it is declared; 0 if it is. */
  final int code(Object value) {
    if (value instanceof EnumSet) {
      return enumeration(value) == null ? 0 : Kinds.ENUM_SET;
    }
    if (value instanceof EnumMap) {
      return enumeration(value) == null ? 0 : Kinds.ENUM_MAP;
    }
    Kinds.Kind own = Kinds.toWrite(value);
    // A reader who knows nothing of the declared type finds what an order is of.
    boolean isDeclared = own == kind || !declared.isAssignableFrom(own.type);
    return isDeclared && Kinds.order(value) == 0 ? 0 : own.code;
  }

  /** What the enumeration of a value of this {@link #code} is called; null for other codes. */
  final String nameOf(int code, Object value) {
    return code == Kinds.ENUM_SET || code == Kinds.ENUM_MAP ? enumeration(value) : null;
  }

  private String enumeration(Object value) {
    return value instanceof EnumSet<?> set
        ? ClassNames.of(set, registry)
        : ClassNames.of((EnumMap<?, ?>) value, registry);
  }

  @Override
  public final void write(Output out, Object value, Place place) {
    int levels = Sharing.begin(out, value);
    if (levels == Sharing.AGAIN) {
      return;
    }
    long mark = out.mark();
    boolean isUsual = kind == usual && value.getClass() == usual.type;
    int code = isUsual ? 0 : code(value);
    int order = isUsual ? 0 : Kinds.order(value);
    long ordered = order == 0 ? 0 : TreeWriter.beginKind(out, order, null, place);
    long content = code == 0 ? 0 : TreeWriter.beginKind(out, code, nameOf(code, value), place);
    writeContent(out, value, place);
    if (code != 0) {
      TreeWriter.endKind(out, place, content);
    }
    if (order != 0) {
      TreeWriter.endKind(out, place, ordered);
    }
    Sharing.end(out, levels, value, place, mark);
  }

  /** Whether a container that was read keeps its class: one that needs no kind is as declared. */
  final boolean isOwn(Object value) {
    return declared.isInstance(value) && (value.getClass() != usual.type || kind == usual);
  }
}
