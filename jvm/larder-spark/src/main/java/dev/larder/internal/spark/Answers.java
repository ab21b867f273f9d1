package dev.larder.internal.spark;

import java.util.concurrent.TimeUnit;

/** The answers of Redis to one round trip, as they arrive. It closes when the time is up. */
final class Answers {
  private final byte[][] values;
  private long started = System.nanoTime();
  private long ended;
  private int open;
  private int failed;
  private Throwable failure;

  /**
   * @param values how many values are asked for
   */
  Answers(int values) {
    this.values = new byte[values][];
    open = values;
  }

  /**
   * Takes the answer to a question; null for no value. An answer that comes too late is ignored.
   */
  synchronized void value(int number, byte[] value) {
    if (open > 0) {
      values[number] = value;
      closeOne();
    }
  }

  /** Takes note that this many questions have failed. */
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
   * Waits until every question is answered or has failed, or the time since the start is up.
   *
   * @return whether that happened in time
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

  /** Starts the clock; otherwise it runs from the constructor on. */
  synchronized void start() {
    started = System.nanoTime();
  }

  /** Nanoseconds until the last answer, or until the time was up. */
  synchronized long took() {
    return (open > 0 ? System.nanoTime() : ended) - started;
  }

  synchronized byte[][] values() {
    return values;
  }

  synchronized int failed() {
    return failed;
  }

  /** One of the failures; null if there is none, or only the time was up. */
  synchronized Throwable failure() {
    return failure;
  }
}
