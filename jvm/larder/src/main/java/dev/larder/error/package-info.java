/** What is thrown when bytes cannot be decoded, or a value cannot be encoded. */
package dev.larder.error;
