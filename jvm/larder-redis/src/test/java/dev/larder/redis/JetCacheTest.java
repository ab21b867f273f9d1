package dev.larder.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alicp.jetcache.Cache;
import com.alicp.jetcache.CacheResultCode;
import com.alicp.jetcache.redis.lettuce.RedisLettuceCacheBuilder;
import com.alicp.jetcache.support.JavaValueDecoder;
import com.alicp.jetcache.support.JavaValueEncoder;
import dev.larder.Larder;
import dev.larder.testing.Gadget;
import dev.larder.testing.Person;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("JetCache")
class JetCacheTest {
  private final Larder larder =
      Larder.builder().register(Person.class).with(LarderJetCache::register).build();
  private SharedRedis server;

  @BeforeEach
  void start() {
    server = SharedRedis.empty();
  }

  private Cache<String, Object> cache(
      Function<Object, byte[]> encoder, Function<byte[], Object> decoder) {
    return RedisLettuceCacheBuilder.createRedisLettuceCacheBuilder()
        .redisClient(server.client())
        .keyConvertor(key -> key)
        .keyPrefix("people:")
        .expireAfterWrite(10, TimeUnit.MINUTES)
        .valueEncoder(encoder)
        .valueDecoder(decoder)
        .buildCache();
  }

  private Cache<String, Object> cache(LarderJetCache codec) {
    return cache(codec.encoder(), codec.decoder());
  }

  private Cache<String, Object> old() {
    return cache(new JavaValueEncoder(true), new JavaValueDecoder(true));
  }

  /** Waits until it is there: JetCache itself does not. */
  private static void put(Cache<String, Object> cache, Person person) {
    assertEquals(CacheResultCode.SUCCESS, cache.PUT("anna", person).getResultCode());
  }

  @Test
  void values_are_larders_and_come_back() {
    Cache<String, Object> cache = cache(LarderJetCache.of(larder));
    put(cache, Person.ANNA);
    assertTrue(Larder.isLarder(server.raw().get("people:anna")));
    assertEquals(Person.ANNA, cache.get("anna"));
    assertEquals(CacheResultCode.NOT_EXISTS, cache.GET("nobody").getResultCode());
  }

  @Test
  void values_with_a_number_of_jetcache_are_read() {
    put(old(), Person.ANNA);
    assertFalse(Larder.isLarder(server.raw().get("people:anna")));
    Cache<String, Object> cache = cache(LarderJetCache.of(larder));
    assertEquals(Person.ANNA, cache.get("anna"));
    put(cache, Person.ANNA);
    assertTrue(Larder.isLarder(server.raw().get("people:anna")));
  }

  @Test
  void readers_come_first() {
    Cache<String, Object> reader =
        cache(LarderJetCache.of(larder).writing(new JavaValueEncoder(true)));
    put(reader, Person.ANNA);
    assertEquals(Person.ANNA, old().get("anna"));
    put(cache(LarderJetCache.of(larder)), Person.BEN);
    assertEquals(Person.BEN, reader.get("anna"));
  }

  @Test
  void values_of_unregistered_classes_are_failures_for_jetcache() {
    Cache<String, Object> cache = cache(LarderJetCache.of(larder));
    assertEquals(CacheResultCode.FAIL, cache.PUT("gadget", new Gadget()).getResultCode());
    assertThrows(IllegalArgumentException.class, () -> LarderJetCache.of(Larder.builder().build()));
  }

  @Test
  void meters_count_what_is_encoded_and_decoded() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    Cache<String, Object> cache =
        cache(LarderJetCache.of(larder).observed(LarderMeters.of(registry, "people")));
    put(old(), Person.ANNA);
    cache.get("anna");
    put(cache, Person.ANNA);
    cache.get("anna");
    server.raw().set("people:anna", new byte[] {1, 2, 3});
    cache.get("anna");
    for (String outcome : new String[] {"larder", "fallback", "failure"}) {
      assertEquals(
          1,
          registry.get("larder.decode").tags("cache", "people", "outcome", outcome).timer().count(),
          outcome);
    }
    assertEquals(1, registry.get("larder.encode").tag("outcome", "larder").timer().count());
    assertEquals(1, registry.get("larder.bytes").tag("of", "encode").summary().count());
  }
}
