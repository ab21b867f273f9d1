package dev.larder.spark;

import dev.larder.testing.TestFiles;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * A distribution of the Spark on the test's class path: a folder with the jars that are there, and
 * with neither the jar of larder-spark nor the tests' classes.
 */
final class SparkHome {
  static final String LARDER_JAR =
      Path.of(System.getProperty("larder.spark.jar")).toAbsolutePath().normalize().toString();

  private final Path folder;

  /** The tests' classes, in place of a user's application. */
  final String applicationJar;

  SparkHome() throws IOException {
    folder = Files.createTempDirectory("larder-spark-home");
    TestFiles.deleteAtEnd(folder);
    Files.createDirectory(folder.resolve("jars"));
    Path classes = null;
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry);
      if (path.endsWith("test-classes")) {
        classes = path;
      } else if (entry.endsWith(".jar")
          && !path.getFileName().toString().startsWith("larder-spark")) {
        Files.createSymbolicLink(folder.resolve("jars").resolve(path.getFileName()), path);
      }
    }
    applicationJar = jar(classes).toString();
  }

  private Path jar(Path classes) throws IOException {
    Path jar = folder.resolve("application.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> all = Files.walk(classes)) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        entries.putNextEntry(new JarEntry(classes.relativize(path).toString()));
        Files.copy(path, entries);
      }
    }
    return jar;
  }

  Path folder() {
    return folder;
  }

  /** Starts a class of Spark and writes what it prints to a file. */
  Process start(String address, Path printed, String... command) throws IOException {
    List<String> java = new ArrayList<>();
    java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    java.addAll(List.of("-Xmx512m", "-cp", folder.resolve("jars") + "/*"));
    java.addAll(Arrays.asList(System.getProperty("larder.spark.arguments").split(" ")));
    java.addAll(List.of(command));
    ProcessBuilder builder =
        new ProcessBuilder(java)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "SPARK_HOME", folder.toString(),
                "SPARK_SCALA_VERSION", System.getProperty("larder.scala.version"),
                "SPARK_LOCAL_IP", address,
                "JAVA_HOME", System.getProperty("java.home")));
    Process process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process)));
    return process;
  }

  /** Ends a process and its descendants at once. */
  static void end(Process process) {
    List<ProcessHandle> started = process.descendants().toList();
    process.destroyForcibly();
    started.forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
    started.forEach(child -> child.onExit().join());
  }
}
