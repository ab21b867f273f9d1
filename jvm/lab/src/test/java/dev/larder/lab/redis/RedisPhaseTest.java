package dev.larder.lab.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.larder.lab.Recorded;
import dev.larder.lab.codec.Codec;
import dev.larder.lab.runner.Job;
import dev.larder.testing.RedisServer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RedisPhaseTest {
  private static RedisServer redis;

  /** Encodes a size as so many bytes. */
  private static final Codec SIZES =
      new Codec() {
        @Override
        public byte[] encode(Object size) {
          return new byte[(int) size];
        }

        @Override
        public Object decode(byte[] bytes) {
          return bytes.length;
        }
      };

  @BeforeAll
  static void start() throws Exception {
    redis = RedisServer.start("--requirepass", "secret");
  }

  @AfterAll
  static void stop() {
    if (redis != null) {
      redis.close();
    }
  }

  private static Job.RedisServer server(boolean isPrivate) {
    return new Job.RedisServer(
        "127.0.0.1", redis.port(), null, "secret", 3, false, "larder:test:", isPrivate);
  }

  private static JsonNode run(Job.RedisServer server, Object... sizes) throws Exception {
    Recorded recorded = new Recorded();
    RedisPhase.run(server, SIZES, List.of(sizes), recorded.events);
    return recorded.first("redis");
  }

  @Test
  void aPrivateServerSaysWhatAValueTakes() throws Exception {
    JsonNode event = run(server(true), 100, 100);
    assertEquals(4096, event.path("keys").asInt(), event::toString);
    double bytes = event.get("bytes_per_value").asDouble();
    double usage = event.get("memory_usage_per_value").asDouble();
    double list = event.get("list_bytes_per_value").asDouble();
    assertTrue(100 < list && list < usage && usage < bytes, event::toString);
  }

  @Test
  void aServerThatOthersUseIsLeftAsItWas() throws Exception {
    try (RedisMemory others = new RedisMemory(server(false))) {
      byte[] key = RedisMemory.key("other");
      others.now(others.commands.set(key, key));
      JsonNode event = run(server(false), 100, 100);
      double usage = event.path("memory_usage_per_value").asDouble();
      assertEquals(usage + 8, event.path("bytes_per_value").asDouble(), event::toString);
      assertTrue(event.get("list_bytes_per_value").asDouble() > 100, event::toString);
      assertEquals(1, others.now(others.commands.dbsize()));
      others.now(others.commands.del(key));
    }
  }

  @Test
  void largeValuesGetFewerKeys() throws Exception {
    assertEquals(32, run(server(true), 1 << 20).get("keys").asInt());
    assertEquals(8, run(server(true), 4 << 20).get("keys").asInt());
  }

  @Test
  void aServerThatIsNotThereIsAnErrorOfThisPhaseAlone() throws Exception {
    Job.RedisServer nowhere =
        new Job.RedisServer("127.0.0.1", 1, null, null, 0, false, "larder:test:", true);
    assertTrue(run(nowhere, 100).get("error").asText().contains("connect"));
  }

  @Test
  void manyPushesMakeOneList() {
    List<byte[]> encoded = List.of(new byte[100], new byte[100]);
    long used = ListPushes.usedMemory(server(true), encoded, 10_000);
    assertTrue(1_000_000 < used && used < 1_200_000, () -> used + " bytes");
    long amongOthers = ListPushes.usedMemory(server(false), encoded, 10_000);
    assertTrue(1_000_000 < amongOthers && amongOthers < 1_200_000, () -> amongOthers + " bytes");
  }
}
