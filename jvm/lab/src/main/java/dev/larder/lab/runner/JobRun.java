package dev.larder.lab.runner;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A verb that takes a job: from its first line of standard input to its last event. */
public final class JobRun {
  /** What a verb does with a job. */
  public interface Verb {
    void run(Job job, Events events) throws Exception;
  }

  private JobRun() {}

  /** Reads the job and runs it. Ends this process if the parent ends. */
  public static void run(Verb verb, Events events) throws Exception {
    Job job = readJob();
    ParentWatch watch = ParentWatch.start(System.in);
    try {
      verb.run(job, events);
    } catch (OutOfMemoryError e) {
      events.failed(Failure.inWords(e));
    }
    watch.stop();
    events.done();
  }

  /** Reads one line, byte by byte: the watch reads what follows. */
  private static Job readJob() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = System.in.read(); b >= 0 && b != '\n'; b = System.in.read()) {
      line.write(b);
    }
    return Job.parse(line.toString(StandardCharsets.UTF_8));
  }
}
