//! A column that is open for reading (docs/FORMAT.md, "Columns").

use super::ints::Ints;
use super::text::date_text::DateTimeStyle;
use crate::kind;

/// A column that is being read, a value at a time.
pub struct Column<T> {
    /// The bit of the bitmap of nulls that belongs to the next value.
    pub nulls: Option<usize>,
    pub body: Body<T>,
}

/// The values of a column that are not null.
pub enum Body<T> {
    Plain {
        at: usize,
        end: usize,
    },
    Ints(Ints),
    Bools {
        bit: usize,
    },
    Floats {
        at: usize,
    },
    Decimals {
        scale: u8,
        ints: Ints,
    },
    DecimalTexts {
        scale: u8,
        ints: Ints,
    },
    /// With the last day, and its text.
    DateTexts {
        ints: Ints,
        day: i32,
        date: [u8; 10],
    },
    DateTimeTexts {
        style: DateTimeStyle,
        ints: Ints,
        day: i32,
        date: [u8; 10],
    },
    IntTexts(Ints),
    DigitsTexts {
        count: u8,
        ints: Ints,
    },
    /// The texts and their lengths.
    DistinctTexts {
        entries: Box<[(T, usize)]>,
        ints: Ints,
    },
    Texts {
        kind: TextKind,
        lengths: Ints,
        at: usize,
    },
    HexTexts {
        bytes: usize,
        upper: bool,
        at: usize,
    },
    UuidTexts {
        at: usize,
    },
    Records {
        shape: usize,
        columns: Box<[Column<T>]>,
    },
    Nulls,
    Entries(Ints),
    /// All of one kind; the nulls of the column within are those of this one.
    Kind {
        kind: kind::Kind,
        column: Box<Column<T>>,
    },
}

/// What the texts of a column are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TextKind {
    /// All of them ASCII, which was seen at once.
    Ascii,
    Utf8,
    Wide,
}

/// What a column is charged.
pub const COLUMN_BYTES: usize = 80;
const _: () = assert!(size_of::<Column<std::sync::Arc<str>>>() <= COLUMN_BYTES);
