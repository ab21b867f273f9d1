package dev.larder.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders that are gone when the tests are. */
final class TestFiles {
  private TestFiles() {}

  static void deleteAtEnd(Path folder) {
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
