package dev.larder.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.larder.lab.runner.Events;
import dev.larder.lab.runner.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Events that a test looks at. */
public final class Recorded {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  public final Events events = new Events(new PrintStream(out, true, StandardCharsets.UTF_8));

  public List<JsonNode> all() throws JsonProcessingException {
    return parse(out.toString(StandardCharsets.UTF_8));
  }

  public static List<JsonNode> parse(String lines) throws JsonProcessingException {
    List<JsonNode> events = new ArrayList<>();
    for (String line : lines.lines().toList()) {
      events.add(Json.MAPPER.readTree(line));
    }
    return events;
  }

  /** The names of the events in order, phases with theirs. */
  public List<String> names() throws JsonProcessingException {
    return all().stream()
        .map(e -> e.path("event").asText() + (e.has("phase") ? " " + e.get("phase").asText() : ""))
        .toList();
  }

  public JsonNode first(String event) throws JsonProcessingException {
    return all().stream()
        .filter(e -> e.path("event").asText().equals(event))
        .findFirst()
        .orElseThrow();
  }
}
