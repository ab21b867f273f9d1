package dev.larder.lab.dataset;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.larder.lab.dataset.GeneratedClasses.Decision;
import dev.larder.lab.host.Subject;
import dev.larder.lab.people.PeopleSubjects;
import dev.larder.lab.rows.Row;
import dev.larder.lab.runner.Job;
import dev.larder.lab.runner.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The values of a dataset, as objects of this JVM. */
public final class Dataset {
  /** With fewer values there is nothing to learn from, and all are measured. */
  public static final int MIN_HALVED = 16;

  private final Path file;
  private final Subject subject;
  private final ObjectReader reader;
  private final Row row;
  private final boolean isHalved;

  private Dataset(Row row) {
    this.row = row;
    subject = row.subject();
    file = null;
    reader = null;
    isHalved = true;
  }

  private Dataset(Path file, Subject subject) throws IOException {
    row = null;
    this.file = file;
    this.subject = subject;
    try (Stream<String> lines = Files.lines(file)) {
      isHalved = lines.limit(MIN_HALVED).count() == MIN_HALVED;
    }
    this.reader = Json.MAPPER.readerFor(Json.MAPPER.constructType(subject.type()));
  }

  /**
   * Finds out the type of the values: the first runner of a dataset reads all of them. A job
   * without a file is of a {@link Row}.
   */
  public static Dataset open(Job job) throws IOException {
    if (job.values() == null) {
      return new Dataset(Row.of(job.dataset()));
    }
    return new Dataset(job.valuesFile(), subject(job));
  }

  private static Subject subject(Job job) throws IOException {
    Subject known = PeopleSubjects.of(job.dataset());
    if (known != null) {
      return known;
    }
    GeneratedClasses generated = new GeneratedClasses(job.scratchDirectory().resolve("classes"));
    Decision decision = generated.decision();
    if (decision == null) {
      decision = decide(job, generated);
      generated.decide(decision);
    }
    return decision.classes().isEmpty()
        ? Subject.ofTrees(decision.note())
        : generated.define(decision);
  }

  private static Decision decide(Job job, GeneratedClasses generated) throws IOException {
    Observed observed = new Observed();
    ObjectReader trees = Json.MAPPER.readerFor(Object.class);
    pass(
        job.valuesFile(),
        trees,
        (value, end) -> {
          observed.see(value);
          return true;
        });
    Names classes = new Names();
    HostType type = observed.type(job.dataset(), classes);
    if (type == HostType.Simple.STRING && !observed.sawNull()) {
      return new Decision(List.of(), "measured as String");
    } else if (type.bean() == null || observed.sawNull()) {
      return trees("values have no common shape");
    } else if (!GeneratedClasses.canCompile()) {
      return trees("this Java has no compiler to make a class for the values");
    }
    Map<String, String> sources = new BeanSource(type, classes).write(job.dataset());
    return generated.compile(sources)
        ? new Decision(List.copyOf(sources.keySet()), note(type, sources.size() - 3))
        : trees("the class made for the values does not compile");
  }

  private static Decision trees(String why) {
    return new Decision(List.of(), "measured as Map/List: " + why);
  }

  private static String note(HostType type, int nestedClasses) {
    String container =
        type instanceof HostType.ListOf
            ? "List of "
            : type instanceof HostType.MapOf ? "Map of " : "";
    HostType.Bean bean = type.bean();
    return "measured as %sgenerated class %s with %s%s"
        .formatted(
            container,
            bean.name(),
            count(bean.fields().size(), "field", "fields"),
            nestedClasses == 0
                ? ""
                : " and " + count(nestedClasses, "nested class", "nested classes"));
  }

  private static String count(int count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }

  public Subject subject() {
    return subject;
  }

  /** Whether only every second value is measured (the 2nd, 4th …), because there are enough. */
  public boolean isHalved() {
    return isHalved;
  }

  /** Reads all values. */
  public List<Object> read() throws IOException {
    return read(1, Integer.MAX_VALUE, Long.MAX_VALUE);
  }

  /** Reads the values that are measured. */
  public List<Object> measured() throws IOException {
    return measured(1, Integer.MAX_VALUE, Long.MAX_VALUE);
  }

  /** Reads as {@link #read(int, int, long)} does, but only the values that are measured. */
  public List<Object> measured(int atLeast, int atMost, long bytes) throws IOException {
    return read(atLeast, atMost, bytes, isHalved);
  }

  /**
   * Reads values. If there are fewer than {@code atLeast}, it reads them again as further objects.
   *
   * @param atMost the number of objects to stop at
   * @param bytes the size of JSON to stop at, but not before the first value
   */
  public List<Object> read(int atLeast, int atMost, long bytes) throws IOException {
    return read(atLeast, atMost, bytes, false);
  }

  private List<Object> read(int atLeast, int atMost, long bytes, boolean half) throws IOException {
    if (row != null) {
      List<Object> made = row.make();
      return half
          ? IntStream.range(0, made.size() / 2).mapToObj(i -> made.get(2 * i + 1)).toList()
          : made;
    }
    List<Object> values = new ArrayList<>();
    long before = 0;
    do {
      long passed = before;
      int[] number = {0};
      before +=
          pass(
              file,
              reader,
              (value, end) -> {
                if (!half || ++number[0] % 2 == 0) {
                  values.add(value);
                }
                return values.isEmpty() || values.size() < atMost && passed + end < bytes;
              });
      if (values.isEmpty()) {
        throw new IllegalArgumentException("there are no values in " + file);
      }
    } while (values.size() < atLeast && before < bytes);
    return values;
  }

  private interface Visitor {
    /**
     * Takes the next value, and returns whether to go on.
     *
     * @param end the offset in the file at which the value ends
     */
    boolean visit(Object value, long end);
  }

  /** Reads a file once, and returns how many bytes of it. */
  private static long pass(Path file, ObjectReader reader, Visitor visitor) throws IOException {
    try (JsonParser parser = Json.MAPPER.createParser(file.toFile())) {
      long end = 0;
      boolean more = true;
      while (more && parser.nextToken() != null) {
        Object value = reader.readValue(parser);
        end = parser.currentLocation().getByteOffset();
        more = visitor.visit(value, end);
      }
      return end;
    }
  }
}
