package dev.larder.lab.rivals;

import dev.larder.lab.codec.Codec;
import dev.larder.lab.host.Subject;
import org.nustaq.serialization.FSTConfiguration;

/** FST with one configuration for all calls, which keeps and reuses the streams. */
public final class FstCodec implements Codec {
  private final FSTConfiguration configuration = FSTConfiguration.createDefaultConfiguration();

  public FstCodec(Subject subject) {
    configuration.registerClass(subject.classes().toArray(Class[]::new));
    configuration.setShareReferences(false);
  }

  @Override
  public byte[] encode(Object value) {
    return configuration.asByteArray(value);
  }

  @Override
  public Object decode(byte[] bytes) {
    return configuration.asObject(bytes);
  }
}
