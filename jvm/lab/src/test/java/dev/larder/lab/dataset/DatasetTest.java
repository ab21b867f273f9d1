package dev.larder.lab.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import com.acme.employee.People;
import com.fasterxml.jackson.databind.JsonNode;
import dev.larder.lab.Jobs;
import dev.larder.lab.runner.Job;
import dev.larder.lab.runner.Json;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetTest {
  @TempDir Path directory;

  private Dataset open(String dataset, String... values) throws Exception {
    return Dataset.open(Jobs.of(directory, dataset, List.of(values)));
  }

  /** The fields of the class that a dataset is measured as, with their declared types. */
  private static Map<String, String> fields(Dataset dataset) {
    Map<String, String> fields = new LinkedHashMap<>();
    Class<?> bean = dataset.subject().classes().get(dataset.subject().classes().size() - 1);
    Arrays.stream(bean.getDeclaredFields())
        .filter(field -> !field.getName().equals("serialVersionUID"))
        .forEach(
            field ->
                fields.put(
                    field.getName(),
                    field.getGenericType().getTypeName().replaceAll("[a-z]+\\.", "")));
    return fields;
  }

  private static String onlyType(Dataset dataset) {
    return fields(dataset).values().iterator().next();
  }

  @Test
  void peopleAreTheClassInTheSource() throws Exception {
    Dataset people = Dataset.open(Jobs.of(directory, "people", Jobs.PEOPLE));
    assertEquals(People.class, people.read().get(0).getClass());
    assertEquals("measured as class People", people.subject().note());
  }

  @Test
  void integersThatFit32BitsAreInt() throws Exception {
    assertEquals("int", onlyType(open("ints", "{\"a\":2147483647}", "{\"a\":-2147483648}")));
  }

  @Test
  void oneLargeIntegerMakesAllLong() throws Exception {
    assertEquals("long", onlyType(open("longs", "{\"a\":1}", "{\"a\":2147483648}")));
  }

  @Test
  void integersBeyond64BitsAreBigIntegers() throws Exception {
    assertEquals("BigInteger", onlyType(open("bigs", "{\"a\":1}", "{\"a\":9223372036854775808}")));
  }

  @Test
  void integersAmongDoublesAreDoubles() throws Exception {
    Dataset dataset = open("doubles", "{\"a\":1}", "{\"a\":1.5}");
    assertEquals("double", onlyType(dataset));
  }

  @Test
  void integersThatADoubleCannotHoldStayWhatTheyAre() throws Exception {
    Dataset dataset = open("inexact", "{\"a\":9007199254740993}", "{\"a\":1.5}");
    assertEquals("Object", onlyType(dataset));
  }

  @Test
  void nullOrAbsentNumbersAreBoxed() throws Exception {
    Dataset dataset =
        open(
            "boxed",
            "{\"a\":1,\"b\":1.5,\"c\":true}",
            "{\"a\":null,\"b\":2.5,\"c\":false}",
            "{\"a\":3,\"c\":true}");
    assertEquals(Map.of("a", "Integer", "b", "Double", "c", "boolean"), fields(dataset));
  }

  @Test
  void listsAndObjectsAreTypedAllTheWayDown() throws Exception {
    Dataset dataset =
        open(
            "nested",
            "{\"m\":[[1],[2,5000000000]],\"o\":[{\"x\":1},{\"x\":2,\"y\":\"z\"}],\"e\":[]}");
    assertEquals(
        Map.of("m", "List<List<Long>>", "o", "List<O>", "e", "List<Object>"), fields(dataset));
  }

  @Test
  void objectsUsedAsDictionariesAreMaps() throws Exception {
    String[] values =
        IntStream.range(0, 20)
            .mapToObj(i -> "{\"counts\":{\"k%d\":%d,\"k%d\":%d}}".formatted(i, i, i + 1, i))
            .toArray(String[]::new);
    assertEquals("Map<String, Integer>", onlyType(open("dictionaries", values)));
  }

  @Test
  void objectsOfVeryManyKeysAreMaps() throws Exception {
    String keys =
        IntStream.range(0, 300)
            .mapToObj(i -> "\"k%d\":\"v\"".formatted(i))
            .collect(Collectors.joining(",", "{", "}"));
    assertEquals("Map<String, String>", onlyType(open("many-keys", "{\"a\":" + keys + "}")));
  }

  @Test
  void keysThatJavaDoesNotTakeAreRenamedAndStillFound() throws Exception {
    String json =
        """
        {"class":1,"Class":2,"a b":3,"a-b":4,"1st":5,"URL":6,"aName":7,"名":8,"name":9,"Name":10,\
        "quote\\"\\\\\\n":11,"_":12,"$":13,"is":14,"get":15,"String":16,"List":[{"List":17}]}\
        """;
    Dataset dataset = open("odd keys", json);
    JsonNode expected = Json.MAPPER.readTree(json);
    JsonNode actual = Json.MAPPER.valueToTree(dataset.read().get(0));
    assertEquals(expected, actual);
    assertEquals(expected.size(), fields(dataset).size());
  }

  @Test
  void anEmptyKeyMakesAMap() throws Exception {
    Dataset dataset = open("empty-key", "{\"a\":{\"\":1}}");
    assertEquals("Map<String, Integer>", onlyType(dataset));
  }

  @Test
  void valuesWithoutACommonShapeAreTrees() throws Exception {
    Dataset dataset = open("mixed", "1", "[1,\"a\"]", "null", "{\"a\":5000000000}", "1.0");
    assertEquals(
        Arrays.asList(1, List.of(1, "a"), null, Map.of("a", 5_000_000_000L), 1.0), dataset.read());
    assertEquals("measured as Map/List: values have no common shape", dataset.subject().note());
  }

  @Test
  void textsAreStrings() throws Exception {
    Dataset dataset = open("texts", "\"<p>one</p>\"", "\"<p>two</p>\"");
    assertEquals(List.of("<p>one</p>", "<p>two</p>"), dataset.read());
    assertEquals("measured as String", dataset.subject().note());
  }

  @Test
  void listsOfLikeObjectsAreListsOfAClass() throws Exception {
    Dataset dataset = open("some-rows", "[{\"a\":1,\"b\":2},{\"a\":3,\"b\":4}]");
    assertEquals(
        "measured as List of generated class SomeRows with 2 fields", dataset.subject().note());
    assertEquals("SomeRows", ((List<?>) dataset.read().get(0)).get(0).getClass().getSimpleName());
  }

  @Test
  void theNoteCountsFieldsAndNestedClasses() throws Exception {
    assertEquals(
        "measured as generated class Counted with 1 field and 1 nested class",
        open("counted", "{\"a\":{\"b\":1}}").subject().note());
  }

  @Test
  void generatedClassesAreFoundByName() throws Exception {
    Dataset dataset = open("by-name", "{\"a\":1}");
    Class<?> bean = dataset.subject().classes().get(0);
    assertEquals(bean, Class.forName("com.acme.store.beans.ByName"));
  }

  @Test
  void tooFewValuesAreReadAgainAsOtherObjects() throws Exception {
    List<Object> values = open("few", "{\"a\":1}", "{\"a\":2}").read(64, 100, Long.MAX_VALUE);
    assertEquals(64, values.size());
    assertNotSame(values.get(0), values.get(2));
  }

  @Test
  void readingStopsAtEitherLimit() throws Exception {
    Dataset dataset = open("limits", "[1]", "[2]", "[3]", "[4]");
    assertEquals(3, dataset.read(1, 3, Long.MAX_VALUE).size());
    assertEquals(2, dataset.read(64, 100, 7).size());
    assertEquals(1, dataset.read(64, 100, 1).size());
  }

  @Test
  void laterRunnersUseTheClassesOfTheFirst() throws Exception {
    Job job = Jobs.of(directory, "later", List.of("{\"a\":1}"));
    GeneratedClasses generated = new GeneratedClasses(job.scratchDirectory().resolve("classes"));
    Dataset.open(job);
    assertEquals(List.of("Later", "LaterHolder", "LaterPacking"), generated.decision().classes());
  }
}
