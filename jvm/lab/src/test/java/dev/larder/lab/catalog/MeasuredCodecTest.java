package dev.larder.lab.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.lab.Jobs;
import dev.larder.lab.check.Difference;
import dev.larder.lab.codec.Codec;
import dev.larder.lab.dataset.Dataset;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MeasuredCodecTest {
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

  private static String loss(MeasuredCodec measured, Dataset dataset) throws Exception {
    Codec codec = measured.codec(dataset.subject(), null);
    Difference difference = new Difference();
    int index = 0;
    for (Object value : dataset.read()) {
      difference.compare(index++, value, codec.decode(codec.encode(value)));
    }
    return difference.losses().inWords();
  }

  @ParameterizedTest
  @EnumSource
  void isAvailableInAVersionThatTheBuildKnows(MeasuredCodec measured) {
    assertNull(measured.whyUnavailable());
    assertNotNull(measured.version());
    assertEquals(measured, MeasuredCodec.of(measured.id()));
  }

  @ParameterizedTest
  @EnumSource
  void keepsPeople(MeasuredCodec measured) throws Exception {
    assertEquals("", loss(measured, people));
  }

  @ParameterizedTest
  @EnumSource
  void keepsSpringPersons(MeasuredCodec measured) throws Exception {
    assertEquals("", loss(measured, springPersons));
  }

  @ParameterizedTest
  @EnumSource
  void keepsGeneratedClasses(MeasuredCodec measured) throws Exception {
    assertEquals("", loss(measured, generated));
  }

  @ParameterizedTest
  @EnumSource
  void keepsListsOfGeneratedClasses(MeasuredCodec measured) throws Exception {
    assertEquals("", loss(measured, generatedLists));
  }

  @ParameterizedTest
  @EnumSource
  void keepsTreesButForTheClassesOfSomeLibraries(MeasuredCodec measured) throws Exception {
    String loss = loss(measured, trees);
    switch (measured) {
      case FASTJSON2_JSONB ->
          assertTrue(loss.startsWith("ArrayList became JSONArray (in 2 values"), loss);
      case HPROSE -> assertTrue(loss.startsWith("LinkedHashMap became HashMap (in 1 value"), loss);
      default -> assertEquals("", loss);
    }
  }

  @ParameterizedTest
  @EnumSource
  void takesListsThatAre512Deep(MeasuredCodec measured) throws Exception {
    String loss = loss(measured, deepTrees);
    if (measured == MeasuredCodec.FASTJSON2_JSONB) {
      assertTrue(loss.startsWith("ArrayList became JSONArray (in 1 value"), loss);
    } else {
      assertEquals("", loss);
    }
  }
}
