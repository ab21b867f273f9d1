package dev.larder.service;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** A setting with which the service does not start. */
final class BadSetting extends RuntimeException {
  private final String action;

  /**
   * @param action what to do about it, a sentence
   */
  BadSetting(String message, String action) {
    super(message);
    this.action = action;
  }

  /** Prints it without a stack. */
  static final class Analyzer extends AbstractFailureAnalyzer<BadSetting> {
    @Override
    protected FailureAnalysis analyze(Throwable root, BadSetting cause) {
      return new FailureAnalysis(cause.getMessage(), cause.action, cause);
    }
  }
}
