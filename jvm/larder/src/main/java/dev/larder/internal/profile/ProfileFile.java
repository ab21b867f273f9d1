package dev.larder.internal.profile;

import dev.larder.ErrorKind;
import dev.larder.LarderException;
import dev.larder.internal.dictionary.Dictionary;
import dev.larder.internal.dictionary.Place;
import dev.larder.internal.dictionary.SymbolTable;
import dev.larder.internal.message.Compression;
import dev.larder.internal.message.Input;
import dev.larder.internal.message.KnownProfile;
import dev.larder.internal.shape.Definitions;
import dev.larder.internal.shape.Names;
import dev.larder.internal.shape.Shape;
import dev.larder.internal.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Shapes, dictionaries and symbols that were learned from samples of one kind of value, in a file
 * that its content's hash identifies (docs/FORMAT.md, "Profiles"). Immutable.
 */
public final class ProfileFile {
  private static final byte[] MAGIC = "LRDP".getBytes(StandardCharsets.ISO_8859_1);
  private static final int VERSION = 2;
  private static final int DIGEST_BYTES = 32;

  // What it may cost (docs/FORMAT.md, "Limits").
  private static final int MAX_DEPTH = 512;

  private static final long MAX_MEMORY = 32 << 20;
  private static final int MAX_MEMORY_PER_BYTE = 64;

  /** What a dictionary is charged, and an entry beside its bytes. */
  private static final int DICTIONARY_BYTES = 128;

  private static final int ENTRY_BYTES = 128;
  private static final int SYMBOL_TABLE_BYTES = 32 << 10;

  /**
   * What each byte of a zstd dictionary is charged: zstd's tables for writing and for reading, at
   * any level.
   */
  private static final int COMPRESSION_FACTOR = 40;

  private final byte[] bytes;
  private final byte[] digest;
  private final Shape[] shapes;
  private final Names names;
  private final Place root;
  private final int level;
  private final byte[] dictionary;
  private final Compression compression;

  /**
   * Reads the bytes of a profile file, wholly or not at all.
   *
   * @throws LarderException of kind {@link ErrorKind#NOT_LARDER}, {@link ErrorKind#UNSUPPORTED} or
   *     {@link ErrorKind#BAD_PROFILE}
   */
  public static ProfileFile parse(byte[] bytes) {
    int magic = MAGIC.length;
    if (bytes.length < magic || !Arrays.equals(bytes, 0, magic, MAGIC, 0, magic)) {
      throw new LarderException(ErrorKind.NOT_LARDER, 0, "a profile begins with LRDP");
    }
    if (bytes.length > magic && bytes[magic] != VERSION) {
      throw new LarderException(
          ErrorKind.UNSUPPORTED, magic, "version " + (bytes[magic] & 0xFF) + " of profiles");
    }
    if (bytes.length < magic + 1 + DIGEST_BYTES) {
      throw bad(bytes.length, "the profile ends within its header");
    }
    int end = bytes.length - DIGEST_BYTES;
    byte[] digest = sha256(bytes, end);
    if (!Arrays.equals(digest, 0, DIGEST_BYTES, bytes, end, bytes.length)) {
      throw bad(end, "the profile is damaged or cut short: its hash does not match");
    }
    Input in = new Input();
    try {
      return new ProfileFile(in, bytes.clone(), digest);
    } catch (LarderException e) {
      throw bad(e.offset(), e.getMessage());
    }
  }

  private static LarderException bad(int offset, String message) {
    return new LarderException(ErrorKind.BAD_PROFILE, offset, message);
  }

  private static byte[] sha256(byte[] bytes, int end) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes, 0, end);
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  private ProfileFile(Input in, byte[] bytes, byte[] digest) {
    this.bytes = bytes;
    this.digest = digest;
    in.begin(
        bytes,
        0,
        bytes.length,
        MAX_DEPTH,
        Math.max(MAX_MEMORY, (long) bytes.length * MAX_MEMORY_PER_BYTE));
    in.end = bytes.length - DIGEST_BYTES;
    in.position = MAGIC.length + 1;
    List<String> spelled = new ArrayList<>();
    Shape[] read = Definitions.read(in, in.length(), Names.NONE, spelled, true);
    names = new Names(spelled);
    int count = in.length();
    in.charge((long) count * DICTIONARY_BYTES);
    Dictionary[] dictionaries = new Dictionary[count];
    for (int i = 0; i < dictionaries.length; i++) {
      dictionaries[i] = readDictionary(in);
    }
    count = in.length();
    in.charge((long) count * SYMBOL_TABLE_BYTES);
    SymbolTable[] tables = new SymbolTable[count];
    for (int i = 0; i < tables.length; i++) {
      tables[i] = readSymbols(in);
    }
    root = readPlace(in, dictionaries, tables);
    shapes = new Shape[read.length];
    for (int number = 0; number < read.length; number++) {
      Shape shape = read[number];
      Place[] places = new Place[shape.keys.length];
      for (int i = 0; i < places.length; i++) {
        places[i] = readPlace(in, dictionaries, tables);
      }
      shapes[number] = new Shape(shape.className, shape.keys, places, number);
    }
    level = in.u8();
    int length = in.length();
    in.charge((long) length * COMPRESSION_FACTOR);
    int at = in.take(length);
    dictionary = Arrays.copyOfRange(bytes, at, at + length);
    if (in.remaining() > 0) {
      throw in.error(ErrorKind.TRAILING_BYTES, "bytes after the profile's last section");
    }
    compression = length == 0 ? Compression.NO_DICTIONARY : new Compression(dictionary, level);
    for (Dictionary each : dictionaries) {
      checkValues(in, each);
    }
  }

  private static Dictionary readDictionary(Input in) {
    int count = in.length();
    if (count > Dictionary.MAX_ENTRIES) {
      throw in.error(ErrorKind.BAD_PROFILE, "more entries than a dictionary can name");
    }
    List<Object> entries = new ArrayList<>(count);
    int[] sizes = new int[count];
    for (int i = 0; i < count; i++) {
      long head = in.varint();
      if (head >>> 1 > in.remaining()) {
        throw in.truncated();
      }
      int size = (int) (head >>> 1);
      int at = in.take(size);
      in.charge(ENTRY_BYTES + (long) size);
      sizes[i] = size;
      entries.add(
          (head & 1) != 0
              ? Arrays.copyOfRange(in.bytes, at, at + size)
              : in.utf8(in.bytes, at, size));
    }
    Dictionary dictionary = Dictionary.of(entries, sizes);
    if (dictionary == null) {
      throw in.error(ErrorKind.BAD_PROFILE, "a duplicate entry in a dictionary");
    }
    return dictionary;
  }

  private static SymbolTable readSymbols(Input in) {
    int count = in.u8();
    if (count == 0) {
      throw in.error(ErrorKind.BAD_PROFILE, "a table without symbols");
    }
    List<String> symbols = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int length = in.u8();
      if (length == 0 || length > SymbolTable.MAX_BYTES) {
        throw in.error(ErrorKind.BAD_PROFILE, "a symbol of no bytes, or of more than eight");
      }
      int at = in.take(length);
      symbols.add(in.utf8(in.bytes, at, length));
    }
    SymbolTable table = SymbolTable.of(symbols);
    if (table == null) {
      throw in.error(ErrorKind.BAD_PROFILE, "a duplicate symbol in a table");
    }
    return table;
  }

  private static Place readPlace(Input in, Dictionary[] dictionaries, SymbolTable[] tables) {
    long head = in.varint();
    long number = head >>> 1;
    long table = in.varint();
    if (number > dictionaries.length || table < 0 || table > tables.length) {
      throw in.error(ErrorKind.UNKNOWN_REFERENCE, "a dictionary or table that does not exist");
    }
    boolean plain = (head & 1) != 0;
    if (number == 0 && table == 0 && !plain) {
      return Place.NONE;
    }
    return new Place(
        number == 0 ? null : dictionaries[(int) number - 1],
        plain,
        table == 0 ? null : tables[(int) table - 1]);
  }

  /** Reads every value of a dictionary once, of what is left of the profile's budget. */
  private void checkValues(Input in, Dictionary dictionary) {
    if (!dictionary.hasValues()) {
      return;
    }
    Place place = new Place(dictionary, false, null);
    for (int number = 0; number < dictionary.size(); number++) {
      if (dictionary.entry(number) instanceof byte[] entry) {
        in.begin(entry, 0, entry.length, MAX_DEPTH, in.budget());
        in.shapes = shapes;
        in.enter(entry);
        TreeReader.value(in, place, EntryCheck.HOST);
        if (in.remaining() > 0) {
          throw in.error(ErrorKind.TRAILING_BYTES, "bytes after an entry's value");
        }
      }
    }
  }

  /** The first three bytes of the hash, the first highest: what a message carries. */
  public int id() {
    return (digest[0] & 0xFF) << 16 | (digest[1] & 0xFF) << 8 | digest[2] & 0xFF;
  }

  /** The SHA-256 of the content, 32 bytes. */
  public byte[] digest() {
    return digest.clone();
  }

  /** What readers and writers need of it: shapes of their own, too. */
  public KnownProfile known() {
    return new KnownProfile(id(), shapes, names, root, compression).copy();
  }

  /** The zstd dictionary; of no bytes if there is none. */
  public byte[] compression() {
    return dictionary.clone();
  }

  /** Whether there is a zstd dictionary: then writers compress. */
  public boolean compresses() {
    return dictionary.length > 0;
  }

  /** The zstd level at which a writer compresses. */
  public int level() {
    return level;
  }

  /** The bytes of the file. */
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public String toString() {
    return "Profile(" + HexFormat.of().formatHex(digest, 0, 3) + ")";
  }
}
