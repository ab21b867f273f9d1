package dev.larder.internal.spark;

import java.util.List;

/**
 * An open connection to Redis, which all tasks of a JVM share. It writes each round trip to the
 * socket at once.
 */
interface Connection {
  /** Asks for values and returns before they are there. */
  void get(byte[][] keys, Answers answers);

  /** Sends values and returns before they are taken. The answer to each is null. */
  void set(List<Write> writes, Answers answers);
}
