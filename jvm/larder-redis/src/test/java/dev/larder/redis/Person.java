package dev.larder.redis;

import dev.larder.Larder;
import java.io.Serializable;
import java.util.List;

/** What the tests keep; other serializers ask for what is public or serializable. */
public record Person(String name, long age, List<String> phones) implements Serializable {
  static final Larder LARDER = Larder.builder().register(Person.class).build();

  static final Person ANNA =
      new Person("Anna", 42, new java.util.ArrayList<>(List.of("030", "040")));
  static final Person BEN = new Person("Ben 本", 7, new java.util.ArrayList<>());
}
