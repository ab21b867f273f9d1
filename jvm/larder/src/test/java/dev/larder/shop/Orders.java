package dev.larder.shop;

import java.util.concurrent.ExecutorService;

/** What stands beside values in a package, and is none. */
public class Orders {
  public ExecutorService executor;

  /** Cannot be a value without the other. */
  public record Search(Orders orders) {}

  public static class Failed extends RuntimeException {}
}
