package dev.larder.redis;

import io.lettuce.core.codec.RedisCodec;
import java.nio.ByteBuffer;
import java.util.function.Function;

/**
 * How a program encodes the values of its cache, as a {@link CacheSwitch} uses it. One thread at a
 * time calls it.
 *
 * <pre>{@code
 * SwitchCodec spring = SwitchCodec.of(serializer::deserialize, serializer::serialize);
 * SwitchCodec lettuce = SwitchCodec.of(codec);
 * SwitchCodec redisson = RedissonValues.of(new Kryo5Codec());
 * }</pre>
 *
 * <p>Name the codec of one format, without fallbacks: what it can decode counts as its own.
 */
public interface SwitchCodec {
  /**
   * Decodes a value.
   *
   * @param bytes what Redis has, which may be empty
   * @return the value; null if there is none, and then it is not switched
   * @throws Exception if the codec did not write these bytes
   */
  Object decode(byte[] bytes) throws Exception;

  /**
   * Encodes a value.
   *
   * @param value what the other codec decoded
   * @return its bytes
   * @throws Exception if the codec cannot write this value
   */
  byte[] encode(Object value) throws Exception;

  /**
   * A codec of two functions, such as those of Spring's {@code RedisSerializer}.
   *
   * @param <V> the values that it writes
   * @param decode makes a value of its bytes
   * @param encode makes bytes of a value
   * @return a codec that calls them
   */
  static <V> SwitchCodec of(Function<byte[], ?> decode, Function<V, byte[]> encode) {
    return new SwitchCodec() {
      @Override
      public Object decode(byte[] bytes) {
        return decode.apply(bytes);
      }

      @Override
      @SuppressWarnings("unchecked") // If it is not, the codec refuses it.
      public byte[] encode(Object value) {
        return encode.apply((V) value);
      }
    };
  }

  /**
   * The values of a codec of Lettuce.
   *
   * @param codec reads and writes the values
   * @return a codec of these
   */
  @SuppressWarnings("unchecked") // If a value is of another class, the codec refuses it.
  static SwitchCodec of(RedisCodec<?, ?> codec) {
    return of(
        bytes -> codec.decodeValue(ByteBuffer.wrap(bytes)),
        value -> {
          ByteBuffer encoded = ((RedisCodec<?, Object>) codec).encodeValue(value);
          byte[] bytes = new byte[encoded.remaining()];
          encoded.get(bytes);
          return bytes;
        });
  }
}
