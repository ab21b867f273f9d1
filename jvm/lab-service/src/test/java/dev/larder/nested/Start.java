package dev.larder.nested;

import dev.larder.Larder;
import dev.larder.nested.library.Within;

/** What runs from a jar that Spring Boot packaged. */
public final class Start {
  public static void main(String[] arguments) {
    Larder larder = Larder.builder().registerPackage("dev.larder.nested").build();
    for (Object value : new Object[] {new Direct("direct"), new Within("within")}) {
      System.out.println(larder.decode(larder.encode(value), Object.class));
      System.out.println(value.getClass().getResource("").getProtocol());
    }
  }

  private Start() {}
}
