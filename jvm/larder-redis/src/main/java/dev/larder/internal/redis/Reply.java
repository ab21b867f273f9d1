package dev.larder.internal.redis;

/**
 * What a server says to one command.
 *
 * @param value null if the server has none, or refuses
 * @param error the server's words; null unless it refuses
 */
record Reply<T>(T value, String error) {
  boolean isError() {
    return error != null;
  }

  boolean isWrongType() {
    return begins("WRONGTYPE");
  }

  /** Whether another node has the key's slot, or is about to. */
  boolean isMoved() {
    return begins("MOVED") || begins("ASK") || begins("TRYAGAIN");
  }

  /** Whether the ACL forbids a command, or a key of it. */
  boolean isDenied() {
    return begins("NOPERM");
  }

  /** Whether the ACL withholds a key. */
  boolean isWithheld() {
    return isDenied() && error.contains("key");
  }

  boolean begins(String code) {
    return error != null && error.startsWith(code);
  }

  /** Whether the server has no memory for it. */
  boolean isFull() {
    return error != null && error.contains("OOM command not allowed");
  }
}
