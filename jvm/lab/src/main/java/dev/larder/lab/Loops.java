package dev.larder.lab;

import dev.larder.lab.catalog.Learned;
import dev.larder.lab.catalog.MeasuredCodec;
import dev.larder.lab.check.RoundTrip;
import dev.larder.lab.codec.Codec;
import dev.larder.lab.dataset.Dataset;
import dev.larder.lab.redis.ListPushes;
import dev.larder.lab.runner.Events;
import dev.larder.lab.runner.Failure;
import dev.larder.lab.runner.Job;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Arrays;
import java.util.List;

/** The verb {@code loops}: an article's own experiment, a plain loop over many objects. */
final class Loops {
  /** Takes what a loop decodes, so that the JIT compiler cannot remove it. */
  private static volatile Object sink;

  private Loops() {}

  static void run(Job job, Events events) throws Exception {
    events.phase("load");
    Dataset dataset = Dataset.open(job);
    List<Object> distinct = dataset.read();
    Object[] values = dataset.read(job.loops(), job.loops(), Long.MAX_VALUE).toArray();
    events.note(dataset.subject().note());

    String why = Learned.prepare(job, dataset);
    if (why != null) {
      events.failed(why);
      return;
    }
    events.phase("check");
    Codec codec =
        RoundTrip.check(
            () -> MeasuredCodec.of(job.codec()).codec(dataset.subject(), Learned.profile(job)),
            distinct,
            events);
    if (codec == null) {
      return;
    }
    byte[][] encoded = new byte[values.length][];
    events.phase("encode");
    loop("encode", values.length, events, i -> encoded[i] = codec.encode(values[i]));
    Arrays.fill(values, null);
    events.phase("decode");
    loop("decode", encoded.length, events, i -> sink = codec.decode(encoded[i]));
    if (job.redis() != null) {
      events.phase("list");
      int count = Math.min(distinct.size(), encoded.length);
      pushList(job, Arrays.asList(encoded).subList(0, count), events);
    }
  }

  private static void pushList(Job job, List<byte[]> encoded, Events events) {
    try {
      events.list(job.entries(), ListPushes.usedMemory(job.redis(), encoded, job.entries()));
    } catch (RuntimeException e) {
      events.note("the list was not measured: " + Failure.inWords(e));
    }
  }

  private interface Step {
    void run(int index) throws Exception;
  }

  private static void loop(String op, int loops, Events events, Step step) throws Exception {
    System.gc();
    long before = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    heapPools().forEach(MemoryPoolMXBean::resetPeakUsage);
    long start = System.nanoTime();
    for (int i = 0; i < loops; i++) {
      step.run(i);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    long peak = heapPools().stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
    events.loop(op, loops, seconds, Math.max(0, peak - before));
  }

  private static List<MemoryPoolMXBean> heapPools() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .toList();
  }
}
