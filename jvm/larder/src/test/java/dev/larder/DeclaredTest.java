package dev.larder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A class that a field declares costs no name")
class DeclaredTest {
  record Street(String name, int number) {}

  /** Its keys are those of {@link Street}. */
  static class House {
    String name;
    int number;
  }

  static class Mill extends House {
    int wheels;
  }

  static class Place {
    Street street;
    House house;
    House other;
    Optional<Street> former;
    Map<String, Street> named;
    Object anything;
  }

  /** What {@link Place} is later. */
  static class LaterPlace {
    LaterStreet street;
    LaterHouse house;
  }

  record LaterStreet(long number, String zip, @Name(formerly = "name") String title) {}

  static class LaterHouse {
    String owner = "nobody";
    String name;
  }

  /** A field that takes more than it did. */
  static class WiderPlace {
    Comparable<?> street;
  }

  private static House house(House house, String name) {
    house.name = name;
    house.number = 7;
    return house;
  }

  private static Place place() {
    Place place = new Place();
    place.street = new Street("High Road", 5);
    place.house = house(new House(), "Rose Cottage");
    return place;
  }

  private static String characters(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static Larder.Builder builder() {
    return Larder.builder().register(Place.class, Mill.class);
  }

  private static boolean isNamed(Larder larder, Place place, String name) {
    byte[] bytes = larder.encode(place);
    // Whatever the bytes say, a reader who knows nothing but the root's class gets the same.
    Place back = (Place) larder.decode(bytes, Object.class);
    assertEquals(place.street, back.street);
    assertEquals(place.house.name, back.house.name);
    assertSame(place.house.getClass(), back.house.getClass());
    return characters(bytes).contains(name);
  }

  @Test
  void only_a_value_that_is_no_field_names_its_class() {
    Larder larder = builder().build();
    for (int i = 0; i < 200; i++) {
      // Both have one shape, and readers of their own, which are generated after a while.
      assertEquals(false, isNamed(larder, place(), "Street") || isNamed(larder, place(), "House"));
      assertEquals(true, isNamed(larder, place(), "Place"));
    }
    Larder fast = builder().level(Level.FAST).build();
    assertEquals(true, isNamed(fast, place(), "Street") && isNamed(fast, place(), "House"));
    assertEquals(true, characters(larder.encode(place().street)).contains("Street"));
  }

  @Test
  void another_class_than_the_declared_one_is_named() {
    Larder larder = builder().build();
    Place place = place();
    place.house = house(new Mill(), "Windmill");
    ((Mill) place.house).wheels = 3;
    place.other = house(new House(), "Barn");
    place.former = Optional.of(new Street("Old Street", 1));
    place.named = Map.of("one", new Street("New Street", 2));
    place.anything = new Street("Any Street", 9);
    assertEquals(true, isNamed(larder, place, "Mill") && !isNamed(larder, place, "House"));
    Place back = larder.decode(larder.encode(place), Place.class);
    assertEquals(3, assertInstanceOf(Mill.class, back.house).wheels);
    assertSame(House.class, back.other.getClass());
    assertEquals("Barn", back.other.name);
    assertEquals(place.former, back.former);
    assertEquals(place.named, back.named);
    assertEquals(place.anything, back.anything);
  }

  @Test
  void a_class_with_a_name_of_its_own_is_named() {
    Larder larder = builder().register(Street.class, "App\\Street").build();
    assertEquals(true, isNamed(larder, place(), "App\\Street"));
    assertEquals(false, isNamed(larder, place(), "House"));
  }

  @Test
  void shared_objects_are_named_and_stay_one() {
    Larder larder = builder().sharing(true).build();
    assertEquals(false, isNamed(larder, place(), "House"));
    Place place = place();
    place.other = place.house;
    assertEquals(true, isNamed(larder, place, "House"));
    Place back = larder.decode(larder.encode(place), Place.class);
    assertSame(back.house, back.other);
  }

  @Test
  void the_class_of_a_field_may_change_as_any_other() {
    byte[] bytes = builder().build().encode(place());
    Larder later = Larder.builder().register(LaterPlace.class, "Place").build();
    for (int i = 0; i < 200; i++) {
      LaterPlace read = later.decode(bytes, LaterPlace.class);
      assertEquals(new LaterStreet(5, null, "High Road"), read.street);
      assertEquals(List.of("nobody", "Rose Cottage"), List.of(read.house.owner, read.house.name));
    }
  }

  @Test
  void a_field_that_becomes_wider_needs_the_name() {
    Larder wider =
        Larder.builder()
            .register(WiderPlace.class, "Place")
            .register(WideStreet.class, "Street", "App\\Street")
            .build();
    Larder unnamed = builder().build();
    LarderException error =
        assertThrows(
            LarderException.class, () -> wider.decode(unnamed.encode(place()), WiderPlace.class));
    assertEquals(ErrorKind.REFUSED, error.kind());
    Larder named = builder().register(Street.class, "App\\Street").build();
    assertEquals(
        new WideStreet("High Road", 5),
        wider.decode(named.encode(place()), WiderPlace.class).street);
  }

  record WideStreet(String name, int number) implements Comparable<WideStreet> {
    @Override
    public int compareTo(WideStreet other) {
      return name.compareTo(other.name);
    }
  }

  /** Its keys are a shape without a class of the profile. */
  static class Item {
    int id;
    String status;
    List<String> tags;
  }

  static class Box {
    Item item;
  }

  @Test
  void a_profile_that_knows_objects_without_their_class_is_used() throws IOException {
    Path file = Path.of(System.getProperty("basedir", "."), "../../vectors/profiles");
    String hex = Files.readString(file.resolve("small.profile.hex")).replaceAll("\\s", "");
    Profile profile = Profile.of(HexFormat.of().parseHex(hex));
    Box box = new Box();
    box.item = new Item();
    box.item.id = 7;
    box.item.status = "pending";
    box.item.tags = List.of();
    for (Level level : Level.values()) {
      Larder larder = Larder.builder().register(Box.class).profile(profile).level(level).build();
      byte[] bytes = larder.encode(box);
      assertEquals(false, characters(bytes).contains("Item"));
      assertEquals(level == Level.FAST, characters(bytes).contains("pending"));
      Item read = larder.decode(bytes, Box.class).item;
      assertEquals(List.of(7, "pending", List.of()), List.of(read.id, read.status, read.tags));
      assertEquals(true, characters(larder.encode(box.item)).contains("Item"));
    }
  }
}
