package dev.larder.testing;

import java.io.ObjectInputStream;
import java.io.Serializable;

/** A class that nobody registers, and that shows when Java's serialization makes an instance. */
public final class Gadget implements Serializable {
  private static final long serialVersionUID = 1;

  private static volatile boolean isTouched;

  private void readObject(ObjectInputStream in) {
    isTouched = true;
  }

  /** Whether Java's serialization made one since {@link #reset}. */
  public static boolean isTouched() {
    return isTouched;
  }

  public static void reset() {
    isTouched = false;
  }
}
