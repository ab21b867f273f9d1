//! JSON (RFC 8259), parsed by jiter.
//!
//! Integers of up to 4,300 digits are read exactly; a number with a fraction or an exponent is the
//! nearest float. Of a key that comes twice the last value stays, as with most parsers. What is
//! written has no spaces; [`Escapes`] says which characters are escaped.

use jiter::{Jiter, JiterError, JiterErrorType, JsonErrorType, Peek};

use crate::builder::Builder;
use crate::error::{Error, ErrorKind, Result};
use crate::format::loss::Loss;
use crate::format::number;
use crate::format::reading::{ReadFormat, Reading};
use crate::format::writing::{Plain, Writing, check_distinct, key_text};
use crate::limits::Costs;
use crate::shape::Key;
use crate::shape::KeyRef;
use crate::source::{ListSource, MapSource, Source, View};
use crate::value::Extended;

/// jiter refuses longer integers, as Python does; they are not written either.
const MAX_DIGITS: usize = 4300;

pub struct Json;

impl ReadFormat for Json {
    fn read<B: Builder>(
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let mut jiter = Jiter::new(reading.input.bytes);
        let peek = jiter.peek().map_err(syntax)?;
        value(reading, &mut jiter, peek, builder, to)?;
        reading.input.at = jiter.current_index();
        jiter.finish().map_err(|error| {
            Error::at(ErrorKind::TrailingBytes, error.index, "bytes after the value")
        })?;
        reading.input.at = reading.input.bytes.len();
        Ok(())
    }
}

#[cold]
fn syntax(error: JiterError) -> Error {
    let kind = match &error.error_type {
        JiterErrorType::JsonError(
            JsonErrorType::EofWhileParsingList
            | JsonErrorType::EofWhileParsingObject
            | JsonErrorType::EofWhileParsingString
            | JsonErrorType::EofWhileParsingValue,
        ) => ErrorKind::Truncated,
        JiterErrorType::JsonError(JsonErrorType::InvalidUnicodeCodePoint) => ErrorKind::InvalidUtf8,
        JiterErrorType::JsonError(JsonErrorType::NumberOutOfRange) => ErrorKind::TooLarge,
        _ => ErrorKind::BadSyntax,
    };
    Error::at(kind, error.index, error.error_type.to_string())
}

fn value<B: Builder>(
    reading: &mut Reading<'_, '_>,
    jiter: &mut Jiter<'_>,
    peek: Peek,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    match peek {
        Peek::String => {
            let text = jiter.known_str().map_err(syntax)?;
            reading.charge(B::Costs::text(text.len()))?;
            builder.text(to, text)
        }
        Peek::Object => map(reading, jiter, builder, to),
        Peek::Array => {
            let mut list = reading.open_list(builder, None)?;
            let mut next = jiter.known_array().map_err(syntax)?;
            while let Some(peek) = next {
                reading.input.at = jiter.current_index();
                reading.item(builder)?;
                value(reading, jiter, peek, builder, &mut list)?;
                next = jiter.array_step().map_err(syntax)?;
            }
            reading.end_list(builder, to, list)
        }
        Peek::Null => {
            jiter.known_null().map_err(syntax)?;
            builder.null(to)
        }
        Peek::True | Peek::False => {
            let bool = jiter.known_bool(peek).map_err(syntax)?;
            builder.bool(to, bool)
        }
        _ => {
            let at = jiter.current_index();
            let digits = jiter.known_number_bytes(peek).map_err(syntax)?;
            match short_int(digits) {
                Some(int) => builder.int(to, int),
                None => other_number(reading, builder, to, digits, at),
            }
        }
    }
}

/// An integer of up to 18 digits, but -0.
#[inline]
fn short_int(digits: &[u8]) -> Option<i64> {
    let (negative, digits) = match digits {
        [b'-', digits @ ..] => (true, digits),
        _ => (false, digits),
    };
    if digits.len() > 18 {
        return None;
    }
    let mut int = 0;
    for digit in digits {
        match digit {
            b'0'..=b'9' => int = int * 10 + i64::from(digit - b'0'),
            _ => return None,
        }
    }
    match (negative, int) {
        (true, 0) => None,
        (true, _) => Some(-int),
        _ => Some(int),
    }
}

fn other_number<B: Builder>(
    reading: &mut Reading<'_, '_>,
    builder: &mut B,
    to: &mut B::Values,
    digits: &[u8],
    at: usize,
) -> Result<()> {
    let text = String::from_utf8_lossy(digits);
    if digits == b"-0" || digits.iter().any(|byte| matches!(byte, b'.' | b'e' | b'E')) {
        return match text.parse::<f64>() {
            Ok(float) if float.is_finite() => builder.float(to, float),
            _ => Err(Error::at(ErrorKind::BadNumber, at, "a number beyond a float of 64 bits")),
        };
    }
    match number::parse(digits) {
        Some(bytes) => reading.big_int(builder, to, &bytes),
        None => Err(Error::at(
            ErrorKind::TooLarge,
            at,
            format!("an integer of more than {} digits", number::MAX_DIGITS),
        )),
    }
}

fn map<B: Builder>(
    reading: &mut Reading<'_, '_>,
    jiter: &mut Jiter<'_>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    reading.input.at = jiter.current_index();
    let mut map = reading.open_map(builder, None, None)?;
    let mut first = true;
    loop {
        let key = if first { jiter.known_object() } else { jiter.next_key() };
        let Some(key) = key.map_err(syntax)? else { break };
        first = false;
        reading.item(builder)?;
        reading.key(builder, &mut map, KeyRef::Text(key))?;
        let peek = jiter.peek().map_err(syntax)?;
        reading.input.at = jiter.current_index();
        value(reading, jiter, peek, builder, &mut map.values)?;
    }
    reading.end_map_with_last(builder, to, map)
}

/// Which characters of texts are written as escapes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Escapes {
    /// Those that must be: `"`, `\` and control characters.
    #[default]
    Least,
    /// Also `/`, and all that is not ASCII, as PHP's `json_encode` does without flags.
    Php,
}

/// Writes a value.
pub fn write<'a, S: Source<'a>>(writing: &mut Writing<'_, S>, value: S) -> Result<()> {
    write_value(writing, value, Escapes::Least)
}

/// Writes a value with these escapes.
pub fn write_value<'a, S: Source<'a>>(
    writing: &mut Writing<'_, S>,
    value: S,
    escapes: Escapes,
) -> Result<()> {
    match value.view() {
        View::Null => writing.out.extend_from_slice(b"null"),
        View::Bool(true) => writing.out.extend_from_slice(b"true"),
        View::Bool(false) => writing.out.extend_from_slice(b"false"),
        View::Int(int) => write_int(writing.out, int),
        View::Float(float) => write_float(writing, float),
        View::Text(text) => write_text(writing.out, text, escapes),
        View::Bytes(bytes) => write_bytes(writing, bytes),
        View::List(list) => {
            writing.descend()?;
            writing.out.push(b'[');
            for at in 0..list.len() {
                if at > 0 {
                    writing.out.push(b',');
                }
                write_value(writing, list.get(at), escapes)?;
            }
            writing.out.push(b']');
            writing.ascend();
        }
        View::Map(map) => {
            writing.descend()?;
            let shape = map.shape();
            if let Some(class) = shape.class() {
                writing.lose(Loss::Class, || class.to_string());
            }
            let keys = shape.keys();
            if !keys.iter().all(|key| matches!(key, Key::Text(_))) {
                check_distinct("readers of JSON", keys.iter().map(key_text))?;
            }
            writing.out.push(b'{');
            for (at, key) in keys.iter().enumerate() {
                if at > 0 {
                    writing.out.push(b',');
                }
                match key {
                    Key::Text(text) => write_text(writing.out, text, escapes),
                    _ => {
                        writing.lose(Loss::Key, || format!("{key:?}"));
                        write_text(writing.out, &key_text(key), escapes);
                    }
                }
                writing.out.push(b':');
                write_value(writing, map.get(at), escapes)?;
            }
            writing.out.push(b'}');
            writing.ascend();
        }
        View::Extended(extended) => {
            let within =
                writing.within(extended, |writing, value| write_value(writing, value, escapes))?;
            let Some(extended) = within else { return Ok(()) };
            if let Extended::BigInt(bytes) = extended
                && let Some(digits) = number::digits(bytes)
                    .filter(|digits| digits.trim_start_matches('-').len() <= MAX_DIGITS)
            {
                writing.out.extend_from_slice(digits.as_bytes());
                return Ok(());
            }
            match writing.plain(extended)? {
                Plain::Text(text) => write_text(writing.out, &text, escapes),
                Plain::Bytes(bytes) => write_bytes(writing, bytes),
                Plain::Float(float) => write_float(writing, float),
            }
        }
    }
    Ok(())
}

fn write_int(out: &mut Vec<u8>, int: i64) {
    let mut buffer = itoa::Buffer::new();
    out.extend_from_slice(buffer.format(int).as_bytes());
}

/// The shortest digits that are parsed as this float, always with a point or an exponent, so
/// that they are not parsed as an integer.
fn write_float<S>(writing: &mut Writing<'_, S>, float: f64) {
    if float.is_finite() {
        let mut buffer = zmij::Buffer::new();
        writing.out.extend_from_slice(buffer.format_finite(float).as_bytes());
    } else {
        writing.losses.note(Loss::NotFinite, || float.to_string());
        writing.out.extend_from_slice(b"null");
    }
}

fn write_bytes<S>(writing: &mut Writing<'_, S>, bytes: &[u8]) {
    use base64::Engine;
    writing.losses.note(Loss::Bytes, || format!("{} bytes as base64", bytes.len()));
    let text = base64::engine::general_purpose::STANDARD.encode(bytes);
    write_text(writing.out, &text, Escapes::Least);
}

const HEX: &[u8; 16] = b"0123456789abcdef";

fn write_text(out: &mut Vec<u8>, text: &str, escapes: Escapes) {
    out.push(b'"');
    let bytes = text.as_bytes();
    let mut start = 0;
    let plain = match escapes {
        Escapes::Least => &PLAIN,
        Escapes::Php => &PLAIN_ASCII,
    };
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if plain[usize::from(byte)] {
            at += 1;
            continue;
        }
        out.extend_from_slice(&bytes[start..at]);
        at += 1;
        match byte {
            b'"' | b'\\' | b'/' => out.extend_from_slice(&[b'\\', byte]),
            8 => out.extend_from_slice(b"\\b"),
            9 => out.extend_from_slice(b"\\t"),
            10 => out.extend_from_slice(b"\\n"),
            12 => out.extend_from_slice(b"\\f"),
            13 => out.extend_from_slice(b"\\r"),
            0..0x80 => unicode(out, u16::from(byte)),
            _ => {
                // A text's character begins here, as those before it were passed as a whole.
                let character = text[at - 1..].chars().next().unwrap_or_default();
                let mut units = [0; 2];
                character.encode_utf16(&mut units).iter().for_each(|unit| unicode(out, *unit));
                at += character.len_utf8() - 1;
            }
        }
        start = at;
    }
    out.extend_from_slice(&bytes[start..]);
    out.push(b'"');
}

fn unicode(out: &mut Vec<u8>, unit: u16) {
    let digit = |shift: u32| HEX[usize::from(unit >> shift & 15)];
    out.extend_from_slice(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
}

/// Bytes that stand for themselves within a text.
const PLAIN: [bool; 256] = plain(false);
const PLAIN_ASCII: [bool; 256] = plain(true);

const fn plain(ascii: bool) -> [bool; 256] {
    let mut plain = [true; 256];
    let mut byte = 0;
    while byte < 256 {
        plain[byte] = !(byte < 0x20
            || byte == b'"' as usize
            || byte == b'\\' as usize
            || ascii && (byte >= 0x80 || byte == b'/' as usize));
        byte += 1;
    }
    plain
}
