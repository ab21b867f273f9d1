//! Columns, as they are read: many values of one kind, one after another (docs/FORMAT.md, "Columns").

use std::sync::Arc;

use super::bits;
use super::packed::DateTimeStyle;
use crate::error::{ErrorKind, Result};
use crate::format::input::Input;

/// A column that is being read, a value at a time.
pub struct Column {
    /// The bit of the bitmap of nulls that belongs to the next value.
    pub nulls: Option<usize>,
    pub body: Body,
}

/// The values of a column that are not null.
pub enum Body {
    Plain { at: usize, end: usize },
    Ints(Ints),
    Bools { bit: usize },
    Floats { at: usize },
    Decimals { scale: u8, ints: Ints },
    DecimalTexts { scale: u8, ints: Ints },
    DateTexts(Ints),
    DateTimeTexts { style: DateTimeStyle, ints: Ints },
    IntTexts(Ints),
    DigitsTexts { count: u8, ints: Ints },
    DistinctTexts { entries: Box<[Arc<str>]>, ints: Ints },
    Texts { wide: bool, lengths: Ints, at: usize },
    HexTexts { bytes: usize, upper: bool, at: usize },
    UuidTexts { at: usize },
    Records { shape: usize, columns: Box<[Column]> },
    Nulls,
    Entries(Ints),
}

/// Integers of a column: each a base and some bits, or the last one and some bits.
#[derive(Clone, Copy)]
pub struct Ints {
    /// What is added to the bits; with `delta`, the last integer.
    base: i64,
    /// What is added to each difference.
    delta: Option<i64>,
    first: bool,
    width: u8,
    bit: usize,
}

impl Ints {
    /// Opens `count` integers; `delta` as the kind says.
    pub fn open(input: &mut Input<'_>, count: usize, delta: bool) -> Result<Self> {
        let base = input.zigzag()?;
        let delta = if delta { Some(input.zigzag()?) } else { None };
        let width = input.byte()?;
        if width > 64 {
            return Err(input.error(ErrorKind::BadColumn, "integers of more than 64 bits"));
        }
        let packed = if delta.is_some() { count.saturating_sub(1) } else { count };
        let Some(length) = bits::packed_bytes(packed, width) else { return Err(input.truncated()) };
        let bit = input.at * 8;
        let bytes = input.take(length)?;
        if !bits::padding_is_zero(bytes, packed, width) {
            return Err(input.error(ErrorKind::BadColumn, "bits that are not zero after a column's last value"));
        }
        Ok(Self { base, delta, first: true, width, bit })
    }

    #[inline]
    pub fn next(&mut self, input: &Input<'_>) -> Result<i64> {
        if self.delta.is_some() && self.first {
            self.first = false;
            return Ok(self.base);
        }
        let bits = if self.width == 0 { 0 } else { bits::unpack(input.bytes, self.bit, self.width) };
        self.bit += usize::from(self.width);
        let next = self.base.checked_add_unsigned(bits).and_then(|next| next.checked_add(self.delta.unwrap_or(0)));
        let Some(next) = next else { return Err(input.error(ErrorKind::BadNumber, "an integer beyond 64 bits in a column")) };
        if self.delta.is_some() {
            self.base = next;
        }
        Ok(next)
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
