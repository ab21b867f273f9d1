package dev.larder.lab.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.acme.employee.Address;
import com.acme.employee.People;
import com.acme.employee.Sex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DifferenceTest {
  private static String loss(Object before, Object after) {
    Difference difference = new Difference();
    difference.compare(3, before, after);
    return difference.losses().inWords();
  }

  @Test
  void equalValuesLoseNothing() {
    List<Object> value = Arrays.asList(1, 2L, 0.5, "x", null, true, Map.of("a", List.of()));
    assertEquals("", loss(value, Arrays.asList(value.toArray())));
    assertEquals("", loss(null, null));
    assertEquals("", loss(Double.NaN, Double.NaN));
  }

  @Test
  void anotherTypeOfNumberIsALoss() {
    assertEquals("Double became Integer (in 1 value, first at [3]: 1.0 → 1)", loss(1.0, 1));
    assertEquals("Long became Integer (in 1 value, first at [3]: 1 → 1)", loss(1L, 1));
  }

  @Test
  void theSignOfZeroCounts() {
    assertEquals("Double changed (in 1 value, first at [3]: -0.0 → 0.0)", loss(-0.0, 0.0));
  }

  @Test
  void nullIsNotTheEmptyString() {
    assertEquals("null became String (in 1 value, first at [3]: null → )", loss(null, ""));
  }

  @Test
  void thePathLeadsThroughListsAndMaps() {
    assertEquals(
        "String changed (in 1 value, first at [3][1].a: x → y)",
        loss(List.of(0, Map.of("a", "x")), List.of(0, Map.of("a", "y"))));
  }

  @Test
  void elementsThatAreGoneAreCounted() {
    assertEquals(
        "elements lost (in 1 value, first at [3]: 2 → 1)", loss(List.of(1, 2), List.of(1)));
    assertEquals(
        "elements added (in 1 value, first at [3]: 0 → 1)",
        loss(new ArrayList<>(), new ArrayList<>(List.of(1))));
  }

  @Test
  void keysThatAreGoneOrNewAreNamed() {
    assertEquals(
        "key lost (in 1 value, first at [3].a: 1 → nothing); "
            + "key added (in 1 value, first at [3].b: nothing → 2)",
        loss(new HashMap<>(Map.of("a", 1)), new HashMap<>(Map.of("b", 2))));
  }

  @Test
  void theOrderOfKeysCounts() {
    Map<String, Integer> before = new LinkedHashMap<>();
    before.put("a", 1);
    before.put("b", 2);
    Map<String, Integer> after = new LinkedHashMap<>();
    after.put("b", 2);
    after.put("a", 1);
    assertEquals(
        "order of keys changed (in 1 value, first at [3]: [a, b] → [b, a])", loss(before, after));
  }

  @Test
  void anotherClassOfListIsALoss() {
    assertEquals(
        "ArrayList became LinkedList (in 1 value, first at [3]: [1] → [1])",
        loss(new ArrayList<>(List.of(1)), new LinkedList<>(List.of(1))));
  }

  @Test
  void fieldsOfBeansAreCompared() {
    People before = new People();
    before.setSex(Sex.MALE);
    before.setAddress(new Address());
    People after = new People();
    after.setSex(Sex.FEMALE);
    after.setAddress(new Address());
    after.getAddress().setCity("Rome");
    assertEquals(
        "Sex changed (in 1 value, first at [3].sex: MALE → FEMALE); "
            + "null became String (in 1 value, first at [3].address.city: null → Rome)",
        loss(before, after));
  }

  @Test
  void elementsOfArraysAreCompared() {
    assertEquals("", loss(new int[] {1, 2}, new int[] {1, 2}));
    assertEquals(
        "Integer changed (in 1 value, first at [3][1]: 2 → 3)",
        loss(new int[] {1, 2}, new int[] {1, 3}));
  }

  @Test
  void aKindCountsOnceInEachValue() {
    Difference difference = new Difference();
    difference.compare(0, List.of(1.0, 2.0), List.of(1, 2));
    difference.compare(1, List.of(1.0, 2.0), List.of(1.0, 2.0));
    difference.compare(2, List.of(1.0, 2.0), List.of(1, 2));
    assertEquals(
        "Double became Integer (in 2 values, first at [0][0]: 1.0 → 1)",
        difference.losses().inWords());
  }

  @Test
  void wordsFitTheTable() {
    String longKey = "k".repeat(500);
    assertTrue(loss(Map.of(longKey, 1), Map.of(longKey, 2)).length() <= 200);
  }
}
