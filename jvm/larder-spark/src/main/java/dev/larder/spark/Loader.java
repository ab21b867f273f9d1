package dev.larder.spark;

import java.io.Serializable;
import java.util.Collection;
import java.util.Map;

/**
 * Where values come from that Redis does not have: a database. A loader is sent to the executors,
 * and each task has a copy. What it opens in its first call and keeps in a transient field belongs
 * to that task, and {@link #close()} closes it.
 *
 * <pre>{@code
 * Loader<Long, Person> loader = keys -> database.people(keys);
 * }</pre>
 *
 * @param <K> the keys
 * @param <V> the values
 */
@FunctionalInterface
public interface Loader<K, V> extends Serializable, AutoCloseable {
  /**
   * Loads values.
   *
   * @param keys distinct, and no more than a window has rows
   * @return the values of these keys, under keys that are equal to them. A key that is missing or
   *     has null has no value
   * @throws Exception if they cannot be loaded; the task fails then
   */
  Map<K, V> load(Collection<K> keys) throws Exception;

  /** Called when the task ends. */
  @Override
  default void close() throws Exception {}
}
