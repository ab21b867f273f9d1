package dev.larder.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.acme.store.Person;
import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import dev.larder.testing.RedisServer;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The service")
class ServiceTest {
  @TempDir static Path directory;

  private static final Map<String, Service> SERVICES = new HashMap<>();

  private static RedisServer redis;
  private static Path profile;

  @BeforeAll
  static void startRedis() throws Exception {
    redis = RedisServer.start();
    profile = directory.resolve("small.profile");
    String hex = Files.readString(Path.of("../../vectors/profiles/small.profile.hex"));
    Files.write(profile, HexFormat.of().parseHex(hex.replaceAll("\\s", "")));
  }

  @AfterAll
  static void end() {
    SERVICES.values().forEach(Service::close);
    if (redis != null) {
      redis.close();
    }
  }

  static Stream<String> codecs() {
    return Arrays.stream(Codec.values()).map(Codec::id);
  }

  /** One for all tests, with an empty Redis and its counters at zero. */
  private static Service service(String codec) throws Exception {
    Service service =
        SERVICES.computeIfAbsent(
            codec, id -> new Service(redis.port(), id, "--larder.profile=" + profile));
    service.flush();
    service.get("/reset");
    return service;
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void stores_and_checks_persons_with_any_codec_by_round_trips_and_pipelined(String codec)
      throws Exception {
    Service service = service(codec);
    JSONObject before = JSON.parseObject(service.get("/serializer").body()).getJSONObject("clock");
    assertEquals("added 1 to 100\n", service.get("/add").body());
    assertEquals("added 101 to 200\n", service.get("/add?pipeline=true").body());
    assertEquals(200, service.redis().keys("person_*").size());
    assertEquals("checked 1 to 100\n", service.get("/check?pipeline=true").body());
    assertEquals("checked 101 to 200\n", service.get("/check").body());
    assertEquals("checked 1 to 100\n", service.get("/check").body(), "after the last, the first");

    Person person = JSON.parseObject(service.get("/checksingle/150").body(), Person.class);
    assertEquals(150, person.getId());
    assertEquals(new PersonGenerator(2018).person(150).getMd5(), person.getMd5());

    JSONObject report = JSON.parseObject(service.get("/serializer").body());
    assertEquals(codec, report.getString("codec"));
    assertTrue(report.getString("version").matches("\\d+\\..*"), report.toString());
    JSONObject clock = report.getJSONObject("clock");
    ToLongFunction<String> grown = name -> clock.getLongValue(name) - before.getLongValue(name);
    assertEquals(5, grown.applyAsLong("requests"));
    long encode = grown.applyAsLong("encode_ns");
    long decode = grown.applyAsLong("decode_ns");
    assertTrue(encode > 0 && decode > 0, report.toString());
    assertTrue(encode + decode < clock.getLongValue("request_ns"), report.toString());
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void answers_500_for_a_person_that_is_not_as_it_was(String codec) throws Exception {
    Service service = service(codec);
    service.get("/add");
    Person changed = new PersonGenerator(2018).person(7);
    changed.setAge(changed.getAge() + 1);
    service.put(changed);
    for (String path : new String[] {"/check", "/check?pipeline=true", "/checksingle/7"}) {
      HttpResponse<String> answer = service.get(path);
      assertEquals(500, answer.statusCode(), path);
      assertTrue(answer.body().contains("person_7 is not as it was"), answer.body());
    }
    assertEquals(200, service.status("/checksingle/8"));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void answers_500_for_bytes_that_are_no_person(String codec) throws Exception {
    Service service = service(codec);
    service.get("/add");
    service.get("/save/person_7/junk");
    for (String path : new String[] {"/check", "/check?pipeline=true", "/checksingle/7"}) {
      HttpResponse<String> answer = service.get(path);
      assertEquals(500, answer.statusCode(), path);
      assertTrue(answer.body().contains("a person cannot be decoded"), answer.body());
    }
  }

  @Nested
  class Asked {
    private Service service;

    @BeforeEach
    void start() throws Exception {
      service = service("larder");
    }

    @ParameterizedTest
    @CsvSource({
      "/checksingle/abc, id: abc is not a whole number",
      "/checksingle/1.5, id: 1.5 is not a whole number",
      "/checksingle/99999999999999999999, is not a whole number",
      "/checksingle/0, id: 0 is below 1",
      "/checksingle/-3, id: -3 is below 1",
      "/add?pipeline=perhaps, pipeline: perhaps is not true or false",
      "/check?pipeline=2, pipeline: 2 is not true or false",
      "/save/a%20b/c, key: wants 1 to 200 letters",
    })
    void answers_bad_input_with_400_and_a_reason(String path, String reason) throws Exception {
      HttpResponse<String> answer = service.get(path);
      assertEquals(400, answer.statusCode(), answer.body());
      assertTrue(answer.body().contains(reason), answer.body());
    }

    @Test
    void answers_400_for_a_key_or_a_value_that_is_too_long() throws Exception {
      assertEquals(400, service.status("/save/" + "k".repeat(201) + "/v"));
      HttpResponse<String> answer = service.get("/save/k/" + "%E5%80%BC".repeat(1001));
      assertEquals(400, answer.statusCode());
      assertTrue(answer.body().contains("more than 1000 characters"), answer.body());
    }

    @Test
    void saves_a_text_under_its_key() throws Exception {
      assertEquals(200, service.status("/save/greeting/h%C3%A9llo"));
      assertEquals("héllo", service.redis().opsForValue().get("greeting"));
    }

    @Test
    void answers_404_for_a_person_and_for_a_path_that_are_not_there() throws Exception {
      HttpResponse<String> answer = service.get("/checksingle/123456789");
      assertEquals(404, answer.statusCode());
      assertTrue(answer.body().contains("there is no person_123456789"), answer.body());
      assertEquals(404, service.status("/nothing"));
    }

    @Test
    void a_check_of_persons_that_were_never_added_fails() throws Exception {
      HttpResponse<String> answer = service.get("/check");
      assertEquals(500, answer.statusCode());
      assertTrue(answer.body().contains("person_1 is not there: /add it first"), answer.body());
    }

    @Test
    void a_reset_zeroes_both_counters() throws Exception {
      service.get("/add");
      service.get("/add");
      service.get("/check");
      assertEquals("reset\n", service.get("/reset").body());
      assertEquals("added 1 to 100\n", service.get("/add").body());
      assertEquals("checked 1 to 100\n", service.get("/check").body());
    }
  }

  @Test
  void an_unknown_codec_is_an_error_that_lists_all_codecs() {
    BadSetting bad = refused("gson");
    assertEquals("larder.codec: there is no codec gson", bad.getMessage());
    String action = new BadSetting.Analyzer().analyze(bad, bad).getAction();
    assertTrue(action.contains("fastjson-string, kryo-article, kryo, jdk"), action);
  }

  @Test
  void a_profile_that_is_missing_is_told() {
    String missing = refused("larder-profile-small").getMessage();
    assertTrue(
        missing.contains("larder.codec=larder-profile-small needs --larder.profile"), missing);
    BadSetting unreadable = refused("larder-profile", "--larder.profile=/nowhere/x.profile");
    assertTrue(unreadable.getMessage().contains("/nowhere/x.profile"), unreadable.getMessage());
  }

  private static BadSetting refused(String codec, String... settings) {
    Exception failed =
        assertThrows(Exception.class, () -> new Service(redis.port(), codec, settings).close());
    for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
      if (cause instanceof BadSetting bad) {
        return bad;
      }
    }
    throw new AssertionError("another failure", failed);
  }
}
