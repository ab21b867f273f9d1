package dev.larder.spring;

import dev.larder.testing.ArchitectureRules;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The architecture of larder-spring-boot-starter")
class ArchitectureTest {
  @Test
  void it_has_no_circles_and_uses_no_internals_of_other_modules() {
    ArchitectureRules.of("dev.larder.spring").check();
  }
}
