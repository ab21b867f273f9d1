package dev.larder.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopsTest {
  @TempDir Path directory;

  @Test
  void encodesAndDecodesAsManyObjectsAsThereAreLoops() throws Exception {
    Recorded recorded = new Recorded();
    Loops.run(Jobs.of(directory, "people", Jobs.PEOPLE, "kryo", null), recorded.events);
    assertEquals(
        List.of(
            "phase load",
            "note",
            "phase check",
            "roundtrip",
            "bytes",
            "phase encode",
            "loop",
            "phase decode",
            "loop"),
        recorded.names());
    JsonNode loop = recorded.first("loop");
    assertEquals("encode", loop.get("op").asText());
    assertEquals(10, loop.get("loops").asInt());
    assertTrue(loop.get("seconds").asDouble() > 0);
    assertEquals(Jobs.PEOPLE.size(), recorded.first("bytes").get("sizes").size());
  }
}
