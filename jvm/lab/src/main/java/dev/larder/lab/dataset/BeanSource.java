package dev.larder.lab.dataset;

import dev.larder.lab.dataset.HostType.Bean;
import dev.larder.lab.dataset.HostType.Field;
import dev.larder.lab.dataset.HostType.ListOf;
import dev.larder.lab.dataset.HostType.MapOf;
import dev.larder.lab.host.Holder;
import dev.larder.lab.host.Packing;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Writes Java source for a type: its beans, a {@link Holder} of a value, and the {@link Packing} of
 * a value, each as a programmer would write it.
 */
final class BeanSource {
  private final HostType root;
  private final Names classes;

  /** The sources by class name; a class comes after those that it mentions. */
  private final Map<String, String> sources = new LinkedHashMap<>();

  /**
   * @param classes the names that the beans of {@code root} have taken
   */
  BeanSource(HostType root, Names classes) {
    this.root = root;
    this.classes = classes;
  }

  /** The sources of all classes by their simple names: beans first, holder and packing last. */
  Map<String, String> write(String name) {
    writeBeans(root);
    writeHolder(classes.forClass(name + " holder"));
    sources.putAll(new PackingSource(root).write(classes.forClass(name + " packing")));
    return sources;
  }

  private void writeBeans(HostType type) {
    if (type instanceof ListOf list) {
      writeBeans(list.element());
    } else if (type instanceof MapOf map) {
      writeBeans(map.value());
    } else if (type instanceof Bean bean) {
      bean.fields().forEach(field -> writeBeans(field.type()));
      writeBean(bean);
    }
  }

  private void writeBean(Bean bean) {
    StringBuilder fields = new StringBuilder();
    StringBuilder accessors = new StringBuilder();
    for (Field field : bean.fields()) {
      String type = field.declaredType();
      fields.append("  private %s %s;\n".formatted(type, field.name()));
      accessors.append(
          """

          %4$s  public %1$s %5$s%3$s() {
              return %2$s;
            }

          %4$s  public void set%3$s(%1$s %2$s) {
              this.%2$s = %2$s;
            }
          """
              .formatted(
                  type,
                  field.name(),
                  field.accessor(),
                  annotation(field),
                  type.equals("boolean") ? "is" : "get"));
    }
    write(
        bean.name(),
        """
        public class %s implements Serializable {
          private static final long serialVersionUID = 1;

        %s%s}
        """
            .formatted(bean.name(), fields, accessors));
  }

  /** Annotations of Jackson and fastjson2 if a bean's property is not called like the key. */
  private static String annotation(Field field) {
    return propertyName(field.accessor()).equals(field.key())
        ? ""
        : "  @JsonProperty(%1$s)\n  @JSONField(name = %1$s)\n".formatted(literal(field.key()));
  }

  /** The property that Jackson derives from {@code getXyz}: leading capitals become small. */
  private static String propertyName(String accessor) {
    int capitals = 0;
    while (capitals < accessor.length() && Character.isUpperCase(accessor.charAt(capitals))) {
      capitals++;
    }
    return accessor.substring(0, capitals).toLowerCase(Locale.ROOT) + accessor.substring(capitals);
  }

  private static String literal(String text) {
    StringBuilder literal = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c >= 0x7f) {
        literal.append("\\u%04x".formatted((int) c));
      } else if (c < ' ' || c == '"' || c == '\\') {
        literal.append("\\%03o".formatted((int) c));
      } else {
        literal.append(c);
      }
    }
    return literal.append('"').toString();
  }

  private void writeHolder(String name) {
    write(
        name,
        """
        public class %1$s implements Holder, Serializable {
          private static final long serialVersionUID = 1;

          public %2$s value;

          @Override
          public Object get() {
            return value;
          }

          @Override
          @SuppressWarnings("unchecked")
          public void set(Object value) {
            this.value = (%2$s) value;
          }
        }
        """
            .formatted(name, root.reference()));
  }

  private void write(String name, String body) {
    sources.put(name, SourceHeader.TEXT + body);
  }
}
