//! Integers, and what stands before texts and bytes, in values and in definitions (docs/FORMAT.md,
//! "Values").

use super::{tag, varint};
use crate::error::{ErrorKind, Result};
use crate::format::input::Input;

/// Appends an integer, as in a value.
#[inline]
pub fn write_int(int: i64, out: &mut Vec<u8>) {
    match int {
        0..48 => out.push(int as u8),
        _ => write_larger_int(int, out),
    }
}

#[inline(never)]
fn write_larger_int(int: i64, out: &mut Vec<u8>) {
    let (tag, word, bytes) = spelled_int(int);
    // As one word, of which the first bytes stay.
    let end = out.len() + 1 + bytes;
    out.push(tag);
    out.extend_from_slice(&word.to_le_bytes());
    out.truncate(end);
}

/// The tag of an integer, and a word of which so many of the first bytes follow the tag.
#[inline]
pub(super) fn spelled_int(int: i64) -> (u8, u64, usize) {
    let (tag, from, bytes) = match int {
        0..48 => return (int as u8, 0, 0),
        48..304 => (tag::INT_1, 48, 1),
        304..65_840 => (tag::INT_2, 304, 2),
        65_840..16_843_056 => (tag::INT_3, 65_840, 3),
        16_843_056..=0xFFFF_FFFF => (tag::INT_4, 0, 4),
        _ if int < 0 && varint::size(!int.cast_unsigned()) < 8 => {
            let (word, bytes) = varint::word(!int.cast_unsigned());
            return (tag::NEGATIVE, word, bytes);
        }
        _ => (tag::INT_8, 0, 8),
    };
    (tag, (int - from).cast_unsigned(), bytes)
}

/// How many bytes an integer takes, its tag included.
pub fn int_size(int: i64) -> usize {
    match int {
        0..48 => 1,
        48..304 => 2,
        304..65_840 => 3,
        65_840..16_843_056 => 4,
        16_843_056..=0xFFFF_FFFF => 5,
        _ if int < 0 => 1 + varint::size(!int.cast_unsigned()).min(8),
        _ => 9,
    }
}

/// The integer of a tag; `None` if the tag is of something else.
#[inline(always)]
pub fn read_int(input: &mut Input<'_>, tag: u8) -> Result<Option<i64>> {
    Ok(Some(match tag {
        0..tag::SMALL_INTS => i64::from(tag),
        tag::INT_1 => 48 + i64::from(input.byte()?),
        tag::INT_2 => 304 + i64::from(u16::from_le_bytes(input.array()?)),
        tag::INT_3 => {
            let [low, middle, high] = input.array()?;
            65_840 + i64::from(u32::from_le_bytes([low, middle, high, 0]))
        }
        tag::INT_4 => i64::from(u32::from_le_bytes(input.array()?)),
        tag::INT_8 => i64::from_le_bytes(input.array()?),
        tag::NEGATIVE => {
            let below = input.varint()?.cast_signed();
            if below < 0 {
                return Err(input.error(ErrorKind::BadNumber, "an integer beyond 64 bits"));
            }
            !below
        }
        _ => return Ok(None),
    }))
}

/// Appends what comes before `length` bytes of text.
#[inline]
pub fn write_text_tag(length: usize, out: &mut Vec<u8>) {
    if length < tag::SHORT_TEXT_BYTES {
        out.push(tag::TEXT + length as u8);
    } else {
        out.push(tag::LONG_TEXT);
        varint::write(out, (length - tag::SHORT_TEXT_BYTES) as u64);
    }
}

/// The length after [`tag::LONG_TEXT`].
#[inline]
pub fn long_length(input: &mut Input<'_>) -> Result<usize> {
    let above = usize::try_from(input.varint()?).unwrap_or(usize::MAX);
    match above.checked_add(tag::SHORT_TEXT_BYTES) {
        Some(length) if length <= input.bytes.len() => Ok(length),
        // Compressed texts may be longer than the message; what they hold is checked where it is
        // taken.
        Some(length) if length < 1 << 40 => Ok(length),
        _ => Err(input.truncated()),
    }
}

pub(super) fn write_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    varint::write(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Whether an integer in two's complement has no needless bytes.
pub(super) fn is_shortest(bytes: &[u8]) -> bool {
    match bytes {
        [] => false,
        [0x00, next, ..] => *next >= 0x80,
        [0xFF, next, ..] => *next < 0x80,
        _ => true,
    }
}
