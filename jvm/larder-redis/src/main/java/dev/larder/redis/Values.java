package dev.larder.redis;

import dev.larder.ErrorKind;
import dev.larder.Larder;
import dev.larder.LarderException;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * How an adapter writes values, and which ones it reads: what all adapters have in common.
 *
 * @param <S> a serializer of the adapter's client
 * @param fallbacks read what is not Larder's, and are asked in this order
 * @param writer writes instead of Larder; null for Larder
 * @param onFailure gets each value that cannot be decoded, which is a miss then; null if that
 *     throws
 * @param onWriteFailure writes values that Larder cannot write; null if that throws
 * @param observer is called for each value; null for none
 * @param exception makes the client's own exception
 */
record Values<S>(
    Larder larder,
    Type type,
    List<Fallback<S>> fallbacks,
    S writer,
    BiConsumer<byte[], Exception> onFailure,
    OnWriteFailure<S> onWriteFailure,
    ValueObserver observer,
    BiFunction<String, Throwable, RuntimeException> exception) {

  /** Reads the bytes that a predicate recognises. */
  record Fallback<S>(Predicate<byte[]> recognises, S serializer) {}

  /** Writes what Larder cannot write, and reports it. */
  record OnWriteFailure<S>(S serializer, BiConsumer<Object, Exception> callback) {}

  /** How to get a value from a client's serializer. */
  interface ForeignReader<S> {
    Object read(S serializer, byte[] bytes) throws Exception;
  }

  /** How to get bytes from a client's serializer. */
  interface ForeignWriter<S, B> {
    B write(S serializer, Object value) throws Exception;
  }

  private static final Predicate<byte[]> ANY = bytes -> true;

  /** How many bytes of an unknown value its exception shows. */
  private static final int SHOWN = 8;

  /**
   * @throws IllegalArgumentException if values of the type cannot be read
   */
  static <S> Values<S> of(
      Larder larder, Type type, BiFunction<String, Throwable, RuntimeException> exception) {
    // Otherwise only the first value would show that a class is not registered, and it would look
    // like a value that cannot be decoded.
    larder.decode(larder.encode((Object) null), type);
    return new Values<>(larder, type, List.of(), null, null, null, null, exception);
  }

  Values<S> fallback(S serializer) {
    return fallback(ANY, serializer);
  }

  Values<S> fallback(Predicate<byte[]> recognises, S serializer) {
    if (!fallbacks.isEmpty() && fallbacks.get(fallbacks.size() - 1).recognises == ANY) {
      throw new IllegalArgumentException(
          "fallback(OTHER) takes every value: call it after each fallback(PREDICATE, OTHER)");
    }
    List<Fallback<S>> more = new ArrayList<>(fallbacks);
    more.add(new Fallback<>(recognises, serializer));
    return with(List.copyOf(more), writer, onWriteFailure);
  }

  Values<S> writing(S serializer) {
    return with(fallbacks, serializer, onWriteFailure);
  }

  Values<S> onFailure(BiConsumer<byte[], Exception> callback) {
    return new Values<>(
        larder, type, fallbacks, writer, callback, onWriteFailure, observer, exception);
  }

  Values<S> onWriteFailure(S serializer, BiConsumer<Object, Exception> callback) {
    if (fallbacks.isEmpty()) {
      throw new IllegalArgumentException(
          "nothing reads what OTHER writes: call fallback(OTHER) before onWriteFailure(OTHER, …)");
    }
    return with(fallbacks, writer, new OnWriteFailure<>(serializer, callback));
  }

  Values<S> observed(ValueObserver observer) {
    return new Values<>(
        larder, type, fallbacks, writer, onFailure, onWriteFailure, observer, exception);
  }

  Values<S> with(List<Fallback<S>> fallbacks, S writer, OnWriteFailure<S> onWriteFailure) {
    return new Values<>(
        larder, type, fallbacks, writer, onFailure, onWriteFailure, observer, exception);
  }

  /** The class of all values. */
  Class<?> target() {
    if (type instanceof Class<?> itself) {
      return MethodType.methodType(itself).wrap().returnType();
    }
    return type instanceof ParameterizedType generic
        ? (Class<?>) generic.getRawType()
        : Object.class;
  }

  /**
   * The bytes of a value, written by Larder, or by {@code onWriteFailure} if Larder cannot.
   *
   * @param own turns Larder's bytes into what the client takes
   */
  <B> B encode(Object value, Function<byte[], B> own, ForeignWriter<S, B> foreign) {
    byte[] bytes;
    long start = observer == null ? 0 : System.nanoTime();
    try {
      bytes = larder.encode(value, type);
    } catch (RuntimeException e) {
      if (observer != null) {
        observer.encoded(ValueObserver.Outcome.FAILURE, 0, System.nanoTime() - start);
      }
      RuntimeException failure =
          exception.apply("the value cannot be encoded: " + e.getMessage(), e);
      if (onWriteFailure == null) {
        throw failure;
      }
      onWriteFailure.callback.accept(value, e);
      try {
        return foreign.write(onWriteFailure.serializer, value);
      } catch (Exception other) {
        failure.addSuppressed(other);
        throw failure;
      }
    }
    if (observer != null) {
      observer.encoded(ValueObserver.Outcome.LARDER, bytes.length, System.nanoTime() - start);
    }
    return own.apply(bytes);
  }

  /** Tells the observer that Redis has no value. */
  void missed() {
    if (observer != null) {
      observer.missed();
    }
  }

  Object decode(byte[] bytes, ForeignReader<S> foreign) {
    long start = observer == null ? 0 : System.nanoTime();
    try {
      boolean isLarder = Larder.isLarder(bytes);
      Object value = isLarder ? larder.decode(bytes, type) : decodeForeign(bytes, foreign);
      if (observer != null) {
        observer.decoded(
            isLarder ? ValueObserver.Outcome.LARDER : ValueObserver.Outcome.FALLBACK,
            bytes.length,
            System.nanoTime() - start);
      }
      return value;
    } catch (Exception e) {
      if (observer != null) {
        observer.decoded(ValueObserver.Outcome.FAILURE, bytes.length, System.nanoTime() - start);
      }
      if (onFailure == null) {
        throw exception.apply("the value cannot be decoded: " + e.getMessage(), e);
      }
      onFailure.accept(bytes, e);
      return null;
    }
  }

  private Object decodeForeign(byte[] bytes, ForeignReader<S> foreign) throws Exception {
    for (Fallback<S> fallback : fallbacks) {
      if (fallback.recognises.test(bytes)) {
        return target().cast(foreign.read(fallback.serializer, bytes));
      }
    }
    throw new LarderException(
        ErrorKind.NOT_LARDER,
        0,
        "a Larder value begins with C1, and this one %s; name what wrote it: fallback(OTHER)"
            .formatted(
                bytes.length == 0
                    ? "is empty"
                    : "with "
                        + HexFormat.ofDelimiter(" ")
                            .withUpperCase()
                            .formatHex(Arrays.copyOf(bytes, Math.min(SHOWN, bytes.length)))));
  }
}
