package dev.larder.lab.spark;

import dev.larder.lab.runner.Events;
import dev.larder.lab.runner.JobRun;
import java.io.PrintStream;

/** The Spark job of an article; docs/RUNNERS.md says what it prints. */
public final class Main {
  private Main() {}

  public static void main(String[] args) throws Exception {
    // Spark may print to standard output, which is for events only.
    PrintStream out = System.out;
    System.setOut(System.err);
    if (args.length != 1 || !args[0].equals("read-through")) {
      System.err.println("usage: larder-lab-spark read-through");
      System.exit(2);
    }
    JobRun.run(ReadThroughJob::run, new Events(out));
    out.flush();
    Runtime.getRuntime().halt(0);
  }
}
