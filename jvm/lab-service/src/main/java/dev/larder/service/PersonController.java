package dev.larder.service;

import com.acme.store.Person;
import io.lettuce.core.LettuceVersion;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.apache.catalina.util.ServerInfo;
import org.springframework.boot.SpringBootVersion;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The article's endpoints, all of them GET as in the article, and {@code /serializer}. */
@RestController
final class PersonController {
  /** Persons of one request to {@code /add} or {@code /check}. */
  static final int BATCH = 100;

  private static final Pattern KEY = Pattern.compile("[\\w.:-]{1,200}");
  private static final int MAX_CHARACTERS = 1000;

  private static final Map<String, String> VERSIONS =
      Map.of(
          "Java", System.getProperty("java.version"),
          "Spring Boot", SpringBootVersion.getVersion(),
          "Lettuce", LettuceVersion.getVersion().replaceFirst("/.*", ""),
          "Tomcat", ServerInfo.getServerNumber());

  private final PersonStore<?> store;
  private final PersonGenerator generator;
  private final StringRedisTemplate texts;
  private final Codec codec;
  private final Clock clock;
  private final AtomicLong added = new AtomicLong();
  private final AtomicLong checked = new AtomicLong();

  PersonController(
      PersonStore<?> store,
      PersonGenerator generator,
      StringRedisTemplate texts,
      Codec codec,
      Clock clock) {
    this.store = store;
    this.generator = generator;
    this.texts = texts;
    this.codec = codec;
    this.clock = clock;
  }

  /** Stores the next hundred persons. */
  @GetMapping(path = "/add", produces = MediaType.TEXT_PLAIN_VALUE)
  String add(@RequestParam(defaultValue = "false") boolean pipeline) {
    return clock.request(
        () -> {
          long first = added.getAndAdd(BATCH) + 1;
          List<Person> persons =
              LongStream.range(first, first + BATCH).mapToObj(generator::person).toList();
          if (pipeline) {
            store.putPipelined(persons);
          } else {
            store.put(persons);
          }
          return "added %d to %d\n".formatted(first, first + BATCH - 1);
        });
  }

  /**
   * Reads the next hundred persons and checks the md5 of each. After the last one that was added
   * comes the first again.
   */
  @GetMapping(path = "/check", produces = MediaType.TEXT_PLAIN_VALUE)
  String check(@RequestParam(defaultValue = "false") boolean pipeline) {
    return clock.request(
        () -> {
          long before = checked.getAndAdd(BATCH);
          long last = added.get();
          long first = (last == 0 ? before : before % last) + 1;
          List<Long> ids = LongStream.range(first, first + BATCH).boxed().toList();
          List<Person> persons = pipeline ? store.getPipelined(ids) : store.get(ids);
          for (int at = 0; at < BATCH; at++) {
            verify(ids.get(at), persons.get(at));
          }
          return "checked %d to %d\n".formatted(first, first + BATCH - 1);
        });
  }

  /** Reads one person and checks its md5. */
  @GetMapping("/checksingle/{id}")
  Person checkSingle(@PathVariable long id) {
    if (id < 1) {
      throw new BadRequest("id: " + id + " is below 1, the first person's");
    }
    Person person = store.get(id);
    if (person == null) {
      throw new UnknownPerson(id);
    }
    verify(id, person);
    return person;
  }

  /** Stores a text. */
  @GetMapping(path = "/save/{key}/{value}", produces = MediaType.TEXT_PLAIN_VALUE)
  String save(@PathVariable String key, @PathVariable String value) {
    if (!KEY.matcher(key).matches()) {
      throw new BadRequest("key: wants 1 to 200 letters, digits and any of _ . : -");
    } else if (value.length() > MAX_CHARACTERS) {
      throw new BadRequest("value: has more than %d characters".formatted(MAX_CHARACTERS));
    }
    texts.opsForValue().set(key, value);
    return "saved " + key + "\n";
  }

  /** Resets both counters, so that the next persons are the first. Redis is not changed. */
  @GetMapping(path = "/reset", produces = MediaType.TEXT_PLAIN_VALUE)
  String reset() {
    added.set(0);
    checked.set(0);
    return "reset\n";
  }

  /** The codec, and where the time went since the start, for {@code larder load}. */
  @GetMapping("/serializer")
  CodecReport codec() {
    return new CodecReport(codec.id(), codec.version(), BATCH, clock.read(), VERSIONS);
  }

  /**
   * @param batch persons per request
   * @param versions those of what the service runs on
   */
  record CodecReport(
      String codec, String version, int batch, Clock.Reading clock, Map<String, String> versions) {}

  private static void verify(long id, Person person) {
    if (person == null) {
      throw new FailedCheck(id, "is not there: /add it first");
    } else if (person.getId() != id || !person.fingerprint().equals(person.getMd5())) {
      throw new FailedCheck(id, "is not as it was: its md5 is of other fields");
    }
  }
}
