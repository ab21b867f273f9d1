package dev.larder.spring;

import dev.larder.redis.ProfileStore;
import java.nio.charset.StandardCharsets;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.ReturnType;

/**
 * Profiles in the Redis of the application. Commands are sent as scripts: those go to the master,
 * even if the client reads from replicas.
 */
record SpringProfileStore(RedisConnectionFactory connections) implements ProfileStore {
  @Override
  public byte[] get(String key) {
    return eval(ReturnType.VALUE, "return redis.call('GET', KEYS[1])", key);
  }

  @Override
  public byte[] field(String key, String field) {
    return eval(ReturnType.VALUE, "return redis.call('HGET', KEYS[1], ARGV[1])", key, bytes(field));
  }

  @Override
  public boolean has(String key) {
    return this.<Long>eval(ReturnType.INTEGER, "return redis.call('EXISTS', KEYS[1])", key) > 0;
  }

  @Override
  public void putIfAbsent(String key, byte[] value) {
    eval(ReturnType.INTEGER, "return redis.call('SETNX', KEYS[1], ARGV[1])", key, value);
  }

  private <T> T eval(ReturnType type, String script, String key, byte[]... arguments) {
    byte[][] all = new byte[arguments.length + 1][];
    all[0] = bytes(key);
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    try (RedisConnection connection = connections.getConnection()) {
      return connection.scriptingCommands().eval(bytes(script), type, 1, all);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
