package dev.larder.internal.tree;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A value of the vectors that no class of the JDK holds exactly: {@code kind} is its name in their
 * notation, without the {@code $}.
 */
record Node(String kind, Object... parts) {
  /** Whether two values are the same: floats by their bits, maps with their keys in order. */
  static boolean same(Object one, Object other) {
    if (one == null || other == null) {
      return one == other;
    }
    if (one instanceof Double a && other instanceof Double b) {
      return Double.doubleToRawLongBits(a) == Double.doubleToRawLongBits(b);
    }
    if (one instanceof Float a && other instanceof Float b) {
      return Float.floatToRawIntBits(a) == Float.floatToRawIntBits(b);
    }
    if (one instanceof byte[] a && other instanceof byte[] b) {
      return Arrays.equals(a, b);
    }
    if (one instanceof Object[] a && other instanceof Object[] b) {
      return same(Arrays.asList(a), Arrays.asList(b));
    }
    if (one instanceof Node a && other instanceof Node b) {
      return a.kind.equals(b.kind) && same(a.parts, b.parts);
    }
    if (one instanceof List<?> a && other instanceof List<?> b) {
      if (a.size() != b.size()) {
        return false;
      }
      for (int i = 0; i < a.size(); i++) {
        if (!same(a.get(i), b.get(i))) {
          return false;
        }
      }
      return true;
    }
    if (one instanceof Map<?, ?> a && other instanceof Map<?, ?> b) {
      return same(a.keySet().toArray(), b.keySet().toArray())
          && same(a.values().toArray(), b.values().toArray());
    }
    return one.equals(other);
  }

  static String text(Object value) {
    if (value instanceof Node node) {
      return node.kind + text(node.parts);
    }
    if (value instanceof Object[] values) {
      return Arrays.stream(values).map(Node::text).toList().toString();
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Node::text).toList().toString();
    }
    if (value instanceof Map<?, ?> map) {
      return text(map.keySet().toArray()) + "->" + text(map.values().toArray());
    }
    if (value instanceof byte[] bytes) {
      return Arrays.toString(bytes);
    }
    return value == null ? "null" : value.getClass().getSimpleName() + " " + value;
  }
}
