//! MessagePack: <https://github.com/msgpack/msgpack/blob/master/spec.md>.
//!
//! Strings that are not UTF-8 are decoded to bytes, as PHP writes all its strings so. Extension
//! types are [`Extended::Custom`] of a class `msgpack/ext/N`, but for timestamps, which are
//! [`Extended::Instant`].

use crate::builder::Builder;
use crate::error::{Error, ErrorKind, Result};
use crate::format::loss::Loss;
use crate::format::number;
use crate::format::reading::{ReadFormat, Reading};
use crate::format::writing::{Plain, Writing};
use crate::shape::Key;
use crate::shape::KeyRef;
use crate::source::{ExtendedView, ListSource, MapSource, Source, View};
use crate::value::Extended;

const FIXMAP: u8 = 0x80;
const FIXARRAY: u8 = 0x90;
const FIXSTR: u8 = 0xA0;
const NIL: u8 = 0xC0;
const RESERVED: u8 = 0xC1;
const FALSE: u8 = 0xC2;
const TRUE: u8 = 0xC3;
const BIN_8: u8 = 0xC4;
const BIN_16: u8 = 0xC5;
const BIN_32: u8 = 0xC6;
const EXT_8: u8 = 0xC7;
const EXT_16: u8 = 0xC8;
const EXT_32: u8 = 0xC9;
const FLOAT_32: u8 = 0xCA;
const FLOAT_64: u8 = 0xCB;
const UINT_8: u8 = 0xCC;
const UINT_16: u8 = 0xCD;
const UINT_32: u8 = 0xCE;
const UINT_64: u8 = 0xCF;
const INT_8: u8 = 0xD0;
const INT_16: u8 = 0xD1;
const INT_32: u8 = 0xD2;
const INT_64: u8 = 0xD3;
const FIXEXT_1: u8 = 0xD4;
const FIXEXT_16: u8 = 0xD8;
const STR_8: u8 = 0xD9;
const STR_16: u8 = 0xDA;
const STR_32: u8 = 0xDB;
const ARRAY_16: u8 = 0xDC;
const ARRAY_32: u8 = 0xDD;
const MAP_16: u8 = 0xDE;
const MAP_32: u8 = 0xDF;
const NEGATIVE_FIXINT: u8 = 0xE0;

const TIMESTAMP: i8 = -1;
const SECOND: u32 = 1_000_000_000;
/// The class of extension types, before the number.
const EXT_CLASS: &str = "msgpack/ext/";

pub struct Msgpack;

impl ReadFormat for Msgpack {
    fn read<B: Builder>(
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        value(reading, builder, to)
    }
}

fn value<B: Builder>(
    reading: &mut Reading<'_, '_>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    let tag = reading.input.byte()?;
    match tag {
        0..FIXMAP | NEGATIVE_FIXINT.. => builder.int(to, i64::from(tag.cast_signed())),
        FIXMAP..FIXARRAY => map(reading, builder, to, usize::from(tag - FIXMAP)),
        FIXARRAY..FIXSTR => list(reading, builder, to, usize::from(tag - FIXARRAY)),
        FIXSTR..NIL => text(reading, builder, to, usize::from(tag - FIXSTR)),
        NIL => builder.null(to),
        RESERVED => Err(Error::at(ErrorKind::BadTag, reading.input.at - 1, "a reserved tag")),
        FALSE => builder.bool(to, false),
        TRUE => builder.bool(to, true),
        BIN_8..=BIN_32 => {
            let length = length(reading, tag - BIN_8)?;
            let bytes = reading.input.take(length)?;
            reading.bytes(builder, to, bytes)
        }
        EXT_8..=EXT_32 => {
            let length = length(reading, tag - EXT_8)?;
            ext(reading, builder, to, length)
        }
        FLOAT_32 => {
            let float = f32::from_be_bytes(reading.input.array()?);
            reading.extended(builder, to, 0, Extended::Float32(float))
        }
        FLOAT_64 => builder.float(to, f64::from_be_bytes(reading.input.array()?)),
        UINT_64 => {
            let int = u64::from_be_bytes(reading.input.array()?);
            match i64::try_from(int) {
                Ok(int) => builder.int(to, int),
                Err(_) => reading.big_int(builder, to, &number::unsigned(int)),
            }
        }
        UINT_8..=INT_64 => {
            let int = int(reading, tag)?;
            builder.int(to, int)
        }
        FIXEXT_1..=FIXEXT_16 => ext(reading, builder, to, 1 << (tag - FIXEXT_1)),
        STR_8..=STR_32 => {
            let length = length(reading, tag - STR_8)?;
            text(reading, builder, to, length)
        }
        ARRAY_16 | ARRAY_32 => {
            let length = length(reading, tag - ARRAY_16 + 1)?;
            list(reading, builder, to, length)
        }
        MAP_16 | MAP_32 => {
            let length = length(reading, tag - MAP_16 + 1)?;
            map(reading, builder, to, length)
        }
    }
}

/// A length of 8, 16 or 32 bits.
#[inline]
fn length(reading: &mut Reading<'_, '_>, width: u8) -> Result<usize> {
    Ok(match width {
        0 => usize::from(reading.input.byte()?),
        1 => usize::from(u16::from_be_bytes(reading.input.array()?)),
        _ => u32::from_be_bytes(reading.input.array()?) as usize,
    })
}

/// An integer of [`UINT_8`] to [`INT_64`], but [`UINT_64`].
#[inline]
fn int(reading: &mut Reading<'_, '_>, tag: u8) -> Result<i64> {
    let input = &mut reading.input;
    Ok(match tag {
        UINT_8 => i64::from(input.byte()?),
        UINT_16 => i64::from(u16::from_be_bytes(input.array()?)),
        UINT_32 => i64::from(u32::from_be_bytes(input.array()?)),
        INT_8 => i64::from(input.byte()?.cast_signed()),
        INT_16 => i64::from(i16::from_be_bytes(input.array()?)),
        INT_32 => i64::from(i32::from_be_bytes(input.array()?)),
        _ => i64::from_be_bytes(input.array()?),
    })
}

#[inline]
fn text<B: Builder>(
    reading: &mut Reading<'_, '_>,
    builder: &mut B,
    to: &mut B::Values,
    length: usize,
) -> Result<()> {
    let bytes = reading.input.take(length)?;
    reading.text_or_bytes(builder, to, bytes)
}

fn list<B: Builder>(
    reading: &mut Reading<'_, '_>,
    builder: &mut B,
    to: &mut B::Values,
    count: usize,
) -> Result<()> {
    let count = reading.count(count as u64, 1)?;
    let mut list = reading.open_list(builder, Some(count))?;
    for _ in 0..count {
        value(reading, builder, &mut list)?;
    }
    reading.end_list(builder, to, list)
}

fn map<B: Builder>(
    reading: &mut Reading<'_, '_>,
    builder: &mut B,
    to: &mut B::Values,
    count: usize,
) -> Result<()> {
    let count = reading.count(count as u64, 2)?;
    let mut map = reading.open_map(builder, None, Some(count))?;
    for _ in 0..count {
        let at = reading.input.at;
        let tag = reading.input.byte()?;
        match tag {
            FIXSTR..NIL | STR_8..=STR_32 => {
                let length = if tag < NIL {
                    usize::from(tag - FIXSTR)
                } else {
                    length(reading, tag - STR_8)?
                };
                let bytes = reading.input.take(length)?;
                reading.text_key(builder, &mut map, bytes)?;
            }
            _ => {
                let key = match tag {
                    0..FIXMAP | NEGATIVE_FIXINT.. => KeyRef::Int(i64::from(tag.cast_signed())),
                    NIL => KeyRef::Null,
                    FALSE => KeyRef::Bool(false),
                    TRUE => KeyRef::Bool(true),
                    FLOAT_64 => KeyRef::Float(f64::from_be_bytes(reading.input.array()?)),
                    UINT_64 => match i64::try_from(u64::from_be_bytes(reading.input.array()?)) {
                        Ok(int) => KeyRef::Int(int),
                        Err(_) => {
                            return Err(Error::at(
                                ErrorKind::Unsupported,
                                at,
                                "a key that is an integer beyond 64 bits",
                            ));
                        }
                    },
                    UINT_8..=INT_64 => KeyRef::Int(int(reading, tag)?),
                    BIN_8..=BIN_32 => {
                        let length = length(reading, tag - BIN_8)?;
                        KeyRef::Bytes(reading.input.take(length)?)
                    }
                    RESERVED => return Err(Error::at(ErrorKind::BadTag, at, "a reserved tag")),
                    _ => {
                        return Err(Error::at(
                            ErrorKind::Unsupported,
                            at,
                            "a key that is a list, a map, an extension or a float of 32 bits",
                        ));
                    }
                };
                reading.key(builder, &mut map, key)?;
            }
        }
        value(reading, builder, &mut map.values)?;
    }
    reading.end_map(builder, to, map)
}

fn ext<B: Builder>(
    reading: &mut Reading<'_, '_>,
    builder: &mut B,
    to: &mut B::Values,
    length: usize,
) -> Result<()> {
    let kind = reading.input.byte()?.cast_signed();
    let at = reading.input.at;
    let bytes = reading.input.take(length)?;
    if kind == TIMESTAMP {
        let moment = match *bytes {
            [a, b, c, d] => Some((i64::from(u32::from_be_bytes([a, b, c, d])), 0)),
            [a, b, c, d, e, f, g, h] => {
                let both = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
                Some(((both & 0x3_FFFF_FFFF).cast_signed(), (both >> 34) as u32))
            }
            [a, b, c, d, ref seconds @ ..] => seconds
                .try_into()
                .ok()
                .map(|seconds| (i64::from_be_bytes(seconds), u32::from_be_bytes([a, b, c, d]))),
            _ => None,
        };
        return match moment {
            Some((seconds, nanoseconds @ 0..SECOND)) => {
                reading.extended(builder, to, 0, Extended::Instant(seconds, nanoseconds))
            }
            Some(_) => Err(Error::at(
                ErrorKind::BadNumber,
                at,
                "a timestamp with a second or more of nanoseconds",
            )),
            None => Err(Error::at(
                ErrorKind::BadNumber,
                at,
                "a timestamp of other than 4, 8 or 12 bytes",
            )),
        };
    }
    let class = format!("{EXT_CLASS}{kind}").into();
    reading.extended(builder, to, 128 + length, Extended::Custom { class, bytes: bytes.into() })
}

/// Writes a value.
pub fn write<'a, S: Source<'a>>(writing: &mut Writing<'_, S>, value: S) -> Result<()> {
    match value.view() {
        View::Null => writing.out.push(NIL),
        View::Bool(bool) => writing.out.push(FALSE + u8::from(bool)),
        View::Int(int) => write_int(writing.out, int),
        View::Float(float) => tagged(writing.out, FLOAT_64, float.to_be_bytes()),
        View::Text(text) => return write_text(writing, text),
        View::Bytes(bytes) => return write_bytes(writing, bytes),
        View::List(list) => {
            writing.descend()?;
            header(writing, list.len(), FIXARRAY, ARRAY_16)?;
            for at in 0..list.len() {
                write(writing, list.get(at))?;
            }
            writing.ascend();
        }
        View::Map(map) => {
            writing.descend()?;
            let shape = map.shape();
            if let Some(class) = shape.class() {
                writing.lose(Loss::Class, || class.to_string());
            }
            header(writing, shape.keys().len(), FIXMAP, MAP_16)?;
            for (at, key) in shape.keys().iter().enumerate() {
                match key {
                    Key::Text(text) => write_text(writing, text)?,
                    Key::Int(int) => write_int(writing.out, *int),
                    Key::Bytes(bytes) => write_bytes(writing, bytes)?,
                    Key::Null => writing.out.push(NIL),
                    Key::Bool(bool) => writing.out.push(FALSE + u8::from(*bool)),
                    Key::Float(float) => tagged(writing.out, FLOAT_64, float.to_be_bytes()),
                }
                write(writing, map.get(at))?;
            }
            writing.ascend();
        }
        View::Extended(extended) => return write_extended(writing, extended),
    }
    Ok(())
}

fn write_extended<'a, S: Source<'a>>(
    writing: &mut Writing<'_, S>,
    extended: ExtendedView<'a, S>,
) -> Result<()> {
    let Some(extended) = writing.within(extended, |writing, value| write(writing, value))? else {
        return Ok(());
    };
    match extended {
        Extended::Float32(float) => tagged(writing.out, FLOAT_32, float.to_be_bytes()),
        Extended::Instant(seconds, nanoseconds @ 0..SECOND) => {
            timestamp(writing.out, *seconds, *nanoseconds)
        }
        Extended::BigInt(bytes) if bytes.len() == 9 && bytes[0] == 0 => {
            writing.out.push(UINT_64);
            writing.out.extend_from_slice(&bytes[1..]);
        }
        Extended::Custom { class, bytes } if ext_kind(class).is_some() => {
            let length = length_32(bytes.len())?;
            let out = &mut *writing.out;
            match length {
                1 | 2 | 4 | 8 | 16 => out.push(FIXEXT_1 + length.trailing_zeros() as u8),
                0..0x100 => tagged(out, EXT_8, [length as u8]),
                0x100..0x1_0000 => tagged(out, EXT_16, (length as u16).to_be_bytes()),
                _ => tagged(out, EXT_32, length.to_be_bytes()),
            }
            out.push(ext_kind(class).unwrap_or_default().cast_unsigned());
            out.extend_from_slice(bytes);
        }
        _ => match writing.plain(extended)? {
            Plain::Text(text) => return write_text(writing, &text),
            Plain::Bytes(bytes) => return write_bytes(writing, bytes),
            Plain::Float(float) => tagged(writing.out, FLOAT_64, float.to_be_bytes()),
        },
    }
    Ok(())
}

/// The number of an extension type's class. Timestamps have a value of their own.
fn ext_kind(class: &str) -> Option<i8> {
    class.strip_prefix(EXT_CLASS)?.parse().ok().filter(|kind| *kind != TIMESTAMP)
}

#[inline]
fn tagged<const N: usize>(out: &mut Vec<u8>, tag: u8, bytes: [u8; N]) {
    out.reserve(1 + N);
    out.push(tag);
    out.extend_from_slice(&bytes);
}

#[inline]
fn write_int(out: &mut Vec<u8>, int: i64) {
    match int {
        -32..0x80 => out.push(int as u8),
        0x80..0x100 => tagged(out, UINT_8, [int as u8]),
        0x100..0x1_0000 => tagged(out, UINT_16, (int as u16).to_be_bytes()),
        0x1_0000..0x1_0000_0000 => tagged(out, UINT_32, (int as u32).to_be_bytes()),
        0x1_0000_0000.. => tagged(out, UINT_64, int.to_be_bytes()),
        -0x80..-32 => tagged(out, INT_8, [int as u8]),
        -0x8000..-0x80 => tagged(out, INT_16, (int as i16).to_be_bytes()),
        -0x8000_0000..-0x8000 => tagged(out, INT_32, (int as i32).to_be_bytes()),
        _ => tagged(out, INT_64, int.to_be_bytes()),
    }
}

#[inline]
fn write_text<S>(writing: &mut Writing<'_, S>, text: &str) -> Result<()> {
    let bytes = text.as_bytes();
    let out = &mut *writing.out;
    match bytes.len() {
        length @ 0..32 => out.push(FIXSTR | length as u8),
        length @ 32..0x100 => tagged(out, STR_8, [length as u8]),
        length @ 0x100..0x1_0000 => tagged(out, STR_16, (length as u16).to_be_bytes()),
        length => tagged(out, STR_32, length_32(length)?.to_be_bytes()),
    }
    out.extend_from_slice(bytes);
    Ok(())
}

fn write_bytes<S>(writing: &mut Writing<'_, S>, bytes: &[u8]) -> Result<()> {
    let out = &mut *writing.out;
    match bytes.len() {
        length @ 0..0x100 => tagged(out, BIN_8, [length as u8]),
        length @ 0x100..0x1_0000 => tagged(out, BIN_16, (length as u16).to_be_bytes()),
        length => tagged(out, BIN_32, length_32(length)?.to_be_bytes()),
    }
    out.extend_from_slice(bytes);
    Ok(())
}

/// A header of a list or map: up to 15 within the tag, or 16 or 32 bits (the tag after that of 16).
#[inline]
fn header<S>(writing: &mut Writing<'_, S>, length: usize, short: u8, tag_16: u8) -> Result<()> {
    match length {
        0..16 => writing.out.push(short | length as u8),
        16..0x1_0000 => tagged(writing.out, tag_16, (length as u16).to_be_bytes()),
        _ => tagged(writing.out, tag_16 + 1, length_32(length)?.to_be_bytes()),
    }
    Ok(())
}

fn timestamp(out: &mut Vec<u8>, seconds: i64, nanoseconds: u32) {
    match u64::try_from(seconds) {
        Ok(seconds) if seconds >> 34 == 0 => match u32::try_from(seconds) {
            Ok(seconds) if nanoseconds == 0 => {
                out.extend_from_slice(&[FIXEXT_1 + 2, TIMESTAMP as u8]);
                out.extend_from_slice(&seconds.to_be_bytes());
            }
            _ => {
                out.extend_from_slice(&[FIXEXT_1 + 3, TIMESTAMP as u8]);
                out.extend_from_slice(&(u64::from(nanoseconds) << 34 | seconds).to_be_bytes());
            }
        },
        _ => {
            out.extend_from_slice(&[EXT_8, 12, TIMESTAMP as u8]);
            out.extend_from_slice(&nanoseconds.to_be_bytes());
            out.extend_from_slice(&seconds.to_be_bytes());
        }
    }
}

fn length_32(length: usize) -> Result<u32> {
    u32::try_from(length)
        .map_err(|_| Error::new(ErrorKind::TooLarge, "longer than MessagePack's 32 bits"))
}
