package dev.larder.redis;

/**
 * How {@link Profiles} reach a Redis, for clients other than Lettuce. Each method asks the master,
 * as a replica may lag. Only one thread calls it.
 */
public interface ProfileStore extends AutoCloseable {
  /**
   * Reads a string.
   *
   * @param key its key
   * @return its bytes; null if the key does not exist
   * @throws Exception if Redis does not answer
   */
  byte[] get(String key) throws Exception;

  /**
   * Reads a field of a hash.
   *
   * @param key the key of the hash
   * @param field the name of the field
   * @return its bytes; null if it does not exist
   * @throws Exception if Redis does not answer
   */
  byte[] field(String key, String field) throws Exception;

  /**
   * Looks for a key.
   *
   * @param key the key
   * @return whether it exists
   * @throws Exception if Redis does not answer
   */
  boolean has(String key) throws Exception;

  /**
   * Sets a string, unless its key exists.
   *
   * @param key its key
   * @param value its bytes
   * @throws Exception if Redis does not answer, or refuses it
   */
  void putIfAbsent(String key, byte[] value) throws Exception;

  /** Closes what it opened: nothing, unless it says otherwise. */
  @Override
  default void close() {}
}
