package dev.larder.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementTest {
  @TempDir Path directory;
  private final Recorded recorded = new Recorded();

  private void measure(String dataset, String codec, List<String> values) throws Exception {
    Measurement.run(Jobs.of(directory, dataset, values, codec, null), recorded.events);
  }

  @Test
  void goesThroughThePhasesOfTheContract() throws Exception {
    measure("people", "kryo", Jobs.PEOPLE);
    assertEquals(
        List.of(
            "phase load",
            "note",
            "phase check",
            "roundtrip",
            "bytes",
            "phase encode",
            "time",
            "phase decode",
            "time"),
        recorded.names());
    assertEquals("exact", recorded.first("roundtrip").get("result").asText());
    assertEquals(Jobs.PEOPLE.size(), recorded.first("bytes").get("sizes").size());
  }

  @Test
  void jmhTimesGeneratedClassesInItsOwnProcess() throws Exception {
    measure("measured", "fst", List.of("{\"a\":1,\"b\":[\"x\"]}", "{\"a\":2,\"b\":[]}"));
    List<JsonNode> times =
        recorded.all().stream().filter(e -> e.get("event").asText().equals("time")).toList();
    assertEquals(2, times.size());
    for (JsonNode time : times) {
      assertEquals(2, time.get("ns").size());
      assertTrue(time.get("ns").get(0).asDouble() > 0);
      assertTrue(time.get("alloc_bytes").asDouble() > 0);
      assertFalse(time.get("warm").asBoolean(), "nothing is warm after 5 ms");
    }
  }

  @Test
  void nothingIsTimedOfACodecThatFails() throws Exception {
    measure("people", "no such codec", Jobs.PEOPLE);
    assertEquals(List.of("phase load", "note", "phase check", "roundtrip"), recorded.names());
    assertEquals("failed", recorded.first("roundtrip").get("result").asText());
  }
}
