package dev.larder.lab.runner;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The events of a run, one JSON object per line: see docs/RUNNERS.md. */
public final class Events {
  private final PrintStream out;

  public Events(PrintStream out) {
    this.out = out;
  }

  public void phase(String phase) {
    emit("phase", fields("phase", phase));
  }

  public void note(String text) {
    emit("note", fields("text", text));
  }

  /** The codec does not apply to these values. */
  public void skipped(String reason) {
    emit("skipped", fields("reason", reason));
  }

  public void exact() {
    emit("roundtrip", fields("result", "exact"));
  }

  public void lossy(String loss) {
    emit("roundtrip", fields("result", "lossy", "loss", loss));
  }

  public void failed(String loss) {
    emit("roundtrip", fields("result", "failed", "loss", loss));
  }

  public void bytes(int[] sizes) {
    emit("bytes", fields("sizes", sizes));
  }

  /**
   * @param ns mean nanoseconds per value, one number per sample
   * @param allocBytes bytes that one operation allocates; null if unknown
   * @param isWarm whether the compiler had finished before the time was taken
   */
  public void time(String op, List<Double> ns, Double allocBytes, boolean isWarm) {
    emit("time", fields("op", op, "ns", ns, "alloc_bytes", allocBytes, "warm", isWarm));
  }

  /**
   * @param bytes the memory of a key with its value
   * @param usage what {@code MEMORY USAGE} reports for it
   * @param listBytes the memory of a value in a list
   */
  public void redis(int keys, double bytes, double usage, double listBytes) {
    emit(
        "redis",
        fields(
            "keys", keys,
            "bytes_per_value", bytes,
            "memory_usage_per_value", usage,
            "list_bytes_per_value", listBytes));
  }

  public void redisFailed(String error) {
    emit("redis", fields("error", error));
  }

  public void loop(String op, int loops, double seconds, Long memoryBytes) {
    emit("loop", fields("op", op, "loops", loops, "seconds", seconds, "memory_bytes", memoryBytes));
  }

  public void list(int entries, long usedMemory) {
    emit("list", fields("entries", entries, "used_memory", usedMemory));
  }

  public void done() {
    emit("done", Map.of());
  }

  /** Prints any event; {@code fields} keep their order. */
  public void emit(String event, Map<String, Object> fields) {
    Map<String, Object> line = fields("event", event);
    line.putAll(fields);
    try {
      out.println(Json.MAPPER.writeValueAsString(line));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
    out.flush();
  }

  /** A map of alternating names and values. */
  public static Map<String, Object> fields(Object... namesAndValues) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return fields;
  }
}
