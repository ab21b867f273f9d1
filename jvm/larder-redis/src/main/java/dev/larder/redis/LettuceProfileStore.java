package dev.larder.redis;

import dev.larder.internal.redis.Master;
import dev.larder.internal.redis.Servers;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * Profiles in the Redis of a URI. One client connects for each command: there is one a minute, and
 * so it always finds the master of now.
 */
final class LettuceProfileStore implements ProfileStore {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final RedisURI uri;
  // Made when there is something to ask, by the only thread that asks.
  private RedisClient client;

  LettuceProfileStore(String uri) {
    this.uri = RedisURI.create(uri);
    this.uri.setTimeout(TIMEOUT);
  }

  @Override
  public byte[] get(String key) {
    return ask(key, master -> master.get(bytes(key)));
  }

  @Override
  public byte[] field(String key, String field) {
    return ask(key, master -> master.field(bytes(key), bytes(field)));
  }

  @Override
  public boolean has(String key) {
    return ask(key, master -> master.has(bytes(key)));
  }

  @Override
  public void putIfAbsent(String key, byte[] value) {
    ask(
        key,
        master -> {
          master.putIfAbsent(bytes(key), value);
          return null;
        });
  }

  private <T> T ask(String key, Function<Master, T> command) {
    RedisURI master;
    try (Servers servers = Servers.open(List.of(uri), client())) {
      Master server = servers.of(bytes(key));
      if (!server.info("replication", "role").equals("slave")) {
        return command.apply(server);
      }
      // A replica may lag behind, and takes no writes.
      master =
          RedisURI.builder(uri)
              .withHost(server.info("replication", "master_host"))
              .withPort(Integer.parseInt(server.info("replication", "master_port")))
              .build();
    }
    try (Servers servers = Servers.open(List.of(master), client())) {
      return command.apply(servers.of(bytes(key)));
    }
  }

  private synchronized RedisClient client() {
    if (client == null) {
      client = Servers.client(ClientOptions.create());
    }
    return client;
  }

  @Override
  public synchronized void close() {
    if (client != null) {
      client.shutdownAsync();
      client = null;
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
