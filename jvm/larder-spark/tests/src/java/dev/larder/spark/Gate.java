package dev.larder.spark;

import dev.larder.testing.Wait;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;

/**
 * The key of a row. Some tasks wait for it, in their middle, until a file exists, so that a test
 * can act in the middle of a job.
 */
final class Gate implements Function<Long, Long> {
  private static final long serialVersionUID = 1;

  /** How many rows a partition has. */
  static final int ROWS = 50;

  private final String file;
  private final int first;
  private final int last;
  private final int attempts;

  private Gate(Path file, int first, int last, int attempts) {
    this.file = file.toString();
    this.first = first;
    this.last = last;
    this.attempts = attempts;
  }

  /** All partitions wait, except the first ones. */
  static Gate after(int partitions, Path file) {
    return new Gate(file, partitions, Integer.MAX_VALUE, Integer.MAX_VALUE);
  }

  /** The first attempt of one partition waits. */
  static Gate straggler(int partition, Path file) {
    return new Gate(file, partition, partition, 1);
  }

  @Override
  public Long call(Long key) {
    TaskContext task = TaskContext.get();
    boolean waits =
        task.partitionId() >= first
            && task.partitionId() <= last
            && task.attemptNumber() < attempts
            && key % ROWS == ROWS / 2;
    if (waits) {
      Wait.until("the test goes on", () -> Files.exists(Path.of(file)));
    }
    return key;
  }
}
