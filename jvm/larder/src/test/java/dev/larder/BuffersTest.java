package dev.larder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What stands before a value is kept in the buffer for the next one. */
@DisplayName("A value's bytes do not depend on what was written before it")
class BuffersTest {
  record Short(int a) {}

  record Long(String name, List<Short> parts, Short one, Map<String, Integer> counts) {}

  private static Larder.Builder builder(int which) throws IOException {
    Larder.Builder builder = Larder.builder().register(Long.class, Short.class);
    if (which == 1 || which == 2) {
      String name = which == 1 ? "small" : "many";
      Path folder = Path.of(System.getProperty("basedir", "."), "../../vectors/profiles");
      String hex = Files.readString(folder.resolve(name + ".profile.hex")).replaceAll("\\s", "");
      builder.profile(Profile.of(HexFormat.of().parseHex(hex)));
    }
    return builder.checksum(which == 3).level(which == 4 ? Level.FAST : Level.BALANCED);
  }

  private static List<Object> values() {
    String large = "x".repeat(2 << 20);
    Short one = new Short(1);
    return List.of(
        7,
        one,
        new Long("a name", List.of(one, new Short(2)), one, Map.of("one", 1)),
        new Long("a name", List.of(), null, Map.of("a".repeat(600), 1, "another", 2)),
        Map.of("key", one, "other", "text"),
        IntStream.range(0, 60).mapToObj(i -> Map.of("key " + i + "x", i)).toList(),
        new Long(large, List.of(one), one, Map.of()));
  }

  @Test
  void whatever_came_before() throws IOException {
    List<Object> values = values();
    Pool pool = Pool.shared(1);
    List<Larder> larders = new ArrayList<>();
    List<List<byte[]>> expected = new ArrayList<>();
    for (int which = 0; which < 5; which++) {
      larders.add(builder(which).pool(pool).build());
      expected.add(new ArrayList<>());
      for (Object value : values) {
        expected.get(which).add(builder(which).build().encode(value));
      }
    }
    Random random = new Random(1);
    ByteBuffer into = ByteBuffer.allocate(4 << 20);
    for (int i = 0; i < 3_000; i++) {
      int which = random.nextInt(larders.size());
      // The last one gives the buffer back, so it comes seldom.
      int number = random.nextInt(40) == 0 ? 6 : random.nextInt(6);
      for (int again = random.nextInt(4); again >= 0; again--) {
        Object value = values.get(number);
        if (again == 1) {
          larders.get(which).encode(value, into.clear());
          byte[] put = Arrays.copyOf(into.array(), into.position());
          assertArrayEquals(expected.get(which).get(number), put);
        } else {
          assertArrayEquals(expected.get(which).get(number), larders.get(which).encode(value));
        }
      }
    }
  }
}
