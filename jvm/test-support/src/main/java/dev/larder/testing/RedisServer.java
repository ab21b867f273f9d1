package dev.larder.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;
import redis.clients.jedis.Jedis;

/**
 * A redis-server of a test's own on a free port of the loopback interface. It persists nothing and
 * ends when it is closed, or else when the JVM ends. The environment variable {@code
 * LARDER_REDIS_SERVER} names another program, such as that of Valkey.
 */
public final class RedisServer implements AutoCloseable {
  private static final String PROGRAM =
      System.getenv().getOrDefault("LARDER_REDIS_SERVER", "redis-server");

  private final int port = TestPorts.free();
  private final List<String> command = new ArrayList<>();
  private Process process;

  private RedisServer(List<String> options) throws IOException {
    Path directory = Files.createTempDirectory("larder-redis");
    command.add(PROGRAM);
    command.addAll(options);
    command.addAll(
        List.of("--bind", "127.0.0.1", "--port", "" + port, "--dir", directory.toString()));
    TestFiles.deleteAtEnd(directory);
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    restart();
  }

  /**
   * Starts an empty server. The test is skipped where no redis-server is installed.
   *
   * @param options more arguments of redis-server, such as {@code --requirepass}
   */
  public static RedisServer start(String... options) throws IOException {
    requireInstalled();
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("--save", ""));
    return new RedisServer(all);
  }

  private static void requireInstalled() {
    try {
      if (new ProcessBuilder(PROGRAM, "--version").start().waitFor() != 0) {
        throw new TestAbortedException("redis-server does not start");
      }
    } catch (IOException e) {
      throw new TestAbortedException("redis-server is not installed: " + e.getMessage());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Starts an empty server at the port of one that was closed. */
  public void restart() throws IOException {
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Wait.until("redis-server answers at port " + port, this::answers);
  }

  private boolean answers() {
    if (!process.isAlive()) {
      throw new IllegalStateException("redis-server ended with " + process.exitValue());
    }
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  public int port() {
    return port;
  }

  /** As clients take it: {@code redis://127.0.0.1:PORT}. */
  public String uri() {
    return "redis://127.0.0.1:" + port;
  }

  /** Opens a connection of the test's own. */
  public Jedis jedis() {
    return new Jedis("127.0.0.1", port, 10_000);
  }

  /** How often clients sent a command since the server started. */
  public long calls(String command) {
    return statistic("commandstats", "cmdstat_" + command + ":calls=");
  }

  /** The number that {@code INFO} shows after a prefix; 0 if it shows none. */
  public long statistic(String section, String prefix) {
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

  /** How many connections of this client name are open. */
  public long clients(String name) {
    try (Jedis jedis = jedis()) {
      return jedis.clientList().lines().filter(line -> line.contains("name=" + name)).count();
    }
  }

  /** Makes it hang: connections stay open, and nothing is answered. */
  public void pause() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** Ends {@link #pause}. */
  public void resume() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    if (new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor() != 0) {
      throw new IOException("redis-server is gone");
    }
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
