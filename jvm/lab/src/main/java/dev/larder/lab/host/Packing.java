package dev.larder.lab.host;

import java.io.IOException;
import java.math.BigInteger;
import org.msgpack.core.MessagePacker;
import org.msgpack.core.MessageUnpacker;

/** Packs and unpacks values of one type field by field, positions instead of names. */
public interface Packing<T> {
  /** The extension type of integers beyond 64 bits, which MessagePack has no format for. */
  byte BIG_INTEGER = 1;

  void pack(MessagePacker out, T value) throws IOException;

  T unpack(MessageUnpacker in) throws IOException;

  static void packBigInteger(MessagePacker out, BigInteger value) throws IOException {
    byte[] bytes = value.toByteArray();
    out.packExtensionTypeHeader(BIG_INTEGER, bytes.length);
    out.writePayload(bytes);
  }

  static BigInteger unpackBigInteger(MessageUnpacker in) throws IOException {
    return new BigInteger(in.readPayload(in.unpackExtensionTypeHeader().getLength()));
  }
}
