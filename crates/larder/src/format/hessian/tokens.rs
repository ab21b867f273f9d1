//! The tokens of both versions of Hessian: what stands at a position, without what lies within it.

use std::collections::HashMap;
use std::sync::Arc;

use crate::error::{Error, ErrorKind, Result};
use crate::format::code_units::{self, CodeUnits};
use crate::format::input::Input;
use crate::format::reading::Reading;
use crate::limits::Limits;

/// A version of the protocol. Both have the same letters, with another meaning for many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    One,
    Two,
}

/// What stands at a position.
pub enum Token<'a> {
    Null,
    Bool(bool),
    /// An integer of 32 bits.
    Int(i32),
    /// An integer of 64 bits.
    Long(i64),
    Float(f64),
    /// Milliseconds since 1970.
    Date(i64),
    Text(Chunks<'a>),
    Bytes(Chunks<'a>),
    /// XML, as text.
    Xml(Chunks<'a>),
    /// A list of this type and length; with `None` up to its end marker.
    List(Option<Arc<str>>, Option<u32>),
    /// A map of this type, up to the end.
    Map(Option<Arc<str>>),
    /// An object of the class of this number.
    Object(usize),
    /// The list, map or object of this number.
    Reference(u32),
    /// An object elsewhere: its type, and where.
    Remote(Arc<str>, Chunks<'a>),
    /// The end of a list or map.
    End,
}

/// Text or bytes in pieces.
#[derive(Clone, Copy)]
pub struct Chunks<'a> {
    /// Where the first begins, with its tag.
    at: usize,
    first: &'a [u8],
    /// The bytes of all of them.
    pub length: usize,
    is_whole: bool,
    version: Version,
    is_text: bool,
}

/// A definition of a class.
pub struct Class {
    pub name: Arc<str>,
    pub fields: Box<[Arc<str>]>,
    /// The bytes of the fields' names.
    pub bytes: usize,
}

/// Reads tokens, and remembers what they define.
pub struct Tokens {
    pub version: Version,
    types: Vec<Arc<str>>,
    pub classes: Vec<Class>,
}

impl Tokens {
    pub fn new(version: Version) -> Self {
        Self { version, types: Vec::new(), classes: Vec::new() }
    }

    /// The next token; definitions before it are taken in.
    pub fn next<'a>(&mut self, reading: &mut Reading<'a, '_>) -> Result<Token<'a>> {
        match self.version {
            Version::One => self.next_of_1(reading),
            Version::Two => self.next_of_2(reading),
        }
    }

    /// Whether a list or map ends here; if so, its end is taken.
    pub fn is_end(&self, reading: &mut Reading<'_, '_>) -> bool {
        let end = if self.version == Version::One { b'z' } else { b'Z' };
        let is_end = reading.input.peek() == Some(end);
        reading.input.at += usize::from(is_end);
        is_end
    }

    /// Whether the next token defines nothing: then it may be read more than once.
    pub fn defines_nothing(&self, reading: &Reading<'_, '_>) -> bool {
        self.version == Version::One
            || !matches!(reading.input.peek(), Some(b'C' | b'M' | b'U' | b'V' | 0x70..=0x77))
    }

    /// "Hessian 2.0 Serialization Protocol", sections 3 to 6.
    fn next_of_2<'a>(&mut self, reading: &mut Reading<'a, '_>) -> Result<Token<'a>> {
        let at = reading.input.at;
        let tag = reading.input.byte()?;
        Ok(match tag {
            0x00..=0x1F | 0x30..=0x33 | b'R' | b'S' => Token::Text(self.chunks(reading, at, true)?),
            0x20..=0x2F | 0x34..=0x37 | b'A' | b'B' => {
                Token::Bytes(self.chunks(reading, at, false)?)
            }
            0x38..=0x3F => Token::Long(i64::from(two_more(reading, i32::from(tag) - 0x3C)?)),
            b'C' => {
                self.define(reading)?;
                return self.after_definitions(reading);
            }
            b'D' => Token::Float(f64::from_be_bytes(reading.input.array()?)),
            b'F' => Token::Bool(false),
            b'H' => Token::Map(None),
            b'I' => Token::Int(i32::from_be_bytes(reading.input.array()?)),
            b'J' => Token::Date(i64::from_be_bytes(reading.input.array()?)),
            b'K' => Token::Date(i64::from(i32::from_be_bytes(reading.input.array()?)) * 60_000),
            b'L' => Token::Long(i64::from_be_bytes(reading.input.array()?)),
            b'M' => Token::Map(self.type_name(reading)?),
            b'N' => Token::Null,
            b'O' => {
                let number = self.int(reading)?;
                self.object(i64::from(number), at)?
            }
            b'Q' => match u32::try_from(self.int(reading)?) {
                Ok(number) => Token::Reference(number),
                Err(_) => {
                    return Err(Error::at(ErrorKind::UnknownReference, at, "a negative reference"));
                }
            },
            b'T' => Token::Bool(true),
            b'U' => Token::List(self.type_name(reading)?, None),
            b'V' => {
                let name = self.type_name(reading)?;
                Token::List(name, Some(self.length(reading)?))
            }
            b'W' => Token::List(None, None),
            b'X' => Token::List(None, Some(self.length(reading)?)),
            b'Y' => Token::Long(i64::from(i32::from_be_bytes(reading.input.array()?))),
            b'Z' => Token::End,
            0x5B => Token::Float(0.0),
            0x5C => Token::Float(1.0),
            0x5D => Token::Float(f64::from(i8::from_be_bytes(reading.input.array()?))),
            0x5E => Token::Float(f64::from(i16::from_be_bytes(reading.input.array()?))),
            // Section 4.4.5 says a float of 32 bits; what Caucho's own classes write and read are
            // thousandths.
            0x5F => Token::Float(0.001 * f64::from(i32::from_be_bytes(reading.input.array()?))),
            0x60..=0x6F => self.object(i64::from(tag - 0x60), at)?,
            0x70..=0x77 => Token::List(self.type_name(reading)?, Some(u32::from(tag - 0x70))),
            0x78..=0x7F => Token::List(None, Some(u32::from(tag - 0x78))),
            0x80..=0xD7 => Token::Int(compact_int(reading, tag)?),
            0xD8..=0xEF => Token::Long(i64::from(tag) - 0xE0),
            0xF0..=0xFF => Token::Long(i64::from(one_more(reading, i32::from(tag) - 0xF8)?)),
            _ => return Err(Error::at(ErrorKind::BadTag, at, "unknown Hessian 2.0 tag")),
        })
    }

    /// What follows a definition. Many may stand one after another: they are no levels.
    fn after_definitions<'a>(&mut self, reading: &mut Reading<'a, '_>) -> Result<Token<'a>> {
        while reading.input.peek() == Some(b'C') {
            reading.input.at += 1;
            self.define(reading)?;
        }
        self.next_of_2(reading)
    }

    /// "Hessian 1.0.1 Specification", section "Hessian Grammar".
    fn next_of_1<'a>(&mut self, reading: &mut Reading<'a, '_>) -> Result<Token<'a>> {
        let at = reading.input.at;
        Ok(match reading.input.byte()? {
            b'N' => Token::Null,
            b'T' => Token::Bool(true),
            b'F' => Token::Bool(false),
            b'I' => Token::Int(i32::from_be_bytes(reading.input.array()?)),
            b'L' => Token::Long(i64::from_be_bytes(reading.input.array()?)),
            b'D' => Token::Float(f64::from_be_bytes(reading.input.array()?)),
            b'd' => Token::Date(i64::from_be_bytes(reading.input.array()?)),
            b's' | b'S' => Token::Text(self.chunks(reading, at, true)?),
            b'x' | b'X' => Token::Xml(self.chunks(reading, at, true)?),
            b'b' | b'B' => Token::Bytes(self.chunks(reading, at, false)?),
            b'V' => {
                let name = self.type_of_1(reading)?;
                if reading.input.peek() == Some(b'l') {
                    // How many values follow. The end says so too, and nothing is gained by
                    // trusting this.
                    reading.input.take(5)?;
                }
                Token::List(name, None)
            }
            b'M' => Token::Map(self.type_of_1(reading)?),
            b'R' => Token::Reference(u32::from_be_bytes(reading.input.array()?)),
            b'r' => {
                let name = self.type_of_1(reading)?.unwrap_or_else(|| "".into());
                let at = reading.input.at;
                match reading.input.byte()? {
                    b's' | b'S' => Token::Remote(name, self.chunks(reading, at, true)?),
                    _ => {
                        return Err(Error::at(
                            ErrorKind::BadTag,
                            at,
                            "the address of a remote object must be text",
                        ));
                    }
                }
            }
            b'z' => Token::End,
            _ => return Err(Error::at(ErrorKind::BadTag, at, "unknown Hessian 1.0 tag")),
        })
    }

    /// The type that may stand after a tag; `None` if it is empty.
    fn type_of_1(&mut self, reading: &mut Reading<'_, '_>) -> Result<Option<Arc<str>>> {
        if reading.input.peek() != Some(b't') {
            return Ok(None);
        }
        reading.input.at += 1;
        let length = u16::from_be_bytes(reading.input.array()?);
        let at = reading.input.at;
        let bytes = text_chunk(&mut reading.input, usize::from(length))?;
        name(reading, bytes, at)
    }

    /// A type, or the number of one that was met.
    fn type_name(&mut self, reading: &mut Reading<'_, '_>) -> Result<Option<Arc<str>>> {
        let at = reading.input.at;
        match reading.input.byte()? {
            0x00..=0x1F | 0x30..=0x33 | b'R' | b'S' => {
                let chunks = self.chunks(reading, at, true)?;
                let name = self.name_of(reading, chunks, at)?;
                reading.charge(3 * size_of::<Arc<str>>())?;
                self.types.push(name.clone());
                Ok(Some(name).filter(|name| !name.is_empty()))
            }
            _ => {
                reading.input.at = at;
                let number = self.int(reading)?;
                let name = usize::try_from(number).ok().and_then(|number| self.types.get(number));
                let name = name.ok_or_else(|| {
                    Error::at(
                        ErrorKind::UnknownReference,
                        at,
                        "a reference to a type that does not exist",
                    )
                })?;
                Ok(Some(name.clone()).filter(|name| !name.is_empty()))
            }
        }
    }

    fn define(&mut self, reading: &mut Reading<'_, '_>) -> Result<()> {
        let name = self.string(reading)?;
        let at = reading.input.at;
        let Ok(count) = u32::try_from(self.int(reading)?) else {
            return Err(Error::at(ErrorKind::BadNumber, at, "a negative number of fields"));
        };
        let count = reading.count(u64::from(count), 1)?;
        reading.charge(3 * size_of::<Class>() + 2 * count * size_of::<Arc<str>>())?;
        let mut fields: Vec<Arc<str>> = Vec::with_capacity(count);
        let mut bytes = 0;
        let mut taken = HashMap::with_hasher(foldhash::quality::RandomState::default());
        for _ in 0..count {
            let mut field = self.string(reading)?;
            bytes += field.len();
            reading.charge(6 * size_of::<(Arc<str>, u32)>())?;
            // Caucho writes the fields of super classes along, and some may have one name.
            let times = taken.entry(field.clone()).or_insert(0u32);
            *times += 1;
            if *times > 1 {
                reading.charge(Limits::TEXT_BYTES + field.len() + 12)?;
                field = format!("{field}@{times}").into();
            }
            fields.push(field);
        }
        self.classes.push(Class { name, fields: fields.into(), bytes });
        Ok(())
    }

    /// A name in a definition.
    fn string(&mut self, reading: &mut Reading<'_, '_>) -> Result<Arc<str>> {
        let at = reading.input.at;
        match reading.input.byte()? {
            0x00..=0x1F | 0x30..=0x33 | b'R' | b'S' => {
                let chunks = self.chunks(reading, at, true)?;
                self.name_of(reading, chunks, at)
            }
            _ => Err(Error::at(ErrorKind::BadTag, at, "a name must be text")),
        }
    }

    fn name_of(
        &self,
        reading: &mut Reading<'_, '_>,
        chunks: Chunks<'_>,
        at: usize,
    ) -> Result<Arc<str>> {
        reading.charge(Limits::TEXT_BYTES + chunks.length)?;
        if let Some(text) = chunks.as_text() {
            return Ok(text.into());
        }
        reading.charge(chunks.length)?;
        match chunks.decode(&reading.input)? {
            Ok(text) => Ok(text.into()),
            Err(_) => {
                Err(Error::at(ErrorKind::InvalidUtf8, at, "a name with half of a surrogate pair"))
            }
        }
    }

    fn object<'a>(&self, number: i64, at: usize) -> Result<Token<'a>> {
        match usize::try_from(number) {
            Ok(number) if number < self.classes.len() => Ok(Token::Object(number)),
            _ => Err(Error::at(ErrorKind::UnknownReference, at, "a class that was not defined")),
        }
    }

    fn int(&self, reading: &mut Reading<'_, '_>) -> Result<i32> {
        let at = reading.input.at;
        match reading.input.byte()? {
            b'I' => Ok(i32::from_be_bytes(reading.input.array()?)),
            tag @ 0x80..=0xD7 => compact_int(reading, tag),
            _ => Err(Error::at(ErrorKind::BadTag, at, "an integer is expected")),
        }
    }

    fn length(&self, reading: &mut Reading<'_, '_>) -> Result<u32> {
        let at = reading.input.at;
        u32::try_from(self.int(reading)?)
            .map_err(|_| Error::at(ErrorKind::BadNumber, at, "a list of negative length"))
    }

    /// The pieces of a text or of bytes whose first tag is at `at`.
    fn chunks<'a>(
        &self,
        reading: &mut Reading<'a, '_>,
        at: usize,
        is_text: bool,
    ) -> Result<Chunks<'a>> {
        reading.input.at = at;
        let (first, mut is_last) = chunk(&mut reading.input, self.version, is_text)?;
        let (mut length, is_whole) = (first.len(), is_last);
        while !is_last {
            let next;
            (next, is_last) = chunk(&mut reading.input, self.version, is_text)?;
            length += next.len();
        }
        Ok(Chunks { at, first, length, is_whole, version: self.version, is_text })
    }
}

fn one_more(reading: &mut Reading<'_, '_>, high: i32) -> Result<i32> {
    Ok(high * 0x100 + i32::from(reading.input.byte()?))
}

fn two_more(reading: &mut Reading<'_, '_>, high: i32) -> Result<i32> {
    Ok(high * 0x1_0000 + i32::from(u16::from_be_bytes(reading.input.array()?)))
}

/// An integer of one to three bytes.
fn compact_int(reading: &mut Reading<'_, '_>, tag: u8) -> Result<i32> {
    let tag = i32::from(tag);
    match tag {
        0xC0..=0xCF => one_more(reading, tag - 0xC8),
        0xD0..=0xD7 => two_more(reading, tag - 0xD4),
        _ => Ok(tag - 0x90),
    }
}

/// A name that need not be there.
fn name(reading: &mut Reading<'_, '_>, bytes: &[u8], at: usize) -> Result<Option<Arc<str>>> {
    if bytes.is_empty() { Ok(None) } else { reading.name(bytes, at).map(Some) }
}

/// The next piece, and whether it is the last.
fn chunk<'a>(input: &mut Input<'a>, version: Version, is_text: bool) -> Result<(&'a [u8], bool)> {
    let at = input.at;
    let tag = input.byte()?;
    let (length, is_last) = match (version, is_text, tag) {
        (Version::One, true, b's' | b'x') | (Version::One, false, b'b') => (None, false),
        (Version::One, true, b'S' | b'X') | (Version::One, false, b'B') => (None, true),
        (Version::Two, true, b'R') | (Version::Two, false, b'A') => (None, false),
        (Version::Two, true, b'S') | (Version::Two, false, b'B') => (None, true),
        (Version::Two, true, 0x00..=0x1F) => (Some(usize::from(tag)), true),
        (Version::Two, false, 0x20..=0x2F) => (Some(usize::from(tag - 0x20)), true),
        (Version::Two, true, 0x30..=0x33) | (Version::Two, false, 0x34..=0x37) => {
            (Some(usize::from(tag & 0x03) << 8 | usize::from(input.byte()?)), true)
        }
        _ => {
            return Err(Error::at(
                ErrorKind::BadTag,
                at,
                "the next chunk of the text or bytes is expected",
            ));
        }
    };
    let length = match length {
        Some(length) => length,
        None => usize::from(u16::from_be_bytes(input.array()?)),
    };
    let bytes = if is_text { text_chunk(input, length)? } else { input.take(length)? };
    Ok((bytes, is_last))
}

/// The bytes of this many code units of UTF-16.
fn text_chunk<'a>(input: &mut Input<'a>, units: usize) -> Result<&'a [u8]> {
    let start = input.at;
    let rest = input.bytes.get(start..).unwrap_or_default();
    if let Some(text) = rest.get(..units)
        && text.is_ascii()
    {
        return input.take(units);
    }
    let (mut at, mut left) = (0, units);
    while left > 0 {
        let Some((next, character)) = character_at(rest, at) else {
            let needed = match rest.get(at) {
                Some(0xF0..=0xF4) => 4,
                Some(0xE0..=0xEF) => 3,
                Some(0xC0..=0xDF) => 2,
                _ => 1,
            };
            if rest.len() - at < needed {
                return Err(input.truncated());
            }
            return Err(Error::at(
                ErrorKind::InvalidUtf8,
                start + at,
                "malformed UTF-8 of UTF-16 code units",
            ));
        };
        match left.checked_sub(if character >= 0x1_0000 { 2 } else { 1 }) {
            Some(less) => left = less,
            None => {
                return Err(Error::at(
                    ErrorKind::InvalidUtf8,
                    start + at,
                    "a surrogate pair where only one code unit is left",
                ));
            }
        }
        at = next;
    }
    input.take(at)
}

/// The code unit at an index, or the whole character, as some writers have it; and where the next
/// begins.
fn character_at(bytes: &[u8], at: usize) -> Option<(usize, u32)> {
    if let Some((unit, next)) = code_units::unit_at(bytes, at) {
        return Some((next, u32::from(unit)));
    }
    let four = bytes.get(at..at + 4)?;
    let mut characters = std::str::from_utf8(four).ok()?.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Some((at + 4, character.into())),
        _ => None,
    }
}

impl<'a> Chunks<'a> {
    /// The text, if it is in one piece and as UTF-8 has it.
    pub fn as_text(&self) -> Option<&'a str> {
        if self.is_whole { simdutf8::basic::from_utf8(self.first).ok() } else { None }
    }

    /// The bytes, if they are in one piece.
    pub fn as_bytes(&self) -> Option<&'a [u8]> {
        self.is_whole.then_some(self.first)
    }

    /// The pieces of an input that were read before.
    fn each(&self, input: &Input<'a>, mut take: impl FnMut(&'a [u8]) -> Result<()>) -> Result<()> {
        let mut input = Input { bytes: input.bytes, at: self.at };
        loop {
            let (piece, is_last) = chunk(&mut input, self.version, self.is_text)?;
            take(piece)?;
            if is_last {
                return Ok(());
            }
        }
    }

    /// The bytes of all pieces. The caller has charged their length.
    pub fn join(&self, input: &Input<'a>) -> Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(self.length);
        self.each(input, |piece| {
            bytes.extend_from_slice(piece);
            Ok(())
        })?;
        Ok(bytes)
    }

    /// The text, or its bytes if surrogates in it are broken. The caller has charged the length.
    pub fn decode(&self, input: &Input<'a>) -> Result<std::result::Result<String, Vec<u8>>> {
        let mut units = CodeUnits::with_capacity(self.length);
        self.each(input, |piece| {
            let mut at = 0;
            while at < piece.len() {
                let Some((next, character)) = character_at(piece, at) else {
                    return Err(Error::at(
                        ErrorKind::InvalidUtf8,
                        self.at,
                        "malformed UTF-8 of UTF-16 code units",
                    ));
                };
                match u16::try_from(character) {
                    Ok(unit) => units.push(unit),
                    Err(_) => units.push_character(character),
                }
                at = next;
            }
            Ok(())
        })?;
        Ok(units.finish())
    }
}
