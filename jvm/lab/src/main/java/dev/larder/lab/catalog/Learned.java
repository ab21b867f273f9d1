package dev.larder.lab.catalog;

import dev.larder.lab.codec.Codec;
import dev.larder.lab.dataset.Dataset;
import dev.larder.lab.runner.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a codec learns before it is measured: a profile. {@code larder train} makes it from values
 * that the codec wrote without one. It learns from every second value; all codecs are measured on
 * the others.
 */
public final class Learned {
  private Learned() {}

  /** The file of the profile, once the job's codec has learned it; null if it learns none. */
  public static Path profile(Job job) {
    return learns(job) ? job.scratchDirectory().resolve("jvm-" + job.codec() + ".profile") : null;
  }

  /**
   * Learns what the job's codec needs, if it learns at all.
   *
   * @return why the codec cannot be measured on these values; null if it can
   */
  public static String prepare(Job job, Dataset dataset) throws IOException, InterruptedException {
    if (!learns(job)) {
      return null;
    }
    if (!dataset.isHalved()) {
      return "it learns from values and needs %d or more, such as session:500"
          .formatted(Dataset.MIN_HALVED);
    }
    if (job.larder() == null) {
      return "it learns a profile, but the job does not name the larder command";
    }
    Path samples = Files.createTempDirectory(job.scratchDirectory(), "samples");
    try {
      Codec codec = MeasuredCodec.of(job.codec()).codec(dataset.subject(), null);
      int number = 0;
      for (Object value : dataset.read()) {
        Files.write(samples.resolve("%08d.value".formatted(number++)), codec.encode(value));
      }
      return train(job, samples);
    } catch (IOException | InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return "nothing can be learned from its values: " + e.getMessage();
    } finally {
      delete(samples);
    }
  }

  /** False also for a codec that does not exist. */
  private static boolean learns(Job job) {
    for (MeasuredCodec codec : MeasuredCodec.values()) {
      if (codec.id().equals(job.codec())) {
        return codec.learns();
      }
    }
    return false;
  }

  private static String train(Job job, Path samples) throws IOException, InterruptedException {
    Path said = samples.resolveSibling(samples.getFileName() + ".said");
    List<String> command =
        List.of(
            job.larder(),
            "train",
            samples.toString(),
            "--output",
            profile(job).toString(),
            "--sample",
            "1000000");
    int exit =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start()
            .waitFor();
    String last = Files.readString(said).strip();
    Files.delete(said);
    return exit == 0
        ? null
        : "no profile could be learned: " + last.substring(last.lastIndexOf('\n') + 1);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
