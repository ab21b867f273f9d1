/** Which classes are registered, and how every type is bound. */
package dev.larder.internal.register;
