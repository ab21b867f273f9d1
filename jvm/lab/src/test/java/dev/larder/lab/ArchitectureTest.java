package dev.larder.lab;

import dev.larder.testing.ArchitectureRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void theLabHasNoCirclesAndUsesNoInternalsOfOtherModules() {
    ArchitectureRules.of("dev.larder.lab").check();
  }

  @Test
  void theCorporaHaveNoCirclesAndUseNoInternalsOfOtherModules() {
    ArchitectureRules.of("dev.larder.corpora").check();
  }
}
