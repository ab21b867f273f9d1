//! A source into Larder bytes: values, lists and maps (docs/FORMAT.md, "Values").
//!
//! This file has what a writer keeps and how it writes a value; texts, columns and extensions are
//! written in `text_writer.rs`, `column_writer.rs` and `extension_writer.rs`.

use super::definitions::definition;
use super::dictionary::Dictionary;
use super::profile::{Place, Profile};
use super::scalars::{write_bytes, write_int};
use super::tag::{self};
use super::writer_memory::{ALWAYS, KNOWN_SHAPES, KnownShape, Memory, SEEN_SLOTS, SeenSlot};
use super::{decimals, varint};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::{Costs, Limits};
use crate::source::{ExtendedView, ListSource, MapSource, Source, View};
use crate::value::Extended;

/// Lists of this many values or more are tried as a column.
const MIN_COLUMN: usize = 4;

/// What a key of a definition costs a reader at most, beside its name.
const DEFINED_KEY_BYTES: usize = 8 * Limits::VALUE_BYTES;

/// What a byte costs a reader at most where nothing is multiplied; a little less than it may.
pub const fn per_byte<C: Costs>() -> usize {
    C::LIMITS.memory_per_byte - C::LIMITS.memory_per_byte / 16
}

/// How a message is written.
#[derive(Clone, Copy)]
pub struct Features {
    /// Texts go to a stream of their own, which is then compressed.
    pub split: bool,
    /// Texts that were written are referred to.
    pub again: bool,
    /// No columns, which may stand for much more than they take.
    pub rows: bool,
}

/// What the profile knows of the place that is written.
#[derive(Clone, Copy, Default)]
pub(super) struct Here<'w> {
    pub(super) dictionary: Option<&'w Dictionary>,
    pub(super) plain: bool,
}

/// Writes one value.
pub struct TreeWriter<'w, R> {
    pub(super) memory: &'w mut Memory<R>,
    pub(super) profile: Option<&'w Profile>,
    pub(super) features: Features,
    pub(super) depth: u32,
    pub(super) columns: u32,
    pub(super) numbered: u64,
    /// Lists and maps of columns that are open.
    pub(super) packed: u32,
    /// What these cost a reader, so far.
    pub(super) claimed: usize,
    /// See [`TreeWriter::root`].
    pub(super) beyond: usize,
}

impl<'w, R> TreeWriter<'w, R> {
    pub fn new(
        memory: &'w mut Memory<R>,
        profile: Option<&'w Profile>,
        features: Features,
    ) -> Self {
        memory.begin();
        if features.again && memory.seen.is_empty() {
            memory.seen.resize(SEEN_SLOTS, SeenSlot::default());
        }
        Self {
            memory,
            profile,
            features,
            depth: 0,
            columns: 0,
            numbered: 0,
            packed: 0,
            claimed: 0,
            beyond: 0,
        }
    }

    /// Writes the value. Returns what it costs a reader at most, beyond what each byte may cost.
    pub fn root<'a, S>(mut self, value: S) -> Result<usize>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let root = self.profile.map(Profile::root);
        self.value(value, self.here(root.unwrap_or_default()))?;
        Ok(self.beyond.saturating_add(self.memory.heaviest.saturating_mul(self.memory.body.len())))
    }

    #[inline]
    pub(super) fn here(&self, place: Place) -> Here<'w> {
        Here {
            dictionary: self.profile.and_then(|profile| profile.dictionary(place.dictionary)),
            plain: place.plain,
        }
    }

    pub(super) fn descend(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > Limits::MAX_DEPTH {
            return Err(Error::new(
                ErrorKind::TooDeep,
                format!("a value is at most {} deep", Limits::MAX_DEPTH),
            ));
        }
        Ok(())
    }

    /// Writes a value as an entry of a dictionary is; false if it holds shared values.
    pub fn entry_value<'a, S>(&mut self, value: S, place: Place) -> Result<bool>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        if !is_free_of_numbers(value, 0) {
            return Ok(false);
        }
        self.value(value, self.here(place))?;
        Ok(true)
    }

    #[inline(always)]
    pub(super) fn value<'a, S>(&mut self, value: S, here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        match here.dictionary {
            Some(known) if known.has_values() => self.value_or_entry(value, here, known),
            _ => self.plain_value(value, here),
        }
    }

    /// Writes a value, and takes it back if what was written is an entry.
    #[inline(never)]
    pub(super) fn value_or_entry<'a, S>(
        &mut self,
        value: S,
        here: Here<'w>,
        dictionary: &'w Dictionary,
    ) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let (start, texts, seen, numbered) = (
            self.memory.body.len(),
            self.memory.texts.len(),
            self.memory.seen_count,
            self.numbered,
        );
        self.plain_value(value, here)?;
        // A value with texts or objects of which others may speak is no entry.
        let alone = (self.memory.texts.len(), self.memory.seen_count, self.numbered)
            == (texts, seen, numbered);
        if alone
            && self.memory.body.len() - start > 1
            && let Some(number) = dictionary.find_value(&self.memory.body[start..])
        {
            let bytes =
                (self.memory.body.len() - start).saturating_mul(S::Costs::LIMITS.memory_per_byte);
            self.memory.body.truncate(start);
            self.entry(number, bytes);
        }
        Ok(())
    }

    /// Writes a value. The most frequent types are dispatched here, where the loops over values
    /// are.
    #[inline(always)]
    pub(super) fn plain_value<'a, S>(&mut self, value: S, here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        match value.view() {
            View::Text(text) => self.text(text, value.is_ascii(text), here),
            View::Int(int) => write_int(int, &mut self.memory.body),
            View::Null => self.memory.body.push(tag::NULL),
            View::Bool(bool) => self.memory.body.push(if bool { tag::TRUE } else { tag::FALSE }),
            View::Map(map) => self.map::<S>(map, here)?,
            View::List(list) => self.list::<S>(list, here)?,
            _ => self.other_value(value, here)?,
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn other_value<'a, S>(&mut self, value: S, here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        match value.view() {
            View::Float(float) => self.float(float),
            View::Bytes(bytes) => self.bytes(bytes),
            View::Extended(extended) => self.extended(extended, here)?,
            _ => unreachable!("the others are written by `plain_value`"),
        }
        Ok(())
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.memory.body.push(tag::BYTES);
        write_bytes(bytes, &mut self.memory.body);
    }

    pub(super) fn float(&mut self, float: f64) {
        let body = &mut self.memory.body;
        let start = body.len();
        if let Some((digits, scale)) = decimals::decimal_float(float) {
            match scale {
                1 => body.push(tag::DECIMAL_1),
                2 => body.push(tag::DECIMAL_2),
                _ => body.extend([tag::DECIMAL, scale]),
            }
            varint::write(body, varint::zigzag(digits));
            if body.len() - start < 9 {
                return;
            }
            body.truncate(start);
        }
        body.push(tag::FLOAT);
        body.extend_from_slice(&float.to_le_bytes());
    }

    #[inline]
    pub(super) fn entry(&mut self, number: usize, bytes: usize) {
        self.beyond = self.beyond.saturating_add(bytes);
        match number.checked_sub(tag::SHORT_ENTRIES) {
            None => self.memory.body.push(tag::ENTRY + number as u8),
            Some(above) => {
                self.memory.body.extend([tag::LONG_ENTRY + (above >> 8) as u8, above as u8])
            }
        }
    }

    #[inline(never)]
    pub(super) fn list<'a, S>(&mut self, list: S::List, here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        self.descend()?;
        let length = list.len();
        let packed =
            length >= MIN_COLUMN && !self.features.rows && self.packed_list::<S>(list, here)?;
        if !packed {
            self.memory.body.push(tag::LIST);
            varint::write(&mut self.memory.body, length as u64);
            for at in 0..length {
                self.value(list.get(at), here)?;
            }
        }
        self.depth -= 1;
        Ok(())
    }

    #[inline(never)]
    pub(super) fn map<'a, S>(&mut self, map: S::Map, here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        self.descend()?;
        match self.shape_number::<S>(map)? {
            Some(number) => {
                let body = &mut self.memory.body;
                match (number as usize).checked_sub(tag::SHORT_RECORDS) {
                    None => body.push(tag::RECORD + number as u8),
                    Some(above) => {
                        body.push(tag::LONG_RECORD);
                        varint::write(body, above as u64);
                    }
                }
                let known = self.profile.and_then(|profile| profile.shapes().get(number as usize));
                match known {
                    Some(known) => {
                        for (at, place) in known.places.iter().enumerate() {
                            self.value(map.get(at), self.here(*place))?;
                        }
                    }
                    None => {
                        for at in 0..map.shape().keys().len() {
                            self.value(map.get(at), Here::default())?;
                        }
                    }
                }
            }
            None if map.shape().class().is_some() => {
                return Err(Error::new(
                    ErrorKind::Refused,
                    "an object with keys that are neither integers nor texts",
                ));
            }
            None => self.keyed_map::<S>(map, here)?,
        }
        self.depth -= 1;
        Ok(())
    }

    /// A map of keys and values, each in a column.
    #[inline(never)]
    pub(super) fn keyed_map<'a, S>(&mut self, map: S::Map, here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        /// For each key beside its text: the key, and a text.
        const KEY_BYTES: usize = 3 * Limits::VALUE_BYTES + Limits::TEXT_BYTES;
        let keys = map.shape().keys();
        let start = self.memory.body.len() + self.memory.texts.len();
        self.open_packed(
            KEY_BYTES.saturating_mul(keys.len() + 1).saturating_add(S::Costs::map(keys.len())),
        );
        self.memory.body.push(tag::MAP);
        varint::write(&mut self.memory.body, keys.len() as u64);
        if !keys.is_empty() {
            self.key_column(keys);
            let values: Vec<S> = (0..keys.len()).map(|at| map.get(at)).collect();
            self.column(&values, here)?;
        }
        self.close_packed::<S::Costs>(self.memory.body.len() + self.memory.texts.len() - start);
        Ok(())
    }

    /// The number of a map's shape; `None` if it is written with its keys.
    #[inline]
    pub(super) fn shape_number<'a, S>(&mut self, map: S::Map) -> Result<Option<u32>>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let identity = map.identity();
        let slot = (identity >> 4 ^ identity >> 12) % KNOWN_SHAPES;
        if let Some(known) = &self.memory.shapes[slot]
            && known.identity == identity
            && (known.epoch == self.memory.epoch || known.epoch == ALWAYS)
        {
            return Ok(Some(known.number));
        }
        Ok(self.other_shape_number::<S>(map, slot))
    }

    pub(super) fn other_shape_number<'a, S>(&mut self, map: S::Map, slot: usize) -> Option<u32>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let memory = &mut *self.memory;
        let definition = definition(map.shape())?;
        let of_profile =
            if memory.profile.is_empty() { None } else { memory.profile.get(definition).copied() };
        let (number, epoch) = match of_profile {
            Some(number) => (number, ALWAYS),
            None => {
                let before = memory.definitions.len();
                let number = memory.own.number(definition, &mut memory.definitions);
                if memory.definitions.len() > before {
                    self.beyond += map.shape().keys().len() * DEFINED_KEY_BYTES;
                }
                (memory.profile_shapes + number, memory.epoch)
            }
        };
        let identity = map.identity();
        match &mut memory.shapes[slot] {
            Some(known) if known.identity == identity => {
                (known.number, known.epoch) = (number, epoch)
            }
            other => {
                *other = Some(KnownShape { identity, _retained: map.retain(), number, epoch });
                if let Some(class) = map.shape().class() {
                    // At least a byte for the object and for each of its values.
                    let bytes = map.shape().keys().len() + 1;
                    let cost =
                        S::Costs::map(bytes - 1) + S::Costs::object(class) + Limits::VALUE_BYTES;
                    let beyond = cost.saturating_sub(bytes * per_byte::<S::Costs>());
                    memory.heaviest = memory.heaviest.max(beyond.div_ceil(bytes));
                }
            }
        }
        Some(number)
    }
}

pub(super) fn is_free_of_numbers<'a, S: Source<'a>>(value: S, depth: u32) -> bool {
    if value.is_tree() {
        return true;
    }
    if depth > Limits::MAX_DEPTH {
        return false;
    }
    match value.view() {
        View::List(list) => (0..list.len()).all(|at| is_free_of_numbers(list.get(at), depth + 1)),
        View::Map(map) => {
            (0..map.shape().keys().len()).all(|at| is_free_of_numbers(map.get(at), depth + 1))
        }
        View::Extended(ExtendedView::Typed(_, value) | ExtendedView::Kind(_, value)) => {
            is_free_of_numbers(value, depth + 1)
        }
        View::Extended(ExtendedView::Shared(_) | ExtendedView::Reference(_)) => false,
        View::Extended(ExtendedView::Plain(plain)) => !matches!(plain, Extended::Again(_)),
        _ => true,
    }
}
