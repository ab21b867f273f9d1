//! The tokens of `serialize`: numbers, floats and strings, as php-src
//! `ext/standard/var_unserializer.re` reads them.

use crate::error::{Error, ErrorKind, Result};
use crate::format::input::Input;

#[cold]
pub fn no_value(tag: [u8; 2], at: usize) -> Error {
    match tag[0] {
        b'N' => Error::at(ErrorKind::BadSyntax, at + 1, "; is expected after N"),
        b'b' | b'i' | b'd' | b's' | b'S' | b'a' | b'O' | b'C' | b'E' | b'r' | b'R' => {
            Error::at(ErrorKind::BadSyntax, at + 1, ": is expected after the type letter")
        }
        b'}' => Error::at(ErrorKind::BadSyntax, at, "fewer values than declared"),
        _ => Error::at(ErrorKind::BadTag, at, "unknown type letter"),
    }
}

#[inline]
pub fn expect(input: &mut Input<'_>, byte: u8) -> Result<()> {
    match input.peek() {
        Some(next) if next == byte => {
            input.at += 1;
            Ok(())
        }
        Some(_) => {
            Err(input.error(ErrorKind::BadSyntax, &format!("{} is expected", char::from(byte))))
        }
        None => Err(input.truncated()),
    }
}

/// Decimal digits, and then this byte.
#[inline]
pub fn number(input: &mut Input<'_>, end: u8) -> Result<u64> {
    if let Some((number, count)) = short_number(input, end) {
        input.at += count + 1;
        return Ok(number);
    }
    long_number(input, end)
}

/// Up to seven digits and the byte after them, from eight bytes at once.
#[inline]
fn short_number(input: &Input<'_>, end: u8) -> Option<(u64, usize)> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let chunk: &[u8; 8] = input.bytes.get(input.at..)?.first_chunk()?;
    // A digit becomes its value, any other byte more than 9.
    let values = u64::from_le_bytes(*chunk) ^ (EACH * 0x30);
    let others = (((values & (EACH * 0x7F)) + EACH * 0x76) | values) & (EACH * 0x80);
    let count = (others.trailing_zeros() / 8) as usize;
    if count == 0 || chunk.get(count) != Some(&end) {
        return None;
    }
    // Zeros before the first digit, and then pairs, fours and eights.
    let values = values << (64 - 8 * count);
    let pairs = (values.wrapping_mul(10) + (values >> 8)) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs.wrapping_mul(100) + (pairs >> 16)) & 0x0000_FFFF_0000_FFFF;
    Some(((fours.wrapping_mul(10_000) + (fours >> 32)) & 0xFFFF_FFFF, count))
}

fn long_number(input: &mut Input<'_>, end: u8) -> Result<u64> {
    let rest = input.bytes.get(input.at..).unwrap_or_default();
    let mut number = 0_u64;
    for (at, byte) in rest.iter().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            if *byte != end || at == 0 {
                return Err(Error::at(ErrorKind::BadSyntax, input.at + at, "a digit is expected"));
            }
            input.at += at + 1;
            return Ok(number);
        }
        match number.checked_mul(10).and_then(|number| number.checked_add(digit.into())) {
            Some(next) => number = next,
            None => return Err(input.error(ErrorKind::BadNumber, "a number beyond 64 bits")),
        }
    }
    Err(input.truncated())
}

/// An integer, after `i:`.
#[inline]
pub fn int(input: &mut Input<'_>) -> Result<i64> {
    match short_number(input, b';') {
        Some((number, count)) => {
            input.at += count + 1;
            Ok(number.cast_signed())
        }
        None => long_int(input),
    }
}

fn long_int(input: &mut Input<'_>) -> Result<i64> {
    let at = input.at;
    let negative = input.peek() == Some(b'-');
    if matches!(input.peek(), Some(b'-' | b'+')) {
        input.at += 1;
    }
    let number = number(input, b';')?;
    let int =
        if negative { 0_i64.checked_sub_unsigned(number) } else { i64::try_from(number).ok() };
    int.ok_or_else(|| beyond(at))
}

#[cold]
fn beyond(at: usize) -> Error {
    Error::at(ErrorKind::BadNumber, at, "an integer beyond 64 bits")
}

/// A float, after `d:`.
#[inline]
pub fn float(input: &mut Input<'_>) -> Result<f64> {
    match short_float(input) {
        Some(float) => Ok(float),
        None => long_float(input),
    }
}

/// Few digits with a point among them: both their integer and the power of ten are exact, so that
/// one division rounds once (W. D. Clinger, "How to Read Floating Point Numbers Accurately").
#[inline]
fn short_float(input: &mut Input<'_>) -> Option<f64> {
    const EXACT: u64 = 1 << 53;
    const POWERS: [f64; 16] =
        [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
    let rest = input.bytes.get(input.at..)?;
    let is_negative = rest.first() == Some(&b'-');
    let begin = usize::from(is_negative);
    let (mut digits, mut point) = (0_u64, None);
    for (at, byte) in rest.iter().enumerate().skip(begin).take(POWERS.len() + 1) {
        match byte {
            b'0'..=b'9' => digits = digits * 10 + u64::from(byte - b'0'),
            b'.' if point.is_none() => point = Some(at),
            b';' if digits < EXACT && at > begin => {
                let float = digits as f64 / POWERS.get(point.map_or(0, |point| at - point - 1))?;
                if point.is_some() && at == begin + 1 {
                    return None;
                }
                input.at += at + 1;
                return Some(if is_negative { -float } else { float });
            }
            _ => return None,
        }
    }
    None
}

fn long_float(input: &mut Input<'_>) -> Result<f64> {
    let rest = input.bytes.get(input.at..).unwrap_or_default();
    let length = rest
        .iter()
        .position(|byte| !matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e' | b'E'));
    let (text, ends) = rest.split_at(length.unwrap_or(rest.len()));
    match std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()) {
        Some(float) if ends.first() == Some(&b';') => {
            input.at += text.len() + 1;
            return Ok(float);
        }
        _ if ends.is_empty() => return Err(input.truncated()),
        _ => {}
    }
    for (name, float) in [("INF;", f64::INFINITY), ("-INF;", f64::NEG_INFINITY), ("NAN;", f64::NAN)]
    {
        if rest.starts_with(name.as_bytes()) {
            input.at += name.len();
            return Ok(float);
        }
        if name.as_bytes().starts_with(rest) {
            return Err(input.truncated());
        }
    }
    Err(input.error(ErrorKind::BadSyntax, "no float"))
}

/// A string, after `s:`.
#[inline]
pub fn string<'a>(input: &mut Input<'a>) -> Result<&'a [u8]> {
    // Most lengths have one digit or two, and where the string ends waits for them: that is quicker
    // than eight bytes at once.
    let rest = input.bytes.get(input.at..).unwrap_or_default();
    let (length, digits) = match *rest {
        [first @ b'0'..=b'9', b':', ..] => (usize::from(first - b'0'), 1),
        [first @ b'0'..=b'9', second @ b'0'..=b'9', b':', ..] => {
            (usize::from(first - b'0') * 10 + usize::from(second - b'0'), 2)
        }
        _ => return long_string(input),
    };
    match rest.get(digits + 1..digits + length + 4) {
        Some([b'"', text @ .., b'"', b';']) => {
            input.at += digits + length + 4;
            Ok(text)
        }
        _ => long_string(input),
    }
}

fn long_string<'a>(input: &mut Input<'a>) -> Result<&'a [u8]> {
    let length = number(input, b':')?;
    quoted(input, length, b';')
}

/// So many bytes between quotes, and then this byte.
#[inline]
pub fn quoted<'a>(input: &mut Input<'a>, length: u64, end: u8) -> Result<&'a [u8]> {
    let rest = input.bytes.get(input.at..).unwrap_or_default();
    let whole = usize::try_from(length)
        .ok()
        .and_then(|length| length.checked_add(3))
        .and_then(|length| rest.get(..length));
    match whole {
        Some([b'"', text @ .., b'"', last]) if *last == end => {
            input.at += text.len() + 3;
            Ok(text)
        }
        Some(_) => Err(input.error(ErrorKind::BadSyntax, "a string must end here with a quote")),
        None => Err(input.truncated()),
    }
}
