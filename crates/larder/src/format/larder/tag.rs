//! The tags of a value (docs/FORMAT.md, "Values").

#![allow(missing_docs, reason = "each name is one of docs/FORMAT.md")]

pub const SMALL_INTS: u8 = 48;
pub const TEXT: u8 = 0x30;
pub const SHORT_TEXT_BYTES: usize = 48;
/// Texts of this many bytes or more, and all wide ones, can be referred to.
pub const MIN_AGAIN: usize = 4;
/// Texts in the symbols of their place.
pub const SYMBOLS: u8 = 0x60;
pub const LONG_SYMBOLS: u8 = 0x7F;
pub const SHORT_SYMBOLS_BYTES: usize = 31;
pub const LATIN_1_TEXT: u8 = 0x80;
pub const UTF_16_TEXT: u8 = 0x81;
/// Record with gaps.
pub const GAP_RECORD: u8 = 0x82;
/// Map of keys and values in turn.
pub const KEYED_MAP: u8 = 0x83;
/// List of records of one shape.
pub const ROWS: u8 = 0x84;
pub const ENTRY: u8 = 0x90;
pub const SHORT_ENTRIES: usize = 64;
pub const RECORD: u8 = 0xD0;
pub const SHORT_RECORDS: usize = 8;
pub const INT_1: u8 = 0xD8;
pub const INT_2: u8 = 0xD9;
pub const INT_3: u8 = 0xDA;
pub const INT_4: u8 = 0xDB;
pub const INT_8: u8 = 0xDC;
pub const NEGATIVE: u8 = 0xDD;
pub const DECIMAL_TEXT_2: u8 = 0xDE;
pub const DECIMAL_TEXT: u8 = 0xDF;
pub const LONG_ENTRY: u8 = 0xE0;
pub const NULL: u8 = 0xE8;
pub const FALSE: u8 = 0xE9;
pub const TRUE: u8 = 0xEA;
pub const FLOAT: u8 = 0xEB;
pub const DECIMAL_1: u8 = 0xEC;
pub const DECIMAL_2: u8 = 0xED;
pub const DECIMAL: u8 = 0xEE;
pub const LONG_TEXT: u8 = 0xEF;
pub const BYTES: u8 = 0xF0;
pub const PACKED_LIST: u8 = 0xF1;
pub const MAP: u8 = 0xF2;
pub const LIST: u8 = 0xF3;
pub const LONG_RECORD: u8 = 0xF4;
pub const DEFINITIONS: u8 = 0xF5;
pub const WIDE_TEXT: u8 = 0xF6;
pub const DATE_TEXT: u8 = 0xF7;
pub const DATE_TIME_TEXT: u8 = 0xF8;
pub const VARIANT_DATE_TIME_TEXT: u8 = 0xF9;
pub const DIGITS_TEXT: u8 = 0xFA;
pub const HEX_TEXT: u8 = 0xFB;
pub const UUID_TEXT: u8 = 0xFC;
pub const EXTENSION: u8 = 0xFD;
pub const AGAIN_TEXT: u8 = 0xFE;
pub const BASE64_TEXT: u8 = 0xFF;

/// The number that a tag from [`LONG_ENTRY`] on and the byte after it name.
#[inline]
pub fn long_entry(tag: u8, low: u8) -> usize {
    SHORT_ENTRIES + usize::from(tag - LONG_ENTRY) * 256 + usize::from(low)
}

/// Keys of a shape definition: a run of integers, as integers or as text, and names in six bits a
/// character.
pub const INT_RUN: u8 = PACKED_LIST;
pub const TEXT_RUN: u8 = DIGITS_TEXT;
pub const NAMES: u8 = BASE64_TEXT;

/// What a record with gaps has for a key that is one (docs/FORMAT.md, "Gaps").
pub mod gaps {
    /// There are none.
    pub const NONE: u8 = 0;
    /// Nothing: the record lacks the key.
    pub const ABSENT: u8 = 1;
    /// Null.
    pub const NULL: u8 = 2;
    /// A record with gaps is of one of so many first shapes of a profile.
    pub const MAX_SHAPES: usize = 16;
    /// Such a shape has at most so many times the keys of the record.
    pub const MAX_FACTOR: usize = 4;
}

/// After [`EXTENSION`].
pub mod extension {
    pub const BIG_INT: u8 = 0x00;
    pub const FLOAT_32: u8 = 0x01;
    pub const DECIMAL: u8 = 0x02;
    pub const DATE: u8 = 0x03;
    pub const TIME: u8 = 0x04;
    pub const DATE_TIME: u8 = 0x05;
    pub const INSTANT: u8 = 0x06;
    pub const ZONED: u8 = 0x07;
    pub const DURATION: u8 = 0x08;
    pub const UUID: u8 = 0x09;
    pub const ENUM: u8 = 0x0A;
    pub const CUSTOM: u8 = 0x0B;
    pub const TYPED: u8 = 0x0C;
    pub const SHARED: u8 = 0x0D;
    pub const REFERENCE: u8 = 0x0E;
    pub const AGAIN: u8 = 0x0F;
    pub const KIND: u8 = 0x10;
}

/// The kinds of a column (docs/FORMAT.md, "Columns").
pub mod column {
    pub const PLAIN: u8 = 0x00;
    pub const INTS: u8 = 0x01;
    pub const DELTA_INTS: u8 = 0x02;
    pub const BOOLS: u8 = 0x03;
    pub const FLOATS: u8 = 0x04;
    pub const DECIMALS: u8 = 0x05;
    pub const DECIMAL_TEXTS: u8 = 0x06;
    pub const DATE_TEXTS: u8 = 0x07;
    pub const DATE_TIME_TEXTS: u8 = 0x08;
    pub const INT_TEXTS: u8 = 0x09;
    pub const DIGITS_TEXTS: u8 = 0x0A;
    pub const DISTINCT_TEXTS: u8 = 0x0B;
    pub const TEXTS: u8 = 0x0C;
    pub const WIDE_TEXTS: u8 = 0x0D;
    pub const HEX_TEXTS: u8 = 0x0E;
    pub const UUID_TEXTS: u8 = 0x0F;
    pub const RECORDS: u8 = 0x10;
    pub const NULLS: u8 = 0x11;
    pub const ENTRIES: u8 = 0x12;
    pub const KIND: u8 = 0x13;
    pub const LISTS: u8 = 0x14;
    pub const SYMBOL_TEXTS: u8 = 0x15;
    /// Added to a kind: a bitmap of records that lack the key comes first.
    pub const ABSENT: u8 = 0x40;
    /// Added to a kind: a bitmap of nulls comes before the values.
    pub const NULLABLE: u8 = 0x80;
}

/// The header (docs/FORMAT.md, "Header").
pub mod header {
    pub const MAGIC: u8 = 0xC1;
    pub const VERSION: u8 = 0x40;
    pub const VERSION_BITS: u8 = 0xF0;
    pub const PROFILE: u8 = 0x01;
    pub const COMPRESSED: u8 = 0x02;
    pub const CHECKSUM: u8 = 0x04;
    pub const MORE_FLAGS: u8 = 0x08;
    /// In the byte of more flags: the compressed texts are a whole zstd frame.
    pub const FRAME: u8 = 0x01;
}
