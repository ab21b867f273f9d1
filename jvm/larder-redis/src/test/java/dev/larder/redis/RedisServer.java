package dev.larder.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/** A redis-server of the tests' own, which keeps nothing and ends with them. */
final class RedisServer {
  private static RedisServer running;

  private final int port;
  private final RedisClient client;
  private final RedisCommands<String, byte[]> raw;

  private RedisServer() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("larder-redis");
    directory.toFile().deleteOnExit();
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Process process =
        new ProcessBuilder("redis-server", "--bind", "127.0.0.1", "--port", "" + port, "--save", "")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    for (int tries = 0; !answers(); tries++) {
      if (tries == 100 || process.waitFor(100, TimeUnit.MILLISECONDS)) {
        process.destroy();
        throw new IOException("redis-server does not answer at port " + port);
      }
    }
    client = RedisClient.create("redis://127.0.0.1:" + port);
    raw = client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)).sync();
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** The one of this JVM; without an installed redis-server the test is skipped. */
  static synchronized RedisServer get() {
    if (running == null) {
      try {
        if (new ProcessBuilder("redis-server", "--version").start().waitFor() != 0) {
          throw new TestAbortedException("redis-server does not start");
        }
      } catch (IOException e) {
        throw new TestAbortedException("redis-server is not installed: " + e.getMessage());
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      try {
        running = new RedisServer();
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return running;
  }

  /** The same server with nothing in it. */
  static RedisServer empty() {
    RedisServer server = get();
    server.raw.flushall();
    return server;
  }

  int port() {
    return port;
  }

  String uri() {
    return "redis://127.0.0.1:" + port;
  }

  RedisClient client() {
    return client;
  }

  /** Commands for values as they are. */
  RedisCommands<String, byte[]> raw() {
    return raw;
  }
}
