package dev.larder.lab.host;

import java.lang.reflect.Type;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a codec is told about the values of a dataset: as much as a programmer knows who writes the
 * cache for them.
 *
 * @param type the type of each value
 * @param classes the classes of the values that are no JDK classes, for codecs that register them
 * @param packing the hand-written MessagePack packing of a value
 * @param holder makes a bean that can hold any value, for codecs that take no bare list or map
 * @param note says in a sentence what the host values are
 * @param sharesObjects whether an object may occur twice in a value, or within itself
 */
public record Subject(
    Type type,
    List<Class<?>> classes,
    Packing<?> packing,
    Supplier<? extends Holder> holder,
    String note,
    boolean sharesObjects) {

  /**
   * A dataset without a class.
   *
   * @param note see {@link #note}
   */
  public static Subject ofTrees(String note) {
    return new Subject(Object.class, List.of(), Tree.PACKING, Tree.TreeHolder::new, note, false);
  }

  /** A dataset of a class that this runner has. */
  public static Subject ofBean(Class<?> bean, List<Class<?>> classes, Packing<?> packing) {
    return new Subject(
        bean,
        classes,
        packing,
        Tree.TreeHolder::new,
        "measured as class " + bean.getSimpleName(),
        false);
  }

  /** Whether a value is a bean, and not a list, a map, or a tree of them. */
  public boolean isBean() {
    return type instanceof Class<?> bean && classes.contains(bean);
  }
}
