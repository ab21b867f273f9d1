package dev.larder.internal.object;

import dev.larder.internal.bind.ReadPlan;
import dev.larder.internal.bind.ShapeReader;
import dev.larder.internal.message.Input;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Reads records of a shape key by key. A shape that comes often gets a generated reader in its
 * place: generating one costs as much as some hundred records, and whoever makes up shapes would
 * have us generate for ever.
 */
final class InterpretedReader extends ShapeReader {
  private static final int OFTEN = 64;

  private final AtomicInteger reads = new AtomicInteger();

  private final Consumer<ReadPlan> often;

  /**
   * @param often is told once, when many objects have been read
   */
  InterpretedReader(ReadPlan plan, Consumer<ReadPlan> often) {
    super(plan);
    this.often = often;
  }

  @Override
  public Object read(Input in) {
    if (reads.get() < OFTEN && reads.incrementAndGet() == OFTEN) {
      often.accept(plan);
    }
    return plan.read(in, null);
  }
}
