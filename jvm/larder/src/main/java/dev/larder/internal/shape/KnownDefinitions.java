package dev.larder.internal.shape;

import static dev.larder.internal.bytes.Words.LONGS;

import dev.larder.internal.text.TextReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Definitions that were read lately, by their bytes and the names before them: the same shapes come
 * again and again.
 *
 * <p>Each has a place, and the one beside it should that be taken; what comes last displaces what
 * was there, and when all of them take too much, all go. So a flood of shapes costs no more than
 * reading them. Thread-safe: what is found is immutable, and who comes first does not matter.
 */
public final class KnownDefinitions {

  private static final int SLOTS = 1024;

  /** Longer definitions, and those that cost more, are read each time. */
  private static final int MAX_BYTES = 8 << 10;

  private static final int MAX_COST = 256 << 10;
  private static final int MAX_COST_OF_ALL = 4 << 20;

  /**
   * Definitions that one of them read.
   *
   * @param names those that had numbers before them: a profile's, or none
   * @param bytes null if they are too long, or cost too much, to be kept
   */
  public record Known(
      KnownDefinitions owner, Names names, byte[] bytes, Shape[] shapes, long cost) {
    /** Whether the next message may have them from here. */
    public boolean isKept() {
      return bytes != null;
    }

    private boolean is(Names names, byte[] in, int from, int to) {
      return this.names == names && Arrays.equals(bytes, 0, bytes.length, in, from, to);
    }

    private long costOfAll() {
      return cost + bytes.length;
    }
  }

  private final AtomicReferenceArray<Known> slots = new AtomicReferenceArray<>(SLOTS);

  /** What all of them were charged, and their bytes. */
  private long cost;

  /**
   * Reads definitions of so many bytes, which are there. They are charged each time.
   *
   * @param names those that have numbers before them: a profile's, or none, always the same list
   * @param last what the reader found here last, or in another: threads would contend for one of
   *     all
   * @return definitions whose shapes others have too, and nobody changes
   */
  public Known read(TextReader in, int length, Names names, Known last) {
    byte[] bytes = in.bytes;
    int from = in.position;
    int to = from + length;
    Known known = last;
    if (known == null || known.owner != this || !known.is(names, bytes, from, to)) {
      int slot = hash(bytes, from, to) & SLOTS - 1;
      known = slots.get(slot);
      if (known == null || !known.is(names, bytes, from, to)) {
        known = slots.get(slot ^ 1);
        if (known == null || !known.is(names, bytes, from, to)) {
          return readUnknown(in, length, names, slot);
        }
      }
    }
    in.charge(known.cost);
    in.position = to;
    return known;
  }

  private Known readUnknown(TextReader in, int length, Names names, int slot) {
    int from = in.position;
    long before = in.budget();
    Shape[] shapes = Definitions.read(in, length, names, new ArrayList<>(), false);
    long cost = before - in.budget();
    if (length > MAX_BYTES || cost > MAX_COST) {
      return new Known(this, names, null, shapes, cost);
    }
    byte[] bytes = Arrays.copyOfRange(in.bytes, from, from + length);
    Known known = new Known(this, names, bytes, shapes, cost);
    keep(known, slot);
    return known;
  }

  private synchronized void keep(Known known, int slot) {
    if (cost + known.costOfAll() > MAX_COST_OF_ALL) {
      for (int i = 0; i < SLOTS; i++) {
        slots.set(i, null);
      }
      cost = 0;
    }
    int free = slots.get(slot) != null && slots.get(slot ^ 1) == null ? slot ^ 1 : slot;
    Known displaced = slots.get(free);
    if (displaced != null) {
      cost -= displaced.costOfAll();
    }
    cost += known.costOfAll();
    slots.set(free, known);
  }

  private static int hash(byte[] in, int from, int to) {
    long hash = to - from;
    int at = from;
    for (; at <= to - 8; at += 8) {
      hash = mixed(hash ^ (long) LONGS.get(in, at));
    }
    long rest = 0;
    for (; at < to; at++) {
      rest = rest << 8 | in[at] & 0xFF;
    }
    return (int) mixed(hash ^ rest);
  }

  private static long mixed(long bits) {
    long product = bits * 0x9E37_79B9_7F4A_7C15L;
    return product ^ product >>> 32;
  }
}
