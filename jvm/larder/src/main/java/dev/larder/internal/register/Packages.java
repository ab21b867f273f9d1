package dev.larder.internal.register;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The classes of a package and the packages within it, as a class loader sees them: in directories
 * and in jars, those within Spring Boot's included. Classes are loaded and not initialised.
 *
 * <p>A loader finds a package by its directory, so a jar has to have entries for directories, as
 * build tools write them.
 */
public final class Packages {
  private static final String SUFFIX = ".class";

  /**
   * The classes in the order of their names; none if the loader does not see the package.
   *
   * @param name as in Java's source: {@code com.acme.shop}
   * @throws IllegalArgumentException if that is no name of a package
   * @throws UncheckedIOException if a directory or a jar cannot be read
   */
  public static Set<Class<?>> classes(String name, ClassLoader loader) {
    if (!name.matches("[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*")) {
      throw new IllegalArgumentException(
          "\"%s\" is no name of a package: com.acme.shop would be one".formatted(name));
    }
    Set<String> names = new TreeSet<>();
    String folder = name.replace('.', '/') + '/';
    try {
      for (URL url : Collections.list(loader.getResources(folder))) {
        if (url.getProtocol().equals("file")) {
          inDirectory(Path.of(new URI(url.toString())), folder, names);
        } else if (url.openConnection() instanceof JarURLConnection jar) {
          inJar(jar, folder, names);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the package %s cannot be scanned".formatted(name), e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
    Set<Class<?>> classes = new LinkedHashSet<>();
    for (String found : names) {
      try {
        classes.add(Class.forName(found, false, loader));
      } catch (ClassNotFoundException | LinkageError e) {
        // It extends a class of a library that is not there: no value is of it.
      }
    }
    return classes;
  }

  private static void inDirectory(Path directory, String folder, Set<String> names)
      throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      files
          .filter(Files::isRegularFile)
          .map(file -> directory.relativize(file).toString().replace(File.separatorChar, '/'))
          .forEach(file -> add(folder + file, names));
    }
  }

  private static void inJar(URLConnection connection, String folder, Set<String> names)
      throws IOException {
    // A cached jar is everybody's: only one's own may be closed.
    connection.setUseCaches(false);
    try (JarFile jar = ((JarURLConnection) connection).getJarFile()) {
      jar.stream()
          .map(entry -> entry.getName())
          .filter(entry -> entry.startsWith(folder))
          .forEach(entry -> add(entry, names));
    }
  }

  /** Adds the class of a file; {@code package-info} and the like are none. */
  private static void add(String file, Set<String> names) {
    if (file.endsWith(SUFFIX) && file.indexOf('-') < 0) {
      names.add(file.substring(0, file.length() - SUFFIX.length()).replace('/', '.'));
    }
  }

  private Packages() {}
}
