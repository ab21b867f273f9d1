package dev.larder.lab.rows;

import dev.larder.lab.host.Subject;
import dev.larder.lab.host.Tree.TreeHolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * Values that are made in this JVM, because JSON has no such: of one class or shape each. The same
 * value of the same row is the same everywhere.
 */
public enum Row {
  MAP_5("map-5", 400, random -> Maps.of(random, 5), Maps.class),
  MAP_50("map-50", 200, random -> Maps.of(random, 50), Maps.class),
  MAP_1000("map-1000", 32, random -> Maps.of(random, 1_000), Maps.class),
  ROOT_MAP_5("root-map-5", 400, random -> Maps.of(random, 5).counts),
  ROOT_MAP_50("root-map-50", 200, random -> Maps.of(random, 50).counts),
  ROOT_MAP_1000("root-map-1000", 32, random -> Maps.of(random, 1_000).counts),
  HALF_NULL("half-null", 1_000, HalfNull::of, HalfNull.class),
  FIELDS_40("fields-40", 400, Wide::of, Wide.class),
  PRIMITIVES("primitives", 1_000, Primitives::of, Primitives.class),
  PRIMITIVE_ARRAYS("primitive-arrays", 100, Primitives.Arrays::of, Primitives.Arrays.class),
  PRIMITIVE_ROWS(
      "primitive-rows-100", 100, Row::primitiveRows, Primitives.Rows.class, Primitives.class),
  STRINGS_50("strings-50", 200, Texts::of, Texts.class),
  TREE_121("tree-121", 100, random -> Tree.of(random, 4), Tree.class),
  PAGE_50K("page-50k", 32, Texts.Page::of, Texts.Page.class),
  CYCLES("cycles", 200, random -> Team.of(random, 10), Team.class, Team.Member.class);

  private final String id;
  private final int count;
  private final Function<Random, Object> maker;
  private final List<Class<?>> classes;

  Row(String id, int count, Function<Random, Object> maker, Class<?>... classes) {
    this.id = id;
    this.count = count;
    this.maker = maker;
    this.classes = List.of(classes);
  }

  /** The row of this name; null if there is none. */
  public static Row of(String id) {
    for (Row row : values()) {
      if (row.id.equals(id)) {
        return row;
      }
    }
    return null;
  }

  public String id() {
    return id;
  }

  /** What codecs are told: the classes; for maps nothing but that they are. */
  public Subject subject() {
    String note = "made as " + id;
    return classes.isEmpty()
        ? new Subject(Maps.type(), classes, null, TreeHolder::new, note, false)
        : new Subject(classes.get(0), classes, null, TreeHolder::new, note, this == CYCLES);
  }

  /** All values, made anew. */
  public List<Object> make() {
    List<Object> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(maker.apply(new Random(31L * ordinal() + 1_000_003L * i)));
    }
    return values;
  }

  private static Object primitiveRows(Random random) {
    Primitives.Rows made = new Primitives.Rows();
    made.rows = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      made.rows.add(Primitives.of(random));
    }
    return made;
  }
}
