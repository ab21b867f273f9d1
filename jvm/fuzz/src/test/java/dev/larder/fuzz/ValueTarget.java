package dev.larder.fuzz;

import dev.larder.Larder;
import dev.larder.Level;
import dev.larder.Profile;
import dev.larder.support.Same;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;

/**
 * Messages of which nothing is known: an error or a value, whatever was read before; and a value is
 * written and comes back.
 */
final class ValueTarget {
  private static final List<Profile> PROFILES = Checks.profiles();
  private static final Larder READER = builder().limits(Checks.LIMITS).build();
  private static final List<Supplier<Larder>> MADE = new ArrayList<>();
  private static final List<Larder> WRITERS;

  /** One in so many messages also has a new reader and writer, which take a while to make. */
  private static final int FRESH = 32;

  /** A value with definitions, one that is compressed at {@link Level#SMALL}, and a short one. */
  private static final List<Object> BEFORE =
      List.of(new Beans.Order(), "again and again, ".repeat(40), 1);

  static {
    // Without sharing, a value may be without end.
    for (Level level : Level.values()) {
      MADE.add(() -> builder().level(level).sharing(true).checksum(true).build());
      for (Profile profile : PROFILES) {
        MADE.add(() -> builder().level(level).sharing(true).profile(profile).build());
      }
    }
    WRITERS = MADE.stream().map(Supplier::get).toList();
  }

  private static Larder.Builder builder() {
    Larder.Builder builder = Larder.builder().limits(Checks.WIDE_LIMITS);
    builder.register(Beans.Order.class, "Order", "P", "App\\User");
    builder.register(Beans.Line.class, "Line", "A", "E");
    builder.register(Beans.State.class, "State", "App\\Suit");
    builder.register(Beans.Node.class, "Node", "B", "App\\Node");
    builder.register(Beans.Sealed.class);
    PROFILES.forEach(builder::alsoReads);
    return builder;
  }

  public static void fuzzerTestOneInput(byte[] message) {
    Checks.Outcome read = read(READER, message);
    boolean isFresh = Arrays.hashCode(message) % FRESH == 0;
    if (isFresh) {
      Checks.assertSame(read, read(builder().limits(Checks.LIMITS).build(), message));
    }
    Object value = read.value();
    if (value == null) {
      return;
    }
    int writer = message.length % WRITERS.size();
    byte[] written = comesBack(WRITERS.get(writer), value);
    if (isFresh && !Arrays.equals(written, MADE.get(writer).get().encode(value))) {
      throw new AssertionError("a new writer writes other bytes");
    }
  }

  private static Checks.Outcome read(Larder reader, byte[] message) {
    return Checks.read(Checks.LIMITS, message.length, () -> reader.decode(message, Object.class));
  }

  private static byte[] comesBack(Larder larder, Object value) {
    byte[] written = larder.encode(value);
    // The value before is that of the last message the first time, and then another.
    for (Object before : BEFORE) {
      larder.encode(before);
      if (!Arrays.equals(written, larder.encode(value))) {
        throw new AssertionError("other bytes after " + before);
      }
    }
    Object again = larder.decode(written, Object.class);
    if (!Same.exactly(value, again)) {
      throw new AssertionError("comes back as another: " + HexFormat.of().formatHex(written));
    }
    return written;
  }

  private ValueTarget() {}
}
