package dev.larder.nested.library;

/** Of a library of the application: in a jar in BOOT-INF/lib. */
public record Within(String name) {}
