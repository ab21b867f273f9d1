package dev.larder.lab;

import dev.larder.lab.catalog.Learned;
import dev.larder.lab.catalog.MeasuredCodec;
import dev.larder.lab.check.RoundTrip;
import dev.larder.lab.codec.Codec;
import dev.larder.lab.dataset.Dataset;
import dev.larder.lab.redis.RedisPhase;
import dev.larder.lab.runner.Events;
import dev.larder.lab.runner.Failure;
import dev.larder.lab.runner.Job;
import dev.larder.lab.timing.CodecTiming;
import java.io.IOException;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** The verb {@code measure}: one codec on one dataset, phase by phase. */
final class Measurement {
  private Measurement() {}

  static void run(Job job, Events events) throws IOException, InterruptedException {
    events.phase("load");
    Dataset dataset = Dataset.open(job);
    String why = Learned.prepare(job, dataset);
    if (why != null) {
      events.skipped(why);
      return;
    }
    List<Object> values = dataset.measured();
    events.note(dataset.subject().note());
    if (dataset.isHalved()) {
      events.note("measured on every second value; codecs that learn have learned from the others");
    }

    events.phase("check");
    Codec codec =
        RoundTrip.check(
            () -> MeasuredCodec.of(job.codec()).codec(dataset.subject(), Learned.profile(job)),
            values,
            events);
    if (codec != null) {
      time("encode", job, events);
      time("decode", job, events);
      if (job.redis() != null) {
        events.phase("redis");
        RedisPhase.run(job.redis(), codec, values, events);
      }
    }
  }

  private static void time(String op, Job job, Events events) throws IOException {
    events.phase(op);
    try {
      CodecTiming timing = CodecTiming.measure(op, job);
      events.time(op, timing.ns(), timing.allocBytes(), timing.isWarm());
    } catch (RunnerException e) {
      events.note("%s was not timed: %s".formatted(op, Failure.inWords(e)));
    }
  }
}
