package larder.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import larder.Larder;
import larder.Profile;

/** What fuzzing begins with: the messages and profiles of the vectors, and objects of the beans. */
final class Seeds {
  private static final Path VECTORS =
      Path.of(System.getProperty("basedir", "jvm/fuzz"), "../../vectors").normalize();
  private static final int MOST_BYTES = 4096;

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
        if (bytes.length <= MOST_BYTES) {
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
    List<byte[]> messages = new ArrayList<>();
    Larder.Builder builder = Larder.builder().register(Beans.ALL).sharing(true);
    for (Profile profile : Checks.profiles()) {
      values.forEach(value -> messages.add(builder.profile(profile).build().encode(value)));
    }
    values.forEach(value -> messages.add(builder.profile(null).build().encode(value)));
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
