package dev.larder.lab.codec;

import dev.larder.lab.Build;
import dev.larder.lab.host.Subject;
import dev.larder.lab.people.PeopleSubjects;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The codecs that this runner measures, each a library used as its own documentation recommends,
 * and Larder beside them. Values come from JSON and share no objects, so reference tracking is off
 * where it can be.
 */
public enum Rival {
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
  FORY_COMPATIBLE("fory-compatible", "fory-core", ForyCodec::compatible),
  LARDER("larder", null),
  LARDER_FAST("larder-fast", "fast"),
  LARDER_SMALL("larder-small", "small");

  /**
   * Slow to become warm, and no choice of today: Hessian, FST and hprose have no new versions; Kryo
   * without registration and Fastjson's texts have a better form each.
   */
  private static final Set<Rival> REST = EnumSet.of(KRYO, FST, HESSIAN, HPROSE, FASTJSON2);

  private final String id;
  private final String library;
  private final BiFunction<Subject, Path, Codec> factory;
  private final String learns;

  Rival(String id, String library, Function<Subject, Codec> factory) {
    this.id = id;
    this.library = library;
    this.factory = (subject, profile) -> factory.apply(subject);
    learns = null;
  }

  /** Larder's own, with a profile of a budget or none. */
  Rival(String id, String learns) {
    this.id = id;
    library = "larder";
    factory = LarderCodec::new;
    this.learns = learns;
  }

  public static Rival of(String id) {
    for (Rival rival : values()) {
      if (rival.id.equals(id)) {
        return rival;
      }
    }
    throw new IllegalArgumentException("no codec " + id);
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

  /** Whether a comparison that names no codec has it: the others are much as one that it has. */
  public boolean isDefault() {
    return !REST.contains(this);
  }

  /** The budget of the profile that the codec learns before it is measured; null for none. */
  public String learns() {
    return learns;
  }

  /**
   * @param profile what was learned; null for a codec that learns nothing, or has not yet
   */
  public Codec codec(Subject subject, Path profile) {
    return factory.apply(subject, profile);
  }

  /** Why the codec cannot be had in this Java, null if it can. */
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
