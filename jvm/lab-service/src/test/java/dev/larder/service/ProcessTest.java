package dev.larder.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The process")
class ProcessTest {
  @Test
  void says_its_port_and_ends_when_its_standard_input_does() throws Exception {
    Process service = start("--larder.ends-with-input=true");
    try (BufferedReader out = service.inputReader()) {
      String line = out.readLine();
      assertTrue(line.matches("\\{\"event\":\"ready\",\"port\":\\d+}"), line);
      assertTrue(service.isAlive());
      service.outputWriter().close();
      assertTrue(service.waitFor(1, TimeUnit.MINUTES), "it ends");
    } finally {
      service.destroyForcibly();
    }
  }

  @Test
  void a_wrong_setting_ends_it_with_a_reason_and_no_stack() throws Exception {
    Process service = start("--larder.codec=gson");
    try {
      service.outputWriter().close();
      String said = new String(service.getErrorStream().readAllBytes());
      assertEquals(1, service.waitFor());
      assertTrue(said.contains("there is no codec gson"), said);
      assertTrue(said.contains("Use one of these: fastjson-string"), said);
      assertTrue(!said.contains("\tat "), said);
    } finally {
      service.destroyForcibly();
    }
  }

  private static Process start(String setting) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Application.class.getName(),
            "--server.port=0",
            setting)
        .start();
  }
}
