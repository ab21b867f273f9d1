/** What classes say of themselves. */
package dev.larder.annotation;
