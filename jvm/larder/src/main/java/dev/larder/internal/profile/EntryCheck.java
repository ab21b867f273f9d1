package dev.larder.internal.profile;

import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Gaps;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.Output;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.tree.Host;
import dev.larder.internal.tree.TreeReader;

/** Takes every value and keeps none: whether it can be read is all that is asked. */
final class EntryCheck implements Host {
  static final Host HOST = new EntryCheck();

  private EntryCheck() {}

  @Override
  public Object value(Input in, Place place) {
    return TreeReader.value(in, place, this);
  }

  @Override
  public Object integer(long value) {
    return value;
  }

  @Override
  public Object record(Input in, Shape shape) {
    in.beginRecord(shape);
    for (Place place : shape.places) {
      TreeReader.value(in, place, this);
    }
    in.ascend();
    return this;
  }

  @Override
  public Object record(Input in, Gaps gaps) {
    gaps.next(in);
    Place[] places = gaps.shape.places;
    for (int key = 0; key < places.length; key++) {
      if (gaps.hasValue(key)) {
        TreeReader.value(in, places[key], this);
      }
    }
    in.ascend();
    return this;
  }

  @Override
  public Object row(Input in, Shape shape, Object[] values) {
    return this;
  }

  @Override
  public Object enumCase(Input in, String className, String caseName) {
    return this;
  }

  @Override
  public Object custom(Input in, String className, byte[] bytes) {
    return this;
  }

  @Override
  public Object typed(Input in, String className, Place place) {
    return TreeReader.value(in, place, this);
  }

  @Override
  public Object kind(Input in, int kind, String name, Place place) {
    return TreeReader.value(in, place, this);
  }

  @Override
  public Object ofKind(Input in, int kind, Object content) {
    return this;
  }

  @Override
  public Object dateTime(Input in, long seconds, int nanoseconds) {
    return this;
  }

  @Override
  public Object instant(Input in, long seconds, int nanoseconds) {
    return this;
  }

  @Override
  public Object zoned(Input in, long seconds, int nanoseconds, long offset, String zone) {
    return this;
  }

  @Override
  public Object duration(Input in, long seconds, int nanoseconds) {
    return this;
  }

  @Override
  public Object date(Input in, long days) {
    return this;
  }

  @Override
  public Object shared(Input in, boolean isReference, Place place) {
    // An entry holds no shared values: this is an error.
    in.beginShared();
    return this;
  }

  @Override
  public Object again(Input in) {
    return in.again();
  }

  @Override
  public void writeValue(Output out, Object value, Place place) {
    throw Host.refused(value);
  }

  @Override
  public Shape shape(Object value) {
    return null;
  }

  @Override
  public void values(Object value, Object[] into) {
    throw Host.refused(value);
  }

  @Override
  public int nulls(Object value) {
    throw Host.refused(value);
  }

  @Override
  public void writeRow(Output out, Object value) {
    throw Host.refused(value);
  }

  @Override
  public int kind(Object value) {
    return 0;
  }

  @Override
  public int columnKind(Output out, Object value) {
    return 0;
  }

  @Override
  public Object content(Object value) {
    return value;
  }

  @Override
  public boolean isTree(Output out, Object value) {
    return true;
  }

  @Override
  public void write(Output out, Object value, Place place) {
    throw Host.refused(value);
  }

  @Override
  public boolean isOwn(Output out, Object value) {
    return false;
  }
}
