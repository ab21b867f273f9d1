package dev.larder.lab;

import dev.larder.corpora.Corpus;
import dev.larder.lab.catalog.MeasuredCodec;
import dev.larder.lab.people.PeopleGenerator;
import dev.larder.lab.runner.Events;
import dev.larder.lab.runner.JobRun;
import dev.larder.lab.suite.Classes;
import dev.larder.lab.suite.Suite;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The JVM runner of {@code larder compare}; docs/RUNNERS.md says what each verb prints. */
public final class Main {
  private static final String USAGE =
      "usage: larder-lab list | measure | loops | people COUNT SEED | corpus FORMAT COUNT SEED [PROFILE]"
          + " | classes"
          + " | suite LARDER FORKS SAMPLE_MS DATASET,… [CODEC…]";

  private Main() {}

  public static void main(String[] args) throws Exception {
    // Libraries print to standard output, which is for events only.
    PrintStream out = System.out;
    System.setOut(System.err);
    String verb = args.length == 0 ? "" : args[0];
    if (verb.equals("list") && args.length == 1) {
      list(new Events(out));
    } else if (verb.equals("measure") && args.length == 1) {
      JobRun.run(Measurement::run, new Events(out));
    } else if (verb.equals("loops") && args.length == 1) {
      JobRun.run(Loops::run, new Events(out));
    } else if (verb.equals("people") && args.length == 3) {
      PeopleGenerator.print(Integer.parseInt(args[1]), Long.parseLong(args[2]), out);
    } else if (verb.equals("classes") && args.length == 1) {
      Classes.load();
    } else if (verb.equals("suite") && args.length >= 5) {
      Suite.run(
          args[1],
          Integer.parseInt(args[2]),
          Integer.parseInt(args[3]),
          List.of(args[4].split(",")),
          List.of(args).subList(5, args.length),
          out);
    } else if (verb.equals("corpus") && (args.length == 4 || args.length == 5)) {
      Path profile = args.length == 4 ? null : Path.of(args[4]);
      int count = Integer.parseInt(args[2]);
      if (!Corpus.print(args[1], profile, count, Long.parseLong(args[3]), out)) {
        System.err.println("there is no corpus of " + args[1]);
        System.exit(2);
      }
    } else {
      System.err.println(USAGE);
      System.exit(2);
    }
    out.flush();
    // Some libraries leave threads that are not daemons, and nothing is left to shut down.
    Runtime.getRuntime().halt(0);
  }

  private static void list(Events events) {
    List<Map<String, Object>> codecs = new ArrayList<>();
    for (MeasuredCodec codec : MeasuredCodec.values()) {
      String why = codec.whyUnavailable();
      Map<String, Object> line =
          Events.fields(
              "id", codec.id(),
              "library", codec.library(),
              "version", codec.version(),
              "available", why == null,
              "default", codec.isDefault());
      if (why != null) {
        line.put("why", why);
      }
      codecs.add(line);
    }
    events.emit(
        "runtime",
        Events.fields(
            "runtime", "jvm", "version", System.getProperty("java.version"), "codecs", codecs));
  }
}
