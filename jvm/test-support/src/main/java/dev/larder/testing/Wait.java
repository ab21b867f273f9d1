package dev.larder.testing;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** Waits for what other processes do. */
public final class Wait {
  private static final long MAX_MILLIS = 60_000;

  private Wait() {}

  /**
   * Waits until a condition holds.
   *
   * @param what the condition in words, for the exception after a minute
   */
  public static void until(String what, Callable<Boolean> condition) {
    long end = System.currentTimeMillis() + MAX_MILLIS;
    try {
      while (!condition.call()) {
        if (System.currentTimeMillis() > end) {
          throw new IllegalStateException("waited in vain until " + what);
        }
        Thread.sleep(20);
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("while waiting until " + what, e);
    }
  }

  /**
   * Waits for a value.
   *
   * @param what the value in words, for the exception after a minute
   * @param get may return null, for not yet
   */
  public static <T> T forValue(String what, Callable<T> get, Predicate<T> expected) {
    AtomicReference<T> value = new AtomicReference<>();
    until(
        what + " is there",
        () -> {
          value.set(get.call());
          return value.get() != null && expected.test(value.get());
        });
    return value.get();
  }
}
