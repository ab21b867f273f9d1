package dev.larder.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.larder.Larder;
import dev.larder.testing.RedisServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;
import redis.clients.jedis.Jedis;

@DisplayName("The commands of docs/SWITCH.md, on values of PHP and of Spring")
class RunbookTest {
  private static final int VALUES = 500;

  /** Sets user:0 to user:499 by phpredis with igbinary, every second one for an hour. */
  private static final String PHP =
      """
      $redis = new Redis();
      $redis->connect('127.0.0.1', (int) $argv[1]);
      $redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_IGBINARY);
      for ($id = 0; $id < $argv[2]; $id++) {
          $user = ['id' => $id, 'name' => "User $id", 'tags' => ['a', 'b'], 'score' => $id / 4];
          $redis->set("user:$id", $user, $id % 2 ? ['EX' => 3600] : []);
      }
      """;

  @TempDir Path folder;

  @BeforeEach
  void needsTheCommand() {
    assumeTrue(Files.exists(Checkout.COMMAND), "make build builds it");
  }

  /** What a program prints, which has to end with 0. */
  private String run(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), () -> command + "\n" + said);
    return said;
  }

  /** The commands of the page that begin so, each in one line. */
  private static List<String> commands(String begin) throws IOException {
    String page =
        Files.readString(Checkout.FOLDER.resolve("docs/SWITCH.md")).replaceAll("\\\\\n +", "");
    List<String> found =
        page.lines().map(String::strip).filter(line -> line.startsWith(begin)).toList();
    assertFalse(found.isEmpty(), begin);
    return found;
  }

  private String follow(String command, String url, String keys, String format, String... more)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(Checkout.COMMAND.toString()));
    String rest = command.substring("larder ".length()).replace("'user:*'", keys);
    for (String word : rest.split(" +")) {
      words.add(
          switch (word) {
            case "URL" -> url;
            case "igbinary" -> format;
            default -> word.replace("users.", format + ".");
          });
    }
    words.addAll(List.of(more));
    return run(words);
  }

  private static Map<String, byte[]> values(Jedis jedis, String keys) {
    Map<String, byte[]> values = new TreeMap<>();
    for (String key : jedis.keys(keys)) {
      values.put(key + " " + (jedis.expireTime(key) > 0), jedis.get(key.getBytes()));
    }
    return values;
  }

  private void thereAndBack(RedisServer server, String keys, String format) throws Exception {
    String url = "redis://127.0.0.1:" + server.port() + "/0";
    try (Jedis jedis = server.jedis()) {
      Map<String, byte[]> before = values(jedis, keys);
      assertEquals(VALUES, before.size());
      List<String> switches = commands("larder switch URL");
      assertEquals(3, switches.size(), switches.toString());
      assertTrue(follow("larder survey URL", url, keys, format).contains(keys));
      String dry = follow(switches.get(0), url, keys, format);
      assertTrue(dry.contains(" " + VALUES), dry);
      assertArrayEquals(before.values().toArray(), values(jedis, keys).values().toArray());

      // Nobody can be asked here.
      follow(switches.get(1), url, keys, format, "--yes");
      Map<String, byte[]> after = values(jedis, keys);
      assertEquals(before.keySet(), after.keySet());
      Larder larder = Larder.builder().build();
      for (byte[] bytes : after.values()) {
        assertTrue(Larder.isLarder(bytes));
        Map<?, ?> value = (Map<?, ?>) larder.decode(bytes, Object.class);
        assertEquals("User " + value.get("id"), value.get("name"));
      }

      String back = follow(switches.get(2), url, keys, format, "--yes");
      Map<String, byte[]> again = values(jedis, keys);
      assertEquals(before.keySet(), again.keySet());
      before.forEach((key, bytes) -> assertArrayEquals(bytes, again.get(key), back));
    }
  }

  @Test
  void values_of_php_go_there_and_back() throws Exception {
    try (RedisServer server = RedisServer.start()) {
      run(List.of("php", "-r", PHP, "--", "" + server.port(), "" + VALUES));
      thereAndBack(server, "user:*", "igbinary");
    }
  }

  @Test
  void values_of_spring_go_there_and_back() throws Exception {
    try (RedisServer server = RedisServer.start()) {
      LettuceConnectionFactory factory = new LettuceConnectionFactory("127.0.0.1", server.port());
      factory.afterPropertiesSet();
      factory.start();
      RedisTemplate<String, Object> template = new RedisTemplate<>();
      template.setConnectionFactory(factory);
      template.setKeySerializer(RedisSerializer.string());
      template.setValueSerializer(RedisSerializer.json());
      template.afterPropertiesSet();
      for (int id = 0; id < VALUES; id++) {
        Map<String, Object> user = new LinkedHashMap<>();
        user.put("id", id);
        user.put("name", "User " + id);
        template.opsForValue().set("account:" + id, user);
      }
      factory.destroy();
      thereAndBack(server, "account:*", "json");
    }
  }
}
