package dev.larder.service;

/** A person that is not as it was stored. */
final class FailedCheck extends RuntimeException {
  FailedCheck(long id, String how) {
    super(PersonStore.key(id) + " " + how);
  }
}
