package dev.larder.internal.tree;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.internal.bytes.ByteWriter;
import dev.larder.internal.shape.Shape;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds lists that hold themselves. A column of lists is gathered level by level, so that such
 * lists would take all memory before they are too deep.
 */
final class Cycles {
  private final Host host;
  private final Set<List<?>> met = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<List<?>> above = Collections.newSetFromMap(new IdentityHashMap<>());
  private int depth;

  private Cycles(Host host) {
    this.host = host;
  }

  /**
   * Looks for one in lists, and in what would be gathered with them.
   *
   * @throws LarderException of kind {@link ErrorKind#TOO_DEEP}
   */
  static void check(Object[] lists, Host host) {
    Cycles cycles = new Cycles(host);
    for (Object list : lists) {
      cycles.visit(list);
    }
  }

  private void visit(Object value) {
    if (value instanceof List<?> list) {
      visitList(list);
    } else if (value instanceof Map<?, ?> map) {
      descend();
      map.values().forEach(this::visit);
      depth--;
    } else if (!isScalar(value)) {
      Shape shape = host.shape(value);
      if (shape != null) {
        descend();
        Object[] values = new Object[shape.keys.length];
        host.values(value, values);
        for (Object each : values) {
          visit(each);
        }
        depth--;
      }
    }
  }

  private void visitList(List<?> list) {
    // Lists of scalars end here, and others are of lists or records alone.
    if (list.isEmpty() || isScalar(list.get(0))) {
      return;
    }
    if (!met.add(list)) {
      if (above.contains(list)) {
        throw tooDeep();
      }
      return;
    }
    above.add(list);
    descend();
    list.forEach(this::visit);
    depth--;
    above.remove(list);
  }

  /** Maps and objects are found by their depth alone. */
  private void descend() {
    if (++depth > ByteWriter.MAX_DEPTH) {
      throw tooDeep();
    }
  }

  private static LarderException tooDeep() {
    return new LarderException(ErrorKind.TOO_DEEP, -1, "a list that holds itself");
  }

  private static boolean isScalar(Object value) {
    return value == null
        || value instanceof String
        || value instanceof Number
        || value instanceof Boolean
        || value instanceof byte[];
  }
}
