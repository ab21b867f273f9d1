package dev.larder.spark;

import dev.larder.internal.spark.Redis;
import java.io.Serializable;
import java.time.Duration;
import org.apache.spark.api.java.function.Function;

/**
 * The options of a read-through, as they are sent to the executors; nothing in it is open.
 *
 * @param window rows
 * @param jitter the largest part of its expiry by which a value expires earlier
 */
record Options<K, V>(
    Redis.Settings redis,
    String prefix,
    Function<K, String> keyName,
    Codec.Factory<V> codec,
    Loader<K, V> loader,
    int window,
    Duration expiry,
    double jitter,
    Duration absentFor,
    boolean failOpen)
    implements Serializable {}
