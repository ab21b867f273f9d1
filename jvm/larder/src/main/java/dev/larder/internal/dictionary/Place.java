package dev.larder.internal.dictionary;

/**
 * What a profile knows of the values of one place (docs/FORMAT.md, "Dictionaries" and "Symbols").
 *
 * @param dictionary null for none
 * @param plain texts are hardly ever dates, digits and the like: a writer does not try
 * @param symbols null for none
 */
public record Place(Dictionary dictionary, boolean plain, SymbolTable symbols) {
  public static final Place NONE = new Place(null, false, null);
}
