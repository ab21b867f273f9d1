package dev.larder.lab.rivals;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.Pool;
import dev.larder.lab.codec.Codec;
import dev.larder.lab.host.Subject;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** Kryo with pools of instances and buffers, as in the section "Pooling" of its README. */
public final class KryoCodec implements Codec {
  /** Classes of the JDK in values that Kryo does not register by itself. */
  private static final List<Class<?>> JDK_CLASSES =
      List.of(
          ArrayList.class,
          LinkedHashMap.class,
          BigInteger.class,
          int[].class,
          long[].class,
          double[].class,
          String[].class);

  private final Pool<Kryo> kryos;
  private final Pool<Output> outputs;
  private final Pool<Input> inputs;

  /** The class of every value; null if they may have any class. */
  private final Class<?> type;

  private KryoCodec(boolean registered, Subject subject) {
    type = subject.isBean() ? (Class<?>) subject.type() : null;
    kryos =
        new Pool<>(false, false, 8) {
          @Override
          protected Kryo create() {
            Kryo kryo = new Kryo();
            kryo.setRegistrationRequired(registered);
            kryo.setReferences(subject.sharesObjects());
            if (registered) {
              JDK_CLASSES.forEach(kryo::register);
              subject.classes().forEach(kryo::register);
            }
            return kryo;
          }
        };
    outputs =
        new Pool<>(false, false, 16) {
          @Override
          protected Output create() {
            return new Output(1024, -1);
          }
        };
    inputs =
        new Pool<>(false, false, 16) {
          @Override
          protected Input create() {
            return new Input();
          }
        };
    kryos.free(kryos.obtain());
  }

  /** Writes the names of classes. */
  public static KryoCodec unregistered(Subject subject) {
    return new KryoCodec(false, subject);
  }

  /** Writes the numbers of classes. */
  public static KryoCodec registered(Subject subject) {
    return new KryoCodec(true, subject);
  }

  @Override
  public byte[] encode(Object value) {
    Kryo kryo = kryos.obtain();
    Output output = outputs.obtain();
    try {
      output.reset();
      if (type == null) {
        kryo.writeClassAndObject(output, value);
      } else {
        kryo.writeObject(output, value);
      }
      return output.toBytes();
    } finally {
      outputs.free(output);
      kryos.free(kryo);
    }
  }

  @Override
  public Object decode(byte[] bytes) {
    Kryo kryo = kryos.obtain();
    Input input = inputs.obtain();
    try {
      input.setBuffer(bytes);
      return type == null ? kryo.readClassAndObject(input) : kryo.readObject(input, type);
    } finally {
      inputs.free(input);
      kryos.free(kryo);
    }
  }
}
