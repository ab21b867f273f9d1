//! What the readers of all foreign formats share: a position, what is left of the limits, shapes,
//! and values that are met again.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::builder::{Builder, Discard};
use crate::error::{Error, ErrorKind, Result};
use crate::format::input::Input;
use crate::format::shapes::{Keys, NODE_BYTES, Shapes};
use crate::kind::Kind;
use crate::limits::{Costs, Limits};
use crate::shape::KeyRef;
use crate::shape::{Key, Shape};
use crate::value::{Extended, Value};

/// Reads one value of a format.
pub trait ReadFormat {
    /// Reads the value at the input's position into the builder.
    fn read<B: Builder>(
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()>;
}

/// The state of a reader.
///
/// Whoever reads calls [`Reading::charge`] before it takes memory, and [`Reading::descend`] before
/// it calls itself.
pub struct Reading<'a, 'd> {
    pub input: Input<'a>,
    shapes: &'d mut Shapes,
    shared: &'d mut Shared,
    budget: usize,
    depth_left: u32,
}

/// Which values are met again. A format with references says so only when it refers back, but a
/// [`Builder`] must know when the value begins. So bytes with references are read twice: first to
/// find the references, then to build the value.
#[derive(Default)]
struct Shared {
    /// What is referred to, and its number among the shared values once it has begun.
    slots: HashMap<(u64, bool), Option<u64>, foldhash::quality::RandomState>,
    numbers: u64,
    /// What [`Reading::mark`] marked.
    marks: HashSet<usize, foldhash::quality::RandomState>,
    /// Whether to note what is referred to, rather than to give up.
    finding: bool,
    /// A reference was met to what was not known to be shared.
    found: bool,
}

/// What a mark costs: a table that grows holds up to three times of what it has.
const MARK_BYTES: usize = 32;

/// A map that is being read.
pub struct OpenMap<V> {
    pub values: V,
    keys: Keys,
    start: usize,
}

/// Reads `bytes` as the one value of a format.
pub fn read_all<F: ReadFormat, B: Builder>(
    bytes: &[u8],
    limits: Limits,
    shapes: &mut Shapes,
    builder: &mut B,
) -> Result<B::Value> {
    let mut shared = Shared::default();
    let first = read_once::<F, B>(bytes, limits, shapes, &mut shared, builder);
    if !shared.found {
        return first;
    }
    shared = Shared { finding: true, ..Shared::default() };
    read_once::<F, Discard<B::Costs>>(bytes, limits, shapes, &mut shared, &mut Discard::default())?;
    shared.slots.values_mut().for_each(|number| *number = None);
    shared = Shared { slots: shared.slots, marks: shared.marks, ..Shared::default() };
    read_once::<F, B>(bytes, limits, shapes, &mut shared, builder)
}

fn read_once<F: ReadFormat, B: Builder>(
    bytes: &[u8],
    limits: Limits,
    shapes: &mut Shapes,
    shared: &mut Shared,
    builder: &mut B,
) -> Result<B::Value> {
    shapes.trim();
    let budget = limits.memory(bytes.len()).saturating_sub(shared.marks.len() * MARK_BYTES);
    let mut reading = Reading {
        input: Input { bytes, at: 0 },
        shapes,
        shared,
        budget,
        depth_left: limits.max_depth,
    };
    let mut root = builder.root();
    F::read(&mut reading, builder, &mut root).map_err(|error| error.or_at(reading.input.at))?;
    if reading.input.remaining() > 0 {
        return Err(reading.input.error(ErrorKind::TrailingBytes, "bytes after the value"));
    }
    builder.finish(root)
}

impl<'a> Reading<'a, '_> {
    /// An error here.
    #[cold]
    pub fn error(&self, kind: ErrorKind, context: &str) -> Error {
        self.input.error(kind, context)
    }

    /// Takes this many bytes from the memory that is left.
    #[inline]
    pub fn charge(&mut self, bytes: usize) -> Result<()> {
        match self.budget.checked_sub(bytes) {
            Some(left) => {
                self.budget = left;
                Ok(())
            }
            None => Err(self.error(ErrorKind::TooLarge, "more memory than the limits allow")),
        }
    }

    /// Goes one level down; [`Reading::ascend`] comes back.
    #[inline]
    pub fn descend(&mut self) -> Result<()> {
        match self.depth_left.checked_sub(1) {
            Some(left) => {
                self.depth_left = left;
                Ok(())
            }
            None => Err(self.error(ErrorKind::TooDeep, "deeper than the limits allow")),
        }
    }

    #[inline]
    pub fn ascend(&mut self) {
        self.depth_left += 1;
    }

    /// Reads ahead and comes back, with all that `read` was charged: whatever it keeps must be
    /// charged by the caller.
    pub fn ahead<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let (at, budget, depth_left) = (self.input.at, self.budget, self.depth_left);
        let result = read(self).map_err(|error| error.or_at(self.input.at));
        (self.input.at, self.budget, self.depth_left) = (at, budget, depth_left);
        result
    }

    /// A count of things that each take at least `least` bytes of the input.
    #[inline]
    pub fn count(&self, count: u64, least: usize) -> Result<usize> {
        match usize::try_from(count) {
            Ok(count)
                if count
                    .checked_mul(least)
                    .is_some_and(|bytes| bytes <= self.input.remaining()) =>
            {
                Ok(count)
            }
            _ => Err(self.input.truncated()),
        }
    }

    /// Text; other bytes are an error at `at`.
    #[inline]
    pub fn text<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        bytes: &[u8],
        at: usize,
    ) -> Result<()> {
        self.charge(B::Costs::text(bytes.len()))?;
        match simdutf8::basic::from_utf8(bytes) {
            Ok(text) => builder.text(to, text),
            Err(_) => Err(not_utf8(bytes, at)),
        }
    }

    /// A string that may be text or bytes: text, if it is UTF-8.
    #[inline]
    pub fn text_or_bytes<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        bytes: &[u8],
    ) -> Result<()> {
        if self.shared.finding {
            return Ok(());
        }
        self.charge(B::Costs::text(bytes.len()))?;
        match simdutf8::basic::from_utf8(bytes) {
            Ok(text) => builder.text(to, text),
            Err(_) => builder.bytes(to, bytes),
        }
    }

    /// Bytes.
    #[inline]
    pub fn bytes<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        bytes: &[u8],
    ) -> Result<()> {
        self.charge(B::Costs::text(bytes.len()))?;
        builder.bytes(to, bytes)
    }

    /// A value that holds no other, and costs no more than `bytes` beside itself.
    pub fn extended<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        bytes: usize,
        extended: Extended<Value>,
    ) -> Result<()> {
        self.charge(4 * Limits::VALUE_BYTES + bytes + B::Costs::extended(&extended))?;
        builder.extended(to, extended)?;
        self.charge(builder.taken())
    }

    /// An integer that may be beyond 64 bits, in two's complement, the highest byte first.
    pub fn big_int<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        bytes: &[u8],
    ) -> Result<()> {
        let bytes = crate::format::number::shortest(bytes);
        match crate::format::number::small(bytes) {
            Some(int) => builder.int(to, int),
            None => self.extended(builder, to, bytes.len(), Extended::BigInt(bytes.into())),
        }
    }

    /// A name, of a class for one. It stands at `at`, or what refers to it does.
    pub fn name(&mut self, bytes: &[u8], at: usize) -> Result<Arc<str>> {
        self.charge(Limits::TEXT_BYTES + bytes.len())?;
        match simdutf8::basic::from_utf8(bytes) {
            Ok(text) => Ok(text.into()),
            Err(_) => Err(Error::at(ErrorKind::InvalidUtf8, at, "a name that is not UTF-8")),
        }
    }

    /// A class that many objects have: one that was met before is not taken memory for.
    #[inline]
    pub fn class(&mut self, bytes: &[u8], at: usize) -> Result<Arc<str>> {
        match self.shapes.class(bytes) {
            Some(class) => Ok(class),
            None => self.name(bytes, at),
        }
    }

    /// A list of this many values begins, or with `None` of any number: then each is charged by
    /// [`Reading::item`].
    #[inline]
    pub fn open_list<B: Builder>(
        &mut self,
        builder: &mut B,
        count: Option<usize>,
    ) -> Result<B::Values> {
        self.descend()?;
        let places = count.map_or_else(B::Costs::open_list, B::Costs::list);
        self.charge(places.saturating_add(Limits::VALUE_BYTES))?;
        builder.list(count.unwrap_or(0))
    }

    /// The next value of a list or map whose length is not known.
    #[inline]
    pub fn item<B: Builder>(&mut self, _: &B) -> Result<()> {
        self.charge(B::Costs::item())
    }

    #[inline]
    pub fn end_list<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        list: B::Values,
    ) -> Result<()> {
        self.ascend();
        builder.end_list(to, list)
    }

    /// A map begins, or an object of a class; with this many keys, or with `None` any number.
    #[inline]
    pub fn open_map<B: Builder>(
        &mut self,
        builder: &mut B,
        class: Option<&Arc<str>>,
        count: Option<usize>,
    ) -> Result<OpenMap<B::Values>> {
        self.descend()?;
        // The class's name is hashed: few bytes may refer to a long one again and again.
        self.charge(Limits::VALUE_BYTES + class.map_or(0, |class| class.len()))?;
        let count = count.unwrap_or(0);
        self.charge(B::Costs::open_map(count))?;
        let (keys, new) = self.shapes.open(class);
        if new {
            self.charge(NODE_BYTES)?;
        }
        let values = builder.open_map(class, count)?;
        self.charge(builder.taken())?;
        Ok(OpenMap { values, keys, start: self.input.at })
    }

    /// The value of this key follows.
    #[inline]
    pub fn key<B: Builder>(
        &mut self,
        builder: &mut B,
        map: &mut OpenMap<B::Values>,
        key: KeyRef<'_>,
    ) -> Result<()> {
        if self.shared.finding {
            return Ok(());
        }
        let (kept, cost) = self.shapes.key(&mut map.keys, key);
        builder.open_key(&mut map.values, kept)?;
        if cost > 0 {
            let text = if key.bytes() > 0 { Limits::TEXT_BYTES + 2 * key.bytes() } else { 0 };
            self.charge(cost + text)?;
        }
        Ok(())
    }

    /// The value of a key that is text, or bytes that are no text, follows.
    #[inline]
    pub fn text_key<B: Builder>(
        &mut self,
        builder: &mut B,
        map: &mut OpenMap<B::Values>,
        key: &[u8],
    ) -> Result<()> {
        if self.shared.finding {
            return Ok(());
        }
        if let Some(kept) = self.shapes.same_text(&mut map.keys, key) {
            return builder.open_key(&mut map.values, kept);
        }
        match simdutf8::basic::from_utf8(key) {
            Ok(text) => self.key(builder, map, KeyRef::Text(text)),
            Err(_) => self.key(builder, map, KeyRef::Bytes(key)),
        }
    }

    /// The map ends. A key that came twice is an error.
    #[inline]
    pub fn end_map<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        map: OpenMap<B::Values>,
    ) -> Result<()> {
        self.ascend();
        if self.shared.finding {
            return Ok(());
        }
        match self.shapes.close(map.keys) {
            Ok(shape) => end_map(&mut self.budget, builder, to, shape, map.values),
            Err(_) => Err(Error::at(ErrorKind::DuplicateKey, map.start, "a map has a key twice")),
        }
    }

    /// The map ends. Of a key that came twice the last value stays, in the place of the first.
    pub fn end_map_with_last<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        mut map: OpenMap<B::Values>,
    ) -> Result<()> {
        self.ascend();
        if self.shared.finding {
            return Ok(());
        }
        let shape = match self.shapes.close(map.keys) {
            Ok(shape) => return end_map(&mut self.budget, builder, to, shape, map.values),
            Err((class, keys)) => {
                // An entry of the hash table, and of the two vectors.
                take(&mut self.budget, 4 * size_of::<Key>() * keys.len())?;
                let mut places = HashMap::with_capacity_and_hasher(
                    keys.len(),
                    foldhash::quality::RandomState::default(),
                );
                let (mut kept, mut distinct) =
                    (Vec::with_capacity(keys.len()), Vec::with_capacity(keys.len()));
                for (at, key) in keys.iter().enumerate() {
                    let place = *places.entry(key).or_insert(kept.len());
                    if place == kept.len() {
                        kept.push(at);
                        distinct.push(key.clone());
                    } else {
                        kept[place] = at;
                    }
                }
                builder.keep(&mut map.values, &kept)?;
                match crate::shape::Shape::of(class, distinct) {
                    Ok(shape) => shape.into(),
                    Err(_) => {
                        return Err(Error::at(
                            ErrorKind::DuplicateKey,
                            map.start,
                            "a map has a key twice",
                        ));
                    }
                }
            }
        };
        end_map(&mut self.budget, builder, to, &shape, map.values)
    }

    /// A value with a class of its own, which `read` reads.
    pub fn typed<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        class: &Arc<str>,
        read: impl FnOnce(&mut Self, &mut B, &mut B::Values) -> Result<()>,
    ) -> Result<()> {
        self.descend()?;
        self.charge(6 * Limits::VALUE_BYTES)?;
        let mut value = builder.typed(class)?;
        self.charge(builder.taken())?;
        read(self, builder, &mut value)?;
        self.ascend();
        builder.end_typed(to, class, value)
    }

    /// A value of a kind, which `read` reads.
    pub fn of_kind<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        kind: &Kind,
        read: impl FnOnce(&mut Self, &mut B, &mut B::Values) -> Result<()>,
    ) -> Result<()> {
        self.descend()?;
        self.charge(B::Costs::KIND_BYTES)?;
        read(self, builder, to)?;
        self.ascend();
        builder.kind(to, kind)
    }

    /// A value that [`Reading::again`] may refer to by the number `slot`, which is the format's
    /// own; `read` reads it. `reference` is whether it is a PHP reference (`&`), which a slot may
    /// be beside an object.
    pub fn shared<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        slot: u64,
        reference: bool,
        read: impl FnOnce(&mut Self, &mut B, &mut B::Values) -> Result<()>,
    ) -> Result<()> {
        let numbers = &mut self.shared.numbers;
        let number = match self.shared.slots.get_mut(&(slot, reference)) {
            Some(number @ None) if !self.shared.finding => {
                *number = Some(*numbers);
                *numbers += 1;
                *numbers - 1
            }
            _ => return read(self, builder, to),
        };
        self.descend()?;
        self.charge(6 * Limits::VALUE_BYTES)?;
        let mut value = builder.shared(number, reference)?;
        read(self, builder, &mut value)?;
        self.ascend();
        builder.end_shared(to, number, reference, value)
    }

    /// Whether the bytes are read to find what is referred to, and nothing else: then no one wants
    /// strings and keys, or knows whether they are right.
    #[inline]
    pub fn is_finding(&self) -> bool {
        self.shared.finding
    }

    /// Whether there are references, as far as is known. A format need not keep what its slots hold
    /// while there are none: the first that is met has the bytes read anew, knowing it.
    #[inline]
    pub fn has_references(&self) -> bool {
        self.shared.finding || !self.shared.slots.is_empty()
    }

    /// Whether [`Reading::mark`] has marked this place.
    #[inline]
    pub fn is_marked(&self, at: usize) -> bool {
        !self.shared.marks.is_empty() && self.shared.marks.contains(&at)
    }

    /// Marks a place that turns out to be other than it seemed, and has the bytes read anew,
    /// knowing it. As with references they are read three times in all, however many places are
    /// marked.
    #[cold]
    pub fn mark(&mut self, at: usize) -> Result<()> {
        if !self.shared.finding {
            self.shared.found = true;
            return Err(self.error(ErrorKind::BadSyntax, "a value that begins while another does"));
        }
        self.charge(MARK_BYTES)?;
        self.shared.marks.insert(at);
        Ok(())
    }

    /// The value of a slot again. The caller has seen that the slot exists.
    pub fn again<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        slot: u64,
        reference: bool,
    ) -> Result<()> {
        self.charge(4 * Limits::VALUE_BYTES)?;
        match self.shared.slots.get(&(slot, reference)) {
            Some(Some(number)) => builder.extended(to, Extended::Again(*number)),
            _ if self.shared.finding => {
                self.charge(2 * Limits::VALUE_BYTES)?;
                self.shared.slots.insert((slot, reference), None);
                Ok(())
            }
            _ => {
                self.shared.found = true;
                Err(self.error(ErrorKind::UnknownReference, "a value that has not begun"))
            }
        }
    }
}

/// Takes this many bytes from a budget.
#[inline]
fn take(budget: &mut usize, bytes: usize) -> Result<()> {
    match budget.checked_sub(bytes) {
        Some(left) => {
            *budget = left;
            Ok(())
        }
        None => Err(Error::new(ErrorKind::TooLarge, "more memory than the limits allow")),
    }
}

/// Ends a map whose keys came one by one.
#[inline]
fn end_map<B: Builder>(
    budget: &mut usize,
    builder: &mut B,
    to: &mut B::Values,
    shape: &Arc<Shape>,
    values: B::Values,
) -> Result<()> {
    take(budget, B::Costs::closed_map(shape.keys().len()))?;
    builder.end_map(to, shape, values)?;
    take(budget, builder.taken())
}

/// The error of bytes that are no text; they begin at `at`.
#[cold]
pub fn not_utf8(bytes: &[u8], at: usize) -> Error {
    let valid = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
    Error::at(ErrorKind::InvalidUtf8, at + valid, "text that is not UTF-8")
}
