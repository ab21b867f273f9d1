package dev.larder.service;

import com.acme.store.Person;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.SessionCallback;

/**
 * Persons in Redis, each under {@code person_<id>}; with one round trip per person or one for all.
 *
 * @param <V> what the template takes
 */
final class PersonStore<V> {
  private final RedisTemplate<String, V> template;
  private final Function<Person, V> write;
  private final Function<V, Person> read;

  PersonStore(
      RedisTemplate<String, V> template, Function<Person, V> write, Function<V, Person> read) {
    this.template = template;
    this.write = write;
    this.read = read;
  }

  static String key(long id) {
    return "person_" + id;
  }

  void put(List<Person> persons) {
    for (Person person : persons) {
      template.opsForValue().set(key(person.getId()), write.apply(person));
    }
  }

  void putPipelined(List<Person> persons) {
    pipelined(
        operations -> {
          for (Person person : persons) {
            operations.opsForValue().set(key(person.getId()), write.apply(person));
          }
        });
  }

  /** The person; null if Redis does not have it. */
  Person get(long id) {
    return person(template.opsForValue().get(key(id)));
  }

  /** The persons in the order of the ids; null for each that Redis does not have. */
  List<Person> get(List<Long> ids) {
    List<Person> persons = new ArrayList<>(ids.size());
    for (long id : ids) {
      persons.add(get(id));
    }
    return persons;
  }

  /** As {@link #get(List)}. */
  @SuppressWarnings("unchecked") // The template reads its own values.
  List<Person> getPipelined(List<Long> ids) {
    List<Object> values =
        pipelined(
            operations -> {
              for (long id : ids) {
                operations.opsForValue().get(key(id));
              }
            });
    return values.stream().map(value -> person((V) value)).toList();
  }

  private Person person(V value) {
    return value == null ? null : read.apply(value);
  }

  private interface Commands<V> {
    void send(RedisOperations<String, V> operations);
  }

  private List<Object> pipelined(Commands<V> commands) {
    return template.executePipelined(
        new SessionCallback<Object>() {
          @Override
          @SuppressWarnings("unchecked") // Spring hands the template itself.
          public <K, W> Object execute(RedisOperations<K, W> operations)
              throws DataAccessException {
            commands.send((RedisOperations<String, V>) operations);
            return null;
          }
        });
  }
}
