package dev.larder.spark;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;
import redis.clients.jedis.Jedis;

/** A redis-server of the tests' own, which keeps nothing and ends with them. */
final class RedisServer implements AutoCloseable {
  private final Process process;
  private final int port;

  private RedisServer(int port, List<String> options) throws IOException {
    this.port = port;
    Path directory = Files.createTempDirectory("larder-spark-redis");
    List<String> command = new ArrayList<>(List.of("redis-server"));
    command.addAll(options);
    command.addAll(List.of("--bind", "127.0.0.1", "--port", "" + port, "--dir", "" + directory));
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    TestFiles.deleteAtEnd(directory);
    Wait.until("redis-server answers at port " + port, this::answers);
  }

  /** On a free port; without an installed redis-server the test is skipped. */
  static RedisServer start(String... options) throws IOException {
    try {
      if (new ProcessBuilder("redis-server", "--version").start().waitFor() != 0) {
        throw new TestAbortedException("redis-server does not start");
      }
    } catch (IOException e) {
      throw new TestAbortedException("redis-server is not installed: " + e.getMessage());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("--save", ""));
    return new RedisServer(freePort(), all);
  }

  /** One that a cluster's node has, too: its bus is 10,000 above. */
  static int freePort() throws IOException {
    while (true) {
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        if (free.getLocalPort() < 55_000) {
          return free.getLocalPort();
        }
      }
    }
  }

  private boolean answers() {
    if (!process.isAlive()) {
      throw new IllegalStateException("redis-server ended with " + process.exitValue());
    }
    try (Jedis jedis = jedis()) {
      return jedis.ping().equals("PONG");
    } catch (RuntimeException e) {
      return false;
    }
  }

  int port() {
    return port;
  }

  String uri() {
    return "redis://127.0.0.1:" + port;
  }

  /** A connection of the test's own. */
  Jedis jedis() {
    return new Jedis("127.0.0.1", port, 10_000);
  }

  /** How often a command came since the server started. */
  long calls(String command) {
    return statistic("commandstats", "cmdstat_" + command + ":calls=");
  }

  /** A number that {@code INFO} has behind a prefix; 0 without. */
  long statistic(String section, String prefix) {
    try (Jedis jedis = jedis()) {
      return jedis
          .info(section)
          .lines()
          .filter(line -> line.startsWith(prefix))
          .mapToLong(line -> Long.parseLong(line.substring(prefix.length()).split("\\D")[0]))
          .findFirst()
          .orElse(0);
    }
  }

  /** How many connections of this module are open. */
  long clients() {
    try (Jedis jedis = jedis()) {
      return jedis.clientList().lines().filter(line -> line.contains("name=larder-spark")).count();
    }
  }

  /** Lets it hang: connections stay open, and nothing is answered. */
  void pause() throws IOException, InterruptedException {
    signal("STOP");
  }

  void resume() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor();
  }

  /** Ends it at once, as if its machine were gone. */
  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
