package dev.larder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What a changed class makes of 200 values that another version of it wrote: each change both ways,
 * as old and new nodes of a rolling deploy read each other's values, at every level, with a profile
 * and without. Each class here is a version of what values call Person.
 */
@DisplayName("Values outlive a change of their class")
class EvolutionTest {
  private static final Profile PROFILE = profile("many");

  private static Profile profile(String name) {
    Path file = Path.of("../../vectors/profiles/" + name + ".profile.hex");
    try {
      String hex = Files.readString(Path.of(System.getProperty("basedir", ".")).resolve(file));
      return Profile.of(HexFormat.of().parseHex(hex.replaceAll("\\s", "")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  enum Sex {
    MALE,
    FEMALE
  }

  enum SexWithAnother {
    UNKNOWN,
    MALE,
    FEMALE
  }

  static class Person {
    String name;
    int age;
    Sex sex;
    List<String> phones;

    static Person of(int seed) {
      Random random = new Random(seed);
      Person person = new Person();
      person.name = random.nextInt(10) == 0 ? null : "name " + random.nextInt();
      person.age = random.nextInt();
      person.sex = Sex.values()[random.nextInt(2)];
      person.phones = random.ints(random.nextInt(6)).mapToObj(Integer::toString).toList();
      return person;
    }
  }

  static class AddedInTheMiddle {
    String name;
    String email = "unset";
    int age;
    long added;
    Sex sex;
    List<String> phones;
  }

  static class AddedAtTheEnd {
    String name;
    int age;
    Sex sex;
    List<String> phones;
    String email;
    boolean added;
  }

  static class Removed {
    String name;
    List<String> phones;
  }

  static class Reordered {
    List<String> phones;
    Sex sex;
    int age;
    String name;
  }

  static class Widened {
    String name;
    long age;
    Sex sex;
    List<String> phones;
  }

  static class Renamed {
    @Name(formerly = "name")
    String fullName;

    int age;
    Sex sex;

    @Name("phones")
    List<String> numbers;
  }

  static class Prepended {
    String name;
    int age;
    SexWithAnother sex;
    List<String> phones;
  }

  record AsRecord(int age, String name, double added, Sex sex, List<String> phones) {}

  static class Conflicting {
    int name;
  }

  private static Larder larder(Class<?> version) {
    return Larder.builder().register(version, "Person").build();
  }

  /** Larders of a version at each level, without a profile and under one. */
  private static List<Larder> larders(Class<?> version) {
    List<Larder> larders = new ArrayList<>();
    for (Level level : Level.values()) {
      Larder.Builder builder = Larder.builder().register(version, "Person").level(level);
      larders.add(builder.build());
      larders.add(builder.profile(PROFILE).build());
    }
    return larders;
  }

  /** Reads each value by itself, and all as an array, which levels write in rows and columns. */
  private static <T> void reads(
      Class<T> version, Function<T, List<Object>> found, String... fields) {
    List<Larder> old = larders(Person.class);
    List<Larder> now = larders(version);
    for (int i = 0; i < now.size(); i++) {
      reads(old.get(i), now.get(i), version, found, fields);
    }
  }

  private static <T> void reads(
      Larder old, Larder now, Class<T> version, Function<T, List<Object>> found, String... fields) {
    Person[] people = new Person[200];
    for (int seed = 0; seed < people.length; seed++) {
      Person person = Person.of(seed);
      people[seed] = person;
      T read = now.decode(old.encode(person), version);
      assertEquals(expected(person, fields), found.apply(read), () -> "value " + person.name);

      // A node that is not deployed yet reads what this one writes.
      assertKept(person, old.decode(now.encode(read), Person.class), fields);
    }
    Object[] read = (Object[]) now.decode(old.encode(people), (Type) version.arrayType());
    Person[] back = old.decode(now.encode(read), Person[].class);
    for (int i = 0; i < people.length; i++) {
      assertEquals(expected(people[i], fields), found.apply(version.cast(read[i])));
      assertKept(people[i], back[i], fields);
    }
  }

  private static List<Object> expected(Person person, String... fields) {
    List<Object> expected = new ArrayList<>();
    for (String field : fields) {
      expected.add(
          switch (field) {
            case "name" -> person.name;
            case "age" -> (long) person.age;
            case "sex" -> person.sex.name();
            default -> person.phones;
          });
    }
    return expected;
  }

  private static void assertKept(Person person, Person back, String... fields) {
    for (String field : fields) {
      switch (field) {
        case "name" -> assertEquals(person.name, back.name);
        case "age" -> assertEquals(person.age, back.age);
        case "sex" -> assertEquals(person.sex, back.sex);
        default -> assertEquals(person.phones, back.phones);
      }
    }
  }

  private static List<Object> list(Object... values) {
    return new ArrayList<>(java.util.Arrays.asList(values));
  }

  @Test
  void a_field_added_in_the_middle_keeps_its_initial_value() {
    reads(
        AddedInTheMiddle.class,
        read -> {
          assertEquals("unset", read.email);
          assertEquals(0, read.added);
          return list(read.name, (long) read.age, read.sex.name(), read.phones);
        },
        "name",
        "age",
        "sex",
        "phones");
  }

  @Test
  void a_field_added_at_the_end_is_null() {
    reads(
        AddedAtTheEnd.class,
        read -> {
          assertNull(read.email);
          return list(read.name, (long) read.age, read.sex.name(), read.phones);
        },
        "name",
        "age",
        "sex",
        "phones");
  }

  @Test
  void a_removed_field_is_passed_over() {
    reads(Removed.class, read -> list(read.name, read.phones), "name", "phones");
  }

  @Test
  void the_order_of_fields_does_not_matter() {
    reads(
        Reordered.class,
        read -> list(read.name, (long) read.age, read.sex.name(), read.phones),
        "name",
        "age",
        "sex",
        "phones");
  }

  @Test
  void an_int_may_become_a_long() {
    reads(
        Widened.class,
        read -> list(read.name, read.age, read.sex.name(), read.phones),
        "name",
        "age",
        "sex",
        "phones");
  }

  @Test
  void a_field_may_be_renamed_if_it_says_so() {
    List<Larder> all = larders(Person.class);
    List<Larder> renamed = larders(Renamed.class);
    for (int i = 0; i < 200 * all.size(); i++) {
      Larder old = all.get(i % all.size());
      Larder now = renamed.get(i % all.size());
      Person person = Person.of(i / all.size());
      Renamed read = now.decode(old.encode(person), Renamed.class);
      assertEquals(person.name, read.fullName);
      assertEquals(person.phones, read.numbers);
      Person back = old.decode(now.encode(read), Person.class);
      assertNull(back.name, "an old node does not know the new name");
      assertEquals(person.phones, back.phones);
    }
  }

  @Test
  void a_constant_may_be_prepended_to_an_enumeration() {
    reads(
        Prepended.class,
        read -> list(read.name, (long) read.age, read.sex.name(), read.phones),
        "name",
        "age",
        "sex",
        "phones");
  }

  @Test
  void a_class_may_become_a_record() {
    reads(
        AsRecord.class,
        read -> list(read.name(), (long) read.age(), read.sex().name(), read.phones()),
        "name",
        "age",
        "sex",
        "phones");
  }

  @Test
  void a_conflict_of_types_names_class_field_and_both_types() {
    Person person = Person.of(1);
    person.name = "Li";
    List<Larder> now = larders(Conflicting.class);
    for (Larder old : larders(Person.class)) {
      Larder reader = now.remove(0);
      byte[] bytes = old.encode(person);
      LarderException error =
          assertThrows(LarderException.class, () -> reader.decode(bytes, Conflicting.class));
      String message = error.getMessage();
      assertEquals(ErrorKind.REFUSED, error.kind());
      assertTrue(message.contains("Conflicting.name is declared int"), message);
      assertTrue(message.contains("a text was written"), message);
    }
  }

  @Test
  void an_integer_that_does_not_fit_is_a_conflict() {
    Widened wide = new Widened();
    wide.age = 1L << 40;
    List<Larder> old = larders(Person.class);
    for (Larder now : larders(Widened.class)) {
      Larder reader = old.remove(0);
      byte[] bytes = now.encode(wide);
      LarderException error =
          assertThrows(LarderException.class, () -> reader.decode(bytes, Person.class));
      assertTrue(error.getMessage().contains("Person.age is declared int"), error.getMessage());
      assertTrue(error.getMessage().contains("1099511627776"), error.getMessage());
    }
  }

  @Test
  void old_values_cost_a_generated_reader_after_a_while_and_read_the_same() {
    Larder old = larder(Person.class);
    Larder now = larder(AddedInTheMiddle.class);
    byte[] bytes = old.encode(Person.of(7));
    String first = now.decode(bytes, AddedInTheMiddle.class).name;
    for (int i = 0; i < 1_000; i++) {
      assertTrue(Objects.equals(first, now.decode(bytes, AddedInTheMiddle.class).name));
    }
  }

  static class Item {
    int id;
    String status;
    List<String> tags;
  }

  @Test
  void a_shape_of_a_profile_and_an_equal_one_of_a_message_are_told_apart() {
    // Its shape {id, status, tags} has a dictionary at the second place: entry 2 is "pending".
    Profile profile = profile("small");
    Larder larder = Larder.builder().register(Item.class).alsoReads(profile).build();
    String id = profile.id();
    byte[] under = HexFormat.of().parseHex("c141" + id + "d00792f300");
    String own = "c140f510" + "06326964" + "36737461747573" + "3474616773";
    byte[] without = HexFormat.of().parseHex(own + "d007346f70656ef300");
    byte[] entry = HexFormat.of().parseHex(own + "d00792f300");
    for (int i = 0; i < 200; i++) {
      assertEquals("open", larder.decode(without, Item.class).status);
      assertEquals("pending", larder.decode(under, Item.class).status);
      assertEquals(
          ErrorKind.UNKNOWN_REFERENCE,
          assertThrows(LarderException.class, () -> larder.decode(entry, Item.class)).kind());
    }
  }

  @Test
  void the_same_definitions_under_two_profiles_are_two() {
    Profile small = profile("small");
    Profile kinds = profile("kinds");
    Larder larder = Larder.builder().alsoReads(small).alsoReads(kinds).build();
    // A shape of names 1 and 2, and a record of it.
    String definitions = "f503049192";
    byte[] underSmall = HexFormat.of().parseHex("c141" + small.id() + definitions + "d20102");
    byte[] underKinds = HexFormat.of().parseHex("c141" + kinds.id() + definitions + "d10102");
    byte[] without = HexFormat.of().parseHex("c140" + definitions + "d00102");
    for (int i = 0; i < 3; i++) {
      assertEquals(Map.of("status", 1, "tags", 2), larder.decode(underSmall, Object.class));
      assertEquals(Map.of("state", 1, "colors", 2), larder.decode(underKinds, Object.class));
      assertEquals(
          ErrorKind.UNKNOWN_REFERENCE,
          assertThrows(LarderException.class, () -> larder.decode(without, Object.class)).kind());
    }
  }

  static class User {
    private String role;
    private String name;
  }

  record UserRecord(String role, String name) {}

  @Test
  @DisplayName("Objects are written in the order of fields that their profile's shape has")
  void objects_are_written_in_the_order_of_fields_of_their_profile() {
    Profile profile = profile("small");
    Larder larder = Larder.builder().register(User.class, "App\\User").profile(profile).build();
    User user = new User();
    user.role = "active";
    user.name = "x";
    byte[] bytes = larder.encode(user);
    // Record 1 of the profile: name, and role by its entry 0.
    String id = profile.id();
    assertEquals("c141" + id + "d1" + "3178" + "90", HexFormat.of().formatHex(bytes));
    User read = larder.decode(bytes, User.class);
    assertEquals(List.of("active", "x"), List.of(read.role, read.name));
    Larder records =
        Larder.builder().register(UserRecord.class, "App\\User").profile(profile).build();
    assertEquals(new UserRecord("active", "x"), records.decode(bytes, UserRecord.class));
    UserRecord other = new UserRecord("a", "b");
    assertEquals(other, records.decode(records.encode(other), UserRecord.class));
  }

  static class Gone {
    int number = 1;
  }

  static class Node {
    String name = "node";
    Object all;
  }

  static class WithDropped {
    Object dropped;
    Object kept;
  }

  static class WithoutDropped {
    Object kept;
  }

  /** What a reader without {@link Gone}, and without the field, makes of the field that is kept. */
  private static Object keptOf(Object dropped, Object kept) {
    WithDropped value = new WithDropped();
    value.dropped = dropped;
    value.kept = kept;
    byte[] bytes =
        Larder.builder()
            .sharing(true)
            .register(WithDropped.class, "Pair")
            .register(Node.class, "Node")
            .register(Gone.class, "Gone")
            .build()
            .encode(value);
    Larder reader =
        Larder.builder()
            .register(WithoutDropped.class, "Pair")
            .register(Node.class, "Node")
            .build();
    Object read = null;
    // The first readers are interpreted, the others generated.
    for (int i = 0; i < 40; i++) {
      read = ((WithoutDropped) reader.decode(bytes, Object.class)).kept;
    }
    return read;
  }

  @Test
  void an_object_that_a_dropped_field_had_first_is_read() {
    Node node = new Node();
    assertEquals("node", ((Node) keptOf(node, node)).name);
    assertEquals("node", ((Node) keptOf(List.of(1, node, node), node)).name);
    List<Object> list = new ArrayList<>(List.of(1, "text"));
    assertEquals(list, keptOf(list, list));
  }

  @Test
  void an_object_that_a_dropped_field_had_first_is_refused_if_a_part_is_unknown() {
    Node node = new Node();
    Gone gone = new Gone();
    List<Object> within = new ArrayList<>(List.of(1, gone));
    List<Object> around = new ArrayList<>();
    around.add(node);
    node.all = around;
    around.add(gone);
    Object[][] pairs = {
      {gone, gone},
      {gone, new ArrayList<>(List.of(1, gone))},
      {within, within},
      {new ArrayList<>(List.of(within, node)), within},
      {around, around},
      {around, node},
      {new java.util.TreeSet<>(List.of(1)), null}
    };
    pairs[6][1] = pairs[6][0];
    for (Object[] pair : pairs) {
      LarderException refused = assertThrows(LarderException.class, () -> keptOf(pair[0], pair[1]));
      assertEquals(ErrorKind.REFUSED, refused.kind(), refused.getMessage());
      assertTrue(refused.getMessage().contains("the class no longer has"), refused.getMessage());
    }
    assertEquals(7, keptOf(List.of(gone, gone), 7));
  }
}
