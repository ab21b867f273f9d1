package dev.larder.internal.tree;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.larder.Level;
import dev.larder.internal.bytes.FloatBits;
import dev.larder.internal.profile.ProfileFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The vectors of the format, and the notation of their values: see vectors/README.md. */
final class Vectors {
  private static final Path ROOT =
      Path.of(System.getProperty("basedir", ".")).resolve("../../vectors");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, ProfileFile> PROFILES = new ConcurrentHashMap<>();

  /** A vector: see its file for what else it has. */
  record Vector(String id, JsonNode json, byte[] bytes) {
    String text(String name) {
      return json.path(name).asText(null);
    }

    /** The levels whose canonical bytes these are. */
    List<Level> canonical() {
      List<Level> levels = new ArrayList<>();
      json.path("canonical").forEach(level -> levels.add(level(level.asText())));
      return levels;
    }

    private static Level level(String name) {
      return Level.valueOf(name.toUpperCase(Locale.ROOT));
    }

    boolean is(String name) {
      return json.path(name).asBoolean(false);
    }

    ProfileFile profile() {
      String name = text("profile");
      return name == null ? null : Vectors.profile(name);
    }

    Object value() {
      return Vectors.value(json.get("value"));
    }

    @Override
    public String toString() {
      return id + " " + text("name");
    }
  }

  /** The vectors of a file, or of all files of a folder. */
  static List<Vector> of(String path) {
    List<Vector> vectors = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT.resolve(path))) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        for (JsonNode json : JSON.readTree(file.toFile())) {
          vectors.add(new Vector(json.get("id").asText(), json, bytes(json.get("bytes"))));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return vectors;
  }

  static ProfileFile profile(String name) {
    return PROFILES.computeIfAbsent(
        name,
        each -> {
          try {
            Path file = ROOT.resolve("profiles").resolve(each + ".profile.hex");
            return ProfileFile.parse(hex(Files.readString(file)));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
  }

  private static byte[] bytes(JsonNode pieces) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (JsonNode piece : pieces) {
      byte[] each = hex(piece.get(0).asText());
      for (int times = piece.path(2).asInt(1); times > 0; times--) {
        bytes.writeBytes(each);
      }
    }
    return bytes.toByteArray();
  }

  private static long integer(JsonNode json) {
    return json.isObject() ? Long.parseLong(json.get("$int").asText()) : json.longValue();
  }

  static Object value(JsonNode json) {
    if (json.isNull()) {
      return null;
    }
    if (json.isBoolean()) {
      return json.booleanValue();
    }
    if (json.isNumber()) {
      return json.longValue();
    }
    if (json.isTextual()) {
      return json.textValue();
    }
    if (json.isArray()) {
      List<Object> list = new ArrayList<>();
      json.forEach(each -> list.add(value(each)));
      return list;
    }
    String kind = json.isEmpty() ? "" : json.fieldNames().next();
    if (!kind.startsWith("$")) {
      Map<Object, Object> map = new LinkedHashMap<>();
      json.properties().forEach(each -> map.put(each.getKey(), value(each.getValue())));
      return map;
    }
    return noted(kind.substring(1), json.get(kind), json);
  }

  private static Object noted(String kind, JsonNode of, JsonNode json) {
    int times = json.path("times").asInt(1);
    switch (kind) {
      case "int":
        return Long.parseLong(of.asText());
      case "float":
        return Double.longBitsToDouble(Long.parseUnsignedLong(of.asText(), 16));
      case "repeat":
        return of.asText().repeat(times);
      case "bytes":
        byte[] bytes = hex(of.asText());
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < times; i++) {
          all.writeBytes(bytes);
        }
        return all.toByteArray();
      case "list":
        return new ArrayList<>(Collections.nCopies(times, value(of)));
      case "range":
        List<Object> range = new ArrayList<>();
        for (int i = 0; i < integer(of.get(1)); i++) {
          range.add(integer(of.get(0)) + i * integer(of.get(2)));
        }
        return range;
      case "nested":
        return nested(of.asText(), times, value(json.get("value")));
      case "map":
        Map<Object, Object> map = new LinkedHashMap<>();
        of.forEach(pair -> map.put(key(value(pair.get(0))), value(pair.get(1))));
        return map;
      case "object":
        return object(of.asText(), json.get("fields"));
      case "bigint":
        return new BigInteger(of.asText());
      case "float32":
        return Float.intBitsToFloat(Integer.parseUnsignedInt(of.asText(), 16));
      case "decimal":
        return new BigDecimal(new BigInteger(of.asText()), (int) integer(json.get("scale")));
      case "time":
        return LocalTime.ofNanoOfDay(integer(of));
      case "uuid":
        return UUID.fromString(of.asText());
      case "custom":
        return new Node(kind, of.get(0).asText(), hex(of.get(1).asText()));
      case "typed":
        return new Node(kind, of.asText(), value(json.get("value")));
      case "kind":
        return new Node(
            kind, (int) integer(of), json.path("name").asText(null), value(json.get("value")));
      case "date", "again":
        return new Node(kind, integer(of));
      case "shared", "reference":
        return new Node(kind, value(of));
      case "datetime", "instant", "zoned", "duration", "enum":
        List<Object> parts = new ArrayList<>();
        of.forEach(each -> parts.add(value(each)));
        return new Node(kind, parts.toArray());
      default:
        throw new AssertionError(kind);
    }
  }

  private static Object nested(String kind, int times, Object innermost) {
    Object value = innermost;
    for (int i = 0; i < times; i++) {
      Object within = value;
      value =
          switch (kind) {
            case "list" -> new ArrayList<>(Collections.singletonList(within));
            case "map" -> {
              Map<Object, Object> map = new LinkedHashMap<>();
              map.put("a", within);
              yield map;
            }
            case "typed" -> new Node("typed", "T", within);
            case "kind" -> new Node("kind", 0x30, null, within);
            case "shared" -> new Node("shared", within);
            default -> throw new AssertionError(kind);
          };
    }
    return value;
  }

  private static Object object(String className, JsonNode fields) {
    List<Object> keys = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    if (fields.isArray()) {
      for (JsonNode pair : fields) {
        keys.add(value(pair.get(0)));
        values.add(value(pair.get(1)));
      }
    } else {
      fields
          .properties()
          .forEach(
              field -> {
                keys.add(field.getKey());
                values.add(value(field.getValue()));
              });
    }
    return new Node("object", className, keys.toArray(), values.toArray());
  }

  private static Object key(Object key) {
    if (key instanceof Double number) {
      return FloatBits.key(number);
    }
    return key instanceof byte[] bytes ? ByteBuffer.wrap(bytes).asReadOnlyBuffer() : key;
  }

  private Vectors() {}
}
