/** What a profile knows of the values of one place: whole values with numbers. */
package dev.larder.internal.dictionary;
