/**
 * Bytes, one cursor to read them and one to write them: tags, numbers, packed bits, limits and
 * offsets of errors. Uses nothing else of the format.
 */
package dev.larder.internal.bytes;
