package dev.larder;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a field, a constant of an enumeration or a class is called in values, where that is not its
 * name in the source, and what it was called before.
 *
 * <pre>{@code
 * record Person(@Name(formerly = "mail") String email) {}
 * }</pre>
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.TYPE})
public @interface Name {
  /** What is written; empty for the name in the source. */
  String value() default "";

  /** Names that values which are older still have: read, never written. */
  String[] formerly() default {};
}
