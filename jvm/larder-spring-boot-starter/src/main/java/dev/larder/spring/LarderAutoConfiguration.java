package dev.larder.spring;

import dev.larder.Larder;
import dev.larder.Profile;
import dev.larder.redis.LarderMeters;
import dev.larder.redis.LarderRedisSerializer;
import dev.larder.redis.Profiles;
import dev.larder.redis.SpringPages;
import dev.larder.redis.ValueObserver;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Function;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.interceptor.CacheErrorHandler;
import org.springframework.cache.interceptor.LoggingCacheErrorHandler;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.io.ResourceLoader;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.util.ResourceUtils;

/**
 * Makes the values of {@code @Cacheable} methods, of {@code redisTemplate} and of Spring Session
 * Larder's, as {@link LarderProperties} say. Each bean gives way to one of the application's own.
 */
@AutoConfiguration(
    beforeName = {
      "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
      "org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration",
      "org.springframework.boot.session.data.redis.autoconfigure.SessionDataRedisAutoConfiguration",
      // Of Spring Boot 3.
      "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
      "org.springframework.boot.autoconfigure.cache.CacheAutoConfiguration",
      "org.springframework.boot.autoconfigure.session.SessionAutoConfiguration"
    },
    afterName = {
      "org.springframework.boot.micrometer.metrics.autoconfigure"
          + ".CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.metrics"
          + ".CompositeMeterRegistryAutoConfiguration"
    })
@EnableConfigurationProperties(LarderProperties.class)
public class LarderAutoConfiguration {
  /** Spring creates it. */
  public LarderAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  CachedTypes larderCachedTypes(ConfigurableListableBeanFactory beans) {
    return new CachedTypes(beans);
  }

  @Bean
  @ConditionalOnMissingBean
  Larder larder(
      LarderProperties properties,
      CachedTypes types,
      ObjectProvider<LarderBuilderCustomizer> customizers,
      ObjectProvider<RedisConnectionFactory> connections,
      ResourceLoader resources)
      throws IOException {
    Larder.Builder builder = Larder.builder().level(properties.level());
    properties.packages().forEach(builder::registerPackage);
    String profile = properties.profile();
    if (ResourceUtils.isUrl(profile)) {
      builder.profile(read(resources, profile));
    } else if (!profile.isEmpty()) {
      builder.profiles(Profiles.of(new SpringProfileStore(connections.getObject()), profile));
    }
    for (String file : properties.alsoReads()) {
      builder.alsoReads(read(resources, file));
    }
    SpringPages.register(builder);
    customizers.orderedStream().forEach(each -> each.customize(builder));
    types.register(builder);
    return builder.build();
  }

  private static Profile read(ResourceLoader resources, String url) throws IOException {
    if (!ResourceUtils.isUrl(url)) {
      throw new IllegalArgumentException(
          ("larder.also-reads takes URLs of files, such as file:people.profile, and %s is none; "
                  + "larder.profile=NAME finds all profiles in Redis")
              .formatted(url));
    }
    try (InputStream file = resources.getResource(url).getInputStream()) {
      return Profile.of(file.readAllBytes());
    }
  }

  @Bean
  @ConditionalOnMissingBean
  LarderSerializers larderSerializers(
      Larder larder,
      LarderProperties properties,
      BeanFactory beans,
      ObjectProvider<Observers> observers) {
    if (!properties.writing().isEmpty() && properties.fallback().isEmpty()) {
      throw new IllegalArgumentException(
          "nothing reads what larder.writing=%s writes: set larder.fallback, too"
              .formatted(properties.writing()));
    }
    return new LarderSerializers(
        larder,
        serializer(beans, properties.fallback()),
        serializer(beans, properties.writing()),
        observers.getIfAvailable(() -> cache -> null));
  }

  /** Makes the observer of a cache. */
  interface Observers extends Function<String, ValueObserver> {}

  @SuppressWarnings("unchecked") // It is of whatever the cache holds.
  private static RedisSerializer<Object> serializer(BeanFactory beans, String name) {
    return switch (name) {
      case "" -> null;
      case "java" -> RedisSerializer.java();
      case "json" -> RedisSerializer.json();
      default -> beans.getBean(name, RedisSerializer.class);
    };
  }

  /** For whatever else takes a serializer of Spring. */
  @Bean
  @ConditionalOnMissingBean
  LarderRedisSerializer<Object> larderRedisSerializer(LarderSerializers serializers) {
    return serializers.of(Object.class, "template");
  }

  @Bean
  @Lazy // An application with several connection factories need not have such a template.
  @ConditionalOnMissingBean(name = "redisTemplate")
  RedisTemplate<Object, Object> redisTemplate(
      RedisConnectionFactory connections, LarderSerializers serializers) {
    // Not found by its class: that of Spring Session may be of the same one.
    RedisSerializer<Object> values = serializers.of(Object.class, "template");
    // Keys and the names of fields stay as Spring Boot's template has them.
    RedisTemplate<Object, Object> template = new RedisTemplate<>();
    template.setConnectionFactory(connections);
    template.setValueSerializer(values);
    template.setHashValueSerializer(values);
    return template;
  }

  @Bean
  @ConditionalOnMissingBean(name = "springSessionDefaultRedisSerializer")
  @ConditionalOnClass(name = "org.springframework.session.data.redis.RedisSessionRepository")
  RedisSerializer<Object> springSessionDefaultRedisSerializer(LarderSerializers serializers) {
    return serializers.of(Object.class, "sessions");
  }

  @Bean
  @ConditionalOnMissingBean(name = "larderCaches")
  static CachesCustomizer larderCaches(
      ObjectProvider<LarderSerializers> serializers,
      ObjectProvider<CachedTypes> types,
      ObjectProvider<Observers> observers) {
    return new CachesCustomizer(
        caches -> {
          serializers.getObject().applyTo(caches, types.getObject().byCache());
          if (observers.getIfAvailable() != null) {
            // Spring's meters of caches, of which the misses are.
            caches.enableStatistics();
          }
        });
  }

  /** A value that cannot be written or read, and a Redis that is away, are misses and logged. */
  @Bean
  @ConditionalOnMissingBean
  CachingConfigurer larderFailuresAreMisses() {
    return new CachingConfigurer() {
      @Override
      public CacheErrorHandler errorHandler() {
        return new LoggingCacheErrorHandler(true);
      }
    };
  }

  /** Only where Micrometer is. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  static class Meters {
    @Bean
    Observers larderMeters(ObjectProvider<MeterRegistry> registries) {
      MeterRegistry registry = registries.getIfUnique();
      return registry == null ? cache -> null : cache -> LarderMeters.of(registry, cache);
    }
  }
}
