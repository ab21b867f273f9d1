package dev.larder.fuzz;

import dev.larder.Larder;
import dev.larder.Level;
import dev.larder.Limits;
import dev.larder.Profile;
import dev.larder.support.Same;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Profiles, whose hash is made to fit: an error, or what values are written under and come back.
 */
final class ProfileTarget {
  private static final int DIGEST_BYTES = 32;
  private static final List<Object> VALUES =
      List.of(
          new Beans.Order(),
          List.of("paid", "open", 5, 12.5, List.of()),
          List.of("the paid one", "grün, and paid", "包含 the paid one", "𝄞 paid, and open"),
          Map.of("state", "one that is open", "lines", List.of()));

  public static void fuzzerTestOneInput(byte[] bytes) {
    byte[] fitting = fitting(bytes);
    Checks.Outcome read = Checks.read(Limits.DEFAULT, bytes.length, () -> Profile.of(fitting));
    if (read.error() != null) {
      return;
    }
    Larder.Builder builder = Larder.builder().register(Beans.ALL).limits(Checks.WIDE_LIMITS);
    builder.profile((Profile) read.value());
    for (Level level : Level.values()) {
      comeBack(builder.level(level).build());
    }
  }

  private static void comeBack(Larder larder) {
    for (Object value : VALUES) {
      Object first = larder.decode(larder.encode(value), Object.class);
      if (!Same.exactly(first, larder.decode(larder.encode(first), Object.class))) {
        throw new AssertionError("comes back as another");
      }
    }
  }

  private static byte[] fitting(byte[] bytes) {
    int content = Math.max(0, bytes.length - DIGEST_BYTES);
    byte[] fitting = Arrays.copyOf(bytes, content + DIGEST_BYTES);
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(fitting, 0, content);
      System.arraycopy(digest.digest(), 0, fitting, content, DIGEST_BYTES);
      return fitting;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private ProfileTarget() {}
}
