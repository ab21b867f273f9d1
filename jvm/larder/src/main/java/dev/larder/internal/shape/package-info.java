/** Shapes, their definitions, and those that were met lately. */
package dev.larder.internal.shape;
