//! What writers of all levels write alike: records, with and without gaps, rows, and keys and
//! values in turn (docs/FORMAT.md, "Gaps", "Lists and maps").

use super::alike::Alike;
use super::scalars::{write_bytes, write_int};
use super::tag::{self, gaps};
use super::varint;
use super::writer_memory::{Form, Known, Memory, per_byte};
use crate::error::Result;
use crate::limits::{Costs, Limits};
use crate::shape::KeyRef;
use crate::source::{MapSource, Source, View};

/// Writes values of one level.
pub(super) trait ValueWriter: Sized {
    /// What keeps the identity of the host's shapes.
    type Retained;
    /// What is known of the place that is written.
    type Here: Copy + Default;
    /// The places of a shape's keys.
    type Places: Copy;

    fn memory(&mut self) -> &mut Memory<Self::Retained>;

    fn places(&self, shape: u32) -> Self::Places;

    /// The place of the key at an index.
    fn here(&self, places: Self::Places, key: usize) -> Self::Here;

    /// Whether every value stands for itself: without rows, gaps and columns.
    fn by_value(&self) -> bool;

    /// Whether a record that is full of nulls is written with gaps for them.
    fn has_null_gaps(&self) -> bool;

    fn value<'a, S>(&mut self, value: S, here: Self::Here) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = Self::Retained>;

    fn text(&mut self, text: &str, ascii: bool, here: Self::Here);

    fn float(&mut self, float: f64);

    /// Writes a map that is no record.
    fn keyed_map<'a, S>(&mut self, map: S::Map, here: Self::Here) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = Self::Retained>;

    fn bytes(&mut self, bytes: &[u8]) {
        let body = &mut self.memory().body;
        body.push(tag::BYTES);
        write_bytes(bytes, body);
    }

    /// Writes a map by itself.
    fn map<'a, S>(&mut self, map: S::Map, here: Self::Here) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = Self::Retained>,
    {
        self.memory().descend()?;
        let known = self.memory().known::<S>(map);
        match known.form {
            Form::Keyed => self.keyed_map::<S>(map, here)?,
            Form::Gaps if !self.by_value() => self.part_of_record::<S>(map, &known)?,
            _ => {
                let number = self.memory().shape_number::<S>(&known, map)?;
                self.record::<S>(map, number)?;
            }
        }
        self.memory().depth -= 1;
        Ok(())
    }

    /// Writes a record of all keys of a shape.
    #[inline]
    fn record<'a, S>(&mut self, map: S::Map, shape: u32) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = Self::Retained>,
    {
        let keys = map.len();
        let places = self.places(shape);
        if self.has_null_gaps() && is_full_of_nulls::<S>(map) {
            let body = &mut self.memory().body;
            body.push(tag::GAP_RECORD);
            varint::write(body, u64::from(shape) << 2 | u64::from(gaps::NULL));
            return self.values_with_null_gaps::<S>(map, places);
        }
        let body = &mut self.memory().body;
        match (shape as usize).checked_sub(tag::SHORT_RECORDS) {
            None => body.push(tag::RECORD + shape as u8),
            Some(above) => {
                body.push(tag::LONG_RECORD);
                varint::write(body, above as u64);
            }
        }
        for at in 0..keys {
            self.value(map.get(at), self.here(places, at))?;
        }
        Ok(())
    }

    /// Writes a record of a shape that has more keys.
    #[inline(never)]
    fn part_of_record<'a, S>(&mut self, map: S::Map, known: &Known) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = Self::Retained>,
    {
        let Some(of) = self.memory().gaps(known) else { return Ok(()) };
        let places = self.places(of.number);
        let body = &mut self.memory().body;
        body.push(tag::GAP_RECORD);
        varint::write(body, u64::from(of.number) << 2 | u64::from(gaps::ABSENT));
        self.memory().cost_beyond(cost_of_absent_keys(8 * of.absent.len()));
        self.cost_of_row::<S>(map, map.len(), 1 + of.absent.len());
        self.values_with_absent_keys::<S>(map, &of.absent, places)
    }

    /// Writes a list of maps that are alike as rows.
    fn rows<'a, S>(&mut self, maps: &[S::Map], alike: &Alike<'a>, null_gaps: bool) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = Self::Retained>,
    {
        self.memory().descend()?;
        let (shape, keys) = self.memory().alike_number::<S>(alike, maps[0])?;
        let places = self.places(shape);
        let gaps = match alike {
            Alike::Union(_) => gaps::ABSENT,
            Alike::Same if null_gaps => gaps::NULL,
            Alike::Same => gaps::NONE,
        };
        let body = &mut self.memory().body;
        body.push(tag::ROWS);
        varint::write(body, maps.len() as u64);
        varint::write(body, u64::from(shape) << 2 | u64::from(gaps));
        let bits = keys.div_ceil(8);
        let mut last: &[u8] = &[];
        let mut rows = match alike {
            Alike::Union(union) => Some(union.absent()),
            Alike::Same => None,
        };
        for map in maps.iter().copied() {
            match rows.as_mut().and_then(Iterator::next) {
                Some(absent) => {
                    self.cost_of_row::<S>(map, map.len(), bits);
                    if absent != last {
                        last = absent;
                        self.memory().cost_beyond(cost_of_absent_keys(keys));
                    }
                    self.values_with_absent_keys::<S>(map, last, places)?;
                }
                None if null_gaps => self.values_with_null_gaps::<S>(map, places)?,
                None => {
                    self.cost_of_row::<S>(map, keys, 0);
                    for key in 0..keys {
                        self.value(map.get(key), self.here(places, key))?;
                    }
                }
            }
        }
        self.memory().depth -= 1;
        Ok(())
    }

    fn values_with_absent_keys<'a, S>(
        &mut self,
        map: S::Map,
        absent: &[u8],
        places: Self::Places,
    ) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = Self::Retained>,
    {
        self.memory().body.extend_from_slice(absent);
        let mut key = 0;
        for at in 0..map.len() {
            while absent[key / 8] >> (key % 8) & 1 == 1 {
                key += 1;
            }
            self.value(map.get(at), self.here(places, key))?;
            key += 1;
        }
        Ok(())
    }

    fn values_with_null_gaps<'a, S>(&mut self, map: S::Map, places: Self::Places) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = Self::Retained>,
    {
        let keys = map.len();
        let bits = self.memory().body.len();
        self.memory().body.resize(bits + keys.div_ceil(8), 0);
        let mut nulls = 0;
        for at in 0..keys {
            let value = map.get(at);
            if value.is_null() {
                self.memory().body[bits + at / 8] |= 1 << (at % 8);
                nulls += 1;
            } else {
                self.value(value, self.here(places, at))?;
            }
        }
        self.cost_of_row::<S>(map, keys - nulls, keys.div_ceil(8));
        Ok(())
    }

    /// Counts what a record costs a reader beyond what `written` values, and `bytes` beside them,
    /// may cost.
    fn cost_of_row<'a, S>(&mut self, map: S::Map, written: usize, bytes: usize)
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = Self::Retained>,
    {
        // What the first byte of each value may cost more than the value does.
        let spare = per_byte::<S::Costs>() - Limits::VALUE_BYTES - Limits::TEXT_BYTES;
        let object = map.class().map_or(0, S::Costs::object);
        let cost = (Limits::VALUE_BYTES + object).saturating_add(S::Costs::map(map.len()));
        let paid = written * (Limits::VALUE_BYTES + spare) + bytes * per_byte::<S::Costs>();
        self.memory().cost_beyond(cost.saturating_sub(paid));
    }

    /// Writes a map as keys and values in turn.
    fn keys_and_values<'a, S>(&mut self, map: S::Map, here: Self::Here) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = Self::Retained>,
    {
        /// What a key costs at most, beside what 12 for each of its bytes cover.
        const KEY_BYTES: usize = 6 * Limits::VALUE_BYTES;
        let each = per_byte::<S::Costs>() - 12;
        let keys = map.len();
        let body = &mut self.memory().body;
        body.push(tag::KEYED_MAP);
        varint::write(body, keys as u64);
        let mut beyond = Limits::VALUE_BYTES
            + S::Costs::map(keys).saturating_sub(keys * 2 * per_byte::<S::Costs>());
        for at in 0..keys {
            let start = self.memory().body.len() + self.memory().texts.len();
            self.key(map.key(at));
            let size = self.memory().body.len() + self.memory().texts.len() - start;
            beyond = beyond.saturating_add(KEY_BYTES.saturating_sub(size * each));
            self.value(map.get(at), here)?;
        }
        self.memory().cost_beyond(beyond);
        Ok(())
    }

    /// Writes a key as a value that has no place.
    fn key(&mut self, key: KeyRef<'_>) {
        match key {
            KeyRef::Int(int) => write_int(int, &mut self.memory().body),
            KeyRef::Text(text) => self.text(text, text.is_ascii(), Self::Here::default()),
            KeyRef::Bytes(bytes) => self.bytes(bytes),
            KeyRef::Null => self.memory().body.push(tag::NULL),
            KeyRef::Bool(bool) => {
                self.memory().body.push(if bool { tag::TRUE } else { tag::FALSE });
            }
            KeyRef::Float(float) => self.float(float),
        }
    }
}

/// Whether more values of a map are null than gaps for them take bytes.
fn is_full_of_nulls<'a, S: Source<'a>>(map: S::Map) -> bool {
    let keys = map.len();
    // Most have no nulls, which shows before the last.
    let Some(mut others) = keys.checked_sub(2 + keys.div_ceil(8)) else { return false };
    for at in 0..keys {
        if !map.get(at).is_null() {
            if others == 0 {
                return false;
            }
            others -= 1;
        }
    }
    true
}

/// The maps that values are; `None` if not all are maps.
pub(super) fn maps_of<'a, S: Source<'a>>(
    values: impl ExactSizeIterator<Item = S>,
) -> Option<Vec<S::Map>> {
    let mut maps = Vec::with_capacity(values.len());
    for value in values {
        let View::Map(map) = value.view() else { return None };
        maps.push(map);
    }
    Some(maps)
}

/// How many values of a map are null.
pub(super) fn nulls<'a, S: Source<'a>>(map: S::Map) -> usize {
    let keys = map.len();
    (0..keys).filter(|at| map.get(*at).is_null()).count()
}

/// What a reader pays for each change of the keys that are absent.
pub(super) fn cost_of_absent_keys(keys: usize) -> usize {
    (2 * Limits::VALUE_BYTES).saturating_add(keys.saturating_mul(4 * Limits::VALUE_BYTES))
}
