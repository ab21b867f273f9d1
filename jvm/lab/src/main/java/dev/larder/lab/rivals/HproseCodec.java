package dev.larder.lab.rivals;

import dev.larder.lab.codec.Codec;
import dev.larder.lab.host.Subject;
import hprose.io.ByteBufferStream;
import hprose.io.serialize.Writer;
import hprose.io.unserialize.Reader;
import java.io.IOException;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;

/**
 * Hprose in its simple mode, which does not track references. It uses its own streams, because
 * those of the JDK are synchronized and Hprose reads byte by byte.
 */
public final class HproseCodec implements Codec {
  private final Type type;

  public HproseCodec(Subject subject) {
    type = subject.type();
  }

  @Override
  public byte[] encode(Object value) throws IOException {
    ByteBufferStream bytes = new ByteBufferStream();
    try {
      new Writer(bytes.getOutputStream(), true).serialize(value);
      return bytes.toArray();
    } finally {
      bytes.close();
    }
  }

  @Override
  public Object decode(byte[] bytes) throws IOException {
    return new Reader(ByteBuffer.wrap(bytes), true).unserialize(type);
  }
}
