package dev.larder.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.testing.RedisCluster;
import dev.larder.testing.RedisServer;
import dev.larder.testing.Wait;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.Optional;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerSpeculativeTaskSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import scala.Tuple2;

/**
 * On a real standalone cluster, whose executors are processes that get the jars from the driver.
 */
@DisplayName("On a standalone cluster")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StandaloneTest {
  private static final int PARTITIONS = 20;
  private static final int KEYS = PARTITIONS * Gate.ROWS;

  /** How many partitions are done before the others wait. */
  private static final int THROUGH = 6;

  private static StandaloneCluster cluster;
  private static SparkSession spark;
  private static final AtomicInteger ENDED = new AtomicInteger();
  private static final AtomicInteger REMOVED = new AtomicInteger();
  private static final AtomicInteger SPECULATED = new AtomicInteger();

  @TempDir private Path folder;

  /** The test's JVM is the driver; it has an executor on each worker. */
  @BeforeAll
  static void start() throws IOException {
    cluster = new StandaloneCluster();
    spark =
        SparkSession.builder()
            .master(cluster.uri())
            .appName("larder-spark")
            .config("spark.jars", SparkHome.LARDER_JAR + "," + cluster.home.applicationJar)
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.cores.max", "2")
            .config("spark.executor.cores", "1")
            .config("spark.executor.memory", "512m")
            .config("spark.ui.port", "0")
            .config("spark.speculation", "true")
            .config("spark.speculation.quantile", "0.9")
            .config("spark.speculation.multiplier", "1.01")
            .getOrCreate();
    spark
        .sparkContext()
        .addSparkListener(
            new SparkListener() {
              @Override
              public void onTaskEnd(SparkListenerTaskEnd end) {
                ENDED.incrementAndGet();
              }

              @Override
              public void onExecutorRemoved(SparkListenerExecutorRemoved gone) {
                REMOVED.incrementAndGet();
              }

              @Override
              public void onSpeculativeTaskSubmitted(SparkListenerSpeculativeTaskSubmitted task) {
                SPECULATED.incrementAndGet();
              }
            });
    Wait.until(
        "two executors are there",
        () -> spark.sparkContext().statusTracker().getExecutorInfos().length == 3);
  }

  @AfterAll
  static void stop() {
    if (spark != null) {
      spark.stop();
    }
    cluster.close();
  }

  private static ReadThrough<Long, Person> people(String uri) {
    return ReadThrough.<Long, Person>builder("people")
        .redis(uri)
        .prefix("person:")
        .window(10)
        .timeout(Duration.ofSeconds(3))
        .codec(Codec.larder(Person.class))
        .loader(new Person.Table())
        .build(spark.sparkContext());
  }

  private static CompletableFuture<List<Tuple2<Long, Optional<Person>>>> join(
      ReadThrough<Long, Person> people, Function<Long, Long> key) {
    List<Long> keys = LongStream.range(0, KEYS).boxed().toList();
    JavaRDD<Long> rows =
        JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(keys, PARTITIONS);
    ENDED.set(0);
    return CompletableFuture.supplyAsync(() -> people.join(rows, key).collect());
  }

  /** Makes tasks wait in the middle of the job, does something, and lets them go on. */
  private void inTheMiddle(ReadThrough<Long, Person> people, Runnable something) throws Exception {
    Path go = folder.resolve("go");
    var joined = join(people, Gate.after(THROUGH, go));
    Wait.until("some tasks are through", () -> ENDED.get() >= THROUGH);
    something.run();
    assertTrue(ENDED.get() < PARTITIONS, "the job is in its middle");
    Files.createFile(go);
    assertComplete(joined);
  }

  private static void assertComplete(CompletableFuture<List<Tuple2<Long, Optional<Person>>>> joined)
      throws Exception {
    assertEquals(
        LongStream.range(0, KEYS)
            .mapToObj(key -> new Tuple2<>(key, Optional.ofNullable(Person.of(key))))
            .toList(),
        joined.get(3, TimeUnit.MINUTES));
  }

  @Test
  @Tag("once")
  void rows_are_complete_when_a_node_of_redis_is_stopped() throws Exception {
    try (RedisCluster redis = RedisCluster.start()) {
      ReadThrough<Long, Person> people = people(redis.uri());
      assertComplete(join(people, key -> key));
      assertEquals(0, people.metrics().redisFailures());
      inTheMiddle(people, () -> redis.node(2).close());
      Metrics metrics = people.metrics();
      assertTrue(metrics.hits() > 0 && metrics.redisFailures() > 0, metrics.toString());
    }
  }

  @Test
  @Tag("once")
  void rows_are_complete_when_redis_is_gone() throws Exception {
    try (RedisServer redis = RedisServer.start()) {
      ReadThrough<Long, Person> people = people(redis.uri());
      inTheMiddle(people, redis::close);
      assertTrue(people.metrics().redisFailures() > 0);
    }
  }

  @Test
  void a_task_that_is_done_twice_counts_once_and_the_ui_shows_it() throws Exception {
    try (RedisServer redis = RedisServer.start()) {
      ReadThrough<Long, Person> people = people(redis.uri());
      Path never = folder.resolve("never");
      assertComplete(join(people, Gate.straggler(3, never)));
      assertTrue(SPECULATED.get() > 0);
      assertEquals(KEYS, people.metrics().rows());
      assertEquals(2, redis.clients("larder-spark"), "a connection for each executor");
      String stages =
          get(
              spark.sparkContext().uiWebUrl().get()
                  + "/api/v1/applications/"
                  + spark.sparkContext().applicationId()
                  + "/stages");
      for (String name :
          List.of(
              "rows",
              "hits",
              "absent",
              "misses",
              "decode failures",
              "Redis failures",
              "bytes read",
              "bytes written",
              "Redis time, ms",
              "loader time, ms")) {
        assertTrue(stages.contains("\"people: " + name + "\""), name);
      }
    }
  }

  private static String get(String uri) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofString())
        .body();
  }

  @Test
  void spark_submit_takes_the_jar_as_it_is() throws Exception {
    try (RedisServer redis = RedisServer.start()) {
      Process submitted =
          cluster.home.start(
              "127.0.0.1",
              cluster.log("submit"),
              "org.apache.spark.deploy.SparkSubmit",
              "--master",
              cluster.uri(),
              "--conf",
              "spark.driver.host=127.0.0.1",
              "--conf",
              "spark.ui.port=0",
              "--executor-memory",
              "512m",
              "--class",
              "dev.larder.spark.SubmittedApplication",
              "--jars",
              SparkHome.LARDER_JAR,
              cluster.home.applicationJar,
              redis.uri());
      assertTrue(submitted.waitFor(3, TimeUnit.MINUTES));
      String printed = Files.readString(cluster.log("submit"));
      assertEquals(0, submitted.exitValue(), printed);
      assertEquals(2, printed.lines().filter("right: 1000"::equals).count(), printed);
      assertTrue(
          printed.contains("larder: people, 2,000 rows: 900 hits, 0 absent, 1,100 misses,"),
          printed);
    }
  }

  /** The last test: one worker less is left afterwards. */
  @Test
  @Order(Integer.MAX_VALUE)
  void rows_are_complete_when_a_worker_is_killed() throws Exception {
    try (RedisServer redis = RedisServer.start()) {
      inTheMiddle(
          people(redis.uri()),
          () -> {
            cluster.killWorker(1);
            Wait.until("its executor is gone", () -> REMOVED.get() > 0);
          });
    }
  }
}
