package dev.larder.spark;

import java.util.concurrent.TimeUnit;

/** What Redis answers to one round trip, as it comes in; closed when the time is up. */
final class Answers {
  private final byte[][] values;
  private long started = System.nanoTime();
  private long ended;
  private int open;
  private int failed;
  private Throwable failure;

  /**
   * @param values how many are asked for
   */
  Answers(int values) {
    this.values = new byte[values][];
    open = values;
  }

  /** The answer to the question of this number; null for no value. What comes late is ignored. */
  synchronized void value(int number, byte[] value) {
    if (open > 0) {
      values[number] = value;
      closeOne();
    }
  }

  /** There is no answer to so many questions. */
  synchronized void failed(int questions, Throwable why) {
    if (open > 0) {
      failure = why;
      failed += questions;
      open -= questions - 1;
      closeOne();
    }
  }

  private void closeOne() {
    open--;
    if (open <= 0) {
      ended = System.nanoTime();
      notifyAll();
    }
  }

  /**
   * Waits until all is answered, or the time since the start is up.
   *
   * @return whether all is answered, well or not
   */
  synchronized boolean await(long nanos) throws InterruptedException {
    while (open > 0) {
      long left = nanos - (System.nanoTime() - started);
      if (left <= 0) {
        failed += open;
        open = 0;
        ended = System.nanoTime();
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }

  /** From when on time counts; else, since this was made. */
  synchronized void start() {
    started = System.nanoTime();
  }

  /** In nanoseconds, until the last answer, or until the time was up. */
  synchronized long took() {
    return (open > 0 ? System.nanoTime() : ended) - started;
  }

  synchronized byte[][] values() {
    return values;
  }

  synchronized int failed() {
    return failed;
  }

  /** Of those that failed, one; null if there is none, or it is the time that was up. */
  synchronized Throwable failure() {
    return failure;
  }
}
