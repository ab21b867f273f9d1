package dev.larder.lab.codec;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.larder.lab.Json;
import dev.larder.lab.host.Subject;
import java.io.IOException;

/**
 * Jackson's JSON text in UTF-8, with a cached reader and writer. Its limits on what it reads are
 * raised, as the values may be larger.
 */
final class JacksonCodec implements Codec {
  private final ObjectReader reader;
  private final ObjectWriter writer;

  JacksonCodec(Subject subject) {
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
