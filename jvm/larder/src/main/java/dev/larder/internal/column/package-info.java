/** Columns of numbers and texts, which need nothing of the values around them. */
package dev.larder.internal.column;
