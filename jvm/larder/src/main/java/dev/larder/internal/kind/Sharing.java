package dev.larder.internal.kind;

import static dev.larder.internal.bytes.Words.SHORTS;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.internal.bind.ObjectCodec;
import dev.larder.internal.bind.ObjectType;
import dev.larder.internal.bind.Registry;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
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

  /** What {@link #begin} says of a value that a reader has only after all that it holds. */
  private static final int LATER = 2;

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
    ObjectType type = null;
    for (Object next = root; next != null; next = met.pop()) {
      if (type == null || type.type != next.getClass()) {
        type = registry.object(next.getClass());
      }
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
   * @return {@link #AGAIN} if it has begun before: then it is written, as its number; else what
   *     {@link #end} takes
   */
  public static int begin(Output out, Object value) {
    return out.shared == null || out.shared.number(value) == SharedObjects.ONCE
        ? 0
        : beginShared(out, value, isMadeLater(value));
  }

  /** As {@link #begin}, of an object of a class that is a record or not. */
  public static int begin(Output out, Object value, boolean isRecord) {
    return out.shared == null ? 0 : beginShared(out, value, isRecord);
  }

  private static int beginShared(Output out, Object value, boolean isMadeLater) {
    int next = isMadeLater ? UNFINISHED + out.numbered : out.numbered;
    int number = out.shared.begin(value, next);
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
    int tag = number >= 0 ? Tag.Extension.AGAIN : Tag.Extension.SHARED;
    out.ensure(2);
    SHORTS.set(out.buffer, out.position, (short) (tag << 8 | Tag.EXTENSION));
    out.position += 2;
    if (number >= 0) {
      out.varint(number);
      return AGAIN;
    }
    out.numbered++;
    out.descend();
    return isMadeLater ? LATER : 1;
  }

  /** Whether a reader has the value only after all that it holds. */
  private static boolean isMadeLater(Object value) {
    if (value instanceof Record || value instanceof Optional || value instanceof EnumMap) {
      return true;
    }
    Kinds.Kind kind = value instanceof Collection || value instanceof Map ? Kinds.of(value) : null;
    return kind != null && (!kind.isFilled() || Kinds.order(value) != 0);
  }

  /**
   * Ends a value that {@link #begin} began, and which may be an entry behind what says that it is
   * shared.
   *
   * @param mark of {@link Output#mark}, after {@link #begin}
   */
  public static void end(Output out, int levels, Object value, Place place, long mark) {
    if (levels == LATER) {
      out.shared.number(value, out.shared.number(value) - UNFINISHED);
    }
    if (levels > 0) {
      out.entryFor(place, mark);
      out.ascend();
    }
  }

  private Sharing() {}
}
