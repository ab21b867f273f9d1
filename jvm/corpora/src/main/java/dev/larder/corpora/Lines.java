package dev.larder.corpora;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;

/** Where a corpus is printed: one JSON object per line. */
final class Lines {
  static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final OutputStream out;

  Lines(OutputStream out) {
    this.out = out;
  }

  /** Prints one value: its bytes in base64, and what it is in the notation of vectors/README.md. */
  void add(byte[] bytes, JsonNode value) throws IOException {
    ObjectNode line = MAPPER.createObjectNode();
    line.put("bytes", bytes);
    line.set("value", value);
    out.write(MAPPER.writeValueAsBytes(line));
    out.write('\n');
  }
}
