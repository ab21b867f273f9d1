package dev.larder.fuzz;

import dev.larder.ErrorKind;
import dev.larder.Larder;
import dev.larder.Level;
import dev.larder.support.Same;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;

/**
 * Messages that are asked to be of a class: what generated readers make of them is what interpreted
 * ones do. The second are those of the same classes in a loader that does not see the library, in
 * which nothing can be generated.
 */
final class ClassTarget {
  private static final Class<?>[] ALONE =
      Arrays.stream(Beans.ALL).map(ClassTarget::alone).toArray(Class<?>[]::new);

  private static final List<Pair> PAIRS = List.of(pair(0), pair(1), pair(3));

  /** The reader of a class that may generate, and the one that may not. */
  private record Pair(Reader generated, Reader interpreted) {}

  /** One Larder for each level, all of which read the same. */
  private record Reader(List<Larder> larders, Class<?> type) {
    Checks.Outcome read(byte[] message) {
      Larder larder = larders.get(0);
      return Checks.read(Checks.LIMITS, message.length, () -> larder.decode(message, type));
    }
  }

  private static final class Loader {
    static final ClassLoader ALONE = loader();

    private static ClassLoader loader() {
      URL classes = Beans.class.getProtectionDomain().getCodeSource().getLocation();
      return new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader());
    }
  }

  private static Class<?> alone(Class<?> type) {
    try {
      return Class.forName(type.getName(), true, Loader.ALONE);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Pair pair(int number) {
    return new Pair(reader(Beans.ALL, number), reader(ALONE, number));
  }

  private static Reader reader(Class<?>[] classes, int number) {
    Larder.Builder builder = Larder.builder().register(classes).sharing(true);
    Checks.profiles().forEach(builder::alsoReads);
    builder.limits(Checks.LIMITS);
    List<Larder> larders =
        Arrays.stream(Level.values()).map(level -> builder.level(level).build()).toList();
    return new Reader(larders, classes[number]);
  }

  public static void fuzzerTestOneInput(byte[] message) {
    for (Pair pair : PAIRS) {
      Checks.Outcome one = pair.generated.read(message);
      Checks.Outcome other = pair.interpreted.read(message);
      Checks.assertSame(one, other);
      if (one.error() == null) {
        comesBack(pair, one.value(), other.value());
      }
    }
  }

  private static void comesBack(Pair pair, Object one, Object other) {
    for (int level = 0; level < pair.generated.larders.size(); level++) {
      byte[] written = pair.generated.larders.get(level).encode(one);
      if (!Arrays.equals(written, pair.interpreted.larders.get(level).encode(other))) {
        throw new AssertionError("generated and interpreted writers differ at level " + level);
      }
      Checks.Outcome again = pair.generated.read(written);
      if (again.error() != null && again.error().kind() != ErrorKind.TOO_LARGE) {
        throw again.error();
      }
      if (again.error() == null && !Same.exactly(one, again.value())) {
        throw new AssertionError("comes back as another at level " + level);
      }
    }
  }

  private ClassTarget() {}
}
