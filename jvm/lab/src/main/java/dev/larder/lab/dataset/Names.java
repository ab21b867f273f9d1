package dev.larder.lab.dataset;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;

/** Java names for JSON keys. Each name is given once. */
final class Names {
  private static final Pattern NO_PART_OF_A_NAME = Pattern.compile("[^A-Za-z0-9_]+");

  private final Set<String> taken = new HashSet<>();

  /** The key itself where Java allows it, otherwise a similar name. */
  String forField(String key) {
    String name = NO_PART_OF_A_NAME.matcher(key).replaceAll("_");
    if (name.isEmpty() || Character.isDigit(name.charAt(0))) {
      name = "_" + name;
    }
    // getClass() is taken in every class.
    if (SourceVersion.isKeyword(name) || name.equals("Class")) {
      name += "_";
    }
    // Accessors of two fields must not be equal, nor differ only in case: some libraries ignore
    // case
    // when they look up fields.
    return unique(name, name);
  }

  /** The key, written like a class's name. */
  String forClass(String key) {
    StringBuilder name = new StringBuilder();
    for (String word : key.split("[^A-Za-z0-9]+")) {
      if (!word.isEmpty()) {
        name.append(HostType.Field.accessor(word));
      }
    }
    if (name.isEmpty() || Character.isDigit(name.charAt(0))) {
      name.insert(0, "Value");
    }
    String wanted = name.toString();
    return unique(wanted, isTaken(wanted) ? wanted + "Value" : wanted);
  }

  /** Simple names that the generated source uses itself. */
  private static boolean isTaken(String className) {
    return switch (className) {
      case "Object", "String", "Integer", "Long", "Double", "Boolean", "BigInteger" -> true;
      case "List", "Map", "ArrayList", "LinkedHashMap", "IOException", "Serializable" -> true;
      case "Override", "Anchor", "Holder", "Packing", "Tree", "JsonProperty", "JSONField" -> true;
      case "MessagePacker", "MessageUnpacker" -> true;
      default -> false;
    };
  }

  private String unique(String wanted, String start) {
    String name = start;
    for (int i = 2; !taken.add(name.toLowerCase(Locale.ROOT)); i++) {
      name = wanted + i;
    }
    return name;
  }
}
