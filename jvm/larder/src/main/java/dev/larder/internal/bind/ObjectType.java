package dev.larder.internal.bind;

import dev.larder.Level;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.tree.Fields;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** A registered class: its fields, how its objects are made, and the shape that they have. */
public final class ObjectType implements Fields {
  public final Class<?> type;

  /** What it is called in values. */
  public final String name;

  /** How objects are written and read: set when the class is bound. */
  public Binding binding;

  private final List<Property> properties;
  private final Shape shape;
  private final MethodHandles.Lookup lookup;
  private final MethodHandle allocate;
  private final Object[] zeros;

  /** The fields whose values may hold others. */
  private final int[] holdingOthers;

  private final boolean isHashedByFields;
  private final Function<ObjectType, ObjectCodec> codecs;
  private volatile ObjectCodec codec;

  /**
   * @param properties all fields, in the order in which they are written
   * @param shape what objects are written as
   * @param codecs makes the codec, when it is needed
   */
  public ObjectType(
      Class<?> type,
      String name,
      List<Property> properties,
      Shape shape,
      Function<ObjectType, ObjectCodec> codecs) {
    this.type = type;
    this.name = name;
    this.properties = properties;
    this.shape = shape;
    this.codecs = codecs;
    try {
      lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    } catch (IllegalAccessException e) {
      throw new IllegalArgumentException(
          "%s cannot be reached: its module must open %s to larder"
              .formatted(type.getName(), type.getPackageName()),
          e);
    }
    isHashedByFields =
        type.isRecord() || overrides(type, "hashCode") || overrides(type, "equals", Object.class);
    allocate = type.isRecord() ? null : allocator(type);
    holdingOthers =
        IntStream.range(0, properties.size())
            .filter(field -> !isLeaf(properties.get(field).raw()))
            .toArray();
    zeros = new Object[properties.size()];
    for (int i = 0; i < zeros.length; i++) {
      if (properties.get(i).isPrimitive()) {
        zeros[i] = Array.get(Array.newInstance(properties.get(i).raw(), 1), 0);
      }
    }
  }

  /** The same class, its objects written as another shape of the same keys. */
  public ObjectType withShape(Shape other) {
    boolean isSame = other.number < 0 && shape.number < 0;
    return new ObjectType(type, name, properties, other, isSame ? ignored -> codec() : codecs);
  }

  private static boolean overrides(Class<?> type, String method, Class<?>... parameters) {
    try {
      return type.getMethod(method, parameters).getDeclaringClass() != Object.class;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Null where the class has a constructor without parameters, which is called. */
  private static MethodHandle allocator(Class<?> type) {
    try {
      type.getDeclaredConstructor();
      return null;
    } catch (NoSuchMethodException e) {
      return withoutConstructor(type);
    }
  }

  /** What Java's own serialization does: no constructor but Object's is called. */
  private static MethodHandle withoutConstructor(Class<?> type) {
    try {
      Class<?> factoryClass = Class.forName("sun.reflect.ReflectionFactory");
      Object factory = factoryClass.getMethod("getReflectionFactory").invoke(null);
      Constructor<?> constructor =
          (Constructor<?>)
              factoryClass
                  .getMethod("newConstructorForSerialization", Class.class, Constructor.class)
                  .invoke(factory, type, Object.class.getConstructor());
      // A handle of the constructor itself would make what the constructor is of: an Object.
      MethodHandle make =
          MethodHandles.lookup()
              .findVirtual(
                  Constructor.class,
                  "newInstance",
                  MethodType.methodType(Object.class, Object[].class))
              .asFixedArity()
              .bindTo(constructor);
      return MethodHandles.insertArguments(make, 0, (Object) new Object[0]);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          "%s needs a constructor without parameters".formatted(type.getName()), e);
    }
  }

  /** Reaches into the class itself. */
  public MethodHandles.Lookup lookup() {
    return lookup;
  }

  /** ()Object, an object whose fields are to be set; null for what has a constructor for that. */
  public MethodHandle allocate() {
    return allocate;
  }

  /** What objects are written as. */
  @Override
  public Shape shape() {
    return shape;
  }

  @Override
  public Class<?> primitive(int field) {
    Property property = properties.get(field);
    return property.isPrimitive() ? property.raw() : null;
  }

  @Override
  public void integers(Object[] objects, int field, long[] into) {
    codec().integers(objects, field, into);
  }

  @Override
  public void floats(Object[] objects, int field, double[] into) {
    codec().floats(objects, field, into);
  }

  @Override
  public void values(Object[] objects, int field, Object[] into) {
    Binding binding = properties.get(field).binding;
    ObjectCodec codec = codec();
    for (int i = 0; i < objects.length; i++) {
      into[i] = binding.plainOrNull(codec.get(objects[i], field));
    }
  }

  @Override
  public int nulls(Object object) {
    return codec().nulls(object);
  }

  @Override
  public void write(Output out, Object object) {
    if (out.level == Level.FAST) {
      out.position = codec().writeFast(out, object, out.room(out.position));
    } else {
      codec().write(out, object);
    }
  }

  /** All fields, in the order in which they are written. */
  public List<Property> properties() {
    return properties;
  }

  private static boolean isLeaf(Class<?> type) {
    boolean isFinalOfJava =
        type.getPackageName().equals("java.lang") && Modifier.isFinal(type.getModifiers());
    return type.isPrimitive() || type.isEnum() || isFinalOfJava && !type.isArray();
  }

  /** The fields whose values may hold others, or be held by them twice. */
  public int[] holdingOthers() {
    return holdingOthers;
  }

  /** The values of all fields. */
  public List<Object> values(Object object) {
    Object[] values = new Object[properties.size()];
    for (int field = 0; field < values.length; field++) {
      values[field] = codec().get(object, field);
    }
    return Arrays.asList(values);
  }

  /** Whether what it holds may be gone through when it is hashed or compared. */
  public boolean isHashedByFields() {
    return isHashedByFields;
  }

  public boolean isRecord() {
    return type.isRecord();
  }

  /** A value for each field: zeros for primitive ones. */
  public Object[] newValues() {
    return zeros.clone();
  }

  public ObjectCodec codec() {
    ObjectCodec known = codec;
    return known != null ? known : makeCodec();
  }

  private synchronized ObjectCodec makeCodec() {
    if (codec == null) {
      codec = codecs.apply(this);
    }
    return codec;
  }

  /** Charges an object: all of its fields, whatever keys it was written with. */
  public void charge(Input in) {
    in.charge(Input.VALUE_BYTES * (1L + zeros.length));
  }

  /** An object of the values of these fields (others −1) among all of them. */
  public Object make(Object[] values, int[] given) {
    ObjectCodec codec = codec();
    if (isRecord()) {
      return codec.build(values);
    }
    Object bean = codec.create();
    for (int field : given) {
      if (field >= 0) {
        codec.set(bean, field, values[field]);
      }
    }
    return bean;
  }
}
