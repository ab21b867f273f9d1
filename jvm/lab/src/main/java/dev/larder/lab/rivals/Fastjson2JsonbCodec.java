package dev.larder.lab.rivals;

import com.alibaba.fastjson2.JSONB;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import dev.larder.lab.codec.Codec;
import dev.larder.lab.host.Subject;
import java.lang.reflect.Type;

/**
 * Fastjson2's binary JSON with beans as arrays, the smallest and fastest form that its
 * documentation names.
 */
public final class Fastjson2JsonbCodec implements Codec {
  private final Type type;

  public Fastjson2JsonbCodec(Subject subject) {
    type = subject.type();
  }

  @Override
  public byte[] encode(Object value) {
    return JSONB.toBytes(value, JSONWriter.Feature.BeanToArray);
  }

  @Override
  public Object decode(byte[] bytes) {
    return JSONB.parseObject(bytes, type, JSONReader.Feature.SupportArrayToBean);
  }
}
