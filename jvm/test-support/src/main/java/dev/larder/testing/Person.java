package dev.larder.testing;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** What tests of caches keep. It is public and serializable, as some rivals demand. */
public record Person(String name, long age, List<String> phones) implements Serializable {
  private static final long serialVersionUID = 1;

  public static final Person ANNA = new Person("Anna", 42, new ArrayList<>(List.of("030", "040")));
  public static final Person BEN = new Person("Ben 本", 7, new ArrayList<>());
}
