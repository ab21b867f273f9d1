package dev.larder.nested;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.larder.Larder;
import dev.larder.nested.library.Within;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.loader.tools.Library;
import org.springframework.boot.loader.tools.LibraryScope;
import org.springframework.boot.loader.tools.Repackager;

@DisplayName("registerPackage in a jar of Spring Boot")
class NestedJarTest {
  private static Path place(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** A jar of what is in a directory, or the jar that it is. */
  private static Path jar(Path from, Path to, Predicate<String> which) throws IOException {
    if (Files.isRegularFile(from)) {
      return from;
    }
    try (OutputStream bytes = Files.newOutputStream(to);
        JarOutputStream jar = new JarOutputStream(bytes);
        Stream<Path> files = Files.walk(from)) {
      for (Path file : files.sorted().skip(1).toList()) {
        boolean isDirectory = Files.isDirectory(file);
        String name =
            from.relativize(file).toString().replace('\\', '/') + (isDirectory ? "/" : "");
        if (isDirectory || which.test(name)) {
          jar.putNextEntry(new JarEntry(name));
          if (!isDirectory) {
            Files.copy(file, jar);
          }
        }
      }
    }
    return to;
  }

  @Test
  void classes_of_the_application_and_of_its_libraries_are_found(@TempDir Path directory)
      throws Exception {
    Path tests = place(Within.class);
    String within = "dev/larder/nested/library/";
    Path application =
        jar(
            tests,
            directory.resolve("application.jar"),
            name -> name.startsWith("dev/larder/nested/") && !name.startsWith(within));
    List<Path> libraries = new ArrayList<>();
    libraries.add(jar(tests, directory.resolve("within.jar"), name -> name.startsWith(within)));
    libraries.add(jar(place(Larder.class), directory.resolve("larder.jar"), name -> true));
    try {
      libraries.add(place(Class.forName("org.objectweb.asm.ClassWriter")));
    } catch (ClassNotFoundException e) {
      // A larder.jar has it within.
    }
    Path packaged = directory.resolve("packaged.jar");
    Repackager repackager = new Repackager(application.toFile());
    repackager.setMainClass(Start.class.getName());
    repackager.repackage(
        packaged.toFile(),
        callback -> {
          for (Path library : libraries) {
            callback.library(new Library(library.toFile(), LibraryScope.COMPILE));
          }
        });
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                packaged.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(java.getInputStream().readAllBytes());
    assertEquals(0, java.waitFor(), said);
    assertEquals("Direct[name=direct]\njar\nWithin[name=within]\njar\n", said.replace("\r", ""));
  }
}
