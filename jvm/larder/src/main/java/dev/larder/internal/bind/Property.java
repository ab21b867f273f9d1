package dev.larder.internal.bind;

import dev.larder.Name;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.tree.Host;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A field of a registered class, its own or inherited: every one that is neither static nor
 * transient.
 */
public final class Property {
  /** What it is called in values. */
  public final String name;

  /** What it was called before. */
  public final List<String> formerly;

  public final Field field;

  /** The declared type, and what its variables stand for. */
  public final Type type;

  public final Map<TypeVariable<?>, Type> variables;

  /** How values are written and read; null for primitive types. */
  public Binding binding;

  private Property(Field field, Map<TypeVariable<?>, Type> variables) {
    this(field, variables, field.getName());
  }

  /**
   * @param otherwise what it is called if no annotation says so
   */
  private Property(Field field, Map<TypeVariable<?>, Type> variables, String otherwise) {
    this.field = field;
    this.variables = variables;
    type = field.getGenericType();
    Name given = field.getAnnotation(Name.class);
    name = given == null || given.value().isEmpty() ? otherwise : given.value();
    formerly = given == null ? List.of() : List.of(given.formerly());
  }

  /** Whether a subclass has declared a field of the same name. */
  private boolean isHiddenBy(Field other) {
    return other.getName().equals(field.getName())
        && other.getDeclaringClass() != field.getDeclaringClass();
  }

  /**
   * The fields of a class, those of its superclasses first, in the order of the source. One that
   * hides an inherited one has its class before its name.
   */
  public static List<Property> of(Class<?> owner) {
    Map<TypeVariable<?>, Type> variables = new HashMap<>();
    List<Class<?>> classes = new ArrayList<>();
    for (Class<?> next = owner; next != null && next != Object.class; next = next.getSuperclass()) {
      classes.add(next);
      if (next.getGenericSuperclass() instanceof ParameterizedType parent) {
        TypeVariable<?>[] names = next.getSuperclass().getTypeParameters();
        for (int i = 0; i < names.length; i++) {
          variables.put(names[i], parent.getActualTypeArguments()[i]);
        }
      }
    }
    Collections.reverse(classes);
    Map<String, Property> properties = new LinkedHashMap<>();
    for (Class<?> next : classes) {
      for (Field field : next.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers())
            || Modifier.isTransient(field.getModifiers())
            || field.isSynthetic()) {
          continue;
        }
        Property property = new Property(field, variables);
        Property hidden = properties.get(property.name);
        if (hidden != null && hidden.isHiddenBy(field)) {
          property = new Property(field, variables, next.getSimpleName() + "." + field.getName());
        }
        Property other = properties.put(property.name, property);
        if (other != null) {
          throw new IllegalArgumentException(
              "%s and %s are both called %s: give one another name with @Name"
                  .formatted(other.field, field, property.name));
        }
      }
    }
    return List.copyOf(properties.values());
  }

  public Class<?> raw() {
    return field.getType();
  }

  public boolean isPrimitive() {
    return raw().isPrimitive();
  }

  public boolean isText() {
    return raw() == String.class;
  }

  /** Whether bytecode in a nestmate of {@code host} may read the field by its name. */
  public boolean isReadableFrom(Class<?> host) {
    Class<?> declaring = field.getDeclaringClass();
    boolean seen = declaring.getNestHost() == host.getNestHost();
    boolean near =
        declaring.getPackageName().equals(host.getPackageName())
            && declaring.getClassLoader() == host.getClassLoader();
    boolean open =
        Modifier.isPublic(field.getModifiers()) && Modifier.isPublic(declaring.getModifiers());
    return isNameableFrom(host)
        && (seen || open || near && !Modifier.isPrivate(field.getModifiers()));
  }

  /** Whether bytecode in a nestmate of {@code host} may set it by its name. */
  public boolean isWritableFrom(Class<?> host) {
    return isReadableFrom(host) && !Modifier.isFinal(field.getModifiers());
  }

  /** Whether the field's type can be named there. */
  public boolean isNameableFrom(Class<?> host) {
    Class<?> type = raw();
    while (type.isArray()) {
      type = type.getComponentType();
    }
    return type.isPrimitive()
        || Modifier.isPublic(type.getModifiers()) && type.getDeclaringClass() == null
        || type.getNestHost() == host.getNestHost()
        || !Modifier.isPrivate(type.getModifiers())
            && type.getPackageName().equals(host.getPackageName())
            && type.getClassLoader() == host.getClassLoader()
        || isPublicToItsRoot(type);
  }

  private static boolean isPublicToItsRoot(Class<?> type) {
    for (Class<?> next = type; next != null; next = next.getDeclaringClass()) {
      if (!Modifier.isPublic(next.getModifiers())) {
        return false;
      }
    }
    return true;
  }

  /** (Object)V, V being the primitive type, String or Object. */
  public MethodHandle getter() {
    try {
      MethodHandle get = access().unreflectGetter(field);
      return get.asType(
          get.type().changeParameterType(0, Object.class).changeReturnType(carrier()));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** (Object, V)void. */
  public MethodHandle setter() {
    try {
      if (Modifier.isFinal(field.getModifiers())) {
        field.setAccessible(true);
      }
      MethodHandle set = access().unreflectSetter(field);
      return set.asType(
          set.type().changeParameterType(0, Object.class).changeParameterType(1, carrier()));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** How generated code passes the value to a handle. */
  public Class<?> carrier() {
    return isPrimitive() || isText() ? raw() : Object.class;
  }

  private MethodHandles.Lookup access() throws IllegalAccessException {
    return MethodHandles.privateLookupIn(field.getDeclaringClass(), MethodHandles.lookup());
  }

  public Slot slot(Host host, Class<?> owner, Place place) {
    return new Slot(host, place, owner.getSimpleName(), name, type.getTypeName());
  }
}
