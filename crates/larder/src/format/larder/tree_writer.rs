//! A source into Larder bytes: values, lists and maps (docs/FORMAT.md, "Values").
//!
//! This file has what a writer keeps and how it writes a value; texts, columns and extensions are
//! written in `text_writer.rs`, `column_writer.rs` and `extension_writer.rs`.

use super::dictionary::Dictionary;
use super::extension_writer::write_extended;
use super::level::Level;
use super::numbers::Spelling;
use super::profile::{Place, Profile};
use super::scalars::write_int;
use super::tag;
use super::text::symbols::SymbolTable;
use super::text::wide_text;
use super::value_writer::ValueWriter;
use super::varint;
use super::writer_memory::{Memory, SEEN_SLOTS, SeenSlot};
use crate::error::Result;
use crate::limits::{Costs, Limits};
use crate::shape::KeyRef;
use crate::source::{ExtendedView, ListSource, MapSource, Source, View, WideOf};
use crate::value::Extended;

/// Keyed maps of this many integers or more are columns.
const MIN_INT_COLUMN: usize = 16;

/// How a message is written.
#[derive(Clone, Copy)]
pub struct Features {
    /// Texts go to a stream of their own, which is then compressed.
    pub split: bool,
    /// Texts that were written are referred to.
    pub again: bool,
    /// Every value stands for itself: no columns, rows or gaps, which may stand for much more than
    /// they take.
    pub by_value: bool,
    /// Texts are in the symbols of their places.
    pub symbols: bool,
}

/// What the profile knows of the place that is written.
#[derive(Clone, Copy, Default)]
pub(super) struct Here<'w> {
    pub(super) dictionary: Option<&'w Dictionary>,
    pub(super) symbols: Option<&'w SymbolTable>,
    pub(super) plain: bool,
}

/// Writes one value.
pub struct TreeWriter<'w, R> {
    pub(super) memory: &'w mut Memory<R>,
    pub(super) profile: Option<&'w Profile>,
    pub(super) features: Features,
    /// Plain columns that are open.
    pub(super) columns: u32,
    /// Whether nothing in the list that is written is shared, as was seen before.
    pub(super) is_free: bool,
    /// Lists and maps of columns that are open.
    pub(super) packed: u32,
    /// What these cost a reader, so far.
    pub(super) claimed: usize,
    /// See [`Source::WIDE_OF`].
    pub(super) wide_of: WideOf,
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
            columns: 0,
            is_free: false,
            packed: 0,
            claimed: 0,
            wide_of: wide_text::wide_of,
        }
    }

    /// Writes the value. Returns what it costs a reader at most, beyond what each byte may cost.
    pub fn root<'a, S>(mut self, value: S) -> Result<usize>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        self.wide_of = S::WIDE_OF.unwrap_or(self.wide_of);
        let root = self.profile.map(Profile::root);
        self.value(value, self.at(root.unwrap_or_default()))?;
        Ok(self.memory.all_beyond())
    }

    #[inline]
    pub(super) fn at(&self, place: Place) -> Here<'w> {
        Here {
            dictionary: self.profile.and_then(|profile| profile.dictionary(place.dictionary)),
            symbols: self
                .profile
                .filter(|_| self.features.symbols)
                .and_then(|profile| profile.symbols(place.symbols)),
            plain: place.plain,
        }
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
        self.value(value, self.at(place))?;
        Ok(true)
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
            self.memory.numbered,
        );
        self.plain_value(value, here)?;
        // A value with texts or objects of which others may speak is no entry.
        let alone = (self.memory.texts.len(), self.memory.seen_count, self.memory.numbered)
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
            View::Extended(extended) => write_extended(self, extended, here)?,
            _ => unreachable!("the others are written by `plain_value`"),
        }
        Ok(())
    }

    #[inline]
    pub(super) fn entry(&mut self, number: usize, bytes: usize) {
        self.memory.cost_beyond(bytes);
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
        self.memory.descend()?;
        let length = list.len();
        let packed = length >= 2 && !self.features.by_value && self.packed_list::<S>(list, here)?;
        if !packed {
            self.memory.body.push(tag::LIST);
            varint::write(&mut self.memory.body, length as u64);
            for at in 0..length {
                self.value(list.get(at), here)?;
            }
        }
        self.memory.depth -= 1;
        Ok(())
    }

    /// A map whose keys are integers, as two columns.
    fn columns_of_map<'a, S>(&mut self, map: S::Map, here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        /// For each key: the key, and its place.
        const KEY_BYTES: usize = 3 * Limits::VALUE_BYTES;
        let keys = map.len();
        let start = self.memory.body.len() + self.memory.texts.len();
        self.open_packed(KEY_BYTES.saturating_mul(keys + 1).saturating_add(S::Costs::map(keys)));
        self.memory.body.push(tag::MAP);
        varint::write(&mut self.memory.body, keys as u64);
        self.key_column::<S>(map);
        let values: Vec<S> = (0..keys).map(|at| map.get(at)).collect();
        self.column(&values, here)?;
        self.close_packed::<S::Costs>(self.memory.body.len() + self.memory.texts.len() - start);
        Ok(())
    }
}

impl<'w, R> ValueWriter for TreeWriter<'w, R> {
    type Retained = R;
    type Here = Here<'w>;
    type Places = Option<&'w [Place]>;

    #[inline(always)]
    fn memory(&mut self) -> &mut Memory<R> {
        self.memory
    }

    #[inline(always)]
    fn places(&self, shape: u32) -> Option<&'w [Place]> {
        let known = self.profile?.shapes().get(shape as usize)?;
        Some(&known.places)
    }

    #[inline(always)]
    fn here(&self, places: Option<&'w [Place]>, key: usize) -> Here<'w> {
        places.map_or_else(Here::default, |places| self.at(places[key]))
    }

    #[inline(always)]
    fn by_value(&self) -> bool {
        self.features.by_value
    }

    #[inline(always)]
    fn has_null_gaps(&self) -> bool {
        !self.features.by_value
    }

    #[inline(always)]
    fn value<'a, S>(&mut self, value: S, here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        match here.dictionary {
            Some(known) if known.has_values() => self.value_or_entry(value, here, known),
            _ => self.plain_value(value, here),
        }
    }

    #[inline(always)]
    fn text(&mut self, text: &str, ascii: bool, here: Here<'w>) {
        self.text_in_place(text, ascii, here);
    }

    fn float(&mut self, float: f64) {
        self.memory.body.extend_from_slice(&Spelling::of_float(float, Level::Balanced));
    }

    #[inline(never)]
    fn keyed_map<'a, S>(&mut self, map: S::Map, here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let keys = map.len();
        if keys == 0 {
            self.memory.empty_map();
            return Ok(());
        }
        if keys >= MIN_INT_COLUMN && (0..keys).all(|at| matches!(map.key(at), KeyRef::Int(_))) {
            return self.columns_of_map::<S>(map, here);
        }
        self.keys_and_values::<S>(map, here)
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
        View::Map(map) => (0..map.len()).all(|at| is_free_of_numbers(map.get(at), depth + 1)),
        View::Extended(ExtendedView::Typed(_, value) | ExtendedView::Kind(_, value)) => {
            is_free_of_numbers(value, depth + 1)
        }
        View::Extended(ExtendedView::Shared(_) | ExtendedView::Reference(_)) => false,
        View::Extended(ExtendedView::Plain(plain)) => !matches!(plain, Extended::Again(_)),
        _ => true,
    }
}
