// Switches Redisson from Kryo to Larder step by step, so that no program meets a value that it
// cannot read.
//
//     java -cp CLASSPATH RedissonSwitch redis://127.0.0.1:6379
//
// examples/README.md says what CLASSPATH is.

import dev.larder.Larder;
import dev.larder.redis.LarderCodec;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.Codec;
import org.redisson.codec.CompositeCodec;
import org.redisson.codec.Kryo5Codec;
import org.redisson.config.Config;

public final class RedissonSwitch {
  public record Person(String name, int age) {}

  public static void main(String[] args) {
    Config config = new Config();
    config.useSingleServer().setAddress(args[0]);
    RedissonClient redisson = Redisson.create(config);
    try {
      switchFromKryo(redisson);
    } finally {
      redisson.shutdown(0, 1, TimeUnit.SECONDS);
    }
  }

  private static void switchFromKryo(RedissonClient redisson) {
    Larder larder = Larder.builder().register(Person.class).build();

    // Before: every program reads and writes Kryo.
    Codec kryo = new Kryo5Codec();
    redisson.getMap("people", kryo).put("anna", new Person("Anna", 42));

    // Step 1, deployed to all programs in turn: it reads both, and writes what all others read.
    Codec ready = keysOf(kryo, LarderCodec.of(larder).fallback(kryo).writing(kryo));
    redisson.getMap("people", ready).put("ben", new Person("Ben", 7));
    System.out.println("not yet switched: " + redisson.getMap("people", kryo).get("ben"));

    // Step 2, when all programs have step 1: it writes Larder.
    Codec switched = keysOf(kryo, LarderCodec.of(larder).fallback(kryo));
    redisson.getMap("people", switched).put("eva", new Person("Eva", 30));
    for (String name : new String[] {"anna", "ben", "eva"}) {
      System.out.println("step 1: " + redisson.getMap("people", ready).get(name));
      System.out.println("step 2: " + redisson.getMap("people", switched).get(name));
    }
  }

  /** Keys of maps stay Kryo's: Redis compares their bytes. */
  private static Codec keysOf(Codec keys, Codec values) {
    return new CompositeCodec(keys, values, values);
  }
}
