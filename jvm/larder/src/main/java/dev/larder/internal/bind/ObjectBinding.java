package dev.larder.internal.bind;

import dev.larder.ErrorKind;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.tree.Host;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.objectweb.asm.MethodTooLargeException;

/**
 * A registered class: its fields, the shape that its objects are written as, and a reader for each
 * shape that they were once written as.
 */
final class ObjectBinding extends Binding {
  /** As many generated readers a class may have, beside its own shape's and those of profiles. */
  private static final int MAX_GENERATED = 64;

  /** Shapes of more keys get none: no JIT compiles what is generated for them. */
  private static final int MAX_KEYS = 256;

  /** As many readers a class remembers, and only of shapes whose names have so few characters. */
  private static final int MAX_READERS = 256;

  private static final int MAX_CHARACTERS = 4096;

  final Class<?> type;
  final String name;

  private final Bindings bindings;
  private final List<Property> properties;
  private final Map<String, Integer> fields = new HashMap<>();
  private final MethodHandles.Lookup lookup;
  private final MethodHandle allocate;
  private final Object[] zeros;
  private final Shape shape;
  private final boolean isHashedByFields;
  private final AtomicInteger generated = new AtomicInteger();

  /**
   * Readers that are generated, and those of maps' shapes, which other classes may be read from,
   * too; the rest are with their shapes. By {@link #key}.
   */
  private final Map<Object, ShapeReader> readers = new ConcurrentHashMap<>();

  private volatile ObjectCodec codec;

  ObjectBinding(Class<?> type, String name, Bindings bindings) {
    this.type = type;
    this.name = name;
    this.bindings = bindings;
    try {
      lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    } catch (IllegalAccessException e) {
      throw new IllegalArgumentException(
          "%s cannot be reached: its module must open %s to larder"
              .formatted(type.getName(), type.getPackageName()),
          e);
    }
    List<Property> declared = Property.of(type);
    // A record's constructor takes them as they are declared.
    properties = type.isRecord() ? declared : bindings.ordered(name, declared);
    isHashedByFields =
        type.isRecord() || overrides(type, "hashCode") || overrides(type, "equals", Object.class);
    for (int i = 0; i < properties.size(); i++) {
      for (String formerly : properties.get(i).formerly) {
        fields.put(formerly, i);
      }
    }
    for (int i = 0; i < properties.size(); i++) {
      fields.put(properties.get(i).name, i);
    }
    allocate = type.isRecord() ? null : allocator(type, lookup);
    zeros = new Object[properties.size()];
    for (int i = 0; i < zeros.length; i++) {
      if (properties.get(i).isPrimitive()) {
        zeros[i] = Array.get(Array.newInstance(properties.get(i).raw(), 1), 0);
      }
    }
    shape = bindings.shape(name, properties.stream().map(property -> property.name).toArray());
  }

  /** Finds the bindings of all fields, when every class is known. */
  void link(Bindings bindings) {
    for (Property property : properties) {
      property.binding =
          bindings.of(
              property.type,
              property.variables,
              "%s.%s".formatted(type.getSimpleName(), property.field.getName()));
    }
  }

  private static boolean overrides(Class<?> type, String method, Class<?>... parameters) {
    try {
      return type.getMethod(method, parameters).getDeclaringClass() != Object.class;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Null where the class has a constructor without parameters, which is called. */
  private static MethodHandle allocator(Class<?> type, MethodHandles.Lookup lookup) {
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

  /** What takes values for which there is no field. */
  Host skipping() {
    return bindings.host().lenient();
  }

  Shape shape() {
    return shape;
  }

  List<Property> properties() {
    return properties;
  }

  /** The values of all fields. */
  List<Object> values(Object object) {
    Object[] values = new Object[properties.size()];
    for (int field = 0; field < values.length; field++) {
      values[field] = codec().get(object, field);
    }
    return Arrays.asList(values);
  }

  /** Whether what it holds may be gone through when it is hashed or compared. */
  boolean isHashedByFields() {
    return isHashedByFields;
  }

  boolean isRecord() {
    return type.isRecord();
  }

  /** A value for each field: zeros for primitive ones. */
  Object[] newValues() {
    return zeros.clone();
  }

  ObjectCodec codec() {
    ObjectCodec known = codec;
    return known != null ? known : makeCodec();
  }

  private synchronized ObjectCodec makeCodec() {
    if (codec == null) {
      try {
        try {
          codec = Generator.codec(lookup, properties, shape.places, allocate);
        } catch (LinkageError | IllegalAccessException | MethodTooLargeException e) {
          codec = new HandleCodec(lookup, properties, shape.places, allocate);
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("%s cannot be written".formatted(type.getName()), e);
      }
    }
    return codec;
  }

  // Writing.

  @Override
  void write(Output out, Object value, Place place) {
    if (value.getClass() != type) {
      bindings.host().write(out, value, place);
      return;
    }
    int levels = Sharing.begin(out, value);
    if (levels == Sharing.AGAIN) {
      return;
    }
    out.descend();
    out.record(shape);
    codec().write(out, value);
    out.ascend();
    Sharing.end(out, levels, value);
  }

  // Reading.

  @Override
  Object read(Input in, int tag, Slot slot) {
    if (!Tag.isRecord(tag)) {
      return readOther(in, tag, slot);
    }
    Shape found = in.record(tag);
    ShapeReader reader = (ShapeReader) found.binding;
    if (reader == null || reader.plan.owner != this) {
      reader = otherReader(in, found, slot);
    }
    return read(in, reader);
  }

  /** Reads a record, whose shape names the class. */
  Object read(Input in, Shape found) {
    ShapeReader reader = (ShapeReader) found.binding;
    return read(in, reader != null && reader.plan.owner == this ? reader : bind(found));
  }

  private static Object read(Input in, ShapeReader reader) {
    in.descend();
    reader.plan.owner.charge(in);
    Object object = reader.read(in);
    in.ascend();
    return object;
  }

  /** Charges an object: all of its fields, whatever keys it was written with. */
  void charge(Input in) {
    in.charge(Input.VALUE_BYTES * (1L + zeros.length));
  }

  private ShapeReader otherReader(Input in, Shape found, Slot slot) {
    if (found.className == null) {
      return mapReader(found);
    }
    ObjectBinding other = bindings.host().named(in, found.className);
    if (!type.isAssignableFrom(other.type)) {
      throw slot.conflict(in, "an object of class " + found.className);
    }
    return other.bind(found);
  }

  /** What a shape is remembered by: one of a profile has places, which an equal one has not. */
  private static Object key(Shape shape) {
    return shape.number < 0 ? shape : shape.places;
  }

  private ShapeReader mapReader(Shape found) {
    Object key = key(found);
    ShapeReader known = readers.get(key);
    if (known == null) {
      known = new InterpretedReader(plan(found));
      if (isSmall(found)) {
        if (readers.size() >= MAX_READERS) {
          // Whoever makes up shapes pushes out what others were; what is generated stays.
          readers.values().removeIf(InterpretedReader.class::isInstance);
        }
        readers.put(key, known);
      }
    }
    return known;
  }

  /** Whether a shape may be remembered: it costs little. */
  private static boolean isSmall(Shape shape) {
    int characters = 0;
    for (Object key : shape.keys) {
      characters += key instanceof String name ? name.length() : 0;
    }
    return shape.keys.length <= MAX_KEYS && characters <= MAX_CHARACTERS;
  }

  /** The reader of a shape that names this class. */
  ShapeReader bind(Shape found) {
    ShapeReader known = (ShapeReader) found.binding;
    if (known != null && known.plan.owner == this) {
      return known;
    }
    // The same shape comes anew when its definition was forgotten.
    ShapeReader generated = readers.get(key(found));
    if (generated != null) {
      found.binding = generated;
      return generated;
    }
    ReadPlan plan = plan(found);
    found.binding = new InterpretedReader(plan);
    if (found.equals(shape)) {
      generate(plan);
    }
    return (ShapeReader) found.binding;
  }

  private ReadPlan plan(Shape found) {
    int[] ofKeys = new int[found.keys.length];
    Slot[] slots = new Slot[found.keys.length];
    boolean[] taken = new boolean[properties.size()];
    // A field's own name goes before what it was called.
    for (int pass = 0; pass < 2; pass++) {
      for (int key = 0; key < ofKeys.length; key++) {
        Integer field = found.keys[key] instanceof String name ? fields.get(name) : null;
        boolean own = field != null && properties.get(field).name.equals(found.keys[key]);
        if (pass == 0) {
          ofKeys[key] = own ? field : -1;
        } else if (!own && field != null && !taken[field]) {
          ofKeys[key] = field;
        }
        if (ofKeys[key] >= 0 && slots[key] == null) {
          taken[ofKeys[key]] = true;
          slots[key] = properties.get(ofKeys[key]).slot(bindings.host(), type, found.places[key]);
        }
      }
    }
    return new ReadPlan(this, found, ofKeys, slots);
  }

  /** Puts a generated reader in the place of an interpreted one, if it can be had. */
  void generate(ReadPlan plan) {
    Shape of = plan.shape;
    if (codec() instanceof HandleCodec || !isSmall(of) || !mayGenerate(of)) {
      return;
    }
    try {
      ShapeReader reader =
          Generator.reader(
              lookup, properties, of, plan.fields, allocate, bindings.host(), skipping());
      reader.plan = plan;
      readers.put(key(of), reader);
      if (of.className != null) {
        of.binding = reader;
      }
    } catch (ReflectiveOperationException | LinkageError e) {
      // The interpreted one reads the same.
    }
  }

  /** Whoever makes up shapes takes no reader from those that are sure to come. */
  private boolean mayGenerate(Shape of) {
    return of.number >= 0
        || of.equals(shape)
        || generated.get() < MAX_GENERATED && generated.getAndIncrement() < MAX_GENERATED;
  }

  /** An object of the values of these fields (others −1) among all of them. */
  Object make(Object[] values, int[] given) {
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

  @Override
  Object convert(Input in, Object value, Slot slot) {
    if (type.isInstance(value)) {
      return value;
    }
    if (!(value instanceof Map<?, ?> map)) {
      throw slot.conflict(in, value);
    }
    Object[] keys = map.keySet().toArray();
    for (Object key : keys) {
      if (!(key instanceof String)) {
        throw slot.conflict(in, "a map with a key that is no text");
      }
    }
    return plan(new Shape(null, keys)).row(in, map.values().toArray());
  }

  /** What is to be thrown where a cycle goes through an object that cannot be made before it. */
  static RuntimeException notYet(Input in) {
    return in.error(
        ErrorKind.REFUSED, "a record, or a value that is made whole, cannot be within itself");
  }
}
