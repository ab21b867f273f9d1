package dev.larder.redis;

import java.io.ObjectInputStream;
import java.io.Serializable;

/** A class on the class path that does something when Java's serialization makes one. */
final class Gadget implements Serializable {
  private static final long serialVersionUID = 1;

  static volatile boolean touched;

  private void readObject(ObjectInputStream in) {
    touched = true;
  }
}
