package dev.larder.service;

/** A malformed request; the message says what is wrong. */
final class BadRequest extends RuntimeException {
  BadRequest(String message) {
    super(message);
  }
}
