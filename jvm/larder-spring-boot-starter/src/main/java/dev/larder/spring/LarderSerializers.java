package dev.larder.spring;

import dev.larder.Larder;
import dev.larder.redis.LarderRedisSerializer;
import dev.larder.redis.ValueObserver;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager.RedisCacheManagerBuilder;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;
import org.springframework.data.redis.serializer.RedisSerializer;

/** Serializers with the application's options. */
final class LarderSerializers {
  private static final Logger LOG = LoggerFactory.getLogger(LarderSerializers.class);

  private static final Object PROBE = "larder";
  private static final byte[] BY_JAVA = RedisSerializer.java().serialize(PROBE);

  private final Larder larder;
  private final RedisSerializer<Object> fallback;
  private final RedisSerializer<Object> writing;
  private final Function<String, ValueObserver> observers;
  private final Set<String> warned = ConcurrentHashMap.newKeySet();

  /**
   * @param fallback null for none
   * @param writing null for Larder
   * @param observers makes the observer of a cache, or null for none
   */
  LarderSerializers(
      Larder larder,
      RedisSerializer<Object> fallback,
      RedisSerializer<Object> writing,
      Function<String, ValueObserver> observers) {
    this.larder = larder;
    this.fallback = fallback;
    this.writing = writing;
    this.observers = observers;
  }

  /**
   * @param type of all values; another than {@link Object} if all its classes are registered
   * @param cache names the values in the meters
   */
  LarderRedisSerializer<Object> of(Type type, String cache) {
    LarderRedisSerializer<Object> serializer;
    try {
      serializer = LarderRedisSerializer.of(larder, type);
    } catch (IllegalArgumentException e) {
      // An interface, say: then values carry the names of their classes.
      serializer = LarderRedisSerializer.of(larder);
    }
    if (fallback != null) {
      serializer = serializer.fallback(fallback).onWriteFailure(fallback, this::warn);
    }
    if (writing != null) {
      serializer = serializer.writing(writing);
    }
    ValueObserver observer = observers.apply(cache);
    return observer == null ? serializer : serializer.observed(observer);
  }

  /**
   * Gives each cache its serializer, unless the application has set one.
   *
   * @param types of the values of caches; those of others may be of any
   */
  void applyTo(RedisCacheManagerBuilder caches, Map<String, Type> types) {
    RedisCacheConfiguration defaults = caches.cacheDefaults();
    caches.cacheDefaults(with(defaults, Object.class, "others"));
    Set<String> names = new LinkedHashSet<>(caches.getConfiguredCaches());
    names.addAll(types.keySet());
    for (String name : names) {
      RedisCacheConfiguration its = caches.getCacheConfigurationFor(name).orElse(defaults);
      Type type = types.getOrDefault(name, Object.class);
      caches.withCacheConfiguration(name, with(its, type, name));
    }
  }

  private RedisCacheConfiguration with(RedisCacheConfiguration its, Type type, String cache) {
    return hasItsOwn(its)
        ? its
        : its.serializeValuesWith(SerializationPair.fromSerializer(of(type, cache)));
  }

  /** Whether it is another than Java's serialization, which Spring sets. */
  private static boolean hasItsOwn(RedisCacheConfiguration its) {
    try {
      return !its.getValueSerializationPair().write(PROBE).equals(ByteBuffer.wrap(BY_JAVA));
    } catch (RuntimeException e) {
      return true; // It writes values of one class, say.
    }
  }

  private void warn(Object value, Exception e) {
    if (warned.add(value.getClass().getName())) {
      LOG.warn(
          "larder.fallback writes values of {}: {}", value.getClass().getName(), e.getMessage());
    }
  }
}
