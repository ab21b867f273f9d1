package dev.larder.lab.spark;

import com.acme.employee.People;
import dev.larder.lab.catalog.Learned;
import dev.larder.lab.catalog.MeasuredCodec;
import dev.larder.lab.people.PeopleSubjects;
import dev.larder.lab.runner.Job;
import dev.larder.spark.Codec;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;

/**
 * A codec of jvm/lab for tasks. Only one thread may use such a codec, and some are slow to create.
 * So a task takes one that an ended task has left. All tasks share one Larder, as its documentation
 * recommends: any number of threads may use it.
 */
record LabCodec(String codec, String profile) implements Codec.Factory<People> {
  private static final ConcurrentLinkedQueue<dev.larder.lab.codec.Codec> LEFT =
      new ConcurrentLinkedQueue<>();

  private static dev.larder.lab.codec.Codec shared;

  static LabCodec of(Job job) {
    Path profile = Learned.profile(job);
    return new LabCodec(job.codec(), profile == null ? null : profile.toString());
  }

  @Override
  public Codec<People> create() {
    if (MeasuredCodec.of(codec).library().equals("larder")) {
      return of(shared());
    }
    dev.larder.lab.codec.Codec left = LEFT.poll();
    dev.larder.lab.codec.Codec taken = left == null ? make() : left;
    TaskCompletionListener leave = context -> LEFT.add(taken);
    TaskContext.get().addTaskCompletionListener(leave);
    return of(taken);
  }

  private dev.larder.lab.codec.Codec shared() {
    synchronized (LEFT) {
      if (shared == null) {
        shared = make();
      }
      return shared;
    }
  }

  private static Codec<People> of(dev.larder.lab.codec.Codec codec) {
    return Codec.of(codec::encode, bytes -> (People) codec.decode(bytes));
  }

  dev.larder.lab.codec.Codec make() {
    return MeasuredCodec.of(codec)
        .codec(PeopleSubjects.of("people"), profile == null ? null : Path.of(profile));
  }
}
