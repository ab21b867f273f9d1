package dev.larder.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs what is in examples/java, as examples/README.md says. */
@DisplayName("The examples")
class ExamplesTest {
  private static final Path EXAMPLES = Path.of("../../examples/java");

  @TempDir private Path directory;
  private SharedRedis server;

  @BeforeEach
  void start() {
    server = SharedRedis.empty();
  }

  /** What an example prints. */
  private List<String> run(String name, String... arguments)
      throws IOException, InterruptedException {
    Path source = EXAMPLES.resolve(name + ".java");
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", directory.toString(), source.toString());
    assertEquals(0, compiled);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(directory + File.pathSeparator + System.getProperty("java.class.path"));
    command.add(name);
    command.addAll(List.of(arguments));
    Path printed = directory.resolve("out");
    Path errors = directory.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(printed.toFile())
            .redirectError(errors.toFile())
            .start();
    try {
      assertTrue(process.waitFor(5, TimeUnit.MINUTES), "it ends");
      assertEquals(0, process.exitValue(), Files.readString(errors));
    } finally {
      process.destroyForcibly();
    }
    return Files.readAllLines(printed);
  }

  @Test
  void the_first_value_comes_back() throws Exception {
    assertEquals(List.of("Larder: 48 bytes", "The value is the same."), run("Start"));
  }

  @Test
  void a_spring_template_is_switched_and_gets_a_profile() throws Exception {
    assertEquals(
        List.of(
            "read after the switch: Order[id=1, customer=Anna,"
                + " lines=[Line[product=cup, quantity=2], Line[product=tea pot, quantity=1]]]",
            "order:1: 256 bytes, equal",
            "order:2: 72 bytes, equal",
            "order:3: 15 bytes, equal"),
        run("SpringCache", server.uri(), EXAMPLES.resolve("orders.profile").toString()));
  }

  @Test
  void redisson_is_switched_step_by_step() throws Exception {
    assertEquals(
        List.of(
            "not yet switched: Person[name=Ben, age=7]",
            "step 1: Person[name=Anna, age=42]",
            "step 2: Person[name=Anna, age=42]",
            "step 1: Person[name=Ben, age=7]",
            "step 2: Person[name=Ben, age=7]",
            "step 1: Person[name=Eva, age=30]",
            "step 2: Person[name=Eva, age=30]"),
        run("RedissonSwitch", server.uri()));
  }
}
