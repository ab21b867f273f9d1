package dev.larder.lab.codec;

/** Encodes and decodes the values of one dataset. One thread uses it. */
public interface Codec {
  byte[] encode(Object value) throws Exception;

  Object decode(byte[] bytes) throws Exception;

  /** A note on how the codec is used here; null if there is none. */
  default String note() {
    return null;
  }
}
