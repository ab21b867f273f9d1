package dev.larder.spark;

import dev.larder.internal.spark.Redis;
import java.io.Serializable;
import java.time.Duration;
import org.apache.spark.api.java.function.Function;

/**
 * The options of a read-through, as they are sent to the executors; nothing in it is open.
 *
 * @param <K> the keys' class
 * @param <V> the values' class
 * @param redis the server, and how to reach it
 * @param prefix what each key in Redis begins with
 * @param keyName what follows the prefix
 * @param codec makes what encodes and decodes values on an executor
 * @param loader gets what is not in Redis
 * @param window rows
 * @param expiry how long a value stays
 * @param jitter the largest part of its expiry by which a value expires earlier
 * @param absentFor how long a key stays known to have no value; zero if that is not kept
 * @param failOpen whether a Redis that fails is done without
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
