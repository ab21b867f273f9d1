// Switches a Spring template to Larder without a flush, and makes its values smaller by a profile.
//
//     java -cp CLASSPATH SpringCache redis://127.0.0.1:6379 FILE.profile
//
// examples/README.md says what CLASSPATH and FILE.profile are.

import dev.larder.Larder;
import dev.larder.Profile;
import dev.larder.redis.LarderRedisSerializer;
import java.io.Serializable;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.serializer.RedisSerializer;

public final class SpringCache {
  /** What the cache keeps. It is serializable because the cache used Java's serialization before. */
  public record Order(int id, String customer, List<Line> lines) implements Serializable {}

  public record Line(String product, int quantity) implements Serializable {}

  public static void main(String[] args) throws Exception {
    URI redis = URI.create(args[0]);
    Profile profile = Profile.read(Path.of(args[1]));
    LettuceConnectionFactory connections =
        new LettuceConnectionFactory(redis.getHost(), redis.getPort());
    connections.afterPropertiesSet();
    connections.start();
    try {
      switchFromJava(connections, profile);
    } finally {
      connections.destroy();
    }
  }

  private static void switchFromJava(LettuceConnectionFactory connections, Profile profile) {
    // What the cache holds before the switch.
    template(connections, RedisSerializer.java()).opsForValue().set("order:1", order(1));

    // After the switch, old values are still read; new ones are Larder's.
    Larder larder = Larder.builder().register(Order.class).build();
    RedisTemplate<String, Object> switched =
        template(connections, LarderRedisSerializer.of(larder).fallback(RedisSerializer.java()));
    System.out.println("read after the switch: " + switched.opsForValue().get("order:1"));
    switched.opsForValue().set("order:2", order(2));

    // Once the cache has Larder's values, `larder train` learns a profile from them. Values without
    // a profile are still read.
    Larder small = Larder.builder().register(Order.class).profile(profile).build();
    RedisTemplate<String, Object> profiled =
        template(connections, LarderRedisSerializer.of(small).fallback(RedisSerializer.java()));
    profiled.opsForValue().set("order:3", order(3));
    for (int id = 1; id <= 3; id++) {
      boolean isEqual = order(id).equals(profiled.opsForValue().get("order:" + id));
      System.out.printf(
          "order:%d: %d bytes, %s%n",
          id, profiled.opsForValue().size("order:" + id), isEqual ? "equal" : "not equal");
    }
  }

  private static Order order(int id) {
    List<Line> lines = new ArrayList<>(List.of(new Line("cup", 2), new Line("tea pot", id)));
    return new Order(id, "Anna", lines);
  }

  private static RedisTemplate<String, Object> template(
      LettuceConnectionFactory connections, RedisSerializer<?> values) {
    RedisTemplate<String, Object> template = new RedisTemplate<>();
    template.setConnectionFactory(connections);
    template.setKeySerializer(RedisSerializer.string());
    template.setValueSerializer(values);
    template.afterPropertiesSet();
    return template;
  }
}
