package dev.larder.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.testing.RedisServer;
import dev.larder.testing.Wait;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.Optional;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import scala.Tuple2;

/** The loader for databases, on PostgreSQL and H2. */
@DisplayName("A database")
@Tag("once")
class DatabaseTest {
  private static final int ROWS = 1000;

  private static SparkSession spark;
  private static RedisServer redis;

  @BeforeAll
  static void start() throws IOException {
    redis = RedisServer.start();
    spark =
        SparkSession.builder().master("local[2]").config("spark.ui.enabled", "false").getOrCreate();
  }

  @AfterAll
  static void stop() {
    spark.stop();
    redis.close();
  }

  private static int connections(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet open =
            statement.executeQuery(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = 'postgres'")) {
      assertTrue(open.next());
      return open.getInt(1);
    }
  }

  @Test
  void postgresql_is_asked_once_a_window_and_its_connections_are_closed() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
      String url = postgres.getJdbcUrl("postgres", "postgres");
      try (Connection connection = DriverManager.getConnection(url)) {
        readsThrough(connection, url);
        // The server takes a moment to notice.
        Wait.until("only the test's connection is open", () -> connections(connection) == 1);
      }
    }
  }

  @Test
  void h2_in_memory_will_do() throws Exception {
    String url = "jdbc:h2:mem:people;DB_CLOSE_DELAY=-1";
    try (Connection connection = DriverManager.getConnection(url)) {
      readsThrough(connection, url);
    }
  }

  private static void readsThrough(Connection connection, String url) throws SQLException {
    fill(connection);
    try (Jedis jedis = redis.jedis()) {
      jedis.flushAll();
    }
    ReadThrough<Long, Person> people =
        ReadThrough.<Long, Person>builder("people")
            .redis(redis.uri())
            .prefix("person:")
            .codec(Codec.larder(Person.class))
            .loader(
                JdbcLoader.of(
                    url,
                    "SELECT id, name FROM person WHERE id IN (?) AND name IS NOT NULL",
                    row ->
                        new Tuple2<>(row.getLong(1), new Person(row.getLong(1), row.getString(2)))))
            .build(spark.sparkContext());
    List<Long> keys = LongStream.range(0, ROWS).boxed().toList();
    for (int time = 0; time < 2; time++) {
      assertEquals(
          keys.stream().map(key -> new Tuple2<>(key, Optional.ofNullable(Person.of(key)))).toList(),
          people
              .join(JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(keys, 3))
              .collect());
    }
    assertEquals(ROWS * 9 / 10, people.metrics().hits());
  }

  private static void fill(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE person (id BIGINT PRIMARY KEY, name VARCHAR(100))");
    }
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO person VALUES (?, ?)")) {
      for (long id = 0; id < ROWS; id++) {
        if (Person.of(id) != null) {
          insert.setLong(1, id);
          insert.setString(2, Person.of(id).getName());
          insert.addBatch();
        }
      }
      insert.executeBatch();
    }
  }
}
