package dev.larder.redis;

import dev.larder.error.ErrorKind;
import dev.larder.Larder;
import dev.larder.error.LarderException;
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
 * How an adapter writes values, and which it reads: what all adapters have in common.
 *
 * @param <S> what serializes for the adapter's client
 * @param others who reads what is not Larder's, in the order in which they are asked
 * @param writer who writes instead of Larder; null for Larder
 * @param onFailure is told of each value that does not read, which is a miss then; null if that is
 *     an exception
 * @param fallback writes values that Larder cannot write; null if that is an exception
 * @param exception makes the client's own exception
 */
record Values<S>(
    Larder larder,
    Type type,
    List<Other<S>> others,
    S writer,
    BiConsumer<byte[], Exception> onFailure,
    Fallback<S> fallback,
    BiFunction<String, Throwable, RuntimeException> exception) {

  /** Bytes that somebody else wrote, told by a predicate. */
  record Other<S>(Predicate<byte[]> whose, S serializer) {}

  /** Who writes what Larder cannot write, and who hears of it. */
  record Fallback<S>(S serializer, BiConsumer<Object, Exception> told) {}

  /** How a client's serializer is asked for a value. */
  interface Reader<S> {
    Object read(S serializer, byte[] bytes) throws Exception;
  }

  /** How a client's serializer is asked for bytes. */
  interface Writer<S, B> {
    B write(S serializer, Object value) throws Exception;
  }

  private static final Predicate<byte[]> ANY = bytes -> true;

  /** As many bytes of a value that nobody reads as its exception shows. */
  private static final int SHOWN = 8;

  /**
   * @throws IllegalArgumentException if values of the type cannot be read
   */
  static <S> Values<S> of(
      Larder larder, Type type, BiFunction<String, Throwable, RuntimeException> exception) {
    // Else a class that is not registered would be found with the first value only, where it looks
    // like one that does not read.
    larder.decode(larder.encode((Object) null), type);
    return new Values<>(larder, type, List.of(), null, null, null, exception);
  }

  Values<S> reading(S other) {
    return reading(ANY, other);
  }

  Values<S> reading(Predicate<byte[]> whose, S other) {
    if (!others.isEmpty() && others.get(others.size() - 1).whose == ANY) {
      throw new IllegalArgumentException(
          "reading(OTHER) takes all that is left: it comes after each reading(PREDICATE, OTHER)");
    }
    List<Other<S>> more = new ArrayList<>(others);
    more.add(new Other<>(whose, other));
    return with(List.copyOf(more), writer, fallback);
  }

  Values<S> writing(S other) {
    return with(others, other, fallback);
  }

  Values<S> onFailure(BiConsumer<byte[], Exception> callback) {
    return new Values<>(larder, type, others, writer, callback, fallback, exception);
  }

  Values<S> onWriteFailure(S other, BiConsumer<Object, Exception> callback) {
    if (others.isEmpty()) {
      throw new IllegalArgumentException(
          "nobody would read what OTHER writes: reading(OTHER) comes before onWriteFailure(OTHER, …)");
    }
    return with(others, writer, new Fallback<>(other, callback));
  }

  Values<S> with(List<Other<S>> others, S writer, Fallback<S> fallback) {
    return new Values<>(larder, type, others, writer, onFailure, fallback, exception);
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
   * A value's bytes, by Larder or whoever writes instead.
   *
   * @param own what Larder's bytes are to the client
   */
  <B> B encode(Object value, Function<byte[], B> own, Writer<S, B> by) {
    byte[] bytes;
    try {
      bytes = larder.encode(value, type);
    } catch (RuntimeException e) {
      RuntimeException failure =
          exception.apply("the value cannot be written: " + e.getMessage(), e);
      if (fallback == null) {
        throw failure;
      }
      fallback.told.accept(value, e);
      try {
        return by.write(fallback.serializer, value);
      } catch (Exception other) {
        failure.addSuppressed(other);
        throw failure;
      }
    }
    return own.apply(bytes);
  }

  Object decode(byte[] bytes, Reader<S> reader) {
    try {
      return Larder.isLarder(bytes) ? larder.decode(bytes, type) : foreign(bytes, reader);
    } catch (Exception e) {
      if (onFailure == null) {
        throw exception.apply("the value does not read: " + e.getMessage(), e);
      }
      onFailure.accept(bytes, e);
      return null;
    }
  }

  private Object foreign(byte[] bytes, Reader<S> reader) throws Exception {
    for (Other<S> other : others) {
      if (other.whose.test(bytes)) {
        return target().cast(reader.read(other.serializer, bytes));
      }
    }
    throw new LarderException(
        ErrorKind.NOT_LARDER,
        0,
        "a value begins with C1, not with %s; name who wrote it: reading(OTHER)"
            .formatted(
                bytes.length == 0
                    ? "its end"
                    : HexFormat.ofDelimiter(" ")
                        .withUpperCase()
                        .formatHex(Arrays.copyOf(bytes, Math.min(SHOWN, bytes.length)))));
  }
}
