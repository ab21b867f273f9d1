package dev.larder.fuzz;

import com.sun.management.ThreadMXBean;
import dev.larder.LarderException;
import dev.larder.Limits;
import dev.larder.Profile;
import dev.larder.support.Same;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Supplier;

/** What holds of every message, whoever wrote it. */
final class Checks {
  static final Limits LIMITS = new Limits(512, 1 << 20, 64);

  /** For what a value that was read is written as: it may be shorter, and cost more. */
  static final Limits WIDE_LIMITS = new Limits(1024, 1 << 30, 64);

  /** What the JDK's own objects take more than they are charged. */
  private static final int FACTOR = 4;

  /** Generated readers, buffers, exceptions, and what the fuzzer itself takes. */
  private static final int OWN_BYTES = 8 << 20;

  /** For messages of some KB, of which most take some microseconds; the fuzzer makes all slower. */
  private static final long MAX_NANOSECONDS = 20_000_000_000L;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** A value, or why there is none. */
  record Outcome(Object value, LarderException error) {}

  /**
   * Reads, with an error that is a {@link LarderException}, and no more memory and time than are
   * allowed.
   */
  static Outcome read(Limits limits, int length, Supplier<?> read) {
    long most = limits.budget(length) * FACTOR + OWN_BYTES;
    long start = System.nanoTime();
    long taken = Long.MAX_VALUE;
    Outcome outcome = null;
    // The first time, classes are loaded, and instrumented by the fuzzer in this thread.
    for (int i = 0; i < 2 && taken > most; i++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      try {
        outcome = new Outcome(read.get(), null);
      } catch (LarderException e) {
        outcome = new Outcome(null, e);
      }
      taken = THREADS.getCurrentThreadAllocatedBytes() - before;
    }
    if (taken > most) {
      throw new AssertionError("%d bytes for a message of %d".formatted(taken, length));
    }
    long nanoseconds = System.nanoTime() - start;
    if (nanoseconds > MAX_NANOSECONDS) {
      throw new AssertionError("%d ns for a message of %d".formatted(nanoseconds, length));
    }
    return outcome;
  }

  /** Two readers of a message agree: on the value, or on the error and where it is. */
  static void assertSame(Outcome one, Outcome other) {
    LarderException error = one.error() == null ? other.error() : one.error();
    if (one.error() == null || other.error() == null) {
      if (error != null) {
        throw new AssertionError("one has an error, the other none", error);
      }
      if (!Same.exactly(one.value(), other.value())) {
        throw new AssertionError("two readers differ");
      }
    } else if (error.kind() != other.error().kind() || error.offset() != other.error().offset()) {
      String message = "%s, and %s".formatted(error.getMessage(), other.error().getMessage());
      throw new AssertionError(message, error);
    }
  }

  static List<Profile> profiles() {
    try {
      return Seeds.profiles().stream().map(Profile::of).toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private Checks() {}
}
