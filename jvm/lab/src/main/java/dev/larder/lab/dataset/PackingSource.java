package dev.larder.lab.dataset;

import dev.larder.lab.dataset.HostType.Bean;
import dev.larder.lab.dataset.HostType.Field;
import dev.larder.lab.dataset.HostType.ListOf;
import dev.larder.lab.dataset.HostType.MapOf;
import dev.larder.lab.dataset.HostType.Simple;
import dev.larder.lab.host.Packing;
import java.util.HashMap;
import java.util.Map;

/** Writes the {@link Packing} of a type: a pair of methods for each bean, list and map in it. */
final class PackingSource {
  private final HostType root;
  private final StringBuilder methods = new StringBuilder();

  /** Numbers of the types whose methods have been written. */
  private final Map<HostType, Integer> written = new HashMap<>();

  PackingSource(HostType root) {
    this.root = root;
  }

  /** The source of the class, by its name. */
  Map<String, String> write(String name) {
    int first = methods(root);
    String body =
        """
        public final class %1$s implements Packing<%2$s> {
          @Override
          public void pack(MessagePacker out, %2$s value) throws IOException {
            pack%3$d(out, value);
          }

          @Override
          public %2$s unpack(MessageUnpacker in) throws IOException {
            return unpack%3$d(in);
          }
        %4$s}
        """
            .formatted(name, root.reference(), first, methods);
    return Map.of(name, SourceHeader.TEXT + body);
  }

  /** Writes the methods of a bean, list or map, and returns the number in their names. */
  private int methods(HostType type) {
    Integer known = written.get(type);
    if (known != null) {
      return known;
    }
    int number = written.size();
    written.put(type, number);
    StringBuilder pack = new StringBuilder();
    StringBuilder unpack = new StringBuilder();
    if (type instanceof ListOf list) {
      writeList(list, pack, unpack);
    } else if (type instanceof MapOf map) {
      writeMap(map, pack, unpack);
    } else {
      writeBean((Bean) type, pack, unpack);
    }
    methods.append(
        """

          private static void pack%1$d(MessagePacker out, %2$s value) throws IOException {
        %3$s  }

          private static %2$s unpack%1$d(MessageUnpacker in) throws IOException {
        %4$s  }
        """
            .formatted(number, type.reference(), pack, unpack));
    return number;
  }

  private void writeList(ListOf list, StringBuilder pack, StringBuilder unpack) {
    String element = list.element().reference();
    pack.append("    out.packArrayHeader(value.size());\n");
    pack.append("    for (%s element : value) {\n".formatted(element));
    pack.append("      %s\n".formatted(pack(list.element(), true, "element")));
    pack.append("    }\n");
    unpack.append("    int size = in.unpackArrayHeader();\n");
    unpack.append("    List<%s> list = new ArrayList<>(size);\n".formatted(element));
    unpack.append("    for (int i = 0; i < size; i++) {\n");
    unpack.append("      list.add(%s);\n".formatted(unpack(list.element(), true)));
    unpack.append("    }\n");
    unpack.append("    return list;\n");
  }

  private void writeMap(MapOf map, StringBuilder pack, StringBuilder unpack) {
    String value = map.value().reference();
    pack.append("    out.packMapHeader(value.size());\n");
    pack.append("    for (Map.Entry<String, %s> entry : value.entrySet()) {\n".formatted(value));
    pack.append("      out.packString(entry.getKey());\n");
    pack.append("      %s\n".formatted(pack(map.value(), true, "entry.getValue()")));
    pack.append("    }\n");
    unpack.append("    int size = in.unpackMapHeader();\n");
    unpack.append(
        "    Map<String, %s> map = new LinkedHashMap<>(size * 4 / 3 + 1);\n".formatted(value));
    unpack.append("    for (int i = 0; i < size; i++) {\n");
    unpack.append("      map.put(in.unpackString(), %s);\n".formatted(unpack(map.value(), true)));
    unpack.append("    }\n");
    unpack.append("    return map;\n");
  }

  private void writeBean(Bean bean, StringBuilder pack, StringBuilder unpack) {
    pack.append("    out.packArrayHeader(%d);\n".formatted(bean.fields().size()));
    unpack.append("    in.unpackArrayHeader();\n");
    unpack.append("    %1$s bean = new %1$s();\n".formatted(bean.name()));
    for (Field field : bean.fields()) {
      String get = field.declaredType().equals("boolean") ? "is" : "get";
      String value = "value.%s%s()".formatted(get, field.accessor());
      pack.append("    %s\n".formatted(pack(field.type(), field.nullable(), value)));
      unpack.append(
          "    bean.set%s(%s);\n"
              .formatted(field.accessor(), unpack(field.type(), field.nullable())));
    }
    unpack.append("    return bean;\n");
  }

  /** A statement that packs the value of an expression. */
  private String pack(HostType type, boolean nullable, String value) {
    String pack =
        type instanceof Simple simple
            ? switch (simple) {
              case ANY -> "Tree.PACKING.pack(out, %s);";
              case BOOLEAN -> "out.packBoolean(%s);";
              case INT -> "out.packInt(%s);";
              case LONG -> "out.packLong(%s);";
              case BIG_INTEGER -> "Packing.packBigInteger(out, %s);";
              case DOUBLE -> "out.packDouble(%s);";
              case STRING -> "out.packString(%s);";
            }
            : "pack" + methods(type) + "(out, %s);";
    String statement = pack.formatted(value);
    return nullable && type != Simple.ANY
        ? "if (%s == null) { out.packNil(); } else { %s }".formatted(value, statement)
        : statement;
  }

  /** An expression that unpacks a value. */
  private String unpack(HostType type, boolean nullable) {
    String unpack =
        type instanceof Simple simple
            ? switch (simple) {
              case ANY -> "Tree.PACKING.unpack(in)";
              case BOOLEAN -> "in.unpackBoolean()";
              case INT -> "in.unpackInt()";
              case LONG -> "in.unpackLong()";
              case BIG_INTEGER -> "Packing.unpackBigInteger(in)";
              case DOUBLE -> "in.unpackDouble()";
              case STRING -> "in.unpackString()";
            }
            : "unpack" + methods(type) + "(in)";
    return nullable && type != Simple.ANY ? "in.tryUnpackNil() ? null : " + unpack : unpack;
  }
}
