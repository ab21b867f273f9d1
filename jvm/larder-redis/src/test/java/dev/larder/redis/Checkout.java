package dev.larder.redis;

import java.nio.file.Path;

/** Files of the checkout that tests use. */
final class Checkout {
  static final Path FOLDER = Path.of("..", "..").toAbsolutePath().normalize();

  /** The command: that of the variable LARDER_COMMAND, or else the one for users. */
  static final Path COMMAND =
      FOLDER.resolve(System.getenv().getOrDefault("LARDER_COMMAND", "target/release/larder"));

  private Checkout() {}
}
