package dev.larder.internal.kind;

/**
 * What is written for a value by a writer that is told nothing of declared types.
 *
 * @param value the value, which may be shared; null if it is part of another that is written
 * @param kind its kind; 0 where the declared type says it
 * @param name null for a kind below 80
 * @param content what the value is made of, itself of no kind that need be said
 */
public record Plain(Object value, int kind, String name, Object content) {}
