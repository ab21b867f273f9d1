package dev.larder.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports for the servers of tests. */
public final class TestPorts {
  /** The bus of a node of a Redis Cluster is 10,000 above its port, and has to be a port, too. */
  private static final int MAX = 55_000;

  private TestPorts() {}

  /** A free port of the loopback interface. */
  public static int free() {
    while (true) {
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        if (free.getLocalPort() < MAX) {
          return free.getLocalPort();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
