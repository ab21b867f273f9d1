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
 * <p>For other keys, {@code RedisCodec.of(KEYS, LARDER)}.
 */
public final class LarderLettuceCodec<V>
    implements RedisCodec<String, V>, ToByteBufEncoder<String, V> {
  private final Values<RedisCodec<?, ?>> values;

  private LarderLettuceCodec(Values<RedisCodec<?, ?>> values) {
    this.values = values;
  }

  /** For values of any class that is registered. */
  public static LarderLettuceCodec<Object> of(Larder larder) {
    return of(larder, Object.class);
  }

  /**
   * For values of one class: they may have been written as maps, too, as other languages do.
   *
   * @throws IllegalArgumentException if it is not registered
   */
  public static <V> LarderLettuceCodec<V> of(Larder larder, Class<V> type) {
    return of(larder, (Type) type);
  }

  /**
   * For values of a generic type.
   *
   * @param <V> that type, which is not checked
   * @throws IllegalArgumentException if a class is not registered
   */
  public static <V> LarderLettuceCodec<V> of(Larder larder, Type type) {
    return new LarderLettuceCodec<>(Values.of(larder, type, RedisException::new));
  }

  /** Reads values that are not Larder's by the codec that wrote them. */
  public LarderLettuceCodec<V> reading(RedisCodec<?, ?> other) {
    return new LarderLettuceCodec<>(values.reading(other));
  }

  /**
   * Reads values that are not Larder's by the codec that wrote them, if the predicate knows their
   * bytes; else the next one is asked.
   */
  public LarderLettuceCodec<V> reading(Predicate<byte[]> whose, RedisCodec<?, ?> other) {
    return new LarderLettuceCodec<>(values.reading(whose, other));
  }

  /**
   * Writes as another codec does, while there are programs that do not read Larder yet. What is
   * read says {@link #reading(RedisCodec)}.
   */
  public LarderLettuceCodec<V> writing(RedisCodec<?, ? super V> other) {
    return new LarderLettuceCodec<>(values.writing(other));
  }

  /**
   * Makes a value that does not read a miss: the callback is told of its bytes, and why; null is
   * returned. Without, it is a {@link RedisException}. Netty's threads call it: it must not wait
   * for Redis.
   */
  public LarderLettuceCodec<V> onFailure(BiConsumer<byte[], Exception> callback) {
    return new LarderLettuceCodec<>(values.onFailure(callback));
  }

  /**
   * Writes a value that Larder cannot write, of a class that is not registered above all, as
   * another codec does, and tells the callback. Without, it is a {@link RedisException}. Netty's
   * threads call it: it must not wait for Redis.
   *
   * @throws IllegalArgumentException if nothing but Larder is read: {@link #reading(RedisCodec)}
   *     comes before
   */
  public LarderLettuceCodec<V> onWriteFailure(
      RedisCodec<?, ? super V> other, BiConsumer<Object, Exception> callback) {
    return new LarderLettuceCodec<>(values.onWriteFailure(other, callback));
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
   * @throws RedisException if the bytes are no such value, and that is no miss
   */
  @Override
  @SuppressWarnings("unchecked") // Values are of the type.
  public V decodeValue(ByteBuffer from) {
    byte[] bytes = new byte[from.remaining()];
    from.get(bytes);
    return (V) values.decode(bytes, (other, its) -> other.decodeValue(ByteBuffer.wrap(its)));
  }

  /**
   * @throws RedisException if the value holds an object of a class that is not registered; within
   *     Netty's {@code EncoderException} where a command is what is called
   */
  @Override
  @SuppressWarnings("unchecked") // What writes takes all that is a V.
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

  /** Of keys: how large a value is shows only when it is written. */
  @Override
  public int estimateSize(Object keyOrValue) {
    return keyOrValue instanceof String key ? StringCodec.UTF8.estimateSize(key) : 0;
  }
}
