package dev.larder.lab.spark;

import com.acme.employee.People;
import com.sun.management.OperatingSystemMXBean;
import dev.larder.lab.catalog.Learned;
import dev.larder.lab.check.Difference;
import dev.larder.lab.check.RoundTrip;
import dev.larder.lab.dataset.Dataset;
import dev.larder.lab.runner.Events;
import dev.larder.lab.runner.Job;
import dev.larder.spark.JdbcLoader;
import dev.larder.spark.ReadThrough;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import redis.clients.jedis.Jedis;
import scala.Tuple2;

/**
 * The verb {@code read-through}: joins rows with people of a database through Redis, with one GET
 * per row and in windows, with an empty Redis and with a full one.
 */
final class ReadThroughJob {
  /** One GET per row is slow, so it gets this many times fewer rows. */
  private static final int FEWER = 5;

  private static final int WARM_RUNS = 9;
  private static final int PARTITIONS = 4;

  /** A million keys take seconds to flush. */
  private static final int FLUSH_MS = 60_000;

  private final Job job;
  private final Events events;
  private final List<People> people;
  private final JavaSparkContext spark;
  private final LabCodec codec;

  private ReadThroughJob(Job job, Events events, List<People> people, JavaSparkContext spark) {
    this.job = job;
    this.events = events;
    this.people = people;
    this.spark = spark;
    codec = LabCodec.of(job);
  }

  static void run(Job job, Events events) throws Exception {
    events.phase("load");
    Dataset dataset = Dataset.open(job);
    List<People> people = new ArrayList<>();
    dataset.read().forEach(value -> people.add((People) value));
    String why = Learned.prepare(job, dataset);
    if (why != null) {
      events.failed(why);
      return;
    }
    Database.fill(people, job.loops());
    events.phase("check");
    if (RoundTrip.check(() -> LabCodec.of(job).make(), new ArrayList<>(people), events) == null) {
      return;
    }
    SparkConf conf =
        new SparkConf()
            .setMaster("local[2]")
            .setAppName("larder-lab")
            .set("spark.ui.enabled", "false")
            .set("spark.driver.host", "127.0.0.1")
            .set("spark.driver.bindAddress", "127.0.0.1")
            .set("spark.local.dir", job.scratch())
            .set("spark.sql.warehouse.dir", job.scratch());
    try (JavaSparkContext spark = new JavaSparkContext(conf)) {
      spark.setLogLevel("ERROR");
      new ReadThroughJob(job, events, people, spark).measure();
    }
  }

  private interface Way {
    JavaRDD<Tuple2<Long, People>> join(JavaRDD<Long> keys);
  }

  private void measure() throws Exception {
    ReadThrough<Long, People> readThrough =
        ReadThrough.<Long, People>builder(job.codec())
            .redis("redis://" + job.redis().host() + ":" + job.redis().port())
            .prefix(job.redis().prefix())
            .codec(codec)
            .loader(
                JdbcLoader.of(
                    Database.URL,
                    Database.BY_KEYS,
                    row -> new Tuple2<>(row.getLong(1), Database.person(row))))
            .build(spark.sc());
    Way windows =
        keys -> readThrough.join(keys).map(pair -> new Tuple2<>(pair._1(), pair._2().get()));
    Way oneGet = keys -> keys.mapPartitions(OneGet.of(job.redis(), codec));

    // Both ways run before, so that what is measured is compiled.
    int fewer = Math.max(1, job.loops() / FEWER);
    for (Way way : List.of(oneGet, windows)) {
      flush();
      for (int i = 0; i < 3; i++) {
        compare(way.join(keys(fewer)).collect());
      }
    }
    flush();
    time("one-get", "cold", oneGet, fewer);
    time("one-get", "warm", oneGet, fewer);
    flush();
    long before = usedMemory();
    time("windows", "cold", windows, job.loops());
    events.emit(
        "redis",
        Events.fields(
            "keys",
            job.loops(),
            "bytes_per_value",
            (usedMemory() - before) / (double) job.loops()));
    time("windows", "warm", windows, job.loops());
    events.note(readThrough.metrics().toString());
  }

  private JavaRDD<Long> keys(int rows) {
    return spark.parallelize(LongStream.range(0, rows).boxed().toList(), PARTITIONS);
  }

  /** Checks that each row is there, with everything that its person has. */
  private void compare(List<Tuple2<Long, People>> rows) {
    Difference difference = new Difference();
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i)._1() != i) {
        throw new IllegalStateException("row " + i + " is missing");
      }
      difference.compare(i, people.get(i % people.size()), rows.get(i)._2());
    }
    if (!difference.losses().isEmpty()) {
      throw new IllegalStateException(difference.losses().inWords());
    }
  }

  private record Run(double seconds, double cpuSeconds) {}

  private void time(String way, String state, Way join, int rows) {
    events.phase(way + "-" + state);
    JavaRDD<Long> keys = keys(rows);
    long ages = 0;
    for (int i = 0; i < rows; i++) {
      ages += people.get(i % people.size()).getAge();
    }
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < (state.equals("cold") ? 1 : way.equals("one-get") ? 3 : WARM_RUNS); i++) {
      long start = System.nanoTime();
      long cpu = cpu();
      long sum = join.join(keys).map(row -> (long) row._2().getAge()).reduce(Long::sum);
      runs.add(new Run((System.nanoTime() - start) / 1e9, (cpu() - cpu) / 1e9));
      if (sum != ages) {
        throw new IllegalStateException("rows are missing: their ages are " + sum);
      }
    }
    // Other load on the machine can only add time.
    Run best = Collections.min(runs, Comparator.comparingDouble(Run::seconds));
    events.emit(
        "rows",
        Events.fields(
            "way", way,
            "state", state,
            "rows", rows,
            "seconds", best.seconds(),
            "cpu_seconds", best.cpuSeconds()));
  }

  /** The CPU time of all threads of this process, in nanoseconds. */
  private static long cpu() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private void flush() {
    try (Jedis jedis = jedis()) {
      jedis.flushAll();
    }
  }

  private long usedMemory() {
    try (Jedis jedis = jedis()) {
      return jedis
          .info("memory")
          .lines()
          .filter(line -> line.startsWith("used_memory:"))
          .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
          .findFirst()
          .orElseThrow();
    }
  }

  private Jedis jedis() {
    return new Jedis(job.redis().host(), job.redis().port(), FLUSH_MS);
  }
}
