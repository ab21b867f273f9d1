package dev.larder.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
  private List<String> run(String source, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(EXAMPLES.resolve(source).toString());
    command.addAll(List.of(arguments));
    Path printed = directory.resolve("out");
    Path errors = directory.resolve("err");
    int exit =
        new ProcessBuilder(command)
            .redirectOutput(printed.toFile())
            .redirectError(errors.toFile())
            .start()
            .waitFor();
    assertEquals(0, exit, Files.readString(errors));
    return Files.readAllLines(printed);
  }

  @Test
  void a_spring_template_is_switched_and_gets_a_profile() throws Exception {
    assertEquals(
        List.of(
            "read after the switch: Order[id=1, customer=Anna,"
                + " lines=[Line[product=cup, quantity=2], Line[product=tea pot, quantity=1]]]",
            "order:1: 277 bytes, equal",
            "order:2: 60 bytes, equal",
            "order:3: 13 bytes, equal"),
        run("SpringCache.java", server.uri(), EXAMPLES.resolve("orders.profile").toString()));
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
        run("RedissonSwitch.java", server.uri()));
  }
}
