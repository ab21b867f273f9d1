package dev.larder.internal.tree;

import dev.larder.internal.message.Output;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.shape.Shapes;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Maps, or objects, that are written with one shape, as they have the same keys or a union of keys
 * (docs/FORMAT.md, "Lists and maps").
 */
final class Alike {
  /** A map has on average one of so many keys of a union. */
  private static final int MAX_TIMES = 3;

  /** The shape of all keys. */
  final Shape shape;

  /** Whether some lack keys. */
  final boolean isUnion;

  private final Host host;
  private Object[] own = {};

  private Alike(Shape shape, boolean isUnion, Host host) {
    this.shape = shape;
    this.isUnion = isUnion;
    this.host = host;
  }

  /** Finds the shape of values, which all are maps, or objects of the host; null if not alike. */
  static Alike of(Object[] values, Host host, Shapes shapes) {
    if (values.length < 2) {
      return null;
    }
    Shape first = shapeOf(values[0], host, shapes);
    if (first == null) {
      return null;
    }
    int same = 1;
    while (same < values.length && isOf(values[same], first, host)) {
      same++;
    }
    if (same == values.length) {
      return new Alike(first, false, host);
    }
    Shape union = union(values, first, host, shapes);
    return union == null ? null : new Alike(union, true, host);
  }

  /** One value, as those that are alike. */
  static Alike ofOne(Object value, Host host, Shapes shapes) {
    Shape shape = value instanceof Map<?, ?> map ? shapes.find(map) : host.shape(value);
    return shape == null ? null : new Alike(shape, false, host);
  }

  private static Shape shapeOf(Object value, Host host, Shapes shapes) {
    Shape shape = value instanceof Map<?, ?> map ? shapes.ofKeys(map) : host.shape(value);
    return shape == null || shape.keys.length == 0 ? null : shape;
  }

  private static boolean isOf(Object value, Shape shape, Host host) {
    if (value instanceof Map<?, ?> map) {
      return Shapes.has(shape, map);
    }
    Shape other = host.shape(value);
    return shape == other || shape.equals(other);
  }

  /** The shape of the union of all keys; null if there is none. */
  private static Shape union(Object[] values, Shape first, Host host, Shapes shapes) {
    if (first.isKeyed) {
      return null;
    }
    long all = 0;
    for (Object value : values) {
      Shape shape = value instanceof Map ? null : host.shape(value);
      all += value instanceof Map<?, ?> map ? map.size() : shape == null ? 0 : shape.keys.length;
    }
    Union union = new Union();
    union.add(first.keys);
    Set<Shape> met = Collections.newSetFromMap(new IdentityHashMap<>());
    Shape last = first;
    for (Object value : values) {
      if (isOf(value, last, host)) {
        continue;
      }
      last = shapeOf(value, host, shapes);
      if (last == null || last.isKeyed || !Objects.equals(last.className, first.className)) {
        return null;
      }
      if (met.add(last)
          && (union.add(last.keys) == 0 || all < union.size() * (long) values.length / MAX_TIMES)) {
        return null;
      }
    }
    Object[] keys = union.inOrder();
    return keys == null ? null : shapes.ofKeys(first.className, keys);
  }

  /** The values of one of them, in the order of the shape's keys; {@link Host#ABSENT} for none. */
  void values(Object value, Object[] into) {
    if (!(value instanceof Map<?, ?> map)) {
      if (isUnion) {
        ofObject(value, into);
      } else {
        host.values(value, into);
      }
      return;
    }
    int next = 0;
    if (!isUnion) {
      for (Object each : map.values()) {
        if (next < into.length) {
          into[next] = each;
        }
        next++;
      }
    } else {
      Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
      while (entries.hasNext()) {
        Map.Entry<?, ?> entry = entries.next();
        next = skipTo(entry.getKey(), into, next);
        if (next < into.length) {
          into[next] = entry.getValue();
        }
        next++;
      }
      next = skipTo(Host.ABSENT, into, next);
    }
    if (next != into.length) {
      throw new ConcurrentModificationException("a map that changes while it is encoded");
    }
  }

  private void ofObject(Object value, Object[] into) {
    Object[] keys = host.shape(value).keys;
    if (own.length < keys.length) {
      own = new Object[keys.length];
    }
    host.values(value, own);
    int next = 0;
    for (int i = 0; i < keys.length; i++) {
      next = skipTo(keys[i], into, next);
      into[next++] = own[i];
    }
    skipTo(Host.ABSENT, into, next);
  }

  /** Where a key of the union stands, from {@code next} on; those before it are absent. */
  private int skipTo(Object key, Object[] into, int next) {
    int at = next;
    Object wanted = Shapes.isInteger(key) ? (Object) ((Number) key).longValue() : key;
    while (at < into.length && !shape.keys[at].equals(wanted)) {
      into[at++] = Host.ABSENT;
    }
    return at;
  }

  /** Whether no shared value is within any of them. */
  static boolean areTrees(Output out, Object[] values, Host host) {
    for (Object value : values) {
      if (!host.isTree(out, value)) {
        return false;
      }
    }
    return true;
  }
}
