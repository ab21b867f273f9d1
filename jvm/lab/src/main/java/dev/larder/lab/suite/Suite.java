package dev.larder.lab.suite;

import com.acme.employee.People;
import dev.larder.lab.catalog.Learned;
import dev.larder.lab.catalog.MeasuredCodec;
import dev.larder.lab.codec.Codec;
import dev.larder.lab.dataset.Dataset;
import dev.larder.lab.people.PeopleGenerator;
import dev.larder.lab.runner.Job;
import dev.larder.lab.timing.CodecTiming;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The verb {@code suite}: {@code people} in every codec, measured longer than in {@code larder
 * compare}: three JMH forks per operation, allocation, and the first value in a fresh JVM. It
 * prints rows of a Markdown table, with times also as ratios to those of {@link #RIVAL}.
 */
public final class Suite {
  private static final String RIVAL = "fory";
  private static final int FORKS = 3;

  /** A warm-up ends at the latest after the time of this many samples. */
  private static final int WARMUP_SAMPLES = 60;

  private static final int PEOPLE = 10_000;
  private static final long SEED = 20_201_116;

  private final Path scratch;
  private final String larder;
  private final Job.Timing plan;
  private final PrintStream out;

  private Suite(Path scratch, String larder, Job.Timing plan, PrintStream out) {
    this.scratch = scratch;
    this.larder = larder;
    this.plan = plan;
    this.out = out;
  }

  /**
   * @param larder the command, which learns profiles
   * @param sampleMs the length of a sample in milliseconds; JMH takes five in each fork
   * @param codecs the rows; all if there are none
   */
  public static void run(String larder, int sampleMs, List<String> codecs, PrintStream out)
      throws Exception {
    Path scratch = Files.createTempDirectory("larder-suite");
    try {
      Job.Timing plan = new Job.Timing(WARMUP_SAMPLES * sampleMs, 5, sampleMs);
      new Suite(scratch, larder, plan, out).run(codecs);
    } finally {
      try (Stream<Path> files = Files.walk(scratch)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private record Measured(
      String codec,
      String version,
      double bytes,
      CodecTiming encode,
      CodecTiming decode,
      double firstMs) {}

  private void run(List<String> codecs) throws Exception {
    Path people = scratch.resolve("people.jsonl");
    try (OutputStream file = Files.newOutputStream(people)) {
      PeopleGenerator.print(PEOPLE, SEED, file);
    }
    List<String> wanted =
        codecs.isEmpty()
            ? Arrays.stream(MeasuredCodec.values()).map(MeasuredCodec::id).toList()
            : codecs;
    // The rival comes first, because the others are compared with it.
    Measured rival = wanted.contains(RIVAL) ? row(RIVAL, people) : null;
    for (String codec : wanted) {
      print(codec.equals(RIVAL) && rival != null ? rival : row(codec, people), rival);
    }
    out.printf(
        "%nThe graph of one value: %.0f B (objects and strings, compressed references).%n",
        graph(Dataset.open(job("jdk", people)).measured()));
  }

  private Job job(String codec, Path people) {
    return new Job(
        "people", people.toString(), codec, scratch.toString(), plan, null, 0, 0, larder);
  }

  private Measured row(String id, Path people) throws Exception {
    System.err.println(id);
    Job job = job(id, people);
    Dataset dataset = Dataset.open(job);
    String why = Learned.prepare(job, dataset);
    if (why != null) {
      throw new IllegalArgumentException(id + ": " + why);
    }
    Codec codec = MeasuredCodec.of(id).codec(dataset.subject(), Learned.profile(job));
    List<Object> values = dataset.measured();
    long bytes = 0;
    for (Object value : values) {
      bytes += codec.encode(value).length;
    }
    return new Measured(
        id,
        MeasuredCodec.of(id).version(),
        (double) bytes / values.size(),
        CodecTiming.measure("encode", job, FORKS),
        CodecTiming.measure("decode", job, FORKS),
        ColdStart.milliseconds(job));
  }

  private void print(Measured row, Measured rival) {
    out.printf(
        Locale.ROOT,
        "| %s %s | %.1f | %s | %s | %.0f / %.0f | %.0f |%n",
        row.codec,
        row.version,
        row.bytes,
        time(row.encode, rival == null ? null : rival.encode),
        time(row.decode, rival == null ? null : rival.decode),
        row.encode.allocBytes(),
        row.decode.allocBytes(),
        row.firstMs);
    out.flush();
  }

  /** The median, the spread of the samples, and the ratio to the rival's time. */
  private static String time(CodecTiming timing, CodecTiming rival) {
    double[] ns = timing.ns().stream().mapToDouble(Double::doubleValue).sorted().toArray();
    double median = median(ns);
    String spread =
        "%.0f ±%.0f %%%s"
            .formatted(
                median,
                50 * (ns[ns.length - 1] - ns[0]) / median,
                timing.isWarm() ? "" : " not warm");
    if (rival == null) {
      return spread;
    }
    double other = median(rival.ns().stream().mapToDouble(Double::doubleValue).sorted().toArray());
    return "%s (%.2f)".formatted(spread, median / other);
  }

  private static double median(double[] sorted) {
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  /** The average memory of a value's objects, as HotSpot lays them out by default. */
  private static double graph(List<Object> people) {
    long bytes = 0;
    for (Object value : people) {
      People person = (People) value;
      // Headers of 12 bytes, references of 4: eight of them and an int; three.
      bytes += 48 + 24;
      String[] texts = {
        person.getFirstName(),
        person.getLastName(),
        person.getEmail(),
        person.getUsername(),
        person.getCompanyEmail(),
        person.getTelephoneNumber(),
        person.getAddress().getStreet(),
        person.getAddress().getPostalCode(),
        person.getAddress().getCity()
      };
      for (String text : texts) {
        boolean latin = text.chars().allMatch(character -> character < 0x100);
        bytes += 24 + (16 + text.length() * (latin ? 1L : 2L) + 7) / 8 * 8;
      }
    }
    return (double) bytes / people.size();
  }
}
