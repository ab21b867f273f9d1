package dev.larder.lab.catalog;

import dev.larder.Level;
import dev.larder.lab.codec.Codec;
import dev.larder.lab.codec.LarderCodec;
import dev.larder.lab.host.Subject;
import dev.larder.lab.people.PeopleSubjects;
import dev.larder.lab.rivals.Fastjson2Codec;
import dev.larder.lab.rivals.Fastjson2JsonbCodec;
import dev.larder.lab.rivals.ForyCodec;
import dev.larder.lab.rivals.FstCodec;
import dev.larder.lab.rivals.HessianCodec;
import dev.larder.lab.rivals.HproseCodec;
import dev.larder.lab.rivals.JacksonCodec;
import dev.larder.lab.rivals.JdkCodec;
import dev.larder.lab.rivals.KryoCodec;
import dev.larder.lab.rivals.MsgpackCodec;
import dev.larder.lab.rivals.ProtostuffCodec;
import dev.larder.lab.runner.Build;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The codecs that this runner measures: Larder, and rivals, each used as its documentation
 * recommends. Values from JSON share no objects, so reference tracking is off for them wherever a
 * codec allows that.
 */
public enum MeasuredCodec {
  JDK("jdk", "java.io", subject -> new JdkCodec()),
  KRYO("kryo", "kryo", KryoCodec::unregistered),
  KRYO_REGISTERED("kryo-registered", "kryo", KryoCodec::registered),
  MSGPACK("msgpack", "msgpack-core", MsgpackCodec::new),
  FST("fst", "fst", FstCodec::new),
  HESSIAN("hessian", "hessian", subject -> new HessianCodec()),
  PROTOSTUFF("protostuff", "protostuff-runtime", ProtostuffCodec::new),
  HPROSE("hprose", "hprose-java", HproseCodec::new),
  FASTJSON2("fastjson2", "fastjson2", Fastjson2Codec::new),
  FASTJSON2_JSONB("fastjson2-jsonb", "fastjson2", Fastjson2JsonbCodec::new),
  JACKSON("jackson", "jackson-databind", JacksonCodec::new),
  FORY("fory", "fory-core", ForyCodec::consistent),
  FORY_THREAD_SAFE("fory-thread-safe", "fory-core", ForyCodec::threadSafe),
  FORY_COMPATIBLE("fory-compatible", "fory-core", ForyCodec::compatible),
  LARDER_FAST("larder-fast", Level.FAST, false),
  LARDER("larder", Level.BALANCED, false),
  LARDER_SMALL("larder-small", Level.SMALL, false),
  LARDER_PROFILE_FAST("larder-profile-fast", Level.FAST, true),
  LARDER_PROFILE("larder-profile", Level.BALANCED, true),
  LARDER_PROFILE_SMALL("larder-profile-small", Level.SMALL, true);

  /**
   * Codecs that take long to warm up and that hardly anybody would choose today: Hessian, FST and
   * hprose have no new versions; Kryo without registration and Fastjson's texts each have a better
   * variant. Fory for many threads writes what Fory writes.
   */
  private static final Set<MeasuredCodec> NOT_DEFAULT =
      EnumSet.of(KRYO, FST, HESSIAN, HPROSE, FASTJSON2, FORY_THREAD_SAFE);

  private final String id;
  private final String library;
  private final BiFunction<Subject, Path, Codec> factory;
  private final boolean learns;

  MeasuredCodec(String id, String library, Function<Subject, Codec> factory) {
    this.id = id;
    this.library = library;
    this.factory = (subject, profile) -> factory.apply(subject);
    learns = false;
  }

  /** Larder at a level, with a profile or without one. */
  MeasuredCodec(String id, Level level, boolean learns) {
    this.id = id;
    library = "larder";
    factory = (subject, profile) -> new LarderCodec(subject, level, profile);
    this.learns = learns;
  }

  public static MeasuredCodec of(String id) {
    for (MeasuredCodec codec : values()) {
      if (codec.id.equals(id)) {
        return codec;
      }
    }
    throw new IllegalArgumentException("there is no codec " + id);
  }

  public String id() {
    return id;
  }

  /** The name of the library's artifact. */
  public String library() {
    return library;
  }

  public String version() {
    return this == JDK ? System.getProperty("java.version") : Build.version(library);
  }

  /** Whether it takes part in a comparison that names no codecs. */
  public boolean isDefault() {
    return !NOT_DEFAULT.contains(this);
  }

  /** Whether the codec learns a profile before it is measured. */
  public boolean learns() {
    return learns;
  }

  /**
   * @param profile the learned profile; null for a codec that learns none, or has not yet
   */
  public Codec codec(Subject subject, Path profile) {
    return factory.apply(subject, profile);
  }

  /** Why the codec does not work on this Java; null if it does. */
  public String whyUnavailable() {
    try {
      codec(PeopleSubjects.of("people"), null);
      return null;
    } catch (Exception | LinkageError e) {
      return "%s does not start on Java %s: %s"
          .formatted(library, System.getProperty("java.version"), e);
    }
  }
}
