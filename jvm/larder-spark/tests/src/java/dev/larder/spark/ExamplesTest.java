package dev.larder.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.larder.testing.RedisServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import shop.OrdersWithCustomers;

/** Runs what is in examples/scala, which the build compiles with the tests. */
@DisplayName("The example in Scala")
class ExamplesTest {
  @Test
  void orders_are_joined_with_customers_first_of_the_database_and_then_of_redis() throws Exception {
    System.setProperty("spark.master", "local[2]");
    System.setProperty("spark.ui.enabled", "false");
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (RedisServer redis = RedisServer.start()) {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      OrdersWithCustomers.main(new String[] {redis.uri()});
    } finally {
      System.setOut(out);
      System.clearProperty("spark.master");
      System.clearProperty("spark.ui.enabled");
    }
    assertEquals(
        List.of(
            "run 1: 800 of 1000 orders have a customer",
            "so far: 120 hits, 50 misses",
            "run 2: 800 of 1000 orders have a customer",
            "so far: 280 hits, 60 misses"),
        printed.toString(StandardCharsets.UTF_8).lines().toList());
  }
}
