package dev.larder.lab.host;

/** A bean with one field that holds a whole value. */
public interface Holder {
  Object get();

  void set(Object value);
}
