package dev.larder.spark;

import dev.larder.testing.ArchitectureRules;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("The architecture of larder-spark")
class ArchitectureTest {
  @Test
  @Tag("once")
  void it_has_no_circles_and_uses_no_internals_of_other_modules() {
    ArchitectureRules.of("dev.larder.spark", "dev.larder.internal.spark").check();
  }
}
