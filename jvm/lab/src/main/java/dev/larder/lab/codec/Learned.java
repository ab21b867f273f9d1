package dev.larder.lab.codec;

import dev.larder.lab.Job;
import dev.larder.lab.host.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a codec learns before it is measured: a profile, made by {@code larder train} of values as
 * the codec writes them without one. It learns from every second value; the others are measured, by
 * every codec alike.
 */
public final class Learned {
  /** With fewer values there is nothing to learn from, and all are measured. */
  public static final int LEAST = 16;

  private Learned() {}

  /** Where the profile of the job's codec lies, once it is learned; null if it learns none. */
  public static Path profile(Job job) {
    return budget(job) == null
        ? null
        : job.scratchDirectory().resolve("jvm-" + job.codec() + ".profile");
  }

  /**
   * Learns what the job's codec needs, if it learns at all.
   *
   * @return why the codec cannot be measured on these values; null if it can
   */
  public static String prepare(Job job, Dataset dataset) throws IOException, InterruptedException {
    String budget = budget(job);
    if (budget == null) {
      return null;
    }
    if (!dataset.isHalved()) {
      return "it learns from values and needs %d or more, such as session:500".formatted(LEAST);
    }
    if (job.larder() == null) {
      return "it learns a profile, for which the job names no larder";
    }
    Path samples = Files.createTempDirectory(job.scratchDirectory(), "samples");
    try {
      Codec codec = Rival.of(job.codec()).codec(dataset.subject(), null);
      int number = 0;
      for (Object value : dataset.read()) {
        Files.write(samples.resolve("%08d.value".formatted(number++)), codec.encode(value));
      }
      return train(job, budget, samples);
    } catch (IOException | InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return "its values cannot be learned from: " + e.getMessage();
    } finally {
      delete(samples);
    }
  }

  /** Null for a codec that learns nothing, or that there is not. */
  private static String budget(Job job) {
    for (Rival rival : Rival.values()) {
      if (rival.id().equals(job.codec())) {
        return rival.learns();
      }
    }
    return null;
  }

  private static String train(Job job, String budget, Path samples)
      throws IOException, InterruptedException {
    Path said = samples.resolveSibling(samples.getFileName() + ".said");
    List<String> command =
        List.of(
            job.larder(),
            "train",
            samples.toString(),
            "--output",
            profile(job).toString(),
            "--level",
            budget,
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
