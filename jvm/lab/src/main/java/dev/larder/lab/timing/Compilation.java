package dev.larder.lab.timing;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Reports from JMH's process whether the codec was warm, and what was compiled during the timing.
 */
public final class Compilation implements InternalProfiler {
  private static final String WARM = "larder.warm";
  private static final String COMPILED_MS = "larder.compiled";

  /** The result of the warm-up, which the benchmark does in this process before its iterations. */
  static volatile boolean isWarm;

  private final Compiler compiler = Compiler.ofThisJvm();
  private long before;

  @Override
  public String getDescription() {
    return "Whether the code that is timed has been compiled";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = compiler.finishedMs();
  }

  @Override
  public Collection<ScalarResult> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    long compiled = compiler.finishedMs() - before;
    return List.of(
        new ScalarResult(WARM, isWarm ? 1 : 0, "", AggregationPolicy.MIN),
        new ScalarResult(COMPILED_MS, compiled, "ms", AggregationPolicy.AVG));
  }

  /** Whether all processes were warm and stayed so during the timing. */
  static boolean wasFinished(RunResult run) {
    var results = run.getAggregatedResult().getSecondaryResults();
    double iterationNs = run.getParams().getMeasurement().getTime().convertTo(NANOSECONDS);
    return results.get(WARM).getScore() == 1
        && WarmUp.isCalm(results.get(COMPILED_MS).getScore(), iterationNs);
  }
}
