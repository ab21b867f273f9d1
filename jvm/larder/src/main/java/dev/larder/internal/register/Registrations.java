package dev.larder.internal.register;

import dev.larder.Name;
import dev.larder.internal.bind.Binding;
import dev.larder.internal.bind.EnumBinding;
import dev.larder.internal.bind.Property;
import dev.larder.internal.bind.Values;
import dev.larder.internal.declared.DynamicBinding;
import dev.larder.internal.kind.Kinds;
import dev.larder.internal.shape.Shape;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Which classes are registered, and by which names: those that somebody named, those that their
 * fields declare and their sealed types permit, and so on; and of scanned packages those that could
 * be values.
 *
 * <p>A class that is needed and cannot be written is a fault, and all faults are said at once. A
 * class that was only found in a package is left out then, and so is what needs it: packages hold
 * services, too. Why is kept, for whoever meets one in a value.
 */
public final class Registrations {
  /** Knows which types of the JDK values can have. */
  private static final Bindings JDK = new Bindings(Map.of(), type -> null, new Shape[0]);

  /** Classes of the JDK that are of all interfaces and abstract classes which values can have. */
  private static final List<Class<?>> USUAL =
      List.of(
          Boolean.class,
          Character.class,
          Integer.class,
          String.class,
          ArrayList.class,
          LinkedHashMap.class);

  /** As many classes as a message proposes. */
  private static final int MAX_PROPOSED = 10;

  private final Map<Class<?>, List<String>> given;

  /** All classes that were met, each with what it needs. */
  private final Map<Class<?>, Needs> met = new LinkedHashMap<>();

  /** Who brought a class that nobody named: a field, say. */
  private final Map<Class<?>, String> bringers = new HashMap<>();

  private final Map<Class<?>, List<Class<?>>> implementations = new HashMap<>();
  private final Map<Class<?>, List<String>> names = new LinkedHashMap<>();
  private final Map<Class<?>, String> leftOut = new HashMap<>();
  private final List<String> faults = new ArrayList<>();

  /**
   * @param given classes with the names that they have in values, the one that is written first
   * @param scanned classes of packages
   * @throws IllegalArgumentException if a class cannot be written, with what to do about each
   */
  public Registrations(Map<Class<?>, List<String>> given, Set<Class<?>> scanned) {
    this.given = given;
    Set<Class<?>> needed = reach(given.keySet(), null);
    Set<Class<?>> possible = new LinkedHashSet<>(scanned);
    possible.removeIf(type -> !isCandidate(type));
    needed.forEach(type -> possible.addAll(met.get(type).possible));
    Set<Class<?>> all = reach(possible, needed);
    all.addAll(needed);
    leaveOut(all, needed);
    all.removeAll(leftOut.keySet());
    for (Class<?> type : needed) {
      faults.addAll(met.get(type).faults);
      met.get(type)
          .open
          .forEach(
              (declared, where) -> {
                if (!isImplemented(declared, all)) {
                  faults.add(unimplemented(declared, where));
                }
              });
    }
    name(all, needed);
    // What remains is what a Larder needs as long as there is one.
    met.clear();
    bringers.clear();
    implementations.clear();
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(
          faults.size() == 1
              ? faults.get(0)
              : "%d things are missing:\n- %s"
                  .formatted(faults.size(), String.join("\n- ", faults)));
    }
  }

  /** Each registered class, with the names that it has in values, the one that is written first. */
  public Map<Class<?>, List<String>> names() {
    return names;
  }

  /** Why a class of a scanned package was left out; null for any other. */
  public String leftOut(Class<?> type) {
    return leftOut.get(type);
  }

  // What a class needs.

  /** What a class needs to be registered. */
  private static final class Needs {
    /** Why it cannot be. */
    final List<String> faults = new ArrayList<>();

    /** Classes that have to be registered, too. */
    final Set<Class<?>> classes = new LinkedHashSet<>();

    /** Classes that values of it may well have: what type arguments of its generic types say. */
    final Set<Class<?>> possible = new LinkedHashSet<>();

    /** Interfaces and abstract classes that some registered class has to be of, and who says so. */
    final Map<Class<?>, String> open = new LinkedHashMap<>();
  }

  /** The classes that are needed by some, and these; those of {@code known} are passed over. */
  private Set<Class<?>> reach(Collection<Class<?>> from, Set<Class<?>> known) {
    Set<Class<?>> reached = new LinkedHashSet<>();
    Deque<Class<?>> rest = new ArrayDeque<>(from);
    while (!rest.isEmpty()) {
      Class<?> next = rest.removeFirst();
      if (known != null && known.contains(next) || !reached.add(next)) {
        continue;
      }
      Needs needs = met.computeIfAbsent(next, this::needs);
      rest.addAll(needs.classes);
      if (known != null) {
        rest.addAll(needs.possible);
      }
    }
    return reached;
  }

  private Needs needs(Class<?> type) {
    Needs needs = new Needs();
    if (type.isSealed() && !type.isEnum()) {
      permitted(type, needs);
      if (Modifier.isAbstract(type.getModifiers())) {
        return needs;
      }
    }
    if (type.isEnum()) {
      return needs;
    }
    String fault = fault(type);
    if (fault != null) {
      needs.faults.add(fault + bringer(type));
      return needs;
    }
    try {
      Set<Class<?>> declaring = new HashSet<>();
      for (Property property : Property.of(type)) {
        if (declaring.add(property.field.getDeclaringClass())) {
          reachable(type, property.field.getDeclaringClass());
        }
        field(type, property, needs);
      }
    } catch (IllegalArgumentException e) {
      needs.faults.add(e.getMessage() + bringer(type));
    } catch (LinkageError | TypeNotPresentException e) {
      needs.faults.add("%s needs a class that is not there: %s".formatted(type.getName(), e));
    }
    return needs;
  }

  private static void reachable(Class<?> type, Class<?> declaring) {
    try {
      MethodHandles.privateLookupIn(declaring, MethodHandles.lookup());
    } catch (IllegalAccessException e) {
      throw new IllegalArgumentException(
          "%s cannot be reached: its module must open %s to larder"
              .formatted(
                  type == declaring
                      ? type.getName()
                      : "%s, which %s extends,".formatted(declaring.getName(), type.getName()),
                  declaring.getPackageName()),
          e);
    }
  }

  /** Why a class can have no objects in values; null if it can. */
  private String fault(Class<?> type) {
    if (type.isInterface()
        || type.isArray()
        || type.isPrimitive()
        || Modifier.isAbstract(type.getModifiers())
        || type.getName().startsWith("java.")) {
      return "%s has no objects of its own: register the classes that values have%s"
          .formatted(type.getName(), proposed(type));
    }
    if (type.getEnclosingClass() != null
        && !Modifier.isStatic(type.getModifiers())
        && !type.isRecord()) {
      return "%s is within an object of another class: make it static".formatted(type.getName());
    }
    return null;
  }

  /** Who brought a class, and the one that brought it, and so on; nothing of one that was named. */
  private String bringer(Class<?> type) {
    String bringer = bringers.get(type);
    return bringer == null || given.containsKey(type) ? "" : " (%s brings it)".formatted(bringer);
  }

  private void permitted(Class<?> sealed, Needs needs) {
    for (Class<?> type : sealed.getPermittedSubclasses()) {
      need(type, "%s, which permits it,".formatted(sealed.getSimpleName()), needs);
    }
  }

  private void need(Class<?> type, String bringer, Needs needs) {
    if (type.isSealed() || type.isEnum() || !Modifier.isAbstract(type.getModifiers())) {
      bringers.putIfAbsent(type, bringer);
      needs.classes.add(type);
    } else {
      needs.open.putIfAbsent(type, bringer);
    }
  }

  private void field(Class<?> owner, Property property, Needs needs) {
    String where = "%s.%s".formatted(owner.getSimpleName(), property.field.getName());
    type(property.type, property.variables, where, needs, true, new HashSet<>());
  }

  /**
   * Notes what a declared type needs.
   *
   * @param isValue whether values are of it; else it is an argument, which may say anything
   * @param within the type variables that it is of, which may be bounded by themselves
   */
  private void type(
      Type type,
      Map<TypeVariable<?>, Type> variables,
      String where,
      Needs needs,
      boolean isValue,
      Set<TypeVariable<?>> within) {
    if (type instanceof TypeVariable<?> variable) {
      if (within.add(variable)) {
        Type known = variables.get(variable);
        Type next = known != null && known != variable ? known : variable.getBounds()[0];
        type(next, variables, where, needs, isValue, within);
        within.remove(variable);
      }
    } else if (type instanceof WildcardType wildcard) {
      type(wildcard.getUpperBounds()[0], variables, where, needs, isValue, within);
    } else if (type instanceof GenericArrayType array) {
      type(array.getGenericComponentType(), variables, where, needs, isValue, within);
    } else if (type instanceof ParameterizedType generic) {
      Class<?> raw = (Class<?>) generic.getRawType();
      raw(raw, type, variables, where, needs, isValue);
      boolean holds = isValue && raw.getName().startsWith("java.");
      for (Type argument : generic.getActualTypeArguments()) {
        type(argument, variables, where, needs, holds, within);
      }
    } else if (type instanceof Class<?> raw) {
      raw(raw, type, variables, where, needs, isValue);
    }
  }

  private void raw(
      Class<?> raw,
      Type type,
      Map<TypeVariable<?>, Type> variables,
      String where,
      Needs needs,
      boolean isValue) {
    while (raw.isArray()) {
      raw = raw.getComponentType();
      type = raw;
    }
    if (raw.isEnum()) {
      bringers.putIfAbsent(raw, where);
      needs.possible.add(raw);
    } else if (raw.isPrimitive()) {
      return;
    } else if (raw.getName().startsWith("java.")) {
      if (isValue) {
        jdk(raw, type, variables, where, needs);
      }
    } else if (isValue) {
      need(raw, where, needs);
      if (raw.isSealed() && Modifier.isAbstract(raw.getModifiers())) {
        needs.open.putIfAbsent(raw, where);
      }
    } else if (raw.isSealed() || !Modifier.isAbstract(raw.getModifiers())) {
      bringers.putIfAbsent(raw, where);
      needs.possible.add(raw);
    }
  }

  private static void jdk(
      Class<?> raw, Type type, Map<TypeVariable<?>, Type> variables, String where, Needs needs) {
    try {
      if (raw == EnumSet.class || raw == EnumMap.class) {
        boolean declared =
            type instanceof ParameterizedType generic
                && JDK.of(generic.getActualTypeArguments()[0], variables, where)
                    instanceof EnumBinding;
        if (!declared) {
          needs.faults.add(
              "%s is an %s of no declared enumeration: declare it, or make the field transient"
                  .formatted(where, raw.getSimpleName()));
        }
        return;
      }
      Binding binding = JDK.of(raw, variables, where);
      if (binding instanceof DynamicBinding && !mayBeOfJdk(raw)) {
        needs.open.putIfAbsent(raw, where);
      }
    } catch (IllegalArgumentException e) {
      needs.faults.add(e.getMessage() + ": declare another type, or make the field transient");
    }
  }

  /** Whether an object of the JDK that values can have may be of a declared type. */
  private static boolean mayBeOfJdk(Class<?> declared) {
    return Stream.of(USUAL, Values.types(), Kinds.classes())
        .flatMap(Collection::stream)
        .anyMatch(declared::isAssignableFrom);
  }

  // Which classes those of packages are.

  /** Whether a class of a package might be a value's. */
  private static boolean isCandidate(Class<?> type) {
    return !type.isAnnotation()
        && !type.isAnonymousClass()
        && !type.isLocalClass()
        && !type.isSynthetic()
        && !Throwable.class.isAssignableFrom(type)
        && (type.isSealed() || hasObjects(type));
  }

  /** Leaves out what has a fault and is not needed, and then what needs that, and so on. */
  private void leaveOut(Set<Class<?>> all, Set<Class<?>> needed) {
    Set<Class<?>> rest = new LinkedHashSet<>(all);
    boolean some = true;
    while (some) {
      some = false;
      for (Class<?> type : List.copyOf(rest)) {
        String why = needed.contains(type) ? null : why(type, rest);
        if (why != null) {
          leftOut.put(type, why);
          rest.remove(type);
          some = true;
        }
      }
    }
  }

  private String why(Class<?> type, Set<Class<?>> rest) {
    Needs needs = met.get(type);
    if (!needs.faults.isEmpty()) {
      return needs.faults.get(0);
    }
    for (Class<?> other : needs.classes) {
      if (!rest.contains(other)) {
        return leftOut.get(other);
      }
    }
    for (Map.Entry<Class<?>, String> declared : needs.open.entrySet()) {
      if (!isImplemented(declared.getKey(), rest)) {
        return "no registered class is a %s, which %s is declared"
            .formatted(declared.getKey().getName(), declared.getValue());
      }
    }
    return null;
  }

  private boolean isImplemented(Class<?> declared, Set<Class<?>> by) {
    return implementations
        .computeIfAbsent(
            declared,
            key ->
                met.keySet().stream()
                    .filter(type -> declared.isAssignableFrom(type) && hasObjects(type))
                    .toList())
        .stream()
        .anyMatch(by::contains);
  }

  private static boolean hasObjects(Class<?> type) {
    return type.isEnum() || !Modifier.isAbstract(type.getModifiers());
  }

  private String unimplemented(Class<?> declared, String where) {
    String proposed = proposed(declared);
    return "%s is declared %s, and no registered class is one%s"
        .formatted(
            where,
            declared.getName(),
            proposed.isEmpty()
                ? ": register those that are, or make the field transient"
                : proposed);
  }

  /** Classes of an abstract one's own package that are of it, as lines for the builder. */
  private static String proposed(Class<?> declared) {
    ClassLoader loader = declared.getClassLoader();
    if (loader == null || declared.isArray() || declared.getPackageName().isEmpty()) {
      return "";
    }
    Set<Class<?>> near;
    try {
      near = Packages.classes(declared.getPackageName(), loader);
    } catch (UncheckedIOException e) {
      return "";
    }
    List<String> lines =
        near.stream()
            .filter(type -> declared.isAssignableFrom(type) && isCandidate(type))
            .filter(type -> type != declared && type.getCanonicalName() != null)
            .limit(MAX_PROPOSED)
            .map(type -> line(type, null))
            .toList();
    return lines.isEmpty() ? "" : ":" + String.join("", lines);
  }

  /** A line for the builder, as it stands below what a message says. */
  private static String line(Class<?> type, String name) {
    String source = type.getCanonicalName() == null ? type.getName() : type.getCanonicalName();
    return name == null
        ? "\n    .register(%s.class)".formatted(source)
        : "\n    .register(%s.class, \"%s\")".formatted(source, name);
  }

  // What they are called.

  private void name(Set<Class<?>> all, Set<Class<?>> needed) {
    Map<String, Set<Class<?>>> called = new LinkedHashMap<>();
    // A constant needs its enumeration's name only where that is not declared: two of one name get
    // none, unless they are needed.
    Predicate<Class<?>> hasToBeNamed = type -> !type.isEnum() || needed.contains(type);
    for (Class<?> type : all) {
      if (!hasObjects(type)) {
        continue;
      }
      List<String> its = given.containsKey(type) ? given.get(type) : names(type);
      names.put(type, its);
      its.forEach(name -> called.computeIfAbsent(name, key -> new LinkedHashSet<>()).add(type));
    }
    called.forEach(
        (name, types) -> {
          if (types.size() > 1) {
            List<Class<?>> sure = types.stream().filter(hasToBeNamed).toList();
            types.stream().filter(hasToBeNamed.negate()).forEach(names::remove);
            if (sure.size() > 1) {
              faults.add(alike(name, sure, !needed.containsAll(sure)));
            }
          }
        });
  }

  private String alike(String name, List<Class<?>> types, boolean isChoice) {
    StringBuilder message =
        new StringBuilder("two classes are called %s: give one another name".formatted(name));
    if (isChoice) {
      message.append(", or leave it out by registerPackage(NAME, PREDICATE)");
    }
    boolean allGiven = given.keySet().containsAll(types);
    for (Class<?> type : types) {
      if (allGiven || !given.containsKey(type)) {
        message.append(line(type, longer(type)));
      }
    }
    return message.toString();
  }

  /** A class's name with that of what it is in. */
  private static String longer(Class<?> type) {
    String full = type.getCanonicalName() == null ? type.getName() : type.getCanonicalName();
    int last = full.lastIndexOf('.');
    return full.substring(full.lastIndexOf('.', last - 1) + 1);
  }

  /** What a class is called in values, if nothing is said when it is registered. */
  public static List<String> names(Class<?> type) {
    Name given = type.getAnnotation(Name.class);
    String name = given == null || given.value().isEmpty() ? type.getSimpleName() : given.value();
    List<String> names = new java.util.ArrayList<>(List.of(name));
    if (given != null) {
      names.addAll(List.of(given.formerly()));
    }
    return names;
  }
}
