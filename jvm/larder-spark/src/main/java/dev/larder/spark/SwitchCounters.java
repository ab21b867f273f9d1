package dev.larder.spark;

import dev.larder.redis.SwitchResult;
import java.io.Serializable;
import org.apache.spark.SparkContext;
import org.apache.spark.util.LongAccumulator;

/** The accumulators of a switch. Spark's UI shows them under its name. */
final class SwitchCounters implements Serializable {
  private static final long serialVersionUID = 1;

  private final LongAccumulator looked;
  private final LongAccumulator switched;
  private final LongAccumulator already;
  private final LongAccumulator changedMeanwhile;
  private final LongAccumulator gone;
  private final LongAccumulator refused;
  private final LongAccumulator failed;
  private final LongAccumulator bytesBefore;
  private final LongAccumulator bytesAfter;

  SwitchCounters(SparkContext spark, String name) {
    looked = spark.longAccumulator(name + ": looked");
    switched = spark.longAccumulator(name + ": switched");
    already = spark.longAccumulator(name + ": already");
    changedMeanwhile = spark.longAccumulator(name + ": changed meanwhile");
    gone = spark.longAccumulator(name + ": gone");
    refused = spark.longAccumulator(name + ": refused");
    failed = spark.longAccumulator(name + ": failed");
    bytesBefore = spark.longAccumulator(name + ": bytes before");
    bytesAfter = spark.longAccumulator(name + ": bytes after");
  }

  void add(SwitchResult.Counts counts) {
    looked.add(counts.looked());
    switched.add(counts.switched());
    already.add(counts.already());
    changedMeanwhile.add(counts.changedMeanwhile());
    gone.add(counts.gone());
    refused.add(counts.refused().values().stream().mapToLong(SwitchResult.Noted::count).sum());
    failed.add(counts.failed());
    bytesBefore.add(counts.bytesBefore());
    bytesAfter.add(counts.bytesAfter());
  }
}
