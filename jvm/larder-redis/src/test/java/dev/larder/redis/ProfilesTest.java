package dev.larder.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.ErrorKind;
import dev.larder.Larder;
import dev.larder.LarderException;
import dev.larder.Profile;
import dev.larder.testing.Person;
import dev.larder.testing.RedisCluster;
import dev.larder.testing.RedisServer;
import dev.larder.testing.Wait;
import io.lettuce.core.RedisException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

@DisplayName("Profiles in Redis")
class ProfilesTest {
  private static final Duration SOON = Duration.ofMillis(50);
  private static final Duration NEVER = Duration.ofDays(1);

  private final byte[] first = file("small");
  private final byte[] second = file("symbols");
  private RedisServer server;

  @BeforeEach
  void start() throws IOException {
    server = RedisServer.start();
    // The first connection of a JVM takes its time.
    new LettuceProfileStore(server.uri()).has("any");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static byte[] file(String name) {
    try {
      String hex = Files.readString(Path.of("../../vectors/profiles/" + name + ".profile.hex"));
      return HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String id(byte[] profile) {
    return Profile.of(profile).id();
  }

  private void put(String id, byte[] profile) {
    try (Jedis jedis = server.jedis()) {
      jedis.set(("larder:profile:" + id).getBytes(), profile);
    }
  }

  private void publish(byte[] profile) {
    put(id(profile), profile);
    try (Jedis jedis = server.jedis()) {
      jedis.hset("larder:profiles:people", Map.of("current", id(profile), id(profile), "1"));
    }
  }

  private Profiles profiles(Duration askEvery, Duration missingFor) {
    return new Profiles(new LettuceProfileStore(server.uri()), "people", askEvery, missingFor);
  }

  private static Larder larder(Profiles profiles) {
    return Larder.builder().register(Person.class).profiles(profiles).build();
  }

  private static byte[] under(byte[] profile) {
    return Larder.builder()
        .register(Person.class)
        .profile(Profile.of(profile))
        .build()
        .encode(Person.ANNA);
  }

  private static void awaitWriting(Larder larder, byte[] expected) {
    Wait.forValue(
        "a value under the profile",
        () -> larder.encode(Person.ANNA),
        bytes -> Arrays.equals(bytes, expected));
  }

  @Test
  void an_unknown_one_is_fetched_once_and_kept() {
    put(id(first), first);
    Larder larder = larder(profiles(NEVER, NEVER));
    for (int times = 0; times < 3; times++) {
      assertEquals(Person.ANNA, larder.decode(under(first), Person.class));
    }
    ByteBuffer direct = ByteBuffer.allocateDirect(100).put(under(first)).flip();
    assertEquals(Person.ANNA, larder.decode(direct, Person.class));
    assertEquals(1, server.calls("get"));
  }

  @Test
  void one_client_asks_until_it_is_closed() {
    put(id(first), first);
    Profiles profiles = profiles(SOON, SOON);
    Larder larder = larder(profiles);
    assertEquals(Person.ANNA, larder.decode(under(first), Person.class));
    long asked = server.calls("hget");
    Wait.until(
        "it has asked several times",
        () -> {
          larder.encode(Person.ANNA);
          return server.calls("hget") > asked + 3;
        });
    profiles.close();
    try (Jedis jedis = server.jedis()) {
      Wait.until(
          "only this connection is left",
          () -> {
            larder.encode(Person.ANNA);
            return jedis.clientList().lines().count() == 1;
          });
    }
    assertEquals(Person.ANNA, larder.decode(under(first), Person.class));
    LarderException closed =
        assertThrows(LarderException.class, () -> larder.decode(under(second), Person.class));
    assertTrue(closed.getMessage().contains("closed"), closed.getMessage());
  }

  @Test
  void a_direct_buffer_is_decoded_under_one_that_is_fetched() {
    put(id(first), first);
    ByteBuffer direct = ByteBuffer.allocateDirect(100).put(under(first)).flip();
    assertEquals(Person.ANNA, larder(profiles(NEVER, NEVER)).decode(direct, Person.class));
  }

  @Test
  void a_writer_follows_the_current_one_and_reads_the_older() {
    Larder larder = larder(profiles(SOON, SOON));
    byte[] without = Larder.builder().register(Person.class).build().encode(Person.ANNA);
    assertArrayEquals(without, larder.encode(Person.ANNA));
    publish(first);
    awaitWriting(larder, under(first));
    publish(second);
    awaitWriting(larder, under(second));
    publish(first);
    awaitWriting(larder, under(first));
    for (byte[] bytes : new byte[][] {without, under(first), under(second)}) {
      assertEquals(Person.ANNA, larder.decode(bytes, Person.class));
    }
  }

  @Test
  void the_current_one_is_asked_for_once_in_the_interval() {
    publish(first);
    Larder larder = larder(profiles(NEVER, NEVER));
    awaitWriting(larder, under(first));
    for (int times = 0; times < 1000; times++) {
      larder.encode(Person.ANNA);
    }
    assertEquals(1, server.calls("hget"));
  }

  @Test
  void an_evicted_one_is_put_back() {
    publish(first);
    Larder larder = larder(profiles(SOON, SOON));
    awaitWriting(larder, under(first));
    try (Jedis jedis = server.jedis()) {
      byte[] key = ("larder:profile:" + id(first)).getBytes();
      jedis.del(key);
      byte[] again =
          Wait.forValue(
              "the profile",
              () -> {
                larder.encode(Person.ANNA);
                return jedis.get(key);
              },
              bytes -> true);
      assertArrayEquals(first, again);
    }
  }

  @Test
  void a_forged_one_is_an_error_and_is_never_used() {
    put(id(first), second);
    Larder larder = larder(profiles(NEVER, NEVER));
    LarderException e =
        assertThrows(LarderException.class, () -> larder.decode(under(first), Person.class));
    assertEquals(ErrorKind.BAD_PROFILE, e.kind());
    assertTrue(e.getMessage().contains("larder:profile:" + id(first)), e.getMessage());

    byte[] damaged = second.clone();
    damaged[damaged.length / 2] ^= 1;
    put(id(second), damaged);
    e = assertThrows(LarderException.class, () -> larder.decode(under(second), Person.class));
    assertEquals(ErrorKind.BAD_PROFILE, e.kind());
  }

  @Test
  void a_missing_one_is_named_and_asked_for_again_later() {
    Profiles profiles = profiles(NEVER, NEVER);
    Larder patient = larder(profiles);
    for (int times = 0; times < 2; times++) {
      LarderException e =
          assertThrows(LarderException.class, () -> patient.decode(under(first), Person.class));
      assertEquals(ErrorKind.MISSING_PROFILE, e.kind());
      assertTrue(e.getMessage().contains(id(first)), e.getMessage());
    }
    assertEquals(1, server.calls("get"));

    Larder larder = larder(profiles(NEVER, SOON));
    assertThrows(LarderException.class, () -> larder.decode(under(first), Person.class));
    put(id(first), first);
    Wait.until(
        "the profile is found",
        () -> {
          try {
            return larder.decode(under(first), Person.class).equals(Person.ANNA);
          } catch (LarderException e) {
            return false;
          }
        });
  }

  @Test
  void without_redis_what_is_held_is_used() throws IOException {
    publish(first);
    Profiles profiles = profiles(SOON, SOON);
    Larder larder = larder(profiles);
    awaitWriting(larder, under(first));
    // One thread asks Redis, so what was asked before this is answered: a profile of which Redis
    // says only half would not be used.
    assertThrows(LarderException.class, () -> profiles.find(id(second)));
    server.close();
    for (int times = 0; times < 5; times++) {
      assertEquals(Person.ANNA, larder.decode(larder.encode(Person.ANNA), Person.class));
      LarderException e =
          assertThrows(LarderException.class, () -> larder.decode(under(second), Person.class));
      assertTrue(e.getMessage().contains(id(second)), e.getMessage());
    }
    assertSame(profiles.find(id(first)), profiles.current());
    server.restart();
    publish(second);
    awaitWriting(larder, under(second));
  }

  @Test
  void a_cluster_is_asked_where_the_key_is() throws Exception {
    try (RedisCluster cluster = RedisCluster.start()) {
      LettuceProfileStore store = new LettuceProfileStore(cluster.node(0).uri());
      for (byte[] profile : List.of(first, second)) {
        store.putIfAbsent("larder:profile:" + id(profile), profile);
      }
      store.putIfAbsent("larder:profile:" + id(first), second);
      assertTrue(store.has("larder:profile:" + id(second)));
      Larder larder = larder(new Profiles(store, "people", NEVER, NEVER));
      assertEquals(Person.ANNA, larder.decode(under(first), Person.class));
      assertEquals(Person.ANNA, larder.decode(under(second), Person.class));
    }
  }

  @Test
  void a_lagging_replica_does_not_matter() throws IOException {
    publish(first);
    try (RedisServer replica =
            RedisServer.start(
                "--replicaof", "127.0.0.1 " + server.port(), "--replica-read-only", "no");
        Jedis lagging = replica.jedis()) {
      byte[] key = ("larder:profile:" + id(first)).getBytes();
      Wait.until("the replica has the profile", () -> lagging.exists(key));
      // As if it had not come yet.
      lagging.del(key);
      lagging.del("larder:profiles:people");
      Profiles profiles =
          new Profiles(new LettuceProfileStore(replica.uri()), "people", NEVER, NEVER);
      assertEquals(Person.ANNA, larder(profiles).decode(under(first), Person.class));
      awaitWriting(larder(profiles), under(first));
    }
  }

  @Test
  void one_that_cannot_be_put_back_is_not_written_under() {
    publish(first);
    Larder larder = larder(profiles(SOON, SOON));
    awaitWriting(larder, under(first));
    byte[] without = SharedRedis.LARDER.encode(Person.ANNA);
    try (Jedis jedis = server.jedis()) {
      jedis.configSet("maxmemory", "1");
      jedis.del("larder:profile:" + id(first));
      awaitWriting(larder, without);
      jedis.configSet("maxmemory", "0");
      awaitWriting(larder, under(first));
      assertArrayEquals(first, jedis.get(("larder:profile:" + id(first)).getBytes()));
    }
  }

  @Test
  void those_published_while_threads_read_and_write_reach_all_without_an_error() throws Exception {
    int threads = 4;
    AtomicBoolean isOver = new AtomicBoolean();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<?>> running = new ArrayList<>();
    List<Larder> larders = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      String own = "person:" + i;
      String next = "person:" + (i + 1) % threads;
      Larder larder = larder(profiles(SOON, NEVER));
      larders.add(larder);
      running.add(
          pool.submit(
              () -> {
                try (Jedis jedis = server.jedis()) {
                  while (!isOver.get()) {
                    jedis.set(own.getBytes(), larder.encode(Person.ANNA));
                    byte[] bytes = jedis.get(next.getBytes());
                    assertEquals(
                        Person.ANNA,
                        bytes == null ? Person.ANNA : larder.decode(bytes, Person.class));
                  }
                }
              }));
    }
    try {
      for (byte[] profile : List.of(first, second, first)) {
        publish(profile);
        larders.forEach(larder -> awaitWriting(larder, under(profile)));
      }
    } finally {
      isOver.set(true);
      pool.shutdown();
    }
    for (Future<?> each : running) {
      each.get(); // It throws what the thread threw.
    }
    try (Jedis jedis = server.jedis()) {
      assertEquals(threads, jedis.keys("person:*").size());
    }
  }

  @Test
  void every_adapter_takes_them() {
    publish(first);
    Larder larder = larder(profiles(NEVER, NEVER));
    assertEquals(
        Person.ANNA, LarderRedisSerializer.of(larder, Person.class).deserialize(under(first)));
    assertEquals(
        Person.ANNA,
        LarderLettuceCodec.of(larder, Person.class).decodeValue(ByteBuffer.wrap(under(first))));
    RedisException e =
        assertThrows(
            RedisException.class,
            () ->
                LarderLettuceCodec.of(larder, Person.class)
                    .decodeValue(ByteBuffer.wrap(under(second))));
    assertTrue(e.getMessage().contains(id(second)), e.getMessage());
  }
}
