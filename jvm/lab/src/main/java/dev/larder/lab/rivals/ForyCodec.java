package dev.larder.lab.rivals;

import dev.larder.lab.codec.Codec;
import dev.larder.lab.host.Subject;
import org.apache.fory.BaseFory;
import org.apache.fory.Fory;
import org.apache.fory.config.ForyBuilder;

/**
 * Fory in its Java format with registered classes and generated code. Strings stay Latin-1 or
 * UTF-16, as in the JVM. This is Fory's default and its fastest way; in UTF-8, Chinese would take
 * more bytes.
 */
public final class ForyCodec implements Codec {
  private final BaseFory fory;

  private ForyCodec(BaseFory fory, Subject subject) {
    this.fory = fory;
    subject.classes().forEach(fory::register);
  }

  /** Both sides have the same class. */
  public static ForyCodec consistent(Subject subject) {
    return new ForyCodec(builder(subject, false).build(), subject);
  }

  /** As {@link #consistent}, for any thread: what a cache's serializer has to be in a service. */
  public static ForyCodec threadSafe(Subject subject) {
    return new ForyCodec(builder(subject, false).buildThreadSafeFory(), subject);
  }

  /** Classes may differ, so values contain the names of their fields. */
  public static ForyCodec compatible(Subject subject) {
    return new ForyCodec(builder(subject, true).build(), subject);
  }

  private static ForyBuilder builder(Subject subject, boolean compatible) {
    return Fory.builder()
        .withXlang(false)
        .withCompatible(compatible)
        .withRefTracking(subject.sharesObjects())
        .withCodegen(true)
        .requireClassRegistration(true)
        // These limits guard against hostile input; the values here may exceed them.
        .withMaxDepth(2_000)
        .withMaxGraphMemoryBytes(1L << 40)
        .withMaxTypeMetaBytes(1 << 20);
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
