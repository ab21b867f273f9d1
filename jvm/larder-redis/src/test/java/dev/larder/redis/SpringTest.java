package dev.larder.redis;

import static dev.larder.redis.SharedRedis.LARDER;
import static dev.larder.testing.Person.ANNA;
import static dev.larder.testing.Person.BEN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.ErrorKind;
import dev.larder.Larder;
import dev.larder.LarderException;
import dev.larder.testing.CachedPeople;
import dev.larder.testing.Gadget;
import dev.larder.testing.Person;
import dev.larder.testing.Wait;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.interceptor.CacheErrorHandler;
import org.springframework.cache.interceptor.LoggingCacheErrorHandler;
import org.springframework.cache.support.NullValue;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.ResolvableType;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageImpl;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.SliceImpl;
import org.springframework.data.domain.Sort;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.data.redis.serializer.SerializationException;

@DisplayName("Spring Data Redis")
class SpringTest {
  private static final RedisSerializer<Object> JAVA = RedisSerializer.java();

  @Configuration
  @EnableCaching
  static class Beans implements CachingConfigurer {
    @Override
    public CacheErrorHandler errorHandler() {
      return new LoggingCacheErrorHandler();
    }

    @Bean
    RedisConnectionFactory connections() {
      return new LettuceConnectionFactory("127.0.0.1", SharedRedis.get().port());
    }

    @Bean
    RedisTemplate<String, Person> template(RedisConnectionFactory connections) {
      RedisTemplate<String, Person> template = new RedisTemplate<>();
      template.setConnectionFactory(connections);
      template.setKeySerializer(RedisSerializer.string());
      template.setHashKeySerializer(RedisSerializer.string());
      template.setValueSerializer(LarderRedisSerializer.of(LARDER, Person.class));
      template.setHashValueSerializer(LarderRedisSerializer.of(LARDER, Person.class));
      return template;
    }

    @Bean
    CacheManager caches(RedisConnectionFactory connections) {
      return manager(connections, configuration(LarderRedisSerializer.of(LARDER)));
    }

    @Bean
    CachedPeople people() {
      return new CachedPeople();
    }
  }

  private SharedRedis server;
  private AnnotationConfigApplicationContext context;
  private RedisTemplate<String, Person> template;

  @BeforeEach
  @SuppressWarnings("unchecked")
  void start() {
    server = SharedRedis.empty();
    context = new AnnotationConfigApplicationContext(Beans.class);
    template = context.getBean(RedisTemplate.class);
  }

  @AfterEach
  void stop() {
    if (context != null) {
      context.close();
    }
  }

  private static RedisCacheConfiguration configuration(RedisSerializer<?> serializer) {
    return RedisCacheConfiguration.defaultCacheConfig()
        .serializeValuesWith(SerializationPair.fromSerializer(serializer));
  }

  private static CacheManager manager(
      RedisConnectionFactory connections, RedisCacheConfiguration configuration) {
    RedisCacheManager manager =
        RedisCacheManager.builder(connections).cacheDefaults(configuration).build();
    manager.afterPropertiesSet();
    return manager;
  }

  private Cache cache(RedisCacheConfiguration configuration) {
    return manager(context.getBean(RedisConnectionFactory.class), configuration).getCache("people");
  }

  /** Spring Data Redis 4 does not wait for what it puts into a cache. */
  private byte[] stored(String key, Predicate<byte[]> expected) {
    return Wait.forValue(key, () -> server.raw().get(key), expected);
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void a_template_keeps_values_and_hashes_as_larder_values() {
    template.opsForValue().set("anna", ANNA);
    template.opsForHash().put("all", "ben", BEN);
    assertEquals(ANNA, template.opsForValue().get("anna"));
    assertEquals(Map.of("ben", BEN), template.opsForHash().entries("all"));
    assertNull(template.opsForValue().get("nobody"));
    assertTrue(Larder.isLarder(server.raw().get("anna")));
    assertTrue(Larder.isLarder(server.raw().hget("all", "ben")));
  }

  @Test
  void a_pipeline_comes_back_in_order() {
    template.opsForValue().multiSet(Map.of("anna", ANNA, "ben", BEN));
    assertEquals(
        java.util.Arrays.asList(ANNA, null, BEN),
        template.opsForValue().multiGet(List.of("anna", "nobody", "ben")));
    List<Object> found =
        template.executePipelined(
            (org.springframework.data.redis.core.RedisCallback<Object>)
                connection -> {
                  connection.stringCommands().get(text("ben"));
                  connection.stringCommands().get(text("anna"));
                  return null;
                });
    assertEquals(List.of(BEN, ANNA), found);
  }

  @Test
  void a_cached_method_is_called_once() {
    CachedPeople people = context.getBean(CachedPeople.class);
    assertEquals(ANNA, people.find("anna"));
    stored("people::anna", Larder::isLarder);
    assertEquals(ANNA, people.find("anna"));
    assertEquals(1, people.asked());
  }

  @Test
  void a_cached_null_is_found_again() {
    CachedPeople people = context.getBean(CachedPeople.class);
    assertNull(people.find("nobody"));
    byte[] found = stored("people::nobody", bytes -> true);
    assertArrayEquals(JAVA.serialize(NullValue.INSTANCE), found, "as Spring has it");
    assertNull(people.find("nobody"));
    assertEquals(1, people.asked());
  }

  @Test
  void a_cache_without_nulls_refuses_them_itself_and_keeps_the_rest() {
    Cache cache =
        cache(
            configuration(LarderRedisSerializer.of(LARDER, Person.class))
                .disableCachingNullValues());
    cache.put("anna", ANNA);
    stored("people::anna", Larder::isLarder);
    assertEquals(ANNA, cache.get("anna", Person.class));
    assertThrows(IllegalArgumentException.class, () -> cache.put("nobody", null));
  }

  @Test
  void null_is_no_bytes_and_the_null_value_is_the_same_instance() {
    for (RedisSerializer<Person> serializer :
        List.of(
            LarderRedisSerializer.of(LARDER, Person.class),
            LarderRedisSerializer.of(LARDER, Person.class).fallback(JAVA).writing(JAVA))) {
      assertArrayEquals(new byte[0], serializer.serialize(null));
      assertNull(serializer.deserialize(new byte[0]));
      assertNull(serializer.deserialize(null));
      @SuppressWarnings("unchecked")
      RedisSerializer<Object> any = (RedisSerializer<Object>) (RedisSerializer<?>) serializer;
      assertSame(NullValue.INSTANCE, any.deserialize(any.serialize(NullValue.INSTANCE)));
    }
  }

  @Test
  void the_target_type_says_what_can_be_serialized() {
    RedisSerializer<Person> people = LarderRedisSerializer.of(LARDER, Person.class);
    assertEquals(Person.class, people.getTargetType());
    assertTrue(people.canSerialize(Person.class));
    assertTrue(people.canSerialize(NullValue.class));
    assertFalse(people.canSerialize(String.class));
    assertTrue(LarderRedisSerializer.of(LARDER).canSerialize(String.class));
    assertEquals(Integer.class, LarderRedisSerializer.of(LARDER, int.class).getTargetType());
  }

  @Test
  void a_generic_type_is_read_as_it_is_declared() {
    ResolvableType longs = ResolvableType.forClassWithGenerics(List.class, Long.class);
    LarderRedisSerializer<List<Long>> serializer =
        LarderRedisSerializer.of(LARDER, longs.getType());
    assertEquals(List.of(1L, 2L), serializer.deserialize(serializer.serialize(List.of(1L, 2L))));
    assertEquals(List.class, serializer.getTargetType());
  }

  @Test
  void a_class_that_is_not_registered_is_said_at_once() {
    IllegalArgumentException thrown =
        assertThrows(
            IllegalArgumentException.class, () -> LarderRedisSerializer.of(LARDER, Gadget.class));
    assertTrue(thrown.getMessage().contains("register(Gadget.class)"), thrown::getMessage);
  }

  @Test
  void a_value_that_cannot_be_written_is_a_serialization_exception() {
    SerializationException thrown =
        assertThrows(
            SerializationException.class,
            () -> LarderRedisSerializer.of(LARDER).serialize(new Gadget()));
    assertEquals(
        ErrorKind.REFUSED, assertInstanceOf(LarderException.class, thrown.getCause()).kind());
  }

  @Test
  void a_value_that_cannot_be_written_is_a_miss_where_an_error_handler_is() {
    CachedPeople people = context.getBean(CachedPeople.class);
    for (int calls = 1; calls <= 2; calls++) {
      assertInstanceOf(Gadget.class, people.gadget("one"));
      assertEquals(calls, people.asked());
    }
    assertInstanceOf(Gadget.class, people.gadgetOnce("one"));
    assertEquals(List.of(), server.raw().keys("*"));
  }

  @Test
  void a_value_that_cannot_be_written_is_written_by_another_if_that_is_asked_for() {
    List<Object> told = new ArrayList<>();
    LarderRedisSerializer<Object> serializer =
        LarderRedisSerializer.of(LARDER)
            .fallback(JAVA)
            .onWriteFailure(
                JAVA,
                (value, exception) -> {
                  told.add(value);
                  told.add(exception);
                });
    Cache cache = cache(configuration(serializer));
    Gadget gadget = new Gadget();
    cache.put("gadget", gadget);
    cache.put("anna", ANNA);
    stored("people::anna", Larder::isLarder);
    stored("people::gadget", bytes -> bytes[0] == (byte) 0xAC);
    assertInstanceOf(Gadget.class, cache.get("gadget").get());
    assertEquals(2, told.size(), "of one value");
    assertSame(gadget, told.get(0));
    LarderException why = assertInstanceOf(LarderException.class, told.get(1));
    assertTrue(why.getMessage().contains("register(Gadget.class)"), why::getMessage);
  }

  @Test
  void a_value_that_nobody_can_write_says_what_both_say() {
    LarderRedisSerializer<Object> serializer =
        LarderRedisSerializer.of(LARDER).fallback(JAVA).onWriteFailure(JAVA, (value, e) -> {});
    SerializationException thrown =
        assertThrows(
            SerializationException.class,
            () -> serializer.serialize(List.of(new Gadget(), new Object())));
    LarderException cause = assertInstanceOf(LarderException.class, thrown.getCause());
    assertEquals("value[0]", cause.path());
    assertInstanceOf(SerializationException.class, thrown.getSuppressed()[0]);
    assertThrows(
        IllegalArgumentException.class,
        () -> LarderRedisSerializer.of(LARDER).onWriteFailure(JAVA, (value, e) -> {}),
        "nobody would read it");
  }

  record Found(Page<Person> page, Slice<?> slice, Pageable by) {}

  @Test
  void pages_and_slices_come_back_with_what_they_were_asked_by() {
    Larder larder = Larder.builder().register(Found.class).with(SpringPages::register).build();
    Sort sort = Sort.by(Sort.Order.desc("name").ignoreCase().nullsLast(), Sort.Order.asc("age"));
    LarderRedisSerializer<Object> serializer = LarderRedisSerializer.of(larder);
    for (Pageable by :
        List.of(
            PageRequest.of(1, 2, sort),
            PageRequest.ofSize(5),
            Pageable.unpaged(),
            Pageable.unpaged(sort))) {
      Page<Person> page = new PageImpl<>(List.of(ANNA, BEN), by, 9);
      Slice<Person> slice = new SliceImpl<>(List.of(BEN), by, true);
      assertEquals(page, serializer.deserialize(serializer.serialize(page)));
      assertEquals(slice, serializer.deserialize(serializer.serialize(slice)));
      Found found = new Found(page, slice, by);
      assertEquals(found, serializer.deserialize(serializer.serialize(found)));
      Page<?> back = (Page<?>) serializer.deserialize(serializer.serialize(page));
      assertEquals(page.getTotalPages(), back.getTotalPages());
      assertEquals(page.getSort(), back.getSort());
      assertEquals(by.isPaged(), back.getPageable().isPaged());
    }
  }

  /** A class of one's own may be called as one of Spring's. */
  record Order(int number) {}

  @Test
  void names_of_springs_pages_leave_the_usual_ones_free() {
    Larder larder =
        Larder.builder().with(SpringPages::register).register(Order.class, Found.class).build();
    Page<Order> page = new PageImpl<>(List.of(new Order(7)), PageRequest.of(0, 1, Sort.by("n")), 1);
    assertEquals(page, larder.decode(larder.encode(page), Object.class));
  }

  @Test
  void values_of_java_serialization_are_read_and_rewritten_as_larder() {
    server.raw().set("people::anna", JAVA.serialize(ANNA));
    Cache cache = cache(configuration(LarderRedisSerializer.of(LARDER).fallback(JAVA)));
    assertEquals(ANNA, cache.get("anna").get());
    cache.put("anna", ANNA);
    stored("people::anna", Larder::isLarder);
    assertEquals(ANNA, cache.get("anna").get());
  }

  @Test
  void values_of_springs_json_are_read_and_rewritten_as_larder() {
    RedisSerializer<Object> json = RedisSerializer.json();
    List<Object> value = new ArrayList<>(List.of("Anna", 42, new ArrayList<>(List.of("030"))));
    server.raw().set("people::anna", json.serialize(value));
    Cache cache = cache(configuration(LarderRedisSerializer.of(LARDER).fallback(json)));
    assertEquals(value, cache.get("anna").get());
    cache.put("anna", value);
    stored("people::anna", Larder::isLarder);
    assertEquals(value, cache.get("anna").get());
  }

  @Test
  void several_formats_are_recognised_by_their_first_bytes() {
    RedisSerializer<Object> serializer =
        LarderRedisSerializer.of(LARDER)
            .fallback(bytes -> bytes[0] == (byte) 0xAC, JAVA)
            .fallback(RedisSerializer.string());
    assertEquals(ANNA, serializer.deserialize(JAVA.serialize(ANNA)));
    assertEquals("text", serializer.deserialize(text("text")));
    assertEquals(BEN, serializer.deserialize(serializer.serialize(BEN)));
  }

  @Test
  void what_would_never_be_asked_is_refused() {
    LarderRedisSerializer<Object> all = LarderRedisSerializer.of(LARDER).fallback(JAVA);
    assertThrows(IllegalArgumentException.class, () -> all.fallback(RedisSerializer.string()));
    assertThrows(IllegalArgumentException.class, () -> all.fallback(bytes -> true, JAVA));
  }

  @Test
  void readers_come_first_in_a_rolling_deploy() {
    LarderRedisSerializer<Person> ready =
        LarderRedisSerializer.of(LARDER, Person.class).fallback(JAVA);
    byte[] old = ready.writing(JAVA).serialize(ANNA);
    assertEquals(ANNA, JAVA.deserialize(old), "programs that have not switched read it");
    byte[] now = ready.serialize(ANNA);
    assertTrue(Larder.isLarder(now));
    for (byte[] bytes : List.of(old, now)) {
      assertEquals(ANNA, ready.deserialize(bytes));
      assertEquals(ANNA, ready.writing(JAVA).deserialize(bytes));
    }
  }

  @Test
  void what_another_serializer_reads_is_of_the_type_or_cannot_be_decoded() {
    RedisSerializer<Person> people = LarderRedisSerializer.of(LARDER, Person.class).fallback(JAVA);
    SerializationException thrown =
        assertThrows(
            SerializationException.class, () -> people.deserialize(JAVA.serialize("Anna")));
    assertTrue(thrown.getMessage().contains("java.lang.String"), thrown::getMessage);
  }

  @Test
  void bytes_of_another_format_are_an_exception_that_says_what_to_do() {
    server.raw().set("people::anna", JAVA.serialize(ANNA));
    Cache cache = cache(configuration(LarderRedisSerializer.of(LARDER)));
    SerializationException thrown =
        assertThrows(SerializationException.class, () -> cache.get("anna"));
    assertEquals(
        "the value cannot be decoded: not-larder at byte 0: a Larder value begins with C1, and this"
            + " one with AC ED 00 05 73 72 00 19; name what wrote it: fallback(OTHER)",
        thrown.getMessage());
  }

  @Test
  void a_value_that_cannot_be_decoded_is_a_miss_if_that_is_asked_for() {
    byte[] damaged = LARDER.encode(ANNA);
    damaged[damaged.length - 1] = (byte) 0xFF;
    server.raw().set("people::anna", damaged);
    List<Object> told = new ArrayList<>();
    Cache cache =
        cache(
            configuration(
                LarderRedisSerializer.of(LARDER)
                    .fallback(JAVA)
                    .onFailure(
                        (bytes, exception) -> {
                          told.add(bytes);
                          told.add(exception);
                        })));
    assertNull(cache.get("anna"));
    assertArrayEquals(damaged, (byte[]) told.get(0));
    assertInstanceOf(LarderException.class, told.get(1));

    server.raw().set("people::ben", new byte[] {(byte) 0xAC, (byte) 0xED, 0, 5, 1});
    assertNull(cache.get("ben"));
    assertInstanceOf(SerializationException.class, told.get(told.size() - 1), "of the other one");
  }

  @Test
  void a_failure_as_a_miss_is_null_to_a_loader_so_an_error_handler_is_better_there() {
    byte[] bytes = JAVA.serialize(ANNA);
    server.raw().set("people::anna", bytes);
    Cache cache = cache(configuration(LarderRedisSerializer.of(LARDER).onFailure((b, e) -> {})));
    assertNull(cache.get("anna", () -> ANNA), "what RedisCache makes of it");

    CachedPeople people = context.getBean(CachedPeople.class);
    assertEquals(ANNA, people.findOnce("anna"));
    assertEquals(ANNA, people.find("anna"));
    assertEquals(2, people.asked());
    stored("people::anna", Larder::isLarder);
  }

  @Test
  void java_serialization_is_never_read_unless_asked_for() {
    byte[] bytes = JAVA.serialize(new Gadget());
    server.raw().set("people::anna", bytes);
    Gadget.reset();
    RedisSerializer<Object> serializer = LarderRedisSerializer.of(LARDER);
    assertThrows(SerializationException.class, () -> serializer.deserialize(bytes));
    assertThrows(SerializationException.class, () -> cache(configuration(serializer)).get("anna"));
    assertFalse(Gadget.isTouched());

    LarderRedisSerializer.of(LARDER).fallback(JAVA).deserialize(bytes);
    assertTrue(Gadget.isTouched(), "the test would notice");
  }
}
