package larder.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import larder.Larder;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
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
            .master("local[2]")
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
}
