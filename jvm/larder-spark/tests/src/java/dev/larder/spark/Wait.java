package dev.larder.spark;

import java.util.concurrent.Callable;

/** Waits for what other processes do. */
final class Wait {
  private static final long LONGEST_MILLIS = 60_000;

  private Wait() {}

  static void until(String what, Callable<Boolean> condition) {
    long end = System.currentTimeMillis() + LONGEST_MILLIS;
    try {
      while (!condition.call()) {
        if (System.currentTimeMillis() > end) {
          throw new IllegalStateException("waited in vain until " + what);
        }
        Thread.sleep(50);
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("while waiting until " + what, e);
    }
  }
}
