package dev.larder.internal.kind;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.internal.bind.ObjectType;
import dev.larder.internal.bind.Registry;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.message.Output;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Objects that a value holds more than once (docs/FORMAT.md, "Shared values"): found before it is
 * written, so that those which are met once cost nothing.
 */
public final class Sharing {
  /** What {@link #begin} says of a value that has begun before. */
  public static final int AGAIN = -1;

  private static final Integer ONCE = -2;
  private static final Integer NOT_YET = -1;

  /** Added to the number of one that has begun, and of which nothing within can speak. */
  private static final int UNFINISHED = 1 << 30;

  /**
   * Objects, collections, maps and arrays that are within {@code root} more than once, each with no
   * number yet; null if there are none.
   */
  public static IdentityHashMap<Object, Integer> find(Object root, Registry registry) {
    IdentityHashMap<Object, Integer> met = new IdentityHashMap<>();
    boolean some = false;
    Deque<Object> rest = new ArrayDeque<>();
    rest.push(root);
    while (!rest.isEmpty()) {
      Object next = rest.pop();
      ObjectType binding = registry.object(next.getClass());
      boolean holds =
          binding != null
              || next instanceof Collection
              || next instanceof Map
              || next instanceof Optional
              || next instanceof Object[]
              || next.getClass().isArray() && Array.getLength(next) > 0;
      if (!holds) {
        continue;
      }
      Integer before = met.put(next, ONCE);
      if (before != null) {
        met.put(next, NOT_YET);
        some = true;
        continue;
      }
      if (binding != null) {
        for (int field = 0; field < binding.properties().size(); field++) {
          if (!binding.properties().get(field).isPrimitive()) {
            push(rest, binding.codec().get(next, field));
          }
        }
      } else if (next instanceof Collection<?> collection) {
        collection.forEach(value -> push(rest, value));
      } else if (next instanceof Map<?, ?> map) {
        map.keySet().forEach(key -> push(rest, key));
        map.values().forEach(value -> push(rest, value));
      } else if (next instanceof Optional<?> optional) {
        optional.ifPresent(value -> push(rest, value));
      } else if (next instanceof Object[] array) {
        Arrays.asList(array).forEach(value -> push(rest, value));
      }
    }
    if (!some) {
      return null;
    }
    met.values().removeIf(ONCE::equals);
    return met;
  }

  private static void push(Deque<Object> rest, Object value) {
    if (value != null) {
      rest.push(value);
    }
  }

  /**
   * Begins a value, which may be shared.
   *
   * @return {@link #AGAIN} if it has begun before: then it is written, as its number; else the
   *     levels that it adds, for {@link #end}
   */
  public static int begin(Output out, Object value) {
    return out.shared == null ? 0 : beginShared(out, value);
  }

  private static int beginShared(Output out, Object value) {
    Integer number = out.shared.get(value);
    if (number == null) {
      return 0;
    }
    if (number >= UNFINISHED) {
      throw new LarderException(
          ErrorKind.REFUSED,
          -1,
          "a %s that contains itself cannot be decoded: it is made only after all that it holds"
              .formatted(value.getClass().getName()));
    }
    out.u8(Tag.EXTENSION);
    if (number >= 0) {
      out.u8(Tag.Extension.AGAIN);
      out.varint(number);
      return AGAIN;
    }
    out.shared.put(value, isMadeLater(value) ? UNFINISHED + out.numbered : out.numbered);
    out.numbered++;
    out.u8(Tag.Extension.SHARED);
    out.descend();
    return 1;
  }

  /** Whether a reader has the value only after all that it holds. */
  private static boolean isMadeLater(Object value) {
    if (value instanceof Record || value instanceof Optional || value instanceof EnumMap) {
      return true;
    }
    Kinds.Kind kind = value instanceof Collection || value instanceof Map ? Kinds.of(value) : null;
    return kind != null && (!kind.isFilled() || Kinds.order(value) != 0);
  }

  /** Ends a value that {@link #begin} began. */
  public static void end(Output out, int levels, Object value) {
    if (levels > 0) {
      out.shared.computeIfPresent(
          value, (same, number) -> number >= UNFINISHED ? number - UNFINISHED : number);
      out.ascend();
    }
  }

  private Sharing() {}
}
