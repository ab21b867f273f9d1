package dev.larder;

/**
 * How much time {@link Larder} spends to save bytes (docs/FORMAT.md, "Levels"). Every level is read
 * everywhere, and one profile serves all of them.
 *
 * <pre>{@code
 * Larder.builder().register(Person.class).level(Level.SMALL).build();
 * }</pre>
 */
public enum Level {
  /**
   * The least time: texts are written as the JVM holds them, floats as their bits, and a list of
   * objects is rows. Of a profile, its shapes are used.
   */
  FAST,
  /**
   * The fewest bytes that cost little time: texts that come again, that are in a dictionary of the
   * profile or that are dates, numbers and the like take a few bytes; lists are columns where that
   * pays.
   */
  BALANCED,
  /**
   * The fewest bytes: as {@link #BALANCED}, and texts are written in the symbols of the profile, or
   * compressed with zstd where there is enough of them and zstd-jni is on the class path.
   */
  SMALL
}
