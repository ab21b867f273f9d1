package dev.larder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.larder.shop.Editor;
import dev.larder.shop.Order;
import dev.larder.shop.Orders;
import dev.larder.shop.goods.Price;
import dev.larder.shop.goods.Product;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Currency;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Registration")
class RegistrationTest {
  private static final Price PRICE = new Price(495, Currency.getInstance("EUR"));

  private static Order order() {
    Order order = new Order();
    order.editor = new Editor("Anna");
    order.number = 7;
    order.lines = new ArrayList<>(List.of(new Order.Line(new Product("tea", PRICE), 2)));
    order.prices = Map.of("tea", new Price[] {PRICE});
    order.coupon = Optional.of(new Order.Coupon("SPRING"));
    order.payment = new Order.Card("4711");
    order.delivery = new Order.Parcel("High Street");
    order.status = Order.Status.OPEN;
    order.note = order.status;
    return order;
  }

  private static void comesBack(Larder larder) {
    Order order = order();
    Order back = (Order) larder.decode(larder.encode(order), Object.class);
    assertEquals(order.editor, back.editor);
    assertEquals(order.lines, back.lines);
    assertArrayEquals(order.prices.get("tea"), back.prices.get("tea"));
    assertEquals(order.coupon, back.coupon);
    assertEquals(order.payment, back.payment);
    assertEquals(order.delivery, back.delivery);
    assertEquals(order.note, back.note);
    order.payment = Order.Cash.COINS;
    order.delivery = Order.Pickup.SHOP;
    back = larder.decode(larder.encode(order), Order.class);
    assertEquals(order.payment, back.payment);
    assertEquals(order.delivery, back.delivery);
  }

  private static String refusal(Consumer<Larder.Builder> registrations) {
    Larder.Builder builder = Larder.builder().with(registrations);
    return assertThrows(IllegalArgumentException.class, builder::build).getMessage();
  }

  // Fields and sealed types.

  @Test
  void a_class_brings_what_its_fields_declare_and_what_sealed_types_permit() {
    comesBack(Larder.builder().register(Order.class, Order.Card.class, Order.Cash.class).build());
  }

  @Test
  void a_sealed_type_stands_for_what_it_permits() {
    Larder larder = Larder.builder().register(Order.Delivery.class).build();
    for (Order.Delivery delivery : List.of(new Order.Parcel("street"), Order.Pickup.SHOP)) {
      assertEquals(delivery, larder.decode(larder.encode(delivery), Object.class));
      assertEquals(delivery, larder.decode(larder.encode(delivery), Order.Delivery.class));
    }
  }

  record Tree<T extends Comparable<T>>(T value, List<Tree<T>> children, Leaf<?>[] leaves) {}

  record Leaf<L extends List<? super Editor>>(L editors, Map<Long, List<Order.Coupon[]>> coupons) {}

  @Test
  void type_variables_wildcards_and_arrays_are_looked_through() {
    Larder larder = Larder.builder().register(Tree.class).build();
    Order.Coupon coupon = new Order.Coupon("code");
    assertEquals(coupon, larder.decode(larder.encode(coupon), Object.class));
    Leaf<?> leaf = new Leaf<>(null, null);
    assertEquals(leaf, larder.decode(larder.encode(leaf), Object.class));
  }

  static class Id<T> {
    long number;
  }

  static class Marked {
    Id<Orders> service;
    Id<Order.Payment> payment;
    Id<Editor> editor;
  }

  @Test
  void what_a_type_argument_says_is_brought_if_it_can_be() {
    Larder larder = Larder.builder().register(Marked.class).build();
    Editor editor = new Editor("Anna");
    assertEquals(editor, larder.decode(larder.encode(editor), Object.class));
    assertThrows(LarderException.class, () -> larder.encode(new Orders()));
  }

  static class Animal {
    String name = "animal";
  }

  static class Dog extends Animal {
    String name = "dog";
  }

  @Test
  void a_field_that_hides_an_inherited_one_has_its_class_in_its_name() {
    Larder larder = Larder.builder().register(Dog.class).build();
    Dog dog = new Dog();
    dog.name = "Rex";
    ((Animal) dog).name = "wolf";
    Dog back = larder.decode(larder.encode(dog), Dog.class);
    assertEquals("Rex", back.name);
    assertEquals("wolf", ((Animal) back).name);
    // Before the subclass had it.
    byte[] old = Larder.builder().register(Animal.class, "Dog").build().encode(new Animal());
    back = larder.decode(old, Dog.class);
    assertEquals("dog", back.name);
    assertEquals("animal", ((Animal) back).name);
  }

  // What is missing.

  static class Wrong {
    Order.Payment payment;
    List<Random> dice;
    Orders orders;
    Runnable task;
  }

  @Test
  void all_that_is_missing_is_said_at_once_as_lines_to_paste() {
    assertEquals(
        """
        5 things are missing:
        - Wrong.dice is of class java.util.Random, which values cannot have: declare another type, \
        or make the field transient
        - Wrong.payment is declared dev.larder.shop.Order$Payment, and no registered class is one:
            .register(dev.larder.shop.Order.Card.class)
            .register(dev.larder.shop.Order.Cash.class)
        - Wrong.task is declared java.lang.Runnable, and no registered class is one: register those \
        that are, or make the field transient
        - Orders.executor is declared java.util.concurrent.ExecutorService, and no registered class \
        is one: register those that are, or make the field transient
        - two classes are called Line: give one another name
            .register(dev.larder.RegistrationTest.Line.class, "RegistrationTest.Line")\
        """,
        refusal(builder -> builder.register(Wrong.class, Order.Line.class, Has.class)));
  }

  static class Line {}

  static class Has {
    Line line;
  }

  static class Bad {
    EnumSet<?> constants;
    ArrayList<String> fine;
  }

  static class Grown extends ArrayList<String> {}

  class Inner {}

  @Test
  void what_cannot_be_registered_says_why() {
    assertTrue(refusal(b -> b.register(Bad.class)).contains("Bad.constants is an EnumSet of no"));
    assertTrue(
        refusal(b -> b.register(Grown.class)).contains("java.util.ArrayList, which dev.larder"));
    assertTrue(refusal(b -> b.register(Inner.class)).contains("make it static"));
    assertTrue(refusal(b -> b.register(List.class)).contains("has no objects of its own"));
    assertTrue(
        refusal(b -> b.register(Order.Payment.class))
            .contains("\n    .register(dev.larder.shop.Order.Card.class)"));
  }

  static class First {
    enum Status {
      A
    }

    Status status = Status.A;
  }

  static class Second {
    enum Status {
      B
    }

    Status status = Status.B;
    Object any;
  }

  @Test
  void enumerations_of_one_name_are_no_trouble_where_they_are_declared() {
    Larder larder = Larder.builder().register(First.class, Second.class).build();
    assertEquals(Second.Status.B, larder.decode(larder.encode(new Second()), Second.class).status);
    Second second = new Second();
    second.any = First.Status.A;
    LarderException error = assertThrows(LarderException.class, () -> larder.encode(second));
    assertEquals("second.any", error.path());
    Larder named =
        Larder.builder()
            .register(First.class, Second.class)
            .register(First.Status.class, "First.Status")
            .build();
    assertEquals(First.Status.A, named.decode(named.encode(second), Second.class).any);
  }

  // Packages.

  @Test
  void a_package_brings_its_values_and_those_of_the_packages_within() {
    comesBack(Larder.builder().registerPackage("dev.larder.shop").build());
    Larder goods = Larder.builder().registerPackage("dev.larder.shop.goods").build();
    assertEquals(PRICE, goods.decode(goods.encode(PRICE), Object.class));
    assertThrows(LarderException.class, () -> goods.encode(new Editor("Anna")));
  }

  @Test
  void what_cannot_be_a_value_is_left_out_of_a_package_and_an_error_says_why() {
    Larder larder = Larder.builder().registerPackage("dev.larder.shop").build();
    for (Object none : List.of(new Orders(), new Orders.Search(null))) {
      LarderException error = assertThrows(LarderException.class, () -> larder.encode(none));
      assertTrue(
          error
              .getMessage()
              .endsWith(
                  "; registerPackage left it out, as no registered class is a"
                      + " java.util.concurrent.ExecutorService, which Orders.executor is declared"),
          error::getMessage);
      assertTrue(
          assertThrows(
                  IllegalArgumentException.class,
                  () -> larder.decode(larder.encode(1), none.getClass()))
              .getMessage()
              .contains("registerPackage left it out"));
    }
    assertThrows(LarderException.class, () -> larder.encode(new Orders.Failed()));
    String asked = refusal(b -> b.registerPackage("dev.larder.shop").register(Orders.Search.class));
    assertTrue(asked.startsWith("Orders.executor is declared"), asked);
  }

  @Test
  void some_of_a_package_will_do() {
    Larder larder =
        Larder.builder().registerPackage("dev.larder.shop", type -> type == Editor.class).build();
    Editor editor = new Editor("Anna");
    assertEquals(editor, larder.decode(larder.encode(editor), Object.class));
    assertThrows(LarderException.class, () -> larder.encode(PRICE));
  }

  @Test
  void a_package_that_is_not_there_is_said_at_once() {
    for (String name : List.of("dev.larder.shpo", "", "dev/larder/shop", "dev.larder.shop.*")) {
      assertThrows(
          IllegalArgumentException.class, () -> Larder.builder().registerPackage(name), name);
    }
  }

  @Test
  void classes_of_one_name_in_packages_are_named_or_left_out() {
    Consumer<Larder.Builder> both =
        builder ->
            builder
                .registerPackage("dev.larder.shop")
                .registerPackage("dev.larder", type -> type == Line.class);
    String message = refusal(both);
    assertEquals(
        """
        two classes are called Line: give one another name, or leave it out by \
        registerPackage(NAME, PREDICATE)
            .register(dev.larder.shop.Order.Line.class, "Order.Line")
            .register(dev.larder.RegistrationTest.Line.class, "RegistrationTest.Line")\
        """,
        message);
    comesBack(Larder.builder().with(both).register(Line.class, "RegistrationTest.Line").build());
  }

  @Test
  void a_name_that_somebody_gave_is_that_of_a_class_of_a_package() {
    Larder larder =
        Larder.builder()
            .registerPackage("dev.larder.shop")
            .register(Editor.class, "Person")
            .build();
    Larder other = Larder.builder().register(Editor.class, "Person").build();
    Editor editor = new Editor("Anna");
    assertEquals(editor, other.decode(larder.encode(editor), Object.class));
  }

  private static <T> T withLoader(ClassLoader loader, Callable<T> what) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return what.call();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** The test's own classes as a jar. */
  private static void jar(Path file) throws IOException {
    Path classes = Path.of("target/test-classes");
    try (OutputStream to = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(to);
        Stream<Path> all = Files.walk(classes.resolve("dev/larder/shop"))) {
      for (Path one : all.sorted().toList()) {
        String name = classes.relativize(one).toString().replace('\\', '/');
        jar.putNextEntry(new JarEntry(Files.isDirectory(one) ? name + "/" : name));
        if (!Files.isDirectory(one)) {
          Files.copy(one, jar);
        }
      }
    }
  }

  @Test
  void a_package_may_be_in_a_jar(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("shop with spaces.jar");
    jar(file);
    // Not this test's own classes: the jar's.
    ClassLoader parent = Larder.class.getClassLoader();
    URL[] urls = {file.toUri().toURL()};
    try (URLClassLoader loader =
        new URLClassLoader(urls, parent) {
          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.startsWith("dev.larder.shop")
                ? findClass(name)
                : super.loadClass(name, resolve);
          }

          @Override
          public java.util.Enumeration<URL> getResources(String name) throws IOException {
            return findResources(name);
          }
        }) {
      Larder larder =
          withLoader(loader, () -> Larder.builder().registerPackage("dev.larder.shop").build());
      Class<?> type =
          larder
              .decode(
                  Larder.builder().register(Editor.class).build().encode(new Editor("Anna")),
                  Object.class)
              .getClass();
      assertEquals(loader, type.getClassLoader());
      assertEquals("dev.larder.shop.Editor", type.getName());
      assertThrows(LarderException.class, () -> larder.encode(new Editor("of another loader")));
    }
    // Nothing holds the file.
    Files.delete(file);
    assertFalse(Files.exists(file));
  }

  // Where in a value it is.

  static class Unknown {}

  private static String path(Larder larder, Object value) {
    LarderException error = assertThrows(LarderException.class, () -> larder.encode(value));
    assertEquals(ErrorKind.REFUSED, error.kind());
    assertTrue(
        error.path() == null || error.getMessage().startsWith("refused at " + error.path() + ": "),
        error::getMessage);
    return error.path();
  }

  @Test
  void an_error_says_where_in_a_value_the_object_is() {
    Larder larder = Larder.builder().registerPackage("dev.larder.shop").build();
    Order order = order();
    order.lines.add(new Order.Line(new Product("cup", List.of(1, new Unknown())), 1));
    assertEquals("order.lines[1].product.price[1]", path(larder, order));
    order.lines.set(1, new Order.Line(new Product("cup", Map.of("a b", new Unknown())), 1));
    assertEquals("order.lines[1].product.price[\"a b\"]", path(larder, order));
    order.lines.set(1, new Order.Line(new Product("cup", Optional.of(new Unknown())), 1));
    assertEquals("order.lines[1].product.price", path(larder, order));
    assertEquals("value[0].note", path(larder, List.of(noted(new Unknown()))));
    assertEquals("value[1]", path(larder, new Object[] {1, new Unknown()}));
    assertEquals("value[7][0]", path(larder, Map.of(7, List.of(new Unknown()))));
    assertNull(path(larder, new Unknown()));
    assertEquals("order.note", path(larder, noted(Set.of(new Unknown()).iterator())));
    Larder sharing = Larder.builder().registerPackage("dev.larder.shop").sharing(true).build();
    Order itself = noted(new ArrayList<>());
    List<Object> list = new ArrayList<>(List.of(itself, new Unknown()));
    itself.note = list;
    assertEquals("order.note[1]", path(sharing, itself));
  }

  private static Order noted(Object note) {
    Order order = new Order();
    order.note = note;
    return order;
  }

  @Test
  void a_cycle_says_where_it_is_and_how_it_may_be() {
    Larder larder = Larder.builder().registerPackage("dev.larder.shop").build();
    Order order = order();
    order.lines.set(0, new Order.Line(new Product("tea", new Object[] {order}), 1));
    LarderException error = assertThrows(LarderException.class, () -> larder.encode(order));
    assertEquals(
        "too-deep at order.lines[0].product.price[0]: it is order again, a cycle: sharing(true) of"
            + " the builder keeps those",
        error.getMessage());
    Order other = noted(order());
    ((Order) other.note).note = other.note;
    error = assertThrows(LarderException.class, () -> larder.encode(other));
    assertTrue(
        error.getMessage().startsWith("too-deep at order.note.note: it is order.note again"));

    Order deep = new Order();
    for (int i = 0; i < 600; i++) {
      deep = noted(deep);
    }
    Order all = deep;
    error = assertThrows(LarderException.class, () -> larder.encode(all));
    assertEquals("order.note.note.note.note…", error.path());
    assertFalse(error.getMessage().contains("sharing"), error::getMessage);
  }
}
