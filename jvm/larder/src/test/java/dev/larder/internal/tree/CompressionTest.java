package dev.larder.internal.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.LarderException;
import dev.larder.Limits;
import dev.larder.internal.bytes.Tag;
import dev.larder.internal.message.Compression;
import dev.larder.internal.profile.ProfileFile;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class CompressionTest {
  /** Texts of words, so many bytes of them. */
  private static List<Object> texts(int bytes, long seed) {
    String[] words = {"order", "paid", "shipped", "customer", "warehouse", "refund", "pending"};
    Random random = new Random(seed);
    List<Object> texts = new ArrayList<>();
    for (int left = bytes; left > 0; ) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < 12; i++) {
        text.append(words[random.nextInt(words.length)]).append(' ');
      }
      texts.add(text.toString());
      left -= text.length();
    }
    return texts;
  }

  @Test
  void textsOfAnySizeComeBackFromABlockOrAFrame() {
    for (ProfileFile profile : new ProfileFile[] {null, Vectors.profile("texts")}) {
      ExactCodec codec = new ExactCodec(profile);
      for (int bytes : new int[] {20, 500, 20_000, 120_000, 140_000, 1_000_000}) {
        Object value = texts(bytes, bytes);
        byte[] written = codec.encodeCompressed(value, 3);
        if (bytes >= 500) {
          assertTrue(codec.compressed);
          assertTrue(written.length < bytes / 2);
          assertEquals(bytes > 128 << 10, (written[1] & Tag.Header.MORE_FLAGS) != 0);
        }
        assertTrue(Node.same(value, codec.decode(written)));
      }
    }
  }

  @Test
  void whatDoesNotGetShorterIsNotCompressed() {
    byte[] noise = new byte[1000];
    new Random(1).nextBytes(noise);
    assertNull(Compression.NO_DICTIONARY.compress(noise, noise.length, 3));
    assertNull(Compression.NO_DICTIONARY.compress(new byte[255], 255, 3));
  }

  @Test
  void aFrameBeyondTheLimitsIsTooLarge() {
    byte[] written = new ExactCodec(null).encodeCompressed(texts(1_000_000, 1), 3);
    Limits limits = new Limits(512, 900_000, 1);
    LarderException error =
        assertThrows(
            LarderException.class,
            () -> new ExactCodec(null).decode(written, 0, written.length, limits));
    assertEquals("too-large", error.kind().id());
  }

  @Test
  void threadsShareWhatCompresses() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<Boolean>> done = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int seed = i;
      Callable<Boolean> task =
          () -> {
            ExactCodec codec = new ExactCodec(Vectors.profile("texts"));
            Object value = texts(2_000, seed);
            boolean same = true;
            for (int times = 0; times < 200; times++) {
              same &= Node.same(value, codec.decode(codec.encodeCompressed(value, 3)));
            }
            return same;
          };
      done.add(threads.submit(task));
    }
    for (Future<Boolean> each : done) {
      assertTrue(each.get());
    }
    threads.shutdown();
  }

  @Test
  void withoutZstdJniTheErrorSaysWhatToAdd() throws Exception {
    URL classes = Compression.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader alone =
        new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
      Class<?> compression = alone.loadClass(Compression.class.getName());
      Field none = compression.getDeclaredField("NO_DICTIONARY");
      none.setAccessible(true);
      Method compress = compression.getMethod("compress", byte[].class, int.class, int.class);
      Object on = none.get(null);
      Throwable error =
          assertThrows(
                  InvocationTargetException.class, () -> compress.invoke(on, new byte[300], 300, 3))
              .getCause();
      assertTrue(error.getMessage().contains("com.github.luben:zstd-jni"), error.getMessage());
      assertTrue(error.getMessage().startsWith("unsupported"), error.getMessage());
    }
  }
}
