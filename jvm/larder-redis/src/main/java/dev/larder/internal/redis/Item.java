package dev.larder.internal.redis;

/**
 * A value that was read.
 *
 * @param field of a hash; null if the value is a string
 * @param age how old the key was, where replacing the value has to say that
 */
public record Item(byte[] key, byte[] field, byte[] bytes, long age) {}
