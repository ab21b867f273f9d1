package dev.larder.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.Larder;
import dev.larder.LarderException;
import dev.larder.Level;
import dev.larder.Profile;
import dev.larder.testing.RedisServer;
import dev.larder.testing.TestPorts;
import dev.larder.testing.Wait;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import scala.Tuple2;

/** What a read-through does, in local[2] on one redis-server. */
@DisplayName("A read-through")
class LocalTest {
  private static SparkSession spark;
  private static RedisServer redis;

  @BeforeAll
  static void start() throws IOException {
    redis = RedisServer.start();
    spark =
        SparkSession.builder()
            .master("local[2,3]")
            .appName("larder-spark")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .getOrCreate();
  }

  @AfterAll
  static void stop() {
    spark.stop();
    redis.close();
  }

  @BeforeEach
  void empty() {
    try (Jedis jedis = redis.jedis()) {
      jedis.flushAll();
    }
    Person.Table.reset();
  }

  private static ReadThrough.Builder<Long, Person> people() {
    return ReadThrough.<Long, Person>builder("people")
        .redis(redis.uri())
        .prefix("person:")
        .codec(Codec.larder(Person.class))
        .loader(new Person.Table());
  }

  private static JavaRDD<Long> keys(long count, int partitions) {
    List<Long> keys = LongStream.range(0, count).boxed().toList();
    return JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(keys, partitions);
  }

  /** Each key, in order, with what the database has. */
  private static void assertComplete(long count, List<Tuple2<Long, Optional<Person>>> joined) {
    assertEquals(
        LongStream.range(0, count)
            .mapToObj(key -> new Tuple2<>(key, Optional.ofNullable(Person.of(key))))
            .toList(),
        joined);
  }

  @Test
  void what_redis_lacks_is_loaded_and_there_the_next_time() {
    ReadThrough<Long, Person> people = people().build(spark.sparkContext());
    assertComplete(1000, people.join(keys(1000, 4)).collect());
    assertEquals(0, people.metrics().hits());
    assertEquals(1000, people.metrics().misses());
    assertEquals(1000, Person.Table.KEYS.get());
    try (Jedis jedis = redis.jedis()) {
      assertEquals(900, jedis.dbSize());
      assertTrue(Larder.isLarder(jedis.get("person:1".getBytes())));
    }
    assertComplete(1000, people.join(keys(1000, 4)).collect());
    Metrics metrics = people.metrics();
    assertEquals(900, metrics.hits());
    assertEquals(1100, metrics.misses(), "absent keys are not cached unless asked");
    assertEquals(2000, metrics.rows());
    assertEquals(0, metrics.redisFailures());
    assertEquals(metrics.bytesWritten(), metrics.bytesRead());
  }

  @Test
  void values_of_every_level_and_of_a_profile_are_read_by_the_codecs_of_all() throws IOException {
    String hex = Files.readString(Path.of("../../../../vectors/profiles/many.profile.hex"));
    byte[] profile = HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
    List<Codec.Factory<Person>> under = new ArrayList<>();
    List<Codec.Factory<Person>> without = new ArrayList<>();
    without.add(Codec.larder(Person.class));
    for (Level level : Level.values()) {
      under.add(Codec.larder(level, profile, Person.class));
      without.add(Codec.larder(level, Person.class));
    }
    for (List<Codec.Factory<Person>> writers : List.of(under, without)) {
      for (Codec.Factory<Person> writer : writers) {
        empty();
        assertComplete(20, joined(writer).join(keys(20, 2)).collect());
        try (Jedis jedis = redis.jedis()) {
          boolean hasProfile = (jedis.get("person:1".getBytes())[1] & 1) != 0;
          assertEquals(writers == under, hasProfile);
        }
        for (Codec.Factory<Person> reader : under) {
          ReadThrough<Long, Person> again = joined(reader);
          assertComplete(20, again.join(keys(20, 2)).collect());
          assertEquals(18, again.metrics().hits());
          assertEquals(0, again.metrics().decodeFailures());
        }
      }
    }
    byte[] damaged = Arrays.copyOf(profile, profile.length - 1);
    assertThrows(
        LarderException.class, () -> Codec.larder(Level.FAST, damaged, Person.class), "at once");
  }

  @Test
  void profiles_in_redis_are_followed() throws Exception {
    String hex = Files.readString(Path.of("../../../../vectors/profiles/many.profile.hex"));
    byte[] profile = HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
    String id = Profile.of(profile).id();
    empty();
    try (Jedis jedis = redis.jedis()) {
      jedis.set(("larder:profile:" + id).getBytes(), profile);
      jedis.hset("larder:profiles:people", "current", id);
    }
    Codec.Factory<Person> codec = Codec.larder(Level.FAST, redis.uri(), "people", Person.class);
    Person person = Person.of(1);
    byte[] under = Codec.larder(Level.FAST, profile, Person.class).create().encode(person);
    Wait.until(
        "values are under the profile", () -> Arrays.equals(codec.create().encode(person), under));
    assertComplete(20, joined(codec).join(keys(20, 2)).collect());
    ReadThrough<Long, Person> again = joined(codec);
    assertComplete(20, again.join(keys(20, 2)).collect());
    assertEquals(18, again.metrics().hits());
  }

  private static ReadThrough<Long, Person> joined(Codec.Factory<Person> codec) {
    return people().codec(codec).build(spark.sparkContext());
  }

  @Test
  void a_window_is_one_round_trip_and_at_most_one_call_of_the_loader() {
    ReadThrough<Long, Person> people = people().window(100).build(spark.sparkContext());
    long before = redis.calls("mget");
    long gets = redis.calls("get");
    people.join(keys(1000, 4)).collect();
    assertEquals(12, redis.calls("mget") - before, "three windows for each of four partitions");
    assertEquals(12, Person.Table.CALLS.get());
    assertEquals(100, Person.Table.MAX.get());
    assertEquals(0, redis.calls("get") - gets);
  }

  @Test
  void a_key_is_asked_for_once_in_its_window_and_the_next() {
    List<Long> keys =
        Stream.generate(() -> List.of(1L, 2L, 9L)).limit(100).flatMap(List::stream).toList();
    ReadThrough<Long, Person> people = people().window(50).build(spark.sparkContext());
    List<Tuple2<Long, Optional<Person>>> joined =
        people
            .join(JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(keys, 1))
            .collect();
    assertEquals(
        keys.stream().map(key -> new Tuple2<>(key, Optional.ofNullable(Person.of(key)))).toList(),
        joined);
    assertEquals(3, Person.Table.KEYS.get());
    assertEquals(3, people.metrics().misses());
    assertEquals(2, redis.statistic("keyspace", "db0:keys="));
  }

  @Test
  void values_expire_and_not_all_at_once() {
    ReadThrough<Long, Person> people =
        people().expiry(Duration.ofMinutes(10)).jitter(0.5).build(spark.sparkContext());
    people.join(keys(200, 2)).collect();
    try (Jedis jedis = redis.jedis()) {
      Set<Long> lives = jedis.keys("*").stream().map(jedis::pttl).collect(Collectors.toSet());
      assertTrue(Collections.max(lives) <= 600_000, "at most ten minutes");
      assertTrue(Collections.min(lives) > 200_000, "five, but for the time of the test");
      assertTrue(lives.size() > 20, lives.toString());
    }
  }

  @Test
  void that_there_is_no_value_is_kept_for_a_while_if_it_is_asked_for() {
    ReadThrough<Long, Person> people =
        people().absentFor(Duration.ofSeconds(30)).build(spark.sparkContext());
    assertComplete(100, people.join(keys(100, 2)).collect());
    Person.Table.reset();
    assertComplete(100, people.join(keys(100, 2)).collect());
    assertEquals(0, Person.Table.CALLS.get());
    assertEquals(10, people.metrics().absent());
    try (Jedis jedis = redis.jedis()) {
      assertEquals("", jedis.get("person:9"));
      assertTrue(jedis.pttl("person:9") <= 30_000);
      assertTrue(jedis.pttl("person:1") > 30_000);
    }
    ReadThrough<Long, Person> others = people().build(spark.sparkContext());
    assertComplete(100, others.join(keys(100, 2)).collect());
    assertEquals(10, Person.Table.KEYS.get(), "who does not ask for it does not trust it");
  }

  @Test
  void a_value_that_does_not_decode_is_a_miss_and_written_anew() {
    try (Jedis jedis = redis.jedis()) {
      jedis.set("person:1", "not a person");
      jedis.set("person:2", "");
      jedis.set("person:3".getBytes(), Larder.builder().build().encode("a text"));
      ReadThrough<Long, Person> people = people().build(spark.sparkContext());
      assertComplete(10, people.join(keys(10, 1)).collect());
      assertEquals(3, people.metrics().decodeFailures());
      assertEquals(10, people.metrics().misses());
      for (String key : List.of("person:1", "person:2", "person:3")) {
        assertTrue(jedis.pttl(key) > 0 && Larder.isLarder(jedis.get(key.getBytes())), key);
      }
    }
  }

  @Test
  void a_row_without_a_key_has_no_value() {
    ReadThrough<Long, Person> people = people().build(spark.sparkContext());
    List<Tuple2<Long, Optional<Person>>> joined =
        people.join(keys(4, 1), key -> key % 2 == 0 ? null : key).collect();
    assertEquals(
        List.of(false, true, false, true),
        joined.stream().map(pair -> pair._2().isPresent()).toList());
    assertEquals(2, people.metrics().misses());
    ReadThrough<Long, Person> none = people().build(spark.sparkContext());
    assertEquals(4, none.join(keys(4, 1), key -> null).collect().size());
  }

  @Test
  void a_dataset_is_joined_too() {
    ReadThrough<Long, Person> people = people().build(spark.sparkContext());
    Dataset<Row> rows = spark.range(0, 100, 1, 3).toDF("id").withColumn("note", functions.lit("x"));
    for (int time = 0; time < 2; time++) {
      List<Tuple2<Row, Person>> joined =
          people.join(rows, row -> row.getLong(0), Encoders.bean(Person.class)).collectAsList();
      assertEquals(
          LongStream.range(0, 100).mapToObj(Person::of).toList(),
          joined.stream().map(Tuple2::_2).toList());
      assertEquals("x", joined.get(5)._1().getString(1));
    }
    assertEquals(90, people.metrics().hits());
  }

  @Test
  void any_serializer_will_do() {
    ReadThrough<Long, Person> people =
        people()
            .codec(() -> Codec.of(LocalTest::write, LocalTest::read))
            .build(spark.sparkContext());
    assertComplete(100, people.join(keys(100, 2)).collect());
    assertComplete(100, people.join(keys(100, 2)).collect());
    assertEquals(90, people.metrics().hits());
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

  @Test
  void a_value_of_no_bytes_is_right_and_not_cached() {
    ReadThrough<Long, String> texts =
        ReadThrough.<Long, String>builder("texts")
            .redis(redis.uri())
            .codec(() -> Codec.of(String::getBytes, String::new))
            .loader(
                keys ->
                    keys.stream()
                        .collect(Collectors.toMap(key -> key, key -> "x".repeat(key.intValue()))))
            .absentFor(Duration.ofMinutes(1))
            .build(spark.sparkContext());
    for (int time = 0; time < 2; time++) {
      assertEquals(
          List.of("", "x", "xx"),
          texts.join(keys(3, 1)).collect().stream().map(pair -> pair._2().get()).toList());
    }
    try (Jedis jedis = redis.jedis()) {
      assertEquals(Set.of("1", "2"), jedis.keys("*"));
    }
  }

  @Test
  void a_task_has_a_loader_of_its_own_which_is_closed_with_it() {
    people().build(spark.sparkContext()).join(keys(100, 5)).collect();
    assertEquals(5, Person.Table.CLOSED.get());
  }

  @Test
  void what_is_not_read_to_its_end_leaves_nothing_behind() {
    ReadThrough<Long, Person> people = people().window(10).build(spark.sparkContext());
    assertEquals(1, people.join(keys(1000, 1)).take(1).size());
    assertEquals(1, Person.Table.CLOSED.get());
    assertComplete(1000, people.join(keys(1000, 4)).collect());
    assertEquals(0, people.metrics().redisFailures());
  }

  @Test
  void all_tasks_of_a_jvm_share_one_connection() {
    // Other tests have other settings, and therefore connections of their own.
    long before = redis.clients("larder-spark");
    for (int time = 0; time < 2; time++) {
      people()
          .timeout(Duration.ofMillis(1234))
          .build(spark.sparkContext())
          .join(keys(100, 8))
          .collect();
    }
    assertEquals(1, redis.clients("larder-spark") - before);
  }

  @Test
  void a_retried_task_gives_the_same_and_counts_once() {
    ATTEMPTS.set(0);
    ReadThrough<Long, Person> people =
        people()
            .loader(
                keys -> {
                  if (ATTEMPTS.incrementAndGet() == 3) {
                    throw new IOException("the database is restarted");
                  }
                  return new Person.Table().load(keys);
                })
            .window(50)
            .build(spark.sparkContext());
    assertComplete(200, people.join(keys(200, 1)).collect());
    assertEquals(200, people.metrics().rows());
    assertEquals(90, people.metrics().hits(), "what the first attempt had written");
  }

  private static final AtomicInteger ATTEMPTS = new AtomicInteger();

  @Test
  void a_loader_that_gives_other_keys_is_told_so() {
    ReadThrough<Long, Person> people =
        people()
            .loader(keys -> (Map<Long, Person>) (Map<?, ?>) Map.of(1, Person.of(1)))
            .build(spark.sparkContext());
    SparkException e = assertThrows(SparkException.class, () -> people.join(keys(5, 1)).collect());
    assertTrue(
        e.getMessage()
            .contains(
                "asked for 0 (java.lang.Long) and returned only other keys, such as 1 (java.lang.Integer)"),
        e.getMessage());
  }

  @Test
  void without_redis_all_is_loaded() throws Exception {
    RedisServer gone = RedisServer.start();
    ReadThrough<Long, Person> people =
        people().redis(gone.uri()).window(50).build(spark.sparkContext());
    assertComplete(400, people.join(keys(400, 4)).collect());
    assertEquals(0, people.metrics().redisFailures());
    gone.close();
    assertComplete(400, people.join(keys(400, 4)).collect());
    Metrics metrics = people.metrics();
    assertEquals(800, metrics.misses());
    assertTrue(metrics.redisFailures() > 0);

    ReadThrough<Long, Person> never =
        people().redis("redis://127.0.0.1:" + TestPorts.free()).build(spark.sparkContext());
    assertComplete(400, never.join(keys(400, 4)).collect());
    assertEquals(400, never.metrics().misses());
  }

  @Test
  void without_redis_a_task_fails_if_that_is_asked_for() throws Exception {
    String uri = "redis://reader:secret@127.0.0.1:" + TestPorts.free();
    ReadThrough<Long, Person> people =
        people().redis(uri).failOpen(false).build(spark.sparkContext());
    SparkException e = assertThrows(SparkException.class, () -> people.join(keys(10, 1)).collect());
    assertTrue(
        e.getMessage()
            .contains("Redis does not answer, and the task fails because of failOpen(false)"),
        e.getMessage());
    assertFalse(e.getMessage().contains("secret"), e.getMessage());
  }

  @Test
  void a_redis_that_hangs_is_left_alone_after_a_few_windows_and_found_again() throws Exception {
    try (RedisServer slow = RedisServer.start()) {
      ReadThrough<Long, Person> people =
          people()
              .redis(slow.uri())
              .window(5)
              .timeout(Duration.ofMillis(400))
              .pause(Duration.ofMillis(700))
              .build(spark.sparkContext());
      assertComplete(10, people.join(keys(10, 1)).collect());
      slow.pause();
      try {
        assertComplete(1000, people.join(keys(1000, 2)).collect());
      } finally {
        slow.resume();
      }
      Metrics metrics = people.metrics();
      assertEquals(0, metrics.hits());
      assertTrue(metrics.redisFailures() >= 150, "most of the 200 windows: " + metrics);
      assertTrue(
          metrics.redisMillis() < metrics.redisFailures() * 400 / 2, "few have waited: " + metrics);
      Wait.until(
          "the values are read from Redis again",
          () -> {
            long hits = people.metrics().hits();
            assertComplete(10, people.join(keys(10, 1)).collect());
            return people.metrics().hits() - hits == 9;
          });
    }
  }

  @Test
  void what_is_wrong_is_said_when_it_is_built() {
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> people().redis("http://u:secret@cache"))
            .getMessage()
            .startsWith("http://…@cache is not a URI of a Redis: write redis://HOST:PORT"));
    assertThrows(IllegalArgumentException.class, () -> people().window(0));
    assertThrows(IllegalArgumentException.class, () -> people().expiry(Duration.ZERO));
    assertThrows(IllegalArgumentException.class, () -> people().jitter(1));
    assertThrows(IllegalArgumentException.class, () -> people().timeout(Duration.ZERO));
    assertThrows(IllegalArgumentException.class, () -> people().pause(Duration.ZERO));
    assertThrows(IllegalArgumentException.class, () -> people().absentFor(Duration.ofMillis(-1)));
    assertEquals(
        "an option is missing: redis(URI)",
        assertThrows(
                IllegalStateException.class,
                () -> ReadThrough.<Long, Person>builder("people").build(spark.sparkContext()))
            .getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () -> JdbcLoader.of("jdbc:h2:mem:", "SELECT 1 WHERE id = ?", row -> null));
  }
}
