package dev.larder.redis;

import com.alicp.jetcache.CacheValueHolder;
import com.alicp.jetcache.support.AbstractValueDecoder;
import com.alicp.jetcache.support.CacheEncodeException;
import com.alicp.jetcache.support.DecoderMap;
import dev.larder.Larder;
import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Larder for JetCache. Immutable and thread-safe.
 *
 * <pre>{@code
 * Larder larder =
 *     Larder.builder().register(Person.class).with(LarderJetCache::register).build();
 * LarderJetCache codec = LarderJetCache.of(larder);
 * builder.valueEncoder(codec.encoder()).valueDecoder(codec.decoder());
 * }</pre>
 *
 * <p>Values of JetCache's own encoders begin with four bytes that say which, and are decoded by
 * what JetCache's {@link DecoderMap} has for them. Larder's own values begin as they do everywhere.
 */
public final class LarderJetCache {
  private static final int NUMBER_BYTES = Integer.BYTES;

  private final Values<Function<?, ?>> values;

  private LarderJetCache(Values<Function<?, ?>> values) {
    this.values = values;
  }

  /**
   * Registers the class in which JetCache wraps values: {@code with(LarderJetCache::register)}.
   *
   * @param builder what it is registered in
   */
  public static void register(Larder.Builder builder) {
    builder.register(CacheValueHolder.class);
  }

  /**
   * For values of any registered class.
   *
   * @param larder what writes and reads the values; made {@code with(LarderJetCache::register)}
   * @return a codec that decodes what JetCache's encoders wrote, too
   * @throws IllegalArgumentException if JetCache's class is not registered
   */
  public static LarderJetCache of(Larder larder) {
    // Each value is in a holder; what it declares is read as what it names.
    Values.of(larder, CacheValueHolder.class, CacheEncodeException::new);
    Values<Function<?, ?>> values =
        Values.<Function<?, ?>>of(larder, Object.class, CacheEncodeException::new);
    Function<byte[], Object> own = LarderJetCache::decodeNumbered;
    return new LarderJetCache(values.fallback(LarderJetCache::isNumbered, own));
  }

  /**
   * Reads values that are neither Larder's nor begin with one of JetCache's numbers.
   *
   * @param decoder of the old values
   * @return a codec with this option
   * @throws IllegalArgumentException if there is a fallback already
   */
  public LarderJetCache fallback(Function<byte[], Object> decoder) {
    return new LarderJetCache(values.fallback(decoder));
  }

  /**
   * Writes with another encoder, as long as some programs cannot read Larder yet.
   *
   * @param encoder that of JetCache which those programs read
   * @return a codec with this option
   */
  public LarderJetCache writing(Function<Object, byte[]> encoder) {
    return new LarderJetCache(values.writing(encoder));
  }

  /**
   * Turns a value that cannot be decoded into a miss, and gives its bytes and the exception to the
   * callback. By default it is a {@link CacheEncodeException}, which JetCache logs as a failure.
   *
   * @param callback logs the failure, say
   * @return a codec with this option
   */
  public LarderJetCache onFailure(BiConsumer<byte[], Exception> callback) {
    return new LarderJetCache(values.onFailure(callback));
  }

  /**
   * Tells an observer of each value, such as {@link LarderMeters}.
   *
   * @param observer is called by the thread that encodes or decodes
   * @return a codec with this option
   */
  public LarderJetCache observed(ValueObserver observer) {
    return new LarderJetCache(values.observed(observer));
  }

  /**
   * What encodes values.
   *
   * @return the {@code valueEncoder} of a cache
   */
  @SuppressWarnings("unchecked") // It was given as an encoder.
  public Function<Object, byte[]> encoder() {
    return values.writer() == null
        ? value -> values.encode(value, Function.identity(), LarderJetCache::never)
        : (Function<Object, byte[]>) values.writer();
  }

  /**
   * What decodes values.
   *
   * @return the {@code valueDecoder} of a cache
   */
  @SuppressWarnings("unchecked") // Fallbacks are decoders.
  public Function<byte[], Object> decoder() {
    return bytes ->
        values.decode(bytes, (other, its) -> ((Function<byte[], Object>) other).apply(its));
  }

  private static byte[] never(Function<?, ?> other, Object value) {
    throw new IllegalStateException("there is no other encoder");
  }

  private static AbstractValueDecoder numbered(byte[] bytes) {
    DecoderMap known = DecoderMap.defaultInstance();
    known.initDefaultDecoder();
    return known.getDecoder(ByteBuffer.wrap(bytes).getInt());
  }

  private static boolean isNumbered(byte[] bytes) {
    return bytes.length > NUMBER_BYTES && numbered(bytes) != null;
  }

  private static Object decodeNumbered(byte[] bytes) {
    return numbered(bytes).apply(bytes);
  }
}
