/** Bindings of registered classes, with the code that is generated for them. */
package dev.larder.internal.object;
