package larder.lab.spark;

import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedQueue;
import larder.lab.Job;
import larder.lab.codec.Learned;
import larder.lab.codec.Rival;
import larder.lab.people.People;
import larder.lab.people.PeopleSubjects;
import larder.spark.Codec;
import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;

/**
 * A codec of jvm/lab for tasks. One thread uses such a codec, and to make one is slow for some: so
 * a task takes one that another has left, and leaves it when it ends. All tasks have the same
 * Larder, as its documentation says, which any number of threads use.
 */
record LabCodec(String codec, String profile) implements Codec.Factory<People> {
  private static final ConcurrentLinkedQueue<larder.lab.codec.Codec> LEFT =
      new ConcurrentLinkedQueue<>();

  private static larder.lab.codec.Codec shared;

  static LabCodec of(Job job) {
    Path profile = Learned.profile(job);
    return new LabCodec(job.codec(), profile == null ? null : profile.toString());
  }

  @Override
  public Codec<People> create() {
    if (Rival.of(codec).library().equals("larder")) {
      return of(shared());
    }
    larder.lab.codec.Codec left = LEFT.poll();
    larder.lab.codec.Codec taken = left == null ? make() : left;
    TaskCompletionListener leave = context -> LEFT.add(taken);
    TaskContext.get().addTaskCompletionListener(leave);
    return of(taken);
  }

  private larder.lab.codec.Codec shared() {
    synchronized (LEFT) {
      if (shared == null) {
        shared = make();
      }
      return shared;
    }
  }

  private static Codec<People> of(larder.lab.codec.Codec codec) {
    return Codec.of(codec::encode, bytes -> (People) codec.decode(bytes));
  }

  larder.lab.codec.Codec make() {
    return Rival.of(codec)
        .codec(PeopleSubjects.of("people"), profile == null ? null : Path.of(profile));
  }
}
