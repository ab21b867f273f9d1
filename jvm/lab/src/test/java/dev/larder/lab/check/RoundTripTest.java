package dev.larder.lab.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.larder.lab.Recorded;
import dev.larder.lab.codec.Codec;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundTripTest {
  private final Recorded recorded = new Recorded();

  private static Codec decoding(Object value) {
    return new Codec() {
      @Override
      public byte[] encode(Object ignored) {
        return new byte[3];
      }

      @Override
      public Object decode(byte[] bytes) {
        if (value instanceof Error error) {
          throw error;
        }
        return value;
      }
    };
  }

  @Test
  void aCodecThatKeepsAllIsExact() throws Exception {
    assertNotNull(RoundTrip.check(() -> decoding(1), List.of(1, 1), recorded.events));
    assertEquals("exact", recorded.first("roundtrip").get("result").asText());
    assertEquals("[3,3]", recorded.first("bytes").get("sizes").toString());
  }

  @Test
  void aLossIsToldInWords() throws Exception {
    assertNotNull(RoundTrip.check(() -> decoding(1), List.of(1, 2), recorded.events));
    assertEquals("lossy", recorded.first("roundtrip").get("result").asText());
    assertEquals(
        "Integer changed (in 1 value, first at [1]: 2 → 1)",
        recorded.first("roundtrip").get("loss").asText());
  }

  @Test
  void anErrorInACodecFailsItAlone() throws Exception {
    assertNull(
        RoundTrip.check(() -> decoding(new StackOverflowError()), List.of(1, 2), recorded.events));
    assertEquals("failed", recorded.first("roundtrip").get("result").asText());
    assertEquals(
        "StackOverflowError, at value 0", recorded.first("roundtrip").get("loss").asText());
  }

  @Test
  void aCodecThatDoesNotStartFails() throws Exception {
    assertNull(
        RoundTrip.check(
            () -> {
              throw new NoClassDefFoundError("gone");
            },
            List.of(1),
            recorded.events));
    assertEquals(
        "NoClassDefFoundError: gone, at value 0", recorded.first("roundtrip").get("loss").asText());
  }
}
