package dev.larder.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.Larder;
import dev.larder.Level;
import dev.larder.redis.SwitchResult;
import dev.larder.testing.RedisServer;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import scala.Tuple2;

/**
 * Runs the snippets of README.md: tests/command/pages.rs of the command finds them here or in
 * ScalaTest.
 */
@DisplayName("The README")
class ReadmeTest {
  private static final String DATABASE = "jdbc:h2:mem:readme;DB_CLOSE_DELAY=-1";
  private static String redis;
  private static RedisServer server;
  private static SparkSession spark;

  public static class Order implements Serializable {
    private static final long serialVersionUID = 1;
    private long customer;

    public Order() {}

    Order(long customer) {
      this.customer = customer;
    }

    public long getCustomer() {
      return customer;
    }

    public void setCustomer(long customer) {
      this.customer = customer;
    }
  }

  public static class Customer implements Serializable {
    private static final long serialVersionUID = 1;
    private String name;

    public Customer() {}

    Customer(String name) {
      this.name = name;
    }

    public String getName() {
      return name;
    }

    public void setName(String name) {
      this.name = name;
    }
  }

  @BeforeAll
  static void start() throws IOException, SQLException {
    server = RedisServer.start();
    redis = server.uri();
    spark =
        SparkSession.builder().master("local[2]").config("spark.ui.enabled", "false").getOrCreate();
    try (Connection connection = DriverManager.getConnection(DATABASE);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE customer (id BIGINT PRIMARY KEY, name VARCHAR)");
      statement.execute("INSERT INTO customer SELECT x, 'customer ' || x FROM system_range(0, 49)");
    }
  }

  @AfterAll
  static void stop() {
    spark.stop();
    server.close();
  }

  private static ReadThrough<Long, Customer> customers() {
    ReadThrough<Long, Customer> customers =
        ReadThrough.<Long, Customer>builder("customers")
            .redis(redis)
            .prefix("customer:")
            .codec(Codec.larder(Customer.class))
            .loader(
                JdbcLoader.of(
                    DATABASE,
                    "SELECT id, name FROM customer WHERE id IN (?)",
                    row -> new Tuple2<>(row.getLong(1), new Customer(row.getString(2)))))
            .expiry(Duration.ofHours(6))
            .build(spark.sparkContext());
    return customers;
  }

  private static List<Order> placed() {
    return LongStream.range(0, 100).mapToObj(id -> new Order(id % 60)).toList();
  }

  @Test
  void an_rdd_is_joined() {
    ReadThrough<Long, Customer> customers = customers();
    JavaRDD<Order> orders =
        JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(placed(), 3);
    JavaPairRDD<Order, Optional<Customer>> joined = customers.join(orders, Order::getCustomer);
    assertEquals(100, joined.count());
    for (Tuple2<Order, Optional<Customer>> pair : joined.collect()) {
      long id = pair._1().getCustomer();
      assertEquals(
          id < 50 ? "customer " + id : null, pair._2().isPresent() ? pair._2().get().name : null);
    }
  }

  @Test
  void a_dataset_is_joined() {
    ReadThrough<Long, Customer> customers = customers();
    Dataset<Order> orders = spark.createDataset(placed(), Encoders.bean(Order.class));
    Dataset<Tuple2<Order, Customer>> joined =
        customers.join(orders, Order::getCustomer, Encoders.bean(Customer.class));
    for (Tuple2<Order, Customer> pair : joined.collectAsList()) {
      long id = pair._1().getCustomer();
      assertEquals(id < 50 ? "customer " + id : null, pair._2() == null ? null : pair._2().name);
    }
  }

  @Test
  void a_cache_is_switched() {
    Codec.Factory<Customer> old =
        () ->
            Codec.of(customer -> customer.name.getBytes(), name -> new Customer(new String(name)));
    try (Jedis jedis = server.jedis()) {
      jedis.set("old-customer:7", "Ada");
      SwitchResult result =
          CacheSwitch.<Customer>builder("switch")
              .redis(redis)
              .match("old-customer:*")
              .from(old)
              .to(Codec.larder(Customer.class))
              .build(spark.sparkContext())
              .run();
      assertTrue(result.isClean(), result.toJson());
      assertEquals(1, result.counts().switched());
      assertTrue(Larder.isLarder(jedis.get("old-customer:7".getBytes())));
    }
  }

  @Test
  void a_level_and_a_profile_may_be_chosen() throws Exception {
    Codec.Factory<Customer> smaller = Codec.larder(Level.BALANCED, Customer.class);
    assertEquals("x", smaller.create().decode(smaller.create().encode(new Customer("x"))).name);
    String hex = Files.readString(Path.of("../../../../vectors/profiles/many.profile.hex"));
    byte[] learned = HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
    Path file = Files.write(Files.createTempFile("customers", ".profile"), learned);
    byte[] profile = Files.readAllBytes(file);
    Codec.Factory<Customer> under = Codec.larder(Level.FAST, profile, Customer.class);
    Codec.Factory<Customer> followed =
        Codec.larder(Level.FAST, "redis://cache:6379", "customers", Customer.class);
    // There is no such host: values are encoded without a profile.
    assertEquals("x", followed.create().decode(followed.create().encode(new Customer("x"))).name);
    Files.delete(file);
    byte[] bytes = under.create().encode(new Customer("x"));
    assertEquals("x", under.create().decode(bytes).name);
  }

  @Test
  void other_codecs_do_as_well() throws Exception {
    Codec.Factory<Customer> codec =
        Codec.larder(
            () -> Larder.builder().register(Customer.class, "customer").checksum(true).build(),
            Customer.class);
    assertEquals("x", codec.create().decode(codec.create().encode(new Customer("x"))).name);
    Codec.Factory<String> text = () -> Codec.of(String::getBytes, String::new);
    assertEquals("x", text.create().decode(text.create().encode("x")));
  }
}
