package dev.larder.lab.timing;

import dev.larder.lab.runner.Build;
import dev.larder.lab.runner.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * How long one operation of a codec takes, measured by JMH in a process of its own.
 *
 * @param ns mean nanoseconds per value, one number per sample
 * @param allocBytes bytes that one operation allocates; null if unknown
 * @param isWarm whether the compiler had finished before the time was taken
 */
public record CodecTiming(List<Double> ns, Double allocBytes, boolean isWarm) {
  /** For JMH's own loop: the benchmark itself warms up the codec before. */
  private static final int WARMUP_ITERATIONS = 3;

  private static final int WARMUP_MS = 100;

  /** Larger than the young generation and any codec's own tables. */
  private static final int TOUCHED_MEBIBYTES = 256;

  private static final int YOUNG_MEBIBYTES = 128;

  /**
   * @param op the method of {@link CodecBenchmark} to time
   */
  public static CodecTiming measure(String op, Job job) throws RunnerException, IOException {
    return measure(op, job, 1);
  }

  private static CodecTiming measure(String op, Job job, int forks)
      throws RunnerException, IOException {
    // JMH would wait for other runners on this machine, but the command takes care of that.
    System.setProperty("jmh.ignoreLock", "true");
    return of(new Runner(options(op, job, forks)).runSingle());
  }

  /** Takes one sample in this process, where the code is compiled otherwise than in a fresh one. */
  public static CodecTiming measureHere(String op, Job job) throws RunnerException, IOException {
    System.setProperty(CodecBenchmark.JOB, job.toJson());
    return measure(op, job, 0);
  }

  private static Options options(String op, Job job, int forks) throws IOException {
    Job.Timing plan = job.plan();
    return new OptionsBuilder()
        .include(CodecBenchmark.class.getName() + "." + op + "$")
        .mode(Mode.AverageTime)
        .timeUnit(TimeUnit.NANOSECONDS)
        .forks(forks)
        .warmupIterations(WARMUP_ITERATIONS)
        .warmupTime(TimeValue.milliseconds(Math.max(1, Math.min(WARMUP_MS, plan.warmupMs()))))
        .measurementIterations(plan.samples())
        .measurementTime(TimeValue.milliseconds(plan.sampleMs()))
        .addProfiler(GCProfiler.class)
        .addProfiler(Compilation.class)
        .shouldFailOnError(true)
        .jvmArgs(jvmArguments(job))
        .build();
  }

  private static String[] jvmArguments(Job job) throws IOException {
    // The same heap for all codecs of a dataset. Forty times the JSON holds its values as objects
    // and as bytes, and leaves as much again for garbage.
    long json =
        job.values() == null
            ? 0
            : Math.min(Files.size(job.valuesFile()), CodecBenchmark.MAX_JSON_BYTES);
    long heap = Math.max(1024, json * 40 >> 20);
    List<String> arguments = new ArrayList<>(Build.openedPackages());
    arguments.addAll(Build.classArchive());
    arguments.add("-Xmx" + heap + "m");
    arguments.add("-XX:+UseG1GC");
    // The first use of a memory page costs some microseconds, and ten in a virtual machine. This
    // cost
    // would be part of the time until a codec has filled the young generation once. So all pages
    // are
    // touched before, and the young generation has a size that is soon filled.
    arguments.add("-Xms" + TOUCHED_MEBIBYTES + "m");
    arguments.add("-Xmn" + YOUNG_MEBIBYTES + "m");
    arguments.add("-XX:+AlwaysPreTouch");
    // A killed process would leave its performance data behind.
    arguments.add("-XX:-UsePerfData");
    // Everyone on this machine can read a process's arguments.
    arguments.add("-D" + CodecBenchmark.JOB + "=" + job.withoutRedis().toJson());
    return arguments.toArray(String[]::new);
  }

  private static CodecTiming of(RunResult result) {
    List<Double> ns = new ArrayList<>();
    for (BenchmarkResult fork : result.getBenchmarkResults()) {
      fork.getIterationResults().forEach(i -> ns.add(i.getPrimaryResult().getScore()));
    }
    Result<?> allocated =
        result.getAggregatedResult().getSecondaryResults().get("gc.alloc.rate.norm");
    return new CodecTiming(
        ns, allocated == null ? null : allocated.getScore(), Compilation.wasFinished(result));
  }
}
