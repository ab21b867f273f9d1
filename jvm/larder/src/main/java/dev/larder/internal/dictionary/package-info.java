/** What a profile knows of the values of one place: whole values with numbers, and symbols. */
package dev.larder.internal.dictionary;
