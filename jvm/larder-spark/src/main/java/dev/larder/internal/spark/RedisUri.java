package dev.larder.internal.spark;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterURIUtil;
import java.net.URI;
import java.util.List;

/** What names a Redis: one node, the master that Sentinel names, or a cluster. */
public final class RedisUri {
  private RedisUri() {}

  /**
   * Checks a URI without connecting.
   *
   * @throws IllegalArgumentException if it does not name a Redis
   */
  public static void check(String uri) {
    try {
      nodes(uri);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          withoutPassword(uri)
              + " is not a URI of a Redis: write redis://HOST:PORT,"
              + " redis-sentinel://HOST:PORT,HOST:PORT#MASTER or"
              + " redis-cluster://HOST:PORT,HOST:PORT",
          e);
    }
  }

  /** The nodes of a cluster to begin with, or the one node otherwise. */
  public static List<RedisURI> nodes(String uri) {
    return isCluster(uri)
        ? RedisClusterURIUtil.toRedisURIs(URI.create(uri.replaceFirst("-cluster:", ":")))
        : List.of(RedisURI.create(uri));
  }

  static boolean isCluster(String uri) {
    return uri.startsWith("redis-cluster:") || uri.startsWith("rediss-cluster:");
  }

  /** For messages. */
  public static String withoutPassword(String uri) {
    return uri.replaceFirst("//[^@/]*@", "//…@");
  }
}
