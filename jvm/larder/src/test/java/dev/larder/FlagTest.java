package dev.larder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.larder.internal.text.Strings;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The flag of jvm/README.md changes how strings are read and made, and nothing else")
class FlagTest {
  private static final List<String> FLAG = List.of("--add-opens=java.base/java.lang=ALL-UNNAMED");

  private static final String CLASS_PATH = System.getProperty("java.class.path");

  /** From this Java on, sun.misc.Unsafe warns. */
  private static final int NEEDS_THE_FLAG = 24;

  record Person(String name, String city, int age, double score, List<String> phones) {}

  /**
   * Prints whether strings are made of their own bytes, and a value as each of these levels writes
   * it, once it has come back from there.
   */
  static final class Fresh {
    public static void main(String[] args) {
      System.out.println(Strings.takesUtf16());
      Person person =
          new Person("Zoë Müller", "西安", 31, 0.1, List.of("555-0100", "грузинская", "a", "𝄞"));
      for (String name : args) {
        Level level = Level.valueOf(name);
        Larder larder = Larder.builder().register(Person.class).level(level).build();
        byte[] bytes = larder.encode(person);
        if (!person.equals(larder.decode(bytes, Person.class))) {
          throw new AssertionError("comes back as another at level " + level);
        }
        System.out.println(level + " " + HexFormat.of().formatHex(bytes));
      }
    }
  }

  /** Each line that a fresh JVM prints with these flags and levels, warnings included. */
  private static List<String> lines(List<String> flags, String classPath, Level... levels)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath, Fresh.class.getName()));
    Stream.of(levels).map(Level::name).forEach(command::add);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    byte[] said = process.getInputStream().readAllBytes();
    List<String> lines = new String(said, StandardCharsets.UTF_8).lines().toList();
    assertEquals(0, process.waitFor(), () -> String.join("\n", lines));
    return lines;
  }

  /** The class path without zstd-jni, of which Java 24 and newer warn at level SMALL. */
  private static String withoutZstd() {
    return Stream.of(CLASS_PATH.split(File.pathSeparator))
        .filter(entry -> !entry.contains("zstd-jni"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static void sameBytesAndNoWarning(String classPath, Level... levels) throws Exception {
    List<String> without = lines(List.of(), classPath, levels);
    List<String> with = lines(FLAG, classPath, levels);
    int all = 1 + levels.length;
    assertEquals(all, without.size(), () -> String.join("\n", without));
    assertEquals(all, with.size(), () -> String.join("\n", with));
    assertEquals(without.subList(1, all), with.subList(1, all));
    assertNotEquals(with.get(1), with.get(2), "the levels write different bytes");
  }

  @Test
  void everyLevelWorksWithAndWithoutItAndPrintsNoWarning() throws Exception {
    sameBytesAndNoWarning(withoutZstd(), Level.values());
    sameBytesAndNoWarning(CLASS_PATH, Level.FAST, Level.BALANCED);
  }

  @Test
  void itGivesEveryJavaWhatJava17HasWithoutIt() throws Exception {
    boolean unsafeIsQuiet = Runtime.version().feature() < NEEDS_THE_FLAG;
    assertEquals(List.of(Boolean.toString(unsafeIsQuiet)), lines(List.of(), CLASS_PATH));
    assertEquals(List.of("true"), lines(FLAG, CLASS_PATH));
  }
}
