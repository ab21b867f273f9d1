package dev.larder.internal.spark;

import dev.larder.internal.redis.Master;
import dev.larder.internal.redis.Servers;
import io.lettuce.core.ClientOptions;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The keys of one master, page by page. A key may come twice, and does so if the server is started
 * anew meanwhile.
 */
public final class KeyScan implements Iterator<byte[]>, AutoCloseable {
  private static final int PAGE = 1000;

  private final Servers servers;
  private final Master master;
  private final String pattern;
  private final Iterator<String> types;
  private String type;
  private String runId;
  private String cursor = Master.Keys.END;
  private Iterator<byte[]> page = List.<byte[]>of().iterator();
  private boolean isStarted;

  /**
   * @param uri of the Redis
   * @param master one of {@link #masters}
   * @param pattern null for all keys
   * @param types as {@code SCAN} takes them
   */
  public KeyScan(String uri, String master, String pattern, List<String> types) {
    servers = Servers.open(RedisUri.nodes(uri), ClientOptions.create());
    this.master =
        servers.masters().stream()
            .filter(its -> its.toString().equals(master))
            .findFirst()
            .orElseThrow(() -> new NoSuchElementException(master + " is no master any more"));
    this.pattern = pattern;
    this.types = types.iterator();
  }

  /** The names of the masters as of now. */
  public static List<String> masters(String uri) {
    try (Servers servers = Servers.open(RedisUri.nodes(uri), ClientOptions.create())) {
      return servers.masters().stream().map(Master::toString).toList();
    }
  }

  @Override
  public boolean hasNext() {
    while (!page.hasNext()) {
      if (isStarted && !cursor.equals(Master.Keys.END)) {
        read();
        continue;
      }
      // If the server was started anew, its cursors meant nothing.
      String now = master.runId();
      if (!isStarted || now.equals(runId)) {
        if (!types.hasNext()) {
          return false;
        }
        type = types.next();
      }
      runId = now;
      isStarted = true;
      cursor = Master.Keys.END;
      read();
    }
    return true;
  }

  private void read() {
    Master.Keys keys = master.scan(cursor, type, pattern, PAGE);
    cursor = keys.next();
    page = keys.keys().iterator();
  }

  @Override
  public byte[] next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return page.next();
  }

  @Override
  public void close() {
    servers.close();
  }
}
