package dev.larder.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.larder.testing.RedisServer;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each answer has to come within the limit of {@link Service#get}, which is below the minute that
 * Lettuce would wait by itself.
 */
@DisplayName("While Redis is away")
class RedisAwayTest {
  private RedisServer redis;

  @BeforeEach
  void start() throws Exception {
    redis = RedisServer.start();
  }

  @AfterEach
  void end() {
    if (redis != null) {
      redis.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?pipeline=true"})
  void a_redis_that_hangs_is_503_until_it_goes_on(String way) throws Exception {
    try (Service service = new Service(redis.port(), "larder")) {
      assertEquals(200, service.status("/add" + way));
      redis.pause();
      assertAway(service, "/add" + way);
      assertAway(service, "/check" + way);
      assertAway(service, "/checksingle/1");
      redis.resume();
      assertRecovers(service, way);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?pipeline=true"})
  void a_redis_that_was_killed_is_503_until_another_is_in_its_place(String way) throws Exception {
    try (Service service = new Service(redis.port(), "fastjson-string")) {
      assertEquals(200, service.status("/add" + way));
      redis.close();
      assertAway(service, "/add" + way);
      assertAway(service, "/check" + way);
      assertAway(service, "/save/a/b");
      redis.restart();
      assertRecovers(service, way);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?pipeline=true"})
  void a_service_starts_before_its_redis(String way) throws Exception {
    redis.close();
    try (Service service = new Service(redis.port(), "kryo")) {
      assertAway(service, "/add" + way);
      redis.restart();
      assertRecovers(service, way);
    }
  }

  private static void assertAway(Service service, String path) throws Exception {
    HttpResponse<String> answer = service.get(path);
    assertEquals(503, answer.statusCode(), path + ": " + answer.body());
    assertTrue(answer.body().contains("Redis does not serve"), answer.body());
  }

  /** It may answer 503 a few times more, until it is connected again. */
  private static void assertRecovers(Service service, String way) throws Exception {
    for (int tries = 0; tries < 150; tries++) {
      service.get("/reset");
      int added = service.status("/add" + way);
      if (added == 200) {
        assertEquals(200, service.status("/check" + way));
        return;
      }
      assertEquals(503, added);
      Thread.sleep(200);
    }
    fail("no recovery");
  }
}
