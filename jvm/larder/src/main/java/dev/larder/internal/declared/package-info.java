/** Bindings of declared types other than registered classes. */
package dev.larder.internal.declared;
