package dev.larder.internal.redis;

/**
 * A value and its new bytes.
 *
 * @param item what was read
 * @param bytes what takes its place
 */
public record Change(Item item, byte[] bytes) {}
