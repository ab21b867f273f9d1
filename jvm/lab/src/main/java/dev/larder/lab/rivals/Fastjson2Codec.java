package dev.larder.lab.rivals;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONFactory;
import com.alibaba.fastjson2.JSONReader;
import dev.larder.lab.codec.Codec;
import dev.larder.lab.host.Subject;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;

/** Fastjson2's JSON text in UTF-8. */
public final class Fastjson2Codec implements Codec {
  private final Type type;
  private final JSONReader.Context context =
      JSONFactory.createReadContext(
          LinkedHashMap::new, ArrayList::new, JSONReader.Feature.UseDoubleForDecimals);

  public Fastjson2Codec(Subject subject) {
    type = subject.type();
  }

  @Override
  public byte[] encode(Object value) {
    return JSON.toJSONBytes(value);
  }

  @Override
  public Object decode(byte[] bytes) {
    return JSON.parseObject(bytes, type, context);
  }
}
