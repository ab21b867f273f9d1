package dev.larder.spark;

import dev.larder.internal.spark.RedisUri;
import dev.larder.redis.CacheSwitch;
import dev.larder.redis.SwitchCodec;
import dev.larder.redis.SwitchResult;
import dev.larder.redis.SwitchType;
import io.lettuce.core.RedisURI;
import java.io.Serializable;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.Function2;

/**
 * Switches the keys of a partition. What is sent to the executors; nothing in it is open.
 *
 * @param <V> the values' class
 * @param redis the URL
 * @param from makes what decodes the values that are there
 * @param to makes what encodes them anew
 * @param comparing null for the default
 * @param types which keys are looked at
 * @param rate values per second
 * @param isDryRun whether it only looks
 * @param counters gets the counts; null for none
 */
record SwitchTask<V>(
    String redis,
    Codec.Factory<V> from,
    Codec.Factory<V> to,
    Function2<V, V, Boolean> comparing,
    EnumSet<SwitchType> types,
    double rate,
    boolean isDryRun,
    SwitchCounters counters)
    implements FlatMapFunction<Iterator<byte[]>, SwitchResult>, Serializable {

  @Override
  public Iterator<SwitchResult> call(Iterator<byte[]> keys) throws Exception {
    CacheSwitch.Builder builder =
        CacheSwitch.builder(RedisUri.nodes(redis).toArray(RedisURI[]::new))
            .from(adapted(from.create()))
            .to(adapted(to.create()))
            .types(types.iterator().next(), types.toArray(SwitchType[]::new));
    if (rate < Double.POSITIVE_INFINITY) {
      builder.rate(rate);
    }
    if (isDryRun) {
      builder.dryRun();
    }
    if (comparing != null) {
      builder.comparing(this::isSame);
    }
    SwitchResult result = builder.build().run(keys);
    if (result.end() != SwitchResult.End.FINISHED) {
      throw new InterruptedException("the task was killed");
    }
    if (counters != null) {
      counters.add(result.counts());
    }
    return List.of(result).iterator();
  }

  @SuppressWarnings("unchecked") // The codecs say so.
  private boolean isSame(Object value, Object again) {
    try {
      return comparing.call((V) value, (V) again);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Zero bytes are no value, but say that the database has none. */
  private static <V> SwitchCodec adapted(Codec<V> codec) {
    return new SwitchCodec() {
      @Override
      public Object decode(byte[] bytes) throws Exception {
        return bytes.length == 0 ? null : codec.decode(bytes);
      }

      @Override
      @SuppressWarnings("unchecked") // The other codec decoded it.
      public byte[] encode(Object value) throws Exception {
        return value == null ? new byte[0] : codec.encode((V) value);
      }
    };
  }
}
