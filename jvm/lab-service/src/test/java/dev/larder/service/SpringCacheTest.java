package dev.larder.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.Larder;
import dev.larder.redis.LarderRedisSerializer;
import dev.larder.testing.CachedPeople;
import dev.larder.testing.Gadget;
import dev.larder.testing.Person;
import dev.larder.testing.RedisServer;
import dev.larder.testing.Wait;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.cache.autoconfigure.RedisCacheManagerBuilderCustomizer;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.interceptor.CacheErrorHandler;
import org.springframework.cache.interceptor.LoggingCacheErrorHandler;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStringCommands;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;

/** The cache that Spring Boot configures, with the beans of jvm/README.md. */
@DisplayName("Spring Boot's cache")
class SpringCacheTest {
  /** Not a {@code @Configuration}, which the service would find. */
  @EnableAutoConfiguration
  @EnableCaching
  static class Beans {
    @Bean
    RedisCacheManagerBuilderCustomizer larderCaches() {
      Larder larder = Larder.builder().register(Person.class).build();
      return LarderRedisSerializer.of(larder).fallback(RedisSerializer.java())::applyTo;
    }

    @Bean
    CachingConfigurer failuresAreMisses() {
      return new CachingConfigurer() {
        @Override
        public CacheErrorHandler errorHandler() {
          return new LoggingCacheErrorHandler(true);
        }
      };
    }

    @Bean
    CachedPeople people() {
      return new CachedPeople();
    }
  }

  private RedisServer server;
  private ConfigurableApplicationContext context;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    server = RedisServer.start();
  }

  @AfterEach
  void stop() {
    if (context != null) {
      context.close();
    }
    if (server != null) {
      server.close();
    }
  }

  private CachedPeople people(String... settings) {
    context =
        new SpringApplicationBuilder(Beans.class)
            .web(WebApplicationType.NONE)
            .properties("spring.data.redis.port=" + server.port())
            .properties(settings)
            .run();
    return context.getBean(CachedPeople.class);
  }

  /** Spring Data Redis 4 does not wait for what it puts into a cache. */
  private byte[] stored(String key) {
    try (var connection = context.getBean(RedisConnectionFactory.class).getConnection()) {
      RedisStringCommands commands = connection.stringCommands();
      return Wait.forValue(key, () -> commands.get(key.getBytes()), bytes -> true);
    }
  }

  private void keepsItsSettings(String... settings) {
    CachedPeople people = people(settings);
    assertEquals(Person.ANNA, people.find("anna"));
    assertTrue(Larder.isLarder(stored("app:people::anna")));
    StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
    long seconds = redis.getExpire("app:people::anna", TimeUnit.SECONDS);
    assertTrue(seconds > 500 && seconds <= 600, seconds + " s");
    assertEquals(Person.ANNA, people.find("anna"));
    assertEquals(1, people.asked());

    try (var connection = context.getBean(RedisConnectionFactory.class).getConnection()) {
      connection
          .stringCommands()
          .set("app:people::ben".getBytes(), RedisSerializer.java().serialize(Person.BEN));
    }
    assertEquals(Person.BEN, people.find("ben"));
    assertEquals(1, people.asked());
  }

  @Test
  void time_to_live_and_prefix_are_those_of_the_properties() {
    keepsItsSettings("spring.cache.redis.time-to-live=10m", "spring.cache.redis.key-prefix=app:");
  }

  @Test
  void caches_that_are_named_beforehand_are_no_others() {
    keepsItsSettings(
        "spring.cache.redis.time-to-live=10m",
        "spring.cache.redis.key-prefix=app:",
        "spring.cache.cache-names=people,animals");
  }

  @Test
  void a_value_that_cannot_be_written_is_no_error_of_the_method() {
    CachedPeople people = people();
    for (int calls = 1; calls <= 2; calls++) {
      assertEquals(Gadget.class, people.gadget("one").getClass());
      assertEquals(calls, people.asked());
    }
    StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
    assertEquals(List.of(), List.copyOf(redis.keys("*")));
  }
}
