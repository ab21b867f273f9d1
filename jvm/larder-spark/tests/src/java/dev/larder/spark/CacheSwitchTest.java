package dev.larder.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.Larder;
import dev.larder.redis.SwitchResult;
import dev.larder.redis.SwitchType;
import dev.larder.testing.RedisCluster;
import dev.larder.testing.RedisServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisClusterClient;

/** What a switch as a job does, in local[2]. */
@DisplayName("A switch as a job")
class CacheSwitchTest {
  private static final int KEYS = 4000;
  private static SparkSession spark;
  private static RedisServer server;
  private static Jedis redis;

  @BeforeAll
  static void start() throws IOException {
    server = RedisServer.start();
    redis = server.jedis();
    spark =
        SparkSession.builder()
            .master("local[2,3]")
            .config("spark.ui.enabled", "false")
            .getOrCreate();
  }

  @AfterAll
  static void stop() {
    spark.stop();
    redis.close();
    server.close();
  }

  @BeforeEach
  void empty() {
    redis.flushAll();
  }

  private static byte[] write(Person person) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(person);
    }
    return bytes.toByteArray();
  }

  private static Person read(byte[] bytes) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (Person) in.readObject();
    }
  }

  private static Codec<Person> jdk() {
    return Codec.of(CacheSwitchTest::write, CacheSwitchTest::read);
  }

  private static CacheSwitch.Builder<Person> toLarder(String uri) {
    return CacheSwitch.<Person>builder("people")
        .redis(uri)
        .from(CacheSwitchTest::jdk)
        .to(Codec.larder(Person.class))
        .partitions(4);
  }

  private static CacheSwitch.Builder<Person> toLarder() {
    return toLarder(server.uri());
  }

  /** One that there is: some numbers have no person. */
  private static Person person(int id) {
    return Person.of(id - id % 10);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void fill() throws IOException {
    Pipeline pipeline = redis.pipelined();
    for (int id = 0; id < KEYS; id++) {
      pipeline.set(bytes("person:" + id), write(person(id)));
    }
    pipeline.sync();
  }

  private static void assertSwitched() {
    Larder larder = Larder.builder().register(Person.class).build();
    for (int id = 0; id < KEYS; id++) {
      byte[] value = redis.get(bytes("person:" + id));
      assertEquals(person(id), larder.decode(value, Person.class), "person:" + id);
    }
  }

  private static JavaRDD<byte[]> keys() {
    List<String> names = IntStream.range(0, KEYS).mapToObj(id -> "person:" + id).toList();
    return JavaSparkContext.fromSparkContext(spark.sparkContext())
        .parallelize(names, 3)
        .map(CacheSwitchTest::bytes);
  }

  @Test
  void all_keys_go_there_and_back() throws IOException {
    fill();
    redis.pexpire("person:1", 3_600_000);
    long end = redis.pexpireTime("person:1");
    redis.set("other", "x");
    redis.hset(bytes("person:hash"), bytes("a"), write(person(1)));
    SwitchResult there =
        toLarder()
            .match("person:*")
            .types(SwitchType.STRING, SwitchType.HASH)
            .build(spark.sparkContext())
            .run();
    assertTrue(there.isClean(), there.toJson());
    assertEquals(KEYS + 1, there.counts().switched());
    assertEquals(2, there.passes());
    assertTrue(there.way().startsWith("SET … IFEQ") || there.way().startsWith("script"));
    assertEquals("x", redis.get("other"));
    assertEquals(end, redis.pexpireTime("person:1"));
    assertSwitched();
    SwitchResult back =
        CacheSwitch.<Person>builder("back")
            .redis(server.uri())
            .match("person:*")
            .from(Codec.larder(Person.class))
            .to(CacheSwitchTest::jdk)
            .untilClean()
            .build(spark.sparkContext())
            .run();
    assertTrue(back.isClean(), back.toJson());
    assertEquals(KEYS, back.counts().switched());
    assertEquals(end, redis.pexpireTime("person:1"));
    for (int id = 0; id < KEYS; id++) {
      assertArrayEquals(write(person(id)), redis.get(bytes("person:" + id)));
    }
  }

  @Test
  void a_dry_run_writes_nothing_and_what_cannot_be_switched_is_refused() throws IOException {
    fill();
    redis.set("person:broken", "no person");
    SwitchResult result = toLarder().dryRun().build(spark.sparkContext()).run(keys());
    assertEquals(KEYS, result.counts().left().count());
    assertArrayEquals(write(person(1)), redis.get(bytes("person:1")));
    SwitchResult all = toLarder().build(spark.sparkContext()).run();
    assertEquals(KEYS, all.counts().switched());
    assertEquals(
        "person:broken: ",
        all.counts()
            .refused()
            .get("it cannot be decoded by the old codec")
            .example()
            .substring(0, 15));
    assertEquals("no person", redis.get("person:broken"));
  }

  private static final AtomicBoolean IS_FAILING = new AtomicBoolean();

  /** One task fails, once it has replaced its first page. */
  private static Codec<Person> failing() {
    Larder larder = Larder.builder().register(Person.class).build();
    AtomicInteger encoded = new AtomicInteger();
    return Codec.of(
        person -> {
          if (encoded.incrementAndGet() > 100 && IS_FAILING.getAndSet(false)) {
            throw new AssertionError("in the middle");
          }
          return larder.encode(person);
        },
        bytes -> larder.decode(bytes, Person.class));
  }

  @Test
  void a_task_that_is_retried_does_no_harm() throws IOException {
    fill();
    IS_FAILING.set(true);
    SwitchResult result =
        toLarder()
            .to(CacheSwitchTest::failing)
            .build(spark.sparkContext())
            .run(keys().repartition(3));
    assertTrue(result.isClean(), result.toJson());
    assertFalse(IS_FAILING.get(), "it has failed");
    SwitchResult.Counts counts = result.counts();
    assertEquals(KEYS, counts.switched() + counts.already());
    assertTrue(counts.already() > 0, "what it had switched before: " + result.toJson());
    assertSwitched();
  }

  @Test
  @Tag("once")
  void a_cluster_is_switched_master_by_master() throws IOException {
    try (RedisCluster cluster = RedisCluster.start();
        RedisClusterClient client =
            RedisClusterClient.create(
                Set.of(new HostAndPort("127.0.0.1", cluster.node(0).port())))) {
      for (int id = 0; id < 900; id++) {
        client.set(bytes("person:" + id), write(person(id)));
      }
      SwitchResult result = toLarder(cluster.uri()).build(spark.sparkContext()).run();
      assertTrue(result.isClean(), result.toJson());
      assertEquals(900, result.counts().switched());
      assertTrue(cluster.all(jedis -> jedis.dbSize() > 200), "each has about 300");
      for (int id = 0; id < 900; id++) {
        assertTrue(Larder.isLarder(client.get(bytes("person:" + id))));
      }
    }
  }
}
