package dev.larder.internal.tree;

import dev.larder.Level;
import dev.larder.Limits;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Compression;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.KnownProfile;
import dev.larder.internal.message.Message;
import dev.larder.internal.message.Output;
import dev.larder.internal.profile.ProfileFile;
import dev.larder.internal.shape.KnownDefinitions;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.shape.Shapes;

/** Messages and exact values, as a reader and a writer with one profile or none has them. */
final class ExactCodec {
  private final KnownProfile profile;
  private final int id;
  private final Shapes shapes;
  private final ExactHost host;
  private final KnownDefinitions known = new KnownDefinitions();
  private final KnownProfile[] profiles;
  private final Input in = new Input();
  private final Level level;
  private final Output out = new Output();

  /** How large the last compressed texts were, and whether there were any. */
  boolean compressed;

  ExactCodec(ProfileFile profile) {
    this(profile, Level.BALANCED);
  }

  ExactCodec(ProfileFile profile, Level level) {
    this.level = level;
    this.profile = profile == null ? null : profile.known();
    id = profile == null ? Output.NO_PROFILE : profile.id();
    Shape[] profileShapes = profile == null ? new Shape[0] : this.profile.shapes();
    shapes = new Shapes(profileShapes);
    host = new ExactHost(profileShapes, shapes);
    profiles = profile == null ? new KnownProfile[0] : new KnownProfile[] {this.profile};
  }

  Object decode(byte[] bytes) {
    return decode(bytes, 0, bytes.length, Limits.DEFAULT);
  }

  Object decode(byte[] bytes, int start, int end, Limits limits) {
    in.begin(bytes, start, end, limits.depth(), limits.budget(end - start));
    try {
      KnownProfile of = Message.open(in, profiles, known);
      Object value = TreeReader.value(in, of == null ? Place.NONE : of.root(), host);
      Message.close(in);
      return value;
    } finally {
      in.end();
    }
  }

  byte[] encode(Object value, boolean checksum) {
    try {
      write(value, false);
      out.seal(id, null, false, checksum);
      return out.message();
    } finally {
      out.end();
    }
  }

  byte[] encodeCompressed(Object value, int level) {
    try {
      write(value, true);
      Compression compression = profile == null ? Compression.NO_DICTIONARY : profile.compression();
      Compression.Compressed texts = compression.compress(out.texts(), out.textPosition(), level);
      compressed = texts != null;
      if (texts == null) {
        write(value, false);
        out.seal(id, null, false, false);
        return out.message();
      }
      out.seal(id, texts.bytes(), texts.frame(), false);
      return out.message();
    } finally {
      out.end();
    }
  }

  private void write(Object value, boolean apart) {
    out.begin(level, profile, false, apart);
    TreeWriter.value(out, value, profile == null ? Place.NONE : profile.root(), host, shapes);
  }
}
