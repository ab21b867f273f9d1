package dev.larder.lab.check;

import dev.larder.lab.codec.Codec;
import dev.larder.lab.runner.Events;
import dev.larder.lab.runner.Failure;
import java.util.List;
import java.util.function.Supplier;

/** The check before anything is timed: every value through the codec and back. */
public final class RoundTrip {
  private RoundTrip() {}

  /**
   * Prints what the codec kept and the sizes of all values.
   *
   * @param start makes the codec, or fails to
   * @return the codec; null if it failed
   */
  public static Codec check(Supplier<Codec> start, List<Object> values, Events events) {
    int index = 0;
    try {
      Codec codec = start.get();
      Difference difference = new Difference();
      int[] sizes = new int[values.size()];
      for (; index < sizes.length; index++) {
        byte[] bytes = codec.encode(values.get(index));
        sizes[index] = bytes.length;
        difference.compare(index, values.get(index), codec.decode(bytes));
      }
      if (codec.note() != null) {
        events.note(codec.note());
      }
      if (difference.losses().isEmpty()) {
        events.exact();
      } else {
        events.lossy(difference.losses().inWords());
      }
      events.bytes(sizes);
      return codec;
    } catch (Throwable e) {
      // Codecs fail in many ways, including StackOverflowError; each failure costs one row.
      events.failed(Failure.inWords(e) + ", at value " + index);
      return null;
    }
  }
}
