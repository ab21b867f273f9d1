package com.acme.store.beans;

import java.lang.invoke.MethodHandles;

/** The place where classes made from a dataset's values are defined. */
public final class Anchor {
  /** Defines classes into this package and this class's own loader. */
  public static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private Anchor() {}
}
