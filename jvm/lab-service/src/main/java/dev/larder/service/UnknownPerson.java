package dev.larder.service;

/** A person that Redis does not have. */
final class UnknownPerson extends RuntimeException {
  UnknownPerson(long id) {
    super("there is no " + PersonStore.key(id));
  }
}
