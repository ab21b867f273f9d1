package shop

import dev.larder.spark.{Codec, ReadThrough}
import org.apache.spark.sql.{Encoders, SparkSession}

import scala.collection.JavaConverters._

case class Order(id: Long, customer: Long)

case class Customer(id: Long, name: String)

/** Joins orders with their customers, twice: first from the database, then from Redis.
  *
  * Its argument is the URI of a Redis, such as redis://127.0.0.1:6379. examples/README.md says how to
  * submit it.
  */
object OrdersWithCustomers {
  def main(args: Array[String]): Unit = {
    val spark = SparkSession.builder().appName("orders").getOrCreate()
    import spark.implicits._

    // Stands for a database with the customers 0 to 39. dev.larder.spark.JdbcLoader asks a real one.
    val customers = ReadThrough.builder[Long, Customer]("customers")
      .redis(args(0))
      .prefix("customer:")
      .codec(Codec.larder(classOf[Customer]))
      .loader(ids => ids.asScala.filter(_ < 40).map(id => id -> Customer(id, s"customer $id")).toMap.asJava)
      .build(spark.sparkContext)

    // In one partition, so that each run prints the same counts.
    val orders = spark.range(0, 1000, 1, 1).map(id => Order(id, id % 50))
    for (run <- 1 to 2) {
      val joined = customers.join(orders, (order: Order) => order.customer, Encoders.product[Customer])
      val named = joined.filter(pair => pair._2 != null).count()
      val metrics = customers.metrics()
      println(s"run $run: $named of ${metrics.rows() / run} orders have a customer")
      println(s"so far: ${metrics.hits()} hits, ${metrics.misses()} misses")
    }
    spark.stop()
  }
}
