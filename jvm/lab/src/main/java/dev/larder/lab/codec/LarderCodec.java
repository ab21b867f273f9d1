package dev.larder.lab.codec;

import dev.larder.Larder;
import dev.larder.Level;
import dev.larder.Profile;
import dev.larder.lab.host.Subject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import java.nio.file.Path;

/** Larder with registered classes, at a level; under a profile, if there is one. */
public final class LarderCodec implements Codec {
  private final Larder larder;
  private final Type type;

  /**
   * @param profile the file of a profile; null for none
   */
  public LarderCodec(Subject subject, Level level, Path profile) {
    Larder.Builder builder = Larder.builder().level(level).sharing(subject.sharesObjects());
    subject.classes().forEach(builder::register);
    if (profile != null) {
      try {
        builder.profile(Profile.read(profile));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    larder = builder.build();
    type = subject.type();
  }

  @Override
  public byte[] encode(Object value) {
    return larder.encode(value);
  }

  @Override
  public Object decode(byte[] bytes) {
    return larder.decode(bytes, type);
  }
}
