/**
 * Values whose type is not declared, and columns of such. What they become, a {@code Host} decides.
 */
package dev.larder.internal.tree;
