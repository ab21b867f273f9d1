/** Texts: UTF-8, wide text, packed text, and texts that come again. */
package dev.larder.internal.text;
