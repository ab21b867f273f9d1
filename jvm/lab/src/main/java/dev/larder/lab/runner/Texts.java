package dev.larder.lab.runner;

/** Texts for events. */
public final class Texts {
  private Texts() {}

  /** Cuts a text to a length in characters, including the ellipsis. */
  public static String shorten(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    int end = length - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }
}
