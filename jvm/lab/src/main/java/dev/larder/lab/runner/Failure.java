package dev.larder.lab.runner;

/** Says what went wrong. */
public final class Failure {
  private static final int MAX_WORDS = 160;

  private Failure() {}

  /** The failure's name and message in one line. */
  public static String inWords(Throwable failure) {
    String name = failure.getClass().getSimpleName();
    String message = failure.getMessage();
    return Texts.shorten(
        message == null ? name : name + ": " + message.replaceAll("\\s+", " "), MAX_WORDS);
  }
}
