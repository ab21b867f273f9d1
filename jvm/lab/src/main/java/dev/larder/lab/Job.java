package dev.larder.lab;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.file.Path;

/**
 * What to measure, as the command says it on the first line of standard input.
 *
 * @param values a file of one JSON value a line
 * @param scratch a directory that all codecs of this dataset share, one after another
 * @param redis null if the Redis phase is not wanted
 * @param larder the command, which learns profiles; null if it is not known
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Job(
    String dataset,
    String values,
    String codec,
    String scratch,
    Plan plan,
    RedisServer redis,
    int loops,
    int entries,
    String larder) {

  /**
   * How long to time each operation, in milliseconds.
   *
   * @param warmupMs after so long a warm-up ends in any case; before, once the compiler has
   *     finished
   */
  public record Plan(
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
