package dev.larder.internal.bytes;

import java.lang.invoke.MethodHandles;
import java.util.Collection;

/**
 * Asks for stack before it is needed. Where it ends within a static initialiser, of the JDK's above
 * all, that class is broken for as long as the JVM runs; so deep values end here, where nothing
 * breaks.
 */
public final class Stack {
  /** Levels of values for which nothing is asked: their frames are few. */
  public static final int FEW_LEVELS = 16;

  /** Each takes some 200 bytes, or 600 in the interpreter: what these and the last levels take. */
  private static final int CALLS = 256;

  /**
   * At a level deeper than few: every so often, as asking takes time.
   *
   * @throws StackOverflowError if little is left
   */
  public static void ask(int level) {
    if (level % FEW_LEVELS == 0) {
      use(CALLS, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
    }
  }

  /** What is passed on no compiler keeps in registers. */
  private static long use(
      int calls,
      long a,
      long b,
      long c,
      long d,
      long e,
      long f,
      long g,
      long h,
      long i,
      long j,
      long k,
      long l,
      long m,
      long n,
      long o,
      long p) {
    return calls == 0
        ? a
        : b + use(calls - 1, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, a ^ calls);
  }

  /** Initialises classes now, rather than where the stack may end. */
  public static void initialise(MethodHandles.Lookup lookup, Collection<Class<?>> classes) {
    for (Class<?> each : classes) {
      try {
        lookup.ensureInitialized(each);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private Stack() {}
}
