package dev.larder.corpora;

import dev.larder.Level;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * Values as libraries of the JVM write them, each with what it is in the notation of
 * vectors/README.md. The notation is derived from the value itself, never from the bytes.
 */
public final class Corpus {
  /** A format's generator. */
  interface Generator {
    /** Makes {@code count} values, the same ones for the same seed. */
    void write(int count, long seed, Lines lines) throws Exception;
  }

  private Corpus() {}

  /** The generator of a format; null if there is none of that name. */
  private static Generator generator(String format, Path profile) {
    return switch (format) {
      case "jdk" -> JdkCorpus::write;
      case "hessian" -> HessianCorpus::write2;
      case "hessian1" -> HessianCorpus::write1;
      case "larder-fast" -> larder(Level.FAST, profile);
      case "larder-balanced" -> larder(Level.BALANCED, profile);
      default -> null;
    };
  }

  private static Generator larder(Level level, Path profile) {
    return (count, seed, lines) -> LarderCorpus.write(level, profile, count, seed, lines);
  }

  /**
   * Prints values of a format as JSON lines of {@code bytes}, in base64, and {@code value}, which
   * is null for Larder's own formats.
   *
   * @param profile a file, which Larder's own formats are written under; null for none
   * @return whether there is such a format
   */
  public static boolean print(String format, Path profile, int count, long seed, OutputStream out)
      throws Exception {
    Generator generator = generator(format, profile);
    if (generator == null) {
      return false;
    }
    generator.write(count, seed, new Lines(out));
    out.flush();
    return true;
  }
}
