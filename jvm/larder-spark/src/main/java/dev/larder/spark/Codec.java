package dev.larder.spark;

import dev.larder.Larder;
import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.api.java.function.Function0;

/**
 * How values stand in Redis. One thread uses a codec: each task makes its own.
 *
 * <p>No value is zero bytes: in Redis these say that a key is absent. A value that a codec encodes
 * as such is not cached.
 */
public interface Codec<V> {
  byte[] encode(V value) throws Exception;

  /**
   * @throws Exception if the bytes are no such value; the key is a miss then
   */
  V decode(byte[] bytes) throws Exception;

  /** What is sent to the executors: makes a codec there. */
  @FunctionalInterface
  interface Factory<V> extends Serializable {
    Codec<V> create() throws Exception;
  }

  /**
   * Values of a class as Larder writes them.
   *
   * @param others the classes that its fields have
   */
  static <V> Factory<V> larder(Class<V> type, Class<?>... others) {
    return larder(
        () -> {
          Larder.Builder builder = Larder.builder().register(type);
          Arrays.stream(others).forEach(builder::register);
          return builder.build();
        },
        type);
  }

  /**
   * Values of a class as a Larder of yours writes them: with a profile, say. It is called once in
   * each executor.
   */
  static <V> Factory<V> larder(Function0<Larder> larder, Class<V> type) {
    return new LarderFactory<>(larder, type);
  }

  /** A codec of two functions. */
  static <V> Codec<V> of(Function<V, byte[]> encode, Function<byte[], V> decode) {
    return new Codec<>() {
      @Override
      public byte[] encode(V value) throws Exception {
        return encode.call(value);
      }

      @Override
      public V decode(byte[] bytes) throws Exception {
        return decode.call(bytes);
      }
    };
  }
}
