package dev.larder.spark

import dev.larder.testing.RedisServer
import org.apache.spark.sql.{Encoders, SparkSession}
import org.junit.jupiter.api.{AfterAll, BeforeAll, DisplayName, Test, TestInstance}
import org.junit.jupiter.api.Assertions.assertEquals

import java.sql.{DriverManager, ResultSet}
import java.time.Duration
import scala.collection.JavaConverters._

case class Order(id: Long, customer: Long)

case class Customer(id: Long, name: String)

/** The ten lines for Scala: Spark's Java API takes its functions, and its Datasets its case classes. */
@DisplayName("In Scala")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScalaTest {
  private var redis: RedisServer = _
  private var spark: SparkSession = _

  @BeforeAll
  def start(): Unit = {
    redis = RedisServer.start()
    spark = SparkSession.builder().master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
  }

  @AfterAll
  def stop(): Unit = {
    spark.stop()
    redis.close()
  }

  @Test
  def a_database_is_asked_as_in_the_readme(): Unit = {
    val redis = this.redis.uri()
    val database = "jdbc:h2:mem:scala;DB_CLOSE_DELAY=-1"
    val connection = DriverManager.getConnection(database)
    val statement = connection.createStatement()
    statement.execute("CREATE TABLE customer (id BIGINT PRIMARY KEY, name VARCHAR)")
    statement.execute("INSERT INTO customer SELECT x, 'customer ' || x FROM system_range(0, 49)")
    connection.close()
    val session = spark
    import session.implicits._
    val orders = spark.range(0, 100, 1, 3).map(id => Order(id, id % 60))
    val customers = ReadThrough.builder[Long, Customer]("customers")
      .redis(redis)
      .prefix("db-customer:")
      .codec(Codec.larder(classOf[Customer]))
      .loader(JdbcLoader.of[Long, Customer](database, "SELECT id, name FROM customer WHERE id IN (?)",
        (row: ResultSet) => (row.getLong(1), Customer(row.getLong(1), row.getString(2)))))
      .expiry(Duration.ofHours(6))
      .build(spark.sparkContext)
    val joined = customers.join(orders, (order: Order) => order.customer, Encoders.product[Customer])
    assertEquals(100, joined.collect().count { case (order, customer) => (customer != null) == (order.customer < 50) })
  }

  private def customers(): ReadThrough[Long, Customer] =
    ReadThrough.builder[Long, Customer]("customers")
      .redis(redis.uri())
      .prefix("customer:")
      .codec(Codec.larder(classOf[Customer]))
      .loader(keys => keys.asScala.filter(_ < 50).map(key => key -> Customer(key, s"customer $key")).toMap.asJava)
      .build(spark.sparkContext)

  @Test
  def an_rdd_of_case_classes_is_joined(): Unit = {
    val people = customers()
    val orders = spark.sparkContext.parallelize((0L until 100L).map(id => Order(id, id % 60)), 3)
    for (_ <- 1 to 2) {
      val joined = people.join(orders.toJavaRDD(), (order: Order) => order.customer).rdd.collect()
      assertEquals(100, joined.length)
      for ((order, customer) <- joined) {
        val expected = if (order.customer < 50) Some(Customer(order.customer, s"customer ${order.customer}")) else None
        assertEquals(expected, if (customer.isPresent) Some(customer.get) else None)
      }
    }
  }

  @Test
  def a_dataset_of_case_classes_is_joined(): Unit = {
    val session = spark
    import session.implicits._
    val people = customers()
    val orders = spark.range(0, 100, 1, 3).map(id => Order(id, id % 60))
    for (_ <- 1 to 2) {
      val joined = people.join(orders, (order: Order) => order.customer, Encoders.product[Customer]).collect()
      assertEquals(100, joined.length)
      for ((order, customer) <- joined) {
        assertEquals(if (order.customer < 50) Customer(order.customer, s"customer ${order.customer}") else null, customer)
      }
    }
  }
}
