package dev.larder.internal.text;

import static dev.larder.internal.bytes.Words.CHARS;
import static dev.larder.internal.bytes.Words.LONGS;
import static java.lang.invoke.MethodType.methodType;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.larder.internal.bytes.Words;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Copies a string's characters out, if they are ASCII, and makes strings of ASCII.
 *
 * <p>A string's own bytes say at once whether it is ASCII, which otherwise takes one call per
 * character. They are read if java.lang is open to this library: the flag {@code
 * --add-opens=java.base/java.lang=ALL-UNNAMED} does that on every Java. Before Java 24
 * sun.misc.Unsafe gives the same without a flag; from then on that class warns when it is used.
 * Without either, and wherever a trial at start shows that strings are made otherwise than
 * expected, it is the public way.
 */
public final class Strings {
  private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

  /** So many characters are looked at faster in a copy. */
  private static final int MANY = 64;

  private static final long ONES = 0x0101_0101_0101_0101L;

  /** A '?' in each byte. */
  private static final long QUESTIONS = '?' * ONES;

  private static final int LAST_QUIET_VERSION = 23;

  /** (String)byte[], the string's bytes; null where they cannot be had. */
  private static final MethodHandle VALUE;

  /** (String)byte, 0 for a string of one byte per character. */
  private static final MethodHandle CODER;

  /** (byte[], byte)String, of the bytes themselves and their coder; null where it cannot be had. */
  private static final MethodHandle MAKE;

  static {
    MethodHandle value = null;
    MethodHandle coder = null;
    MethodHandle make = null;
    try {
      MethodHandles.Lookup strings = lookup();
      if (strings != null) {
        value = strings.findGetter(String.class, "value", byte[].class);
        coder = strings.findGetter(String.class, "coder", byte.class);
        boolean asExpected =
            Arrays.equals((byte[]) value.invokeExact("aé"), new byte[] {'a', (byte) 0xE9})
                && (byte) coder.invokeExact("aé") == 0
                && (byte) coder.invokeExact("包") == 1;
        if (!asExpected) {
          value = null;
        }
        // It takes the bytes as they are, which no other code may have then.
        make =
            strings.findConstructor(String.class, methodType(void.class, byte[].class, byte.class));
        byte[] twoCharacters = new byte[4];
        CHARS.set(twoCharacters, 0, '包');
        CHARS.set(twoCharacters, 2, 'a');
        boolean makesThem =
            value != null
                && ByteOrder.nativeOrder() == LITTLE_ENDIAN
                && "包a".equals((String) make.invokeExact(twoCharacters, (byte) 1));
        if (!makesThem) {
          make = null;
        }
      }
    } catch (Throwable e) {
      value = null;
      make = null;
    }
    MAKE = make;
    VALUE = value;
    CODER = coder;
  }

  /** What may see the inside of strings; null where nothing may without a warning. */
  private static MethodHandles.Lookup lookup() throws ReflectiveOperationException {
    Module own = Strings.class.getModule();
    if (String.class.getModule().isOpen(String.class.getPackageName(), own)) {
      return MethodHandles.privateLookupIn(String.class, MethodHandles.lookup());
    }
    return Runtime.version().feature() <= LAST_QUIET_VERSION ? trustedLookup() : null;
  }

  private static MethodHandles.Lookup trustedLookup() throws ReflectiveOperationException {
    Field trusted = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
    Class<?> unsafeClass = Class.forName("sun.misc.Unsafe");
    Object unsafe = unsafe(unsafeClass);
    Object base = unsafeClass.getMethod("staticFieldBase", Field.class).invoke(unsafe, trusted);
    long offset =
        (long) unsafeClass.getMethod("staticFieldOffset", Field.class).invoke(unsafe, trusted);
    return (MethodHandles.Lookup)
        unsafeClass.getMethod("getObject", Object.class, long.class).invoke(unsafe, base, offset);
  }

  private static Object unsafe(Class<?> unsafeClass) throws ReflectiveOperationException {
    Field instance = unsafeClass.getDeclaredField("theUnsafe");
    instance.setAccessible(true);
    return instance.get(null);
  }

  /**
   * Copies the characters of an ASCII string, one byte each, to {@code to}, which has room for them
   * and seven more.
   *
   * @return whether all of them are ASCII; if not, what was copied has no meaning
   */
  public static boolean copyAscii(String text, byte[] to, int at) {
    if (VALUE == null && text.length() < MANY) {
      return copyCharacters(text, to, at) < 0x80;
    }
    byte[] latin = VALUE == null ? latinCopy(text) : latin(text);
    return latin != null && copyLatin(latin, to, at);
  }

  /** All bits of the characters of a text, whose low bytes are copied. */
  private static int copyCharacters(String text, byte[] to, int at) {
    int length = text.length();
    int all = 0;
    for (int i = 0; i < length; i++) {
      char next = text.charAt(i);
      all |= next;
      to[at + i] = (byte) next;
    }
    return all;
  }

  /**
   * Copies the characters of an ASCII string, as {@link #copyAscii}.
   *
   * @return below 0x80 if all are ASCII, below 0x100 if all are Latin-1; if not all are ASCII, what
   *     was copied has no meaning
   */
  static int copyBits(String text, byte[] to, int at) {
    int length = text.length();
    if (length > 0 && text.charAt(0) > 0xFF) {
      return 0xFFFF;
    }
    if (length < MANY) {
      return copyCharacters(text, to, at);
    }
    byte[] latin = latinCopy(text);
    if (latin == null) {
      return 0xFFFF;
    }
    return copyLatin(latin, to, at) ? 0x7F : 0xFF;
  }

  /**
   * Copies bytes to {@code to}, which has room for them and seven more.
   *
   * @return whether all of them are ASCII
   */
  static boolean copyLatin(byte[] value, byte[] to, int at) {
    int length = value.length;
    if (length < 8) {
      long word = Words.underEight(value, 0, length);
      LONGS.set(to, at, word);
      return (word & NOT_ASCII) == 0;
    }
    // Some bytes may be copied twice; and most texts are too short for a loop to pay.
    int last = length - 8;
    long first = (long) LONGS.get(value, 0);
    long end = (long) LONGS.get(value, last);
    LONGS.set(to, at, first);
    LONGS.set(to, at + last, end);
    long all = first | end;
    if (length > 16) {
      long second = (long) LONGS.get(value, 8);
      long third = (long) LONGS.get(value, last - 8);
      LONGS.set(to, at + 8, second);
      LONGS.set(to, at + last - 8, third);
      all |= second | third;
      for (int i = 16; i < last - 8; i += 8) {
        long next = (long) LONGS.get(value, i);
        all |= next;
        LONGS.set(to, at + i, next);
      }
    }
    return (all & NOT_ASCII) == 0;
  }

  /**
   * A string of so many characters of one byte each. The public constructor that is called is
   * deprecated for what else it can do; so it is a copy, and small enough to be inlined, as the one
   * with a charset is not.
   */
  @SuppressWarnings("deprecation")
  public static String latin(byte[] from, int at, int length) {
    return MAKE == null ? new String(from, 0, at, length) : make(copy(from, at, length), (byte) 0);
  }

  /**
   * A string of so many bytes, of one character each or, if {@code isUtf16} is 1 and not 0, two:
   * see {@link #latin(byte[], int, int)} and {@link #ofUtf16}.
   */
  @SuppressWarnings("deprecation")
  static String of(byte[] from, int at, int length, int isUtf16) {
    if (MAKE != null) {
      return make(copy(from, at, length), (byte) isUtf16);
    }
    return isUtf16 == 0 ? new String(from, 0, at, length) : ofUtf16(from, at, length / 2);
  }

  /** A copy of bytes that exist; ranges of arrays are copied with more checks. */
  private static byte[] copy(byte[] from, int at, int length) {
    byte[] copy = new byte[length];
    System.arraycopy(from, at, copy, 0, length);
    return copy;
  }

  /**
   * A string's own bytes, if it has one for each character and they can be had; else null. Nobody
   * changes them.
   */
  public static byte[] latin(String text) {
    if (VALUE == null) {
      return null;
    }
    try {
      return (byte) CODER.invokeExact(text) == 0 ? (byte[]) VALUE.invokeExact(text) : null;
    } catch (Throwable e) {
      throw new AssertionError("reading a field does not fail", e);
    }
  }

  /**
   * The bytes of a string that has one for each character; null of any other. The copy is made
   * without a look at the characters: of those beyond a byte it has '?'.
   */
  static byte[] latinCopy(String text) {
    int length = text.length();
    if (length > 0 && text.charAt(0) > 0xFF) {
      return null;
    }
    byte[] bytes = text.getBytes(ISO_8859_1);
    if (bytes.length != length) {
      return null;
    }
    int i = 0;
    for (; i <= length - 8; i += 8) {
      long others = (long) LONGS.get(bytes, i) ^ QUESTIONS;
      if ((others - ONES & ~others & NOT_ASCII) != 0 && !areQuestions(text, bytes, i, i + 8)) {
        return null;
      }
    }
    return areQuestions(text, bytes, i, length) ? bytes : null;
  }

  /** Whether each '?' of these bytes is one. */
  private static boolean areQuestions(String text, byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == '?' && text.charAt(i) != '?') {
        return false;
      }
    }
    return true;
  }

  /**
   * A string's own bytes, if it has two for each character, the low one first, and they can be had;
   * else null. Nobody changes them.
   */
  public static byte[] utf16(String text) {
    if (MAKE == null) {
      return null;
    }
    try {
      return (byte) CODER.invokeExact(text) != 0 ? (byte[]) VALUE.invokeExact(text) : null;
    } catch (Throwable e) {
      throw new AssertionError("reading a field does not fail", e);
    }
  }

  /** Whether {@link #ofUtf16} makes strings of bytes as they are. */
  public static boolean takesUtf16() {
    return MAKE != null;
  }

  /**
   * A string of so many characters of two bytes, the low one first, of which one at least does not
   * fit one byte, and none is half a surrogate pair.
   */
  public static String ofUtf16(byte[] characters, int at, int count) {
    if (MAKE != null) {
      return make(copy(characters, at, 2 * count), (byte) 1);
    }
    // A decoder would look for surrogates, and take three times as long.
    char[] copy = new char[count];
    for (int i = 0; i < count; i++) {
      copy[i] = (char) CHARS.get(characters, at + 2 * i);
    }
    return new String(copy);
  }

  private static String make(byte[] value, byte coder) {
    try {
      return (String) MAKE.invokeExact(value, coder);
    } catch (Throwable e) {
      throw new AssertionError("a constructor that only sets fields does not fail", e);
    }
  }

  /**
   * A string of characters. The public constructor tries to make a byte of each first, and takes
   * memory for that; here they are known not to fit.
   */
  public static String of(char[] characters, int count) {
    if (MAKE == null) {
      return new String(characters, 0, count);
    }
    int all = 0;
    for (int i = 0; i < count; i++) {
      all |= characters[i];
    }
    if (all < 0x100) {
      return new String(characters, 0, count);
    }
    byte[] value = new byte[2 * count];
    for (int i = 0; i < count; i++) {
      CHARS.set(value, 2 * i, characters[i]);
    }
    return make(value, (byte) 1);
  }

  private Strings() {}
}
