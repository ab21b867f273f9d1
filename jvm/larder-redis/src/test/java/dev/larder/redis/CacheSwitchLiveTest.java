package dev.larder.redis;

import static dev.larder.redis.SharedRedis.LARDER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.Larder;
import dev.larder.testing.Person;
import dev.larder.testing.RedisServer;
import dev.larder.testing.Wait;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RMap;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.Codec;
import org.redisson.client.codec.StringCodec;
import org.redisson.codec.CompositeCodec;
import org.redisson.codec.Kryo5Codec;
import org.redisson.config.Config;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.params.SetParams;

/**
 * Spring and Redisson read and write without pause while their caches are switched: one program
 * writes the old format still, another the new one, and both read both.
 */
@DisplayName("While a cache is switched")
class CacheSwitchLiveTest {
  private static final int KEYS = 20_000;

  /** Keys from here on are written by nobody but the switch. */
  private static final int UNWRITTEN = 14_000;

  /** So many more keys expire meanwhile. */
  private static final int EXPIRING = 1_000;

  private final RedisSerializer<Object> jdk = RedisSerializer.java();
  private final Codec kryo = new Kryo5Codec();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Runnable> closing = new ArrayList<>();
  private RedisServer server;
  private Jedis redis;
  private volatile boolean isOver;

  @BeforeEach
  void start() throws IOException {
    server = RedisServer.start();
    redis = server.jedis();
  }

  @AfterEach
  void stop() {
    isOver = true;
    threads.shutdownNow();
    closing.forEach(Runnable::run);
    redis.close();
    server.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Person person(int id, long version) {
    return new Person("Person " + id, version, List.of("0" + id, "1" + id));
  }

  /**
   * Starts a program that reads and writes until it is over. Each value that it reads has to be
   * what was last written: only it writes the keys that leave this rest when divided by 2.
   */
  private Future<Long> program(int rest, IntFunction<Object> get, BiConsumer<Integer, Person> set) {
    return threads.submit(
        () -> {
          Random random = new Random(rest);
          Map<Integer, Long> versions = new HashMap<>();
          long reads = 0;
          while (!isOver) {
            int key = random.nextInt(KEYS / 2) * 2 + rest;
            assertEquals(person(key, versions.getOrDefault(key, 0L)), get.apply(key));
            reads++;
            if (key < UNWRITTEN && random.nextInt(4) == 0) {
              versions.merge(key, 1L, Long::sum);
              set.accept(key, person(key, versions.get(key)));
            }
          }
          for (Map.Entry<Integer, Long> last : versions.entrySet()) {
            assertEquals(person(last.getKey(), last.getValue()), get.apply(last.getKey()));
          }
          return reads;
        });
  }

  /** Strings, of which some have a time to live, and some expire soon. Returns when they do. */
  private Map<String, Long> fill(SwitchCodec codec) throws Exception {
    Map<String, Long> ends = new HashMap<>();
    long end = System.currentTimeMillis() + 3_600_000;
    Pipeline pipeline = redis.pipelined();
    for (int id = 0; id < KEYS; id++) {
      String key = "person:" + id;
      pipeline.set(bytes(key), codec.encode(person(id, 0)));
      if (id >= UNWRITTEN && id % 3 > 0) {
        ends.put(key, end + id);
        pipeline.pexpireAt(key, end + id);
      }
    }
    pipeline.sync();
    for (int id = 0; id < EXPIRING; id++) {
      pipeline.set(
          bytes("person:soon:" + id),
          codec.encode(person(id, 0)),
          SetParams.setParams().px(1 + id * 2L));
    }
    pipeline.sync();
    return ends;
  }

  /**
   * Switches twice: with both programs, of which one writes the old format, and when they have
   * ended.
   */
  private void switchWhile(List<Future<Long>> programs, CacheSwitch.Builder builder, int values)
      throws Exception {
    SwitchResult during = builder.build().run();
    assertEquals(SwitchResult.End.FINISHED, during.end());
    SwitchResult.Counts counts = during.counts();
    assertTrue(counts.switched() > values / 2, during.toJson());
    assertEquals(Map.of(), counts.refused());
    assertEquals(0, counts.failed());
    Thread.sleep(300);
    isOver = true;
    for (Future<Long> program : programs) {
      assertTrue(program.get(1, TimeUnit.MINUTES) > 500, "it read all the time");
    }
    SwitchResult after = builder.untilClean().build().run();
    assertTrue(after.isClean(), after.toJson());
  }

  private void assertKept(Map<String, Long> ends) {
    for (int id = 0; id < KEYS; id++) {
      assertTrue(Larder.isLarder(redis.get(bytes("person:" + id))), "person:" + id);
    }
    ends.forEach((key, end) -> assertEquals(end, redis.pexpireTime(key), key));
    Wait.until(
        "what should expire has expired",
        () -> IntStream.range(0, EXPIRING).noneMatch(id -> redis.exists("person:soon:" + id)));
    assertEquals(KEYS, redis.dbSize(), "and nothing else is there");
  }

  private RedisTemplate<String, Object> template(RedisSerializer<Object> values) {
    LettuceConnectionFactory connections = new LettuceConnectionFactory("127.0.0.1", server.port());
    connections.afterPropertiesSet();
    connections.start();
    closing.add(connections::destroy);
    RedisTemplate<String, Object> template = new RedisTemplate<>();
    template.setConnectionFactory(connections);
    template.setKeySerializer(RedisSerializer.string());
    template.setValueSerializer(values);
    template.afterPropertiesSet();
    return template;
  }

  private Future<Long> program(int rest, RedisTemplate<String, Object> template) {
    return program(
        rest,
        key -> template.opsForValue().get("person:" + key),
        (key, value) -> template.opsForValue().set("person:" + key, value));
  }

  @Test
  void a_template_of_spring_reads_what_was_last_written() throws Exception {
    SwitchCodec old = SwitchCodec.of(jdk::deserialize, jdk::serialize);
    LarderRedisSerializer<Object> larder = LarderRedisSerializer.of(LARDER);
    Map<String, Long> ends = fill(old);
    List<Future<Long>> programs =
        List.of(
            program(0, template(larder.fallback(jdk).writing(jdk))),
            program(1, template(larder.fallback(jdk))));
    switchWhile(
        programs,
        CacheSwitch.builder(RedisURI.create(server.uri()))
            .from(old)
            .to(SwitchCodec.of(larder::deserialize, larder::serialize)),
        KEYS);
    assertKept(ends);
  }

  private RedissonClient redisson(Codec values) {
    Config config = new Config();
    config
        .useSingleServer()
        .setAddress(server.uri())
        .setConnectionMinimumIdleSize(1)
        .setConnectionPoolSize(2);
    config.setCodec(new CompositeCodec(StringCodec.INSTANCE, values, values));
    RedissonClient redisson = Redisson.create(config);
    closing.add(() -> redisson.shutdown(0, 1, TimeUnit.SECONDS));
    return redisson;
  }

  @Test
  void buckets_of_redisson_hold_what_was_last_written() throws Exception {
    SwitchCodec old = RedissonValues.of(kryo);
    LarderCodec larder = LarderCodec.of(LARDER);
    Map<String, Long> ends = fill(old);
    List<Future<Long>> programs = new ArrayList<>();
    for (LarderCodec codec : List.of(larder.fallback(kryo).writing(kryo), larder.fallback(kryo))) {
      RedissonClient redisson = redisson(codec);
      programs.add(
          program(
              programs.size(),
              key -> redisson.getBucket("person:" + key).get(),
              (key, value) -> redisson.getBucket("person:" + key).set(value)));
    }
    switchWhile(
        programs,
        CacheSwitch.builder(RedisURI.create(server.uri())).from(old).to(RedissonValues.of(larder)),
        KEYS);
    assertKept(ends);
  }

  @Test
  void maps_of_redisson_hold_what_was_last_written() throws Exception {
    SwitchCodec old = RedissonValues.ofMaps(kryo);
    LarderCodec larder = LarderCodec.of(LARDER);
    Pipeline pipeline = redis.pipelined();
    for (int id = 0; id < KEYS; id++) {
      pipeline.hset(bytes("people"), bytes("" + id), old.encode(person(id, 0)));
    }
    pipeline.sync();
    List<Future<Long>> programs = new ArrayList<>();
    for (LarderCodec codec : List.of(larder.fallback(kryo).writing(kryo), larder.fallback(kryo))) {
      RMap<String, Person> people = redisson(codec).getMap("people");
      programs.add(
          program(
              programs.size(),
              key -> people.get("" + key),
              (key, value) -> people.fastPut("" + key, value)));
    }
    switchWhile(
        programs,
        CacheSwitch.builder(RedisURI.create(server.uri()))
            .from(old)
            .to(RedissonValues.ofMaps(larder))
            .types(SwitchType.HASH),
        KEYS);
    for (int id = 0; id < KEYS; id++) {
      assertTrue(Larder.isLarder(redis.hget(bytes("people"), bytes("" + id))), "" + id);
    }
  }
}
