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
 * Larder for Spring Data Redis: templates, caches, and whatever else takes a {@link
 * RedisSerializer}. Immutable and thread-safe.
 *
 * <pre>{@code
 * Larder larder = Larder.builder().register(Person.class).build();
 * RedisSerializer<Object> serializer =
 *     LarderRedisSerializer.of(larder).reading(RedisSerializer.java());
 * RedisCacheConfiguration.defaultCacheConfig()
 *     .serializeValuesWith(SerializationPair.fromSerializer(serializer));
 * }</pre>
 *
 * <p>Null is no bytes, and no bytes are null. Spring's {@link NullValue} is written as {@code
 * RedisCache} itself writes it, and read as the same instance.
 */
public final class LarderRedisSerializer<T> implements RedisSerializer<T> {
  // What RedisCache has for it. Bytes are compared with it: they are not deserialized.
  private static final byte[] NULL_VALUE = RedisSerializer.java().serialize(NullValue.INSTANCE);

  private final Values<RedisSerializer<?>> values;

  private LarderRedisSerializer(Values<RedisSerializer<?>> values) {
    this.values = values;
  }

  /** For values of any class that is registered. */
  public static LarderRedisSerializer<Object> of(Larder larder) {
    return of(larder, Object.class);
  }

  /**
   * For values of one class: they may have been written as maps, too, as other languages do.
   *
   * @throws IllegalArgumentException if it is not registered
   */
  public static <T> LarderRedisSerializer<T> of(Larder larder, Class<T> type) {
    return of(larder, (Type) type);
  }

  /**
   * For values of a generic type: {@code ResolvableType.forClassWithGenerics(List.class,
   * Person.class).getType()}, say.
   *
   * @param <T> that type, which is not checked
   * @throws IllegalArgumentException if a class is not registered
   */
  public static <T> LarderRedisSerializer<T> of(Larder larder, Type type) {
    return new LarderRedisSerializer<>(Values.of(larder, type, SerializationException::new));
  }

  /** Reads values that are not Larder's by the serializer that wrote them. */
  public LarderRedisSerializer<T> reading(RedisSerializer<?> other) {
    return new LarderRedisSerializer<>(values.reading(other));
  }

  /**
   * Reads values that are not Larder's by the serializer that wrote them, if the predicate knows
   * their bytes; else the next one is asked.
   */
  public LarderRedisSerializer<T> reading(Predicate<byte[]> whose, RedisSerializer<?> other) {
    return new LarderRedisSerializer<>(values.reading(whose, other));
  }

  /**
   * Writes as another serializer does, while there are programs that do not read Larder yet. What
   * is read says {@link #reading(RedisSerializer)}.
   */
  public LarderRedisSerializer<T> writing(RedisSerializer<? super T> other) {
    return new LarderRedisSerializer<>(values.writing(other));
  }

  /**
   * Makes a value that does not read a miss: the callback is told of its bytes, and why; null is
   * returned. Without, it is a {@link SerializationException}.
   */
  public LarderRedisSerializer<T> onFailure(BiConsumer<byte[], Exception> callback) {
    return new LarderRedisSerializer<>(values.onFailure(callback));
  }

  /**
   * Writes a value that Larder cannot write, of a class that is not registered above all, as
   * another serializer does, and tells the callback. Without, it is a {@link
   * SerializationException}.
   *
   * @throws IllegalArgumentException if nothing but Larder is read: {@link
   *     #reading(RedisSerializer)} comes before
   */
  public LarderRedisSerializer<T> onWriteFailure(
      RedisSerializer<? super T> other, BiConsumer<Object, Exception> callback) {
    return new LarderRedisSerializer<>(values.onWriteFailure(other, callback));
  }

  /**
   * Has all caches of a manager keep their values by this, those that were configured already, too.
   * Their time to live, prefixes and all else stay as they are: in Spring Boot, what {@code
   * spring.cache.redis} says.
   *
   * <pre>{@code
   * @Bean
   * RedisCacheManagerBuilderCustomizer larderCaches() {
   *   return LarderRedisSerializer.of(larder).reading(RedisSerializer.java())::applyTo;
   * }
   * }</pre>
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
   * @throws SerializationException if the value holds an object of a class that is not registered
   */
  @Override
  @SuppressWarnings("unchecked") // What writes takes all that is a T.
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
   * @throws SerializationException if the bytes are no such value, and that is no miss
   */
  @Override
  @SuppressWarnings("unchecked") // Values are of the type; Spring casts none that is a NullValue.
  public T deserialize(byte[] bytes) {
    if (bytes == null || bytes.length == 0) {
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
