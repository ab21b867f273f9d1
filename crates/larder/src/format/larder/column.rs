//! Columns, as they are read: many values of one kind, one after another (docs/FORMAT.md, "Columns").

use super::bits;
use super::packed::DateTimeStyle;
use crate::error::{ErrorKind, Result};
use crate::format::input::Input;
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
        kind: Texts,
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
pub enum Texts {
    /// All of them ASCII, which was seen at once.
    Ascii,
    Utf8,
    Wide,
}

/// What a column is charged.
pub const COLUMN_BYTES: usize = 80;
const _: () = assert!(size_of::<Column<std::sync::Arc<str>>>() <= COLUMN_BYTES);

/// Integers of a column: each a base and some bits, or the last one and some bits.
#[derive(Clone, Copy)]
pub struct Ints {
    /// What is added to the bits; of differences, the last integer.
    base: i64,
    /// What is added to each difference.
    step: i64,
    bit: usize,
    width: u8,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    /// Of differences, before the first.
    First,
    Differences,
}

impl Ints {
    /// Opens `count` integers; `delta` as the kind says.
    pub fn open(input: &mut Input<'_>, count: usize, delta: bool) -> Result<Self> {
        let base = input.zigzag()?;
        let (kind, step) = if delta { (Kind::First, input.zigzag()?) } else { (Kind::Plain, 0) };
        let width = input.byte()?;
        if width > 64 {
            return Err(input.error(ErrorKind::BadColumn, "integers of more than 64 bits"));
        }
        let packed = if delta { count.saturating_sub(1) } else { count };
        let Some(length) = bits::packed_bytes(packed, width) else { return Err(input.truncated()) };
        let bit = input.at * 8;
        let bytes = input.take(length)?;
        if !bits::padding_is_zero(bytes, packed, width) {
            return Err(input.error(ErrorKind::BadColumn, "bits that are not zero after a column's last value"));
        }
        Ok(Self { base, step, bit, width, kind })
    }

    #[inline]
    pub fn next(&mut self, input: &Input<'_>) -> Result<i64> {
        if self.kind == Kind::First {
            self.kind = Kind::Differences;
            return Ok(self.base);
        }
        let bits = bits::unpack(input.bytes, self.bit, self.width);
        self.bit += usize::from(self.width);
        let mut next = self.base.checked_add_unsigned(bits);
        if self.kind == Kind::Differences {
            next = next.and_then(|next| next.checked_add(self.step));
            self.base = next.unwrap_or(self.base);
        }
        next.ok_or_else(|| input.error(ErrorKind::BadNumber, "an integer beyond 64 bits in a column"))
    }

    /// The sum of `count` lengths.
    pub fn total(mut self, input: &Input<'_>, count: usize) -> Result<usize> {
        let mut total = 0usize;
        for _ in 0..count {
            let length = usize::try_from(self.next(input)?).ok();
            total = length.and_then(|length| total.checked_add(length)).ok_or_else(|| input.truncated())?;
        }
        Ok(total)
    }
}
