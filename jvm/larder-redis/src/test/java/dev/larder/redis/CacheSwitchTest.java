package dev.larder.redis;

import static dev.larder.redis.SharedRedis.LARDER;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.larder.Larder;
import dev.larder.redis.SwitchResult.Counts;
import dev.larder.redis.SwitchResult.End;
import dev.larder.testing.Gadget;
import dev.larder.testing.Person;
import dev.larder.testing.RedisCluster;
import dev.larder.testing.RedisServer;
import dev.larder.testing.Wait;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.redisson.client.codec.Codec;
import org.redisson.codec.Kryo5Codec;
import org.springframework.cache.support.NullValue;
import org.springframework.data.redis.serializer.RedisSerializer;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.RestoreParams;

/** What a switch does, value by value. {@link CacheSwitchLiveTest} does it under load. */
@DisplayName("A switch")
class CacheSwitchTest {
  private static final RedisSerializer<Object> JDK = RedisSerializer.java();
  private static final SwitchCodec OLD = SwitchCodec.of(JDK::deserialize, JDK::serialize);
  private static final SwitchCodec NEW =
      SwitchCodec.of(bytes -> LARDER.decode(bytes, Object.class), LARDER::encode);
  private static RedisServer server;
  private static Jedis redis;

  @BeforeAll
  static void start() throws IOException {
    server = RedisServer.start();
    redis = server.jedis();
  }

  @AfterAll
  static void stop() {
    redis.close();
    server.close();
  }

  @BeforeEach
  void empty() {
    redis.flushAll();
  }

  private static CacheSwitch.Builder toLarder() {
    return toLarder(server.uri());
  }

  private static CacheSwitch.Builder toLarder(String uri) {
    return CacheSwitch.builder(RedisURI.create(uri)).from(OLD).to(NEW);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Person person(int id) {
    return new Person("Person " + id, id, List.of("0" + id));
  }

  private static void fill(Jedis jedis, int count) {
    Pipeline pipeline = jedis.pipelined();
    IntStream.range(0, count)
        .forEach(id -> pipeline.set(bytes("person:" + id), JDK.serialize(person(id))));
    pipeline.sync();
  }

  private static Object value(String key) {
    return LARDER.decode(redis.get(bytes(key)), Object.class);
  }

  private static void assertClean(SwitchResult result) {
    assertEquals(End.FINISHED, result.end(), result.toJson());
    assertTrue(result.isClean(), result.toJson());
  }

  @Test
  void there_and_back_every_value_is_the_same_and_keeps_its_time_to_live() {
    fill(redis, 300);
    Map<String, Long> ends = new HashMap<>();
    for (int id = 0; id < 300; id += 2) {
      redis.pexpire("person:" + id, 3_600_000 + id);
      ends.put("person:" + id, redis.pexpireTime("person:" + id));
    }
    redis.set("hits", "42");
    SwitchResult there = toLarder().build().run();
    assertClean(there);
    assertEquals(300, there.counts().switched());
    assertEquals(1, there.counts().kept().get("integer").count());
    assertEquals(2, there.passes());
    assertTrue(there.counts().bytesAfter() * 2 < there.counts().bytesBefore());
    assertEquals("42", redis.get("hits"));
    for (int id = 0; id < 300; id++) {
      assertEquals(person(id), value("person:" + id));
      assertEquals(ends.getOrDefault("person:" + id, -1L), redis.pexpireTime("person:" + id));
    }
    SwitchResult again = toLarder().build().run();
    assertClean(again);
    assertEquals(300, again.counts().already());
    SwitchResult back =
        CacheSwitch.builder(RedisURI.create(server.uri())).from(NEW).to(OLD).build().run();
    assertClean(back);
    assertEquals(300, back.counts().switched());
    for (int id = 0; id < 300; id++) {
      assertArrayEquals(JDK.serialize(person(id)), redis.get(bytes("person:" + id)));
      assertEquals(ends.getOrDefault("person:" + id, -1L), redis.pexpireTime("person:" + id));
    }
  }

  @Test
  void idle_times_stay() {
    fill(redis, 10);
    for (int id = 0; id < 10; id++) {
      byte[] key = bytes("person:" + id);
      redis.restore(
          key, 0, redis.dump(key), RestoreParams.restoreParams().replace().idleTime(1000));
    }
    SwitchResult result = toLarder().build().run();
    assertEquals(10, result.counts().switched());
    for (int id = 0; id < 10; id++) {
      assertTrue(redis.objectIdletime("person:" + id) >= 1000, "person:" + id);
    }
  }

  @Test
  void counters_of_an_lfu_policy_stay() {
    redis.configSet("maxmemory-policy", "allkeys-lfu");
    try {
      fill(redis, 10);
      IntStream.range(0, 3000).forEach(i -> redis.get("person:1"));
      long before = redis.objectFreq("person:1");
      assertEquals(10, toLarder().build().run().counts().switched());
      // The pass that counts may be a use, before Redis 7.2.
      long after = redis.objectFreq("person:1");
      assertTrue(after >= before && after <= before + 1, before + " " + after);
      assertTrue(before > redis.objectFreq("person:2"));
    } finally {
      redis.configSet("maxmemory-policy", "noeviction");
    }
  }

  @Test
  void values_of_hashes_are_switched_and_names_of_fields_stay() {
    for (int id = 0; id < 700; id++) {
      redis.hset(bytes("people"), bytes("field " + id), JDK.serialize(person(id)));
    }
    redis.hset("people", "count", "700");
    redis.hset(bytes("few"), bytes("a"), JDK.serialize("text"));
    redis.pexpire("people", 3_600_000);
    long end = redis.pexpireTime("people");
    fill(redis, 5);
    SwitchResult result = toLarder().types(SwitchType.HASH).build().run();
    assertClean(result);
    assertEquals(701, result.counts().switched());
    assertEquals(701, redis.hlen("people"));
    assertEquals("700", redis.hget("people", "count"));
    for (int id = 0; id < 700; id++) {
      byte[] value = redis.hget(bytes("people"), bytes("field " + id));
      assertEquals(person(id), LARDER.decode(value, Object.class));
    }
    assertEquals(end, redis.pexpireTime("people"));
    assertArrayEquals(JDK.serialize(person(1)), redis.get(bytes("person:1")), "not asked for");
    SwitchResult both = toLarder().types(SwitchType.STRING, SwitchType.HASH).build().run();
    assertEquals(5, both.counts().switched());
    assertEquals(701, both.counts().already());
  }

  @Test
  void a_field_keeps_its_time_to_live() {
    redis.hset(bytes("people"), bytes("a"), JDK.serialize(person(1)));
    redis.hset(bytes("people"), bytes("b"), JDK.serialize(person(2)));
    long end = System.currentTimeMillis() + 3_600_000;
    try {
      redis.hpexpireAt("people", end, "a");
    } catch (JedisDataException e) {
      Assumptions.abort("fields of this server do not expire");
    }
    assertEquals(2, toLarder().types(SwitchType.HASH).build().run().counts().switched());
    assertEquals(List.of(end, -1L), redis.hpexpireTime("people", "a", "b"));
  }

  /** A class without {@code equals}. */
  static final class Point implements Serializable {
    private static final long serialVersionUID = 1;
    int x;
    transient int forgotten;

    Point(int x) {
      this.x = x;
    }
  }

  @Test
  void what_cannot_be_switched_exactly_keeps_its_bytes_and_is_counted() throws IOException {
    redis.set(bytes("gadget:1"), JDK.serialize(new Gadget()));
    redis.set(bytes("gadget:2"), JDK.serialize(new ArrayList<>(List.of(new Gadget()))));
    redis.set("foreign", "no value of the JDK");
    redis.set("empty", "");
    redis.set(bytes("new"), LARDER.encode(person(1)));
    redis.hset(bytes("hash"), bytes("in a map cache"), mapCache(JDK.serialize(person(1))));
    Map<String, byte[]> before = new HashMap<>();
    List<String> keys = List.of("gadget:1", "gadget:2", "foreign", "empty", "new");
    keys.forEach(key -> before.put(key, redis.get(bytes(key))));
    SwitchResult result =
        toLarder().types(SwitchType.STRING, SwitchType.HASH).untilClean().build().run();
    assertFalse(result.isClean());
    Counts counts = result.counts();
    assertEquals(0, counts.switched());
    assertEquals(1, counts.already());
    Map<String, SwitchResult.Noted> refused = counts.refused();
    assertEquals(2, refused.get("it cannot be encoded by the new codec").count());
    String example = refused.get("it cannot be encoded by the new codec").example();
    assertTrue(example.matches("(?s)gadget:[12]: .*Gadget.*"), example);
    assertEquals(1, refused.get("it cannot be decoded by the old codec").count());
    assertEquals(1, refused.get("the old codec decodes it to null").count());
    assertEquals(
        "hash in a map cache",
        refused.get("it is a value of Redisson's RMapCache, which has a header").example());
    keys.forEach(key -> assertArrayEquals(before.get(key), redis.get(bytes(key)), key));
    JsonNode json = new ObjectMapper().readTree(result.toJson());
    assertEquals(1, json.at("/refused/the old codec decodes it to null/count").asInt());
    assertEquals(0, json.get("left").get("count").asInt());
    assertEquals("finished", json.get("end").asText());
    for (String name :
        List.of("switched", "already", "changed_meanwhile", "gone", "failed", "bytes_before")) {
      assertTrue(json.get(name).isNumber(), name);
    }
  }

  /** As Redisson's scripts pack it. */
  private static byte[] mapCache(byte[] value) {
    return ByteBuffer.allocate(16 + value.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putDouble(0)
        .putLong(value.length)
        .put(value)
        .array();
  }

  @Test
  void values_of_classes_without_equals_are_compared_by_the_bytes_of_the_old_codec() {
    Larder larder = Larder.builder().register(Point.class).build();
    redis.set(bytes("point"), JDK.serialize(new Point(7)));
    CacheSwitch.Builder builder =
        CacheSwitch.builder(RedisURI.create(server.uri()))
            .from(OLD)
            .to(SwitchCodec.of(bytes -> larder.decode(bytes, Object.class), larder::encode));
    assertEquals(1, builder.dryRun().build().run().counts().left().count());
    SwitchResult unlike = builder.comparing((value, again) -> false).build().run();
    assertEquals(
        1, unlike.counts().refused().get("its new bytes are decoded to another value").count());
  }

  @Test
  void new_bytes_that_hold_another_value_are_refused() {
    fill(redis, 3);
    SwitchCodec forgetful =
        SwitchCodec.of(
            bytes -> LARDER.decode(bytes, Object.class),
            (Person person) -> LARDER.encode(new Person(person.name(), 0, person.phones())));
    SwitchResult result =
        CacheSwitch.builder(RedisURI.create(server.uri())).from(OLD).to(forgetful).build().run();
    assertEquals(
        2, result.counts().refused().get("its new bytes are decoded to another value").count());
    assertEquals(1, result.counts().switched(), "the one whose age is 0");
  }

  @Test
  void a_codec_that_would_take_new_bytes_for_old_ones_switches_nothing_for_ever() {
    fill(redis, 3);
    AtomicInteger number = new AtomicInteger();
    SwitchCodec any = SwitchCodec.of(bytes -> "the same", JDK::serialize);
    SwitchCodec restless =
        SwitchCodec.of(bytes -> "the same", value -> bytes("value " + number.incrementAndGet()));
    SwitchResult result =
        CacheSwitch.builder(RedisURI.create(server.uri()))
            .from(any)
            .to(restless)
            .untilClean()
            .build()
            .run();
    assertEquals(
        3,
        result
            .counts()
            .refused()
            .get("the old codec also decodes its new bytes, to others again")
            .count());
  }

  /** Does something between reading and replacing each value. */
  private static SwitchCodec meanwhile(Consumer<Person> what) {
    return SwitchCodec.of(
        bytes -> LARDER.decode(bytes, Object.class),
        value -> {
          if (value instanceof Person person) {
            what.accept(person);
          }
          return LARDER.encode(value);
        });
  }

  @Test
  void a_concurrent_writer_wins_and_no_key_comes_back() {
    fill(redis, 5);
    byte[] other = JDK.serialize("another value");
    try (Jedis writer = server.jedis()) {
      SwitchCodec codec =
          meanwhile(
              person -> {
                switch ((int) person.age()) {
                  case 1 -> writer.set(bytes("person:1"), other);
                  case 2 -> writer.del("person:2");
                  case 3 -> {
                    writer.pexpire("person:3", 1);
                    Wait.until("it has expired", () -> !writer.exists("person:3"));
                  }
                  case 4 -> {
                    writer.del("person:4");
                    writer.rpush("person:4", "a list");
                  }
                  default -> {}
                }
              });
      SwitchResult result =
          CacheSwitch.builder(RedisURI.create(server.uri())).from(OLD).to(codec).build().run();
      assertEquals(1, result.counts().switched());
      // To MGET, a key that has become a list is none.
      long gone = result.counts().gone();
      assertTrue(gone == 2 || gone == 3, result.toJson());
      assertEquals(4, result.counts().changedMeanwhile() + gone, result.toJson());
      assertEquals(1, result.counts().left().count(), "what was written is in the old format");
      assertEquals("person:1", result.counts().left().example());
      assertArrayEquals(other, redis.get(bytes("person:1")));
      assertFalse(redis.exists("person:2"));
      assertFalse(redis.exists("person:3"));
      assertEquals("list", redis.type("person:4"));
    }
    redis.del("person:4");
    assertClean(toLarder().untilClean().build().run());
    assertEquals("another value", value("person:1"));
  }

  @Test
  void a_concurrent_writer_of_a_field_wins() {
    for (int id = 0; id < 3; id++) {
      redis.hset(bytes("people"), bytes("" + id), JDK.serialize(person(id)));
    }
    byte[] other = JDK.serialize(person(7));
    try (Jedis writer = server.jedis()) {
      SwitchCodec codec =
          meanwhile(
              person -> {
                if (person.age() == 1) {
                  writer.hset(bytes("people"), bytes("1"), other);
                } else if (person.age() == 2) {
                  writer.hdel("people", "2");
                }
              });
      SwitchResult result =
          CacheSwitch.builder(RedisURI.create(server.uri()))
              .from(OLD)
              .to(codec)
              .types(SwitchType.HASH)
              .build()
              .run();
      assertEquals(1, result.counts().switched());
      assertEquals(1, result.counts().changedMeanwhile());
      assertEquals(1, result.counts().gone());
      assertArrayEquals(other, redis.hget(bytes("people"), bytes("1")));
      assertFalse(redis.hexists("people", "2"));
    }
  }

  /** A URI of a user who may do no more. */
  private static RedisURI user(String... rules) {
    List<String> all = new ArrayList<>(List.of("reset", "on", ">secret", "~person:*"));
    all.addAll(List.of(rules));
    redis.aclSetUser("alice", all.toArray(String[]::new));
    return RedisURI.create("redis://alice:secret@127.0.0.1:" + server.port());
  }

  @Test
  void the_least_permissions_are_enough_with_scripts_and_without() {
    String[] both = {"+scan", "+info", "+mget", "+get", "+set"};
    List<String> scripts = new ArrayList<>(List.of(both));
    scripts.addAll(
        List.of(
            "+pttl",
            "+pexpiretime",
            "+restore",
            "+eval",
            "+evalsha",
            "+object|idletime",
            "+object|freq"));
    List<String> watch = new ArrayList<>(List.of(both));
    watch.addAll(List.of("+watch", "+multi", "+exec"));
    for (List<String> rules : List.of(scripts, watch)) {
      redis.flushAll();
      fill(redis, 120);
      redis.pexpire("person:1", 3_600_000);
      long end = redis.pexpireTime("person:1");
      redis.set("elsewhere", "x");
      SwitchResult result =
          CacheSwitch.builder(user(rules.toArray(String[]::new)))
              .from(OLD)
              .to(NEW)
              .match("person:*")
              .build()
              .run();
      assertClean(result);
      assertEquals(120, result.counts().switched());
      assertEquals(end, redis.pexpireTime("person:1"));
      if (!result.way().equals("SET … IFEQ")) {
        assertEquals(rules == watch, result.way().equals("WATCH"), result.way());
      }
    }
  }

  @Test
  void the_least_permissions_are_enough_for_hashes() {
    redis.hset(bytes("person:map"), bytes("a"), JDK.serialize(person(1)));
    String[] rules = {"+scan", "+info", "+hscan", "+hget", "+hset", "+eval", "+evalsha"};
    RedisURI alice = user(rules);
    try {
      redis.aclSetUser("alice", "+hpexpiretime", "+hpexpireat");
    } catch (JedisDataException e) {
      assertTrue(e.getMessage().contains("Unknown command"), "fields do not expire");
    }
    SwitchResult result =
        CacheSwitch.builder(alice)
            .from(OLD)
            .to(NEW)
            .match("person:*")
            .types(SwitchType.HASH)
            .build()
            .run();
    assertClean(result);
    assertEquals(1, result.counts().switched());
  }

  @Test
  void a_concurrent_writer_wins_without_scripts_too() {
    fill(redis, 100);
    byte[] other = JDK.serialize("another value");
    try (Jedis writer = server.jedis()) {
      SwitchCodec codec =
          meanwhile(
              person -> {
                if (person.age() == 1) {
                  writer.set(bytes("person:1"), other);
                } else if (person.age() == 2) {
                  writer.del("person:2");
                }
              });
      SwitchResult result =
          CacheSwitch.builder(
                  user("+scan", "+info", "+mget", "+get", "+set", "+watch", "+multi", "+exec"))
              .from(OLD)
              .to(codec)
              .match("person:*")
              .build()
              .run();
      assertEquals(98, result.counts().switched(), result.toJson());
      assertEquals(1, result.counts().changedMeanwhile());
      assertEquals(1, result.counts().gone());
      assertArrayEquals(other, redis.get(bytes("person:1")));
      assertFalse(redis.exists("person:2"));
    }
  }

  @Test
  void what_the_server_refuses_to_replace_ends_the_switch_with_what_it_said() {
    fill(redis, 3);
    RedisURI reader = user("+scan", "+info", "+mget", "+watch", "+multi", "+exec", "+get");
    SwitchException stopped =
        assertThrows(
            SwitchException.class,
            () -> CacheSwitch.builder(reader).from(OLD).to(NEW).match("person:*").build().run());
    assertTrue(stopped.getMessage().contains("NOPERM"), stopped.getMessage());
    assertEquals(End.FAILED, stopped.result().end());
    assertEquals(3, stopped.result().counts().failed());
    assertEquals(person(1), JDK.deserialize(redis.get(bytes("person:1"))));
  }

  @Test
  void a_dry_run_writes_nothing() {
    fill(redis, 20);
    long before = server.statistic("stats", "total_net_output_bytes:");
    SwitchResult result = toLarder().dryRun().build().run();
    assertEquals(20, result.counts().left().count());
    assertEquals(0, result.counts().switched());
    assertTrue(result.counts().bytesAfter() < result.counts().bytesBefore());
    assertNull(result.way());
    assertTrue(server.statistic("stats", "total_net_output_bytes:") > before);
    for (int id = 0; id < 20; id++) {
      assertArrayEquals(JDK.serialize(person(id)), redis.get(bytes("person:" + id)));
    }
  }

  @Test
  void only_keys_of_the_pattern_are_switched() {
    fill(redis, 20);
    SwitchResult result = toLarder().match("person:1*").build().run();
    assertEquals(11, result.counts().switched());
    assertArrayEquals(JDK.serialize(person(2)), redis.get(bytes("person:2")));
  }

  @Test
  void profiles_are_no_values() {
    fill(redis, 20);
    byte[] old = JDK.serialize(person(1));
    redis.set(bytes("larder:profile:4b5a03"), old);
    redis.hset(bytes("larder:profiles:people"), bytes("current"), old);
    CacheSwitch all = toLarder().types(SwitchType.STRING, SwitchType.HASH).build();
    SwitchResult result = all.run();
    assertClean(result);
    assertEquals(20, result.counts().switched());
    List<byte[]> named = List.of(bytes("larder:profile:4b5a03"), bytes("larder:profiles:people"));
    assertEquals(0, all.run(named.iterator()).counts().switched());
    assertArrayEquals(old, redis.get(bytes("larder:profile:4b5a03")));
    assertArrayEquals(old, redis.hget(bytes("larder:profiles:people"), bytes("current")));
  }

  @Test
  void keys_that_are_named_are_gone_over_once() {
    fill(redis, 2500);
    redis.hset(bytes("people"), bytes("a"), JDK.serialize(person(1)));
    List<byte[]> keys =
        new ArrayList<>(IntStream.range(0, 2000).mapToObj(id -> bytes("person:" + id)).toList());
    keys.add(bytes("people"));
    keys.add(bytes("nobody"));
    keys.add(bytes("person:0"));
    CacheSwitch named = toLarder().types(SwitchType.STRING, SwitchType.HASH).build();
    SwitchResult result = named.run(keys.iterator());
    assertEquals(2001, result.counts().switched());
    assertEquals(1, result.counts().already());
    assertEquals(1, result.counts().gone());
    assertNull(result.counts().left());
    assertArrayEquals(JDK.serialize(person(2400)), redis.get(bytes("person:2400")));
  }

  @Test
  void it_is_interrupted_at_a_page_and_run_again() {
    fill(redis, 3000);
    SwitchResult first =
        toLarder()
            .onProgress(
                so -> {
                  if (so.counts().switched() > 500) {
                    Thread.currentThread().interrupt();
                  }
                })
            .build()
            .run();
    assertTrue(Thread.interrupted(), "the caller shall know");
    assertEquals(End.INTERRUPTED, first.end());
    assertFalse(first.isClean());
    long switched = first.counts().switched();
    assertTrue(switched > 500 && switched < 3000, first.toJson());
    SwitchResult second = toLarder().build().run();
    assertClean(second);
    assertEquals(3000 - switched, second.counts().switched());
    assertEquals(switched, second.counts().already());
  }

  @Test
  void it_waits_while_it_is_told_to_and_keeps_to_its_rate() {
    fill(redis, 150);
    AtomicInteger asked = new AtomicInteger();
    SwitchResult result =
        toLarder().pauseWhile(() -> asked.incrementAndGet() < 10).rate(300).build().run();
    assertClean(result);
    assertTrue(asked.get() > 10);
    // 300 values in two passes; the last page of each is not waited for.
    assertTrue(result.seconds() > 0.6, result.toJson());
  }

  @Test
  void progress_and_meters_say_what_the_result_says() {
    fill(redis, 1500);
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    List<Long> seen = new ArrayList<>();
    SwitchResult result =
        toLarder()
            .onProgress(so -> seen.add(so.counts().switched()))
            .onProgress(SwitchMeters.of(registry, "people"))
            .build()
            .run();
    assertTrue(seen.size() > 3);
    assertEquals(seen.stream().sorted().toList(), seen);
    assertEquals(
        1500,
        registry
            .get("larder.switch.values")
            .tags("cache", "people", "outcome", "switched")
            .gauge()
            .value());
    assertEquals(
        result.counts().bytesAfter(),
        registry.get("larder.switch.bytes").tags("of", "after").gauge().value());
    assertEquals(2, registry.get("larder.switch.passes").gauge().value());
  }

  @Test
  @SuppressWarnings("try") // It is closed to be started anew.
  void a_server_that_is_started_anew_is_followed() throws Exception {
    try (RedisServer lasting =
        RedisServer.start("--appendonly", "yes", "--appendfsync", "always")) {
      try (Jedis jedis = lasting.jedis()) {
        fill(jedis, 3000);
      }
      AtomicInteger pages = new AtomicInteger();
      CompletableFuture<Void> restarted = new CompletableFuture<>();
      SwitchResult result =
          toLarder(lasting.uri())
              .onProgress(
                  so -> {
                    if (pages.incrementAndGet() == 3) {
                      CompletableFuture.runAsync(
                          () -> {
                            try {
                              lasting.close();
                              lasting.restart();
                              restarted.complete(null);
                            } catch (IOException e) {
                              restarted.completeExceptionally(e);
                            }
                          });
                    }
                  })
              .build()
              .run();
      restarted.get();
      assertClean(result);
      try (Jedis jedis = lasting.jedis()) {
        for (int id = 0; id < 3000; id++) {
          byte[] value = jedis.get(bytes("person:" + id));
          assertEquals(person(id), LARDER.decode(value, Object.class));
        }
      }
    }
  }

  @Test
  void a_cluster_is_switched_master_by_master_while_slots_move() throws IOException {
    try (RedisCluster cluster = RedisCluster.start()) {
      RedisClusterClient client = RedisClusterClient.create(cluster.node(0).uri());
      var commands =
          client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)).sync();
      for (int id = 0; id < 900; id++) {
        commands.set("person:" + id, JDK.serialize(person(id)));
        commands.hset("people:" + id % 10, "" + id, JDK.serialize(person(id)));
      }
      AtomicInteger pages = new AtomicInteger();
      SwitchResult result =
          CacheSwitch.builder(
                  RedisURI.create("redis://127.0.0.1:1"), RedisURI.create(cluster.node(2).uri()))
              .from(OLD)
              .to(NEW)
              .types(SwitchType.STRING, SwitchType.HASH)
              .onProgress(
                  so -> {
                    if (pages.incrementAndGet() == 2) {
                      cluster.beginToMoveSlots(0, 500);
                    }
                  })
              .build()
              .run();
      assertClean(result);
      assertEquals(1800, result.counts().switched());
      assertEquals("script, script with RESTORE", result.way());
      for (int id = 0; id < 900; id++) {
        assertEquals(person(id), LARDER.decode(commands.get("person:" + id), Object.class));
        byte[] field = commands.hget("people:" + id % 10, "" + id);
        assertEquals(person(id), LARDER.decode(field, Object.class));
      }
      SwitchResult back =
          CacheSwitch.builder(RedisURI.create(cluster.node(0).uri()))
              .from(NEW)
              .to(OLD)
              .build()
              .run(IntStream.range(0, 900).mapToObj(id -> bytes("person:" + id)).iterator());
      assertEquals(900, back.counts().switched(), "keys of any master: " + back.toJson());
      client.shutdown();
    }
  }

  @Test
  void sentinel_names_the_master(@TempDir Path folder) throws IOException {
    fill(redis, 10);
    Path configuration = folder.resolve("sentinel.conf");
    Files.writeString(
        configuration, "sentinel monitor cache 127.0.0.1 %d 1\n".formatted(server.port()));
    try (RedisServer sentinel = RedisServer.start(configuration.toString(), "--sentinel")) {
      SwitchResult result =
          toLarder("redis-sentinel://127.0.0.1:%d#cache".formatted(sentinel.port())).build().run();
      assertClean(result);
      assertEquals(10, result.counts().switched());
    }
  }

  @Test
  void values_of_kryo_go_to_larder_and_back() throws Exception {
    Codec kryo = new Kryo5Codec();
    SwitchCodec old = RedissonValues.of(kryo);
    SwitchCodec larder = RedissonValues.of(LarderCodec.of(LARDER));
    for (int id = 0; id < 100; id++) {
      redis.set(bytes("person:" + id), old.encode(person(id)));
    }
    RedisURI uri = RedisURI.create(server.uri());
    assertClean(CacheSwitch.builder(uri).from(old).to(larder).build().run());
    assertEquals(person(7), value("person:7"));
    SwitchResult back = CacheSwitch.builder(uri).from(larder).to(old).untilClean().build().run();
    assertClean(back);
    assertEquals(100, back.counts().switched());
    assertEquals(
        100, CacheSwitch.builder(uri).from(larder).to(old).build().run().counts().already());
  }

  @Test
  void a_null_that_spring_has_cached_stays_as_it_is() {
    byte[] cached = JDK.serialize(NullValue.INSTANCE);
    redis.set(bytes("people::nobody"), cached);
    LarderRedisSerializer<Object> larder = LarderRedisSerializer.of(LARDER);
    SwitchCodec to = SwitchCodec.of(larder::deserialize, larder::serialize);
    RedisURI uri = RedisURI.create(server.uri());
    SwitchResult there = CacheSwitch.builder(uri).from(OLD).to(to).build().run();
    assertClean(there);
    assertEquals(1, there.counts().already());
    assertEquals(1, CacheSwitch.builder(uri).from(to).to(OLD).build().run().counts().already());
    assertArrayEquals(cached, redis.get(bytes("people::nobody")));
  }

  @Test
  void a_codec_of_lettuce_is_taken_as_it_is() throws Exception {
    LarderLettuceCodec<Object> larder = LarderLettuceCodec.of(LARDER);
    redis.set("text", "Ada");
    SwitchResult result =
        CacheSwitch.builder(RedisURI.create(server.uri()))
            .from(SwitchCodec.of(StringCodec.UTF8))
            .to(SwitchCodec.of(larder))
            .build()
            .run();
    assertClean(result);
    assertEquals("Ada", value("text"));
  }
}
