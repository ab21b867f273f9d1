package dev.larder.lab.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.lab.Difference;
import dev.larder.lab.Jobs;
import dev.larder.lab.host.Dataset;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RivalTest {
  private static Dataset people;
  private static Dataset springPersons;
  private static Dataset generated;
  private static Dataset generatedLists;
  private static Dataset trees;
  private static Dataset deepTrees;

  @BeforeAll
  static void load(@TempDir Path directory) throws Exception {
    people = Dataset.open(Jobs.of(directory, "people", Jobs.PEOPLE));
    springPersons = Dataset.open(Jobs.of(directory, "spring-person", Jobs.SPRING_PERSONS));
    generated =
        open(
            directory.resolve("generated"),
            "rival",
            """
            {"id":1,"big":5000000000,"price":1.5,"on":true,"name":"é 张 😀","tags":["a"],\
            "next":{"id":7},"rows":[{"x":1},{"x":2}],"none":null,"huge":18446744073709551616}\
            """,
            """
            {"id":-1,"big":-5000000000,"price":-1e300,"on":false,"name":"","tags":["b","c"],\
            "next":null,"rows":[{"x":3}],"huge":-18446744073709551616}\
            """);
    generatedLists =
        open(
            directory.resolve("lists"),
            "rival-row",
            "[{\"x\":1,\"y\":\"a\"},{\"x\":2,\"y\":\"b\"}]");
    trees = open(directory.resolve("trees"), "tree", "[1,2.5,\"a\",true]", "{\"b\":{\"c\":[5]}}");
    deepTrees = open(directory.resolve("deep"), "deep", "[".repeat(512) + "]".repeat(512));
  }

  private static Dataset open(Path directory, String dataset, String... values) throws Exception {
    return Dataset.open(Jobs.of(directory, dataset, List.of(values)));
  }

  private static String loss(Rival rival, Dataset dataset) throws Exception {
    Codec codec = rival.codec(dataset.subject(), null);
    Difference difference = new Difference();
    int index = 0;
    for (Object value : dataset.read()) {
      difference.compare(index++, value, codec.decode(codec.encode(value)));
    }
    return difference.losses().inWords();
  }

  @ParameterizedTest
  @EnumSource
  void isAvailableInAVersionThatTheBuildKnows(Rival rival) {
    assertNull(rival.whyUnavailable());
    assertNotNull(rival.version());
    assertEquals(rival, Rival.of(rival.id()));
  }

  @ParameterizedTest
  @EnumSource
  void keepsPeople(Rival rival) throws Exception {
    assertEquals("", loss(rival, people));
  }

  @ParameterizedTest
  @EnumSource
  void keepsSpringPersons(Rival rival) throws Exception {
    assertEquals("", loss(rival, springPersons));
  }

  @ParameterizedTest
  @EnumSource
  void keepsGeneratedClasses(Rival rival) throws Exception {
    assertEquals("", loss(rival, generated));
  }

  @ParameterizedTest
  @EnumSource
  void keepsListsOfGeneratedClasses(Rival rival) throws Exception {
    assertEquals("", loss(rival, generatedLists));
  }

  @ParameterizedTest
  @EnumSource
  void keepsTreesButForTheClassesOfSomeLibraries(Rival rival) throws Exception {
    String loss = loss(rival, trees);
    switch (rival) {
      case FASTJSON2_JSONB ->
          assertTrue(loss.startsWith("ArrayList became JSONArray (in 2 values"), loss);
      case HPROSE -> assertTrue(loss.startsWith("LinkedHashMap became HashMap (in 1 value"), loss);
      default -> assertEquals("", loss);
    }
  }

  @ParameterizedTest
  @EnumSource
  void takesListsThatAre512Deep(Rival rival) throws Exception {
    String loss = loss(rival, deepTrees);
    if (rival == Rival.FASTJSON2_JSONB) {
      assertTrue(loss.startsWith("ArrayList became JSONArray (in 1 value"), loss);
    } else {
      assertEquals("", loss);
    }
  }
}
