package dev.larder.nested;

/** Of the application itself: in BOOT-INF/classes. */
record Direct(String name) {}
