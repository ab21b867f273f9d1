package dev.larder.redis;

import dev.larder.Larder;
import io.lettuce.core.RedisException;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.codec.ToByteBufEncoder;
import io.netty.buffer.ByteBuf;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Larder for Lettuce: keys are UTF-8, values are Larder's. Immutable and thread-safe.
 *
 * <pre>{@code
 * Larder larder = Larder.builder().register(Person.class).build();
 * StatefulRedisConnection<String, Person> connection =
 *     client.connect(LarderLettuceCodec.of(larder, Person.class));
 * }</pre>
 *
 * <p>For other keys, use {@code RedisCodec.of(KEYS, LARDER)}.
 *
 * @param <V> the class of the values
 */
public final class LarderLettuceCodec<V>
    implements RedisCodec<String, V>, ToByteBufEncoder<String, V> {
  private final Values<RedisCodec<?, ?>> values;

  private LarderLettuceCodec(Values<RedisCodec<?, ?>> values) {
    this.values = values;
  }

  /**
   * For values of any registered class.
   *
   * @param larder what writes and reads the values
   * @return a codec without further options
   */
  public static LarderLettuceCodec<Object> of(Larder larder) {
    return of(larder, Object.class);
  }

  /**
   * For values of one class. It also reads maps as this class: other languages write those.
   *
   * @param <V> the class of the values
   * @param larder what writes and reads the values
   * @param type the class of the values
   * @return a codec without further options
   * @throws IllegalArgumentException if the class is not registered
   */
  public static <V> LarderLettuceCodec<V> of(Larder larder, Class<V> type) {
    return of(larder, (Type) type);
  }

  /**
   * For values of a generic type.
   *
   * @param <V> that type, which is not checked
   * @param larder what writes and reads the values
   * @param type the type of the values
   * @return a codec without further options
   * @throws IllegalArgumentException if a class is not registered
   */
  public static <V> LarderLettuceCodec<V> of(Larder larder, Type type) {
    return new LarderLettuceCodec<>(Values.of(larder, type, RedisException::new));
  }

  /**
   * Reads values that are not Larder's with the codec that wrote them.
   *
   * @param other the codec of the old values; what it returns has to be of this type
   * @return a codec with this option
   * @throws IllegalArgumentException if there is a fallback for every value already
   */
  public LarderLettuceCodec<V> fallback(RedisCodec<?, ?> other) {
    return new LarderLettuceCodec<>(values.fallback(other));
  }

  /**
   * Reads those values that are not Larder's and that a predicate recognises. Fallbacks are asked
   * in the order in which they were added.
   *
   * @param recognises whether {@code other} wrote these bytes
   * @param other the codec of the old values; what it returns has to be of this type
   * @return a codec with this option
   * @throws IllegalArgumentException if there is a fallback for every value already
   */
  public LarderLettuceCodec<V> fallback(Predicate<byte[]> recognises, RedisCodec<?, ?> other) {
    return new LarderLettuceCodec<>(values.fallback(recognises, other));
  }

  /**
   * Writes with another codec, as long as some programs cannot read Larder yet. It does not change
   * what is read: see {@link #fallback(RedisCodec)}.
   *
   * @param other the codec that those programs read
   * @return a codec with this option
   */
  public LarderLettuceCodec<V> writing(RedisCodec<?, ? super V> other) {
    return new LarderLettuceCodec<>(values.writing(other));
  }

  /**
   * Turns a value that cannot be decoded into a miss: it is read as null, and the callback gets its
   * bytes and the exception. By default it is a {@link RedisException}. Netty's threads call it, so
   * it must not wait for Redis.
   *
   * @param callback logs the failure, say
   * @return a codec with this option
   */
  public LarderLettuceCodec<V> onFailure(BiConsumer<byte[], Exception> callback) {
    return new LarderLettuceCodec<>(values.onFailure(callback));
  }

  /**
   * Writes a value that Larder cannot write with another codec, and reports it to the callback.
   * Such a value usually has a class that is not registered. By default it is a {@link
   * RedisException}. Netty's threads call it, so it must not wait for Redis.
   *
   * @param other writes these values
   * @param callback gets the value and the exception
   * @return a codec with this option
   * @throws IllegalArgumentException if there is no fallback, which would have to read what is
   *     written: call {@link #fallback(RedisCodec)} first
   */
  public LarderLettuceCodec<V> onWriteFailure(
      RedisCodec<?, ? super V> other, BiConsumer<Object, Exception> callback) {
    return new LarderLettuceCodec<>(values.onWriteFailure(other, callback));
  }

  /**
   * Tells an observer of each value, such as {@link LarderMeters}.
   *
   * @param observer is called by the thread that encodes or decodes
   * @return a codec with this option
   */
  public LarderLettuceCodec<V> observed(ValueObserver observer) {
    return new LarderLettuceCodec<>(values.observed(observer));
  }

  @Override
  public String decodeKey(ByteBuffer bytes) {
    return StringCodec.UTF8.decodeKey(bytes);
  }

  @Override
  public ByteBuffer encodeKey(String key) {
    return StringCodec.UTF8.encodeKey(key);
  }

  @Override
  public void encodeKey(String key, ByteBuf target) {
    StringCodec.UTF8.encodeKey(key, target);
  }

  /**
   * Decodes a value.
   *
   * @throws RedisException if the value cannot be decoded and {@link #onFailure} is not set
   */
  @Override
  @SuppressWarnings("unchecked") // Each value is of the type.
  public V decodeValue(ByteBuffer from) {
    byte[] bytes = new byte[from.remaining()];
    from.get(bytes);
    return (V) values.decode(bytes, (other, its) -> other.decodeValue(ByteBuffer.wrap(its)));
  }

  /**
   * Encodes a value.
   *
   * @throws RedisException if the value cannot be encoded and {@link #onWriteFailure} is not set.
   *     Commands wrap it in Netty's {@code EncoderException}
   */
  @Override
  @SuppressWarnings("unchecked") // The writer takes every V.
  public ByteBuffer encodeValue(V value) {
    RedisCodec<?, ?> writer = values.writer();
    return writer == null
        ? values.encode(
            value,
            ByteBuffer::wrap,
            (other, its) -> ((RedisCodec<?, Object>) other).encodeValue(its))
        : ((RedisCodec<?, Object>) writer).encodeValue(value);
  }

  @Override
  public void encodeValue(V value, ByteBuf target) {
    target.writeBytes(encodeValue(value));
  }

  /** Estimates keys only: the size of a value is not known before it is written. */
  @Override
  public int estimateSize(Object keyOrValue) {
    return keyOrValue instanceof String key ? StringCodec.UTF8.estimateSize(key) : 0;
  }
}
