//! igbinary, versions 1 and 2: github.com/igbinary/igbinary `src/php7/igbinary.c` (the types, and what takes a number) and `TECH_NOTES.md`.
//!
//! Strings that are UTF-8 are text, others bytes. An array whose keys are 0, 1, 2 … in this order is a list, and so is the empty one; any other is a map. As in
//! [`super::php`], the first key is taken for the answer, and where it is wrong the bytes are read anew.
//!
//! Every string but the empty one has a number, keys and names of classes too, by which it comes again. So has every array, every object, and every scalar that
//! is a reference (`ref`). An object that comes again is shared, and so is an array, unless it is empty: PHP holds an array once that it was never told to
//! change, and igbinary writes it once then. A reference is a value with `ref` before it, which comes again as the number, also after `ref`. One that never
//! comes again is to PHP what any value is, and so it is here.
//!
//! A property of an object that has no value yet has neither key nor value, but a null in place of the two; it is left out.

use std::collections::HashSet;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

use crate::builder::Builder;
use crate::error::{Error, ErrorKind, Result};
use crate::format::loss::Loss;
use crate::format::php::{Cast, Layouts, check_keys, innermost, is_class, is_one_too_many};
use crate::format::reading::{Format, Reading};
use crate::format::shapes::KeyRef;
use crate::format::writing::{Plain, Writing};
use crate::limits::{Costs, Limits};
use crate::source::{ExtendedView, ListSource, MapSource, Source, View};
use crate::value::Extended;

const NULL: u8 = 0x00;
const REF_8: u8 = 0x01;
const REF_32: u8 = 0x03;
const FALSE: u8 = 0x04;
const TRUE: u8 = 0x05;
const LONG_8P: u8 = 0x06;
const LONG_8N: u8 = 0x07;
const LONG_16P: u8 = 0x08;
const LONG_16N: u8 = 0x09;
const LONG_32P: u8 = 0x0A;
const LONG_32N: u8 = 0x0B;
const DOUBLE: u8 = 0x0C;
const STRING_EMPTY: u8 = 0x0D;
const STRING_ID_8: u8 = 0x0E;
const STRING_ID_32: u8 = 0x10;
const STRING_8: u8 = 0x11;
const STRING_32: u8 = 0x13;
const ARRAY_8: u8 = 0x14;
const ARRAY_32: u8 = 0x16;
const OBJECT_8: u8 = 0x17;
const OBJECT_ID_8: u8 = 0x1A;
const OBJECT_ID_32: u8 = 0x1C;
const OBJECT_SER_8: u8 = 0x1D;
const OBJECT_SER_32: u8 = 0x1F;
const LONG_64P: u8 = 0x20;
const LONG_64N: u8 = 0x21;
const OBJREF_8: u8 = 0x22;
const OBJREF_32: u8 = 0x24;
const REF: u8 = 0x25;
const STRING_64: u8 = 0x26;
const ENUM_CASE: u8 = 0x27;

const VERSION_2: [u8; 4] = [0, 0, 0, 2];

/// A vector that grows holds up to three times of what it has.
const STRING_BYTES: usize = 3 * (size_of::<&[u8]>() + size_of::<Option<Arc<str>>>());
const THING_BYTES: usize = 3 * size_of::<Thing>();

pub struct Igbinary;

impl Format for Igbinary {
    fn read<B: Builder>(reading: &mut Reading<'_, '_>, builder: &mut B, to: &mut B::Values) -> Result<()> {
        match *reading.input.bytes {
            [0, 0, 0, 1 | 2, ..] => reading.input.at = 4,
            [] | [0] | [0, 0] | [0, 0, 0] => return Err(reading.input.truncated()),
            _ => return Err(reading.error(ErrorKind::WrongFormat, "no value of igbinary's version 1 or 2 begins so")),
        }
        let mut known =
            Known { strings: Vec::new(), shared: Vec::new(), things: Vec::new(), has_references: reading.has_references() };
        value(reading, &mut known, builder, to)
    }
}

/// What has a number.
struct Known<'a> {
    strings: Vec<&'a [u8]>,
    /// Strings that came again as values, by their number.
    shared: Vec<Option<Arc<str>>>,
    things: Vec<Thing>,
    has_references: bool,
}

/// What may come again.
#[derive(Clone, Copy)]
struct Thing {
    kind: Kind,
    /// Whether there is a reference to it.
    is_reference: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Empty,
    Array,
    Object,
    Scalar,
}

fn value<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    known: &mut Known<'a>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    let tag = reading.input.byte()?;
    match tag {
        ARRAY_8..=ARRAY_32 => {
            let count = count(reading, tag - ARRAY_8)?;
            if !known.has_references {
                known.push(reading, if count == 0 { Kind::Empty } else { Kind::Array }, false)?;
                return array(reading, known, builder, to, count);
            }
            numbered_array(reading, known, builder, to, count, false)
        }
        OBJECT_8..=OBJECT_ID_32 => {
            if !known.has_references {
                return object(reading, known, builder, to, tag, false);
            }
            let number = known.things.len() as u64;
            reading.shared(builder, to, number, false, |reading, builder, to| object(reading, known, builder, to, tag, false))
        }
        REF_8..=REF_32 | OBJREF_8..=OBJREF_32 => {
            let (number, thing) = known.thing(reading, tag)?;
            match thing.kind {
                Kind::Empty => empty(reading, builder, to),
                Kind::Array | Kind::Object => reading.again(builder, to, number, false),
                Kind::Scalar => Err(reading.error(ErrorKind::Unsupported, "a scalar that comes again, but by no reference")),
            }
        }
        REF => reference(reading, known, builder, to),
        _ => scalar(reading, known, builder, to, tag),
    }
}

/// An array whose number may be referred to, by a reference or without.
fn numbered_array<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    known: &mut Known<'a>,
    builder: &mut B,
    to: &mut B::Values,
    count: usize,
    is_reference: bool,
) -> Result<()> {
    let number = known.things.len() as u64;
    known.push(reading, if count == 0 { Kind::Empty } else { Kind::Array }, is_reference)?;
    reading.shared(builder, to, number, false, |reading, builder, to| array(reading, known, builder, to, count))
}

/// What stands after `ref`.
fn reference<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    known: &mut Known<'a>,
    builder: &mut B,
    to: &mut B::Values,
) -> Result<()> {
    let tag = reading.input.byte()?;
    let number = known.things.len() as u64;
    match tag {
        ARRAY_8..=ARRAY_32 => {
            let count = count(reading, tag - ARRAY_8)?;
            reading.shared(builder, to, number, true, |reading, builder, to| {
                numbered_array(reading, known, builder, to, count, true)
            })
        }
        OBJECT_8..=OBJECT_ID_32 => reading.shared(builder, to, number, true, |reading, builder, to| {
            reading.shared(builder, to, number, false, |reading, builder, to| object(reading, known, builder, to, tag, true))
        }),
        REF_8..=REF_32 | OBJREF_8..=OBJREF_32 => {
            let (number, thing) = known.thing(reading, tag)?;
            if thing.is_reference {
                return reading.again(builder, to, number, true);
            }
            known.set_reference(number);
            reading.shared(builder, to, number, true, |reading, builder, to| match thing.kind {
                Kind::Empty => empty(reading, builder, to),
                _ => reading.again(builder, to, number, false),
            })
        }
        REF => Err(Error::at(ErrorKind::BadTag, reading.input.at - 1, "a reference to a reference")),
        _ => {
            known.push(reading, Kind::Scalar, true)?;
            reading.shared(builder, to, number, true, |reading, builder, to| scalar(reading, known, builder, to, tag))
        }
    }
}

impl<'a> Known<'a> {
    fn push(&mut self, reading: &mut Reading<'_, '_>, kind: Kind, is_reference: bool) -> Result<()> {
        reading.charge(THING_BYTES)?;
        self.things.push(Thing { kind, is_reference });
        Ok(())
    }

    /// What a number of [`REF_8`] to [`REF_32`], or of [`OBJREF_8`] to [`OBJREF_32`], refers to.
    fn thing(&self, reading: &mut Reading<'_, '_>, tag: u8) -> Result<(u64, Thing)> {
        let at = reading.input.at;
        let number = length(reading, if tag < OBJREF_8 { tag - REF_8 } else { tag - OBJREF_8 })?;
        match self.things.get(number) {
            Some(thing) => Ok((number as u64, *thing)),
            None => Err(Error::at(ErrorKind::UnknownReference, at, "the number of a value that has not begun")),
        }
    }

    fn set_reference(&mut self, number: u64) {
        if let Some(thing) = usize::try_from(number).ok().and_then(|number| self.things.get_mut(number)) {
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
            None => Err(Error::at(ErrorKind::UnknownReference, at, "the number of a string that has not come")),
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
        let Ok(text) = simdutf8::basic::from_utf8(bytes) else { return reading.bytes(builder, to, bytes) };
        reading.charge(Limits::TEXT_BYTES + text.len() + B::Costs::text(text.len()))?;
        let text = Arc::from(text);
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
    known: &mut Known<'a>,
    builder: &mut B,
    to: &mut B::Values,
    tag: u8,
) -> Result<()> {
    match tag {
        NULL => builder.null(to),
        FALSE | TRUE => builder.bool(to, tag == TRUE),
        LONG_8P..=LONG_32N | LONG_64P | LONG_64N => builder.int(to, long(reading, tag)?),
        DOUBLE => builder.float(to, f64::from_be_bytes(reading.input.array()?)),
        STRING_EMPTY => reading.text_or_bytes(builder, to, b""),
        STRING_8..=STRING_32 | STRING_64 => {
            let bytes = known.string(reading, string_width(tag))?;
            reading.text_or_bytes(builder, to, bytes)
        }
        STRING_ID_8..=STRING_ID_32 => {
            let (number, bytes) = known.earlier(reading, tag - STRING_ID_8)?;
            known.again(reading, builder, to, number, bytes)
        }
        _ => Err(Error::at(ErrorKind::BadTag, reading.input.at - 1, "a type that no value has")),
    }
}

fn string_width(tag: u8) -> u8 {
    if tag == STRING_64 { 3 } else { tag - STRING_8 }
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

/// An integer of [`LONG_8P`] to [`LONG_32N`], [`LONG_64P`] or [`LONG_64N`]: a size, and in the type the sign.
#[inline]
fn long(reading: &mut Reading<'_, '_>, tag: u8) -> Result<i64> {
    let input = &mut reading.input;
    let at = input.at;
    let size = match tag {
        LONG_8P | LONG_8N => u64::from(input.byte()?),
        LONG_16P | LONG_16N => u64::from(u16::from_be_bytes(input.array()?)),
        LONG_32P | LONG_32N => u64::from(u32::from_be_bytes(input.array()?)),
        _ => u64::from_be_bytes(input.array()?),
    };
    let int = if tag & 1 == 0 { i64::try_from(size).ok() } else { 0_i64.checked_sub_unsigned(size) };
    int.ok_or_else(|| Error::at(ErrorKind::BadNumber, at, "an integer beyond 64 bits"))
}

/// An empty array that has come before.
fn empty<B: Builder>(reading: &mut Reading<'_, '_>, builder: &mut B, to: &mut B::Values) -> Result<()> {
    let list = reading.open_list(builder, Some(0))?;
    reading.end_list(builder, to, list)
}

/// The elements of an array.
fn array<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    known: &mut Known<'a>,
    builder: &mut B,
    to: &mut B::Values,
    count: usize,
) -> Result<()> {
    let at = reading.input.at;
    let begins = reading.input.bytes.get(at..).is_some_and(|rest| rest.starts_with(&[LONG_8P, 0]));
    if count == 0 || begins != reading.is_marked(at) {
        let mut list = reading.open_list(builder, Some(count))?;
        let mut so_far = true;
        for expected in 0..count {
            let is_expected = match reading.input.byte()? {
                LONG_8P => usize::from(reading.input.byte()?) == expected,
                LONG_16P => usize::from(u16::from_be_bytes(reading.input.array()?)) == expected,
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
fn key<'a>(reading: &mut Reading<'a, '_>, known: &mut Known<'a>, tag: u8) -> Result<Name<'a>> {
    Ok(match tag {
        STRING_ID_8..=STRING_ID_32 => Name::String(known.earlier(reading, tag - STRING_ID_8)?.1),
        STRING_8..=STRING_32 | STRING_64 => Name::String(known.string(reading, string_width(tag))?),
        LONG_8P..=LONG_32N | LONG_64P | LONG_64N => Name::Int(long(reading, tag)?),
        STRING_EMPTY => Name::String(b""),
        NULL => {
            return Err(Error::at(ErrorKind::Unsupported, reading.input.at - 1, "an element of an array without a key"));
        }
        _ => return Err(Error::at(ErrorKind::BadTag, reading.input.at - 1, "a key that is no integer and no string")),
    })
}

/// An object from its name on.
fn object<'a, B: Builder>(
    reading: &mut Reading<'a, '_>,
    known: &mut Known<'a>,
    builder: &mut B,
    to: &mut B::Values,
    tag: u8,
    is_reference: bool,
) -> Result<()> {
    let class = if tag < OBJECT_ID_8 {
        let name = known.string(reading, tag - OBJECT_8)?;
        reading.class(name, reading.input.at - name.len())?
    } else {
        let at = reading.input.at;
        let (_, name) = known.earlier(reading, tag - OBJECT_ID_8)?;
        reading.class(name, at).map_err(|error| Error::at(error.kind(), at, error.context()))?
    };
    known.push(reading, Kind::Object, is_reference)?;
    let tag = reading.input.byte()?;
    match tag {
        ARRAY_8..=ARRAY_32 => {
            let count = count(reading, tag - ARRAY_8)?;
            let mut map = reading.open_map(builder, Some(&class), Some(count))?;
            for _ in 0..count {
                let tag = reading.input.byte()?;
                if tag == NULL {
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
        OBJECT_SER_8..=OBJECT_SER_32 => {
            let length = length(reading, tag - OBJECT_SER_8)?;
            let bytes = reading.input.take(length)?;
            reading.extended(builder, to, Limits::TEXT_BYTES + length, Extended::Custom { class, bytes: bytes.into() })
        }
        ENUM_CASE => {
            let at = reading.input.at;
            let tag = reading.input.byte()?;
            let case = match key(reading, known, tag)? {
                Name::String(case) if tag != STRING_EMPTY => {
                    reading.name(case, at).map_err(|error| Error::at(error.kind(), at, error.context()))?
                }
                _ => return Err(Error::at(ErrorKind::BadTag, at, "a case of an enumeration without a name")),
            };
            reading.extended(builder, to, 0, Extended::Enum { class, case })
        }
        _ => Err(Error::at(ErrorKind::BadTag, reading.input.at - 1, "a type that no object has")),
    }
}

/// Writes a value, byte for byte as igbinary 3 writes it with `igbinary.compact_strings` on, as version 2.
///
/// A shared array or object is written once, and a reference as one. Scalars and empty arrays are values in PHP: one that is shared otherwise is written each
/// time that it comes, and a loss noted. igbinary knows one reference to an object and no more: a second one is the first, which is noted too. An empty array
/// after the first is written as the first again, as PHP has one only.
///
/// Keys are cast as PHP casts them; where two become one, the value is refused.
pub fn write<'a, S: Source<'a>>(writing: &mut Writing<'_, S>, value: S) -> Result<()> {
    writing.out.extend_from_slice(&VERSION_2);
    let mut writer = Writer {
        writing,
        layouts: Layouts::default(),
        strings: Strings::default(),
        things: 0,
        empty: None,
        shared: Vec::new(),
        referred: HashSet::default(),
    };
    writer.value(value, false)?;
    writer.end();
    Ok(())
}

struct Writer<'a, 'p, 'w, S: Source<'a>> {
    writing: &'p mut Writing<'w, S>,
    layouts: Layouts<<S::Map as MapSource<'a, S>>::Retained>,
    strings: Strings,
    /// How many arrays, objects and references have numbers.
    things: u32,
    /// The first empty array that is no reference.
    empty: Option<u32>,
    /// Shared values and references, by their number in the value model.
    shared: Vec<Entry<S>>,
    /// What has a reference.
    referred: HashSet<u32, foldhash::quality::RandomState>,
}

#[derive(Clone, Copy)]
struct Entry<S> {
    value: S,
    /// The number in the format.
    number: u32,
    kind: Shared,
    has_ended: bool,
    is_met: bool,
}

/// What a shared value is.
#[derive(Clone, Copy, PartialEq)]
enum Shared {
    Array,
    Object,
    /// A reference to an array or a scalar.
    Reference,
    ObjectReference,
    /// What PHP copies: a scalar or an empty array.
    Value,
}

impl<'a, S: Source<'a>> Writer<'a, '_, '_, S> {
    /// Writes a value; `is_referent` is whether it stands after [`REF`].
    fn value(&mut self, value: S, is_referent: bool) -> Result<()> {
        match value.view() {
            View::List(list) => {
                let count = list.len();
                if count == 0 {
                    return self.empty(is_referent);
                }
                self.writing.descend()?;
                self.thing()?;
                self.sized(ARRAY_8, count)?;
                for at in 0..count {
                    self.long(at as i64);
                    self.value(list.get(at), false)?;
                }
                self.writing.ascend();
                return Ok(());
            }
            View::Map(map) => return self.map(map, is_referent),
            View::Extended(extended) => return self.extended(extended, is_referent),
            View::Null => self.push(NULL),
            View::Bool(bool) => self.push(if bool { TRUE } else { FALSE }),
            View::Int(int) => self.long(int),
            View::Float(float) => self.double(float),
            View::Text(text) => self.string(text.as_bytes())?,
            View::Bytes(bytes) => self.bytes(bytes)?,
        }
        self.scalar(is_referent)
    }

    fn map(&mut self, map: S::Map, is_referent: bool) -> Result<()> {
        let Some(place) = self.layouts.find(map.identity()) else { return self.new_map(map, is_referent) };
        let count = map.shape().keys().len();
        self.writing.descend()?;
        self.thing()?;
        self.writing.out.extend_from_slice(self.layouts.part(place, 0));
        for at in 0..count {
            self.writing.out.extend_from_slice(self.layouts.part(place, at + 1));
            self.value(map.get(at), false)?;
        }
        self.writing.ascend();
        Ok(())
    }

    fn new_map(&mut self, map: S::Map, is_referent: bool) -> Result<()> {
        let shape = map.shape();
        let count = shape.keys().len();
        let class = shape.class().filter(|class| !class.is_empty());
        let is_same = check_keys(self.writing, shape, class.is_some())?;
        if shape.class().is_some() && class.is_none() {
            self.writing.lose(Loss::Class, String::new);
        }
        if count == 0 && class.is_none() {
            return self.empty(is_referent);
        }
        let is_same = is_same && class.is_some() == shape.class().is_some();
        let mut layout = if is_same { self.layouts.second(map.identity(), || map.retain()) } else { None };
        self.writing.descend()?;
        let (start, strings) = (self.writing.out.len(), self.strings.count);
        if let Some(class) = class {
            self.class(class.as_bytes())?;
        }
        self.thing()?;
        self.sized(ARRAY_8, count)?;
        // What is new now is written by its number from now on.
        layout = layout.filter(|_| self.strings.count == strings);
        if let Some(layout) = &mut layout {
            layout.push(&self.writing.out[start..]);
        }
        for (at, key) in shape.keys().iter().enumerate() {
            let (start, strings) = (self.writing.out.len(), self.strings.count);
            match Cast::of(key, class.is_some()).0 {
                Cast::Int(int) => self.long(int),
                Cast::String(string) => self.string(string)?,
            }
            layout = layout.filter(|_| self.strings.count == strings);
            if let Some(layout) = &mut layout {
                layout.push(&self.writing.out[start..]);
            }
            self.value(map.get(at), false)?;
        }
        if let Some(layout) = layout {
            self.layouts.add(layout);
        }
        self.writing.ascend();
        Ok(())
    }

    fn extended(&mut self, extended: ExtendedView<'a, S>, is_referent: bool) -> Result<()> {
        match extended {
            ExtendedView::Typed(_, value) | ExtendedView::Kind(_, value) => {
                self.writing.lose_class(&extended);
                self.writing.descend()?;
                self.value(value, is_referent)?;
                self.writing.ascend();
                Ok(())
            }
            ExtendedView::Shared(value) => self.shared(value, is_referent),
            ExtendedView::Reference(value) => self.reference(value, is_referent),
            ExtendedView::Plain(Extended::Again(number)) => self.again(*number, is_referent),
            ExtendedView::Plain(extended) => {
                match extended {
                    Extended::Enum { class, case } if is_class(class.as_bytes()) && !case.is_empty() => {
                        self.class(class.as_bytes())?;
                        self.thing()?;
                        self.push(ENUM_CASE);
                        return self.string(case.as_bytes());
                    }
                    Extended::Custom { class, bytes } if is_class(class.as_bytes()) => {
                        self.class(class.as_bytes())?;
                        self.thing()?;
                        self.sized(OBJECT_SER_8, bytes.len())?;
                        self.writing.out.extend_from_slice(bytes);
                        return Ok(());
                    }
                    _ => match self.writing.plain(extended)? {
                        Plain::Text(text) => self.string(text.as_bytes())?,
                        Plain::Bytes(bytes) => self.bytes(bytes)?,
                        Plain::Float(float) => self.double(float),
                    },
                }
                self.scalar(is_referent)
            }
        }
    }

    /// What a value is that may come again.
    fn kind(&self, value: S) -> Shared {
        let value = innermost(value);
        match value.view() {
            View::Extended(ExtendedView::Reference(within)) => self.referent(within),
            _ => self.plain_kind(value),
        }
    }

    /// What a reference to this value is.
    fn referent(&self, value: S) -> Shared {
        match self.plain_kind(innermost(value)) {
            Shared::Object | Shared::ObjectReference => Shared::ObjectReference,
            _ => Shared::Reference,
        }
    }

    fn plain_kind(&self, value: S) -> Shared {
        match value.view() {
            View::List(list) if !list.is_empty() => Shared::Array,
            View::Map(map) if map.shape().class().is_some_and(|class| !class.is_empty()) => Shared::Object,
            View::Map(map) if !map.shape().keys().is_empty() => Shared::Array,
            View::Extended(ExtendedView::Plain(Extended::Enum { class, case }))
                if is_class(class.as_bytes()) && !case.is_empty() =>
            {
                Shared::Object
            }
            View::Extended(ExtendedView::Plain(Extended::Custom { class, .. })) if is_class(class.as_bytes()) => Shared::Object,
            View::Extended(ExtendedView::Plain(Extended::Again(number))) => {
                self.entry(*number).map_or(Shared::Value, |entry| entry.kind)
            }
            _ => Shared::Value,
        }
    }

    fn entry(&self, number: u64) -> Option<&Entry<S>> {
        self.shared.get(usize::try_from(number).ok()?)
    }

    fn shared(&mut self, value: S, is_referent: bool) -> Result<()> {
        self.writing.descend()?;
        let at = self.shared.len();
        if is_one_too_many(value, false) {
            self.lose(at);
        }
        let kind = self.kind(value);
        self.shared.push(Entry { value, number: self.things, kind, has_ended: false, is_met: false });
        self.value(value, is_referent)?;
        self.end_shared(at, value);
        self.writing.ascend();
        Ok(())
    }

    fn reference(&mut self, value: S, is_referent: bool) -> Result<()> {
        self.writing.descend()?;
        let at = self.shared.len();
        if is_referent || is_one_too_many(value, true) {
            self.lose(at);
        }
        if !is_referent {
            self.push(REF);
        }
        let kind = self.referent(value);
        self.shared.push(Entry { value, number: self.things, kind, has_ended: false, is_met: false });
        self.value(value, true)?;
        self.end_shared(at, value);
        if let Some(entry) = self.shared.get(at).copied()
            && !self.referred.insert(entry.number)
        {
            self.lose(at);
        }
        self.writing.ascend();
        Ok(())
    }

    /// A shared value ends. One that is an earlier one again has that one's number.
    fn end_shared(&mut self, at: usize, value: S) {
        if let Some(entry) = self.shared.get_mut(at) {
            entry.has_ended = true;
        }
        let mut value = innermost(value);
        if let View::Extended(ExtendedView::Reference(within)) = value.view() {
            value = innermost(within);
        }
        if let View::Extended(ExtendedView::Plain(Extended::Again(number))) = value.view()
            && let Some(number) = self.entry(*number).filter(|entry| entry.kind != Shared::Value).map(|entry| entry.number)
            && let Some(entry) = self.shared.get_mut(at)
        {
            entry.number = number;
        }
    }

    fn again(&mut self, number: u64, is_referent: bool) -> Result<()> {
        let at = usize::try_from(number).unwrap_or(usize::MAX);
        let Some(entry) = self.shared.get_mut(at) else {
            return Err(Error::new(ErrorKind::UnknownReference, "a shared value that has not begun"));
        };
        entry.is_met = true;
        let Entry { value, number, kind, has_ended, .. } = *entry;
        if !has_ended && (kind == Shared::Value || number >= self.things) {
            return Err(Error::new(ErrorKind::UnknownReference, "a shared value that is nothing but itself"));
        }
        match kind {
            Shared::Value => {
                self.lose(at);
                let value = innermost(value);
                if matches!(
                    value.view(),
                    View::Extended(
                        ExtendedView::Typed(..) | ExtendedView::Kind(..) | ExtendedView::Shared(_) | ExtendedView::Reference(_)
                    )
                ) {
                    return Err(Error::new(ErrorKind::Refused, "values that are shared many times within one another"));
                }
                return self.value(value, is_referent);
            }
            Shared::Reference | Shared::ObjectReference if !is_referent => self.push(REF),
            _ => {}
        }
        let tag = if matches!(kind, Shared::Object | Shared::ObjectReference) { OBJREF_8 } else { REF_8 };
        self.sized(tag, number as usize)
    }

    fn lose(&mut self, at: usize) {
        self.writing.lose(Loss::Shared, || format!("shared value {at}"));
    }

    /// What is shared with nothing reads as if it were not.
    fn end(&mut self) {
        for at in 0..self.shared.len() {
            if !self.shared[at].is_met {
                self.lose(at);
            }
        }
    }

    /// The next array, object or reference has a number.
    #[inline]
    fn thing(&mut self) -> Result<()> {
        match self.things.checked_add(1) {
            Some(things) => {
                self.things = things;
                Ok(())
            }
            None => Err(Error::new(ErrorKind::TooLarge, "more values than igbinary's 32 bits can number")),
        }
    }

    /// A scalar has a number if it is a reference.
    #[inline]
    fn scalar(&mut self, is_referent: bool) -> Result<()> {
        if is_referent { self.thing() } else { Ok(()) }
    }

    /// PHP has one empty array, which is a thing of its own only as a reference.
    fn empty(&mut self, is_referent: bool) -> Result<()> {
        if is_referent {
            self.thing()?;
        } else if let Some(number) = self.empty {
            return self.sized(REF_8, number as usize);
        } else if self.things == 0 {
            // The outermost array is never met again.
            self.thing()?;
        } else {
            self.empty = Some(self.things);
            self.thing()?;
        }
        self.sized(ARRAY_8, 0)
    }

    #[inline]
    fn push(&mut self, byte: u8) {
        self.writing.out.push(byte);
    }

    /// A type and a length or number of 8 bits, or of the 16 or 32 bits of the types after it.
    #[inline]
    fn sized(&mut self, tag: u8, length: usize) -> Result<()> {
        let out = &mut *self.writing.out;
        match length {
            0..0x100 => out.extend_from_slice(&[tag, length as u8]),
            0x100..0x1_0000 => tagged_16(out, tag + 1, length as u16),
            _ => match u32::try_from(length) {
                Ok(length) => tagged_32(out, tag + 2, length),
                Err(_) if tag == STRING_8 => tagged_64(out, STRING_64, length as u64),
                Err(_) => return Err(Error::new(ErrorKind::TooLarge, "longer than igbinary's 32 bits")),
            },
        }
        Ok(())
    }

    #[inline]
    fn long(&mut self, int: i64) {
        let out = &mut *self.writing.out;
        let sign = u8::from(int < 0);
        match int.unsigned_abs() {
            size @ 0..0x100 => out.extend_from_slice(&[LONG_8P | sign, size as u8]),
            size @ 0x100..0x1_0000 => tagged_16(out, LONG_16P | sign, size as u16),
            size @ 0x1_0000..0x1_0000_0000 => tagged_32(out, LONG_32P | sign, size as u32),
            size => tagged_64(out, LONG_64P | sign, size),
        }
    }

    fn double(&mut self, float: f64) {
        tagged_64(self.writing.out, DOUBLE, float.to_bits());
    }

    #[inline]
    fn string(&mut self, bytes: &[u8]) -> Result<()> {
        if bytes.is_empty() {
            self.push(STRING_EMPTY);
            return Ok(());
        }
        self.named(bytes, STRING_8, STRING_ID_8)
    }

    fn class(&mut self, name: &[u8]) -> Result<()> {
        self.named(name, OBJECT_8, OBJECT_ID_8)
    }

    /// A string by its number, or with its bytes if it is new.
    #[inline]
    fn named(&mut self, bytes: &[u8], new: u8, again: u8) -> Result<()> {
        if let Some(number) = self.strings.number(self.writing.out, bytes) {
            return self.sized(again, number as usize);
        }
        self.writing.out.reserve(bytes.len() + 16);
        self.sized(new, bytes.len())?;
        self.strings.add(self.writing.out.len(), bytes.len());
        self.writing.out.extend_from_slice(bytes);
        Ok(())
    }

    fn bytes(&mut self, bytes: &[u8]) -> Result<()> {
        if std::str::from_utf8(bytes).is_ok() {
            self.writing.lose(Loss::Bytes, || format!("{} bytes that are text", bytes.len()));
        }
        self.string(bytes)
    }
}

/// A type and two bytes; one piece costs less than several.
#[inline]
fn tagged_16(out: &mut Vec<u8>, tag: u8, int: u16) {
    let [a, b] = int.to_be_bytes();
    out.extend_from_slice(&[tag, a, b]);
}

#[inline]
fn tagged_32(out: &mut Vec<u8>, tag: u8, int: u32) {
    let [a, b, c, d] = int.to_be_bytes();
    out.extend_from_slice(&[tag, a, b, c, d]);
}

#[inline]
fn tagged_64(out: &mut Vec<u8>, tag: u8, int: u64) {
    let [a, b, c, d, e, f, g, h] = int.to_be_bytes();
    out.extend_from_slice(&[tag, a, b, c, d, e, f, g, h]);
}

/// The strings that were written, where they stand.
#[derive(Default)]
struct Strings {
    /// A table with open addressing, of a power of two; the number of an empty place is 0.
    places: Vec<Place>,
    count: u32,
    /// Where the string goes that was looked for last.
    vacant: usize,
    last: Place,
    hasher: foldhash::fast::RandomState,
}

#[derive(Clone, Copy, Default)]
struct Place {
    hash: u32,
    /// The number and 1.
    number: u32,
    start: u32,
    length: u32,
}

impl Strings {
    /// The number of a string that was written; of a new one, [`Strings::add`] must follow.
    #[inline]
    fn number(&mut self, out: &[u8], bytes: &[u8]) -> Option<u32> {
        if self.places.len() * 3 <= self.count as usize * 4 {
            self.grow();
        }
        let mut hasher = self.hasher.build_hasher();
        hasher.write(bytes);
        let hash = hasher.finish() as u32;
        let mask = self.places.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let place = &self.places[at];
            if place.number == 0 {
                self.vacant = at;
                self.last = Place { hash, number: self.count + 1, start: 0, length: 0 };
                return None;
            }
            if place.hash == hash && place.length as usize == bytes.len() {
                let start = place.start as usize;
                if out.get(start..start + bytes.len()) == Some(bytes) {
                    return Some(place.number - 1);
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// The string that was looked for last will stand here. One beyond four gigabytes is not found again, and written again where it comes again.
    #[inline]
    fn add(&mut self, start: usize, length: usize) {
        if let (Ok(start), Ok(length)) = (u32::try_from(start), u32::try_from(length)) {
            self.places[self.vacant] = Place { start, length, ..self.last };
        }
        self.count += 1;
    }

    #[cold]
    fn grow(&mut self) {
        const LEAST: usize = 64;
        let size = (self.places.len() * 2).max(LEAST);
        let before = std::mem::replace(&mut self.places, vec![Place::default(); size]);
        for place in before.into_iter().filter(|place| place.number > 0) {
            let mut at = place.hash as usize & (size - 1);
            while self.places[at].number > 0 {
                at = (at + 1) & (size - 1);
            }
            self.places[at] = place;
        }
    }
}
