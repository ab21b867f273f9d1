//! A column that is open for reading (docs/FORMAT.md, "Columns").

use std::num::NonZero;

use super::ints::Ints;
use super::text::date_text::DateTimeStyle;
use crate::kind;

/// A column that is being read, a value at a time.
pub struct Column<T> {
    /// The bit of the bitmap of records without this key that belongs to the next record.
    pub absent: Option<Bit>,
    /// The bit of the bitmap of nulls that belongs to the next value.
    pub nulls: Option<Bit>,
    pub body: Body<T>,
}

/// A bit of the input. The first byte is never one of a bitmap: the kind of its column is before it.
pub type Bit = NonZero<usize>;

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
    /// If any of the columns lacks values, with the gaps of the last record.
    Records {
        shape: usize,
        columns: Box<[Column<T>]>,
        gaps: Option<Box<[u8]>>,
    },
    Nulls,
    Entries(Ints),
    /// All of one kind; the nulls of the column within are those of this one.
    Kind {
        kind: kind::Kind,
        column: Box<Column<T>>,
    },
    /// The numbers of values of the lists, and the values of all of them, if there are any.
    Lists {
        counts: Ints,
        column: Option<Box<Column<T>>>,
    },
}

impl<T> Body<T> {
    /// Whether each value can be read while others of other columns are: it holds no bytes of values
    /// and no columns.
    pub fn is_random(&self) -> bool {
        !matches!(
            self,
            Self::Plain { .. } | Self::Records { .. } | Self::Kind { .. } | Self::Lists { .. }
        )
    }
}

/// What the texts of a column are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TextKind {
    /// All of them ASCII, which was seen at once.
    Ascii,
    Utf8,
    Wide,
    /// In the symbols of their place.
    Symbols,
}

/// What a column is charged.
pub const COLUMN_BYTES: usize = 80;
const _: () = assert!(size_of::<Column<std::sync::Arc<str>>>() <= COLUMN_BYTES);
