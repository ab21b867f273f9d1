package dev.larder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;

/** Classes of other loaders than the library's: an application server's, a plug-in's. */
class LoaderTest {
  static class Bean {
    private int number = 5;
    private String text = "five";

    @Override
    public String toString() {
      return number + " " + text;
    }
  }

  record Pair(int one, String other) {}

  private static final URL CLASSES =
      LoaderTest.class.getProtectionDomain().getCodeSource().getLocation();

  private static void comesBack(ClassLoader loader) throws ReflectiveOperationException {
    Class<?> bean = loader.loadClass(Bean.class.getName());
    Class<?> pair = loader.loadClass(Pair.class.getName());
    assertNotSame(Bean.class, bean);
    var make = bean.getDeclaredConstructor();
    make.setAccessible(true);
    var makePair = pair.getDeclaredConstructor(int.class, String.class);
    makePair.setAccessible(true);
    Larder larder = Larder.builder().register(bean).register(pair).build();
    Larder own = Larder.builder().register(Bean.class).register(Pair.class).build();
    assertArrayEquals(own.encode(new Bean()), larder.encode(make.newInstance()));
    for (int round = 0; round < 100; round++) {
      Object back = larder.decode(larder.encode(make.newInstance()), Object.class);
      assertSame(bean, back.getClass());
      assertEquals("5 five", back.toString());
      Object other = makePair.newInstance(1, "one");
      assertEquals(other, larder.decode(larder.encode(other), Object.class));
    }
  }

  @Test
  void classesOfALoaderThatDoesNotSeeTheLibraryComeBack()
      throws IOException, ReflectiveOperationException {
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {CLASSES}, platform)) {
      comesBack(loader);
    }
  }

  @Test
  void classesOfALoaderBelowTheLibrarysComeBack() throws IOException, ReflectiveOperationException {
    // As an application server's: it has its own classes first, and sees the library.
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {CLASSES}, LoaderTest.class.getClassLoader()) {
          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
              Class<?> known = findLoadedClass(name);
              if (known != null) {
                return known;
              }
              return name.startsWith("dev.larder.LoaderTest")
                  ? findClass(name)
                  : super.loadClass(name, resolve);
            }
          }
        }) {
      comesBack(loader);
    }
  }
}
