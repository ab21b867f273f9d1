/**
 * The JDK's classes that values can have, and how keys and elements of them are kept and charged.
 */
package dev.larder.internal.kind;
