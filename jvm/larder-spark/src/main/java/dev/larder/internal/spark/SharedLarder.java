package dev.larder.internal.spark;

import dev.larder.Larder;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.api.java.function.Function0;

/** A Larder that is made once in each JVM, wherever copies of this are sent: it learns in use. */
public final class SharedLarder implements Serializable {
  private static final long serialVersionUID = 1;

  /**
   * How many a JVM keeps. It evicts the least recently used one, for jobs that keep making new
   * ones.
   */
  private static final int MAX_KEPT = 64;

  private static final Map<String, Larder> MADE =
      new LinkedHashMap<>(MAX_KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Larder> eldest) {
          return size() > MAX_KEPT;
        }
      };

  /** The same in all copies. */
  private final String id = UUID.randomUUID().toString();

  private final Function0<Larder> make;

  public SharedLarder(Function0<Larder> make) {
    this.make = make;
  }

  /** The Larder of this JVM. */
  public Larder get() throws Exception {
    synchronized (MADE) {
      Larder larder = MADE.get(id);
      if (larder == null) {
        larder = make.call();
        MADE.put(id, larder);
      }
      return larder;
    }
  }
}
