//! `serialize` into events.

use super::tokens::{expect, float, int, no_value, number, quoted, string};
use super::written::SelfWritten;
use crate::builder::Builder;
use crate::error::{Error, ErrorKind, Result};
use crate::format::input::Input;
use crate::format::php::keys::index;
use crate::format::php::names::is_class;
use crate::format::reading::{OpenMap, ReadFormat, Reading};
use crate::limits::{Costs, Limits};
use crate::shape::KeyRef;
use crate::value::Extended;

/// The shortest element of an array, `i:0;N;`.
const MIN_ELEMENT: usize = 6;

/// A vector of numbers that grows holds up to three times of what it has.
const SLOT_BYTES: usize = 3 * size_of::<u32>();

pub struct Php;

impl ReadFormat for Php {
    fn read<B: Builder>(
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        match *reading.input.bytes {
            []
            | [b'N' | b'b' | b'i' | b'd' | b's' | b'S' | b'a' | b'O' | b'C' | b'E' | b'r' | b'R'] =>
            {
                return Err(reading.input.truncated());
            }
            [b'N', b';', ..]
            | [
                b'b' | b'i' | b'd' | b's' | b'S' | b'a' | b'O' | b'C' | b'E' | b'r' | b'R',
                b':',
                ..,
            ] => {}
            _ => {
                return Err(reading.error(
                    ErrorKind::WrongFormat,
                    "no value of PHP's serialize begins like this",
                ));
            }
        }
        let mut slots = Slots {
            texts: KnownTexts::default(),
            kept: reading.has_references(),
            held: Vec::new(),
            sure: usize::MAX,
        };
        value(reading, &mut slots, builder, to)
    }
}

/// What the values so far hold, by their number less 1.
struct Slots<'a> {
    texts: KnownTexts<'a>,
    /// Whether there are references at all.
    kept: bool,
    held: Vec<u32>,
    /// Beyond this number of values, numbers are uncertain.
    sure: usize,
}

/// A part of the bytes that is known to be UTF-8, so that the short strings in it need no look
/// each.
#[derive(Default)]
struct KnownTexts<'a> {
    known: &'a str,
    start: usize,
}

impl<'a> KnownTexts<'a> {
    /// The text of these bytes; `None` if they are no text.
    #[inline]
    fn get(&mut self, bytes: &'a [u8], start: usize, end: usize) -> Option<&'a str> {
        let known =
            start.checked_sub(self.start).and_then(|from| self.known.get(from..end - self.start));
        if known.is_some() { known } else { self.look(bytes, start, end) }
    }

    /// Looks at what begins here. What ends within the string itself costs no more than the string,
    /// and what goes on beyond it is known from then on.
    #[inline(never)]
    fn look(&mut self, bytes: &'a [u8], start: usize, end: usize) -> Option<&'a str> {
        const AHEAD: usize = 1024;
        let ahead = bytes.get(start..bytes.len().min(end.max(start.saturating_add(AHEAD))))?;
        self.start = start;
        self.known = match simdutf8::compat::from_utf8(ahead) {
            Ok(text) => text,
            Err(error) => ahead
                .get(..error.valid_up_to())
                .and_then(|valid| str::from_utf8(valid).ok())
                .unwrap_or_default(),
        };
        self.known.get(..end.checked_sub(start)?)
    }
}

/// The number of a value that is not an object.
const NO_OBJECT: u32 = 0;

/// Of a value within what an object wrote itself.
const HIDDEN: u32 = u32::MAX;

impl<'a> Slots<'a> {
    /// The text that was just read, if it is text: a quote and a semicolon stand after it.
    #[inline]
    fn text(&mut self, input: &Input<'a>, string: &[u8]) -> Option<&'a str> {
        let end = input.at.checked_sub(2)?;
        self.texts.get(input.bytes, end.checked_sub(string.len())?, end)
    }

    /// The number of a value that begins, which holds the object of that number, or [`NO_OBJECT`].
    fn push(&mut self, reading: &mut Reading<'_, '_>, held: u32) -> Result<u32> {
        reading.charge(SLOT_BYTES)?;
        self.held.push(held);
        match u32::try_from(self.held.len()) {
            Ok(number) if number != HIDDEN => Ok(number),
            _ => Err(reading.error(ErrorKind::TooLarge, "more values than can have a number")),
        }
    }

    /// The number of an object that begins.
    fn push_object(&mut self, reading: &mut Reading<'_, '_>) -> Result<u32> {
        let number = self.push(reading, NO_OBJECT)?;
        if let Some(held) = self.held.last_mut() {
            *held = number;
        }
        Ok(number)
    }

    /// Skips what an object wrote itself.
    fn pass(&mut self, reading: &mut Reading<'_, '_>, written: &[u8]) -> Result<()> {
        match SelfWritten::of(written) {
            SelfWritten::Values(count) => {
                for _ in 0..count {
                    self.push(reading, HIDDEN)?;
                }
            }
            SelfWritten::Unknown => self.sure = self.sure.min(self.held.len()),
        }
        Ok(())
    }

    /// The object that the value of a number holds, or [`NO_OBJECT`]; an error if no such value has
    /// begun.
    fn get(&self, number: u64, at: usize) -> Result<u32> {
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        if index.is_some_and(|index| index >= self.sure) {
            return Err(Error::at(
                ErrorKind::Unsupported,
                at,
                "a reference past an object with its own serialization, where numbers are \
                 uncertain",
            ));
        }
        match index.and_then(|index| self.held.get(index)) {
            None => Err(Error::at(
                ErrorKind::UnknownReference,
                at,
                "the number of a value that has not begun",
            )),
            Some(&HIDDEN) => Err(Error::at(
                ErrorKind::Unsupported,
                at,
                "a reference into an object's own serialization",
            )),
            Some(held) => Ok(*held),
        }
    }
}

#[inline]
fn value<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    slots: &mut Slots<'a>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    if slots.kept {
        numbered(reading, slots, builder, to)
    } else {
        plain(reading, slots, builder, to)
    }
}

/// A value whose number may be referred to.
fn numbered<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    slots: &mut Slots<'a>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    let at = reading.input.at;
    match reading.input.peek() {
        Some(b'R') => {
            let number = reference(&mut reading.input)?;
            slots.get(number, at)?;
            reading.again(builder, to, number, true)
        }
        Some(b'r') => {
            let number = reference(&mut reading.input)?;
            let object = slots.get(number, at)?;
            if object == NO_OBJECT {
                return Err(Error::at(
                    ErrorKind::UnknownReference,
                    at,
                    "the number of a value that is not an object",
                ));
            }
            let slot = slots.push(reading, object)?;
            reading.shared(builder, to, slot.into(), true, |reading, builder, to| {
                reading.again(builder, to, object.into(), false)
            })
        }
        Some(b'O' | b'C' | b'E') => {
            let slot = slots.push_object(reading)?;
            reading.shared(builder, to, slot.into(), true, |reading, builder, to| {
                reading.shared(builder, to, slot.into(), false, |reading, builder, to| {
                    plain(reading, slots, builder, to)
                })
            })
        }
        _ => {
            let slot = slots.push(reading, NO_OBJECT)?;
            reading.shared(builder, to, slot.into(), true, |reading, builder, to| {
                plain(reading, slots, builder, to)
            })
        }
    }
}

/// The number of `r:n;` or `R:n;`.
fn reference(input: &mut Input<'_>) -> Result<u64> {
    input.at += 1;
    expect(input, b':')?;
    number(input, b';')
}

fn plain<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    slots: &mut Slots<'a>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    let tag = reading.input.array()?;
    match &tag {
        b"s:" => {
            let string = string(&mut reading.input)?;
            if reading.is_finding() {
                return Ok(());
            }
            match slots.text(&reading.input, string) {
                Some(text) => {
                    reading.charge(B::Costs::text(text.len()))?;
                    builder.text(to, text)
                }
                None => reading.bytes(builder, to, string),
            }
        }
        b"i:" => builder.int(to, int(&mut reading.input)?),
        b"a:" => array(reading, slots, builder, to),
        b"N;" => builder.null(to),
        b"b:" => match reading.input.array()? {
            [b'0', b';'] => builder.bool(to, false),
            [b'1', b';'] => builder.bool(to, true),
            _ => Err(Error::at(
                ErrorKind::BadSyntax,
                reading.input.at - 2,
                "a boolean must be 0; or 1;",
            )),
        },
        b"d:" => builder.float(to, float(&mut reading.input)?),
        b"O:" => object(reading, slots, builder, to),
        b"E:" => {
            let name = string(&mut reading.input)?;
            let at = reading.input.at - name.len() - 2;
            let Some(colon) = name
                .iter()
                .position(|byte| *byte == b':')
                .filter(|colon| is_class(&name[..*colon]))
            else {
                return Err(Error::at(
                    ErrorKind::BadSyntax,
                    at,
                    "a case of an enumeration must be class:case",
                ));
            };
            let (class, case) = (
                reading.class(&name[..colon], at)?,
                reading.name(&name[colon + 1..], at + colon + 1)?,
            );
            reading.extended(builder, to, 0, Extended::Enum { class, case })
        }
        b"C:" => {
            let class = class(reading)?;
            let length = number(&mut reading.input, b':')?;
            expect(&mut reading.input, b'{')?;
            let length = reading.count(length, 1)?;
            let bytes = reading.input.take(length)?;
            expect(&mut reading.input, b'}')?;
            if slots.kept {
                slots.pass(reading, bytes)?;
            }
            reading.extended(
                builder,
                to,
                Limits::TEXT_BYTES + length,
                Extended::Custom { class, bytes: bytes.into() },
            )
        }
        b"S:" => {
            let text = escaped(reading)?;
            reading.text_or_bytes(builder, to, &text)
        }
        // Only here if none are known yet: then the bytes are read anew.
        b"r:" | b"R:" => {
            let number = number(&mut reading.input, b';')?;
            reading.again(builder, to, number, tag[0] == b'R')
        }
        _ => Err(no_value(tag, reading.input.at - 2)),
    }
}

/// A string with bytes in hex, after `S:`.
fn escaped(reading: &mut Reading<'_, '_>) -> Result<Vec<u8>> {
    let length = number(&mut reading.input, b':')?;
    let length = reading.count(length, 1)?;
    reading.charge(length)?;
    let input = &mut reading.input;
    expect(input, b'"')?;
    let mut text = Vec::with_capacity(length);
    while text.len() < length {
        text.push(match input.byte()? {
            b'\\' => {
                let hex = input.array::<2>()?.map(|digit| char::from(digit).to_digit(16));
                match hex {
                    [Some(high), Some(low)] => (high << 4 | low) as u8,
                    _ => {
                        return Err(Error::at(
                            ErrorKind::BadSyntax,
                            input.at - 2,
                            "two hexadecimal digits are expected after a backslash",
                        ));
                    }
                }
            }
            byte => byte,
        });
    }
    expect(input, b'"')?;
    expect(input, b';')?;
    Ok(text)
}

/// The name of a class, after `O:` or `C:`.
fn class(reading: &mut Reading<'_, '_>) -> Result<std::sync::Arc<str>> {
    let length = number(&mut reading.input, b':')?;
    let at = reading.input.at + 1;
    let name = quoted(&mut reading.input, length, b':')?;
    if !is_class(name) {
        return Err(Error::at(ErrorKind::BadSyntax, at, "malformed class name"));
    }
    reading.class(name, at)
}

/// The number of elements, and the brace.
fn elements(reading: &mut Reading<'_, '_>) -> Result<usize> {
    let count = number(&mut reading.input, b':')?;
    expect(&mut reading.input, b'{')?;
    reading.count(count, MIN_ELEMENT)
}

/// A key.
enum Name<'a> {
    Int(i64),
    String(&'a [u8]),
    Escaped(Vec<u8>),
}

#[inline]
fn key<'a>(reading: &mut Reading<'a, '_>) -> Result<Name<'a>> {
    let tag = reading.input.array()?;
    match &tag {
        b"s:" => Ok(Name::String(string(&mut reading.input)?)),
        b"i:" => Ok(Name::Int(int(&mut reading.input)?)),
        _ => other_key(reading, tag),
    }
}

#[cold]
fn other_key<'a>(reading: &mut Reading<'a, '_>, tag: [u8; 2]) -> Result<Name<'a>> {
    match &tag {
        b"S:" => Ok(Name::Escaped(escaped(reading)?)),
        b"N;" | b"b:" | b"d:" | b"a:" | b"O:" | b"C:" | b"E:" | b"r:" | b"R:" => Err(Error::at(
            ErrorKind::BadTag,
            reading.input.at - 2,
            "a key must be an integer or a string",
        )),
        _ => Err(no_value(tag, reading.input.at - 2)),
    }
}

/// An array, after `a:`.
fn array<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    slots: &mut Slots<'a>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    let at = reading.input.at;
    let count = elements(reading)?;
    let rest = reading.input.bytes.get(reading.input.at..).unwrap_or_default();
    let is_list = count == 0 || rest.starts_with(b"i:0;") != reading.is_marked(at);
    if is_list {
        let mut list = reading.open_list(builder, Some(count))?;
        let mut so_far = true;
        let mut indexes = Indexes::default();
        for expected in 0..count {
            if !indexes.next_is(&mut reading.input, expected)
                && !is_index(reading, expected)?
                && so_far
            {
                reading.mark(at)?;
                so_far = false;
            }
            value(reading, slots, builder, &mut list)?;
        }
        expect(&mut reading.input, b'}')?;
        return reading.end_list(builder, to, list);
    }
    let mut map = reading.open_map(builder, None, Some(count))?;
    let mut is_map = false;
    for expected in 0..count {
        let name = key(reading)?;
        let int = match &name {
            Name::String(string) => index(string),
            Name::Escaped(string) => index(string),
            Name::Int(int) => Some(*int),
        };
        is_map |= int.and_then(|int| usize::try_from(int).ok()) != Some(expected);
        match (int, name) {
            (Some(int), _) | (_, Name::Int(int)) => {
                reading.key(builder, &mut map, KeyRef::Int(int))?
            }
            (None, Name::String(string)) => text_key(reading, slots, builder, &mut map, string)?,
            (None, Name::Escaped(string)) => reading.text_key(builder, &mut map, &string)?,
        }
        value(reading, slots, builder, &mut map.values)?;
    }
    expect(&mut reading.input, b'}')?;
    if !is_map {
        reading.mark(at)?;
    }
    reading.end_map(builder, to, map)
}

#[inline]
fn text_key<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    slots: &mut Slots<'a>,
    builder: &mut B,
    map: &mut OpenMap<B::Values>,
    name: &[u8],
) -> Result<()> {
    if reading.is_finding() {
        return Ok(());
    }
    match slots.text(&reading.input, name) {
        Some(text) => reading.key(builder, map, KeyRef::Text(text)),
        None => reading.key(builder, map, KeyRef::Bytes(name)),
    }
}

/// The keys of a list as they are mostly written, `i:0;` and so on while they have eight bytes at
/// most.
struct Indexes {
    expected: u64,
    length: usize,
}

impl Default for Indexes {
    fn default() -> Self {
        Self { expected: u64::from_le_bytes(*b"i:0;\0\0\0\0"), length: 4 }
    }
}

impl Indexes {
    /// Goes by the key, if it is written as expected.
    #[inline]
    fn next_is(&mut self, input: &mut Input<'_>, index: usize) -> bool {
        let Some(chunk) = input.bytes.get(input.at..).and_then(|rest| rest.first_chunk()) else {
            return false;
        };
        if self.length > 8
            || (u64::from_le_bytes(*chunk) ^ self.expected) << (64 - 8 * self.length) != 0
        {
            return false;
        }
        input.at += self.length;
        if index % 10 < 9 {
            self.expected += 1 << (8 * (self.length - 2));
        } else {
            self.expect(index + 1);
        }
        true
    }

    fn expect(&mut self, index: usize) {
        let mut buffer = itoa::Buffer::new();
        let key = [b"i:", buffer.format(index).as_bytes(), b";"].concat();
        self.length = key.len();
        if let Some(all) = [key.as_slice(), &[0; 8]].concat().first_chunk() {
            self.expected = u64::from_le_bytes(*all);
        }
    }
}

/// Whether the next key is this integer, however it is written.
fn is_index(reading: &mut Reading<'_, '_>, expected: usize) -> Result<bool> {
    let int = match key(reading)? {
        Name::Int(int) => Some(int),
        Name::String(name) => index(name),
        Name::Escaped(name) => index(&name),
    };
    Ok(int.is_some_and(|int| usize::try_from(int) == Ok(expected)))
}

/// An object, after `O:`.
fn object<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    slots: &mut Slots<'a>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    let class = class(reading)?;
    let count = elements(reading)?;
    let mut map = reading.open_map(builder, Some(&class), Some(count))?;
    for _ in 0..count {
        match key(reading)? {
            Name::String(name) => text_key(reading, slots, builder, &mut map, name)?,
            Name::Escaped(name) => reading.text_key(builder, &mut map, &name)?,
            Name::Int(int) => reading.key(builder, &mut map, KeyRef::Int(int))?,
        }
        value(reading, slots, builder, &mut map.values)?;
    }
    expect(&mut reading.input, b'}')?;
    reading.end_map(builder, to, map)
}
