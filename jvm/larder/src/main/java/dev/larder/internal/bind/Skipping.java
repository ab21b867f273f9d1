package dev.larder.internal.bind;

import dev.larder.internal.format.Input;
import dev.larder.internal.format.Place;
import dev.larder.internal.format.TreeReader;

/** Passes over values for which a class has no field. */
public final class Skipping {
  /** Reads a value, of which a later one may speak, and lets it go. Classes need not be known. */
  public static void skip(Input in, Place place) {
    TreeReader.value(in, place, ((ClassHost) in.host).lenient());
  }

  private Skipping() {}
}
