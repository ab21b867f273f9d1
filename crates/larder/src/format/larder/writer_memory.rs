//! What a writer keeps between values: buffers, shapes that it has met, and texts of the message.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::RandomState;

use super::alike::{Alike, Union, absent};
use super::definition_writer::{self, NameTable, is_record, look_like_data, spelled_out};
use super::level::Level;
use super::own_shapes::{Numbered, OwnShapes};
use super::profile::Profile;
use super::tag::{self, gaps};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::{Costs, Limits};
use crate::shape::{KeyRef, Shape};
use crate::source::{MapSource, Source};

/// What a byte costs a reader at most where nothing is multiplied; a little less than it may.
pub const fn per_byte<C: Costs>() -> usize {
    C::LIMITS.memory_per_byte - C::LIMITS.memory_per_byte / 16
}

/// What a writer keeps between values; `R` keeps the identity of a host's shapes.
pub struct Memory<R> {
    shapes: Box<[Option<KnownShape<R>>]>,
    pub own: OwnShapes,
    /// The keys of the last map that needed no shape.
    spelled_out: Vec<u8>,
    profile: ProfileShapes,
    pub(super) seen: Vec<SeenSlot>,
    pub(super) seen_count: u32,
    pub(super) epoch: u32,
    pub body: Vec<u8>,
    pub texts: Vec<u8>,
    /// At least as many bytes of texts in `body` as would stand in `texts`.
    pub inline_texts: usize,
    pub(super) scratch: Vec<u8>,
    /// Codes of symbols.
    pub(super) codes: Vec<u8>,
    /// Slots of [`Distinct`].
    pub(super) slots: Vec<u32>,
    /// Lists and maps within one another.
    pub(super) depth: u32,
    /// Shared values and references that have begun.
    pub(super) numbered: u64,
    /// What columns, gaps, rows, texts again, entries and definitions cost a reader at most, beyond
    /// what each byte may cost.
    pub(super) beyond: usize,
    /// What an object of a class that was met takes at most for each of its bytes, beyond what each
    /// may cost.
    pub(super) heaviest: usize,
}

const KNOWN_SHAPES: usize = 256;

pub(super) const SEEN_SLOTS: usize = 1024;

/// A shape of the host, by its identity.
struct KnownShape<R> {
    identity: usize,
    _retained: R,
    /// A number in the profile, or in the message of `epoch`.
    number: u32,
    epoch: u32,
    /// The last step of [`OwnShapes`] that defined it.
    from: u64,
    to: u64,
    /// Of its spelled out definition.
    hash: u64,
    /// The shape of the profile of which it is a part.
    gaps: Option<Arc<GapsOf>>,
}

/// How a map stands by itself.
#[derive(Clone, Copy)]
pub(super) enum Form {
    Record,
    /// Keys and values.
    Keyed,
    /// See [`Memory::gaps`].
    Gaps,
    /// A record of keys that stand in [`Memory::spelled_out`] until the next map is looked at.
    New,
}

/// A record with gaps of a profile's shape.
pub(super) struct GapsOf {
    pub(super) number: u32,
    /// A bit for each key: 1 is absent.
    pub(super) absent: Box<[u8]>,
}

/// How a map stands by itself, and in which slot of [`Memory`] its shape is.
pub(super) struct Known {
    slot: usize,
    pub(super) form: Form,
}

/// The epoch of shapes of the profile.
const ALWAYS: u32 = u32::MAX;

/// The shapes of a profile, by their spelled out definitions.
#[derive(Default)]
struct ProfileShapes {
    by_definition: HashMap<Vec<u8>, u32, RandomState>,
    /// The first of them, of which a map may be a record with gaps.
    first: Vec<Arc<Shape>>,
    count: u32,
}

impl ProfileShapes {
    fn new(profile: &Profile) -> Self {
        let shapes = profile.shapes().iter().map(|known| &known.shape);
        Self {
            by_definition: shapes
                .clone()
                .zip(0..)
                .filter_map(|(shape, number)| Some((spelled_out(shape)?.to_vec(), number)))
                .collect(),
            first: shapes.clone().take(gaps::MAX_SHAPES).cloned().collect(),
            count: shapes.len() as u32,
        }
    }

    /// The first shapes' first that has all keys of this one.
    fn with_gaps(&self, shape: &Shape) -> Option<Arc<GapsOf>> {
        let keys = shape.keys();
        self.first.iter().zip(0..).find_map(|(known, number)| {
            if known.class() != shape.class()
                || known.keys().len() > gaps::MAX_FACTOR.saturating_mul(keys.len())
            {
                return None;
            }
            let absent = absent(known.keys().iter(), keys)?.into();
            Some(Arc::new(GapsOf { number, absent }))
        })
    }
}

/// A text that was written, where it stands, and its number.
#[derive(Clone, Copy, Default)]
pub(super) struct SeenSlot {
    pub(super) epoch: u32,
    pub(super) number: u32,
    pub(super) at: u32,
    /// Twice the length, and one if it is wide.
    pub(super) length: u32,
}

impl<R> Memory<R> {
    pub fn new(profile: Option<&Profile>, level: Level) -> Self {
        let mut names = NameTable::new();
        for name in profile.map_or(&[][..], |profile| &profile.names) {
            names.add(name.as_bytes());
        }
        Self {
            shapes: (0..KNOWN_SHAPES).map(|_| None).collect(),
            own: OwnShapes::new(level == Level::Fast, names),
            spelled_out: Vec::new(),
            profile: profile.map(ProfileShapes::new).unwrap_or_default(),
            seen: Vec::new(),
            seen_count: 0,
            epoch: 0,
            body: Vec::new(),
            texts: Vec::new(),
            inline_texts: 0,
            scratch: Vec::new(),
            codes: Vec::new(),
            slots: Vec::new(),
            depth: 0,
            numbered: 0,
            beyond: 0,
            heaviest: 0,
        }
    }

    pub(super) fn begin(&mut self) {
        /// Memory that only a large value needed is given back.
        const KEPT: usize = 1 << 20;
        let Self { body, texts, scratch, codes, spelled_out, .. } = self;
        for buffer in [body, texts, scratch, codes, spelled_out] {
            buffer.clear();
            if buffer.capacity() > KEPT {
                *buffer = Vec::new();
            }
        }
        if self.slots.capacity() > KEPT {
            self.slots = Vec::new();
        }
        self.own.begin();
        self.seen_count = 0;
        self.inline_texts = 0;
        self.depth = 0;
        self.numbered = 0;
        self.beyond = 0;
        self.epoch += 1;
        if self.epoch == ALWAYS {
            self.epoch = 1;
            self.seen.clear();
            self.shapes.iter_mut().for_each(|slot| *slot = None);
        }
    }

    /// What the value costs a reader at most, beyond what each byte may cost.
    pub(super) fn all_beyond(&self) -> usize {
        self.beyond.saturating_add(self.heaviest.saturating_mul(self.body.len()))
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

    pub(super) fn empty_map(&mut self) {
        self.cost_beyond(Limits::VALUE_BYTES);
        self.body.extend([tag::MAP, 0]);
    }

    #[inline]
    pub(super) fn cost_beyond(&mut self, bytes: usize) {
        self.beyond = self.beyond.saturating_add(bytes);
    }

    /// How a map stands by itself.
    #[inline]
    pub(super) fn known<'a, S>(&mut self, map: S::Map) -> Known
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        if !map.has_shape() && map.class().is_none() {
            let keys = map.len();
            if keys == 0 || look_like_data(keys, |at| map.key(at)) {
                return Known { slot: 0, form: Form::Keyed };
            }
            if self.profile.count == 0 && !map.comes_again() {
                return self.spell_out_new::<S>(map);
            }
            if !(0..keys).all(|at| matches!(map.key(at), KeyRef::Int(_) | KeyRef::Text(_))) {
                return Known { slot: 0, form: Form::Keyed };
            }
        }
        let identity = map.identity();
        let slot = (identity >> 4 ^ identity >> 12) % KNOWN_SHAPES;
        match &self.shapes[slot] {
            Some(known) if known.identity == identity => {
                Known { slot, form: if known.gaps.is_some() { Form::Gaps } else { Form::Record } }
            }
            _ => self.meet::<S>(map, slot),
        }
    }

    /// Spells out the keys of a map that needs no shape.
    #[inline(never)]
    fn spell_out_new<'a, S>(&mut self, map: S::Map) -> Known
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let keys = (0..map.len()).map(|at| map.key(at));
        self.spelled_out.clear();
        let are_plain = definition_writer::spell_out(None, keys, &mut self.spelled_out);
        Known { slot: 0, form: if are_plain { Form::New } else { Form::Keyed } }
    }

    /// Keeps a shape in a slot.
    fn meet<'a, S>(&mut self, map: S::Map, slot: usize) -> Known
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let shape = map.shape();
        if !is_record(shape) {
            // Others hardly have the same keys.
            return Known { slot, form: Form::Keyed };
        }
        let (mut number, mut epoch, mut gaps) = (0, 0, None);
        if self.profile.count > 0 {
            let of_profile = spelled_out(shape)
                .and_then(|definition| self.profile.by_definition.get(definition));
            if let Some(found) = of_profile {
                (number, epoch) = (*found, ALWAYS);
            } else {
                gaps = self.profile.with_gaps(shape);
            }
        }
        if let Some(class) = shape.class() {
            // At least a byte for the object and for each of its values.
            let bytes = shape.keys().len() + 1;
            let cost = S::Costs::map(bytes - 1) + S::Costs::object(class) + Limits::VALUE_BYTES;
            let beyond = cost.saturating_sub(bytes * per_byte::<S::Costs>());
            self.heaviest = self.heaviest.max(beyond.div_ceil(bytes));
        }
        self.shapes[slot] = Some(KnownShape {
            identity: map.identity(),
            _retained: map.retain(),
            number,
            epoch,
            from: OwnShapes::UNKNOWN,
            to: OwnShapes::UNKNOWN,
            hash: spelled_out(shape).map_or(0, |definition| self.own.hash(definition)),
            gaps: gaps.clone(),
        });
        Known { slot, form: if gaps.is_some() { Form::Gaps } else { Form::Record } }
    }

    /// The record with gaps that a map of [`Form::Gaps`] is.
    pub(super) fn gaps(&self, known: &Known) -> Option<Arc<GapsOf>> {
        self.shapes[known.slot].as_ref()?.gaps.clone()
    }

    /// The number of a map's shape, which is defined unless it was.
    #[inline]
    pub(super) fn shape_number<'a, S>(&mut self, known: &Known, map: S::Map) -> Result<u32>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        if matches!(known.form, Form::New) {
            return Ok(self.new_number(map.len()));
        }
        if let Some(known) = &mut self.shapes[known.slot]
            && known.identity == map.identity()
        {
            if known.epoch == self.epoch || known.epoch == ALWAYS {
                return Ok(known.number);
            }
            if known.from == self.own.at() && known.from != OwnShapes::UNKNOWN {
                let Numbered { number, cost } = self.own.step(known.to);
                (known.number, known.epoch) = (self.profile.count + number, self.epoch);
                self.beyond = self.beyond.saturating_add(cost);
                return Ok(known.number);
            }
        }
        self.other_shape_number::<S>(known.slot, map)
    }

    /// The number of the shape of so many keys that was spelled out last.
    fn new_number(&mut self, keys: usize) -> u32 {
        let spelled_out = std::mem::take(&mut self.spelled_out);
        let hash = self.own.hash(&spelled_out);
        let number = self.number(&spelled_out, hash, keys);
        self.spelled_out = spelled_out;
        number
    }

    fn other_shape_number<'a, S>(&mut self, slot: usize, map: S::Map) -> Result<u32>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let shape = map.shape();
        let Some(definition) = spelled_out(shape) else {
            return Err(Error::new(
                ErrorKind::Refused,
                "an object with keys that are neither integers nor texts",
            ));
        };
        let from = self.own.at();
        let hash = match &self.shapes[slot] {
            Some(known) if known.identity == map.identity() => known.hash,
            _ => self.own.hash(definition),
        };
        let number = self.number(definition, hash, shape.keys().len());
        if let Some(known) = &mut self.shapes[slot]
            && known.identity == map.identity()
        {
            let is_of_profile = number < self.profile.count;
            known.number = number;
            known.epoch = if is_of_profile { ALWAYS } else { self.epoch };
            if from != self.own.at() && self.own.at() != OwnShapes::UNKNOWN {
                (known.from, known.to) = (from, self.own.at());
            }
        }
        Ok(number)
    }

    /// The number of the shape of this definition.
    fn number(&mut self, spelled_out: &[u8], hash: u64, keys: usize) -> u32 {
        if self.profile.count > 0
            && let Some(number) = self.profile.by_definition.get(spelled_out)
        {
            return *number;
        }
        let Numbered { number, cost } = self.own.number(spelled_out, hash, keys);
        self.cost_beyond(cost);
        self.profile.count + number
    }

    /// The number of the shape of maps that are alike, of which `map` is one, and of how many keys
    /// it is.
    pub(super) fn alike_number<'a, S>(
        &mut self,
        alike: &Alike<'_>,
        map: S::Map,
    ) -> Result<(u32, usize)>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        match alike {
            Alike::Same => {
                let known = self.known::<S>(map);
                Ok((self.shape_number::<S>(&known, map)?, map.len()))
            }
            Alike::Union(Union { class, keys, .. }) => {
                let mut definition = Vec::new();
                definition_writer::spell_out(*class, keys.iter().copied(), &mut definition);
                let hash = self.own.hash(&definition);
                Ok((self.number(&definition, hash, keys.len()), keys.len()))
            }
        }
    }
}
