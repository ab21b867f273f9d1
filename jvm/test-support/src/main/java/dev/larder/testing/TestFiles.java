package dev.larder.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders that do not outlive the tests. */
public final class TestFiles {
  private TestFiles() {}

  /** Deletes a folder and its contents when the JVM ends. */
  public static void deleteAtEnd(Path folder) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
  }

  private static void delete(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> inner = all.sorted(Comparator.reverseOrder()).toList();
      for (Path path : inner) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      // A process that is just ending may still write there.
    }
  }
}
