package dev.larder.lab.rivals;

import dev.larder.lab.codec.Codec;
import dev.larder.lab.host.Subject;
import org.apache.fory.Fory;

/**
 * Fory in its Java format with registered classes and generated code. Strings stay Latin-1 or
 * UTF-16, as in the JVM. This is Fory's default and its fastest way; in UTF-8, Chinese would take
 * more bytes.
 */
public final class ForyCodec implements Codec {
  private final Fory fory;

  private ForyCodec(Subject subject, boolean compatible) {
    fory =
        Fory.builder()
            .withXlang(false)
            .withCompatible(compatible)
            .withRefTracking(subject.sharesObjects())
            .withCodegen(true)
            .requireClassRegistration(true)
            // These limits guard against hostile input; the values here may exceed them.
            .withMaxDepth(2_000)
            .withMaxGraphMemoryBytes(1L << 40)
            .withMaxTypeMetaBytes(1 << 20)
            .build();
    subject.classes().forEach(fory::register);
  }

  /** Both sides have the same class. */
  public static ForyCodec consistent(Subject subject) {
    return new ForyCodec(subject, false);
  }

  /** Classes may differ, so values contain the names of their fields. */
  public static ForyCodec compatible(Subject subject) {
    return new ForyCodec(subject, true);
  }

  @Override
  public byte[] encode(Object value) {
    return fory.serialize(value);
  }

  @Override
  public Object decode(byte[] bytes) {
    return fory.deserialize(bytes);
  }
}
