package dev.larder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Values of PHP, by its own extension, read here, and the other way round. */
class PhpTest {
  private static final Path EXTENSION =
      Path.of("..", "..", "target", "release", "liblarder_php.so").toAbsolutePath().normalize();

  record Person(String name, long age, Status status, List<String> tags, BigDecimal credit) {}

  enum Status {
    @Name("Active")
    ACTIVE,
    @Name("Gone")
    GONE
  }

  static class Account {
    long id;
    String owner;
    Account parent;
    Map<String, Object> settings;
  }

  private static final Larder LARDER =
      Larder.builder()
          .register(Person.class, "App\\Person")
          .register(Status.class, "App\\Status")
          .register(Account.class, "App\\Account")
          .sharing(true)
          .build();

  private static final String CLASSES =
      """
      namespace App;
      enum Status { case Active; case Gone; }
      class Person {
        public function __construct(public string $name, public int $age, public Status $status,
          public array $tags, public string $credit) {}
      }
      class Account {
        public int $id; public string $owner; public ?Account $parent = null; public array $settings = [];
      }
      """;

  @BeforeEach
  void needsTheExtension() {
    assumeTrue(Files.exists(EXTENSION), "make php builds the extension");
  }

  /** What a PHP program prints. */
  private static String php(String program) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("php", "-d", "extension=" + EXTENSION, "-r", CLASSES + program)
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    return said;
  }

  private static byte[] written(String expression) throws IOException, InterruptedException {
    return HexFormat.of()
        .parseHex(php("echo \\bin2hex(\\larder_serialize(%s));".formatted(expression)));
  }

  /** What PHP makes of a value, as JSON. */
  private static String read(byte[] bytes) throws IOException, InterruptedException {
    return php(
        "echo \\json_encode(\\larder_unserialize(\\hex2bin('%s'), ['allowed_classes' => true]));"
            .formatted(HexFormat.of().formatHex(bytes)));
  }

  @Test
  void an_array_of_php_is_a_map_or_a_list() throws Exception {
    Map<String, Object> expected = new LinkedHashMap<>();
    expected.put("id", 200_877);
    expected.put("big", 1L << 40);
    expected.put("price", 12.5);
    expected.put("nothing", null);
    expected.put("list", List.of(1, 2, "three"));
    expected.put("名字", "包含中文");
    byte[] bytes =
        written(
            "['id' => 200877, 'big' => 1 << 40, 'price' => 12.5, 'nothing' => null,"
                + " 'list' => [1, 2, 'three'], '名字' => '包含中文']");
    assertEquals(expected, LARDER.decode(bytes, Map.class));
    assertEquals(
        Map.of(5, "five", "x", "ex"),
        LARDER.decode(written("[5 => 'five', 'x' => 'ex']"), Map.class));
  }

  @Test
  void rows_of_php_are_rows() throws Exception {
    byte[] bytes =
        written(
            "\\array_map(fn ($i) => ['id' => $i, 'state' => 'paid', 'at' => null], \\range(1, 50))");
    List<?> rows = LARDER.decode(bytes, List.class);
    assertEquals(50, rows.size());
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", 50);
    row.put("state", "paid");
    row.put("at", null);
    assertEquals(row, rows.get(49));
  }

  @Test
  void an_object_of_php_is_the_class_of_its_name() throws Exception {
    byte[] bytes = written("new Person('Ann', 31, Status::Active, ['a', 'b'], '12.50')");
    Person ann = new Person("Ann", 31, Status.ACTIVE, List.of("a", "b"), new BigDecimal("12.50"));
    assertEquals(ann, LARDER.decode(bytes, Person.class));
    assertEquals(ann, LARDER.decode(bytes, Object.class));
  }

  @Test
  void an_array_of_php_is_the_class_that_is_asked_for() throws Exception {
    byte[] bytes = written("['name' => 'Ann', 'age' => 31, 'status' => 'Gone', 'more' => [1]]");
    assertEquals(
        new Person("Ann", 31, Status.GONE, null, null), LARDER.decode(bytes, Person.class));
  }

  @Test
  void objects_that_php_holds_twice_are_one() throws Exception {
    byte[] bytes =
        written(
            "(function () { $a = new Account; $a->id = 1; $a->owner = 'x'; $b = new Account;"
                + " $b->id = 2; $b->owner = 'x'; $b->parent = $a; $a->parent = $a; return [$a, $b]; })()");
    List<?> accounts = LARDER.decode(bytes, List.class);
    Account first = (Account) accounts.get(0);
    assertEquals(first, ((Account) accounts.get(1)).parent);
    assertEquals(first, first.parent);
  }

  @Test
  void php_reads_what_is_written_here() throws Exception {
    Account account = new Account();
    account.id = 7;
    account.owner = "Ann Lee";
    account.settings = new LinkedHashMap<>(Map.of("theme", "dark"));
    assertEquals(
        "{\"id\":7,\"owner\":\"Ann Lee\",\"parent\":null,\"settings\":{\"theme\":\"dark\"}}",
        read(LARDER.encode(account)));
    assertEquals(
        "[1,2.5,\"three\",null,true]",
        read(LARDER.encode(Arrays.asList(1, 2.5, "three", null, true))));
    assertNull(LARDER.decode(written("null"), Object.class));
  }

  /** Rows that lack keys, maps of ids, floats, and texts of every kind. */
  private static final String OF_ALL_KINDS =
      "[['id' => 1, 'name' => 'café', 'at' => '2026-01-01'],"
          + " ['id' => 2, 'at' => '2026-01-02', 'price' => 12.5],"
          + " ['id' => 3, 'name' => '包含 𝄞', 'price' => 0.1, 'tags' => [[1, 2], [], [3], [4]]],"
          + " ['id-1000' => ['x' => 1], 'id-1001' => ['x' => null], '7' => 'plain text']]";

  @Test
  void every_level_of_php_is_read_here() throws Exception {
    byte[] balanced = written(OF_ALL_KINDS);
    Object expected = LARDER.decode(balanced, Object.class);
    Set<String> different = new HashSet<>();
    for (Level level : Level.values()) {
      String name = level.name().toLowerCase(Locale.ROOT);
      byte[] bytes = written(OF_ALL_KINDS + ", level: '" + name + "'");
      assertEquals(expected, LARDER.decode(bytes, Object.class), name);
      different.add(HexFormat.of().formatHex(bytes));
    }
    assertTrue(different.size() > 1, "levels differ");
  }

  @Test
  void php_reads_every_level_that_is_written_here() throws Exception {
    Object value = LARDER.decode(written(OF_ALL_KINDS), Object.class);
    String expected = php("echo \\json_encode(" + OF_ALL_KINDS + ");");
    for (Level level : Level.values()) {
      Larder larder = Larder.builder().level(level).build();
      assertEquals(expected, read(larder.encode(value)), level.name());
    }
  }
}
