package dev.larder.internal.spark;

/**
 * A value to be written to Redis.
 *
 * @param millis how long Redis keeps it
 */
public record Write(byte[] key, byte[] value, long millis) {}
