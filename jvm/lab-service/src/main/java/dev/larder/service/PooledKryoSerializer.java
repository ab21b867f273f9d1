package dev.larder.service;

import com.acme.store.Person;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.Pool;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.data.redis.serializer.SerializationException;

/**
 * Kryo with pools of instances and buffers, as in the section "Pooling" of its README. Persons
 * share no objects, so references are off, as by default.
 */
final class PooledKryoSerializer implements RedisSerializer<Person> {
  private final Pool<Kryo> kryos =
      new Pool<>(true, false, 8) {
        @Override
        protected Kryo create() {
          Kryo kryo = new Kryo();
          kryo.register(Person.class);
          return kryo;
        }
      };
  private final Pool<Output> outputs =
      new Pool<>(true, false, 16) {
        @Override
        protected Output create() {
          return new Output(1024, -1);
        }
      };
  private final Pool<Input> inputs =
      new Pool<>(true, false, 16) {
        @Override
        protected Input create() {
          return new Input();
        }
      };

  @Override
  public byte[] serialize(Person person) {
    Kryo kryo = kryos.obtain();
    Output output = outputs.obtain();
    try {
      output.reset();
      kryo.writeObject(output, person);
      return output.toBytes();
    } finally {
      outputs.free(output);
      kryos.free(kryo);
    }
  }

  @Override
  public Person deserialize(byte[] bytes) {
    if (bytes == null) {
      return null;
    }
    Kryo kryo = kryos.obtain();
    Input input = inputs.obtain();
    try {
      input.setBuffer(bytes);
      return kryo.readObject(input, Person.class);
    } catch (KryoException | IndexOutOfBoundsException e) {
      throw new SerializationException("Kryo cannot read " + bytes.length + " bytes", e);
    } finally {
      inputs.free(input);
      kryos.free(kryo);
    }
  }
}
