package dev.larder.internal.spark;

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
 * The Redis that all tasks of a JVM share. It connects on the first request and closes when the JVM
 * ends. No method throws because of Redis: failures are part of the answer.
 *
 * <p>To the circuit breaker, a round trip has failed if it was not answered in time, or if all of
 * its commands failed. If a node of a cluster is gone, the keys of the other nodes are still read.
 */
public final class Redis {
  /**
   * What is sent to the executors, and identifies what their tasks share.
   *
   * @param timeout the limit for a round trip
   * @param pause how long Redis is left alone after round trips have failed
   */
  public record Settings(String uri, Duration timeout, Duration pause) implements Serializable {}

  private static final Map<Settings, Redis> SHARED = new ConcurrentHashMap<>();

  /** Connecting may take this many times a round trip's limit: the JVM has classes to load. */
  private static final int CONNECTING = 5;

  /** How many of the last round trips the breaker looks at, and how many it needs for a verdict. */
  private static final int WINDOW = 10;

  private static final int MIN_ROUND_TRIPS = 4;
  private static final float MAX_FAILED_PERCENT = 50;

  private final Settings settings;
  private final CircuitBreaker breaker;
  private Client client;
  private boolean closed;

  private Redis(Settings settings) {
    this.settings = settings;
    breaker =
        CircuitBreaker.of(
            "larder-spark",
            CircuitBreakerConfig.custom()
                .slidingWindowType(SlidingWindowType.COUNT_BASED)
                .slidingWindowSize(WINDOW)
                .minimumNumberOfCalls(MIN_ROUND_TRIPS)
                .failureRateThreshold(MAX_FAILED_PERCENT)
                .waitDurationInOpenState(settings.pause())
                .permittedNumberOfCallsInHalfOpenState(1)
                .build());
  }

  /** The one of this JVM. */
  public static Redis of(Settings settings) {
    return SHARED.computeIfAbsent(
        settings,
        its -> {
          Redis redis = new Redis(its);
          Runtime.getRuntime().addShutdownHook(new Thread(redis::close, "larder-spark-close"));
          return redis;
        });
  }

  /** Asks for values and returns before they are there. */
  public Reading read(byte[][] keys) {
    Answers answers = new Answers(keys.length);
    if (!breaker.tryAcquirePermission()) {
      return new Reading(
          answers,
          failure(new IllegalStateException("it did not answer, so it is not asked for a while")));
    }
    return new Reading(answers, ask(answers, connection -> connection.get(keys, answers)));
  }

  /** Values on their way from Redis, until {@link #await} or {@link #abandon}. */
  public final class Reading {
    private final Answers answers;
    private Exception failure;
    private boolean open;

    private Reading(Answers answers, Exception failure) {
      this.answers = answers;
      this.failure = failure;
      open = failure == null;
    }

    /**
     * @return why some answers are missing; null if none is
     */
    public Exception await() throws InterruptedException {
      if (open) {
        failure = outcome(answers);
        open = false;
      }
      return failure;
    }

    /** A null is a key without a value, or a missing answer. */
    public byte[][] values() {
      return answers.values();
    }

    /** Gives up waiting, without a report to the circuit breaker. */
    public void abandon() {
      if (open) {
        breaker.releasePermission();
        open = false;
      }
    }
  }

  /** Sends questions. Failures are reported to the circuit breaker, and returned. */
  private Exception ask(Answers answers, Consumer<Connection> questions) {
    Connection connection;
    try {
      connection = connection();
    } catch (RuntimeException e) {
      // Another attempt would take as long.
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
  public interface Writes {
    Writes NONE = () -> null;

    /**
     * @return why some of them were not written; null if all were
     */
    Exception await() throws InterruptedException;
  }

  /** Sends values, unless the circuit breaker is open. */
  public Writes write(List<Write> writes) {
    // A read finds out whether Redis is back; only then writes go on.
    if (writes.isEmpty() || breaker.getState() != CircuitBreaker.State.CLOSED) {
      return Writes.NONE;
    }
    Answers answers = new Answers(writes.size());
    Exception failure = ask(answers, connection -> connection.set(writes, answers));
    return failure == null ? () -> outcome(answers) : () -> failure;
  }

  /** Waits, and reports to the circuit breaker. */
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
    String name = RedisUri.withoutPassword(settings.uri());
    return new IllegalStateException(name + ": " + cause.getMessage(), why);
  }

  private synchronized Connection connection() {
    if (closed) {
      throw new IllegalStateException("the JVM ends");
    }
    if (client == null) {
      client = Client.open(settings.uri(), settings.timeout().multipliedBy(CONNECTING));
    }
    return client.connection();
  }

  private synchronized void close() {
    closed = true;
    if (client != null) {
      client.close();
      client = null;
    }
  }
}
