//! igbinary into events.

use smol_str::SmolStr;

use super::tag;
use crate::builder::Builder;
use crate::error::{Error, ErrorKind, Result};
use crate::format::reading::{ReadFormat, Reading};
use crate::limits::{Costs, Limits};
use crate::shape::KeyRef;
use crate::value::Extended;

/// A vector that grows holds up to three times of what it has.
const STRING_BYTES: usize = 3 * (size_of::<&[u8]>() + size_of::<Option<SmolStr>>());

const THING_BYTES: usize = 3 * size_of::<Thing>();

pub struct Igbinary;

impl ReadFormat for Igbinary {
    fn read<B: Builder>(
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        match *reading.input.bytes {
            [0, 0, 0, 1 | 2, ..] => reading.input.at = 4,
            [] | [0] | [0, 0] | [0, 0, 0] => return Err(reading.input.truncated()),
            _ => {
                return Err(reading.error(
                    ErrorKind::WrongFormat,
                    "no igbinary value of version 1 or 2 begins like this",
                ));
            }
        }
        let mut known = Numbered {
            strings: Vec::new(),
            shared: Vec::new(),
            things: Vec::new(),
            has_references: reading.has_references(),
        };
        value(reading, &mut known, builder, to)
    }
}

/// What has a number.
struct Numbered<'a> {
    strings: Vec<&'a [u8]>,
    /// Strings that came again as values, by their number.
    shared: Vec<Option<SmolStr>>,
    things: Vec<Thing>,
    has_references: bool,
}

/// What may come again.
#[derive(Clone, Copy)]
struct Thing {
    kind: ThingKind,
    /// Whether there is a reference to it.
    is_reference: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum ThingKind {
    Empty,
    Array,
    Object,
    Scalar,
}

fn value<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    known: &mut Numbered<'a>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    let tag = reading.input.byte()?;
    match tag {
        tag::ARRAY_8..=tag::ARRAY_32 => {
            let count = count(reading, tag - tag::ARRAY_8)?;
            if !known.has_references {
                known.push(
                    reading,
                    if count == 0 { ThingKind::Empty } else { ThingKind::Array },
                    false,
                )?;
                return array(reading, known, builder, to, count);
            }
            numbered_array(reading, known, builder, to, count, false)
        }
        tag::OBJECT_8..=tag::OBJECT_ID_32 => {
            if !known.has_references {
                return object(reading, known, builder, to, tag, false);
            }
            let number = known.things.len() as u64;
            reading.shared(builder, to, number, false, |reading, builder, to| {
                object(reading, known, builder, to, tag, false)
            })
        }
        tag::REF_8..=tag::REF_32 | tag::OBJREF_8..=tag::OBJREF_32 => {
            let (number, thing) = known.thing(reading, tag)?;
            match thing.kind {
                ThingKind::Empty => empty(reading, builder, to),
                ThingKind::Array | ThingKind::Object => reading.again(builder, to, number, false),
                ThingKind::Scalar => Err(reading
                    .error(ErrorKind::Unsupported, "a repeated scalar that is not a reference")),
            }
        }
        tag::REF => reference(reading, known, builder, to),
        _ => scalar(reading, known, builder, to, tag),
    }
}

/// An array whose number may be referred to, by a reference or without.
fn numbered_array<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    known: &mut Numbered<'a>,
    builder: &mut B,
    to: &mut B::Values,
    count: usize,
    is_reference: bool,
) -> Result<()> {
    let number = known.things.len() as u64;
    known.push(
        reading,
        if count == 0 { ThingKind::Empty } else { ThingKind::Array },
        is_reference,
    )?;
    reading.shared(builder, to, number, false, |reading, builder, to| {
        array(reading, known, builder, to, count)
    })
}

/// What stands after `ref`.
fn reference<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    known: &mut Numbered<'a>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    let tag = reading.input.byte()?;
    let number = known.things.len() as u64;
    match tag {
        tag::ARRAY_8..=tag::ARRAY_32 => {
            let count = count(reading, tag - tag::ARRAY_8)?;
            reading.shared(builder, to, number, true, |reading, builder, to| {
                numbered_array(reading, known, builder, to, count, true)
            })
        }
        tag::OBJECT_8..=tag::OBJECT_ID_32 => {
            reading.shared(builder, to, number, true, |reading, builder, to| {
                reading.shared(builder, to, number, false, |reading, builder, to| {
                    object(reading, known, builder, to, tag, true)
                })
            })
        }
        tag::REF_8..=tag::REF_32 | tag::OBJREF_8..=tag::OBJREF_32 => {
            let (number, thing) = known.thing(reading, tag)?;
            if thing.is_reference {
                return reading.again(builder, to, number, true);
            }
            known.set_reference(number);
            reading.shared(builder, to, number, true, |reading, builder, to| match thing.kind {
                ThingKind::Empty => empty(reading, builder, to),
                _ => reading.again(builder, to, number, false),
            })
        }
        tag::REF => {
            Err(Error::at(ErrorKind::BadTag, reading.input.at - 1, "a reference to a reference"))
        }
        _ => {
            known.push(reading, ThingKind::Scalar, true)?;
            reading.shared(builder, to, number, true, |reading, builder, to| {
                scalar(reading, known, builder, to, tag)
            })
        }
    }
}

impl<'a> Numbered<'a> {
    fn push(
        &mut self,
        reading: &mut Reading<'_, '_>,
        kind: ThingKind,
        is_reference: bool,
    ) -> Result<()> {
        reading.charge(THING_BYTES)?;
        self.things.push(Thing { kind, is_reference });
        Ok(())
    }

    /// What a number of [`tag::REF_8`] to [`tag::REF_32`], or of [`tag::OBJREF_8`] to
    /// [`tag::OBJREF_32`], refers to.
    fn thing(&self, reading: &mut Reading<'_, '_>, tag: u8) -> Result<(u64, Thing)> {
        let at = reading.input.at;
        let number = length(
            reading,
            if tag < tag::OBJREF_8 { tag - tag::REF_8 } else { tag - tag::OBJREF_8 },
        )?;
        match self.things.get(number) {
            Some(thing) => Ok((number as u64, *thing)),
            None => Err(Error::at(
                ErrorKind::UnknownReference,
                at,
                "the number of a value that has not begun",
            )),
        }
    }

    fn set_reference(&mut self, number: u64) {
        if let Some(thing) =
            usize::try_from(number).ok().and_then(|number| self.things.get_mut(number))
        {
            thing.is_reference = true;
        }
    }

    /// The bytes of a new string, whose length has so many bits.
    #[inline]
    fn string(&mut self, reading: &mut Reading<'a, '_>, width: u8) -> Result<&'a [u8]> {
        let length = length(reading, width)?;
        let bytes = reading.input.take(length)?;
        reading.charge(STRING_BYTES)?;
        self.strings.push(bytes);
        Ok(bytes)
    }

    /// A string that has come, by its number, which has so many bits.
    #[inline]
    fn earlier(&self, reading: &mut Reading<'_, '_>, width: u8) -> Result<(usize, &'a [u8])> {
        let at = reading.input.at;
        let number = length(reading, width)?;
        match self.strings.get(number) {
            Some(text) => Ok((number, text)),
            None => Err(Error::at(
                ErrorKind::UnknownReference,
                at,
                "the number of a string that does not exist",
            )),
        }
    }

    /// A string that has come, as a value.
    fn again<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        number: usize,
        bytes: &[u8],
    ) -> Result<()> {
        if reading.is_finding() {
            return Ok(());
        }
        if let Some(Some(text)) = self.shared.get(number) {
            reading.charge(B::Costs::text(text.len()))?;
            return builder.shared_text(to, text);
        }
        let Ok(text) = simdutf8::basic::from_utf8(bytes) else {
            return reading.bytes(builder, to, bytes);
        };
        reading.charge(Limits::TEXT_BYTES + text.len() + B::Costs::text(text.len()))?;
        let text = SmolStr::new(text);
        builder.shared_text(to, &text)?;
        if self.shared.len() <= number {
            self.shared.resize(self.strings.len(), None);
        }
        if let Some(place) = self.shared.get_mut(number) {
            *place = Some(text);
        }
        Ok(())
    }
}

/// Any value but an array, an object or a reference.
#[inline]
fn scalar<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    known: &mut Numbered<'a>,
    builder: &mut B,
    to: &mut B::Values,
    tag: u8,
) -> Result<()> {
    match tag {
        tag::NULL => builder.null(to),
        tag::FALSE | tag::TRUE => builder.bool(to, tag == tag::TRUE),
        tag::LONG_8P..=tag::LONG_32N | tag::LONG_64P | tag::LONG_64N => {
            builder.int(to, long(reading, tag)?)
        }
        tag::DOUBLE => builder.float(to, f64::from_be_bytes(reading.input.array()?)),
        tag::STRING_EMPTY => reading.text_or_bytes(builder, to, b""),
        tag::STRING_8..=tag::STRING_32 | tag::STRING_64 => {
            let bytes = known.string(reading, string_width(tag))?;
            reading.text_or_bytes(builder, to, bytes)
        }
        tag::STRING_ID_8..=tag::STRING_ID_32 => {
            let (number, bytes) = known.earlier(reading, tag - tag::STRING_ID_8)?;
            known.again(reading, builder, to, number, bytes)
        }
        _ => Err(Error::at(ErrorKind::BadTag, reading.input.at - 1, "unknown type")),
    }
}

fn string_width(tag: u8) -> u8 {
    if tag == tag::STRING_64 { 3 } else { tag - tag::STRING_8 }
}

/// A length or number of 8, 16, 32 or 64 bits.
#[inline]
fn length(reading: &mut Reading<'_, '_>, width: u8) -> Result<usize> {
    match width {
        0 => Ok(usize::from(reading.input.byte()?)),
        _ => long_length(reading, width),
    }
}

fn long_length(reading: &mut Reading<'_, '_>, width: u8) -> Result<usize> {
    let input = &mut reading.input;
    let length = match width {
        1 => u64::from(u16::from_be_bytes(input.array()?)),
        2 => u64::from(u32::from_be_bytes(input.array()?)),
        _ => u64::from_be_bytes(input.array()?),
    };
    usize::try_from(length).map_err(|_| input.truncated())
}

/// A number of elements.
#[inline]
fn count(reading: &mut Reading<'_, '_>, width: u8) -> Result<usize> {
    let count = length(reading, width)?;
    reading.count(count as u64, 1)
}

/// An integer of [`tag::LONG_8P`] to [`tag::LONG_32N`], [`tag::LONG_64P`] or [`tag::LONG_64N`]: a
/// size, and in the type the sign.
#[inline]
fn long(reading: &mut Reading<'_, '_>, tag: u8) -> Result<i64> {
    let input = &mut reading.input;
    let at = input.at;
    let size = match tag {
        tag::LONG_8P | tag::LONG_8N => u64::from(input.byte()?),
        tag::LONG_16P | tag::LONG_16N => u64::from(u16::from_be_bytes(input.array()?)),
        tag::LONG_32P | tag::LONG_32N => u64::from(u32::from_be_bytes(input.array()?)),
        _ => u64::from_be_bytes(input.array()?),
    };
    let int =
        if tag & 1 == 0 { i64::try_from(size).ok() } else { 0_i64.checked_sub_unsigned(size) };
    int.ok_or_else(|| Error::at(ErrorKind::BadNumber, at, "an integer beyond 64 bits"))
}

/// An empty array that has come before.
fn empty<B: Builder>(
    reading: &mut Reading<'_, '_>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    let list = reading.open_list(builder, Some(0))?;
    reading.end_list(builder, to, list)
}

/// The elements of an array.
fn array<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    known: &mut Numbered<'a>,
    builder: &mut B,
    to: &mut B::Values,
    count: usize,
) -> Result<()> {
    let at = reading.input.at;
    let begins =
        reading.input.bytes.get(at..).is_some_and(|rest| rest.starts_with(&[tag::LONG_8P, 0]));
    if count == 0 || begins != reading.is_marked(at) {
        let mut list = reading.open_list(builder, Some(count))?;
        let mut so_far = true;
        for expected in 0..count {
            let is_expected = match reading.input.byte()? {
                tag::LONG_8P => usize::from(reading.input.byte()?) == expected,
                tag::LONG_16P => {
                    usize::from(u16::from_be_bytes(reading.input.array()?)) == expected
                }
                tag => match key(reading, known, tag)? {
                    Name::Int(int) => usize::try_from(int) == Ok(expected),
                    Name::String(_) => false,
                },
            };
            if !is_expected && so_far {
                reading.mark(at)?;
                so_far = false;
            }
            value(reading, known, builder, &mut list)?;
        }
        return reading.end_list(builder, to, list);
    }
    let mut map = reading.open_map(builder, None, Some(count))?;
    let mut is_map = false;
    for expected in 0..count {
        let tag = reading.input.byte()?;
        match key(reading, known, tag)? {
            Name::Int(int) => {
                is_map |= usize::try_from(int) != Ok(expected);
                reading.key(builder, &mut map, KeyRef::Int(int))?;
            }
            Name::String(name) => {
                is_map = true;
                reading.text_key(builder, &mut map, name)?;
            }
        }
        value(reading, known, builder, &mut map.values)?;
    }
    if !is_map {
        reading.mark(at)?;
    }
    reading.end_map(builder, to, map)
}

/// A key.
enum Name<'a> {
    Int(i64),
    String(&'a [u8]),
}

#[inline]
fn key<'a>(reading: &mut Reading<'a, '_>, known: &mut Numbered<'a>, tag: u8) -> Result<Name<'a>> {
    Ok(match tag {
        tag::STRING_ID_8..=tag::STRING_ID_32 => {
            Name::String(known.earlier(reading, tag - tag::STRING_ID_8)?.1)
        }
        tag::STRING_8..=tag::STRING_32 | tag::STRING_64 => {
            Name::String(known.string(reading, string_width(tag))?)
        }
        tag::LONG_8P..=tag::LONG_32N | tag::LONG_64P | tag::LONG_64N => {
            Name::Int(long(reading, tag)?)
        }
        tag::STRING_EMPTY => Name::String(b""),
        tag::NULL => {
            return Err(Error::at(
                ErrorKind::Unsupported,
                reading.input.at - 1,
                "an element of an array without a key",
            ));
        }
        _ => {
            return Err(Error::at(
                ErrorKind::BadTag,
                reading.input.at - 1,
                "a key must be an integer or a string",
            ));
        }
    })
}

/// An object from its name on.
fn object<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    known: &mut Numbered<'a>,
    builder: &mut B,
    to: &mut B::Values,
    tag: u8,
    is_reference: bool,
) -> Result<()> {
    let class = if tag < tag::OBJECT_ID_8 {
        let name = known.string(reading, tag - tag::OBJECT_8)?;
        reading.class(name, reading.input.at - name.len())?
    } else {
        let at = reading.input.at;
        let (_, name) = known.earlier(reading, tag - tag::OBJECT_ID_8)?;
        reading.class(name, at).map_err(|error| Error::at(error.kind(), at, error.context()))?
    };
    known.push(reading, ThingKind::Object, is_reference)?;
    let tag = reading.input.byte()?;
    match tag {
        tag::ARRAY_8..=tag::ARRAY_32 => {
            let count = count(reading, tag - tag::ARRAY_8)?;
            let mut map = reading.open_map(builder, Some(&class), Some(count))?;
            for _ in 0..count {
                let tag = reading.input.byte()?;
                if tag == tag::NULL {
                    continue;
                }
                match key(reading, known, tag)? {
                    Name::Int(int) => reading.key(builder, &mut map, KeyRef::Int(int))?,
                    Name::String(name) => reading.text_key(builder, &mut map, name)?,
                }
                value(reading, known, builder, &mut map.values)?;
            }
            reading.end_map(builder, to, map)
        }
        tag::OBJECT_SER_8..=tag::OBJECT_SER_32 => {
            let length = length(reading, tag - tag::OBJECT_SER_8)?;
            let bytes = reading.input.take(length)?;
            reading.extended(
                builder,
                to,
                Limits::TEXT_BYTES + length,
                Extended::Custom { class, bytes: bytes.into() },
            )
        }
        tag::ENUM_CASE => {
            let at = reading.input.at;
            let tag = reading.input.byte()?;
            let case = match key(reading, known, tag)? {
                Name::String(case) if tag != tag::STRING_EMPTY => reading
                    .name(case, at)
                    .map_err(|error| Error::at(error.kind(), at, error.context()))?,
                _ => {
                    return Err(Error::at(
                        ErrorKind::BadTag,
                        at,
                        "a case of an enumeration without a name",
                    ));
                }
            };
            reading.extended(builder, to, 0, Extended::Enum { class, case })
        }
        _ => Err(Error::at(ErrorKind::BadTag, reading.input.at - 1, "an object is expected")),
    }
}
