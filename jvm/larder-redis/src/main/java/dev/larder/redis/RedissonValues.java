package dev.larder.redis;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.redisson.client.codec.Codec;
import org.redisson.client.handler.State;
import org.redisson.client.protocol.Decoder;
import org.redisson.client.protocol.Encoder;

/** The values of a codec of Redisson, for a {@link CacheSwitch}. */
public final class RedissonValues {
  private RedissonValues() {}

  /**
   * The values of {@code RBucket} and whatever else is a string.
   *
   * @param codec reads and writes them
   * @return a codec of these values
   */
  public static SwitchCodec of(Codec codec) {
    return of(codec.getValueDecoder(), codec.getValueEncoder());
  }

  /**
   * The values of {@code RMap}, whose keys stay as they are.
   *
   * @param codec reads and writes them
   * @return a codec of these values
   */
  public static SwitchCodec ofMaps(Codec codec) {
    return of(codec.getMapValueDecoder(), codec.getMapValueEncoder());
  }

  private static SwitchCodec of(Decoder<Object> decoder, Encoder encoder) {
    return new SwitchCodec() {
      @Override
      public Object decode(byte[] bytes) throws Exception {
        return decoder.decode(Unpooled.wrappedBuffer(bytes), new State());
      }

      @Override
      public byte[] encode(Object value) throws Exception {
        ByteBuf buffer = encoder.encode(value);
        try {
          byte[] bytes = new byte[buffer.readableBytes()];
          buffer.readBytes(bytes);
          return bytes;
        } finally {
          buffer.release();
        }
      }
    };
  }
}
