package dev.larder.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/** A redis-server of a test's own on one port, which can be away for a while. */
final class RedisProcess implements AutoCloseable {
  private final int port;
  private final Path directory;
  private Process process;

  /** Without an installed redis-server the test is skipped. */
  RedisProcess() throws IOException, InterruptedException {
    try {
      new ProcessBuilder("redis-server", "--version").start().waitFor();
    } catch (IOException e) {
      throw new TestAbortedException("redis-server is not installed: " + e.getMessage());
    }
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    directory = Files.createTempDirectory("larder-service");
    directory.toFile().deleteOnExit();
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    start();
  }

  int port() {
    return port;
  }

  /** Starts an empty one, where the last one was. */
  void start() throws IOException, InterruptedException {
    process =
        new ProcessBuilder("redis-server", "--bind", "127.0.0.1", "--port", "" + port, "--save", "")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    for (int tries = 0; !answers(); tries++) {
      if (tries == 300 || process.waitFor(100, TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        throw new IOException("redis-server does not answer at port " + port);
      }
    }
  }

  /** Stops it where it is: connections stay, and nothing answers. */
  void pause() throws IOException, InterruptedException {
    signal("STOP");
  }

  void resume() throws IOException, InterruptedException {
    signal("CONT");
  }

  /** Ends it, and waits until it is gone. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private void signal(String name) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, "" + process.pid()).start();
    if (kill.waitFor() != 0) {
      throw new IOException("redis-server is gone");
    }
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
