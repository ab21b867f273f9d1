//! Integers of a column (docs/FORMAT.md, "Columns", 01 and 02).

use super::tag::column;
use super::{bits, varint};
use crate::error::{ErrorKind, Result};
use crate::format::input::Input;

/// Integers of a column: each a base and some bits, or the last one and some bits.
#[derive(Clone, Copy)]
pub struct Ints {
    /// What is added to the bits; of differences, the last integer.
    base: i64,
    /// What is added to each difference.
    step: i64,
    bit: usize,
    width: u8,
    kind: IntsKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum IntsKind {
    Plain,
    /// Of differences, before the first.
    First,
    Differences,
}

impl Ints {
    /// Opens `count` integers; `delta` as the kind says.
    pub fn open(input: &mut Input<'_>, count: usize, delta: bool) -> Result<Self> {
        let base = input.zigzag()?;
        let (kind, step) =
            if delta { (IntsKind::First, input.zigzag()?) } else { (IntsKind::Plain, 0) };
        let width = input.byte()?;
        if width > 64 {
            return Err(input.error(ErrorKind::BadColumn, "integers of more than 64 bits"));
        }
        let packed = if delta { count.saturating_sub(1) } else { count };
        let Some(length) = bits::packed_bytes(packed, width) else { return Err(input.truncated()) };
        let bit = input.at * 8;
        let bytes = input.take(length)?;
        if !bits::padding_is_zero(bytes, packed, width) {
            return Err(input.error(
                ErrorKind::BadColumn,
                "bits that are not zero after a column's last value",
            ));
        }
        Ok(Self { base, step, bit, width, kind })
    }

    #[inline]
    pub fn next(&mut self, input: &Input<'_>) -> Result<i64> {
        if self.kind == IntsKind::First {
            self.kind = IntsKind::Differences;
            return Ok(self.base);
        }
        let bits = bits::unpack(input.bytes, self.bit, self.width);
        self.bit += usize::from(self.width);
        let mut next = self.base.checked_add_unsigned(bits);
        if self.kind == IntsKind::Differences {
            next = next.and_then(|next| next.checked_add(self.step));
            self.base = next.unwrap_or(self.base);
        }
        next.ok_or_else(|| {
            input.error(ErrorKind::BadNumber, "an integer beyond 64 bits in a column")
        })
    }

    /// The sum of `count` lengths.
    pub fn total(mut self, input: &Input<'_>, count: usize) -> Result<usize> {
        let mut total = 0usize;
        for _ in 0..count {
            let length = usize::try_from(self.next(input)?).ok();
            total = length
                .and_then(|length| total.checked_add(length))
                .ok_or_else(|| input.truncated())?;
        }
        Ok(total)
    }
}

/// The least and the most of integers.
#[derive(Clone, Copy)]
struct Range {
    least: i64,
    most: i64,
}

impl Range {
    const EMPTY: Self = Self { least: i64::MAX, most: i64::MIN };

    #[inline]
    fn with(self, int: i64) -> Self {
        Self { least: self.least.min(int), most: self.most.max(int) }
    }
}

/// The range of integers, and of the differences between each and the next, if none overflows.
#[inline]
fn ranges(ints: &[i64]) -> (Range, Option<Range>) {
    // Within this range no difference overflows, nor does what a reader adds up.
    const CALM: i64 = 1 << 61;
    let Some((first, rest)) = ints.split_first() else { return (Range::EMPTY, None) };
    let (mut all, mut differences) = (Range::EMPTY.with(*first), Range::EMPTY);
    for (int, next) in ints.iter().zip(rest) {
        all = all.with(*next);
        differences = differences.with(next.wrapping_sub(*int));
    }
    if all.least > -CALM && all.most < CALM {
        return (all, Some(differences));
    }
    let differences = ints.windows(2).try_fold(Range::EMPTY, |differences, pair| {
        Some(differences.with(pair[1].checked_sub(pair[0])?))
    });
    (all, differences)
}

/// Writes integers as a column: bits above the smallest, or differences, whichever is shorter.
pub(super) fn write_ints(ints: &[i64], out: &mut Vec<u8>) {
    let (Range { least, most }, differences) = ranges(ints);
    let above = |base: i64, int: i64| int.wrapping_sub(base).cast_unsigned();
    let width = bits::width(above(least, most));
    if let Some(differences) = differences.filter(|_| ints.len() > 1) {
        let Range { least: least_difference, most: most_difference } = differences;
        let delta_width = bits::width(above(least_difference, most_difference));
        let bits = |count: usize, width: u8| count * usize::from(width) / 8;
        // A reader adds the bits to the last integer first, which must not overflow.
        let fits =
            most.checked_add(above(least_difference, most_difference).cast_signed()).is_some()
                && most_difference.checked_sub(least_difference).is_some();
        if fits
            && bits(ints.len() - 1, delta_width) + varint::size(varint::zigzag(least_difference))
                < bits(ints.len(), width)
        {
            out.push(column::DELTA_INTS);
            varint::write(out, varint::zigzag(ints[0]));
            varint::write(out, varint::zigzag(least_difference));
            out.push(delta_width);
            let pairs = ints.iter().zip(ints.iter().skip(1));
            bits::pack(
                pairs.map(|(int, next)| above(least_difference, next - int)),
                delta_width,
                out,
            );
            return;
        }
    }
    out.push(column::INTS);
    varint::write(out, varint::zigzag(least));
    out.push(width);
    bits::pack(ints.iter().map(|int| above(least, *int)), width, out);
}
