package dev.larder.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alicp.jetcache.redis.lettuce.RedisLettuceCacheBuilder;
import dev.larder.Larder;
import dev.larder.LarderException;
import dev.larder.Profile;
import dev.larder.testing.Gadget;
import dev.larder.testing.Person;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Date;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.TimeUnit;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.redisson.Redisson;
import org.redisson.api.RSet;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.Codec;
import org.redisson.codec.CompositeCodec;
import org.redisson.codec.Kryo5Codec;
import org.redisson.config.Config;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageImpl;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.data.redis.serializer.SerializationException;

/** Runs the snippets of jvm/README.md: tests/command/pages.rs of the command finds them here. */
@DisplayName("The README")
class ReadmeTest {
  private final Person person = Person.ANNA;
  private SharedRedis server;

  @BeforeEach
  void start() {
    server = SharedRedis.empty();
  }

  @Test
  void the_library_alone() {
    Larder larder = Larder.builder().register(Person.class).build();
    byte[] bytes = larder.encode(person);
    Person again = larder.decode(bytes, Person.class);
    assertEquals(person, again);
  }

  @Configuration
  static class Beans {
    @Bean
    RedisConnectionFactory connections() {
      return new LettuceConnectionFactory("127.0.0.1", SharedRedis.get().port());
    }

    @Bean
    CacheManager caches(RedisConnectionFactory connections) {
      Larder larder = Larder.builder().register(Person.class).build();
      LarderRedisSerializer<Object> values =
          LarderRedisSerializer.of(larder).fallback(RedisSerializer.java());
      RedisCacheConfiguration configuration =
          RedisCacheConfiguration.defaultCacheConfig()
              .entryTtl(Duration.ofMinutes(10))
              .serializeValuesWith(SerializationPair.fromSerializer(values));
      return RedisCacheManager.builder(connections).cacheDefaults(configuration).build();
    }
  }

  @Test
  void springs_cache() {
    try (AnnotationConfigApplicationContext context =
        new AnnotationConfigApplicationContext(Beans.class)) {
      server.raw().set("people::old", RedisSerializer.java().serialize(person));
      Cache people = context.getBean(CacheManager.class).getCache("people");
      assertEquals(person, people.get("old").get());
      assertEquals(Person.BEN, people.get("new", () -> Person.BEN));
      assertTrue(Larder.isLarder(server.raw().get("people::new")));
      assertTrue(server.raw().ttl("people::new") > 500);
    }
  }

  /** As one of SLF4J's. */
  private static final class Log {
    final List<Exception> warnings = new ArrayList<>();

    void warn(String message, Exception why) {
      warnings.add(why);
    }
  }

  @Test
  void another_serializer_for_what_cannot_be_written() {
    Log log = new Log();
    Larder larder = Larder.builder().register(Person.class).build();
    RedisSerializer<Object> serializer =
        LarderRedisSerializer.of(larder)
            .fallback(RedisSerializer.java())
            .onWriteFailure(RedisSerializer.java(), (value, e) -> log.warn("not by Larder", e));
    assertInstanceOf(Gadget.class, serializer.deserialize(serializer.serialize(new Gadget())));
    assertEquals(1, log.warnings.size());
  }

  @Test
  void pages_of_spring_data() {
    Larder larder = Larder.builder().register(Person.class).with(SpringPages::register).build();
    Page<Person> page = new PageImpl<>(List.of(person), PageRequest.of(0, 1, Sort.by("name")), 5);
    assertEquals(page, larder.decode(larder.encode(page), Object.class));
  }

  @Test
  void springs_template() {
    try (AnnotationConfigApplicationContext context =
        new AnnotationConfigApplicationContext(Beans.class)) {
      Larder larder = Larder.builder().register(Person.class).build();
      RedisTemplate<String, Person> template = new RedisTemplate<>();
      template.setConnectionFactory(context.getBean(RedisConnectionFactory.class));
      template.setKeySerializer(RedisSerializer.string());
      template.setValueSerializer(LarderRedisSerializer.of(larder, Person.class));
      template.setHashValueSerializer(LarderRedisSerializer.of(larder, Person.class));
      template.afterPropertiesSet();
      template.opsForValue().set("person:7", person);
      assertEquals(person, template.opsForValue().get("person:7"));
      template.opsForHash().put("people", "7", person);
      assertEquals(person, template.opsForHash().get("people", "7"));
    }
  }

  @Test
  void redisson() throws IOException {
    Config config = new Config();
    config.useSingleServer().setAddress(server.uri()).setConnectionMinimumIdleSize(1);
    Larder larder = Larder.builder().register(Person.class).build();
    Codec kryo = new Kryo5Codec();
    LarderCodec values = LarderCodec.of(larder).fallback(kryo);
    config.setCodec(new CompositeCodec(kryo, values, values));
    RedissonClient redisson = Redisson.create(config);
    redisson.getMap("people", kryo).put("anna", person);
    assertEquals(person, redisson.getMap("people").get("anna"));
    redisson.getBucket("anna").set(person);
    assertEquals(person, redisson.getBucket("anna").get());
    redisson.getKeys().delete("people");
    redisson.getSet("people", kryo).add(person);
    RSet<Person> old = redisson.getSet("people", kryo);
    RSet<Person> rewritten = redisson.getSet("people:rewritten", values);
    rewritten.addAll(old.readAll());
    rewritten.rename("people");
    assertTrue(redisson.getSet("people").contains(person));
    redisson.shutdown(0, 1, TimeUnit.SECONDS);

    LarderCodec ready = LarderCodec.of(larder).fallback(kryo).writing(kryo);
    assertEquals(
        person,
        kryo.getValueDecoder().decode(ready.getValueEncoder().encode(person), null),
        "what others still read");
  }

  @Test
  void lettuce() {
    RedisClient client = server.client();
    RedisCodec<String, String> old = StringCodec.UTF8;
    Larder larder = Larder.builder().register(Person.class).build();
    LarderLettuceCodec<Person> codec = LarderLettuceCodec.of(larder, Person.class).fallback(old);
    StatefulRedisConnection<String, Person> connection = client.connect(codec);
    connection.sync().set("person:7", person);
    Person again = connection.sync().get("person:7");
    assertEquals(person, again);
    connection.close();
  }

  @Test
  void what_does_not_expire_is_switched() throws Exception {
    Larder larder = Larder.builder().register(Person.class).build();
    RedisURI uri = RedisURI.create(server.uri());
    MeterRegistry registry = new SimpleMeterRegistry();
    Codec kryo = new Kryo5Codec();
    server.raw().set("person:7", RedissonValues.of(kryo).encode(person));
    CacheSwitch people =
        CacheSwitch.builder(uri)
            .from(RedissonValues.of(kryo))
            .to(RedissonValues.of(LarderCodec.of(larder)))
            .match("person:*")
            .rate(20_000)
            .onProgress(SwitchMeters.of(registry, "people"))
            .build();
    SwitchResult result = people.run();
    assertTrue(result.isClean(), result.toJson());
    assertEquals(1, result.counts().switched());
    assertEquals(person, larder.decode(server.raw().get("person:7"), Person.class));
    RedisSerializer<Object> serializer = RedisSerializer.java();
    SwitchCodec spring = SwitchCodec.of(serializer::deserialize, serializer::serialize);
    SwitchCodec lettuce = SwitchCodec.of(LarderLettuceCodec.of(larder));
    assertEquals(person, spring.decode(spring.encode(person)));
    assertEquals(person, lettuce.decode(lettuce.encode(person)));
  }

  @Test
  void several_formats() {
    Larder larder = Larder.builder().register(Person.class).build();
    RedisSerializer<Object> serializer =
        LarderRedisSerializer.of(larder)
            .fallback(bytes -> bytes[0] == (byte) 0xAC, RedisSerializer.java())
            .fallback(RedisSerializer.json());
    assertEquals(person, serializer.deserialize(RedisSerializer.java().serialize(person)));
    assertEquals("text", serializer.deserialize(RedisSerializer.json().serialize("text")));
  }

  record Address(String street) {}

  record Order(int number) {}

  record Purchase(int number) {}

  @Test
  void classes_with_names() {
    Larder larder =
        Larder.builder()
            .register(Person.class, Address.class)
            .register(Order.class, "order", "Purchase")
            .build();
    byte[] old = Larder.builder().register(Purchase.class).build().encode(new Purchase(7));
    assertEquals(new Order(7), larder.decode(old, Object.class));
  }

  @Test
  void classes_of_a_package(@TempDir Path directory) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Path source = Files.createDirectories(directory.resolve("com/acme/shop")).resolve("Cup.java");
    Files.writeString(source, "package com.acme.shop; public record Cup(int size) {}");
    assertEquals(0, compiler.run(null, null, null, source.toString()));
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
      thread.setContextClassLoader(loader);
      Larder larder = Larder.builder().registerPackage("com.acme.shop").build();
      Class<?> type = loader.loadClass("com.acme.shop.Cup");
      Object cup = type.getConstructor(int.class).newInstance(3);
      assertEquals(cup, larder.decode(larder.encode(cup), Object.class));
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  record User(int id, String name) {}

  /** As docs/FAQ.md says. */
  @Test
  void a_class_of_php() {
    Larder larder = Larder.builder().register(User.class, "App\\User").build();
    byte[] bytes = larder.encode(new User(7, "Ada"));
    assertTrue(new String(bytes, StandardCharsets.ISO_8859_1).contains("App\\User"));
    assertEquals(new User(7, "Ada"), larder.decode(bytes, User.class));
    byte[] array = Larder.builder().build().encode(Map.of("id", 7, "name", "Ada"));
    assertEquals(new User(7, "Ada"), larder.decode(array, User.class));
  }

  @Test
  void jet_cache() {
    RedisLettuceCacheBuilder.RedisLettuceCacheBuilderImpl builder =
        RedisLettuceCacheBuilder.createRedisLettuceCacheBuilder()
            .redisClient(server.client())
            .keyConvertor(key -> key)
            .keyPrefix("people:");
    Larder larder = Larder.builder().register(Person.class).with(LarderJetCache::register).build();
    LarderJetCache codec = LarderJetCache.of(larder);
    builder.valueEncoder(codec.encoder()).valueDecoder(codec.decoder());
    com.alicp.jetcache.Cache<String, Person> cache = builder.buildCache();
    assertTrue(cache.PUT("anna", person).isSuccess());
    assertEquals(person, cache.get("anna"));
    assertTrue(Larder.isLarder(server.raw().get("people:anna")));
  }

  @Test
  void profiles_in_redis() {
    // Whether a Redis is there or not: values come back.
    Profiles profiles = Profiles.of("redis://127.0.0.1:6379", "people");
    Larder larder = Larder.builder().register(Person.class).profiles(profiles).build();
    assertEquals(person, larder.decode(larder.encode(person), Person.class));
  }

  @Test
  void meters() {
    MeterRegistry registry = new SimpleMeterRegistry();
    Larder larder = Larder.builder().register(Person.class).build();
    LarderRedisSerializer<Person> values =
        LarderRedisSerializer.of(larder, Person.class)
            .observed(LarderMeters.of(registry, "people"));
    assertEquals(person, values.deserialize(values.serialize(person)));
    assertNull(values.deserialize(null));
    assertThrows(SerializationException.class, () -> values.deserialize(new byte[] {1}));
    assertEquals(1, registry.get("larder.encode").tag("outcome", "larder").timer().count());
    assertEquals(1, registry.get("larder.decode").tag("outcome", "larder").timer().count());
    assertEquals(1, registry.get("larder.decode").tag("outcome", "failure").timer().count());
    assertEquals(1, registry.get("larder.misses").tag("cache", "people").counter().count());
  }

  @Test
  void profiles(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("people.profile");
    String hex = Files.readString(Path.of("../../vectors/profiles/small.profile.hex"));
    Files.write(file, HexFormat.of().parseHex(hex.replaceAll("\\s", "")));
    Profile profile = Profile.read(file);
    Larder larder = Larder.builder().register(Person.class).profile(profile).build();
    assertEquals(person, larder.decode(larder.encode(person), Person.class));
    byte[] without = Larder.builder().register(Person.class).build().encode(person);
    assertEquals(person, larder.decode(without, Person.class));
  }

  enum Color {
    RED
  }

  record Declared(Map<String, Integer> map, Date date, List<Long> longs, Map<Color, Long> colors) {}

  @Test
  void what_is_kept() {
    Larder larder = Larder.builder().register(Declared.class, Color.class).build();
    Declared declared =
        new Declared(Map.of("a", 1), new java.sql.Timestamp(5), List.of(5L), Map.of(Color.RED, 5L));
    Declared again = larder.decode(larder.encode(declared), Declared.class);
    assertEquals(declared, again);
    assertEquals(java.sql.Timestamp.class, again.date.getClass());
    for (Object value :
        List.of(
            5,
            5L,
            (short) 5,
            (byte) 5,
            List.of(1, 2),
            Arrays.asList(1, null),
            Collections.unmodifiableList(new ArrayList<>(List.of(3))),
            new Vector<>(List.of(4)),
            Set.of(1),
            Map.of("b", 1),
            Map.of(Color.RED, 1))) {
      Object back = larder.decode(larder.encode(value), Object.class);
      assertEquals(value, back);
      assertEquals(value.getClass(), back.getClass());
    }
    Object order = new TreeSet<>(Comparator.comparing(String::length));
    assertThrows(LarderException.class, () -> larder.encode(order));
  }

  @Test
  void what_comes_back_otherwise() {
    Larder larder = Larder.builder().build();
    Object back = larder.decode(larder.encode(new HashMap<>(Map.of("a", 1))), Object.class);
    assertInstanceOf(LinkedHashMap.class, back);
    assertEquals(Map.of("a", 1), back);
  }
}
