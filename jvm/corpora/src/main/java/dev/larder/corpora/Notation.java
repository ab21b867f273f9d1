package dev.larder.corpora;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.UUID;

/** The notation of vectors/README.md. */
final class Notation {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Notation() {}

  static JsonNode nothing() {
    return NODES.nullNode();
  }

  static JsonNode of(boolean bool) {
    return NODES.booleanNode(bool);
  }

  static JsonNode of(long integer) {
    return NODES.numberNode(integer);
  }

  static JsonNode of(BigInteger integer) {
    return integer.bitLength() < 64
        ? of(integer.longValueExact())
        : NODES.objectNode().put("$bigint", integer.toString());
  }

  static JsonNode of(BigDecimal decimal) {
    return NODES
        .objectNode()
        .put("$decimal", decimal.unscaledValue().toString())
        .put("scale", decimal.scale());
  }

  static JsonNode of(double number) {
    return NODES
        .objectNode()
        .put("$float", String.format("%016x", Double.doubleToRawLongBits(number)));
  }

  static JsonNode of(float number) {
    return NODES
        .objectNode()
        .put("$float32", String.format("%08x", Float.floatToRawIntBits(number)));
  }

  static JsonNode of(UUID uuid) {
    return NODES.objectNode().put("$uuid", uuid.toString());
  }

  /** Text; one with half of a surrogate pair is bytes of a class. */
  static JsonNode of(String text) {
    return isWhole(text) ? NODES.textNode(text) : typed("java.lang.String", of(surrogates(text)));
  }

  static JsonNode of(byte[] bytes) {
    return NODES.objectNode().put("$bytes", HexFormat.of().formatHex(bytes));
  }

  static JsonNode typed(String name, JsonNode value) {
    ObjectNode typed = NODES.objectNode().put("$typed", name);
    typed.set("value", value);
    return typed;
  }

  /** A value of a kind without a name. */
  static JsonNode kind(int kind, JsonNode value) {
    ObjectNode node = NODES.objectNode().put("$kind", kind);
    node.set("value", value);
    return node;
  }

  static JsonNode enumeration(String name, String constant) {
    ObjectNode node = NODES.objectNode();
    node.putArray("$enum").add(name).add(constant);
    return node;
  }

  /** A value of a number or two: {@code $instant}, {@code $date}. */
  static JsonNode moment(String kind, long... numbers) {
    ObjectNode node = NODES.objectNode();
    if (numbers.length == 1) {
      return node.put(kind, numbers[0]);
    }
    ArrayNode list = node.putArray(kind);
    for (long number : numbers) {
      list.add(number);
    }
    return node;
  }

  static JsonNode zoned(long seconds, int nanoseconds, int offset, String zone) {
    ObjectNode node = NODES.objectNode();
    node.putArray("$zoned").add(seconds).add(nanoseconds).add(offset).add(zone);
    return node;
  }

  static ArrayNode list(JsonNode... items) {
    ArrayNode list = NODES.arrayNode();
    for (JsonNode item : items) {
      list.add(item);
    }
    return list;
  }

  /** A map; of pairs of keys and values. */
  static JsonNode map(ArrayNode pairs) {
    ObjectNode node = NODES.objectNode();
    node.set("$map", pairs);
    return node;
  }

  /** An object; of pairs of names and values. */
  static JsonNode object(String name, ArrayNode pairs) {
    ObjectNode node = NODES.objectNode().put("$object", name);
    node.set("fields", pairs);
    return node;
  }

  static JsonNode shared(JsonNode value) {
    ObjectNode node = NODES.objectNode();
    node.set("$shared", value);
    return node;
  }

  static JsonNode again(int number) {
    return NODES.objectNode().put("$again", number);
  }

  /** Whether every surrogate has its partner. */
  static boolean isWhole(String text) {
    return StandardCharsets.UTF_16BE.newEncoder().canEncode(text);
  }

  /** UTF-8, in which a surrogate without partner has three bytes. */
  static byte[] surrogates(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    text.codePoints()
        .forEach(
            point -> {
              if (point >= 0xD800 && point <= 0xDFFF) {
                bytes.write(0xE0 | point >> 12);
                bytes.write(0x80 | point >> 6 & 0x3F);
                bytes.write(0x80 | point & 0x3F);
              } else {
                bytes.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
              }
            });
    return bytes.toByteArray();
  }
}
