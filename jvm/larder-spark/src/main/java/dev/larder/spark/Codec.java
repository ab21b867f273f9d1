package dev.larder.spark;

import dev.larder.Larder;
import dev.larder.LarderException;
import dev.larder.Level;
import dev.larder.Profile;
import dev.larder.internal.spark.SharedLarder;
import dev.larder.redis.Profiles;
import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.api.java.function.Function0;

/**
 * How values are encoded in Redis. Only one thread uses a codec: each task creates its own.
 *
 * <pre>{@code
 * Codec.Factory<Person> larder = Codec.larder(Person.class);
 * Codec.Factory<String> text = () -> Codec.of(String::getBytes, String::new);
 * }</pre>
 *
 * <p>Zero bytes in Redis say that the database has no value for a key. So a value that a codec
 * encodes to zero bytes is not cached.
 *
 * @param <V> the values
 */
public interface Codec<V> {
  /**
   * Encodes a value.
   *
   * @param value never null
   * @return its bytes
   * @throws Exception if the value cannot be encoded; the task fails then
   */
  byte[] encode(V value) throws Exception;

  /**
   * Decodes a value.
   *
   * @param bytes what Redis has for a key, at least one byte
   * @return the value
   * @throws Exception if the bytes cannot be decoded; the key is a miss then
   */
  V decode(byte[] bytes) throws Exception;

  /**
   * Creates a codec on an executor: this is what is sent there.
   *
   * @param <V> the values
   */
  @FunctionalInterface
  interface Factory<V> extends Serializable {
    /**
     * Creates a codec for one task.
     *
     * @return a codec that only this task uses
     * @throws Exception if there is none; the task fails then
     */
    Codec<V> create() throws Exception;
  }

  /**
   * Values of a class as Larder writes them at level {@code FAST}, at which a join takes the least
   * time. Values of every level are read.
   *
   * @param <V> the values
   * @param type the class of all values
   * @param others classes of objects within the values that the fields of {@code type} do not
   *     declare
   * @return a factory whose codecs share one {@code Larder} per executor
   */
  static <V> Factory<V> larder(Class<V> type, Class<?>... others) {
    return larder(Level.FAST, type, others);
  }

  /**
   * Values of a class as Larder writes them at a level.
   *
   * @param <V> the values
   * @param level how much time is spent to save bytes
   * @param type the class of all values
   * @param others see {@link #larder(Class, Class[])}
   * @return a factory whose codecs share one {@code Larder} per executor
   */
  static <V> Factory<V> larder(Level level, Class<V> type, Class<?>... others) {
    return larder(() -> builder(level, type, others).build(), type);
  }

  /**
   * Values of a class as Larder writes them at a level, under a profile. Values without a profile
   * are read, too.
   *
   * @param <V> the values
   * @param level how much time is spent to save bytes
   * @param profile the content of a file that {@code larder train} wrote; it is sent to the
   *     executors, which need no file
   * @param type the class of all values
   * @param others see {@link #larder(Class, Class[])}
   * @return a factory whose codecs share one {@code Larder} per executor
   * @throws LarderException if the bytes are no profile, or damaged
   */
  static <V> Factory<V> larder(Level level, byte[] profile, Class<V> type, Class<?>... others) {
    byte[] own = profile.clone();
    Profile.of(own);
    return larder(() -> builder(level, type, others).profile(Profile.of(own)).build(), type);
  }

  /**
   * Values of a class as Larder writes them at a level, under the profile that is current in Redis.
   * Each executor asks the master which one it is, at most once a minute, and fetches those of the
   * values that it reads: see {@code Profiles} of {@code larder-redis}.
   *
   * @param <V> the values
   * @param level how much time is spent to save bytes
   * @param uri the Redis of the profiles, as Lettuce takes it
   * @param profiles the name under which they are published
   * @param type the class of all values
   * @param others see {@link #larder(Class, Class[])}
   * @return a factory whose codecs share one {@code Larder} per executor
   */
  static <V> Factory<V> larder(
      Level level, String uri, String profiles, Class<V> type, Class<?>... others) {
    return larder(
        () -> builder(level, type, others).profiles(Profiles.of(uri, profiles)).build(), type);
  }

  private static Larder.Builder builder(Level level, Class<?> type, Class<?>... others) {
    Larder.Builder builder = Larder.builder().level(level).register(type);
    Arrays.stream(others).forEach(builder::register);
    return builder;
  }

  /**
   * Values of a class as a {@code Larder} of yours writes them, with a checksum for example.
   *
   * @param <V> the values
   * @param larder makes it; it is called once on each executor
   * @param type the class of all values
   * @return a factory whose codecs share one {@code Larder} per executor
   */
  static <V> Factory<V> larder(Function0<Larder> larder, Class<V> type) {
    SharedLarder shared = new SharedLarder(larder);
    return () -> {
      Larder own = shared.get();
      return of(own::encode, bytes -> own.decode(bytes, type));
    };
  }

  /**
   * A codec of two functions.
   *
   * @param <V> the values
   * @param encode makes bytes of a value
   * @param decode makes a value of its bytes
   * @return a codec that calls them
   */
  static <V> Codec<V> of(Function<V, byte[]> encode, Function<byte[], V> decode) {
    return new Codec<>() {
      @Override
      public byte[] encode(V value) throws Exception {
        return encode.call(value);
      }

      @Override
      public V decode(byte[] bytes) throws Exception {
        return decode.call(bytes);
      }
    };
  }
}
