package dev.larder.lab.rivals;

import dev.larder.lab.codec.Codec;
import dev.larder.lab.host.Holder;
import dev.larder.lab.host.Subject;
import io.protostuff.LinkedBuffer;
import io.protostuff.ProtostuffIOUtil;
import io.protostuff.Schema;
import io.protostuff.runtime.RuntimeSchema;

/** Protostuff with a cached runtime schema and a reused buffer. */
public final class ProtostuffCodec implements Codec {
  private final boolean held;
  private final Subject subject;
  private final Schema<Object> schema;
  private final LinkedBuffer buffer = LinkedBuffer.allocate();

  @SuppressWarnings("unchecked")
  public ProtostuffCodec(Subject subject) {
    this.subject = subject;
    held = !subject.isBean();
    Class<?> message = held ? subject.holder().get().getClass() : (Class<?>) subject.type();
    schema = (Schema<Object>) RuntimeSchema.getSchema(message);
  }

  @Override
  public byte[] encode(Object value) {
    try {
      return ProtostuffIOUtil.toByteArray(held ? hold(value) : value, schema, buffer);
    } finally {
      buffer.clear();
    }
  }

  @Override
  public Object decode(byte[] bytes) {
    Object message = schema.newMessage();
    ProtostuffIOUtil.mergeFrom(bytes, message, schema);
    return held ? ((Holder) message).get() : message;
  }

  private Holder hold(Object value) {
    Holder holder = subject.holder().get();
    holder.set(value);
    return holder;
  }

  @Override
  public String note() {
    return held
        ? "each value is wrapped in an object, because protostuff takes no list or map by itself"
        : null;
  }
}
