package com.acme.store.beans;

import java.lang.invoke.MethodHandles;

/** The package in which classes generated for a dataset are defined. */
public final class Anchor {
  /** Defines classes into this package and this class's own loader. */
  public static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private Anchor() {}
}
