package dev.larder.service;

import com.acme.store.Person;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The application, started on a free port, and asked over HTTP. */
final class Service implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** More than any answer takes, and less than Lettuce would wait by itself. */
  private static final Duration LIMIT = Duration.ofSeconds(40);

  private final ConfigurableApplicationContext context;

  /**
   * @param settings more arguments of its command line
   */
  Service(int redisPort, String codec, String... settings) {
    List<String> arguments =
        Stream.concat(
                Stream.of(
                    "--server.port=0",
                    "--spring.data.redis.port=" + redisPort,
                    "--larder.codec=" + codec),
                Stream.of(settings))
            .toList();
    context = new SpringApplicationBuilder(Application.class).run(arguments.toArray(String[]::new));
  }

  /** An answer that does not come in time is an exception. */
  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    String port = context.getEnvironment().getProperty("local.server.port");
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    return HTTP.send(HttpRequest.newBuilder(uri).timeout(LIMIT).build(), BodyHandlers.ofString());
  }

  int status(String path) throws IOException, InterruptedException {
    return get(path).statusCode();
  }

  /** Stores a person as the service does. */
  void put(Person person) {
    PersonStore<?> store = context.getBean(PersonStore.class);
    store.put(List.of(person));
  }

  /** Forgets all keys. */
  void flush() {
    redis()
        .execute(
            (RedisCallback<Void>)
                connection -> {
                  connection.serverCommands().flushAll();
                  return null;
                });
  }

  StringRedisTemplate redis() {
    return context.getBean(StringRedisTemplate.class);
  }

  @Override
  public void close() {
    context.close();
  }
}
