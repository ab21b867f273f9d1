package dev.larder.service;

import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.data.redis.connection.lettuce.LettuceConnection.PipeliningFlushPolicy;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The article's service: `java -jar larder-lab-service.jar --larder.codec=ID`. */
@SpringBootApplication
@EnableConfigurationProperties(Settings.class)
class Application {
  private static final Duration RECONNECT = Duration.ofMillis(200);

  public static void main(String[] arguments) {
    SpringApplication.run(Application.class, arguments);
  }

  /** A request must not wait for a connection. */
  @Bean
  LettuceClientOptionsBuilderCustomizer rejecting() {
    return options -> options.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS);
  }

  /** By default, Lettuce waits up to half a minute before it tries again. */
  @Bean
  ClientResourcesBuilderCustomizer reconnecting() {
    return resources -> resources.reconnectDelay(Delay.constant(RECONNECT));
  }

  @Bean
  Codec codec(Settings settings) {
    return Codec.of(settings.codec());
  }

  @Bean
  Clock clock() {
    return new Clock();
  }

  @Bean
  PersonGenerator generator(Settings settings) {
    return new PersonGenerator(settings.seed());
  }

  @Bean
  PersonStore<?> store(
      Codec codec, LettuceConnectionFactory connections, Settings settings, Clock clock) {
    // By default, each command of a pipeline is sent by itself.
    connections.setPipeliningFlushPolicy(PipeliningFlushPolicy.flushOnClose());
    return codec.store(connections, settings, clock);
  }

  /** Prints the port as a line of JSON, for whoever started the service. */
  @EventListener
  void ready(WebServerInitializedEvent event) {
    Settings settings = event.getApplicationContext().getBean(Settings.class);
    if (settings.endsWithInput()) {
      ParentWatch.start(System.in);
    }
    System.out.printf("{\"event\":\"ready\",\"port\":%d}%n", event.getWebServer().getPort());
    System.out.flush();
  }
}
