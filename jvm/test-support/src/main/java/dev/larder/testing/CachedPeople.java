package dev.larder.testing;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.cache.annotation.Cacheable;

/** A bean whose methods Spring caches, and which counts how often they are called nevertheless. */
public class CachedPeople {
  private final AtomicInteger asked = new AtomicInteger();

  /** {@link Person#ANNA} for anna; null for others. */
  @Cacheable("people")
  public Person find(String name) {
    asked.incrementAndGet();
    return name.equals("anna") ? Person.ANNA : null;
  }

  @Cacheable(cacheNames = "people", sync = true)
  public Person findOnce(String name) {
    return find(name);
  }

  /** A value that cannot be written: nobody registers its class. */
  @Cacheable("gadgets")
  public Gadget gadget(String name) {
    asked.incrementAndGet();
    return new Gadget();
  }

  @Cacheable(cacheNames = "gadgets", sync = true)
  public Gadget gadgetOnce(String name) {
    return gadget(name);
  }

  /** How many calls were not answered by a cache. A method, as the bean is a proxy. */
  public int asked() {
    return asked.get();
  }
}
