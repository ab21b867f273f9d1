package dev.larder.service;

import com.acme.store.Person;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.data.redis.serializer.SerializationException;

/**
 * Kryo as the article set it up: for each value a new instance, which registers its class, and new
 * streams.
 */
final class ArticleKryoSerializer implements RedisSerializer<Person> {
  private static Kryo kryo() {
    Kryo kryo = new Kryo();
    kryo.register(Person.class);
    return kryo;
  }

  @Override
  public byte[] serialize(Person person) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Output output = new Output(bytes)) {
      kryo().writeObject(output, person);
    }
    return bytes.toByteArray();
  }

  @Override
  public Person deserialize(byte[] bytes) {
    if (bytes == null) {
      return null;
    }
    try (Input input = new Input(new ByteArrayInputStream(bytes))) {
      return kryo().readObject(input, Person.class);
    } catch (KryoException | IndexOutOfBoundsException e) {
      throw new SerializationException("Kryo cannot read " + bytes.length + " bytes", e);
    }
  }
}
