package dev.larder.internal.kind;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.internal.bind.ObjectCodec;
import dev.larder.internal.bind.ObjectType;
import dev.larder.internal.bind.Registry;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.message.Output;
import dev.larder.internal.message.SharedObjects;
import java.lang.reflect.Array;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Objects that a value holds more than once (docs/FORMAT.md, "Shared values"): found before it is
 * written, so that those which are met once cost nothing.
 */
public final class Sharing {
  /** What {@link #begin} says of a value that has begun before. */
  public static final int AGAIN = -1;

  /** Added to the number of one that has begun, and of which nothing within can speak. */
  private static final int UNFINISHED = 1 << 30;

  /**
   * Finds the objects, collections, maps and arrays that are within {@code root} more than once.
   *
   * @return each with no number yet; null if there are none
   */
  public static SharedObjects find(Object root, Registry registry, SharedObjects met) {
    met.clear();
    boolean some = false;
    for (Object next = root; next != null; next = met.pop()) {
      ObjectType type = registry.object(next.getClass());
      if (type == null && !holdsOthers(next)) {
        continue;
      }
      if (!met.meet(next)) {
        some = true;
      } else if (type != null) {
        ObjectCodec codec = type.codec();
        for (int field : type.holdingOthers()) {
          push(met, codec.get(next, field));
        }
      } else {
        pushAll(met, next);
      }
    }
    return some ? met : null;
  }

  private static boolean holdsOthers(Object value) {
    return value instanceof Collection
        || value instanceof Map
        || value instanceof Optional
        || value instanceof Object[]
        || value.getClass().isArray() && Array.getLength(value) > 0;
  }

  private static void pushAll(SharedObjects met, Object value) {
    if (value instanceof Collection<?> collection) {
      collection.forEach(each -> push(met, each));
    } else if (value instanceof Map<?, ?> map) {
      map.keySet().forEach(key -> push(met, key));
      map.values().forEach(each -> push(met, each));
    } else if (value instanceof Optional<?> optional) {
      optional.ifPresent(each -> push(met, each));
    } else if (value instanceof Object[] array) {
      for (Object each : array) {
        push(met, each);
      }
    }
  }

  private static void push(SharedObjects met, Object value) {
    if (value != null && !(value instanceof String) && !(value instanceof Integer)) {
      met.push(value);
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
    int number = out.shared.number(value);
    if (number == SharedObjects.ONCE) {
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
    out.shared.number(value, isMadeLater(value) ? UNFINISHED + out.numbered : out.numbered);
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
      int number = out.shared.number(value);
      if (number >= UNFINISHED) {
        out.shared.number(value, number - UNFINISHED);
      }
      out.ascend();
    }
  }

  private Sharing() {}
}
