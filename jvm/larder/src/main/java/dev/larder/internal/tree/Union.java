package dev.larder.internal.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** The keys of maps, of which each lacks some: in an order that has each map's keys in theirs. */
final class Union {
  /** As they were met. */
  private final List<Object> keys = new ArrayList<>();

  private final Map<Object, Integer> numbers = new HashMap<>();

  /** Numbers of keys, two by two, of which one stands directly before the other in some map. */
  private int[] pairs = new int[64];

  private int pairsEnd;

  /** Takes in the keys of one more map; gives how many of them it had. */
  int add(Object[] more) {
    int before = -1;
    int known = 0;
    for (Object key : more) {
      Integer number = numbers.putIfAbsent(key, keys.size());
      if (number == null) {
        number = keys.size();
        keys.add(key);
      } else {
        known++;
      }
      if (before >= 0) {
        if (pairsEnd == pairs.length) {
          pairs = Arrays.copyOf(pairs, 2 * pairsEnd);
        }
        pairs[pairsEnd++] = before;
        pairs[pairsEnd++] = number;
      }
      before = number;
    }
    return known;
  }

  int size() {
    return keys.size();
  }

  /** All keys: of those that can come next, the one that was met first does. Null for none. */
  Object[] inOrder() {
    int count = keys.size();
    int[] waitsFor = new int[count];
    // Where the followers of each key begin in `followers`.
    int[] starts = new int[count + 1];
    for (int i = 0; i < pairsEnd; i += 2) {
      starts[pairs[i] + 1]++;
      waitsFor[pairs[i + 1]]++;
    }
    PriorityQueue<Integer> next = new PriorityQueue<>();
    for (int key = 0; key < count; key++) {
      starts[key + 1] += starts[key];
      if (waitsFor[key] == 0) {
        next.add(key);
      }
    }
    int[] ends = starts.clone();
    int[] followers = new int[pairsEnd / 2];
    for (int i = 0; i < pairsEnd; i += 2) {
      followers[ends[pairs[i]]++] = pairs[i + 1];
    }
    Object[] ordered = new Object[count];
    int taken = 0;
    while (!next.isEmpty()) {
      int key = next.poll();
      ordered[taken++] = keys.get(key);
      for (int i = starts[key]; i < ends[key]; i++) {
        if (--waitsFor[followers[i]] == 0) {
          next.add(followers[i]);
        }
      }
    }
    return taken == count ? ordered : null;
  }
}
