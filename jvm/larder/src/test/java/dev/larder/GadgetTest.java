package dev.larder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Names of classes in messages are texts: nothing is loaded for them, and nothing is run. */
class GadgetTest {
  /** How often something was done that must not be. */
  private static final AtomicInteger TOUCHED = new AtomicInteger();

  /** All that is called when other libraries read objects. */
  static class Gadget implements Serializable {
    private static final long serialVersionUID = 1;
    private static final int INITIALISED = TOUCHED.incrementAndGet();

    String command = "run";

    public Gadget() {
      TOUCHED.incrementAndGet();
    }

    public void setCommand(String command) {
      TOUCHED.incrementAndGet();
      this.command = command;
    }

    public void setFirst(int first) {
      TOUCHED.incrementAndGet();
    }

    private void readObject(ObjectInputStream in) {
      TOUCHED.incrementAndGet();
    }

    private Object readResolve() {
      TOUCHED.incrementAndGet();
      return this;
    }

    static Gadget valueOf(String command) {
      return new Gadget();
    }

    @Override
    public String toString() {
      TOUCHED.incrementAndGet();
      return command;
    }

    @Override
    public int hashCode() {
      return TOUCHED.incrementAndGet();
    }

    @Override
    public boolean equals(Object other) {
      TOUCHED.incrementAndGet();
      return other == this;
    }
  }

  enum GadgetCase {
    RUN;

    private static final int INITIALISED = TOUCHED.incrementAndGet();
  }

  /** Registered; it has setters and an accessor, which are not called either. */
  static class Known implements Serializable {
    private static final long serialVersionUID = 1;
    Object value;
    String text;

    public void setValue(Object value) {
      TOUCHED.incrementAndGet();
    }

    public void setText(String text) {
      TOUCHED.incrementAndGet();
    }

    public Object getValue() {
      TOUCHED.incrementAndGet();
      return value;
    }

    private void readObject(ObjectInputStream in) {
      TOUCHED.incrementAndGet();
    }

    private Object readResolve() {
      TOUCHED.incrementAndGet();
      return this;
    }
  }

  private static final Larder LARDER = Larder.builder().register(Known.class).build();

  private static final String PACKAGE = GadgetTest.class.getPackageName();

  private static final List<String> NAMES =
      List.of(
          PACKAGE + ".GadgetTest$Gadget",
          PACKAGE + ".GadgetTest.Gadget",
          PACKAGE + "/GadgetTest$Gadget",
          "L" + PACKAGE + "/GadgetTest$Gadget;",
          "[L" + PACKAGE + ".GadgetTest$Gadget;",
          PACKAGE + ".GadgetTest$Gadget[]",
          PACKAGE + ".GadgetTest$GadgetCase",
          "Gadget",
          "GadgetCase",
          "java.lang.Runtime",
          "java.lang.ProcessBuilder",
          "java.net.URL",
          "javax.script.ScriptEngineManager",
          "java.lang.Object",
          "java.util.HashMap$Node");

  private static String hex(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    String tag = bytes.length < 48 ? "%02x".formatted(0x30 + bytes.length) : "ef00";
    return tag + HexFormat.of().formatHex(bytes);
  }

  private static byte[] message(String definition, String value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(HexFormat.of().parseHex("c140"));
    if (!definition.isEmpty()) {
      bytes.write(0xF5);
      bytes.write(definition.length() / 2);
      bytes.writeBytes(HexFormat.of().parseHex(definition));
    }
    bytes.writeBytes(HexFormat.of().parseHex(value));
    return bytes.toByteArray();
  }

  /** Every place in which a message can name a class. */
  private static Stream<byte[]> naming(String name) {
    String shape = "03" + hex(name) + hex("command");
    String known = "03" + hex("Known") + hex("value");
    String object = "d0" + hex("run");
    String enumCase = "fd0a" + hex(name) + hex("RUN");
    String custom = "fd0b" + hex(name) + "03" + "616263";
    List<byte[]> messages = new ArrayList<>();
    messages.add(message(shape, object));
    messages.add(message(shape, "05"));
    messages.add(message(shape, "f101" + "1000" + "00" + "04" + hex("run")));
    messages.add(message(shape, "f104" + "1000" + "0b01" + "03" + "72756e" + "010000"));
    for (String named :
        List.of(
            enumCase,
            custom,
            "fd0c" + hex(name) + "f301" + hex("run"),
            "fd0c" + hex(name) + "f200",
            "fd0c" + hex(name) + hex("run"),
            "fd1080" + hex(name) + "f301" + hex("run"),
            "fd1081" + hex(name) + "f301" + hex("RUN"),
            "fd1082" + hex(name) + "f2010004" + hex("RUN") + "03",
            "fd1083" + hex(name) + "f2010004" + hex("run") + "03",
            "fd07020500" + hex(name),
            "fd0d" + "fd0c" + hex(name) + hex("run"))) {
      messages.add(message("", named));
      messages.add(message("", "f301" + named));
      messages.add(message(known, "d0" + named));
      messages.add(message("02" + hex("value"), "d0" + named));
      messages.add(message("03" + hex("Known") + hex("none"), "d0" + named));
    }
    return messages.stream();
  }

  /** Has its classes itself, and remembers each name that it was asked for. */
  private static final class Asked extends ClassLoader {
    final Set<String> names = ConcurrentHashMap.newKeySet();

    Asked() {
      super(GadgetTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      names.add(name);
      return super.loadClass(name, resolve);
    }
  }

  @Test
  void classesThatMessagesNameAreNeitherLoadedNorInitialisedNorMade() {
    Asked asked = new Asked();
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(asked);
    int errors = 0;
    try {
      for (String name : NAMES) {
        for (byte[] bytes : naming(name).toList()) {
          for (Class<?> type : List.of(Object.class, Known.class, Map.class, List.class)) {
            try {
              isOfKnownClasses(LARDER.decode(bytes, type));
            } catch (LarderException e) {
              errors++;
            }
          }
        }
      }
    } finally {
      thread.setContextClassLoader(before);
    }
    assertTrue(errors > 1_000, errors + " errors");
    assertEquals(0, TOUCHED.get());
    assertFalse(
        asked.names.stream().anyMatch(name -> name.contains("Gadget")), asked.names::toString);
  }

  private static void isOfKnownClasses(Object value) {
    boolean known =
        value == null
            || value instanceof Known
            || value instanceof List
            || value instanceof Map
            || value instanceof Object[]
            || value instanceof Integer
            || value instanceof java.util.Optional;
    assertTrue(known, () -> value.getClass().getName());
  }

  /** In a JVM of its own that says what it loads. */
  static final class Fresh {
    public static void main(String[] arguments) {
      Larder larder = Larder.builder().register(Known.class).build();
      for (String name : NAMES) {
        naming(name)
            .forEach(
                bytes -> {
                  try {
                    larder.decode(bytes, Object.class);
                  } catch (LarderException e) {
                    // As it should be.
                  }
                });
      }
      System.out.println("read");
    }
  }

  @Test
  void theJvmLoadsNoneOfThem() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String path = System.getProperty("java.class.path");
    Process process =
        new ProcessBuilder(java, "-verbose:class", "-cp", path, Fresh.class.getName())
            .redirectErrorStream(true)
            .start();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();
    assertTrue(lines.contains("read"), () -> String.join("\n", lines));
    assertTrue(lines.stream().anyMatch(line -> line.contains("GadgetTest$Known ")));
    for (String never : List.of("GadgetTest$Gadget", "ScriptEngineManager", "java.net.Socket ")) {
      assertFalse(lines.stream().anyMatch(line -> line.contains(never)), never);
    }
  }
}
