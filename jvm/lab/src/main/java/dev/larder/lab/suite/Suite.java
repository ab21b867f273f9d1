package dev.larder.lab.suite;

import com.acme.employee.People;
import dev.larder.lab.catalog.Learned;
import dev.larder.lab.catalog.MeasuredCodec;
import dev.larder.lab.check.Difference;
import dev.larder.lab.codec.Codec;
import dev.larder.lab.dataset.Dataset;
import dev.larder.lab.people.PeopleGenerator;
import dev.larder.lab.rows.Row;
import dev.larder.lab.runner.Build;
import dev.larder.lab.runner.Failure;
import dev.larder.lab.runner.Job;
import dev.larder.lab.timing.CodecTiming;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The verb {@code suite}: {@code people}, and values that no JSON has, measured longer than in
 * {@code larder compare}: in several JMH forks per operation, with allocation, and for people the
 * first value in a fresh JVM. It prints CSV, of which {@code scripts/figures} makes tables.
 */
public final class Suite {
  private static final String PEOPLE = "people";

  /** A warm-up ends at the latest after the time of this many samples. */
  private static final int WARMUP_SAMPLES = 60;

  private static final int SAMPLES = 5;
  private static final int COUNT = 10_000;
  private static final long SEED = 20_201_116;
  private static final String HEAD =
      "java,flag,dataset,codec,version,roundtrip,bytes_mean,encode_ns_median,encode_above,encode_warm,"
          + "encode_alloc,decode_ns_median,decode_above,decode_warm,decode_alloc,first_ms,graph";

  private final Path scratch;
  private final String larder;
  private final int forks;
  private final Job.Timing plan;
  private final PrintStream out;

  private Suite(Path scratch, String larder, int forks, int sampleMs, PrintStream out) {
    this.scratch = scratch;
    this.larder = larder;
    this.forks = forks;
    plan = new Job.Timing(WARMUP_SAMPLES * sampleMs, SAMPLES, sampleMs);
    this.out = out;
  }

  /**
   * The JVMs of all codecs take turns, so that a minute in which the machine is slow is not one
   * codec's alone.
   *
   * @param larder the command, which learns profiles
   * @param forks how many JVMs measure an operation, and start for a first value
   * @param sampleMs the length of a sample in milliseconds; JMH takes five in each fork
   * @param datasets {@code people} and those of {@link Row}; all of those for {@code rows}
   * @param codecs all if there are none
   */
  public static void run(
      String larder,
      int forks,
      int sampleMs,
      List<String> datasets,
      List<String> codecs,
      PrintStream out)
      throws Exception {
    Path scratch = Files.createTempDirectory("larder-suite");
    try {
      Suite suite = new Suite(scratch, larder, forks, sampleMs, out);
      out.println(HEAD);
      for (String dataset : datasets) {
        suite.run(dataset, codecs);
      }
    } finally {
      try (Stream<Path> files = Files.walk(scratch)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private void run(String dataset, List<String> codecs) throws Exception {
    if (dataset.equals("rows")) {
      for (Row row : Row.values()) {
        run(row.id(), codecs);
      }
      return;
    }
    Path file = null;
    if (dataset.equals(PEOPLE)) {
      file = scratch.resolve("people.jsonl");
      try (OutputStream people = Files.newOutputStream(file)) {
        PeopleGenerator.print(COUNT, SEED, people);
      }
    } else if (Row.of(dataset) == null) {
      throw new IllegalArgumentException("there is no dataset " + dataset);
    }
    List<String> wanted =
        codecs.isEmpty()
            ? Arrays.stream(MeasuredCodec.values()).map(MeasuredCodec::id).toList()
            : codecs;
    List<Line> lines = new ArrayList<>();
    for (String codec : wanted) {
      String values = file == null ? null : file.toString();
      lines.add(
          checked(new Job(dataset, values, codec, scratch.toString(), plan, null, 0, 0, larder)));
    }
    for (int fork = 0; fork < forks; fork++) {
      for (Line line : lines) {
        if (line.checked != null) {
          line.encode.add(CodecTiming.measure("encode", line.job));
          line.decode.add(CodecTiming.measure("decode", line.job));
        }
      }
    }
    for (Line line : lines) {
      print(line);
    }
  }

  /**
   * A codec on the values of a dataset.
   *
   * @param name the first cells of its line
   * @param checked the cells that say whether the values come back, and their bytes; null if the
   *     codec cannot write them
   * @param graph the memory of a value's objects; null if it is not known
   * @param encode of each JVM
   * @param decode of each JVM
   */
  private record Line(
      Job job,
      String name,
      String checked,
      Double graph,
      List<CodecTiming> encode,
      List<CodecTiming> decode) {
    Line(Job job, String name, String checked, Double graph) {
      this(job, name, checked, graph, new ArrayList<>(), new ArrayList<>());
    }
  }

  /** Learns what the codec needs, and encodes and decodes each value once. */
  private static Line checked(Job job) throws Exception {
    System.err.println(job.dataset() + " " + job.codec());
    Dataset dataset = Dataset.open(job);
    String why = Learned.prepare(job, dataset);
    if (why != null) {
      throw new IllegalArgumentException(job.codec() + ": " + why);
    }
    MeasuredCodec measured = MeasuredCodec.of(job.codec());
    String name =
        "%s,%s,%s,%s,%s"
            .formatted(
                System.getProperty("java.version"),
                Build.opensStrings() ? "with" : "without",
                job.dataset(),
                job.codec(),
                measured.version());
    List<Object> values = dataset.measured();
    Difference difference = new Difference();
    long bytes = 0;
    try {
      Codec codec = measured.codec(dataset.subject(), Learned.profile(job));
      for (int i = 0; i < values.size(); i++) {
        byte[] encoded = codec.encode(values.get(i));
        bytes += encoded.length;
        difference.compare(i, values.get(i), codec.decode(encoded));
      }
    } catch (Exception | LinkageError | StackOverflowError e) {
      System.err.println(Failure.inWords(e));
      return new Line(job, name, null, null);
    }
    String checked =
        String.format(
            Locale.ROOT,
            "%s,%.1f",
            difference.losses().isEmpty() ? "exact" : "lossy",
            (double) bytes / values.size());
    return new Line(job, name, checked, job.dataset().equals(PEOPLE) ? graph(values) : null);
  }

  private void print(Line line) throws Exception {
    if (line.checked == null) {
      out.println(line.name + ",failed,,,,,,,,,,,");
      return;
    }
    boolean isPeople = line.graph != null;
    out.printf(
        Locale.ROOT,
        "%s,%s,%s,%s,%s,%s%n",
        line.name,
        line.checked,
        time(line.encode),
        time(line.decode),
        isPeople ? Math.round(ColdStart.milliseconds(line.job, forks)) : "",
        isPeople ? Math.round(line.graph) : "");
    out.flush();
  }

  /**
   * The fastest sample of each JVM, and the median of the JVMs; by how many percent the median of
   * all samples is above that, which says how quiet the machine was; warmth and allocated bytes.
   *
   * <p>What else a machine does makes a sample slower and never faster, so the fastest is the
   * steadiest; but a compiler that chose well in one JVM of three is not typical.
   */
  private static String time(List<CodecTiming> jvms) {
    double typical = median(jvms.stream().mapToDouble(jvm -> Collections.min(jvm.ns())));
    double above =
        median(jvms.stream().flatMap(jvm -> jvm.ns().stream()).mapToDouble(Double::doubleValue));
    return String.format(
        Locale.ROOT,
        "%.1f,%.0f,%s,%.0f",
        typical,
        100 * (above / typical - 1),
        jvms.stream().allMatch(CodecTiming::isWarm),
        jvms.get(0).allocBytes());
  }

  private static double median(DoubleStream numbers) {
    double[] sorted = numbers.sorted().toArray();
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
