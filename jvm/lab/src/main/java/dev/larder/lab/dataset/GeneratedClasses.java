package dev.larder.lab.dataset;

import com.acme.store.beans.Anchor;
import dev.larder.lab.host.Holder;
import dev.larder.lab.host.Packing;
import dev.larder.lab.host.Subject;
import dev.larder.lab.runner.Json;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Type;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Classes made for the values of a dataset. They are compiled once into a directory that all
 * runners and JMH forks of the dataset share, and defined into the application's class loader,
 * where every library finds them by name.
 */
final class GeneratedClasses {
  private final Path directory;

  GeneratedClasses(Path directory) {
    this.directory = directory;
  }

  /**
   * What was decided about a dataset.
   *
   * @param classes simple names in the order in which to define them, holder and packing last;
   *     empty if the values are trees
   * @param note see {@link Subject#note}
   */
  record Decision(List<String> classes, String note) {}

  /** What an earlier runner decided; null if none has. */
  Decision decision() throws IOException {
    Path file = decisionFile();
    return Files.exists(file) ? Json.MAPPER.readValue(file.toFile(), Decision.class) : null;
  }

  /** Keeps a decision for later runners. Call it when the classes are in place. */
  void decide(Decision decision) throws IOException {
    Files.createDirectories(directory);
    Path unfinished = Files.createTempFile(directory, "decision", null);
    Json.MAPPER.writeValue(unfinished.toFile(), decision);
    Files.move(unfinished, decisionFile(), StandardCopyOption.ATOMIC_MOVE);
  }

  private Path decisionFile() {
    return directory.resolve("decision.json");
  }

  /** Whether this Java has a compiler. */
  static boolean canCompile() {
    return ToolProvider.getSystemJavaCompiler() != null;
  }

  /**
   * @param sources by simple class name
   * @return whether they compile; if not, the compiler's messages are in standard error
   */
  boolean compile(Map<String, String> sources) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Files.createDirectories(directory);
    List<JavaFileObject> files = new ArrayList<>();
    sources.forEach((name, source) -> files.add(new Source(name, source)));
    StringWriter messages = new StringWriter();
    List<String> options =
        List.of(
            "-d",
            directory.toString(),
            "-classpath",
            System.getProperty("java.class.path"),
            "-proc:none",
            "-nowarn");
    boolean compiled = compiler.getTask(messages, null, null, options, null, files).call();
    System.err.print(messages);
    return compiled;
  }

  /** Defines the classes of a decision, and describes the dataset with them. */
  Subject define(Decision decision) throws IOException {
    List<Class<?>> classes = new ArrayList<>();
    for (String name : decision.classes()) {
      String path = SourceHeader.PACKAGE.replace('.', File.separatorChar);
      byte[] bytes = Files.readAllBytes(directory.resolve(path).resolve(name + ".class"));
      try {
        classes.add(Anchor.LOOKUP.defineClass(bytes));
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
    int beans = classes.size() - 2;
    try {
      Class<? extends Holder> holder = classes.get(beans).asSubclass(Holder.class);
      Type type = holder.getField("value").getGenericType();
      return new Subject(
          type,
          List.copyOf(classes.subList(0, beans)),
          (Packing<?>) classes.get(beans + 1).getConstructor().newInstance(),
          () -> newInstance(holder),
          decision.note(),
          false);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Holder newInstance(Class<? extends Holder> holder) {
    try {
      return holder.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:///" + name + Kind.SOURCE.extension), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
