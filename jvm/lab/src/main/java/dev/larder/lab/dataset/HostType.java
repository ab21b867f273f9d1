package dev.larder.lab.dataset;

import java.util.List;

/** The Java type that a programmer would choose, judging by the values. */
sealed interface HostType {

  /** A type without parts. */
  enum Simple implements HostType {
    /** Any tree, where there is no common type. */
    ANY("Object", "Object"),
    BOOLEAN("boolean", "Boolean"),
    INT("int", "Integer"),
    LONG("long", "Long"),
    BIG_INTEGER("BigInteger", "BigInteger"),
    DOUBLE("double", "Double"),
    STRING("String", "String");

    final String plain;
    final String boxed;

    Simple(String plain, String boxed) {
      this.plain = plain;
      this.boxed = boxed;
    }
  }

  record ListOf(HostType element) implements HostType {}

  record MapOf(HostType value) implements HostType {}

  record Bean(String name, List<Field> fields) implements HostType {}

  /**
   * A field of a bean.
   *
   * @param key its name in JSON
   * @param name its name in Java
   * @param nullable whether it is null or absent anywhere
   */
  record Field(String key, String name, HostType type, boolean nullable) {
    String declaredType() {
      return type instanceof Simple simple && !nullable ? simple.plain : type.reference();
    }

    /** The name of its getter and setter, without {@code get} and {@code set}. */
    String accessor() {
      return accessor(name);
    }

    static String accessor(String name) {
      return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }
  }

  /** The type in Java source where primitives are not allowed. */
  default String reference() {
    if (this instanceof Simple simple) {
      return simple.boxed;
    } else if (this instanceof ListOf list) {
      return "List<" + list.element.reference() + ">";
    } else if (this instanceof MapOf map) {
      return "Map<String, " + map.value.reference() + ">";
    }
    return ((Bean) this).name;
  }

  /** This bean, or the bean of which this is a list or map; null if there is none. */
  default Bean bean() {
    if (this instanceof ListOf list) {
      return list.element.bean();
    } else if (this instanceof MapOf map) {
      return map.value.bean();
    }
    return this instanceof Bean bean ? bean : null;
  }
}
