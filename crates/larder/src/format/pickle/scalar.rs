//! Values that one opcode holds: they are not kept, but read again from the opcode's offset where
//! they are needed.

use std::borrow::Cow;

use crate::error::{Error, ErrorKind, Result};
use crate::format::number;
use crate::format::reading::Reading;

pub const INT: u8 = b'I';
pub const BININT: u8 = b'J';
pub const BININT1: u8 = b'K';
pub const BININT2: u8 = b'M';
pub const LONG: u8 = b'L';
pub const LONG1: u8 = 0x8A;
pub const LONG4: u8 = 0x8B;
pub const STRING: u8 = b'S';
pub const BINSTRING: u8 = b'T';
pub const SHORT_BINSTRING: u8 = b'U';
pub const BINBYTES: u8 = b'B';
pub const SHORT_BINBYTES: u8 = b'C';
pub const BINBYTES8: u8 = 0x8E;
pub const BYTEARRAY8: u8 = 0x96;
pub const NONE: u8 = b'N';
pub const NEWTRUE: u8 = 0x88;
pub const NEWFALSE: u8 = 0x89;
pub const UNICODE: u8 = b'V';
pub const SHORT_BINUNICODE: u8 = 0x8C;
pub const BINUNICODE: u8 = b'X';
pub const BINUNICODE8: u8 = 0x8D;
pub const FLOAT: u8 = b'F';
pub const BINFLOAT: u8 = b'G';
pub const EMPTY_TUPLE: u8 = b')';
pub const TUPLE: u8 = b't';
pub const GLOBAL: u8 = b'c';
pub const INST: u8 = b'i';
pub const EXT1: u8 = 0x82;
pub const EXT2: u8 = 0x83;
pub const EXT4: u8 = 0x84;
pub const PERSID: u8 = b'P';

/// What a digit of a long number is charged.
pub const DIGIT_BYTES: usize = 8;

/// What an opcode holds.
pub enum Scalar<'a> {
    Null,
    Bool(bool),
    Int(i64),
    /// Two's complement, the highest byte first.
    BigInt(Box<[u8]>),
    Float(f64),
    Text(Cow<'a, str>),
    Bytes(&'a [u8]),
    /// A `str` of Python 2: text or bytes.
    String(Cow<'a, [u8]>),
    EmptyTuple,
    /// A module, and a name within it.
    Global(&'a [u8], &'a [u8]),
    /// A global that both sides have numbered (`copyreg.add_extension`).
    Extension(u32),
    PersistentId(&'a [u8]),
}

/// Reads the opcode at the input's position, one of those above. What it holds is charged,
/// because a few bytes that refer to it can repeat it many times.
pub fn read<'a>(reading: &mut Reading<'a, '_>) -> Result<Scalar<'a>> {
    let at = reading.input.at;
    Ok(match reading.input.byte()? {
        NONE => Scalar::Null,
        NEWTRUE => Scalar::Bool(true),
        NEWFALSE => Scalar::Bool(false),
        // An empty TUPLE: its items stand before it.
        EMPTY_TUPLE | TUPLE => Scalar::EmptyTuple,
        BININT1 => Scalar::Int(i64::from(reading.input.byte()?)),
        BININT2 => Scalar::Int(i64::from(u16::from_le_bytes(reading.input.array()?))),
        BININT => Scalar::Int(i64::from(i32::from_le_bytes(reading.input.array()?))),
        BINFLOAT => Scalar::Float(f64::from_be_bytes(reading.input.array()?)),
        SHORT_BINUNICODE => text(length_8(reading)?, at)?,
        BINUNICODE => text(length_32(reading)?, at)?,
        BINUNICODE8 => text(length_64(reading)?, at)?,
        SHORT_BINBYTES => Scalar::Bytes(length_8(reading)?),
        BINBYTES => Scalar::Bytes(length_32(reading)?),
        BINBYTES8 | BYTEARRAY8 => Scalar::Bytes(length_64(reading)?),
        SHORT_BINSTRING => Scalar::String(Cow::Borrowed(length_8(reading)?)),
        BINSTRING => Scalar::String(Cow::Borrowed(length_31(reading)?)),
        LONG1 => long(reading, length_8)?,
        LONG4 => long(reading, length_31)?,
        INT => match line(reading)? {
            b"00" => Scalar::Bool(false),
            b"01" => Scalar::Bool(true),
            digits => int(reading, digits, at)?,
        },
        LONG => {
            let digits = line(reading)?;
            int(reading, digits.strip_suffix(b"L").unwrap_or(digits), at)?
        }
        FLOAT => Scalar::Float(float(line(reading)?, at)?),
        STRING => Scalar::String(unquote(reading, at)?),
        UNICODE => Scalar::Text(raw_unicode_escape(reading, at)?),
        GLOBAL | INST => Scalar::Global(line(reading)?, line(reading)?),
        EXT1 => extension(u32::from(reading.input.byte()?), at)?,
        EXT2 => extension(u32::from(u16::from_le_bytes(reading.input.array()?)), at)?,
        EXT4 => extension(u32::from_le_bytes(reading.input.array()?), at)?,
        PERSID => Scalar::PersistentId(line(reading)?),
        _ => return Err(Error::at(ErrorKind::BadTag, at, "an opcode that holds no value")),
    })
}

fn take<'a>(reading: &mut Reading<'a, '_>, length: u64) -> Result<&'a [u8]> {
    let length = reading.count(length, 1)?;
    reading.charge(length)?;
    reading.input.take(length)
}

fn length_8<'a>(reading: &mut Reading<'a, '_>) -> Result<&'a [u8]> {
    let length = reading.input.byte()?;
    take(reading, u64::from(length))
}

fn length_32<'a>(reading: &mut Reading<'a, '_>) -> Result<&'a [u8]> {
    let length = u32::from_le_bytes(reading.input.array()?);
    take(reading, u64::from(length))
}

/// A length that Python has with a sign.
fn length_31<'a>(reading: &mut Reading<'a, '_>) -> Result<&'a [u8]> {
    let at = reading.input.at;
    match u64::try_from(i32::from_le_bytes(reading.input.array()?)) {
        Ok(length) => take(reading, length),
        Err(_) => Err(Error::at(ErrorKind::BadNumber, at, "a negative length")),
    }
}

fn length_64<'a>(reading: &mut Reading<'a, '_>) -> Result<&'a [u8]> {
    let length = u64::from_le_bytes(reading.input.array()?);
    take(reading, length)
}

/// The bytes up to the end of the line.
pub fn line<'a>(reading: &mut Reading<'a, '_>) -> Result<&'a [u8]> {
    let line = reading.input.until(b'\n')?;
    reading.charge(line.len())?;
    Ok(line)
}

fn text(bytes: &[u8], at: usize) -> Result<Scalar<'_>> {
    match simdutf8::basic::from_utf8(bytes) {
        Ok(text) => Ok(Scalar::Text(Cow::Borrowed(text))),
        Err(_) => Err(Error::at(ErrorKind::InvalidUtf8, at, "text that is not UTF-8")),
    }
}

/// An integer of this many bytes, the lowest first.
fn long<'a>(
    reading: &mut Reading<'a, '_>,
    bytes: fn(&mut Reading<'a, '_>) -> Result<&'a [u8]>,
) -> Result<Scalar<'a>> {
    let mut bytes = bytes(reading)?;
    // Bytes that only repeat the sign.
    while let [.., before, last @ (0x00 | 0xFF)] = bytes
        && before >> 7 == last >> 7
    {
        bytes = &bytes[..bytes.len() - 1];
    }
    if let Some(fill) = 8usize.checked_sub(bytes.len()) {
        let sign = bytes.last().map_or(0, |last| if *last < 0x80 { 0 } else { 0xFF });
        let mut word = [sign; 8];
        word[..8 - fill].copy_from_slice(bytes);
        return Ok(Scalar::Int(i64::from_le_bytes(word)));
    }
    reading.charge(bytes.len())?;
    Ok(Scalar::BigInt(bytes.iter().rev().copied().collect()))
}

fn int(reading: &mut Reading<'_, '_>, digits: &[u8], at: usize) -> Result<Scalar<'static>> {
    if let Some(int) = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok()) {
        return Ok(Scalar::Int(int));
    }
    // What is converted, and more: the time goes with the square.
    reading.charge(DIGIT_BYTES * digits.len())?;
    match number::parse(digits) {
        Some(bytes) => Ok(Scalar::BigInt(bytes)),
        None if digits.len() > number::MAX_DIGITS => Err(Error::at(
            ErrorKind::TooLarge,
            at,
            format!("an integer of more than {} digits", number::MAX_DIGITS),
        )),
        None => Err(Error::at(ErrorKind::BadNumber, at, "malformed integer")),
    }
}

fn float(digits: &[u8], at: usize) -> Result<f64> {
    let float = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse::<f64>().ok());
    match float {
        // Python refuses digits beyond a float as well.
        Some(float) if !float.is_infinite() || !digits.iter().any(u8::is_ascii_digit) => Ok(float),
        _ => Err(Error::at(ErrorKind::BadNumber, at, "malformed float")),
    }
}

fn extension(code: u32, at: usize) -> Result<Scalar<'static>> {
    if code == 0 || code > i32::MAX.unsigned_abs() {
        return Err(Error::at(ErrorKind::BadNumber, at, "an extension code must be positive"));
    }
    Ok(Scalar::Extension(code))
}

/// A `str` of Python 2 as its `repr`.
fn unquote<'a>(reading: &mut Reading<'a, '_>, at: usize) -> Result<Cow<'a, [u8]>> {
    let wrong = |what| Error::at(ErrorKind::BadSyntax, at, what);
    let bytes = match line(reading)? {
        [open @ (b'\'' | b'"'), bytes @ .., close] if open == close => bytes,
        _ => return Err(wrong("a string without quotes")),
    };
    if !bytes.contains(&b'\\') {
        return Ok(Cow::Borrowed(bytes));
    }
    reading.charge(bytes.len())?;
    let mut string = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let [byte, after @ ..] = rest {
        rest = after;
        if *byte != b'\\' {
            string.push(*byte);
            continue;
        }
        let [escape, after @ ..] = rest else { return Err(wrong("a string that ends in \\")) };
        rest = after;
        let simple = match escape {
            b'\n' => continue,
            b'\\' | b'\'' | b'"' => *escape,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'v' => 11,
            b'x' => {
                let (value, after) = hex(rest, 2).ok_or_else(|| wrong("\\x without two digits"))?;
                rest = after;
                value as u8
            }
            b'0'..=b'7' => {
                let mut value = u32::from(escape - b'0');
                for _ in 0..2 {
                    if let [digit @ b'0'..=b'7', after @ ..] = rest {
                        value = value * 8 + u32::from(digit - b'0');
                        rest = after;
                    }
                }
                value as u8
            }
            _ => {
                string.push(b'\\');
                *escape
            }
        };
        string.push(simple);
    }
    Ok(Cow::Owned(string))
}

/// Text in Python's `raw-unicode-escape`: Latin-1, with `\uXXXX` and `\UXXXXXXXX`.
fn raw_unicode_escape<'a>(reading: &mut Reading<'a, '_>, at: usize) -> Result<Cow<'a, str>> {
    let bytes = line(reading)?;
    if bytes.is_ascii() && !bytes.contains(&b'\\') {
        return Ok(String::from_utf8_lossy(bytes));
    }
    reading.charge(2 * bytes.len())?;
    let mut text = String::with_capacity(2 * bytes.len());
    let mut rest = bytes;
    while let [byte, after @ ..] = rest {
        rest = after;
        let digits = match rest {
            [b'u', ..] if *byte == b'\\' => 4,
            [b'U', ..] if *byte == b'\\' => 8,
            [next, after @ ..] if *byte == b'\\' => {
                text.push('\\');
                text.push(char::from(*next));
                rest = after;
                continue;
            }
            _ => {
                text.push(char::from(*byte));
                continue;
            }
        };
        let (value, after) = hex(&rest[1..], digits).ok_or_else(|| {
            Error::at(ErrorKind::BadSyntax, at, "\\u is not followed by hexadecimal digits")
        })?;
        rest = after;
        match char::from_u32(value) {
            Some(character) => text.push(character),
            None => {
                return Err(Error::at(
                    ErrorKind::InvalidUtf8,
                    at,
                    "a code point that is not a character",
                ));
            }
        }
    }
    Ok(Cow::Owned(text))
}

/// So many hexadecimal digits, and what follows them.
fn hex(bytes: &[u8], digits: usize) -> Option<(u32, &[u8])> {
    let mut value = 0;
    for digit in bytes.get(..digits)? {
        value = value << 4 | char::from(*digit).to_digit(16)?;
    }
    Some((value, &bytes[digits..]))
}

/// Names that are looked for are no longer.
const MAX_NAME: usize = 80;

/// The bytes of a short string at this offset, if it stands there as it is.
pub fn short_string(bytes: &[u8], at: usize) -> Option<&[u8]> {
    let rest = bytes.get(at..)?;
    let (length, rest) = match *rest {
        [SHORT_BINUNICODE | SHORT_BINSTRING, length, ref rest @ ..] => (usize::from(length), rest),
        [BINUNICODE | BINSTRING, length, 0, 0, 0, ref rest @ ..] => (usize::from(length), rest),
        [UNICODE, ref rest @ ..] => {
            (rest[..rest.len().min(MAX_NAME)].iter().position(|byte| *byte == b'\n')?, rest)
        }
        _ => return None,
    };
    rest.get(..length).filter(|name| !name.contains(&b'\\'))
}

/// The module and the name of a short global at this offset.
pub fn short_global(bytes: &[u8], at: usize) -> Option<(&[u8], &[u8])> {
    let [GLOBAL | INST, rest @ ..] = bytes.get(at..)? else { return None };
    let mut lines = rest[..rest.len().min(MAX_NAME)].split(|byte| *byte == b'\n');
    let (module, name) = (lines.next()?, lines.next()?);
    // The name's line ends within.
    lines.next().map(|_| (module, name))
}
