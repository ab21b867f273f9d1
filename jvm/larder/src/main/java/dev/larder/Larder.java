package dev.larder;

import dev.larder.internal.bind.Binding;
import dev.larder.internal.bind.Root;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.message.Compression;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.KnownProfile;
import dev.larder.internal.message.Message;
import dev.larder.internal.message.Output;
import dev.larder.internal.register.Bindings;
import dev.larder.internal.register.Culprit;
import dev.larder.internal.register.Packages;
import dev.larder.internal.register.Registrations;
import dev.larder.internal.shape.KnownDefinitions;
import dev.larder.internal.shape.Shape;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Encodes objects in the Larder format (docs/FORMAT.md), and decodes them again. Immutable and
 * thread-safe: make one, and keep it.
 *
 * <pre>{@code
 * Larder larder = Larder.builder().register(Person.class).register(Address.class).build();
 * byte[] bytes = larder.encode(person);
 * Person again = larder.decode(bytes, Person.class);
 * }</pre>
 *
 * <p>Fields are written with their names, once for all objects of a class in a value. So a class
 * may change: values that an older or newer version of it wrote can still be decoded. Objects are
 * made only of registered classes, and of a fixed list of the JDK's own.
 */
public final class Larder {
  /** The zstd level where a profile has none. */
  private static final int ZSTD_LEVEL = 3;

  private final Bindings bindings;

  /** The one that values are written under; null for none. */
  private final KnownProfile profile;

  /** What {@link #profile} was made of. */
  private final Profile written;

  private final Level level;

  /** What compresses texts; null if they are not compressed. */
  private final Compression compression;

  private final int zstdLevel;

  /** Those that values may be under which are read, {@link #profile} first. */
  private final KnownProfile[] profiles;

  private final Limits limits;
  private final boolean sharing;
  private final boolean checksum;
  private final Pool pool;
  private final KnownDefinitions known = new KnownDefinitions();

  // The bindings of the types that were read and written last: most caches hold one. Both are
  // records, so that any thread sees them whole.
  private Root lastRead = Root.NONE;
  private Written lastWritten = new Written(null, null);

  /** Whether the value that was written last had too few texts to be compressed. */
  private boolean lastWasSmall = true;

  /** Encodes and decodes instead, under profiles that are found in use; null without a source. */
  private final Following following;

  private Larder(Builder from) {
    following = from.source == null ? null : new Following(from);
    List<Profile> all = new ArrayList<>(from.readable);
    if (from.profile != null) {
      all.remove(from.profile);
      all.add(0, from.profile);
    }
    for (int i = 0; i < all.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (all.get(i).isMistakenFor(all.get(j))) {
          throw new LarderException(
              ErrorKind.WRONG_PROFILE,
              -1,
              "two profiles have the same id: train one of them again, on other samples");
        }
      }
    }
    profiles = all.stream().map(each -> each.content().known()).toArray(KnownProfile[]::new);
    written = from.profile;
    profile = written == null ? null : profiles[0];
    level = from.level;
    boolean hasDictionary = from.profile != null && from.profile.content().compresses();
    Compression own = profile == null ? Compression.NO_DICTIONARY : profile.compression();
    compression = level == Level.SMALL && (hasDictionary || Compression.isAvailable()) ? own : null;
    zstdLevel = hasDictionary ? from.profile.content().level() : ZSTD_LEVEL;
    limits = from.limits;
    sharing = from.sharing;
    checksum = from.checksum;
    pool = from.pool;
    Registrations registrations = new Registrations(from.classes, from.scanned);
    bindings =
        new Bindings(
            registrations.names(),
            registrations::leftOut,
            profile == null ? new Shape[0] : profile.shapes());
  }

  /**
   * Begins to make a {@link Larder}.
   *
   * @return a builder with nothing registered
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Whether bytes begin like a value in the Larder format; nothing else is looked at.
   *
   * @param bytes any bytes
   * @return true if {@link #decode(byte[], Class)} may succeed; false if it cannot
   */
  public static boolean isLarder(byte[] bytes) {
    return Message.isLarder(bytes);
  }

  // Writing.

  /**
   * Encodes a value.
   *
   * @param value an object of a registered class or of the JDK; null is a value, too
   * @return a new array
   * @throws LarderException if the value holds an object of a class that is not registered, or is
   *     nested deeper than 512 levels or than the thread's stack allows
   */
  public byte[] encode(Object value) {
    return encode(value, (Type) null);
  }

  /**
   * Encodes a value as the type that it is declared to have: a {@code Map<Color, Integer>}, say,
   * whose keys are constants again when it is decoded as that.
   *
   * @param value as for {@link #encode(Object)}
   * @param type null if no type is declared
   * @return a new array
   * @throws LarderException as {@link #encode(Object)}
   */
  public byte[] encode(Object value, Type type) {
    Pool.Buffers buffers = pool.take();
    Output out = buffers.output;
    write(out, value, type);
    byte[] message = out.message();
    // After an error they are not given back: it may be of anywhere.
    out.end();
    pool.give(buffers);
    return message;
  }

  /** Of the stack that the thread has: another's may do. */
  private static LarderException tooDeep(StackOverflowError error) {
    LarderException deep =
        new LarderException(
            ErrorKind.TOO_DEEP, -1, "nested deeper than this thread's stack allows");
    deep.initCause(error);
    return deep;
  }

  /**
   * Encodes a value to a stream, which stays open.
   *
   * @param value as for {@link #encode(Object)}
   * @param to where the bytes go
   * @throws IOException if the stream cannot take them
   * @throws LarderException as {@link #encode(Object)}; nothing was written then
   */
  public void encode(Object value, OutputStream to) throws IOException {
    Pool.Buffers buffers = pool.take();
    Output out = buffers.output;
    write(out, value, null);
    out.writeTo(to);
    out.end();
    pool.give(buffers);
  }

  /**
   * Encodes a value into a buffer, from its position on.
   *
   * @param value as for {@link #encode(Object)}
   * @param to where the bytes go; its position is after them then
   * @throws java.nio.BufferOverflowException if they do not fit; nothing was put then
   */
  public void encode(Object value, ByteBuffer to) {
    Pool.Buffers buffers = pool.take();
    Output out = buffers.output;
    write(out, value, null);
    out.putTo(to);
    out.end();
    pool.give(buffers);
  }

  /** Writes a message, and seals it. */
  private void write(Output out, Object value, Type type) {
    if (following != null) {
      following.toEncode().write(out, value, type);
      return;
    }
    try {
      writeAndSeal(out, value, type, false);
      if (mayBeTooLarge(out) && !isRead(out.message(), type)) {
        writeAndSeal(out, value, type, true);
        if (!isRead(out.message(), type)) {
          throw new LarderException(
              ErrorKind.TOO_LARGE,
              -1,
              "decoding it would take more memory than the default limits allow: split it");
        }
      }
    } catch (LarderException e) {
      throw located(e, value, type);
    } catch (StackOverflowError e) {
      throw located(tooDeep(e), value, type);
    }
  }

  /** The exception with where in the value it is, if that can be found. */
  private LarderException located(LarderException error, Object value, Type type) {
    boolean isTooDeep = error.kind() == ErrorKind.TOO_DEEP;
    if (!isTooDeep && error.kind() != ErrorKind.REFUSED) {
      // What is too large is so as a whole.
      return error;
    }
    try {
      Culprit culprit = new Culprit(bindings, sharing);
      if (isTooDeep && !sharing) {
        Culprit.Found cycle = culprit.cycle(value, type);
        if (cycle != null) {
          return error.at(
              cycle.path(),
              "it is %s again, a cycle: sharing(true) of the builder keeps those"
                  .formatted(cycle.remark()));
        }
      }
      Culprit.Found found = culprit.find(value, type, isTooDeep);
      return error.at(found.path(), error.reason() + found.remark());
    } catch (RuntimeException | StackOverflowError e) {
      // A value that changes meanwhile, say: then without.
      return error;
    }
  }

  private void writeAndSeal(Output out, Object value, Type type, boolean valueByValue) {
    Compression.Compressed compressed = null;
    if (compression == null || valueByValue) {
      writeValue(out, value, type, false, valueByValue);
    } else {
      compressed = writeCompressed(out, value, type);
    }
    int id = profile == null ? Output.NO_PROFILE : profile.id();
    if (compressed != null) {
      out.seal(id, compressed.bytes(), compressed.frame(), checksum);
    } else {
      out.seal(id, null, false, checksum);
    }
  }

  /**
   * Writes a value, with its texts apart if that makes the message shorter.
   *
   * @return the texts; null if they stand inline
   */
  private Compression.Compressed writeCompressed(Output out, Object value, Type type) {
    // Which is tried first makes no difference but to the time.
    boolean isSmall = lastWasSmall;
    if (isSmall) {
      writeValue(out, value, type, false, false);
      isSmall = out.storedTexts() < compression.least();
      if (isSmall) {
        return null;
      }
    }
    writeValue(out, value, type, true, false);
    isSmall = out.textPosition() < compression.least();
    if (lastWasSmall != isSmall) {
      lastWasSmall = isSmall;
    }
    Compression.Compressed compressed =
        compression.compress(out.texts(), out.textPosition(), zstdLevel);
    if (compressed == null && out.textPosition() > 0) {
      writeValue(out, value, type, false, false);
    }
    return compressed;
  }

  /** Whether a reader may be charged more than it has for a message. */
  private static boolean mayBeTooLarge(Output out) {
    // The bytes that are not multiplied cost at most as many as the rest.
    return out.multiplied() > Limits.DEFAULT.budget(out.size()) / 4;
  }

  /** Whether a reader with the default limits has enough for a message. */
  private boolean isRead(byte[] message, Type type) {
    try {
      read(
          new Pool.Buffers(),
          message,
          0,
          message.length,
          type == null ? Object.class : type,
          Limits.DEFAULT);
      return true;
    } catch (RuntimeException e) {
      // What a class says to its values is no matter of memory.
      return !(e instanceof LarderException error) || error.kind() != ErrorKind.TOO_LARGE;
    }
  }

  private void writeValue(
      Output out, Object value, Type type, boolean apart, boolean valueByValue) {
    out.begin(level, profile, valueByValue, apart);
    if (value == null) {
      out.nullValue();
      return;
    }
    if (sharing) {
      bindings.findShared(out, value);
    }
    Binding binding = type == null ? binding(value.getClass(), value) : bindings.root(type);
    Place place = profile == null ? Place.NONE : profile.root();
    if (level == Level.FAST) {
      out.position = binding.writeFast(out, value, place, out.position);
    } else {
      binding.writeField(out, value, place);
    }
  }

  private Binding binding(Class<?> type, Object value) {
    Written target = lastWritten;
    if (target.type != type) {
      target = new Written(type, bindings.root(value));
      lastWritten = target;
    }
    return target.binding;
  }

  /** How objects of a class are written. */
  private record Written(Class<?> type, Binding binding) {}

  // Reading.

  /**
   * Decodes a value of a type. What a constructor of a registered class throws is thrown as it is.
   *
   * @param <T> the type
   * @param bytes what {@link #encode(Object)} returned, here or in another language
   * @param type a registered class, one of the JDK's types that values may have, or {@link Object}
   * @return null only for the value null
   * @throws LarderException if the bytes are no such value, or the value is nested deeper than the
   *     thread's stack allows
   */
  public <T> T decode(byte[] bytes, Class<T> type) {
    return cast(type, read(bytes, 0, bytes.length, type));
  }

  /**
   * Decodes a value of a generic type: a {@code List<Person>}, say.
   *
   * @param bytes as for {@link #decode(byte[], Class)}
   * @param type as for {@link #decode(byte[], Class)}, or such a class with type arguments
   * @return null only for the value null
   * @throws LarderException as {@link #decode(byte[], Class)}
   */
  public Object decode(byte[] bytes, Type type) {
    return read(bytes, 0, bytes.length, type);
  }

  /**
   * Decodes what remains of a buffer, whose position is at its end afterwards. The bytes of a
   * direct buffer are first copied to memory that is used again, those of one on the heap are not.
   *
   * @param <T> the type
   * @param from one value, and nothing after it
   * @param type as for {@link #decode(byte[], Class)}
   * @return null only for the value null
   * @throws LarderException as {@link #decode(byte[], Class)}; the position stays then
   */
  public <T> T decode(ByteBuffer from, Class<T> type) {
    int length = from.remaining();
    Object value;
    if (from.hasArray()) {
      int start = from.arrayOffset() + from.position();
      value = read(from.array(), start, start + length, type);
    } else {
      Pool.Buffers buffers = pool.take();
      // Buffers are given back before a profile is looked for.
      byte[] bytes = following == null ? buffers.room(length) : new byte[length];
      from.duplicate().get(bytes, 0, length);
      value = read(buffers, bytes, 0, length, type);
    }
    from.position(from.position() + length);
    return cast(type, value);
  }

  @SuppressWarnings("unchecked")
  private static <T> T cast(Class<T> type, Object value) {
    // A primitive class has no instances: the value is of the class that boxes it.
    return type.isPrimitive() ? (T) value : type.cast(value);
  }

  private Object read(byte[] bytes, int start, int end, Type type) {
    return read(pool.take(), bytes, start, end, type);
  }

  private Object read(Pool.Buffers buffers, byte[] bytes, int start, int end, Type type) {
    return following == null
        ? read(buffers, bytes, start, end, type, limits)
        : following.read(buffers, bytes, start, end, type);
  }

  private Object read(
      Pool.Buffers buffers, byte[] bytes, int start, int end, Type type, Limits limits) {
    Root target = lastRead;
    if (target.type() != type) {
      target = bindings.target(type);
      lastRead = target;
    }
    Input in = buffers.input;
    in.begin(bytes, start, end, limits.depth(), limits.budget(end - start));
    try {
      KnownProfile under = Message.open(in, profiles, known);
      Object value = target.read(in, under == null ? Place.NONE : under.root());
      Message.close(in);
      return value;
    } catch (StackOverflowError e) {
      throw tooDeep(e);
    } finally {
      in.end();
      pool.give(buffers);
    }
  }

  /** A {@link Larder} that is made again whenever a {@link ProfileSource} has another profile. */
  private static final class Following {
    private final ProfileSource source;

    /** What {@link #now} was made of; guarded by this. */
    private final Builder builder;

    private final Profile own;
    private volatile Larder now;

    Following(Builder from) {
      source = from.source;
      own = from.profile;
      builder = from.withoutSource();
      now = builder.build();
    }

    Larder toEncode() {
      Profile current = source.current();
      Larder larder = now;
      return (current == null ? own : current) == larder.written ? larder : follow(current);
    }

    private synchronized Larder follow(Profile current) {
      Profile next = current == null ? own : current;
      if (now.written != next) {
        if (builder.profile != null && !builder.readable.contains(builder.profile)) {
          builder.alsoReads(builder.profile);
        }
        now = builder.profile(next).build();
      }
      return now;
    }

    private synchronized void alsoRead(Profile found) {
      if (Arrays.stream(now.profiles).noneMatch(its -> its.id() == found.content().id())) {
        now = builder.alsoReads(found).build();
      }
    }

    Object read(Pool.Buffers buffers, byte[] bytes, int start, int end, Type type) {
      Larder larder = now;
      try {
        return larder.read(buffers, bytes, start, end, type, larder.limits);
      } catch (LarderException e) {
        if (e.kind() != ErrorKind.MISSING_PROFILE && e.kind() != ErrorKind.WRONG_PROFILE) {
          throw e;
        }
        int at = start + e.offset();
        // What another Larder throws within a constructor has no place here.
        if (e.offset() < 0 || at + 3 > end) {
          throw e;
        }
        Profile found = source.find(HexFormat.of().formatHex(bytes, at, at + 3));
        if (found == null) {
          throw e;
        }
        alsoRead(found);
      }
      larder = now;
      return larder.read(larder.pool.take(), bytes, start, end, type, larder.limits);
    }
  }

  /**
   * What a {@link Larder} is made of.
   *
   * <pre>{@code
   * Larder larder =
   *     Larder.builder()
   *         .registerPackage("com.acme.shop")
   *         .profile(Profile.read(Path.of("orders.lrdp")))
   *         .checksum(true)
   *         .build();
   * }</pre>
   */
  public static final class Builder {
    private final Map<Class<?>, List<String>> classes = new LinkedHashMap<>();
    private final Set<Class<?>> scanned = new LinkedHashSet<>();
    private final List<Profile> readable = new ArrayList<>();
    private Profile profile;
    private ProfileSource source;
    private Limits limits = Limits.DEFAULT;
    private Level level = Level.BALANCED;
    private boolean sharing;
    private boolean checksum;
    private Pool pool = Pool.perThread();

    private Builder() {}

    private Builder withoutSource() {
      Builder copy = new Builder();
      copy.classes.putAll(classes);
      copy.scanned.addAll(scanned);
      copy.readable.addAll(readable);
      copy.profile = profile;
      copy.limits = limits;
      copy.level = level;
      copy.sharing = sharing;
      copy.checksum = checksum;
      copy.pool = pool;
      return copy;
    }

    /**
     * Registers a class, a record class or an enumeration, by its {@link Name} or its simple name;
     * of a sealed type, the classes that it permits. The classes that its fields declare are
     * registered with it, including those of its superclasses and type arguments.
     *
     * @param type the class
     * @return this
     */
    public Builder register(Class<?> type) {
      return put(type, Registrations.names(type));
    }

    /**
     * Registers classes, each as {@link #register(Class)} does.
     *
     * @param types the classes
     * @return this
     */
    public Builder register(Class<?>... types) {
      Arrays.stream(types).forEach(this::register);
      return this;
    }

    /**
     * Registers a class by a name, which stays the same when the class is moved or renamed, and may
     * be that of a class in another language.
     *
     * @param type the class
     * @param name what it is called in values
     * @param formerly names in older values: read, never written
     * @return this
     */
    public Builder register(Class<?> type, String name, String... formerly) {
      List<String> names = new ArrayList<>(List.of(name));
      names.addAll(Arrays.asList(formerly));
      return put(type, names);
    }

    /**
     * Registers the classes of a package and of the packages within it that could be values. What
     * could not, as a field is of a class that values cannot have, is left out; an error says so
     * where a value holds one. Classes are looked up by the thread's context class loader.
     *
     * <p>Objects of each of them are then made for whoever can write to the cache: packages that
     * hold values alone are the best.
     *
     * @param name as in {@code com.acme.shop}
     * @return this
     * @throws IllegalArgumentException if there is no class in such a package
     * @throws java.io.UncheckedIOException if the class path cannot be read
     */
    public Builder registerPackage(String name) {
      return registerPackage(name, type -> true);
    }

    /**
     * As {@link #registerPackage(String)}, for some of the classes.
     *
     * @param name as in {@code com.acme.shop}
     * @param which is asked for each class, which has not been initialised yet
     * @return this
     */
    public Builder registerPackage(String name, Predicate<Class<?>> which) {
      ClassLoader context = Thread.currentThread().getContextClassLoader();
      Set<Class<?>> found =
          Packages.classes(name, context == null ? Larder.class.getClassLoader() : context);
      if (found.isEmpty()) {
        throw new IllegalArgumentException(
            ("the package %s has no classes that the thread's context class loader finds: see how"
                    + " it is spelled, and that its jar has entries for directories")
                .formatted(name));
      }
      found.stream().filter(which).forEach(scanned::add);
      return this;
    }

    /**
     * Lets others register: {@code with(SpringPages::register)}.
     *
     * @param registrations is called at once, with this
     * @return this
     */
    public Builder with(Consumer<Builder> registrations) {
      registrations.accept(this);
      return this;
    }

    private Builder put(Class<?> type, List<String> names) {
      if (classes.putIfAbsent(type, names) != null) {
        throw new IllegalArgumentException("%s is registered twice".formatted(type.getName()));
      }
      return this;
    }

    /**
     * Encodes values under a profile, and decodes those that were encoded under it.
     *
     * @param profile what {@code larder train} learned
     * @return this
     */
    public Builder profile(Profile profile) {
      this.profile = profile;
      return this;
    }

    /**
     * Also decodes values under another profile: an older one, or the next one.
     *
     * @param profile of another id than all others here
     * @return this
     */
    public Builder alsoReads(Profile profile) {
      readable.add(profile);
      return this;
    }

    /**
     * Encodes values under the profile that a source says is current, and decodes those under any
     * profile that it finds. {@link #profile} is what values are encoded under as long as it says
     * none.
     *
     * @param source {@code Profiles} of {@code larder-redis}, say
     * @return this
     */
    public Builder profiles(ProfileSource source) {
      this.source = source;
      return this;
    }

    /**
     * Sets how much time is spent to save bytes. Values of every level are decoded.
     *
     * @param level {@link Level#BALANCED} unless this is called
     * @return this
     */
    public Builder level(Level level) {
      this.level = level;
      return this;
    }

    /**
     * Limits what a value may cost its reader.
     *
     * @param limits {@link Limits#DEFAULT} unless this is called
     * @return this
     */
    public Builder limits(Limits limits) {
      this.limits = limits;
      return this;
    }

    /**
     * Keeps the identity of objects that a value holds more than once, and with it cycles. If it is
     * off, such an object is written each time, and a cycle is too deep.
     *
     * @param on false unless this is called
     * @return this
     */
    public Builder sharing(boolean on) {
      sharing = on;
      return this;
    }

    /**
     * Adds a checksum to values, so that damage is noticed.
     *
     * @param on false unless this is called
     * @return this
     */
    public Builder checksum(boolean on) {
      checksum = on;
      return this;
    }

    /**
     * Sets where buffers are kept between values.
     *
     * @param pool {@link Pool#perThread()} unless this is called
     * @return this
     */
    public Builder pool(Pool pool) {
      this.pool = pool;
      return this;
    }

    /**
     * Makes the {@link Larder}.
     *
     * @return one that later calls of this builder do not change
     * @throws IllegalArgumentException if classes cannot be written, or are missing: the message
     *     lists all of them, and what to do about each
     * @throws LarderException if two profiles have the same id
     */
    public Larder build() {
      return new Larder(this);
    }
  }
}
