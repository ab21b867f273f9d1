package dev.larder.lab.people;

import com.acme.employee.Address;
import com.acme.employee.People;
import com.acme.employee.Sex;
import com.devskiller.jfairy.Bootstrap;
import com.devskiller.jfairy.Fairy;
import com.devskiller.jfairy.data.MapBasedDataMaster;
import com.devskiller.jfairy.producer.BaseProducer;
import com.devskiller.jfairy.producer.RandomGenerator;
import com.devskiller.jfairy.producer.person.Person;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.larder.lab.runner.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Makes {@link People} from jfairy's persons, the same ones for the same seed on any day. */
public final class PeopleGenerator {
  private final Random random;
  private final Fairy english;
  private final Fairy chinese;

  public PeopleGenerator(long seed) {
    random = new Random(seed);
    RandomGenerator source = new DatelessRandom(random);
    english = fairy(Locale.ENGLISH, source);
    chinese = fairy(Locale.CHINESE, source);
  }

  /** Prints {@code count} people as JSON lines. */
  public static void print(int count, long seed, OutputStream out) throws IOException {
    PeopleGenerator people = new PeopleGenerator(seed);
    ObjectWriter writer = Json.MAPPER.writerFor(People.class);
    for (int i = 0; i < count; i++) {
      out.write(writer.writeValueAsBytes(people.next()));
      out.write('\n');
    }
    out.flush();
  }

  /** The next one, English or Chinese with equal chance. */
  public People next() {
    Person person = (random.nextBoolean() ? english : chinese).person();
    People people = new People();
    people.setFirstName(person.getFirstName());
    people.setLastName(person.getLastName());
    people.setEmail(person.getEmail());
    people.setUsername(person.getUsername());
    people.setCompanyEmail(person.getCompanyEmail());
    people.setTelephoneNumber(person.getTelephoneNumber());
    people.setSex(person.isMale() ? Sex.MALE : Sex.FEMALE);
    people.setAge(person.getAge());
    Address address = new Address();
    address.setStreet(person.getAddress().getAddressLine1());
    address.setPostalCode(person.getAddress().getPostalCode());
    address.setCity(person.getAddress().getCity());
    people.setAddress(address);
    return people;
  }

  private static Fairy fairy(Locale locale, RandomGenerator random) {
    MapBasedDataMaster data = new MapBasedDataMaster(new BaseProducer(random));
    try {
      data.readResources("jfairy.yml");
      data.readResources("jfairy_" + locale.getLanguage() + ".yml");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Bootstrap.createFairy(data, locale, random);
  }

  /**
   * jfairy draws its dates, and nothing else, as longs from a range that ends today. People have no
   * dates, but the rest of the sequence must not shift with them: so dates come from a sequence of
   * their own.
   */
  private static final class DatelessRandom extends RandomGenerator {
    private final Random random;
    private final Random dates = new Random(0);

    DatelessRandom(Random random) {
      this.random = random;
    }

    @Override
    public boolean nextBoolean() {
      return random.nextBoolean();
    }

    @Override
    public <T> List<T> shuffle(List<T> elements) {
      Collections.shuffle(elements, random);
      return elements;
    }

    @Override
    public int nextInt(int min, int max) {
      return min + random.nextInt(max - min + 1);
    }

    @Override
    public long nextLong(long min, long max) {
      return dates.nextLong(min, max + 1);
    }

    @Override
    public double nextDouble(double min, double max) {
      return min + random.nextDouble() * (max - min);
    }
  }
}
