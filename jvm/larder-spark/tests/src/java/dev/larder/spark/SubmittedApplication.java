package dev.larder.spark;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** What a user submits: it joins rows twice and checks each of them. */
public final class SubmittedApplication {
  private SubmittedApplication() {}

  public static void main(String[] args) {
    SparkSession spark = SparkSession.builder().appName("submitted").getOrCreate();
    ReadThrough<Long, Person> people =
        ReadThrough.<Long, Person>builder("people")
            .redis(args[0])
            .prefix("person:")
            .codec(Codec.larder(Person.class))
            .loader(new Person.Table())
            .expiry(Duration.ofHours(1))
            .timeout(Duration.ofSeconds(10))
            .build(spark.sparkContext());
    List<Long> keys = LongStream.range(0, 1000).boxed().toList();
    for (int time = 0; time < 2; time++) {
      long right =
          people
              .join(JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(keys, 4))
              .filter(pair -> java.util.Objects.equals(pair._2().orNull(), Person.of(pair._1())))
              .count();
      System.out.println("right: " + right);
    }
    spark.stop();
  }
}
