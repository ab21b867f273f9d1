package dev.larder;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a field, a constant of an enumeration or a class is called in values, if that is not its
 * name in the source, and what it was called before.
 *
 * <pre>{@code
 * record Person(@Name(formerly = "mail") String email) {}
 * }</pre>
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.TYPE})
public @interface Name {
  /**
   * The name that is written.
   *
   * @return empty for the name in the source
   */
  String value() default "";

  /**
   * Names in older values: read, never written.
   *
   * @return none, if it was never renamed
   */
  String[] formerly() default {};
}
