package dev.larder.lab.runner;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/** What the build knows: Maven fills in build.properties from the POM. */
public final class Build {
  private static final Properties PROPERTIES = new Properties();
  private static final String JAVA_LANG = "java.base/java.lang";

  static {
    try (InputStream in = Build.class.getResourceAsStream("build.properties")) {
      PROPERTIES.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Build() {}

  /** The version of a library in this jar, by its artifact's name. */
  public static String version(String library) {
    return PROPERTIES.getProperty("version." + library);
  }

  /**
   * Arguments for a JVM that maps the archive of classes beside this jar, if there is one. An
   * archive of another Java version is silently ignored.
   */
  public static List<String> classArchive() {
    Path archive = Path.of(System.getProperty("java.class.path").replaceFirst("\\.jar$", ".jsa"));
    return archive.toString().endsWith(".jsa") && Files.isRegularFile(archive)
        ? List.of("-XX:SharedArchiveFile=" + archive, "-Xshare:auto", "-Xlog:disable")
        : List.of();
  }

  /**
   * Whether measured JVMs open java.lang, so that Larder sees the inside of strings. {@code
   * -Dlarder.closed=true} says no, to measure what it does without that.
   */
  public static boolean opensStrings() {
    return !Boolean.getBoolean("larder.closed");
  }

  /**
   * Arguments for a JVM that opens the same packages as this jar's manifest, java.lang unless it is
   * to stay closed.
   */
  public static List<String> openedPackages() {
    return Stream.of(PROPERTIES.getProperty("opened.packages").split(" "))
        .filter(opened -> opensStrings() || !opened.equals(JAVA_LANG))
        .map(opened -> "--add-opens=" + opened + "=ALL-UNNAMED")
        .toList();
  }
}
