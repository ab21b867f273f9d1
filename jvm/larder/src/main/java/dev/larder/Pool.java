package dev.larder;

import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Where buffers are kept between values. A {@link Larder} takes one for each value, and gives it
 * back.
 *
 * <pre>{@code
 * Larder.builder().register(Person.class).pool(Pool.shared(64)).build(); // For virtual threads.
 * }</pre>
 */
public interface Pool {
  /** Buffers for one value at a time. */
  final class Buffers {
    final Input input = new Input();
    final Output output = new Output();

    /** Whether the thread that keeps them uses them. */
    private boolean areTaken;

    private byte[] room = new byte[0];

    Buffers() {}

    /** Memory for bytes that are not on the heap; more than a mebibyte is not kept. */
    byte[] room(int length) {
      if (length > 1 << 20) {
        return new byte[length];
      }
      if (room.length < length) {
        room = new byte[Math.max(length, 2 * room.length)];
      }
      return room;
    }
  }

  /**
   * Takes buffers that nobody else uses.
   *
   * @return new ones, if there are none
   */
  Buffers take();

  /**
   * Takes buffers back, or lets them go.
   *
   * @param buffers what {@link #take} returned, and nobody uses any more
   */
  void give(Buffers buffers);

  /**
   * Makes new buffers, as a pool does if it has none.
   *
   * @return buffers for one value at a time
   */
  static Buffers make() {
    return new Buffers();
  }

  /**
   * A pool of one for each thread: the fastest, if threads are long-lived.
   *
   * @return a new pool
   */
  static Pool perThread() {
    return new Pool() {
      // Taking and giving stores no reference: collectors have a hand in that, which takes time.
      private final ThreadLocal<Buffers> local = ThreadLocal.withInitial(Pool::make);

      @Override
      public Buffers take() {
        Buffers buffers = local.get();
        if (buffers.areTaken) {
          // A class encodes another value while it is being written, or an error came before.
          buffers = make();
          local.set(buffers);
        }
        buffers.areTaken = true;
        return buffers;
      }

      @Override
      public void give(Buffers buffers) {
        buffers.areTaken = false;
      }
    };
  }

  /**
   * A pool for all threads: for virtual ones, which come and go.
   *
   * @param count how many buffers it keeps
   * @return a new pool
   */
  static Pool shared(int count) {
    return new Pool() {
      private final AtomicReferenceArray<Buffers> slots = new AtomicReferenceArray<>(count);

      private int slot() {
        return (int) ((Thread.currentThread().getId() * 0x9E37_79B9L >>> 16) % count);
      }

      @Override
      public Buffers take() {
        Buffers buffers = slots.getAndSet(slot(), null);
        return buffers == null ? make() : buffers;
      }

      @Override
      public void give(Buffers buffers) {
        slots.lazySet(slot(), buffers);
      }
    };
  }
}
