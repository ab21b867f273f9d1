package dev.larder.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.testing.RedisCluster;
import dev.larder.testing.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.Optional;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import scala.Tuple2;

/** A Redis of several servers: a cluster of three nodes, and a master that Sentinel names. */
@DisplayName("A Redis of several servers")
@Tag("once")
class TopologyTest {
  private static SparkSession spark;

  @BeforeAll
  static void start() {
    spark =
        SparkSession.builder().master("local[2]").config("spark.ui.enabled", "false").getOrCreate();
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  @BeforeEach
  void reset() {
    Person.Table.reset();
  }

  private static ReadThrough.Builder<Long, Person> people(String uri) {
    return ReadThrough.<Long, Person>builder("people")
        .redis(uri)
        .prefix("person:")
        .timeout(Duration.ofSeconds(2))
        .codec(Codec.larder(Person.class))
        .loader(new Person.Table());
  }

  private static JavaRDD<Long> keys(int count) {
    List<Long> keys = LongStream.range(0, count).boxed().toList();
    return JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(keys, 4);
  }

  private static void assertComplete(int count, ReadThrough<Long, Person> people) {
    assertEquals(
        LongStream.range(0, count)
            .mapToObj(key -> new Tuple2<>(key, Optional.ofNullable(Person.of(key))))
            .toList(),
        people.join(keys(count)).collect());
  }

  @Test
  void a_cluster_is_read_and_written_node_by_node() throws IOException {
    try (RedisCluster cluster = RedisCluster.start()) {
      ReadThrough<Long, Person> people = people(cluster.uri()).build(spark.sparkContext());
      assertComplete(1000, people);
      assertTrue(cluster.all(jedis -> jedis.dbSize() > 200), "each has about 300 of the 900");
      assertComplete(1000, people);
      assertEquals(900, people.metrics().hits());
      assertEquals(0, people.metrics().redisFailures());
      assertEquals(2000, cluster.calls("get"), "each key at the node that has it");
      assertEquals(900, cluster.calls("set"));
    }
  }

  @Test
  void slots_that_move_are_followed() throws IOException {
    try (RedisCluster cluster = RedisCluster.start()) {
      ReadThrough<Long, Person> people =
          people(cluster.uri()).failOpen(false).build(spark.sparkContext());
      assertComplete(100, people);
      try (Jedis jedis = cluster.node(0).jedis()) {
        jedis.flushAll();
      }
      cluster.beginToMoveSlots(0, 500);
      assertComplete(1000, people);
      assertTrue(cluster.node(0).statistic("errorstats", "errorstat_ASK:count=") > 0);
      cluster.moveSlots(0, 500);
      assertComplete(1000, people);
      assertTrue(cluster.node(0).statistic("errorstats", "errorstat_MOVED:count=") > 0);
      assertTrue(people.metrics().hits() >= 900, "what was written is read, wherever it is");
    }
  }

  @Test
  void without_a_node_of_a_cluster_its_keys_are_loaded_and_the_others_read() throws IOException {
    try (RedisCluster cluster = RedisCluster.start()) {
      ReadThrough<Long, Person> people = people(cluster.uri()).build(spark.sparkContext());
      assertComplete(1000, people);
      cluster.node(1).close();
      assertComplete(1000, people);
      assertTrue(people.metrics().redisFailures() > 0);
      assertTrue(people.metrics().hits() > 0, "the others are read on: " + people.metrics());
    }
  }

  @Test
  void sentinel_names_the_master() throws IOException {
    try (RedisServer master = RedisServer.start()) {
      Path configuration = Files.createTempFile("larder-spark-sentinel", ".conf");
      configuration.toFile().deleteOnExit();
      Files.writeString(
          configuration, "sentinel monitor cache 127.0.0.1 %d 1\n".formatted(master.port()));
      try (RedisServer sentinel = RedisServer.start(configuration.toString(), "--sentinel")) {
        ReadThrough<Long, Person> people =
            people("redis-sentinel://127.0.0.1:%d#cache".formatted(sentinel.port()))
                .build(spark.sparkContext());
        assertComplete(100, people);
        assertComplete(100, people);
        assertEquals(90, people.metrics().hits());
        assertEquals(1, master.clients("larder-spark"));
      }
    }
  }
}
