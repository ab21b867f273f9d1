//! Decimal numbers and digits in text (docs/FORMAT.md, "Packed text").

use crate::format::digits::{parse_digits, put_two, write_digits};

/// Digits in eight bytes.
pub const CHUNK_DIGITS: usize = 19;

/// Bytes that `digits` (at most 19) digits take.
pub fn digits_bytes(digits: usize) -> usize {
    [0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5, 6, 6, 7, 7, 8, 8, 8][digits]
}

/// A number as text.
pub enum Number {
    /// `-?(0|[1-9][0-9]*)\.[0-9]+`, with 2 to 18 digits in all.
    Decimal { digits: u64, scale: u8, negative: bool },
    /// 3 to [`CHUNK_DIGITS`] digits.
    Digits(u64),
}

/// A decimal's digits, its scale, and whether it is negative.
pub fn parse_decimal(text: &[u8]) -> Option<(u64, u8, bool)> {
    match parse_number(text)? {
        Number::Decimal { digits, scale, negative } => Some((digits, scale, negative)),
        Number::Digits(_) => None,
    }
}

/// Reads text as a number, if it is one.
#[inline]
pub fn parse_number(text: &[u8]) -> Option<Number> {
    let (negative, text) = match text.split_first()? {
        (b'-', rest) => (true, rest),
        _ => (false, text),
    };
    if !(3..=19).contains(&text.len()) {
        return None;
    }
    let (mut value, mut point) = (0u64, usize::MAX);
    for (at, byte) in text.iter().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit < 10 {
            value = value * 10 + u64::from(digit);
        } else if *byte == b'.' && point == usize::MAX {
            point = at;
        } else {
            return None;
        }
    }
    // 19 digits fit; with the point, there are at most 18.
    if point == usize::MAX {
        return (!negative).then_some(Number::Digits(value));
    }
    if point == 0 || point > 1 && text[0] == b'0' || point + 1 == text.len() {
        return None;
    }
    Some(Number::Decimal { digits: value, scale: (text.len() - 1 - point) as u8, negative })
}

/// The longest text of a decimal number.
pub const DECIMAL_BYTES: usize = 20;

/// One more than the largest digits of a decimal text.
pub const DECIMAL_LIMIT: u64 = 1_000_000_000_000_000_000;

/// Writes a decimal number of a scale of 1 to 17 and digits below [`DECIMAL_LIMIT`]; gives where in
/// `out` it begins.
#[inline]
pub fn format_decimal(
    digits: u64,
    scale: u8,
    negative: bool,
    out: &mut [u8; DECIMAL_BYTES],
) -> usize {
    let mut at = DECIMAL_BYTES - 1 - usize::from(scale);
    let whole = if scale == 2 {
        put_two(&mut out[DECIMAL_BYTES - 2..], (digits % 100) as u32);
        digits / 100
    } else {
        let power = 10u64.pow(u32::from(scale));
        write_digits(digits % power, &mut out[at + 1..]);
        digits / power
    };
    out[at] = b'.';
    at = write_int(whole, &mut out[..at]);
    if negative {
        at -= 1;
        out[at] = b'-';
    }
    at
}

/// Writes an integer to the end of `out`, which has room for it; gives where it begins.
#[inline]
fn write_int(mut value: u64, out: &mut [u8]) -> usize {
    let mut at = out.len();
    while value >= 100 {
        at -= 2;
        put_two(&mut out[at..], (value % 100) as u32);
        value /= 100;
    }
    if value >= 10 {
        at -= 2;
        put_two(&mut out[at..], value as u32);
    } else {
        at -= 1;
        out[at] = b'0' + value as u8;
    }
    at
}

/// An integer as text, without needless zeros or a plus.
pub fn parse_int(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text.split_first()? {
        (b'-', rest) => (true, rest),
        _ => (false, text),
    };
    let canonical =
        (1..=18).contains(&digits.len()) && (digits[0] != b'0' || digits.len() == 1 && !negative);
    let value = if canonical { parse_digits(digits)?.cast_signed() } else { return None };
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_written_as_they_are_read() {
        let mut text = [0; DECIMAL_BYTES];
        for (digits, scale, negative, expected) in [
            (0, 1, false, "0.0"),
            (5, 2, true, "-0.05"),
            (1234, 2, false, "12.34"),
            (99_999, 3, false, "99.999"),
            (DECIMAL_LIMIT - 1, 17, true, "-9.99999999999999999"),
            (DECIMAL_LIMIT - 1, 1, true, "-99999999999999999.9"),
            (10_000, 2, false, "100.00"),
        ] {
            let start = format_decimal(digits, scale, negative, &mut text);
            assert_eq!(String::from_utf8_lossy(&text[start..]), expected);
        }
    }
}
