package dev.larder.lab.redis;

import dev.larder.lab.Job.RedisServer;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A redis-server of a test's own, on a free port of the loopback interface. */
final class PrivateRedis implements AutoCloseable {
  private final Process process;
  private final int port;

  private PrivateRedis(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  static boolean isInstalled() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(directory -> Path.of(directory, "redis-server").toFile().canExecute());
  }

  static PrivateRedis start(Path directory) throws IOException, InterruptedException {
    int port = freePort();
    Process process =
        new ProcessBuilder(
                "redis-server",
                "--bind",
                "127.0.0.1",
                "--port",
                String.valueOf(port),
                "--save",
                "",
                "--requirepass",
                "secret",
                "--dir",
                directory.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("redis.log").toFile())
            .start();
    PrivateRedis redis = new PrivateRedis(process, port);
    redis.awaitPort();
    return redis;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitPort() throws IOException, InterruptedException {
    while (true) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return;
      } catch (IOException e) {
        if (!process.isAlive()) {
          throw e;
        }
        Thread.sleep(20);
      }
    }
  }

  RedisServer server(boolean isPrivate) {
    return new RedisServer("127.0.0.1", port, null, "secret", 3, false, "larder:test:", isPrivate);
  }

  @Override
  public void close() {
    process.destroy();
  }
}
