package dev.larder.service;

import com.acme.store.Person;
import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONException;
import dev.larder.Larder;
import dev.larder.Level;
import dev.larder.Profile;
import dev.larder.redis.LarderRedisSerializer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Properties;
import java.util.stream.Collectors;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.serializer.JacksonJsonRedisSerializer;
import org.springframework.data.redis.serializer.RedisSerializer;
import org.springframework.data.redis.serializer.SerializationException;

/** What persons are encoded with. */
enum Codec {
  FASTJSON_STRING("fastjson-string", "fastjson2") {
    /**
     * As in the article: the service makes the text, and Spring's template of strings stores it.
     */
    @Override
    PersonStore<?> store(RedisConnectionFactory connections, Settings settings, Clock clock) {
      StringRedisTemplate template = new StringRedisTemplate(connections);
      template.setValueSerializer(new TimedSerializer<>(RedisSerializer.string(), clock));
      return new PersonStore<>(
          template,
          person -> clock.encode(() -> JSON.toJSONString(person)),
          text -> clock.decode(() -> parse(text)));
    }

    private static Person parse(String text) {
      try {
        return JSON.parseObject(text, Person.class);
      } catch (JSONException e) {
        throw new SerializationException("Fastjson2 cannot read a text", e);
      }
    }
  },
  KRYO_ARTICLE("kryo-article", "kryo") {
    @Override
    RedisSerializer<Person> serializer(Settings settings) {
      return new ArticleKryoSerializer();
    }
  },
  KRYO("kryo", "kryo") {
    @Override
    RedisSerializer<Person> serializer(Settings settings) {
      return new PooledKryoSerializer();
    }
  },
  JDK("jdk", null) {
    @Override
    RedisSerializer<?> serializer(Settings settings) {
      return RedisSerializer.java(Person.class.getClassLoader());
    }
  },
  JACKSON("jackson", null) {
    @Override
    RedisSerializer<Person> serializer(Settings settings) {
      return new JacksonJsonRedisSerializer<>(Person.class);
    }
  },
  LARDER_FAST("larder-fast", "larder") {
    @Override
    RedisSerializer<Person> serializer(Settings settings) {
      return larder(Level.FAST);
    }
  },
  LARDER("larder", "larder") {
    @Override
    RedisSerializer<Person> serializer(Settings settings) {
      return larder(Level.BALANCED);
    }
  },
  LARDER_SMALL("larder-small", "larder") {
    @Override
    RedisSerializer<Person> serializer(Settings settings) {
      return larder(Level.SMALL);
    }
  },
  LARDER_PROFILE_FAST("larder-profile-fast", "larder") {
    @Override
    RedisSerializer<Person> serializer(Settings settings) {
      return larder(Level.FAST, profile(settings));
    }
  },
  LARDER_PROFILE("larder-profile", "larder") {
    @Override
    RedisSerializer<Person> serializer(Settings settings) {
      return larder(Level.BALANCED, profile(settings));
    }
  },
  LARDER_PROFILE_SMALL("larder-profile-small", "larder") {
    @Override
    RedisSerializer<Person> serializer(Settings settings) {
      return larder(Level.SMALL, profile(settings));
    }
  };

  private static final String LEARN =
      "Learn one from persons that --larder.codec=larder has stored:"
          + " larder train 'redis://127.0.0.1:6379/0?match=person_*' -o persons.profile";

  private final String id;
  private final String library;

  Codec(String id, String library) {
    this.id = id;
    this.library = library;
  }

  /**
   * @throws BadSetting if there is no codec of this name
   */
  static Codec of(String id) {
    for (Codec codec : values()) {
      if (codec.id.equals(id)) {
        return codec;
      }
    }
    String ids = Arrays.stream(values()).map(Codec::id).collect(Collectors.joining(", "));
    throw new BadSetting("larder.codec: there is no codec " + id, "Use one of these: " + ids + ".");
  }

  String id() {
    return id;
  }

  /** The version of its library. */
  String version() {
    return switch (this) {
      case JDK -> System.getProperty("java.version");
      case JACKSON -> tools.jackson.databind.cfg.PackageVersion.VERSION.toString();
      default -> builtWith(library);
    };
  }

  /**
   * The store of persons for this codec.
   *
   * @throws BadSetting if a setting that it needs is wrong
   */
  PersonStore<?> store(RedisConnectionFactory connections, Settings settings, Clock clock) {
    RedisTemplate<String, Person> template = new RedisTemplate<>();
    template.setConnectionFactory(connections);
    template.setKeySerializer(RedisSerializer.string());
    template.setValueSerializer(new TimedSerializer<>(serializer(settings), clock));
    template.afterPropertiesSet();
    return new PersonStore<>(template, person -> person, person -> person);
  }

  RedisSerializer<?> serializer(Settings settings) {
    throw new UnsupportedOperationException(id + " has a store of its own");
  }

  private static RedisSerializer<Person> larder(Level level, Profile... profiles) {
    Larder.Builder builder = Larder.builder().register(Person.class).level(level);
    for (Profile profile : profiles) {
      builder.profile(profile);
    }
    return LarderRedisSerializer.of(builder.build(), Person.class);
  }

  private static Profile profile(Settings settings) {
    if (settings.profile() == null) {
      throw new BadSetting(
          "larder.codec=" + settings.codec() + " needs --larder.profile=FILE", LEARN);
    }
    try {
      return Profile.read(settings.profile());
    } catch (IOException e) {
      throw new BadSetting("larder.profile: " + e.getMessage() + " cannot be read", LEARN);
    }
  }

  private static String builtWith(String library) {
    Properties versions = new Properties();
    try (InputStream in = Codec.class.getResourceAsStream("build.properties")) {
      versions.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return versions.getProperty(library);
  }
}
