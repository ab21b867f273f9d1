package dev.larder.corpora;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.larder.Larder;
import dev.larder.LarderException;
import dev.larder.Level;
import dev.larder.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Values of the JVM in Larder's format, which other implementations write with the same bytes. */
final class LarderCorpus {
  /**
   * The classes of {@link Beans} that can be registered. Not those that are collections: where
   * something is shared, the JVM writes a list of such objects value by value, not as rows.
   */
  private static final Class<?>[] CLASSES =
      Stream.of(Beans.class.getDeclaredClasses())
          .filter(type -> !Collection.class.isAssignableFrom(type))
          .filter(type -> !Map.class.isAssignableFrom(type))
          .filter(LarderCorpus::isRegistrable)
          .toArray(Class<?>[]::new);

  private static boolean isRegistrable(Class<?> type) {
    try {
      Larder.builder().register(type).build();
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * @param file a profile that the values are written under; null for none
   */
  static void write(Level level, Path file, int count, long seed, Lines lines) throws IOException {
    Larder.Builder builder = Larder.builder().register(CLASSES).level(level);
    if (file != null) {
      builder.profile(Profile.of(Files.readAllBytes(file)));
    }
    List<Larder> larders = List.of(builder.build(), builder.sharing(true).build());
    JdkCorpus values = new JdkCorpus(seed);
    int written = 0;
    for (int number = 0; written < count; number++) {
      byte[] bytes;
      try {
        bytes = larders.get(number % 2).encode(values.next(number));
      } catch (LarderException e) {
        // Java serializes more classes than values may have, and cycles.
        continue;
      }
      lines.add(bytes, NullNode.getInstance());
      written++;
    }
  }

  private LarderCorpus() {}
}
