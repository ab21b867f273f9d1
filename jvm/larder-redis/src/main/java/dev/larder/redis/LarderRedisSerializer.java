package dev.larder.redis;

import dev.larder.Larder;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.springframework.cache.support.NullValue;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.data.redis.serializer.SerializationException;
import org.springframework.util.ClassUtils;

/**
 * Larder for Spring Data Redis: for templates, caches, and whatever else takes a {@link
 * RedisSerializer}. Immutable and thread-safe.
 *
 * <pre>{@code
 * Larder larder = Larder.builder().register(Person.class).build();
 * RedisSerializer<Object> serializer =
 *     LarderRedisSerializer.of(larder).fallback(RedisSerializer.java());
 * RedisCacheConfiguration.defaultCacheConfig()
 *     .serializeValuesWith(SerializationPair.fromSerializer(serializer));
 * }</pre>
 *
 * <p>Null is written as zero bytes, and zero bytes are read as null. Spring's {@link NullValue} is
 * written as {@code RedisCache} itself writes it, and read as the same instance.
 *
 * @param <T> the class of the values
 */
public final class LarderRedisSerializer<T> implements RedisSerializer<T> {
  // As RedisCache writes it. Bytes are compared with it and never deserialized.
  private static final byte[] NULL_VALUE = RedisSerializer.java().serialize(NullValue.INSTANCE);

  private final Values<RedisSerializer<?>> values;

  private LarderRedisSerializer(Values<RedisSerializer<?>> values) {
    this.values = values;
  }

  /**
   * For values of any registered class.
   *
   * @param larder what writes and reads the values
   * @return a serializer without further options
   */
  public static LarderRedisSerializer<Object> of(Larder larder) {
    return of(larder, Object.class);
  }

  /**
   * For values of one class. It also reads maps as this class: other languages write those.
   *
   * @param <T> the class of the values
   * @param larder what writes and reads the values
   * @param type the class of the values
   * @return a serializer without further options
   * @throws IllegalArgumentException if the class is not registered
   */
  public static <T> LarderRedisSerializer<T> of(Larder larder, Class<T> type) {
    return of(larder, (Type) type);
  }

  /**
   * For values of a generic type, such as {@code ResolvableType.forClassWithGenerics(List.class,
   * Person.class).getType()}.
   *
   * @param <T> that type, which is not checked
   * @param larder what writes and reads the values
   * @param type the type of the values
   * @return a serializer without further options
   * @throws IllegalArgumentException if a class is not registered
   */
  public static <T> LarderRedisSerializer<T> of(Larder larder, Type type) {
    return new LarderRedisSerializer<>(Values.of(larder, type, SerializationException::new));
  }

  /**
   * Reads values that are not Larder's with the serializer that wrote them.
   *
   * @param other the serializer of the old values; what it returns has to be of this type
   * @return a serializer with this option
   * @throws IllegalArgumentException if there is a fallback for every value already
   */
  public LarderRedisSerializer<T> fallback(RedisSerializer<?> other) {
    return new LarderRedisSerializer<>(values.fallback(other));
  }

  /**
   * Reads those values that are not Larder's and that a predicate recognises. Fallbacks are asked
   * in the order in which they were added.
   *
   * @param recognises whether {@code other} wrote these bytes
   * @param other the serializer of the old values; what it returns has to be of this type
   * @return a serializer with this option
   * @throws IllegalArgumentException if there is a fallback for every value already
   */
  public LarderRedisSerializer<T> fallback(Predicate<byte[]> recognises, RedisSerializer<?> other) {
    return new LarderRedisSerializer<>(values.fallback(recognises, other));
  }

  /**
   * Writes with another serializer, as long as some programs cannot read Larder yet. It does not
   * change what is read: see {@link #fallback(RedisSerializer)}.
   *
   * @param other the serializer that those programs read
   * @return a serializer with this option
   */
  public LarderRedisSerializer<T> writing(RedisSerializer<? super T> other) {
    return new LarderRedisSerializer<>(values.writing(other));
  }

  /**
   * Turns a value that cannot be decoded into a miss: it is read as null, and the callback gets its
   * bytes and the exception. By default it is a {@link SerializationException}.
   *
   * @param callback logs the failure, say
   * @return a serializer with this option
   */
  public LarderRedisSerializer<T> onFailure(BiConsumer<byte[], Exception> callback) {
    return new LarderRedisSerializer<>(values.onFailure(callback));
  }

  /**
   * Writes a value that Larder cannot write with another serializer, and reports it to the
   * callback. Such a value usually has a class that is not registered. By default it is a {@link
   * SerializationException}.
   *
   * @param other writes these values
   * @param callback gets the value and the exception
   * @return a serializer with this option
   * @throws IllegalArgumentException if there is no fallback, which would have to read what is
   *     written: call {@link #fallback(RedisSerializer)} first
   */
  public LarderRedisSerializer<T> onWriteFailure(
      RedisSerializer<? super T> other, BiConsumer<Object, Exception> callback) {
    return new LarderRedisSerializer<>(values.onWriteFailure(other, callback));
  }

  /**
   * Tells an observer of each value, such as {@link LarderMeters}.
   *
   * @param observer is called by the thread that encodes or decodes
   * @return a serializer with this option
   */
  public LarderRedisSerializer<T> observed(ValueObserver observer) {
    return new LarderRedisSerializer<>(values.observed(observer));
  }

  /**
   * Makes all caches of a manager use this serializer, including those that are configured already.
   * It changes neither their time to live nor their prefixes nor anything else: in Spring Boot,
   * these remain what {@code spring.cache.redis} sets.
   *
   * <pre>{@code
   * @Bean
   * RedisCacheManagerBuilderCustomizer larderCaches() {
   *   return LarderRedisSerializer.of(larder).fallback(RedisSerializer.java())::applyTo;
   * }
   * }</pre>
   *
   * @param caches the builder of the manager
   */
  public void applyTo(RedisCacheManager.RedisCacheManagerBuilder caches) {
    SerializationPair<T> pair = SerializationPair.fromSerializer(this);
    caches.cacheDefaults(caches.cacheDefaults().serializeValuesWith(pair));
    for (String name : List.copyOf(caches.getConfiguredCaches())) {
      caches
          .getCacheConfigurationFor(name)
          .ifPresent(its -> caches.withCacheConfiguration(name, its.serializeValuesWith(pair)));
    }
  }

  /**
   * Encodes a value.
   *
   * @throws SerializationException if the value cannot be encoded and {@link #onWriteFailure} is
   *     not set
   */
  @Override
  @SuppressWarnings("unchecked") // The writer takes every T.
  public byte[] serialize(T value) {
    if (value == null) {
      return new byte[0];
    } else if (value instanceof NullValue) {
      return NULL_VALUE.clone();
    }
    RedisSerializer<?> writer = values.writer();
    return writer == null
        ? values.encode(
            value,
            Function.identity(),
            (other, its) -> ((RedisSerializer<Object>) other).serialize(its))
        : ((RedisSerializer<Object>) writer).serialize(value);
  }

  /**
   * Decodes a value.
   *
   * @throws SerializationException if the value cannot be decoded and {@link #onFailure} is not set
   */
  @Override
  @SuppressWarnings("unchecked") // Each value is of the type; Spring does not cast a NullValue.
  public T deserialize(byte[] bytes) {
    if (bytes == null) {
      values.missed();
      return null;
    } else if (bytes.length == 0) {
      return null;
    } else if (Arrays.equals(bytes, NULL_VALUE)) {
      return (T) NullValue.INSTANCE;
    }
    return (T) values.decode(bytes, RedisSerializer::deserialize);
  }

  @Override
  public boolean canSerialize(Class<?> type) {
    return type == NullValue.class || ClassUtils.isAssignable(getTargetType(), type);
  }

  @Override
  public Class<?> getTargetType() {
    return values.target();
  }
}
