package dev.larder.service;

/** A request that cannot be served as it is; the message says why. */
final class BadRequest extends RuntimeException {
  BadRequest(String message) {
    super(message);
  }
}
