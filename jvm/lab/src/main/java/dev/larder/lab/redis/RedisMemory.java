package dev.larder.lab.redis;

import dev.larder.lab.runner.Job.RedisServer;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The memory that a Redis server reports, and pipelines that fill it. */
final class RedisMemory implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int PIPELINE_COMMANDS = 1_000;
  private static final int PIPELINE_BYTES = 1 << 20;

  /** How long to wait until other connections are gone, in nanoseconds. */
  private static final long ALONE = TimeUnit.SECONDS.toNanos(1);

  private final RedisServer server;
  private final RedisClient client;
  private StatefulRedisConnection<byte[], byte[]> connection;
  RedisAsyncCommands<byte[], byte[]> commands;

  private final List<RedisFuture<?>> pipeline = new ArrayList<>();
  private int pipelineBytes;

  RedisMemory(RedisServer server) {
    this.server = server;
    client = RedisClient.create(uri(server));
    client.setOptions(ClientOptions.builder().autoReconnect(false).build());
    connect();
  }

  private void connect() {
    connection = client.connect(ByteArrayCodec.INSTANCE);
    connection.setAutoFlushCommands(false);
    commands = connection.async();
  }

  private static RedisURI uri(RedisServer server) {
    RedisURI.Builder uri =
        RedisURI.builder()
            .withHost(server.host())
            .withPort(server.port())
            .withDatabase(server.db())
            .withSsl(server.tls())
            .withTimeout(TIMEOUT);
    if (server.username() != null && server.password() != null) {
      uri.withAuthentication(server.username(), server.password());
    } else if (server.password() != null) {
      uri.withPassword(server.password().toCharArray());
    }
    return uri.build();
  }

  /** Sends one command and waits for its reply. */
  <T> T now(RedisFuture<T> command) {
    connection.flushCommands();
    return await(command);
  }

  private static <T> T await(RedisFuture<T> command) {
    return LettuceFutures.awaitOrCancel(command, TIMEOUT.toSeconds(), TimeUnit.SECONDS);
  }

  /** Adds a command to the pipeline, which is sent when it is long enough. */
  void pipeline(RedisFuture<?> command, int bytes) {
    pipeline.add(command);
    pipelineBytes += bytes;
    if (pipeline.size() == PIPELINE_COMMANDS || pipelineBytes >= PIPELINE_BYTES) {
      flush();
    }
  }

  /** Sends the rest of the pipeline and waits for all replies. */
  void flush() {
    List<RedisFuture<?>> sent = List.copyOf(pipeline);
    pipeline.clear();
    pipelineBytes = 0;
    connection.flushCommands();
    sent.forEach(RedisMemory::await);
  }

  /**
   * {@code used_memory} as a new connection reads it once it is the only one. The connection that
   * stored the values is then gone, with its buffers, so two readings differ only by the data.
   */
  long used() {
    connection.close();
    connect();
    long asked = System.nanoTime();
    while (true) {
      Map<String, String> info =
          now(commands.info())
              .lines()
              .filter(line -> line.contains(":"))
              .map(line -> line.split(":", 2))
              .collect(Collectors.toMap(field -> field[0], field -> field[1].strip(), (a, b) -> a));
      boolean alone = info.get("connected_clients").equals("1");
      if (alone || !server.isPrivate() || System.nanoTime() - asked > ALONE) {
        return Long.parseLong(info.get("used_memory"));
      }
    }
  }

  /** {@code MEMORY USAGE key SAMPLES 0}: every element counts. */
  long usage(byte[] key) {
    CommandArgs<byte[], byte[]> arguments =
        new CommandArgs<>(ByteArrayCodec.INSTANCE).add("USAGE").addKey(key).add("SAMPLES").add(0);
    return now(
        commands.dispatch(
            CommandType.MEMORY, new IntegerOutput<>(ByteArrayCodec.INSTANCE), arguments));
  }

  static byte[] key(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
  }
}
