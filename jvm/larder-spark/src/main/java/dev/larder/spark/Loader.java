package dev.larder.spark;

import java.io.Serializable;
import java.util.Collection;
import java.util.Map;

/**
 * Where values come from that Redis does not have: a database. It is sent to the executors, and
 * each task has a copy: what it opens at its first call and keeps in a transient field belongs to
 * that task, and {@link #close()} ends it.
 */
@FunctionalInterface
public interface Loader<K, V> extends Serializable, AutoCloseable {
  /**
   * @param keys different ones, as many as a window has at most
   * @return the values of those that there are; a key that is left out, or has null, has none. Keys
   *     must be equal to those that were asked for
   * @throws Exception if it cannot say; the task fails then
   */
  Map<K, V> load(Collection<K> keys) throws Exception;

  /** Is called when the task ends. */
  @Override
  default void close() throws Exception {}
}
