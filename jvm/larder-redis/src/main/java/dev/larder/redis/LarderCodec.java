package dev.larder.redis;

import dev.larder.Larder;
import io.netty.buffer.Unpooled;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.redisson.client.RedisException;
import org.redisson.client.codec.BaseCodec;
import org.redisson.client.codec.Codec;
import org.redisson.client.protocol.Decoder;
import org.redisson.client.protocol.Encoder;

/**
 * Larder for Redisson. Immutable and thread-safe.
 *
 * <pre>{@code
 * Larder larder = Larder.builder().register(Person.class).build();
 * config.setCodec(LarderCodec.of(larder).fallback(new Kryo5Codec()));
 * }</pre>
 *
 * <p>Redis compares keys of maps and members of sets by their bytes, so after a switch of the codec
 * or the profile it does not find the existing ones. {@code new CompositeCodec(OTHER, LARDER,
 * LARDER)} leaves keys as they are.
 */
public final class LarderCodec extends BaseCodec {
  private final Values<Codec> values;
  private final Values<Codec> keys;
  private final Decoder<Object> valueDecoder;
  private final Decoder<Object> mapKeyDecoder;
  private final Decoder<Object> mapValueDecoder;
  private final Encoder valueEncoder;
  private final Encoder mapKeyEncoder;
  private final Encoder mapValueEncoder;

  /** For types of the JDK only. Redisson calls it where it is given only the class. */
  public LarderCodec() {
    this(values(Larder.builder().build(), Object.class), Object.class);
  }

  /**
   * Does the same as {@link #LarderCodec()}.
   *
   * @param classLoader not used: a value can only have registered classes
   */
  public LarderCodec(ClassLoader classLoader) {
    this();
  }

  /**
   * Copies a codec, with its fallbacks for a class loader. Redisson makes one for the class loader
   * of each thread.
   *
   * @param classLoader where the fallbacks look for classes
   * @param codec the codec to copy
   * @throws ReflectiveOperationException if a fallback has no such constructor; Redisson then uses
   *     the codec as it is
   */
  public LarderCodec(ClassLoader classLoader, LarderCodec codec)
      throws ReflectiveOperationException {
    this(copy(classLoader, codec.values), codec.keys.type());
  }

  private LarderCodec(Values<Codec> values, Type keyType) {
    this.values = values;
    // A key that cannot be decoded is not a miss: the map would lack an entry. And a key must not
    // change its bytes once its class is registered. So neither callback applies to keys.
    keys =
        new Values<>(
            values.larder(),
            keyType,
            values.fallbacks(),
            values.writer(),
            null,
            null,
            null,
            values.exception());
    valueDecoder = decoder(values, Codec::getValueDecoder);
    mapKeyDecoder = decoder(keys, Codec::getMapKeyDecoder);
    mapValueDecoder = decoder(values, Codec::getMapValueDecoder);
    valueEncoder = encoder(values, Codec::getValueEncoder);
    mapKeyEncoder = encoder(keys, Codec::getMapKeyEncoder);
    mapValueEncoder = encoder(values, Codec::getMapValueEncoder);
  }

  private static Values<Codec> values(Larder larder, Type type) {
    return Values.of(larder, type, RedisException::new);
  }

  private static Values<Codec> copy(ClassLoader classLoader, Values<Codec> values)
      throws ReflectiveOperationException {
    List<Values.Fallback<Codec>> fallbacks = new ArrayList<>();
    for (Values.Fallback<Codec> fallback : values.fallbacks()) {
      fallbacks.add(
          new Values.Fallback<>(
              fallback.recognises(), BaseCodec.copy(classLoader, fallback.serializer())));
    }
    Values.OnWriteFailure<Codec> failure = values.onWriteFailure();
    return values.with(
        List.copyOf(fallbacks),
        BaseCodec.copy(classLoader, values.writer()),
        failure == null
            ? null
            : new Values.OnWriteFailure<>(
                BaseCodec.copy(classLoader, failure.serializer()), failure.callback()));
  }

  /**
   * For values of any registered class.
   *
   * @param larder what writes and reads the values
   * @return a codec without further options
   */
  public static LarderCodec of(Larder larder) {
    return of(larder, Object.class);
  }

  /**
   * For values of one type.
   *
   * @param larder what writes and reads the values
   * @param type a class, or a generic type
   * @return a codec without further options
   * @throws IllegalArgumentException if a class is not registered
   */
  public static LarderCodec of(Larder larder, Type type) {
    return new LarderCodec(values(larder, type), Object.class);
  }

  /**
   * Sets the type of the keys of maps. By default it is {@code Object}.
   *
   * @param type a class, or a generic type
   * @return a codec with this option
   * @throws IllegalArgumentException if a class is not registered
   */
  public LarderCodec keys(Type type) {
    return new LarderCodec(values, values(values.larder(), type).type());
  }

  /**
   * Reads values that are not Larder's with the codec that wrote them.
   *
   * @param other the codec of the old values; what it returns has to be of this type
   * @return a codec with this option
   * @throws IllegalArgumentException if there is a fallback for every value already
   */
  public LarderCodec fallback(Codec other) {
    return new LarderCodec(values.fallback(other), keys.type());
  }

  /**
   * Reads those values that are not Larder's and that a predicate recognises. Fallbacks are asked
   * in the order in which they were added.
   *
   * @param recognises whether {@code other} wrote these bytes
   * @param other the codec of the old values; what it returns has to be of this type
   * @return a codec with this option
   * @throws IllegalArgumentException if there is a fallback for every value already
   */
  public LarderCodec fallback(Predicate<byte[]> recognises, Codec other) {
    return new LarderCodec(values.fallback(recognises, other), keys.type());
  }

  /**
   * Writes with another codec, as long as some programs cannot read Larder yet. It does not change
   * what is read: see {@link #fallback(Codec)}.
   *
   * @param other the codec that those programs read
   * @return a codec with this option
   */
  public LarderCodec writing(Codec other) {
    return new LarderCodec(values.writing(other), keys.type());
  }

  /**
   * Turns a value that cannot be decoded into a miss: it is read as null, and the callback gets its
   * bytes and the exception. By default it is a {@link RedisException}. A key of a map that cannot
   * be decoded is an exception in any case. Netty's threads call it, so it must not wait for Redis.
   *
   * @param callback logs the failure, say
   * @return a codec with this option
   */
  public LarderCodec onFailure(BiConsumer<byte[], Exception> callback) {
    return new LarderCodec(values.onFailure(callback), keys.type());
  }

  /**
   * Writes a value that Larder cannot write with another codec, and reports it to the callback.
   * Such a value usually has a class that is not registered. By default it is a {@link
   * RedisException}. A key of a map that cannot be encoded is an exception in any case. Redisson
   * chooses the thread, so the callback must not wait for Redis.
   *
   * @param other writes these values
   * @param callback gets the value and the exception
   * @return a codec with this option
   * @throws IllegalArgumentException if there is no fallback, which would have to read what is
   *     written: call {@link #fallback(Codec)} first
   */
  public LarderCodec onWriteFailure(Codec other, BiConsumer<Object, Exception> callback) {
    return new LarderCodec(values.onWriteFailure(other, callback), keys.type());
  }

  /**
   * Tells an observer of each value, such as {@link LarderMeters}.
   *
   * @param observer is called by the thread that encodes or decodes
   * @return a codec with this option
   */
  public LarderCodec observed(ValueObserver observer) {
    return new LarderCodec(values.observed(observer), keys.type());
  }

  @Override
  public Decoder<Object> getValueDecoder() {
    return valueDecoder;
  }

  @Override
  public Encoder getValueEncoder() {
    return valueEncoder;
  }

  @Override
  public Decoder<Object> getMapKeyDecoder() {
    return mapKeyDecoder;
  }

  @Override
  public Encoder getMapKeyEncoder() {
    return mapKeyEncoder;
  }

  @Override
  public Decoder<Object> getMapValueDecoder() {
    return mapValueDecoder;
  }

  @Override
  public Encoder getMapValueEncoder() {
    return mapValueEncoder;
  }

  private static Decoder<Object> decoder(
      Values<Codec> values, Function<Codec, Decoder<Object>> part) {
    return (buffer, state) -> {
      byte[] bytes = new byte[buffer.readableBytes()];
      buffer.readBytes(bytes);
      return values.decode(
          bytes, (other, its) -> part.apply(other).decode(Unpooled.wrappedBuffer(its), state));
    };
  }

  /** A buffer is on the heap and made after the bytes, so that a refused value leaks none. */
  private static Encoder encoder(Values<Codec> values, Function<Codec, Encoder> part) {
    if (values.writer() != null) {
      return part.apply(values.writer());
    }
    return value ->
        values.encode(
            value, Unpooled::wrappedBuffer, (other, its) -> part.apply(other).encode(its));
  }
}
