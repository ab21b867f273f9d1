package dev.larder.internal.object;

import dev.larder.internal.bind.ObjectCodec;
import dev.larder.internal.bind.ReadPlan;
import dev.larder.internal.bind.ShapeReader;
import dev.larder.internal.message.Input;
import dev.larder.internal.tree.Host;
import dev.larder.internal.tree.TreeReader;
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

  private final Host skipping;
  private final Consumer<ReadPlan> often;

  /**
   * @param skipping what takes values for which the class has no field
   * @param often is told once, when many objects have been read
   */
  InterpretedReader(ReadPlan plan, Host skipping, Consumer<ReadPlan> often) {
    super(plan);
    this.skipping = skipping;
    this.often = often;
  }

  @Override
  public Object read(Input in) {
    if (reads.get() < OFTEN && reads.incrementAndGet() == OFTEN) {
      often.accept(plan);
    }
    return plan.owner.isRecord() ? readRecord(in) : readBean(in);
  }

  private Object readBean(Input in) {
    ObjectCodec codec = plan.owner.codec();
    Object bean = codec.create();
    in.made(bean);
    for (int key = 0; key < plan.fields.length; key++) {
      if (plan.fields[key] < 0) {
        TreeReader.skip(in, plan.shape.places[key], skipping);
      } else {
        codec.set(bean, plan.fields[key], plan.read(in, key));
      }
    }
    return bean;
  }

  private Object readRecord(Input in) {
    in.madeLater();
    Object[] values = plan.owner.newValues();
    for (int key = 0; key < plan.fields.length; key++) {
      if (plan.fields[key] < 0) {
        TreeReader.skip(in, plan.shape.places[key], skipping);
      } else {
        values[plan.fields[key]] = plan.read(in, key);
      }
    }
    return plan.owner.codec().build(values);
  }
}
