package dev.larder.redis;

import dev.larder.Larder;
import dev.larder.testing.Person;
import dev.larder.testing.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.io.IOException;
import java.io.UncheckedIOException;

/** One redis-server for all tests of this JVM, and a connection to it. */
final class SharedRedis {
  /** What most tests write and read values with. */
  static final Larder LARDER = Larder.builder().register(Person.class).build();

  private static SharedRedis running;

  private final RedisServer server;
  private final RedisClient client;
  private final RedisCommands<String, byte[]> raw;

  private SharedRedis() throws IOException {
    server = RedisServer.start();
    client = RedisClient.create(server.uri());
    raw = client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)).sync();
  }

  static synchronized SharedRedis get() {
    if (running == null) {
      try {
        running = new SharedRedis();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return running;
  }

  /** The same server without any keys. */
  static SharedRedis empty() {
    SharedRedis redis = get();
    redis.raw.flushall();
    return redis;
  }

  int port() {
    return server.port();
  }

  String uri() {
    return server.uri();
  }

  RedisClient client() {
    return client;
  }

  /** Commands for the bytes of values. */
  RedisCommands<String, byte[]> raw() {
    return raw;
  }
}
