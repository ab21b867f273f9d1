package dev.larder.internal.shape;

import dev.larder.ErrorKind;
import dev.larder.internal.bytes.ByteReader;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Keys of a map of which many have one hash, as whoever sends them can choose. A map has those in
 * order, if all are of one class that compares with itself; it looks at each of the others.
 */
public final class KeyHashes {
  /** Natural keys do not come near it, and those of one class may. */
  private static final int MAX_OF_ONE_HASH = 64;

  /** Refuses keys that the map would look at one by one. */
  public static void check(ByteReader in, Object[] keys) {
    if (keys.length <= MAX_OF_ONE_HASH || areOrdered(keys)) {
      return;
    }
    int[] hashes = new int[keys.length];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = keys[i] == null ? 0 : keys[i].hashCode();
    }
    Arrays.sort(hashes);
    for (int i = MAX_OF_ONE_HASH; i < hashes.length; i++) {
      if (hashes[i] == hashes[i - MAX_OF_ONE_HASH]) {
        throw in.error(ErrorKind.TOO_LARGE, "a map with many keys of the same hash");
      }
    }
  }

  private static boolean areOrdered(Object[] keys) {
    Class<?> first = keys[0] == null ? null : keys[0].getClass();
    for (Object key : keys) {
      if (key == null || key.getClass() != first || key instanceof ByteBuffer) {
        return false;
      }
    }
    return true;
  }

  private KeyHashes() {}
}
