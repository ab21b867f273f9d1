package dev.larder.internal.bind;

import dev.larder.internal.message.Gaps;
import dev.larder.internal.message.Input;

/**
 * Reads records of one shape into objects of one class. The shape need not be the class's own: it
 * may be an older version's. Generated, or an {@code InterpretedReader}.
 */
public abstract class ShapeReader {
  /** How records of the shape become objects; set once, before anything is read. */
  public ReadPlan plan;

  /** For generated readers, which are given their plan when they are made. */
  protected ShapeReader() {}

  protected ShapeReader(ReadPlan plan) {
    this.plan = plan;
  }

  /** The object of the values that follow. */
  public abstract Object read(Input in);

  /** As {@link #read}, an object that what is within it may point to: it is made first. */
  public final Object readAwaited(Input in) {
    return plan.read(in, null);
  }

  /** Reads an object, whose tag was read: one level, which is charged. */
  public final Object readObject(Input in) {
    in.descend();
    plan.owner.charge(in);
    Object object = read(in);
    in.ascend();
    return object;
  }

  /** As {@link #readObject(Input)}, the next of records that may have gaps. */
  public final Object readObject(Input in, Gaps gaps) {
    gaps.nextObject(in);
    plan.owner.charge(in);
    Object object = gaps.areNone() ? read(in) : plan.read(in, gaps);
    in.ascend();
    return object;
  }
}
