//! Values into igbinary.

use std::collections::HashSet;

use super::strings::Strings;
use super::tag;
use crate::error::{Error, ErrorKind, Result};
use crate::format::loss::Loss;
use crate::format::php::keys::{Cast, check_keys};
use crate::format::php::layouts::Layouts;
use crate::format::php::names::is_class;
use crate::format::php::sharing::{innermost, is_one_too_many};
use crate::format::writing::{Plain, Writing};
use crate::source::{ExtendedView, ListSource, MapSource, Source, View};
use crate::value::Extended;

/// Writes a value, byte for byte as igbinary 3 writes it with `igbinary.compact_strings` on, as
/// version 2.
///
/// A shared array or object is written once, and a reference as one. Scalars and empty arrays are
/// values in PHP: one that is shared otherwise is written each time that it comes, and a loss
/// noted. igbinary knows one reference to an object and no more: a second one is the first, which
/// is noted too. An empty array after the first is written as the first again, as PHP has one only.
///
/// Keys are cast as PHP casts them; where two become one, the value is refused.
pub fn write<'a, S: Source<'a>>(writing: &mut Writing<'_, S>, value: S) -> Result<()> {
    writing.out.extend_from_slice(&tag::VERSION_2);
    let mut writer = IgbinaryWriter {
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

struct IgbinaryWriter<'a, 'p, 'w, S: Source<'a>> {
    writing: &'p mut Writing<'w, S>,
    layouts: Layouts<<S::Map as MapSource<'a, S>>::Retained>,
    strings: Strings,
    /// How many arrays, objects and references have numbers.
    things: u32,
    /// The first empty array that is not a reference.
    empty: Option<u32>,
    /// SharedKind values and references, by their number in the value model.
    shared: Vec<SharedEntry<S>>,
    /// What has a reference.
    referred: HashSet<u32, foldhash::quality::RandomState>,
}

#[derive(Clone, Copy)]
struct SharedEntry<S> {
    value: S,
    /// The number in the format.
    number: u32,
    kind: SharedKind,
    has_ended: bool,
    is_met: bool,
}

/// What a shared value is.
#[derive(Clone, Copy, PartialEq)]
enum SharedKind {
    Array,
    Object,
    /// A reference to an array or a scalar.
    Reference,
    ObjectReference,
    /// What PHP copies: a scalar or an empty array.
    Value,
}

impl<'a, S: Source<'a>> IgbinaryWriter<'a, '_, '_, S> {
    /// Writes a value; `is_referent` is whether it stands after [`tag::REF`].
    fn value(&mut self, value: S, is_referent: bool) -> Result<()> {
        match value.view() {
            View::List(list) => {
                let count = list.len();
                if count == 0 {
                    return self.empty(is_referent);
                }
                self.writing.descend()?;
                self.thing()?;
                self.sized(tag::ARRAY_8, count)?;
                for at in 0..count {
                    self.long(at as i64);
                    self.value(list.get(at), false)?;
                }
                self.writing.ascend();
                return Ok(());
            }
            View::Map(map) => return self.map(map, is_referent),
            View::Extended(extended) => return self.extended(extended, is_referent),
            View::Null => self.push(tag::NULL),
            View::Bool(bool) => self.push(if bool { tag::TRUE } else { tag::FALSE }),
            View::Int(int) => self.long(int),
            View::Float(float) => self.double(float),
            View::Text(text) => self.string(text.as_bytes())?,
            View::Bytes(bytes) => self.bytes(bytes)?,
        }
        self.scalar(is_referent)
    }

    fn map(&mut self, map: S::Map, is_referent: bool) -> Result<()> {
        let Some(place) = self.layouts.find(map.identity()) else {
            return self.new_map(map, is_referent);
        };
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
        let mut layout =
            if is_same { self.layouts.second(map.identity(), || map.retain()) } else { None };
        self.writing.descend()?;
        let (start, strings) = (self.writing.out.len(), self.strings.count);
        if let Some(class) = class {
            self.class(class.as_bytes())?;
        }
        self.thing()?;
        self.sized(tag::ARRAY_8, count)?;
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
                    Extended::Enum { class, case }
                        if is_class(class.as_bytes()) && !case.is_empty() =>
                    {
                        self.class(class.as_bytes())?;
                        self.thing()?;
                        self.push(tag::ENUM_CASE);
                        return self.string(case.as_bytes());
                    }
                    Extended::Custom { class, bytes } if is_class(class.as_bytes()) => {
                        self.class(class.as_bytes())?;
                        self.thing()?;
                        self.sized(tag::OBJECT_SER_8, bytes.len())?;
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
    fn kind(&self, value: S) -> SharedKind {
        let value = innermost(value);
        match value.view() {
            View::Extended(ExtendedView::Reference(within)) => self.referent(within),
            _ => self.plain_kind(value),
        }
    }

    /// What a reference to this value is.
    fn referent(&self, value: S) -> SharedKind {
        match self.plain_kind(innermost(value)) {
            SharedKind::Object | SharedKind::ObjectReference => SharedKind::ObjectReference,
            _ => SharedKind::Reference,
        }
    }

    fn plain_kind(&self, value: S) -> SharedKind {
        match value.view() {
            View::List(list) if !list.is_empty() => SharedKind::Array,
            View::Map(map) if map.shape().class().is_some_and(|class| !class.is_empty()) => {
                SharedKind::Object
            }
            View::Map(map) if !map.shape().keys().is_empty() => SharedKind::Array,
            View::Extended(ExtendedView::Plain(Extended::Enum { class, case }))
                if is_class(class.as_bytes()) && !case.is_empty() =>
            {
                SharedKind::Object
            }
            View::Extended(ExtendedView::Plain(Extended::Custom { class, .. }))
                if is_class(class.as_bytes()) =>
            {
                SharedKind::Object
            }
            View::Extended(ExtendedView::Plain(Extended::Again(number))) => {
                self.entry(*number).map_or(SharedKind::Value, |entry| entry.kind)
            }
            _ => SharedKind::Value,
        }
    }

    fn entry(&self, number: u64) -> Option<&SharedEntry<S>> {
        self.shared.get(usize::try_from(number).ok()?)
    }

    fn shared(&mut self, value: S, is_referent: bool) -> Result<()> {
        self.writing.descend()?;
        let at = self.shared.len();
        if is_one_too_many(value, false) {
            self.lose(at);
        }
        let kind = self.kind(value);
        self.shared.push(SharedEntry {
            value,
            number: self.things,
            kind,
            has_ended: false,
            is_met: false,
        });
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
            self.push(tag::REF);
        }
        let kind = self.referent(value);
        self.shared.push(SharedEntry {
            value,
            number: self.things,
            kind,
            has_ended: false,
            is_met: false,
        });
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
            && let Some(number) = self
                .entry(*number)
                .filter(|entry| entry.kind != SharedKind::Value)
                .map(|entry| entry.number)
            && let Some(entry) = self.shared.get_mut(at)
        {
            entry.number = number;
        }
    }

    fn again(&mut self, number: u64, is_referent: bool) -> Result<()> {
        let at = usize::try_from(number).unwrap_or(usize::MAX);
        let Some(entry) = self.shared.get_mut(at) else {
            return Err(Error::new(
                ErrorKind::UnknownReference,
                "a shared value that has not begun",
            ));
        };
        entry.is_met = true;
        let SharedEntry { value, number, kind, has_ended, .. } = *entry;
        if !has_ended && (kind == SharedKind::Value || number >= self.things) {
            return Err(Error::new(
                ErrorKind::UnknownReference,
                "a shared value that consists only of itself",
            ));
        }
        match kind {
            SharedKind::Value => {
                self.lose(at);
                let value = innermost(value);
                if matches!(
                    value.view(),
                    View::Extended(
                        ExtendedView::Typed(..)
                            | ExtendedView::Kind(..)
                            | ExtendedView::Shared(_)
                            | ExtendedView::Reference(_)
                    )
                ) {
                    return Err(Error::new(
                        ErrorKind::Refused,
                        "values that are shared many times within one another",
                    ));
                }
                return self.value(value, is_referent);
            }
            SharedKind::Reference | SharedKind::ObjectReference if !is_referent => {
                self.push(tag::REF)
            }
            _ => {}
        }
        let tag = if matches!(kind, SharedKind::Object | SharedKind::ObjectReference) {
            tag::OBJREF_8
        } else {
            tag::REF_8
        };
        self.sized(tag, number as usize)
    }

    fn lose(&mut self, at: usize) {
        self.writing.lose(Loss::Shared, || format!("shared value {at}"));
    }

    /// A shared value that nothing refers to is decoded as if it were not shared.
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
            None => Err(Error::new(
                ErrorKind::TooLarge,
                "more values than igbinary's 32 bits can number",
            )),
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
            return self.sized(tag::REF_8, number as usize);
        } else if self.things == 0 {
            // The outermost array is never met again.
            self.thing()?;
        } else {
            self.empty = Some(self.things);
            self.thing()?;
        }
        self.sized(tag::ARRAY_8, 0)
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
                Err(_) if tag == tag::STRING_8 => tagged_64(out, tag::STRING_64, length as u64),
                Err(_) => {
                    return Err(Error::new(ErrorKind::TooLarge, "longer than igbinary's 32 bits"));
                }
            },
        }
        Ok(())
    }

    #[inline]
    fn long(&mut self, int: i64) {
        let out = &mut *self.writing.out;
        let sign = u8::from(int < 0);
        match int.unsigned_abs() {
            size @ 0..0x100 => out.extend_from_slice(&[tag::LONG_8P | sign, size as u8]),
            size @ 0x100..0x1_0000 => tagged_16(out, tag::LONG_16P | sign, size as u16),
            size @ 0x1_0000..0x1_0000_0000 => tagged_32(out, tag::LONG_32P | sign, size as u32),
            size => tagged_64(out, tag::LONG_64P | sign, size),
        }
    }

    fn double(&mut self, float: f64) {
        tagged_64(self.writing.out, tag::DOUBLE, float.to_bits());
    }

    #[inline]
    fn string(&mut self, bytes: &[u8]) -> Result<()> {
        if bytes.is_empty() {
            self.push(tag::STRING_EMPTY);
            return Ok(());
        }
        self.named(bytes, tag::STRING_8, tag::STRING_ID_8)
    }

    fn class(&mut self, name: &[u8]) -> Result<()> {
        self.named(name, tag::OBJECT_8, tag::OBJECT_ID_8)
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
