package dev.larder.spring;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.Larder;
import dev.larder.Profile;
import dev.larder.testing.Gadget;
import dev.larder.testing.Person;
import dev.larder.testing.RedisServer;
import dev.larder.testing.Wait;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.session.Session;
import org.springframework.session.SessionRepository;
import org.springframework.session.data.redis.config.annotation.web.http.EnableRedisHttpSession;

@DisplayName("The starter for Spring Boot")
class StarterTest {
  /** What the methods of {@link People} return: only their signatures name it. */
  public record Address(String city) {}

  /** What may be returned where a signature says {@link Animal} or {@link Shape}. */
  public static class Animal {
    final String name;

    Animal(String name) {
      this.name = name;
    }

    @Override
    public boolean equals(Object other) {
      return other != null && other.getClass() == getClass() && other.toString().equals(toString());
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  public static class Dog extends Animal {
    final int tricks;

    Dog(String name, int tricks) {
      super(name);
      this.tricks = tricks;
    }

    @Override
    public String toString() {
      return name + tricks;
    }
  }

  interface Shape {}

  record Circle(double radius) implements Shape {}

  /** A shape that cannot be a value. */
  record Drawn(Thread by) implements Shape {}

  /** A bean whose results Spring caches. */
  public static class People {
    private final AtomicInteger asked = new AtomicInteger();

    @Cacheable("people")
    public Person find(String name) {
      asked.incrementAndGet();
      return name.equals("anna") ? Person.ANNA : null;
    }

    @Cacheable("lists")
    public List<Address> addresses(String name) {
      asked.incrementAndGet();
      return List.of(new Address(name));
    }

    @Cacheable("animals")
    public List<Animal> animals(String name) {
      asked.incrementAndGet();
      return List.of(new Animal(name), new Dog(name, 3));
    }

    @Cacheable("shapes")
    public Set<? extends Shape> shapes(double radius) {
      asked.incrementAndGet();
      return Set.of(new Circle(radius));
    }

    @Cacheable("drawn")
    public Shape shape(double radius) {
      asked.incrementAndGet();
      return radius > 0 ? new Circle(radius) : new Drawn(Thread.currentThread());
    }

    @Cacheable("maps")
    public CompletableFuture<Map<String, Address>> byName(String name) {
      asked.incrementAndGet();
      return CompletableFuture.completedFuture(Map.of(name, new Address(name)));
    }

    @Cacheable("optionals")
    public Optional<Address> maybe(String name) {
      asked.incrementAndGet();
      return Optional.of(new Address(name));
    }

    @Cacheable("objects")
    public Object anything(String name) {
      asked.incrementAndGet();
      return name.equals("gadget") ? new Gadget() : name;
    }

    public int asked() {
      return asked.get();
    }
  }

  @EnableAutoConfiguration
  @EnableCaching
  static class Application {
    @Bean
    People people() {
      return new People();
    }

    @Bean
    MeterRegistry meters() {
      return new SimpleMeterRegistry();
    }
  }

  private RedisServer server;
  private ConfigurableApplicationContext context;

  @BeforeEach
  void start() throws IOException {
    server = RedisServer.start();
  }

  @AfterEach
  void stop() {
    if (context != null) {
      context.close();
    }
    server.close();
  }

  private People run(String... settings) {
    context =
        new SpringApplicationBuilder(Application.class)
            .web(WebApplicationType.NONE)
            .properties("spring.data.redis.port=" + server.port())
            .properties(settings)
            .run();
    return context.getBean(People.class);
  }

  private RedisConnection connection() {
    return context.getBean(RedisConnectionFactory.class).getConnection();
  }

  /** Spring Data Redis 4 does not wait for what it puts into a cache. */
  private byte[] stored(String key) {
    try (RedisConnection connection = connection()) {
      return Wait.forValue(
          key, () -> connection.stringCommands().get(key.getBytes()), bytes -> true);
    }
  }

  private void store(String key, byte[] value) {
    try (RedisConnection connection = connection()) {
      connection.stringCommands().set(key.getBytes(), value);
    }
  }

  @Test
  void cached_values_are_larders_with_the_time_to_live_and_prefix_of_spring() {
    People people =
        run("spring.cache.redis.time-to-live=10m", "spring.cache.redis.key-prefix=app:");
    assertEquals(Person.ANNA, people.find("anna"));
    assertTrue(Larder.isLarder(stored("app:people::anna")));
    long seconds =
        context.getBean(StringRedisTemplate.class).getExpire("app:people::anna", TimeUnit.SECONDS);
    assertTrue(seconds > 500 && seconds <= 600, seconds + " s");
    assertEquals(Person.ANNA, people.find("anna"));
    assertEquals(1, people.asked());
  }

  @Test
  void types_are_those_of_the_signatures_so_that_no_class_is_named() throws Exception {
    People people = run();
    for (int times = 0; times < 2; times++) {
      assertEquals(List.of(new Address("Berlin")), people.addresses("Berlin"));
      assertEquals(Map.of("Rome", new Address("Rome")), people.byName("Rome").get());
      assertEquals(Optional.of(new Address("Oslo")), people.maybe("Oslo"));
      for (String key : List.of("lists::Berlin", "maps::Rome", "optionals::Oslo")) {
        assertTrue(Larder.isLarder(stored(key)), key);
      }
    }
    assertEquals(3, people.asked());
    // As another language writes it: a map without a class.
    store("optionals::Bonn", Larder.builder().build().encode(Map.of("city", "Bonn")));
    store("lists::Bonn", Larder.builder().build().encode(List.of(Map.of("city", "Bonn"))));
    assertEquals(Optional.of(new Address("Bonn")), people.maybe("Bonn"));
    assertEquals(List.of(new Address("Bonn")), people.addresses("Bonn"));
    assertEquals(3, people.asked());
  }

  @Test
  void values_of_subclasses_come_back_as_they_were() {
    People people = run();
    for (int times = 0; times < 2; times++) {
      assertEquals(List.of(new Animal("rex"), new Dog("rex", 3)), people.animals("rex"));
      assertEquals(Set.of(new Circle(1)), people.shapes(1));
      assertEquals(new Circle(2), people.shape(2));
      for (String key : List.of("animals::rex", "shapes::1.0", "drawn::2.0")) {
        assertTrue(Larder.isLarder(stored(key)), key);
      }
    }
    assertEquals(3, people.asked());
    assertEquals(Drawn.class, people.shape(0).getClass());
  }

  /** The properties of a step, as the README prints them. */
  private static String[] properties(String step) throws IOException {
    String readme = Files.readString(Path.of("README.md"));
    return readme.split("```properties " + step + "\n", 2)[1].split("```", 2)[0].split("\n");
  }

  @Test
  void a_cache_is_switched_and_back_as_the_readme_says() throws IOException {
    run();
    // What Spring Boot writes without the starter.
    store("people::ben", RedisSerializer.java().serialize(Person.BEN));
    context.close();

    // Readers come first.
    People people = run(properties("ready"));
    assertEquals(Person.BEN, people.find("ben"));
    assertEquals(Person.ANNA, people.find("anna"));
    assertEquals(Person.ANNA, RedisSerializer.java().deserialize(stored("people::anna")));
    assertEquals(1, people.asked());
    context.close();

    people = run(properties("switched"));
    assertEquals(Person.BEN, people.find("ben"));
    assertEquals(Person.ANNA, people.find("anna"));
    assertEquals(List.of(new Address("Berlin")), people.addresses("Berlin"));
    assertTrue(Larder.isLarder(stored("lists::Berlin")));
    assertEquals(1, people.asked());
    people.anything("gadget");
    assertFalse(Larder.isLarder(stored("objects::gadget")), "the fallback writes it");
    assertEquals(Gadget.class, people.anything("gadget").getClass());
    assertEquals(2, people.asked());
    context.close();

    // And back: what Larder wrote meanwhile is read.
    people = run(properties("ready"));
    assertEquals(List.of(new Address("Berlin")), people.addresses("Berlin"));
    assertEquals(Person.BEN, people.find("ben"));
    assertEquals(0, people.asked());
  }

  @Test
  void a_value_that_cannot_be_written_or_read_is_a_miss() {
    People people = run();
    assertEquals(Gadget.class, people.anything("gadget").getClass());
    assertEquals(Gadget.class, people.anything("gadget").getClass());
    store("people::anna", new byte[] {1, 2, 3});
    assertEquals(Person.ANNA, people.find("anna"));
    assertEquals(3, people.asked());
  }

  @Test
  void templates_use_it_and_keys_stay() {
    run("larder.packages=dev.larder.testing");
    @SuppressWarnings("unchecked")
    RedisTemplate<Object, Object> template = context.getBean("redisTemplate", RedisTemplate.class);
    template.opsForValue().set("anna", Person.ANNA);
    template.opsForHash().put("people", "anna", Person.ANNA);
    assertEquals(Person.ANNA, template.opsForValue().get("anna"));
    assertEquals(Person.ANNA, template.opsForHash().get("people", "anna"));
    try (RedisConnection connection = connection()) {
      byte[] key = RedisSerializer.java().serialize("anna");
      assertTrue(Larder.isLarder(connection.stringCommands().get(key)));
    }
  }

  /** An application with Spring Session. */
  @EnableRedisHttpSession
  static class Sessions extends Application {}

  private static <S extends Session> S saved(SessionRepository<S> sessions) {
    S session = sessions.createSession();
    session.setAttribute("person", Person.ANNA);
    sessions.save(session);
    return session;
  }

  @Test
  void sessions_of_spring_are_larders_and_old_ones_are_read() {
    context =
        new SpringApplicationBuilder(Sessions.class)
            .web(WebApplicationType.NONE)
            .properties("spring.data.redis.port=" + server.port())
            .properties("larder.packages=dev.larder.testing", "larder.fallback=java")
            .run();
    SessionRepository<?> sessions = context.getBean(SessionRepository.class);
    Session session = saved(sessions);
    byte[] key = ("spring:session:sessions:" + session.getId()).getBytes();
    byte[] field = "sessionAttr:person".getBytes();
    try (RedisConnection connection = connection()) {
      assertTrue(Larder.isLarder(connection.hashCommands().hGet(key, field)));
      assertEquals(Person.ANNA, sessions.findById(session.getId()).getAttribute("person"));
      for (Map.Entry<byte[], byte[]> entry : connection.hashCommands().hGetAll(key).entrySet()) {
        Object value =
            Larder.builder().register(Person.class).build().decode(entry.getValue(), Object.class);
        connection
            .hashCommands()
            .hSet(key, entry.getKey(), RedisSerializer.java().serialize(value));
      }
    }
    assertEquals(Person.ANNA, sessions.findById(session.getId()).getAttribute("person"));
  }

  private static byte[] profile() throws IOException {
    String hex = Files.readString(Path.of("../../vectors/profiles/small.profile.hex"));
    return HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
  }

  private static byte[] under(byte[] profile) {
    return Larder.builder()
        .register(Person.class)
        .profile(Profile.of(profile))
        .build()
        .encode(Person.ANNA);
  }

  @Test
  void a_profile_is_found_in_redis() throws IOException {
    byte[] profile = profile();
    String id = Profile.of(profile).id();
    run();
    store("larder:profile:" + id, profile);
    try (RedisConnection connection = connection()) {
      connection
          .hashCommands()
          .hSet("larder:profiles:people".getBytes(), "current".getBytes(), id.getBytes());
    }
    context.close();
    run("larder.profile=people");
    Larder larder = context.getBean(Larder.class);
    Wait.until(
        "values are under the profile",
        () -> Arrays.equals(larder.encode(Person.ANNA), under(profile)));
    store("people::x", under(profile));
    assertEquals(Person.ANNA, context.getBean(People.class).find("x"));
  }

  @Test
  void a_profile_is_a_file() throws IOException {
    Path file = Files.createTempFile("larder", ".profile");
    try {
      Files.write(file, profile());
      run("larder.profile=" + file.toUri());
      assertArrayEquals(under(profile()), context.getBean(Larder.class).encode(Person.ANNA));
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void values_under_further_profiles_are_read() throws IOException {
    Path file = Files.createTempFile("larder", ".profile");
    try {
      Files.write(file, profile());
      People people = run("larder.also-reads=" + file.toUri());
      store("people::x", under(profile()));
      assertEquals(Person.ANNA, people.find("x"));
      assertEquals(0, people.asked());
      assertArrayEquals(
          Larder.builder().register(Person.class).build().encode(Person.ANNA),
          context.getBean(Larder.class).encode(Person.ANNA));
      context.close();
    } finally {
      Files.delete(file);
    }
    RuntimeException failure =
        assertThrows(RuntimeException.class, () -> run("larder.also-reads=people"));
    String message = NestedExceptionUtils.getMostSpecificCause(failure).getMessage();
    assertTrue(message.contains("and people is none; larder.profile=NAME"), message);
  }

  @Test
  void meters_are_bound() {
    People people = run();
    people.find("anna");
    stored("people::anna");
    people.find("anna");
    MeterRegistry meters = context.getBean(MeterRegistry.class);
    assertEquals(
        1,
        meters.get("larder.encode").tags("cache", "people", "outcome", "larder").timer().count());
    assertEquals(
        1,
        meters.get("larder.decode").tags("cache", "people", "outcome", "larder").timer().count());
  }

  @Test
  void editors_know_the_properties() throws IOException {
    try (var metadata =
        getClass().getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
      String text = new String(metadata.readAllBytes(), StandardCharsets.UTF_8);
      for (String name :
          List.of("packages", "level", "profile", "also-reads", "fallback", "writing")) {
        assertTrue(text.contains("\"larder." + name + "\""), name);
      }
    }
  }
}
