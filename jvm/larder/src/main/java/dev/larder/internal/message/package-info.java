/** A message while it is read or written: header, compressed texts, shapes, shared values. */
package dev.larder.internal.message;
