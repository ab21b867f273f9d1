package dev.larder.internal.register;

import dev.larder.LarderException;
import dev.larder.Level;
import dev.larder.internal.bind.Binding;
import dev.larder.internal.bind.ObjectType;
import dev.larder.internal.bind.Property;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Output;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where in a value the object is that cannot be written. Writers keep no path, as that would cost
 * every value; it is searched for when writing has failed: of all that a value holds, each is
 * written by itself, until one fails that holds nothing which fails.
 */
public final class Culprit {
  /** Further down nobody reads it, and each step writes what is below again. */
  private static final int MAX_STEPS = 64;

  /** What is too deep shows by these where it goes on and on. */
  private static final int DEEP_STEPS = 4;

  private static final int MAX_KEY_CHARACTERS = 40;

  private final Bindings bindings;
  private final boolean sharing;
  private Output out = new Output();

  /**
   * @param sharing whether objects that a value holds twice keep their identity
   */
  public Culprit(Bindings bindings, boolean sharing) {
    this.bindings = bindings;
    this.sharing = sharing;
  }

  /** A value within another: the step of the path to it, and what it is declared to be. */
  private record Part(String step, Object value, Type type, Map<TypeVariable<?>, Type> variables) {}

  /**
   * What cannot be written.
   *
   * @param path as in {@code order.lines[3].product}; null if it is the value itself, of a class
   *     that is not registered
   * @param remark what is to be said of it beside the error; may be empty
   */
  public record Found(String path, String remark) {}

  /**
   * Finds what cannot be written.
   *
   * @param type what the value is declared to be; null for nothing
   * @param isTooDeep whether that is why: then only the beginning of its path is found
   */
  public Found find(Object value, Type type, boolean isTooDeep) {
    Part at = root(value, type);
    StringBuilder path = new StringBuilder(at.step);
    Set<Object> above = Collections.newSetFromMap(new IdentityHashMap<>());
    int most = isTooDeep ? DEEP_STEPS : MAX_STEPS;
    for (int steps = 0; steps < most; steps++) {
      above.add(at.value);
      Part next = null;
      for (Part part : parts(at)) {
        if (part.value != null && !above.contains(part.value) && !isWritable(part)) {
          next = part;
          break;
        }
      }
      if (next == null) {
        boolean isUnknownRoot = steps == 0 && bindings.object(value.getClass()) == null;
        return new Found(
            isUnknownRoot ? null : path.toString(), bindings.leftOut(at.value.getClass()));
      }
      path.append(next.step);
      at = next;
    }
    return new Found(path + "…", "");
  }

  /**
   * Finds an object that is within itself.
   *
   * @param type what the value is declared to be; null for nothing
   * @return where it is again, with the path where it was before as the remark; null if there is
   *     none
   */
  public Found cycle(Object value, Type type) {
    Set<Object> met = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Object> above = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Part> path = new ArrayDeque<>();
    Deque<Iterator<Part>> rest = new ArrayDeque<>();
    Part next = root(value, type);
    while (true) {
      if (next.value != null && above.contains(next.value)) {
        path.addLast(next);
        return new Found(text(path, null), text(path, next.value));
      }
      if (next.value != null && met.add(next.value)) {
        path.addLast(next);
        above.add(next.value);
        rest.addLast(parts(next).iterator());
      }
      while (!rest.getLast().hasNext()) {
        rest.removeLast();
        above.remove(path.removeLast().value);
        if (rest.isEmpty()) {
          return null;
        }
      }
      next = rest.getLast().next();
    }
  }

  /** A path, up to where an object is first. */
  private static String text(Deque<Part> path, Object until) {
    StringBuilder text = new StringBuilder();
    for (Part part : path) {
      text.append(part.step);
      if (part.value == until) {
        break;
      }
    }
    return text.toString();
  }

  private Part root(Object value, Type type) {
    String name = value.getClass().getSimpleName();
    boolean isNamed = bindings.object(value.getClass()) != null && !name.isEmpty();
    return new Part(
        isNamed ? Character.toLowerCase(name.charAt(0)) + name.substring(1) : "value",
        value,
        type == null ? value.getClass() : type,
        Map.of());
  }

  private boolean isWritable(Part part) {
    Binding binding = bindings.of(part.type, part.variables, part.step);
    out.begin(Level.BALANCED, null, false, false);
    if (sharing) {
      bindings.findShared(out, part.value);
    }
    try {
      binding.writeField(out, part.value, Place.NONE);
      out.end();
      return true;
    } catch (LarderException | StackOverflowError e) {
      // It may be of anywhere.
      out = new Output();
      return false;
    }
  }

  /** What an object holds; null may be among it. */
  private List<Part> parts(Part of) {
    List<Part> parts = new ArrayList<>();
    ObjectType known = bindings.object(of.value.getClass());
    if (known != null) {
      for (int field = 0; field < known.properties().size(); field++) {
        Property property = known.properties().get(field);
        if (!property.isPrimitive()) {
          parts.add(
              new Part(
                  "." + property.field.getName(),
                  known.codec().get(of.value, field),
                  property.type,
                  property.variables));
        }
      }
    } else if (of.value instanceof Optional<?> optional) {
      parts.add(new Part("", optional.orElse(null), argument(of, 0), of.variables));
    } else if (of.value instanceof Collection<?> values) {
      elements(of, values, argument(of, 0), parts);
    } else if (of.value instanceof Object[] values) {
      elements(of, Arrays.asList(values), component(of), parts);
    } else if (of.value instanceof Map<?, ?> map) {
      Type type = argument(of, 1);
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        parts.add(new Part(step(entry.getKey()), entry.getValue(), type, of.variables));
      }
    }
    return parts;
  }

  private static void elements(Part of, Collection<?> values, Type type, List<Part> parts) {
    int i = 0;
    for (Object one : values) {
      parts.add(new Part("[" + i++ + "]", one, type, of.variables));
    }
  }

  private static String step(Object key) {
    String text = String.valueOf(key);
    if (text.length() > MAX_KEY_CHARACTERS) {
      text = text.substring(0, MAX_KEY_CHARACTERS) + "…";
    }
    return key instanceof String ? "[\"" + text + "\"]" : "[" + text + "]";
  }

  private static Type declared(Part part) {
    Type type = part.type;
    // A variable may stand for another one.
    for (int i = 0; i < MAX_STEPS; i++) {
      if (type instanceof TypeVariable<?> variable) {
        Type known = part.variables.get(variable);
        type = known != null && known != variable ? known : variable.getBounds()[0];
      } else if (type instanceof WildcardType wildcard) {
        type = wildcard.getUpperBounds()[0];
      } else {
        break;
      }
    }
    return type;
  }

  private static Type argument(Part part, int number) {
    return declared(part) instanceof ParameterizedType generic
            && number < generic.getActualTypeArguments().length
        ? generic.getActualTypeArguments()[number]
        : Object.class;
  }

  private static Type component(Part part) {
    Type type = declared(part);
    if (type instanceof GenericArrayType array) {
      return array.getGenericComponentType();
    }
    return type instanceof Class<?> itself && itself.isArray()
        ? itself.getComponentType()
        : Object.class;
  }
}
