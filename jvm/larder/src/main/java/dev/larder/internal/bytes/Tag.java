package dev.larder.internal.bytes;

/** The first byte of a value (docs/FORMAT.md, "Values"), and what else has a number there. */
public final class Tag {
  public static final int SMALL_INTS = 0x30;
  public static final int TEXT = 0x30;
  public static final int SHORT_TEXT_BYTES = 0x30;

  /** Texts in the symbols of their place, of fewer codes than {@link #SHORT_SYMBOLS}. */
  public static final int SYMBOLS = 0x60;

  public static final int SHORT_SYMBOLS = 31;
  public static final int LONG_SYMBOLS = 0x7F;
  public static final int LATIN_TEXT = 0x80;
  public static final int UTF_16_TEXT = 0x81;
  public static final int GAPPED_RECORD = 0x82;
  public static final int PAIRS = 0x83;
  public static final int ROWS = 0x84;
  public static final int ENTRY = 0x90;
  public static final int SHORT_ENTRIES = 64;
  public static final int RECORD = 0xD0;
  public static final int SHORT_RECORDS = 8;
  public static final int INT_1 = 0xD8;
  public static final int INT_2 = 0xD9;
  public static final int INT_3 = 0xDA;
  public static final int INT_4 = 0xDB;
  public static final int INT_8 = 0xDC;
  public static final int NEGATIVE = 0xDD;
  public static final int DECIMAL_TEXT_2 = 0xDE;
  public static final int DECIMAL_TEXT = 0xDF;
  public static final int LONG_ENTRY = 0xE0;
  public static final int NULL = 0xE8;
  public static final int FALSE = 0xE9;
  public static final int TRUE = 0xEA;
  public static final int FLOAT = 0xEB;
  public static final int DECIMAL_1 = 0xEC;
  public static final int DECIMAL_2 = 0xED;
  public static final int DECIMAL = 0xEE;
  public static final int LONG_TEXT = 0xEF;
  public static final int BYTES = 0xF0;
  public static final int PACKED_LIST = 0xF1;
  public static final int INT_RUN = 0xF1;
  public static final int MAP = 0xF2;
  public static final int LIST = 0xF3;
  public static final int LONG_RECORD = 0xF4;
  public static final int DEFINITIONS = 0xF5;
  public static final int WIDE_TEXT = 0xF6;
  public static final int DATE_TEXT = 0xF7;
  public static final int DATE_TIME_TEXT = 0xF8;
  public static final int STYLED_DATE_TIME_TEXT = 0xF9;
  public static final int DIGITS_TEXT = 0xFA;
  public static final int TEXT_RUN = 0xFA;
  public static final int HEX_TEXT = 0xFB;
  public static final int UUID_TEXT = 0xFC;
  public static final int EXTENSION = 0xFD;
  public static final int AGAIN_TEXT = 0xFE;
  public static final int BASE64_TEXT = 0xFF;
  public static final int NAMES = 0xFF;

  /** The extensions (docs/FORMAT.md, "Extensions"). */
  public static final class Extension {
    public static final int BIG_INT = 0x00;
    public static final int FLOAT_32 = 0x01;
    public static final int DECIMAL = 0x02;
    public static final int DATE = 0x03;
    public static final int TIME = 0x04;
    public static final int DATE_TIME = 0x05;
    public static final int INSTANT = 0x06;
    public static final int ZONED = 0x07;
    public static final int DURATION = 0x08;
    public static final int UUID = 0x09;
    public static final int ENUM = 0x0A;
    public static final int CUSTOM = 0x0B;
    public static final int TYPED = 0x0C;
    public static final int SHARED = 0x0D;
    public static final int REFERENCE = 0x0E;
    public static final int AGAIN = 0x0F;
    public static final int KIND = 0x10;

    private Extension() {}
  }

  /** The kinds of a column (docs/FORMAT.md, "Columns"). */
  public static final class Column {
    public static final int PLAIN = 0x00;
    public static final int INTS = 0x01;
    public static final int DIFFERENCES = 0x02;
    public static final int BOOLS = 0x03;
    public static final int FLOATS = 0x04;
    public static final int DECIMALS = 0x05;
    public static final int DECIMAL_TEXTS = 0x06;
    public static final int DATE_TEXTS = 0x07;
    public static final int DATE_TIME_TEXTS = 0x08;
    public static final int INT_TEXTS = 0x09;
    public static final int DIGITS_TEXTS = 0x0A;
    public static final int DISTINCT_TEXTS = 0x0B;
    public static final int TEXTS = 0x0C;
    public static final int WIDE_TEXTS = 0x0D;
    public static final int HEX_TEXTS = 0x0E;
    public static final int UUID_TEXTS = 0x0F;
    public static final int RECORDS = 0x10;
    public static final int NULLS = 0x11;
    public static final int ENTRIES = 0x12;
    public static final int OF_KIND = 0x13;
    public static final int LISTS = 0x14;
    public static final int SYMBOL_TEXTS = 0x15;

    /** Added to a kind: a bitmap comes first, of the records that lack the key. */
    public static final int ABSENT = 0x40;

    /** Added to a kind: a bitmap of nulls comes first. */
    public static final int NULLABLE = 0x80;

    private Column() {}
  }

  /** What a gap of a record is (docs/FORMAT.md, "Gaps"). */
  public static final class Gap {
    public static final int NONE = 0;
    public static final int ABSENT = 1;
    public static final int NULL = 2;

    private Gap() {}
  }

  /** Kinds from here on have a name (docs/FORMAT.md, "Kinds"). */
  public static final int NAMED_KIND = 0x80;

  /** The header (docs/FORMAT.md, "Message"). */
  public static final class Header {
    public static final int MAGIC = 0xC1;
    public static final int VERSION = 0x40;
    public static final int VERSION_BITS = 0xF0;
    public static final int PROFILE = 0x01;
    public static final int COMPRESSED = 0x02;
    public static final int CHECKSUM = 0x04;
    public static final int MORE_FLAGS = 0x08;

    /** In the byte of more flags: the compressed texts are a whole zstd frame. */
    public static final int FRAME = 0x01;

    private Header() {}
  }

  /** Whether a tag is an integer's. */
  public static boolean isInteger(int tag) {
    return tag < SMALL_INTS || tag >= INT_1 && tag <= NEGATIVE;
  }

  /** Whether a tag is a float's; {@link Extension#FLOAT_32} is another matter. */
  public static boolean isFloat(int tag) {
    return tag >= FLOAT && tag <= DECIMAL;
  }

  /** Whether a tag is a text's: entries are not counted, as they may be anything. */
  public static boolean isText(int tag) {
    return tag >= TEXT && tag <= UTF_16_TEXT
        || tag == LONG_TEXT
        || tag >= DECIMAL_TEXT_2 && tag <= DECIMAL_TEXT
        || tag >= WIDE_TEXT && tag != EXTENSION;
  }

  /** Whether a tag is an entry's. */
  public static boolean isEntry(int tag) {
    return tag >= ENTRY && tag < RECORD || tag >= LONG_ENTRY && tag < NULL;
  }

  /** Whether a tag is that of a text in the symbols of its place. */
  public static boolean isSymbols(int tag) {
    return tag >= SYMBOLS && tag <= LONG_SYMBOLS;
  }

  /** Whether a tag is a record's without gaps. */
  public static boolean isRecord(int tag) {
    return tag >= RECORD && tag < INT_1 || tag == LONG_RECORD;
  }

  /** Whether a tag is a list's. */
  public static boolean isList(int tag) {
    return tag == LIST || tag == PACKED_LIST || tag == ROWS;
  }

  private Tag() {}
}
