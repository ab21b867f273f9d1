package dev.larder.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.larder.Larder;
import dev.larder.Level;
import dev.larder.Profile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What fuzzing begins with: the messages and profiles of the vectors, and objects of the beans. */
final class Seeds {
  private static final Path VECTORS =
      Path.of(System.getProperty("basedir", "jvm/fuzz"), "../../vectors").normalize();
  private static final int MAX_BYTES = 4096;

  /** Messages that are values, and, if asked for, such as are none. */
  static List<byte[]> messages(boolean rejected) throws IOException {
    List<byte[]> messages = new ArrayList<>(objects());
    List<Path> files = new ArrayList<>(files(VECTORS.resolve("larder/accepted"), ".json"));
    if (rejected) {
      files.addAll(files(VECTORS.resolve("larder/rejected"), ".json"));
    }
    for (Path file : files) {
      for (JsonNode vector : new ObjectMapper().readTree(file.toFile())) {
        byte[] bytes = bytes(vector.get("bytes"));
        if (bytes.length <= MAX_BYTES) {
          messages.add(bytes);
        }
      }
    }
    return messages;
  }

  static List<byte[]> profiles() throws IOException {
    List<byte[]> profiles = new ArrayList<>();
    for (Path file : files(VECTORS.resolve("profiles"), ".profile.hex")) {
      profiles.add(hex(Files.readString(file)));
    }
    return profiles;
  }

  private static List<byte[]> objects() throws IOException {
    Beans.Node cycle = new Beans.Node("loop");
    cycle.next = cycle;
    cycle.others = new Object[] {cycle, new Beans.Sealed(5), Beans.State.OPEN};
    Object lines =
        IntStream.range(0, 8)
            .mapToObj(i -> new Beans.Line("line " + i, i, BigDecimal.valueOf(i, 2), List.of()))
            .toList();
    Map<String, Object> order = new LinkedHashMap<>(Map.of("id", 5, "lines", lines));
    List<Object> values =
        Arrays.asList(new Beans.Order(), cycle, lines, order, List.of(new Beans.Order(), order));
    values = new ArrayList<>(values);
    values.addAll(kinds());
    values.addAll(texts());
    List<byte[]> messages = new ArrayList<>(collisions());
    Larder.Builder builder = Larder.builder().register(Beans.ALL).sharing(true);
    List<Profile> profiles = new ArrayList<>(Checks.profiles());
    profiles.add(null);
    for (Profile profile : profiles) {
      for (Level level : Level.values()) {
        Larder larder = builder.profile(profile).level(level).build();
        values.forEach(value -> messages.add(larder.encode(value)));
      }
    }
    return messages;
  }

  /** Texts as each level has them, and maps and lists that are written in other ways. */
  private static List<Object> texts() {
    return List.of(
        "grün, and longer than forty-eight bytes, as most articles are",
        List.of("包含", "𝄞", "a"),
        List.of(Map.of("a", 1, "b", 2), Map.of("a", 1)),
        List.of(List.of(1, 2), List.of(), List.of(3), List.of(4)),
        Map.of("id-1000", "x", "id-1001", "y"));
  }

  /** A value of each kind that is found in another way or made of other parts. */
  private static List<Object> kinds() {
    List<Object> some = List.of(5L, (short) 5, (byte) 5, 'c', BigInteger.TEN, new Date(5));
    List<Object> values = new ArrayList<>(some);
    values.addAll(
        List.of(
            some,
            new ArrayList<>(some),
            Set.of(5L, 6L),
            new HashSet<>(List.of(new Beans.Line("a", 1, null, null), List.of(1, 2))),
            new TreeSet<>(List.of(5L, 1L << 40)),
            new TreeMap<>(Map.of(5L, 1L)).descendingMap(),
            Map.of(new UUID(1, 2), 1),
            Map.of(List.of(1), 2, "x", 3),
            new ConcurrentHashMap<>(Map.of(Beans.State.OPEN, 1)),
            new Hashtable<>(Map.of(1, 2)),
            new CopyOnWriteArraySet<>(List.of(1, 2)),
            EnumSet.of(Beans.State.PAID),
            new EnumMap<>(Map.of(Beans.State.PAID, 1)),
            new Beans.State[][] {{Beans.State.PAID}, {}},
            new long[] {1, 2, 3, 4, 5},
            Optional.of(DayOfWeek.MONDAY),
            new GregorianCalendar(2026, 10, 22),
            Collections.nCopies(5, Set.of(List.of(1)))));
    return values;
  }

  /** Elements and keys of one hash, of each table that there is. */
  private static List<byte[]> collisions() {
    List<Object> lists = new ArrayList<>();
    IntStream.range(0, 200).forEach(i -> lists.add(new ArrayList<>(List.of(i, -31 * i))));
    byte[] encoded = Larder.builder().build().encode(lists);
    List<byte[]> messages = new ArrayList<>();
    for (String kind : List.of("fd1040", "fd1043", "fd1045", "fd1047", "fd106f", "fd1061fd106f")) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      bytes.write(encoded, 0, 2);
      bytes.writeBytes(hex(kind));
      bytes.write(encoded, 2, encoded.length - 2);
      messages.add(bytes.toByteArray());
    }
    messages.add(hex("c140f503040030fd1040f1c0b8021000020002000280f1040100"));
    return messages;
  }

  private static List<Path> files(Path folder, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    }
  }

  private static byte[] bytes(JsonNode pieces) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (JsonNode piece : pieces) {
      byte[] each = hex(piece.get(0).asText());
      for (int times = piece.path(2).asInt(1); times > 0; times--) {
        bytes.writeBytes(each);
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
  }

  /** Writes the seeds of all targets into folders of their names, below a folder. */
  public static void main(String[] arguments) throws IOException {
    Path into = Path.of(arguments[0]);
    write(messages(false), into.resolve("ValueTarget"));
    write(messages(false), into.resolve("ClassTarget"));
    write(profiles(), into.resolve("ProfileTarget"));
  }

  private static void write(List<byte[]> seeds, Path folder) throws IOException {
    Files.createDirectories(folder);
    for (int i = 0; i < seeds.size(); i++) {
      Files.write(folder.resolve("seed-" + i), seeds.get(i));
    }
  }

  private Seeds() {}
}
