package dev.larder.internal.register;

import dev.larder.ErrorKind;
import dev.larder.internal.bind.Binding;
import dev.larder.internal.bind.EnumBinding;
import dev.larder.internal.bind.ObjectType;
import dev.larder.internal.bind.Property;
import dev.larder.internal.bind.Registry;
import dev.larder.internal.bind.Root;
import dev.larder.internal.bind.ShapeReader;
import dev.larder.internal.bind.Values;
import dev.larder.internal.bytes.Stack;
import dev.larder.internal.declared.ArrayBinding;
import dev.larder.internal.declared.Boxed;
import dev.larder.internal.declared.CollectionBinding;
import dev.larder.internal.declared.DynamicBinding;
import dev.larder.internal.declared.EnumKeyedBinding;
import dev.larder.internal.declared.KindBinding;
import dev.larder.internal.declared.MapBinding;
import dev.larder.internal.declared.OptionalBinding;
import dev.larder.internal.kind.ClassNames;
import dev.larder.internal.kind.Hashed;
import dev.larder.internal.kind.Keys;
import dev.larder.internal.kind.Kinds;
import dev.larder.internal.kind.Sharing;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import dev.larder.internal.object.Generator;
import dev.larder.internal.object.ObjectBinding;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.shape.Shapes;
import dev.larder.internal.tree.Host;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The registered classes of one {@link dev.larder.Larder}, and how every declared type is bound.
 */
public final class Bindings implements Registry {
  private static final Map<Class<?>, Boxed> BOXED =
      Map.ofEntries(
          Map.entry(boolean.class, Boxed.BOOLEAN),
          Map.entry(Boolean.class, Boxed.BOOLEAN),
          Map.entry(byte.class, Boxed.BYTE),
          Map.entry(Byte.class, Boxed.BYTE),
          Map.entry(short.class, Boxed.SHORT),
          Map.entry(Short.class, Boxed.SHORT),
          Map.entry(int.class, Boxed.INTEGER),
          Map.entry(Integer.class, Boxed.INTEGER),
          Map.entry(long.class, Boxed.LONG),
          Map.entry(Long.class, Boxed.LONG),
          Map.entry(float.class, Boxed.FLOAT),
          Map.entry(Float.class, Boxed.FLOAT),
          Map.entry(double.class, Boxed.DOUBLE),
          Map.entry(Double.class, Boxed.DOUBLE),
          Map.entry(char.class, Boxed.CHARACTER),
          Map.entry(Character.class, Boxed.CHARACTER),
          Map.entry(String.class, Boxed.TEXT));

  static {
    Stack.initialise(MethodHandles.lookup(), Values.types());
    Stack.initialise(
        MethodHandles.lookup(),
        List.of(Boxed.class, Generator.class, Kinds.class, ClassNames.class));
    Stack.initialise(MethodHandles.lookup(), List.of(Hashed.class, Keys.class));
  }

  private final Function<Class<?>, String> leftOut;
  private final Shape[] profileShapes;
  private final Shapes shapes;
  private final Map<Class<?>, ObjectBinding> objects = new HashMap<>();
  private final Map<String, ObjectBinding> objectsByName = new HashMap<>();
  private final Map<Class<?>, EnumBinding> enums = new ConcurrentHashMap<>();
  private final Map<Class<?>, String> enumNames = new HashMap<>();
  private final Map<String, EnumBinding> enumsByName = new HashMap<>();
  private final Map<Type, Binding> roots = new ConcurrentHashMap<>();
  private final ClassHost host = new ClassHost(this);

  /**
   * @param names the registered classes, each with its names
   * @param leftOut why a class that was found in a package is not registered; null for any other
   * @param profileShapes those of the profile that values are written under
   * @throws IllegalArgumentException if a class cannot be written, with what to do about it
   */
  public Bindings(
      Map<Class<?>, List<String>> names,
      Function<Class<?>, String> leftOut,
      Shape[] profileShapes) {
    this.leftOut = leftOut;
    this.profileShapes = profileShapes;
    shapes = new Shapes(profileShapes);
    names.forEach(this::register);
    objects.values().forEach(binding -> link(binding.object()));
  }

  private void register(Class<?> type, List<String> names) {
    if (type.isEnum()) {
      EnumBinding binding = enums.computeIfAbsent(type, EnumBinding::new);
      enumNames.put(type, names.get(0));
      names.forEach(name -> enumsByName.put(name, binding));
      return;
    }
    String name = names.get(0);
    List<Property> declared = Property.of(type);
    // A record's constructor takes them as they are declared.
    List<Property> properties = type.isRecord() ? declared : ordered(name, declared);
    Object[] keys = properties.stream().map(property -> property.name).toArray();
    ObjectType object =
        new ObjectType(type, name, properties, shape(name, keys), ObjectBinding::codec);
    ObjectBinding binding = new ObjectBinding(object, declared(object, keys), this);
    objects.put(type, binding);
    names.forEach(each -> objectsByName.put(each, binding));
  }

  /**
   * What objects are written as where the declared type of a field says their class. They are not
   * named then, unless the class was given a name of its own, which other languages may know, or
   * the profile knows them by it.
   */
  private ObjectType declared(ObjectType object, Object[] keys) {
    if (object.shape().number >= 0 || !object.name.equals(object.type.getSimpleName())) {
      return object;
    }
    Shape shape = shape(null, keys);
    boolean isBest = profileShapes.length == 0 || shape.number >= 0;
    return isBest ? object.withShape(shape) : object;
  }

  /** Finds the bindings of all fields, when every class is known. */
  private void link(ObjectType object) {
    for (Property property : object.properties()) {
      property.binding =
          of(
              property.type,
              property.variables,
              "%s.%s".formatted(object.type.getSimpleName(), property.field.getName()));
    }
  }

  @Override
  public Host host() {
    return host;
  }

  /** Why a class that was found in a package is not registered; nothing of any other. */
  String leftOut(Class<?> type) {
    String why = leftOut.apply(type);
    return why == null ? "" : "; registerPackage left it out, as " + why;
  }

  @Override
  public Host skipping() {
    return host.lenient();
  }

  @Override
  public Shapes shapes() {
    return shapes;
  }

  /**
   * The properties in the order of the profile's shape of this class, if it has one of these keys:
   * a profile that was learned from values of another serializer has its order of fields.
   */
  private List<Property> ordered(String className, List<Property> properties) {
    Map<Object, Property> byName = new HashMap<>();
    properties.forEach(property -> byName.put(property.name, property));
    List<Property> found = properties;
    for (Shape known : profileShapes) {
      if (className.equals(known.className)
          && known.keys.length == properties.size()
          && byName.keySet().containsAll(List.of(known.keys))) {
        List<Property> ordered = Stream.of(known.keys).map(byName::get).toList();
        if (ordered.equals(properties)) {
          return properties;
        }
        found = ordered;
      }
    }
    return found;
  }

  /** The shape of these keys, which is the profile's if that has one. */
  private Shape shape(String className, Object[] keys) {
    Shape shape = new Shape(className, keys);
    Shape found = shape;
    for (Shape known : profileShapes) {
      if (known.equals(shape)) {
        found = known;
      }
    }
    return found;
  }

  @Override
  public ObjectType object(Class<?> type) {
    ObjectBinding known = objects.get(type);
    return known == null ? null : known.object();
  }

  @Override
  public ObjectType object(String name) {
    ObjectBinding known = objectsByName.get(name);
    return known == null ? null : known.object();
  }

  @Override
  public ShapeReader reader(Input in, Shape shape) {
    ObjectBinding known = objectsByName.get(shape.className);
    if (known == null) {
      throw in.errorAtTag(ErrorKind.REFUSED, ClassNames.unknown("class", shape.className));
    }
    return known.bind(shape);
  }

  @Override
  public EnumBinding enumeration(String name) {
    return enumsByName.get(name);
  }

  @Override
  public String enumName(Class<?> type) {
    return enumNames.get(type);
  }

  @Override
  public Set<Class<?>> enumerations() {
    return enumNames.keySet();
  }

  @Override
  public EnumBinding enumeration(Class<?> type) {
    return enums.computeIfAbsent(type, EnumBinding::new);
  }

  /** Finds the objects that are within a value more than once: before it is written. */
  public void findShared(Output out, Object value) {
    out.shared = Sharing.find(value, this, out.objects);
  }

  /** How an object is written that is a whole value. */
  public Binding root(Object value) {
    ObjectBinding known = objects.get(value.getClass());
    return known != null ? known : root(Object.class);
  }

  /** What reads whole values of this type. */
  public Root target(Type type) {
    return new Root(type, root(type), host);
  }

  @Override
  public Binding root(Type type) {
    Binding known = roots.get(type);
    if (known == null) {
      known = of(type, Map.of(), "the value");
      roots.put(type, known);
    }
    return known;
  }

  /**
   * @param variables what type variables stand for
   * @param where for whom it is, to be said if there is no binding
   */
  Binding of(Type type, Map<TypeVariable<?>, Type> variables, String where) {
    if (type instanceof TypeVariable<?> variable) {
      Type known = variables.get(variable);
      return of(
          known != null && known != variable ? known : variable.getBounds()[0], variables, where);
    }
    if (type instanceof WildcardType wildcard) {
      return of(wildcard.getUpperBounds()[0], variables, where);
    }
    if (type instanceof GenericArrayType array) {
      Binding element = of(array.getGenericComponentType(), variables, where);
      return new ArrayBinding(raw(array.getGenericComponentType(), variables), element, this);
    }
    Class<?> raw = raw(type, variables);
    if (BOXED.containsKey(raw)) {
      return BOXED.get(raw).binding();
    }
    if (objects.containsKey(raw)) {
      return objects.get(raw);
    }
    if (raw.isEnum()) {
      return enumeration(raw);
    }
    Kinds.Kind kind = Kinds.of(raw);
    if (kind != null && kind.form == Kinds.Form.SCALAR && raw != Optional.class) {
      return new KindBinding(kind, this);
    }
    if (raw.isArray()) {
      return new ArrayBinding(
          raw.getComponentType(), of(raw.getComponentType(), variables, where), this);
    }
    if (raw == Optional.class) {
      return new OptionalBinding(argument(type, 0, variables, where), this);
    }
    if (raw == EnumSet.class || raw == EnumMap.class) {
      return ofEnumeration(raw, type, variables, where);
    }
    if (Map.class.isAssignableFrom(raw) && Kinds.byDefault(raw) != null) {
      return new MapBinding(
          raw, argument(type, 0, variables, where), argument(type, 1, variables, where), this);
    }
    if (Collection.class.isAssignableFrom(raw) && Kinds.byDefault(raw) != null) {
      return new CollectionBinding(raw, argument(type, 0, variables, where), this);
    }
    if (raw == Object.class
        || raw.isInterface()
        || Modifier.isAbstract(raw.getModifiers())
        || Values.isOne(raw)) {
      return new DynamicBinding(raw, this);
    }
    if (raw.getName().startsWith("java.")) {
      throw new IllegalArgumentException(
          "%s is of class %s, which values cannot have".formatted(where, raw.getName()));
    }
    throw new IllegalArgumentException(
        "%s is of class %s, which is not registered: register(%s.class)%s"
            .formatted(where, raw.getName(), raw.getSimpleName(), leftOut(raw)));
  }

  /** A set or a map of an enumeration, which only its declared type can tell. */
  private Binding ofEnumeration(
      Class<?> raw, Type type, Map<TypeVariable<?>, Type> variables, String where) {
    if (!(argument(type, 0, variables, where) instanceof EnumBinding keys)) {
      throw new IllegalArgumentException(
          "%s is an %s of no declared enumeration".formatted(where, raw.getSimpleName()));
    }
    return new EnumKeyedBinding(
        keys,
        raw == EnumSet.class ? new CollectionBinding(Set.class, keys, this) : null,
        raw == EnumMap.class
            ? new MapBinding(Map.class, keys, argument(type, 1, variables, where), this)
            : null);
  }

  private Binding argument(
      Type type, int number, Map<TypeVariable<?>, Type> variables, String where) {
    return type instanceof ParameterizedType generic
            && number < generic.getActualTypeArguments().length
        ? of(generic.getActualTypeArguments()[number], variables, where)
        : of(Object.class, variables, where);
  }

  private static Class<?> raw(Type type, Map<TypeVariable<?>, Type> variables) {
    if (type instanceof Class<?> itself) {
      return itself;
    }
    if (type instanceof ParameterizedType generic) {
      return (Class<?>) generic.getRawType();
    }
    if (type instanceof TypeVariable<?> variable) {
      Type known = variables.get(variable);
      return raw(known != null && known != variable ? known : variable.getBounds()[0], variables);
    }
    return Object.class;
  }
}
