package dev.larder.lab.runner;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.file.Path;

/**
 * What to measure: the first line of standard input, which the command writes.
 *
 * @param values a file with one JSON value per line; null if this runner makes the values of the
 *     dataset itself
 * @param scratch a directory that the runners of this dataset share, one after another
 * @param redis null for no Redis phase
 * @param larder the path of the command, which learns profiles; null if it is not known
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Job(
    String dataset,
    String values,
    String codec,
    String scratch,
    Timing plan,
    RedisServer redis,
    int loops,
    int entries,
    String larder) {

  /**
   * How long to time each operation, in milliseconds.
   *
   * @param warmupMs when a warm-up ends at the latest; it ends earlier once the compiler is idle
   */
  public record Timing(
      @JsonProperty("warmup_ms") int warmupMs,
      int samples,
      @JsonProperty("sample_ms") int sampleMs) {}

  /**
   * A Redis server to measure in.
   *
   * @param isPrivate whether it runs for this measurement alone, so that it may be flushed
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record RedisServer(
      String host,
      int port,
      String username,
      String password,
      int db,
      boolean tls,
      String prefix,
      @JsonProperty("private") boolean isPrivate) {}

  public static Job parse(String json) throws JsonProcessingException {
    return Json.MAPPER.readValue(json, Job.class);
  }

  /** The same job without its Redis phase, and so without the server's password. */
  public Job withoutRedis() {
    return new Job(dataset, values, codec, scratch, plan, null, loops, entries, larder);
  }

  public String toJson() throws JsonProcessingException {
    return Json.MAPPER.writeValueAsString(this);
  }

  public Path valuesFile() {
    return Path.of(values);
  }

  public Path scratchDirectory() {
    return Path.of(scratch);
  }
}
