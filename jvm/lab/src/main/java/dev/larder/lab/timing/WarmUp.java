package dev.larder.lab.timing;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Runs an operation until the compiler has finished with it: hardly anything was compiled in the
 * last slices of time, nothing is being compiled now, and the operation no longer becomes faster.
 *
 * <p>How long that takes differs by a factor of ten between codecs, and depends on what else runs
 * on the machine. So it is observed and not assumed.
 */
final class WarmUp {
  /** Long enough that a garbage collection does not make a slice slow. */
  static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(100);

  /** How many slices have to be calm, one after another. */
  static final int CALM_SLICES = 5;

  /**
   * Compilation that takes at most this part of the time does not matter: it is of small methods.
   */
  static final double CALM_PART = 0.05;

  /** A slice is not calm if it is faster by more than this than all calm slices before. */
  private static final double FASTER = 0.95;

  /** What is warmed up, once. */
  interface Operation {
    void run() throws Exception;
  }

  private final LongSupplier nanoTime;
  private final Compiler compiler;

  /**
   * @param nanoTime nanoseconds since any moment, as of {@link System#nanoTime}
   */
  WarmUp(LongSupplier nanoTime, Compiler compiler) {
    this.nanoTime = nanoTime;
    this.compiler = compiler;
  }

  /**
   * Runs {@code operation} until it is warm.
   *
   * @param atMostMs the number of milliseconds after which to give up
   * @return whether it is warm
   */
  boolean run(Operation operation, long atMostMs) throws Exception {
    long end = nanoTime.getAsLong() + TimeUnit.MILLISECONDS.toNanos(atMostMs);
    // Of each calm slice, the nanoseconds that the operation took.
    Deque<Double> calm = new ArrayDeque<>();
    long start = nanoTime.getAsLong();
    while (start < end) {
      long compiledMs = compiler.finishedMs();
      long now = start;
      long runs = 0;
      while (now - start < SLICE_NS && now < end) {
        operation.run();
        runs++;
        now = nanoTime.getAsLong();
      }
      double each = (double) (now - start) / runs;
      if (!isCalm(compiler.finishedMs() - compiledMs, now - start) || !compiler.isIdle()) {
        calm.clear();
      } else {
        double fastest = calm.stream().mapToDouble(Double::doubleValue).min().orElse(each);
        if (each < fastest * FASTER) {
          calm.clear();
        }
        calm.add(each);
        if (calm.size() == CALM_SLICES) {
          return true;
        }
      }
      start = nanoTime.getAsLong();
    }
    return false;
  }

  /** Whether so little was compiled in this time that the code stayed the same. */
  static boolean isCalm(double compiledMs, double ns) {
    return compiledMs * 1e6 <= ns * CALM_PART;
  }
}
