package dev.larder.service;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * Where the time of requests goes: all of it, and the codec's part of it. Both are wall time of the
 * serving threads, so their ratio holds on a busy machine, too.
 */
final class Clock {
  private final LongAdder requests = new LongAdder();
  private final LongAdder requestNanos = new LongAdder();
  private final LongAdder encodeNanos = new LongAdder();
  private final LongAdder decodeNanos = new LongAdder();

  /**
   * The counts since the start.
   *
   * @param requests to {@code /add} and {@code /check} that have ended, successfully or not
   */
  record Reading(long requests, long requestNs, long encodeNs, long decodeNs) {}

  Reading read() {
    return new Reading(requests.sum(), requestNanos.sum(), encodeNanos.sum(), decodeNanos.sum());
  }

  <T> T request(Supplier<T> work) {
    requests.increment();
    return timed(requestNanos, work);
  }

  <T> T encode(Supplier<T> work) {
    return timed(encodeNanos, work);
  }

  <T> T decode(Supplier<T> work) {
    return timed(decodeNanos, work);
  }

  private static <T> T timed(LongAdder nanos, Supplier<T> work) {
    long began = System.nanoTime();
    try {
      return work.get();
    } finally {
      nanos.add(System.nanoTime() - began);
    }
  }
}
