package dev.larder.lab.runner;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** The Jackson mapper for jobs, events and values. */
public final class Json {
  /**
   * Jackson's limits are meant for untrusted input. The values here are the user's own and the
   * command has checked them; one may be a string of 50 MB or a number with many digits.
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
