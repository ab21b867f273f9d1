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
 * config.setCodec(LarderCodec.of(larder).reading(new Kryo5Codec()));
 * }</pre>
 *
 * <p>Redis finds the keys of maps and the members of sets by their bytes: another codec, and
 * another profile, too, does not find those that are there. {@code new CompositeCodec(OTHER,
 * LARDER, LARDER)} leaves keys as they are.
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

  /** For types of the JDK alone: what Redisson makes when it knows no more than the class. */
  public LarderCodec() {
    this(values(Larder.builder().build(), Object.class), Object.class);
  }

  /** As {@link #LarderCodec()}: classes are made if they are registered, wherever they are from. */
  public LarderCodec(ClassLoader classLoader) {
    this();
  }

  /**
   * A codec whose other codecs use a class loader: what Redisson makes for each thread's.
   *
   * @throws ReflectiveOperationException if one of them has no such constructor; then Redisson
   *     takes the codec as it is
   */
  public LarderCodec(ClassLoader classLoader, LarderCodec codec)
      throws ReflectiveOperationException {
    this(copy(classLoader, codec.values), codec.keys.type());
  }

  private LarderCodec(Values<Codec> values, Type keyType) {
    this.values = values;
    // A key that cannot be decoded is no miss: the map would be another one. Nor has a key
    // other bytes as soon as its class is registered.
    keys =
        new Values<>(
            values.larder(),
            keyType,
            values.others(),
            values.writer(),
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
    List<Values.Other<Codec>> others = new ArrayList<>();
    for (Values.Other<Codec> other : values.others()) {
      others.add(
          new Values.Other<>(other.whose(), BaseCodec.copy(classLoader, other.serializer())));
    }
    Values.Fallback<Codec> fallback = values.fallback();
    return values.with(
        List.copyOf(others),
        BaseCodec.copy(classLoader, values.writer()),
        fallback == null
            ? null
            : new Values.Fallback<>(
                BaseCodec.copy(classLoader, fallback.serializer()), fallback.told()));
  }

  /** For values of any class that is registered. */
  public static LarderCodec of(Larder larder) {
    return of(larder, Object.class);
  }

  /**
   * For values of one type: a class, or a generic type.
   *
   * @throws IllegalArgumentException if a class is not registered
   */
  public static LarderCodec of(Larder larder, Type type) {
    return new LarderCodec(values(larder, type), Object.class);
  }

  /**
   * The type of maps' keys. Without, a {@code Long} that fits an {@code Integer} is read as one.
   *
   * @throws IllegalArgumentException if a class is not registered
   */
  public LarderCodec keys(Type type) {
    return new LarderCodec(values, values(values.larder(), type).type());
  }

  /** Reads values that are not Larder's by the codec that wrote them. */
  public LarderCodec reading(Codec other) {
    return new LarderCodec(values.reading(other), keys.type());
  }

  /**
   * Reads values that are not Larder's by the codec that wrote them, if the predicate knows their
   * bytes; else the next one is asked.
   */
  public LarderCodec reading(Predicate<byte[]> whose, Codec other) {
    return new LarderCodec(values.reading(whose, other), keys.type());
  }

  /**
   * Writes as another codec does, while there are programs that do not read Larder yet. What is
   * read says {@link #reading(Codec)}.
   */
  public LarderCodec writing(Codec other) {
    return new LarderCodec(values.writing(other), keys.type());
  }

  /**
   * Makes a value that does not read a miss: the callback is told of its bytes, and why; null is
   * returned. Without, it is a {@link RedisException}, as it is for maps' keys in any case. Netty's
   * threads call it: it must not wait for Redis.
   */
  public LarderCodec onFailure(BiConsumer<byte[], Exception> callback) {
    return new LarderCodec(values.onFailure(callback), keys.type());
  }

  /**
   * Writes a value that Larder cannot write, of a class that is not registered above all, as
   * another codec does, and tells the callback. Without, it is a {@link RedisException}, as it is
   * for keys of maps in any case. Which thread calls it is Redisson's to say: it must not wait for
   * Redis.
   *
   * @throws IllegalArgumentException if nothing but Larder is read: {@link #reading(Codec)} comes
   *     before
   */
  public LarderCodec onWriteFailure(Codec other, BiConsumer<Object, Exception> callback) {
    return new LarderCodec(values.onWriteFailure(other, callback), keys.type());
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

  /** Buffers are on the heap, made when the bytes are there: none is lost if a value is refused. */
  private static Encoder encoder(Values<Codec> values, Function<Codec, Encoder> part) {
    if (values.writer() != null) {
      return part.apply(values.writer());
    }
    return value ->
        values.encode(
            value, Unpooled::wrappedBuffer, (other, its) -> part.apply(other).encode(its));
  }
}
