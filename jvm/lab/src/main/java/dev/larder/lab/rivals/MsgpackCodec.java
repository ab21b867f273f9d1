package dev.larder.lab.rivals;

import dev.larder.lab.codec.Codec;
import dev.larder.lab.host.Packing;
import dev.larder.lab.host.Subject;
import java.io.IOException;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.core.buffer.ArrayBufferInput;

/** MessagePack with fields packed by hand; packer, unpacker and their buffers are reused. */
public final class MsgpackCodec implements Codec {
  private final Packing<Object> packing;
  private final MessageBufferPacker packer = MessagePack.newDefaultBufferPacker();
  private final ArrayBufferInput input = new ArrayBufferInput(new byte[0]);
  private final MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(input);

  @SuppressWarnings("unchecked")
  public MsgpackCodec(Subject subject) {
    packing = (Packing<Object>) subject.packing();
  }

  @Override
  public byte[] encode(Object value) throws IOException {
    packer.clear();
    packing.pack(packer, value);
    return packer.toByteArray();
  }

  @Override
  public Object decode(byte[] bytes) throws IOException {
    input.reset(bytes);
    unpacker.reset(input);
    return packing.unpack(unpacker);
  }
}
