package dev.larder.lab.runner;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** The Jackson mapper that jobs, events and values go through. */
public final class Json {
  /**
   * Jackson's limits are for untrusted input; the values here are the user's own, checked by the
   * command, and one of them may be a string of 50 MB or a number of many digits.
   */
  public static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxStringLength(Integer.MAX_VALUE)
                          .maxNameLength(Integer.MAX_VALUE)
                          .maxNumberLength(Integer.MAX_VALUE)
                          .maxNestingDepth(2_000)
                          .build())
                  .build())
          .build();

  private Json() {}
}
