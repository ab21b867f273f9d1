package dev.larder.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.larder.Larder;
import dev.larder.testing.RedisServer;
import dev.larder.testing.Wait;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

@DisplayName("Programs of PHP and the JVM that share values under profiles in Redis")
class ProgramsTest {
  private static final Path EXTENSION = Checkout.FOLDER.resolve("target/release/liblarder_php.so");
  private static final Path PHP_PROGRAM =
      Checkout.FOLDER.resolve("php/tests/programs/profiles.php");

  /** Every second one is of PHP. */
  private static final int PROGRAMS = 10;

  /** What the programs of PHP do, on the JVM: {@code Sharing PORT NUMBER COUNT}. */
  static final class Sharing {
    public static void main(String[] arguments) throws IOException, InterruptedException {
      int port = Integer.parseInt(arguments[0]);
      int own = Integer.parseInt(arguments[1]);
      int count = Integer.parseInt(arguments[2]);
      Profiles profiles = Profiles.of("redis://127.0.0.1:" + port, "people");
      Larder larder = Larder.builder().profiles(profiles).build();
      Set<String> errors = new TreeSet<>();
      int hits = 0;
      int misses = 0;
      try (Jedis jedis = new Jedis("127.0.0.1", port)) {
        jedis.set(key(own), larder.encode(value(0)));
        System.out.println("ready");
        // All values are there once this is answered.
        System.in.read();
        for (int n = 1; System.in.available() == 0; n++) {
          jedis.set(key(own), larder.encode(value(n)));
          for (int other = 0; other < count; other++) {
            byte[] bytes = jedis.get(key(other));
            try {
              if (bytes == null) {
                misses++;
                continue;
              }
              Map<?, ?> read = (Map<?, ?>) larder.decode(bytes, Object.class);
              if (!read.get("name").equals("Somebody " + read.get("id"))) {
                errors.add("another value");
              }
              hits++;
            } catch (RuntimeException e) {
              errors.add(e.toString());
            }
          }
          Thread.sleep(20);
        }
      }
      System.out.printf(
          "{\"hit\":%d,\"miss\":%d,\"errors\":%s,\"current\":\"%s\"}%n",
          hits, misses, errors, profiles.current().id());
    }

    private static byte[] key(int number) {
      return ("value-" + number).getBytes(StandardCharsets.US_ASCII);
    }

    private static Map<String, Object> value(int n) {
      Map<String, Object> value = new LinkedHashMap<>();
      value.put("id", n);
      value.put("name", "Somebody " + n);
      value.put("role", "reader");
      return value;
    }
  }

  private static Process start(int number, int port) throws IOException {
    List<String> command = new ArrayList<>();
    if (number % 2 == 0) {
      command.addAll(List.of("php", "-d", "extension=" + EXTENSION, PHP_PROGRAM.toString()));
    } else {
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      String path =
          System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
      command.addAll(List.of(java, "-cp", path, Sharing.class.getName()));
    }
    command.addAll(List.of("" + port, "" + number, "" + PROGRAMS));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /** Whether each program writes under this profile: its id follows the two bytes of the head. */
  private static boolean isWrittenByAll(Jedis jedis, String id) {
    for (int number = 0; number < PROGRAMS; number++) {
      byte[] bytes = jedis.get(Sharing.key(number));
      if (!HexFormat.of().formatHex(Arrays.copyOfRange(bytes, 2, 5)).equals(id)) {
        return false;
      }
    }
    return true;
  }

  @Test
  void a_profile_that_is_published_reaches_all_without_a_miss_or_an_error(@TempDir Path folder)
      throws Exception {
    assumeTrue(Files.exists(Checkout.COMMAND) && Files.exists(EXTENSION), "make build builds both");
    Path profile = folder.resolve("people.profile");
    String hex = Files.readString(Checkout.FOLDER.resolve("vectors/profiles/small.profile.hex"));
    Files.write(profile, HexFormat.of().parseHex(hex.replaceAll("\\s", "")));
    List<Process> programs = new ArrayList<>();
    try (RedisServer server = RedisServer.start();
        Jedis jedis = server.jedis()) {
      for (int number = 0; number < PROGRAMS; number++) {
        programs.add(start(number, server.port()));
      }
      List<BufferedReader> said = programs.stream().map(Process::inputReader).toList();
      for (BufferedReader its : said) {
        assertEquals("ready", its.readLine());
      }
      for (Process program : programs) {
        program.getOutputStream().write('\n');
        program.getOutputStream().flush();
      }
      String url = "redis://127.0.0.1:" + server.port() + "/0";
      Process publishing =
          new ProcessBuilder(
                  Checkout.COMMAND.toString(),
                  "profile",
                  "publish",
                  profile.toString(),
                  url,
                  "--for",
                  "people")
              .inheritIO()
              .start();
      assertEquals(0, publishing.waitFor());
      String id = jedis.hget("larder:profiles:people", "current");
      // Each has asked when it began, and asks again after a minute, which is as long as this
      // waits.
      Thread.sleep(5_000);
      Wait.until("all programs write under " + id, () -> isWrittenByAll(jedis, id));
      Thread.sleep(500);
      for (int number = 0; number < PROGRAMS; number++) {
        programs.get(number).getOutputStream().write('\n');
        programs.get(number).getOutputStream().close();
      }
      for (int number = 0; number < PROGRAMS; number++) {
        String did = said.get(number).readLine();
        assertTrue(did.contains("\"errors\":[]"), did);
        assertTrue(did.contains("\"miss\":0"), did);
        assertTrue(did.contains("\"current\":\"" + id + "\""), did);
      }
    } finally {
      programs.forEach(Process::destroy);
    }
  }
}
