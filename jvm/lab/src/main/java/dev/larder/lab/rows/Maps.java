package dev.larder.lab.rows;

import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Maps that have other keys in every value. */
public final class Maps {
  public String name;
  public Map<String, Integer> counts;

  static Maps of(Random random, int size) {
    Maps made = new Maps();
    made.name = Texts.name(random);
    made.counts = new LinkedHashMap<>();
    while (made.counts.size() < size) {
      made.counts.put(Texts.name(random), random.nextInt(100_000));
    }
    return made;
  }

  /** The type of {@link #counts}. */
  static Type type() {
    try {
      return Maps.class.getField("counts").getGenericType();
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }
}
