package dev.larder.spark;

import java.io.Serializable;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** A value: a bean, because Spark's Datasets take beans. */
public class Person implements Serializable {
  private static final long serialVersionUID = 1;

  private long id;
  private String name;

  public Person() {}

  public Person(long id, String name) {
    this.id = id;
    this.name = name;
  }

  /** The person of an id in the database, which has all ids that do not end in 9. */
  public static Person of(long id) {
    return id % 10 == 9 ? null : new Person(id, "person 本 " + id);
  }

  public long getId() {
    return id;
  }

  public void setId(long id) {
    this.id = id;
  }

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Person person && person.id == id && person.name.equals(name);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, name);
  }

  @Override
  public String toString() {
    return name;
  }

  /** A loader that counts its calls, for tasks in the test's own JVM. */
  public static final class Table implements Loader<Long, Person> {
    private static final long serialVersionUID = 1;

    /** Calls, keys in all, and largest number of keys in a call; loaders that were closed. */
    public static final AtomicInteger CALLS = new AtomicInteger();

    public static final AtomicInteger KEYS = new AtomicInteger();
    public static final AtomicInteger MAX = new AtomicInteger();
    public static final AtomicInteger CLOSED = new AtomicInteger();

    public static void reset() {
      CALLS.set(0);
      KEYS.set(0);
      MAX.set(0);
      CLOSED.set(0);
    }

    @Override
    public Map<Long, Person> load(Collection<Long> keys) {
      CALLS.incrementAndGet();
      KEYS.addAndGet(keys.size());
      MAX.accumulateAndGet(keys.size(), Math::max);
      Map<Long, Person> found = new HashMap<>();
      for (long key : keys) {
        if (Person.of(key) != null) {
          found.put(key, Person.of(key));
        }
      }
      return found;
    }

    @Override
    public void close() {
      CLOSED.incrementAndGet();
    }
  }
}
