//! Values into `serialize`: php-src `ext/standard/var.c`.

use super::float::write_float;
use super::written::SelfWritten;
use crate::error::{Error, ErrorKind, Result};
use crate::format::loss::Loss;
use crate::format::php::keys::{Cast, check_keys};
use crate::format::php::layouts::Layouts;
use crate::format::php::names::is_class;
use crate::format::php::sharing::{innermost, is_one_too_many};
use crate::format::writing::{Plain, Writing};
use crate::shape::Shape;
use crate::source::{ExtendedView, ListSource, MapSource, Source, View};
use crate::value::Extended;

/// Writes a value, byte for byte as PHP's `serialize` writes it.
///
/// What is shared is written once if PHP can share it: objects (`r:`) and references (`R:`). Lists,
/// maps and scalars are values in PHP, so that a shared one is written each time that it comes, and
/// a loss noted; but one that holds itself becomes a reference. Where PHP forgets which of two
/// identities was meant (a plain object that a reference meets again later is written `R:`, and
/// reads as a reference from its beginning) this writes what reads as the very value.
///
/// A class whose name PHP cannot have makes no object, but an array. Keys are cast as PHP casts
/// them; where two become one, the value is refused.
pub fn write<'a, S: Source<'a>>(writing: &mut Writing<'_, S>, value: S) -> Result<()> {
    let mut writer = SerializeWriter {
        writing,
        layouts: Layouts::default(),
        last: 0,
        sure: u64::MAX,
        shared: Vec::new(),
        next: None,
    };
    writer.value(value)?;
    writer.end();
    Ok(())
}

struct SerializeWriter<'a, 'p, 'w, S: Source<'a>> {
    writing: &'p mut Writing<'w, S>,
    layouts: Layouts<<S::Map as MapSource<'a, S>>::Retained>,
    /// The number of the value that began last.
    last: u64,
    /// Beyond this, numbers are uncertain.
    sure: u64,
    /// Shared values and references, by their number in the value model.
    shared: Vec<SharedEntry<S>>,
    /// Within a value that is written again: the number of the next shared value, which has begun
    /// once already.
    next: Option<usize>,
}

struct SharedEntry<S> {
    value: S,
    /// The number in the format.
    number: u64,
    kind: SharedKind,
    /// The number that a shared value after this one has; none while this one goes on.
    after: Option<usize>,
    is_met: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum SharedKind {
    /// An object of PHP.
    Object,
    /// A reference.
    Reference,
    /// A value that PHP copies.
    Value,
}

impl<'a, S: Source<'a>> SerializeWriter<'a, '_, '_, S> {
    fn value(&mut self, value: S) -> Result<()> {
        let view = value.view();
        if let View::Extended(extended) = view {
            return self.extended(extended);
        }
        self.last += 1;
        match view {
            View::Null => self.push(b"N;"),
            View::Bool(bool) => self.push(if bool { b"b:1;" } else { b"b:0;" }),
            View::Int(int) => self.int(int),
            View::Float(float) => self.float(float),
            View::Text(text) => self.string(text.as_bytes()),
            View::Bytes(bytes) => self.bytes(bytes),
            View::List(list) => {
                self.writing.descend()?;
                let count = list.len();
                self.header(count);
                for at in 0..count {
                    self.int(at as i64);
                    self.value(list.get(at))?;
                }
                self.push(b"}");
                self.writing.ascend();
            }
            View::Map(map) => self.map(map)?,
            View::Extended(_) => {}
        }
        Ok(())
    }

    fn map(&mut self, map: S::Map) -> Result<()> {
        self.writing.descend()?;
        let identity = map.identity();
        let known = self.layouts.find(identity);
        match known {
            Some(place) => {
                let count = map.shape().keys().len();
                self.writing.out.extend_from_slice(self.layouts.part(place, 0));
                for at in 0..count {
                    self.writing.out.extend_from_slice(self.layouts.part(place, at + 1));
                    self.value(map.get(at))?;
                }
            }
            None => self.new_map(map)?,
        }
        self.push(b"}");
        self.writing.ascend();
        Ok(())
    }

    fn new_map(&mut self, map: S::Map) -> Result<()> {
        let shape = map.shape();
        let (keys, is_object) = (shape.keys(), is_object(shape));
        let is_same =
            check_keys(self.writing, shape, is_object)? && is_object == shape.class().is_some();
        let mut layout =
            if is_same { self.layouts.second(map.identity(), || map.retain()) } else { None };
        let start = self.writing.out.len();
        match shape.class() {
            Some(class) if is_object => {
                self.named(b"O:", class.as_bytes());
                self.digits(keys.len() as u64);
                self.push(b":{");
            }
            class => {
                if let Some(class) = class {
                    self.writing.lose(Loss::Class, || class.to_string());
                }
                self.header(keys.len());
            }
        }
        if let Some(layout) = &mut layout {
            layout.push(&self.writing.out[start..]);
        }
        for (at, key) in keys.iter().enumerate() {
            let start = self.writing.out.len();
            match Cast::of(key, is_object).0 {
                Cast::Int(int) => self.int(int),
                Cast::String(string) => self.string(string),
            }
            if let Some(layout) = &mut layout {
                layout.push(&self.writing.out[start..]);
            }
            self.value(map.get(at))?;
        }
        if let Some(layout) = layout {
            self.layouts.add(layout);
        }
        Ok(())
    }

    fn extended(&mut self, extended: ExtendedView<'a, S>) -> Result<()> {
        match extended {
            ExtendedView::Typed(_, value) | ExtendedView::Kind(_, value) => {
                self.writing.lose_class(&extended);
                self.writing.descend()?;
                self.value(value)?;
                self.writing.ascend();
            }
            ExtendedView::Shared(value) => self.shared(value, false)?,
            ExtendedView::Reference(value) => self.shared(value, true)?,
            ExtendedView::Plain(Extended::Again(number)) => {
                let at = usize::try_from(*number).unwrap_or(usize::MAX);
                self.again(at)?;
            }
            ExtendedView::Plain(extended) => {
                self.last += 1;
                match extended {
                    Extended::Enum { class, case } if is_class(class.as_bytes()) => {
                        self.push(b"E:");
                        self.digits((class.len() + 1 + case.len()) as u64);
                        for part in [":\"", class, ":", case, "\";"] {
                            self.push(part.as_bytes());
                        }
                    }
                    Extended::Custom { class, bytes } if is_class(class.as_bytes()) => {
                        self.named(b"C:", class.as_bytes());
                        self.digits(bytes.len() as u64);
                        self.push(b":{");
                        self.push(bytes);
                        self.push(b"}");
                        match SelfWritten::of(bytes) {
                            SelfWritten::Values(count) => self.last += count,
                            SelfWritten::Unknown => self.sure = self.sure.min(self.last),
                        }
                    }
                    _ => match self.writing.plain(extended)? {
                        Plain::Text(text) => self.string(text.as_bytes()),
                        Plain::Bytes(bytes) => self.bytes(bytes),
                        Plain::Float(float) => self.float(float),
                    },
                }
            }
        }
        Ok(())
    }

    fn shared(&mut self, value: S, reference: bool) -> Result<()> {
        self.writing.descend()?;
        match self.next {
            Some(at) => match self.shared.get(at) {
                Some(SharedEntry { kind: SharedKind::Value, .. }) => {
                    self.next = Some(at + 1);
                    self.value(value)?;
                }
                Some(SharedEntry { after: Some(after), .. }) => {
                    self.next = Some(*after);
                    self.refer(at)?;
                }
                _ => return Err(unknown()),
            },
            None => {
                let at = self.shared.len();
                if is_one_too_many(value, reference) {
                    self.lose(at);
                }
                let kind = if reference { SharedKind::Reference } else { self.kind(value) };
                self.shared.push(SharedEntry {
                    value,
                    number: self.last + 1,
                    kind,
                    after: None,
                    is_met: false,
                });
                let last = self.last;
                self.value(value)?;
                let after = self.shared.len();
                // A reference to a reference has no number itself.
                let alias = (self.last == last).then(|| self.alias(value)).flatten();
                if let Some(entry) = self.shared.get_mut(at) {
                    entry.after = Some(after);
                    if let Some(number) = alias {
                        (entry.kind, entry.number) = (SharedKind::Reference, number);
                    }
                }
            }
        }
        self.writing.ascend();
        Ok(())
    }

    /// What a shared value is.
    fn kind(&self, value: S) -> SharedKind {
        match innermost(value).view() {
            View::Map(map) if is_object(map.shape()) => SharedKind::Object,
            View::Extended(ExtendedView::Plain(
                Extended::Enum { class, .. } | Extended::Custom { class, .. },
            )) if is_class(class.as_bytes()) => SharedKind::Object,
            View::Extended(ExtendedView::Plain(Extended::Again(number))) => {
                self.entry(*number).map_or(SharedKind::Value, |entry| entry.kind)
            }
            View::Extended(ExtendedView::Reference(_)) => SharedKind::Reference,
            _ => SharedKind::Value,
        }
    }

    fn entry(&self, number: u64) -> Option<&SharedEntry<S>> {
        self.shared.get(usize::try_from(number).ok()?)
    }

    /// The number of the reference that a value is, again.
    fn alias(&self, value: S) -> Option<u64> {
        let mut value = innermost(value);
        if let View::Extended(ExtendedView::Reference(within)) = value.view() {
            value = innermost(within);
        }
        match value.view() {
            View::Extended(ExtendedView::Plain(Extended::Again(number))) => {
                self.entry(*number).map(|entry| entry.number)
            }
            _ => None,
        }
    }

    fn again(&mut self, at: usize) -> Result<()> {
        let Some(entry) = self.shared.get_mut(at) else { return Err(unknown()) };
        entry.is_met = true;
        if entry.kind != SharedKind::Value {
            return self.refer(at);
        }
        if entry.after.is_none() {
            entry.kind = SharedKind::Reference;
            self.lose(at);
            return self.refer(at);
        }
        let value = entry.value;
        self.lose(at);
        self.writing.may_copy()?;
        self.writing.descend()?;
        let before = self.next.replace(at + 1);
        self.value(value)?;
        self.next = before;
        self.writing.ascend();
        Ok(())
    }

    /// Refers to an object or a reference.
    fn refer(&mut self, at: usize) -> Result<()> {
        let Some(entry) = self.shared.get(at) else { return Err(unknown()) };
        let (number, is_object) = (entry.number, entry.kind == SharedKind::Object);
        if number > self.last {
            return Err(Error::new(
                ErrorKind::UnknownReference,
                "a shared value that consists only of itself",
            ));
        }
        if number > self.sure {
            return Err(Error::new(
                ErrorKind::Refused,
                "a reference past an object with its own serialization, where numbers are \
                 uncertain",
            ));
        }
        self.push(if is_object { b"r:" } else { b"R:" });
        self.last += u64::from(is_object);
        self.digits(number);
        self.push(b";");
        Ok(())
    }

    /// Notes that a value is not one with itself any more.
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

    #[inline]
    fn push(&mut self, bytes: &[u8]) {
        self.writing.out.extend_from_slice(bytes);
    }

    #[inline]
    fn digits(&mut self, number: u64) {
        match number {
            0..10 => self.writing.out.push(b'0' + number as u8),
            _ => self.push(itoa::Buffer::new().format(number).as_bytes()),
        }
    }

    #[inline]
    fn int(&mut self, int: i64) {
        match int {
            0..10 => self.push(&[b'i', b':', digit(int as usize), b';']),
            10..100 => {
                self.push(&[b'i', b':', digit(int as usize / 10), digit(int as usize % 10), b';'])
            }
            _ => {
                self.push(b"i:");
                self.push(itoa::Buffer::new().format(int).as_bytes());
                self.push(b";");
            }
        }
    }

    fn header(&mut self, count: usize) {
        self.push(b"a:");
        self.digits(count as u64);
        self.push(b":{");
    }

    /// A letter and the name of a class.
    fn named(&mut self, letter: &[u8], class: &[u8]) {
        self.push(letter);
        self.digits(class.len() as u64);
        self.push(b":\"");
        self.push(class);
        self.push(b"\":");
    }

    #[inline]
    fn string(&mut self, bytes: &[u8]) {
        let length = bytes.len();
        self.writing.out.reserve(length + 32);
        match length {
            0..10 => self.push(&[b's', b':', digit(length), b':', b'"']),
            10..100 => self.push(&[b's', b':', digit(length / 10), digit(length % 10), b':', b'"']),
            _ => {
                self.push(b"s:");
                self.digits(length as u64);
                self.push(b":\"");
            }
        }
        self.push(bytes);
        self.push(b"\";");
    }

    fn bytes(&mut self, bytes: &[u8]) {
        if std::str::from_utf8(bytes).is_ok() {
            self.writing.lose(Loss::Bytes, || format!("{} bytes that are text", bytes.len()));
        }
        self.string(bytes);
    }

    fn float(&mut self, float: f64) {
        if float.is_nan() && float.to_bits() != f64::NAN.to_bits() {
            self.writing.lose(Loss::NotFinite, || format!("the NaN {:x}", float.to_bits()));
        }
        self.push(b"d:");
        write_float(self.writing.out, float);
        self.push(b";");
    }
}

#[cold]
fn unknown() -> Error {
    Error::new(ErrorKind::UnknownReference, "a shared value that has not begun")
}

fn digit(number: usize) -> u8 {
    b'0' + (number % 10) as u8
}

/// Whether a map of this shape is an object of PHP.
fn is_object(shape: &Shape) -> bool {
    shape.class().is_some_and(|class| is_class(class.as_bytes()))
}
