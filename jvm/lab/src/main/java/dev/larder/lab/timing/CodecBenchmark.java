package dev.larder.lab.timing;

import dev.larder.lab.catalog.Learned;
import dev.larder.lab.catalog.MeasuredCodec;
import dev.larder.lab.codec.Codec;
import dev.larder.lab.dataset.Dataset;
import dev.larder.lab.runner.Job;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What JMH times in its own process: one codec on several values in turn. */
public class CodecBenchmark {
  /** The system property that brings the job into JMH's process. */
  static final String JOB = "larder.job";

  /** Few enough for a quick set-up, too many for a branch predictor to learn them by heart. */
  private static final int MAX_VALUES = 2_000;

  private static final int MIN_VALUES = 64;

  /** Enough for few large values, too; they fit the heap as objects and as bytes. */
  static final long MAX_JSON_BYTES = 64 << 20;

  private static final CodecBenchmark BENCHMARK = new CodecBenchmark();

  /** A codec and the values to use it on. */
  @State(Scope.Thread)
  public static class Values {
    Codec codec;
    Object[] values;

    /** Takes the results of the warm-up, so that the compiler cannot remove them. */
    Object made;

    private int next;

    @Setup
    public void prepare() throws Exception {
      Job job = Job.parse(System.getProperty(JOB));
      load(job);
      WarmUp warmUp = new WarmUp(System::nanoTime, Compiler.ofThisJvm());
      Compilation.isWarm = warmUp.run(this::once, job.plan().warmupMs());
    }

    void load(Job job) throws Exception {
      Dataset dataset = Dataset.open(job);
      codec = MeasuredCodec.of(job.codec()).codec(dataset.subject(), Learned.profile(job));
      values = dataset.measured(MIN_VALUES, MAX_VALUES, MAX_JSON_BYTES).toArray();
    }

    void once() throws Exception {
      made = BENCHMARK.encode(this);
    }

    Object next() {
      int at = next;
      next = at + 1 == values.length ? 0 : at + 1;
      return values[at];
    }
  }

  /** A codec and what it made of the values. */
  @State(Scope.Thread)
  public static class Encoded extends Values {
    @Override
    void load(Job job) throws Exception {
      super.load(job);
      for (int i = 0; i < values.length; i++) {
        values[i] = codec.encode(values[i]);
      }
    }

    @Override
    void once() throws Exception {
      made = BENCHMARK.decode(this);
    }
  }

  // Not inlined, so that JMH times the very code that was compiled in the warm-up, and its own loop
  // around it is compiled quickly.
  @Benchmark
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  public byte[] encode(Values values) throws Exception {
    return values.codec.encode(values.next());
  }

  @Benchmark
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  public Object decode(Encoded encoded) throws Exception {
    return encoded.codec.decode((byte[]) encoded.next());
  }
}
