/** What bindings of types are, and what each may ask of all others. */
package dev.larder.internal.bind;
