package dev.larder.lab.suite;

import dev.larder.lab.catalog.MeasuredCodec;
import dev.larder.lab.codec.Codec;
import dev.larder.lab.dataset.Dataset;
import dev.larder.lab.people.PeopleGenerator;
import dev.larder.lab.runner.Job;
import dev.larder.lab.timing.CodecTiming;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The verb {@code classes}: loads what the others load. The build runs it under {@code
 * -XX:ArchiveClassesAtExit}, and every JVM of a comparison then maps that archive instead of
 * loading some thousand classes again.
 */
public final class Classes {
  private Classes() {}

  public static void load() throws Exception {
    Path scratch = Files.createTempDirectory("larder-classes");
    try {
      Path people = scratch.resolve("people.jsonl");
      try (OutputStream file = Files.newOutputStream(people)) {
        PeopleGenerator.print(100, 1, file);
      }
      for (MeasuredCodec measured : MeasuredCodec.values()) {
        if (measured.whyUnavailable() == null && !measured.learns()) {
          load(measured, job(measured, people, scratch));
        }
      }
      CodecTiming.measureHere("decode", job(MeasuredCodec.JACKSON, people, scratch));
    } finally {
      try (Stream<Path> files = Files.walk(scratch)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static Job job(MeasuredCodec measured, Path people, Path scratch) {
    Job.Timing plan = new Job.Timing(1, 1, 1);
    return new Job(
        "people", people.toString(), measured.id(), scratch.toString(), plan, null, 0, 0, null);
  }

  private static void load(MeasuredCodec measured, Job job) throws Exception {
    Dataset dataset = Dataset.open(job);
    Codec codec = measured.codec(dataset.subject(), null);
    for (Object value : dataset.measured()) {
      codec.decode(codec.encode(value));
    }
  }
}
