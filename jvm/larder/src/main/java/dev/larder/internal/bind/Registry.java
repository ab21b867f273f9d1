package dev.larder.internal.bind;

import dev.larder.internal.message.Input;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.shape.Shapes;
import dev.larder.internal.tree.Host;
import java.lang.reflect.Type;
import java.util.Set;

/**
 * The classes that are registered with one {@link dev.larder.Larder}, and how types are bound:
 * bindings look up others here, which hold them in turn.
 */
public interface Registry {
  /** What makes values whose type is not declared, and writes them. */
  Host host();

  /** What takes values for which a class has no field: classes need not be known. */
  Host skipping();

  /** The shapes of maps that were written lately. */
  Shapes shapes();

  /** How values of a type are bound. */
  Binding root(Type type);

  /** A registered class; null for another. */
  ObjectType object(Class<?> type);

  /** A registered class, by what it is called in values; null for another. */
  ObjectType object(String name);

  /**
   * What reads records of a shape that names a class.
   *
   * @throws dev.larder.LarderException if the class is not registered
   */
  ShapeReader reader(Input in, Shape shape);

  /** How constants of an enumeration are bound. */
  EnumBinding enumeration(Class<?> type);

  /** The binding of a registered enumeration, by what it is called in values; null for another. */
  EnumBinding enumeration(String name);

  /** What a registered enumeration is called; null for another. */
  String enumName(Class<?> type);

  /** The registered enumerations. */
  Set<Class<?>> enumerations();
}
