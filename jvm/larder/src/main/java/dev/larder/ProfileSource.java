package dev.larder;

/**
 * Where a {@link Larder} finds profiles while it runs, so that a new one needs no deployment:
 * {@code Profiles} of {@code larder-redis} finds them in Redis. Thread-safe.
 *
 * <pre>{@code
 * Larder larder = Larder.builder().register(Person.class).profiles(source).build();
 * }</pre>
 */
public interface ProfileSource {
  /**
   * The profile that values are encoded under from now on. Every encode asks, so it must not wait.
   *
   * @return null for the builder's own, if it has one
   */
  Profile current();

  /**
   * Finds the profile of a value that needs one that the {@link Larder} does not have. It may wait,
   * but not for long: a thread that decodes calls it.
   *
   * @param id six hexadecimal digits
   * @return null if there is none, now; the value cannot be decoded then
   * @throws LarderException if there is one that must not be used
   */
  Profile find(String id);
}
