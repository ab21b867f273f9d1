package dev.larder.lab.rivals;

import com.caucho.hessian.io.Hessian2Input;
import com.caucho.hessian.io.Hessian2Output;
import com.caucho.hessian.io.SerializerFactory;
import dev.larder.lab.codec.Codec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Hessian 2 with one factory of serializers; the streams are initialised again for each value. */
public final class HessianCodec implements Codec {
  private final Hessian2Output out = new Hessian2Output();
  private final Hessian2Input in = new Hessian2Input();

  public HessianCodec() {
    SerializerFactory factory = new SerializerFactory();
    out.setSerializerFactory(factory);
    in.setSerializerFactory(factory);
  }

  @Override
  public byte[] encode(Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    out.init(bytes);
    out.writeObject(value);
    out.flush();
    return bytes.toByteArray();
  }

  @Override
  public Object decode(byte[] bytes) throws IOException {
    in.init(new ByteArrayInputStream(bytes));
    Object value = in.readObject();
    in.resetBuffer();
    return value;
  }
}
