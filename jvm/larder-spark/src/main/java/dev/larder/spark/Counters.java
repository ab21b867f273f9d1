package dev.larder.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerApplicationEnd;
import org.apache.spark.util.LongAccumulator;

/** The accumulators of a read-through. Spark's UI shows them under its name. */
final class Counters implements Serializable {
  private static final long serialVersionUID = 1;

  final LongAccumulator rows;
  final LongAccumulator hits;
  final LongAccumulator absent;
  final LongAccumulator misses;
  final LongAccumulator decodeFailures;
  final LongAccumulator redisFailures;
  final LongAccumulator bytesRead;
  final LongAccumulator bytesWritten;
  final LongAccumulator redisMillis;
  final LongAccumulator loaderMillis;

  Counters(SparkContext spark, String name) {
    rows = spark.longAccumulator(name + ": rows");
    hits = spark.longAccumulator(name + ": hits");
    absent = spark.longAccumulator(name + ": absent");
    misses = spark.longAccumulator(name + ": misses");
    decodeFailures = spark.longAccumulator(name + ": decode failures");
    redisFailures = spark.longAccumulator(name + ": Redis failures");
    bytesRead = spark.longAccumulator(name + ": bytes read");
    bytesWritten = spark.longAccumulator(name + ": bytes written");
    redisMillis = spark.longAccumulator(name + ": Redis time, ms");
    loaderMillis = spark.longAccumulator(name + ": loader time, ms");
    spark.addSparkListener(
        new SparkListener() {
          @Override
          public void onApplicationEnd(SparkListenerApplicationEnd end) {
            System.err.println("larder: " + name + ", " + metrics());
          }
        });
  }

  /** Spark shows only those accumulators to which something was added, even 0. */
  void show() {
    for (LongAccumulator counter :
        List.of(
            rows,
            hits,
            absent,
            misses,
            decodeFailures,
            redisFailures,
            bytesRead,
            bytesWritten,
            redisMillis,
            loaderMillis)) {
      counter.add(0);
    }
  }

  Metrics metrics() {
    return new Metrics(
        rows.sum(),
        hits.sum(),
        absent.sum(),
        misses.sum(),
        decodeFailures.sum(),
        redisFailures.sum(),
        bytesRead.sum(),
        bytesWritten.sum(),
        redisMillis.sum(),
        loaderMillis.sum());
  }
}
