package dev.larder.spark;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The Redis of a JVM, which all of its tasks share: connected when it is first asked, closed when
 * the JVM ends. No method throws because of Redis: what went wrong is part of the answer.
 *
 * <p>A round trip is a failure to the circuit breaker if it was not answered in time, or nothing of
 * it was answered well. If a node of a cluster is gone, the keys of the others are read on.
 */
final class Redis {
  /** What is sent to executors, and the key of what they share. */
  record Settings(String uri, Duration timeout, Duration pause) implements Serializable {}

  record Write(byte[] key, byte[] value, long millis) {}

  private static final Map<Settings, Redis> SHARED = new ConcurrentHashMap<>();

  /** A connection takes so many times as long as a round trip: a JVM has to load what it needs. */
  private static final int CONNECTING = 5;

  /** So many round trips are looked back at, and fewer than these say nothing. */
  private static final int LOOKED_AT = 10;

  private static final int LEAST = 4;
  private static final float TOO_MANY_PERCENT = 50;

  private final Settings settings;
  private final CircuitBreaker breaker;
  private Connection.Opened opened;
  private boolean closed;

  private Redis(Settings settings) {
    this.settings = settings;
    breaker =
        CircuitBreaker.of(
            "larder-spark",
            CircuitBreakerConfig.custom()
                .slidingWindowType(SlidingWindowType.COUNT_BASED)
                .slidingWindowSize(LOOKED_AT)
                .minimumNumberOfCalls(LEAST)
                .failureRateThreshold(TOO_MANY_PERCENT)
                .waitDurationInOpenState(settings.pause())
                .permittedNumberOfCallsInHalfOpenState(1)
                .build());
  }

  /** That of this JVM. */
  static Redis of(Settings settings) {
    return SHARED.computeIfAbsent(
        settings,
        its -> {
          Redis redis = new Redis(its);
          Runtime.getRuntime().addShutdownHook(new Thread(redis::close, "larder-spark-close"));
          return redis;
        });
  }

  /** Asks for values; returns before they are there. */
  Reading read(byte[][] keys) {
    Answers answers = new Answers(keys.length);
    if (!breaker.tryAcquirePermission()) {
      return new Reading(
          answers,
          failure(new IllegalStateException("it did not answer, and is left alone for a while")));
    }
    return new Reading(answers, ask(answers, connection -> connection.get(keys, answers)));
  }

  /** Values on their way from Redis. It ends by {@link #await} or {@link #abandon}. */
  final class Reading {
    private final Answers answers;
    private Exception failure;
    private boolean open;

    private Reading(Answers answers, Exception failure) {
      this.answers = answers;
      this.failure = failure;
      open = failure == null;
    }

    /**
     * @return why some values are not told; null if all are
     */
    Exception await() throws InterruptedException {
      if (open) {
        failure = outcome(answers);
        open = false;
      }
      return failure;
    }

    /** Null where there is none, or it is not told. */
    byte[][] values() {
      return answers.values();
    }

    /** Nobody waits for it any more; the breaker is told nothing. */
    void abandon() {
      if (open) {
        breaker.releasePermission();
        open = false;
      }
    }
  }

  /** Sends questions; what prevents it is told the breaker, and returned. */
  private Exception ask(Answers answers, Consumer<Connection> questions) {
    Connection connection;
    try {
      connection = connection();
    } catch (RuntimeException e) {
      // Another try would take as long.
      breaker.transitionToOpenState();
      return failure(e);
    }
    try {
      answers.start();
      questions.accept(connection);
      return null;
    } catch (RuntimeException e) {
      breaker.onError(answers.took(), TimeUnit.NANOSECONDS, e);
      return failure(e);
    }
  }

  /** Values on their way to Redis. */
  interface Writes {
    Writes NONE = () -> null;

    /**
     * @return why some of them were not written; null if all were
     */
    Exception await() throws InterruptedException;
  }

  /** Sends values, unless Redis is left alone. */
  Writes write(List<Write> writes) {
    // A read finds out whether Redis is back; writes follow when it is.
    if (writes.isEmpty() || breaker.getState() != CircuitBreaker.State.CLOSED) {
      return Writes.NONE;
    }
    Answers answers = new Answers(writes.size());
    Exception failure = ask(answers, connection -> connection.set(writes, answers));
    return failure == null ? () -> outcome(answers) : () -> failure;
  }

  /** Waits, and tells the breaker. */
  private Exception outcome(Answers answers) throws InterruptedException {
    boolean inTime = answers.await(settings.timeout().toNanos());
    if (answers.failed() == 0) {
      breaker.onSuccess(answers.took(), TimeUnit.NANOSECONDS);
      return null;
    }
    Exception failure =
        failure(
            inTime
                ? answers.failure()
                : new TimeoutException(
                    "no answer within %d ms".formatted(settings.timeout().toMillis())));
    if (inTime && answers.failed() < answers.values().length) {
      breaker.onSuccess(answers.took(), TimeUnit.NANOSECONDS);
    } else {
      breaker.onError(answers.took(), TimeUnit.NANOSECONDS, failure);
    }
    return failure;
  }

  private Exception failure(Throwable why) {
    Throwable cause = why;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String name = Connection.withoutPassword(settings.uri());
    return new IllegalStateException(name + ": " + cause.getMessage(), why);
  }

  private synchronized Connection connection() {
    if (closed) {
      throw new IllegalStateException("the JVM ends");
    }
    if (opened == null) {
      opened = Connection.open(settings.uri(), settings.timeout().multipliedBy(CONNECTING));
    }
    return opened.connection();
  }

  private synchronized void close() {
    closed = true;
    if (opened != null) {
      opened.client().shutdown(0, 2, TimeUnit.SECONDS);
      opened = null;
    }
  }
}
