package dev.larder.spark;

import dev.larder.Larder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.api.java.function.Function0;

/** Makes codecs of one Larder, which is made once in each JVM: it learns while it is used. */
final class LarderFactory<V> implements Codec.Factory<V> {
  private static final long serialVersionUID = 1;

  /** As many as a JVM keeps; of a job that makes ever new ones, those go that were used last. */
  private static final int KEPT = 64;

  private static final Map<String, Larder> MADE =
      new LinkedHashMap<>(KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Larder> eldest) {
          return size() > KEPT;
        }
      };

  /** What all copies of this factory have in common, wherever they were sent. */
  private final String id = UUID.randomUUID().toString();

  private final Function0<Larder> make;
  private final Class<V> type;

  LarderFactory(Function0<Larder> make, Class<V> type) {
    this.make = make;
    this.type = type;
  }

  @Override
  public Codec<V> create() throws Exception {
    Larder larder = larder();
    return Codec.of(larder::encode, bytes -> larder.decode(bytes, type));
  }

  private Larder larder() throws Exception {
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
