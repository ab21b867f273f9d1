/**
 * The Larder format for the JVM: {@link dev.larder.Larder} encodes objects and decodes them again.
 * Everything in {@code dev.larder.internal} may change at any time.
 */
package dev.larder;
