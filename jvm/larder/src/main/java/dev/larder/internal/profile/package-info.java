/** The file of a profile. */
package dev.larder.internal.profile;
