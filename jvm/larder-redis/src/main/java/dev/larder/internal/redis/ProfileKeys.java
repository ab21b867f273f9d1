package dev.larder.internal.redis;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The keys of profiles in Redis: docs/PROFILES.md, "The keys". They are no values of a cache. */
public final class ProfileKeys {
  private static final String PROFILE = "larder:profile:";
  private static final String NAME = "larder:profiles:";
  private static final String NAMES = "[A-Za-z0-9._-]{1,64}";

  private ProfileKeys() {}

  /** Of the profile of an id. */
  public static String ofId(String id) {
    return PROFILE + id;
  }

  /**
   * Of the hash that says which profile of a name is current.
   *
   * @throws IllegalArgumentException if nothing can be published under this name
   */
  public static String ofName(String name) {
    if (!name.matches(NAMES)) {
      throw new IllegalArgumentException(
          "a name of profiles has 1 to 64 of the characters A-Z a-z 0-9 . _ -, and this is \""
              + name
              + "\"");
    }
    return NAME + name;
  }

  /** Whether a key is one of those. */
  public static boolean isOne(byte[] key) {
    return startsWith(key, PROFILE) || startsWith(key, NAME);
  }

  private static boolean startsWith(byte[] key, String text) {
    byte[] start = text.getBytes(StandardCharsets.US_ASCII);
    return key.length >= start.length
        && Arrays.equals(key, 0, start.length, start, 0, start.length);
  }
}
