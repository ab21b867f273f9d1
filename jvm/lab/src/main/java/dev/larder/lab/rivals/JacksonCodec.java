package dev.larder.lab.rivals;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.larder.lab.codec.Codec;
import dev.larder.lab.host.Subject;
import dev.larder.lab.runner.Json;
import java.io.IOException;

/**
 * Jackson's JSON text in UTF-8, with a cached reader and writer. Its limits for reading are raised,
 * because values may be larger.
 */
public final class JacksonCodec implements Codec {
  private final ObjectReader reader;
  private final ObjectWriter writer;

  public JacksonCodec(Subject subject) {
    JavaType type = Json.MAPPER.constructType(subject.type());
    reader = Json.MAPPER.readerFor(type);
    writer = Json.MAPPER.writerFor(type);
  }

  @Override
  public byte[] encode(Object value) throws IOException {
    return writer.writeValueAsBytes(value);
  }

  @Override
  public Object decode(byte[] bytes) throws IOException {
    return reader.readValue(bytes);
  }
}
