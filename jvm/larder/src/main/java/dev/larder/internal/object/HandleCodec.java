package dev.larder.internal.object;

import dev.larder.internal.bind.ObjectCodec;
import dev.larder.internal.bind.ObjectType;
import dev.larder.internal.bind.Property;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Output;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/**
 * An {@link ObjectCodec} of method handles: for classes whose loader does not see this library, so
 * that nothing can be generated beside them.
 */
final class HandleCodec extends ObjectCodec {
  private final List<Property> properties;
  private final Place[] places;
  private final MethodHandle[] getters;
  private final MethodHandle[] setters;
  private final MethodHandle make;

  HandleCodec(ObjectType object) throws ReflectiveOperationException {
    properties = object.properties();
    places = object.shape().places;
    MethodHandles.Lookup lookup = object.lookup();
    Class<?> type = object.type;
    int count = properties.size();
    getters = new MethodHandle[count];
    setters = new MethodHandle[count];
    for (int i = 0; i < count; i++) {
      getters[i] =
          properties.get(i).getter().asType(MethodType.methodType(Object.class, Object.class));
      if (!type.isRecord()) {
        setters[i] =
            properties
                .get(i)
                .setter()
                .asType(MethodType.methodType(void.class, Object.class, Object.class));
      }
    }
    if (type.isRecord()) {
      Class<?>[] types = properties.stream().map(Property::raw).toArray(Class<?>[]::new);
      make =
          lookup
              .findConstructor(type, MethodType.methodType(void.class, types))
              .asType(MethodType.genericMethodType(count))
              .asSpreader(Object[].class, count);
    } else if (object.allocate() != null) {
      make = object.allocate();
    } else {
      make =
          lookup
              .findConstructor(type, MethodType.methodType(void.class))
              .asType(MethodType.methodType(Object.class));
    }
  }

  @Override
  public void write(Output out, Object object) {
    for (int field = 0; field < getters.length; field++) {
      properties.get(field).binding.writeDeclared(out, get(object, field), places[field]);
    }
  }

  @Override
  public int writeFast(Output out, Object object, int at) {
    int end = at;
    for (int field = 0; field < getters.length; field++) {
      Object value = get(object, field);
      end = properties.get(field).binding.writeDeclaredFast(out, value, places[field], end);
    }
    return end;
  }

  @Override
  public void writeGapped(Output out, Object object) {
    int bits = 0;
    for (int field = 0; field < getters.length; field++) {
      bits |= get(object, field) == null ? 1 << (field & 7) : 0;
      if ((field & 7) == 7 || field == getters.length - 1) {
        out.u8(bits);
        bits = 0;
      }
    }
    for (int field = 0; field < getters.length; field++) {
      Object value = get(object, field);
      if (value != null) {
        properties.get(field).binding.writeDeclared(out, value, places[field]);
      }
    }
  }

  @Override
  public int nulls(Object object) {
    int nulls = 0;
    for (int field = 0; field < getters.length; field++) {
      nulls += get(object, field) == null ? 1 : 0;
    }
    return nulls;
  }

  @Override
  public void integers(Object[] objects, int field, long[] into) {
    for (int i = 0; i < objects.length; i++) {
      Object value = get(objects[i], field);
      if (value instanceof Float number) {
        into[i] = Float.floatToRawIntBits(number);
      } else if (value instanceof Number number) {
        into[i] = number.longValue();
      } else {
        into[i] = value instanceof Character character ? character : (Boolean) value ? 1 : 0;
      }
    }
  }

  @Override
  public void floats(Object[] objects, int field, double[] into) {
    for (int i = 0; i < objects.length; i++) {
      into[i] = (Double) get(objects[i], field);
    }
  }

  @Override
  public Object get(Object object, int field) {
    try {
      return getters[field].invokeExact(object);
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  @Override
  public Object create() {
    try {
      return make.invokeExact();
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  @Override
  public void set(Object object, int field, Object value) {
    try {
      setters[field].invokeExact(object, value);
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  @Override
  public void setAll(Object[] objects, int field, Object[] values, int count) {
    for (int i = 0; i < count; i++) {
      set(objects[i], field, values[i]);
    }
  }

  @Override
  public void setIntegers(Object[] objects, int field, long[] values, int count) {
    Class<?> type = properties.get(field).raw();
    for (int i = 0; i < count; i++) {
      long value = values[i];
      Object boxed =
          type == boolean.class
              ? (Object) (value != 0)
              : type == byte.class
                  ? (Object) (byte) value
                  : type == short.class
                      ? (Object) (short) value
                      : type == int.class ? (Object) (int) value : (Object) value;
      set(objects[i], field, boxed);
    }
  }

  @Override
  public void setFloats(Object[] objects, int field, double[] values, int count) {
    for (int i = 0; i < count; i++) {
      set(objects[i], field, values[i]);
    }
  }

  @Override
  public Object build(Object[] values) {
    try {
      return make.invokeExact(values);
    } catch (Throwable e) {
      throw rethrown(e);
    }
  }

  /** What a constructor threw, as it is. */
  private static RuntimeException rethrown(Throwable e) {
    if (e instanceof RuntimeException runtime) {
      return runtime;
    }
    if (e instanceof Error error) {
      throw error;
    }
    return new IllegalStateException(e);
  }
}
