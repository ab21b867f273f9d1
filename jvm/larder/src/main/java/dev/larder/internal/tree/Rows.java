package dev.larder.internal.tree;

import dev.larder.internal.message.Input;

/** Makes objects of columns, which have all of their values: see {@link Host#rows}. */
public interface Rows {
  /** The primitive type of what a key's values fill; null for any other. */
  Class<?> primitive(int key);

  /**
   * Makes objects.
   *
   * @param columns for each key its values: a {@code long[]} or {@code double[]} where {@link
   *     #primitive} is a type that it fits (true is 1), else an {@code Object[]}, which may be
   *     changed
   * @param into where the objects go, from the first on
   */
  void make(Input in, Object[] columns, Object[] into, int count);
}
