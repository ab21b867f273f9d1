package dev.larder.lab.redis;

import dev.larder.lab.runner.Job.RedisServer;
import java.util.List;

/** How the articles measure memory: many pushes onto one list. */
public final class ListPushes {
  private ListPushes() {}

  /**
   * Pushes the encoded values in turn.
   *
   * @return the bytes of memory that the list takes
   */
  public static long usedMemory(RedisServer server, List<byte[]> encoded, int entries) {
    try (RedisMemory redis = new RedisMemory(server)) {
      byte[] key = RedisMemory.key(server.prefix() + "list");
      if (server.isPrivate()) {
        redis.now(redis.commands.rpush(key, encoded.get(0)));
        redis.now(redis.commands.flushall());
      }
      try {
        long before = redis.used();
        for (int i = 0; i < entries; i++) {
          byte[] value = encoded.get(i % encoded.size());
          redis.pipeline(redis.commands.rpush(key, value), value.length);
          if (i == 0 && !server.isPrivate()) {
            redis.pipeline(redis.commands.expire(key, RedisPhase.TTL), 0);
          }
        }
        redis.flush();
        return server.isPrivate() ? redis.used() - before : redis.usage(key);
      } finally {
        redis.now(redis.commands.unlink(key));
      }
    }
  }
}
