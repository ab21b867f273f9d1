package dev.larder.spring;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.Larder;
import dev.larder.redis.LarderRedisSerializer;
import dev.larder.testing.Person;
import dev.larder.testing.RedisServer;
import dev.larder.testing.Wait;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;
import org.springframework.data.redis.serializer.RedisSerializer;

@DisplayName("Beans and settings of an application with the starter")
class OwnBeansTest {
  /** Its subclass says of what. */
  abstract static class Finder<T> {
    int calls;

    abstract T make(String key);

    @Cacheable("found")
    public T find(String key) {
      calls++;
      return make(key);
    }

    public int calls() {
      return calls;
    }
  }

  static class PersonFinder extends Finder<Person> {
    @Override
    Person make(String key) {
      return key.equals("anna") ? Person.ANNA : null;
    }
  }

  @EnableAutoConfiguration
  @EnableCaching
  static class Application {
    @Bean
    PersonFinder finder() {
      return new PersonFinder();
    }
  }

  private RedisServer server;
  private ConfigurableApplicationContext context;

  @BeforeEach
  void start() throws IOException {
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

  private PersonFinder run(Class<?> application, String... settings) {
    context =
        new SpringApplicationBuilder(application)
            .web(WebApplicationType.NONE)
            .properties("spring.data.redis.port=" + server.port())
            .properties(settings)
            .run();
    return context.getBean(PersonFinder.class);
  }

  /** Spring Data Redis 4 does not wait for what it puts into a cache. */
  private byte[] stored(String key) {
    try (RedisConnection connection =
        context.getBean(RedisConnectionFactory.class).getConnection()) {
      return Wait.forValue(
          key, () -> connection.stringCommands().get(key.getBytes()), bytes -> true);
    }
  }

  @Test
  void a_null_is_cached() {
    PersonFinder finder = run(Application.class);
    assertNull(finder.find("nobody"));
    stored("found::nobody");
    assertNull(finder.find("nobody"));
    assertEquals(1, finder.calls());
  }

  @Test
  void a_subclass_says_what_a_generic_method_returns() {
    PersonFinder finder = run(Application.class);
    assertEquals(Person.ANNA, finder.find("anna"));
    assertTrue(Larder.isLarder(stored("found::anna")));
    assertEquals(Person.ANNA, finder.find("anna"));
    assertEquals(1, finder.calls());
  }

  static class OwnBeans extends Application {
    static final Larder LARDER = Larder.builder().register(Person.class).checksum(true).build();
    static final RedisSerializer<Object> SESSIONS = LarderRedisSerializer.of(LARDER);
    static final RedisSerializer<Object> VALUES = RedisSerializer.java();

    @Bean
    Larder ownLarder() {
      return LARDER;
    }

    @Bean
    RedisSerializer<Object> springSessionDefaultRedisSerializer() {
      return SESSIONS;
    }

    @Bean
    RedisTemplate<Object, Object> redisTemplate(RedisConnectionFactory connections) {
      RedisTemplate<Object, Object> template = new RedisTemplate<>();
      template.setConnectionFactory(connections);
      template.setValueSerializer(VALUES);
      return template;
    }
  }

  @Test
  void they_win() {
    PersonFinder finder = run(OwnBeans.class);
    assertSame(OwnBeans.LARDER, context.getBean(Larder.class));
    assertSame(OwnBeans.SESSIONS, context.getBean("springSessionDefaultRedisSerializer"));
    RedisTemplate<?, ?> template = (RedisTemplate<?, ?>) context.getBean("redisTemplate");
    assertSame(OwnBeans.VALUES, template.getValueSerializer());
    assertEquals(Person.ANNA, finder.find("anna"));
    byte[] expected = OwnBeans.LARDER.encode(Person.ANNA, Person.class);
    assertArrayEquals(expected, stored("found::anna"));
  }

  /**
   * Its bean has the name that the README of the JVM gives it, without the starter. The type of
   * customizers is another in Spring Boot 3, for which these tests run, too.
   */
  static class OwnCaches extends Application {
    @Bean
    static CachesCustomizer larderCaches() {
      return new CachesCustomizer(LarderRedisSerializer.of(OwnBeans.LARDER)::applyTo);
    }
  }

  @Test
  void a_customizer_that_was_there_before_the_starter_stays() {
    assertEquals(Person.ANNA, run(OwnCaches.class).find("anna"));
    assertArrayEquals(OwnBeans.LARDER.encode(Person.ANNA), stored("found::anna"));
  }

  /** Of one class: it writes the name of a person. */
  record Names() implements RedisSerializer<Person> {
    @Override
    public byte[] serialize(Person person) {
      return person.name().getBytes();
    }

    @Override
    public Person deserialize(byte[] bytes) {
      return bytes == null ? null : Person.ANNA;
    }
  }

  /** Of any class: it writes a byte more than Java's serialization. */
  record Marked() implements RedisSerializer<Object> {
    @Override
    public byte[] serialize(Object value) {
      byte[] bytes = RedisSerializer.java().serialize(value);
      return ByteBuffer.allocate(bytes.length + 1).put((byte) 7).put(bytes).array();
    }

    @Override
    public Object deserialize(byte[] bytes) {
      return bytes == null
          ? null
          : RedisSerializer.java().deserialize(Arrays.copyOfRange(bytes, 1, bytes.length));
    }
  }

  /** One cache has a serializer of its own, one only its time to live. */
  static class OwnSerializers extends Application {
    @Bean
    static CachesCustomizer ownSerializers() {
      RedisCacheConfiguration shared =
          RedisCacheConfiguration.defaultCacheConfig().entryTtl(Duration.ofMinutes(5));
      return new CachesCustomizer(
          caches ->
              caches
                  .withCacheConfiguration(
                      "found",
                      shared.serializeValuesWith(SerializationPair.fromSerializer(new Names())))
                  .withCacheConfiguration("untyped", shared));
    }
  }

  @Test
  void a_serializer_that_is_set_for_one_cache_stays() {
    assertEquals(Person.ANNA, run(OwnSerializers.class).find("anna"));
    assertEquals("Anna", new String(stored("found::anna")));
    assertEquals(Person.ANNA, context.getBean(PersonFinder.class).find("anna"));
    context.getBean(CacheManager.class).getCache("untyped").put("seven", List.of(7));
    assertTrue(Larder.isLarder(stored("untyped::seven")));
    assertTrue(context.getBean(StringRedisTemplate.class).getExpire("untyped::seven") > 200);
    context.getBean(CacheManager.class).getCache("other").put("seven", List.of(7));
    assertTrue(Larder.isLarder(stored("other::seven")));
  }

  /** Spring Boot takes the bean in place of spring.cache.redis. */
  static class OwnConfiguration extends Application {
    @Bean
    RedisCacheConfiguration ownConfiguration() {
      return RedisCacheConfiguration.defaultCacheConfig()
          .prefixCacheNameWith("app:")
          .serializeValuesWith(SerializationPair.fromSerializer(new Marked()));
    }
  }

  @Test
  void a_serializer_that_is_set_for_all_caches_stays() {
    assertEquals(Person.ANNA, run(OwnConfiguration.class).find("anna"));
    assertEquals(Person.ANNA, new Marked().deserialize(stored("app:found::anna")));
  }

  /** Its configuration says nothing of serializers. */
  static class OwnPrefix extends Application {
    @Bean
    RedisCacheConfiguration ownConfiguration() {
      return RedisCacheConfiguration.defaultCacheConfig().prefixCacheNameWith("app:");
    }
  }

  @Test
  void a_configuration_without_a_serializer_gets_larders() {
    assertEquals(Person.ANNA, run(OwnPrefix.class).find("anna"));
    assertTrue(Larder.isLarder(stored("app:found::anna")));
  }

  /** Neither connection factory is the primary one. */
  @EnableAutoConfiguration
  static class TwoServers {
    @Bean
    PersonFinder finder() {
      return new PersonFinder();
    }

    @Bean
    RedisConnectionFactory one() {
      return new LettuceConnectionFactory();
    }

    @Bean
    RedisConnectionFactory other() {
      return new LettuceConnectionFactory();
    }
  }

  @Test
  void two_connection_factories_are_no_error() {
    assertEquals(
        Person.ANNA,
        run(TwoServers.class, "spring.data.redis.repositories.enabled=false").find("anna"));
    assertEquals(2, context.getBeanNamesForType(RedisConnectionFactory.class).length);
  }

  @Test
  void what_nothing_would_read_is_not_written() {
    RuntimeException failure =
        assertThrows(RuntimeException.class, () -> run(Application.class, "larder.writing=java"));
    String message = NestedExceptionUtils.getMostSpecificCause(failure).getMessage();
    assertTrue(message.contains("set larder.fallback, too"), message);
  }
}
