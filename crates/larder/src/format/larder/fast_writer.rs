//! A source into Larder bytes in the least time: the level `fast` (docs/FORMAT.md, "Levels").

use super::alike::alike;
use super::column::COLUMN_BYTES;
use super::extension_writer::write_extended;
use super::scalars::{int_size, write_int};
use super::tag::{self, column};
use super::text_writer::write_text;
use super::value_writer::{ValueWriter, maps_of};
use super::writer_memory::{Memory, per_byte};
use super::{bits, varint};
use crate::error::Result;
use crate::limits::Costs;
use crate::source::{ListSource, MapSource, Source, View};

/// Writes one value: texts and floats as they are, lists of records as rows, integers in whole
/// bytes.
pub struct FastWriter<'w, R> {
    memory: &'w mut Memory<R>,
    by_value: bool,
}

impl<'w, R> FastWriter<'w, R> {
    /// A writer that knows the shapes of `profile`, which `memory` is for.
    pub fn new(memory: &'w mut Memory<R>, by_value: bool) -> Self {
        memory.begin();
        Self { memory, by_value }
    }

    /// Writes the value. Returns what it costs a reader at most, beyond what each byte may cost.
    pub fn root<'a, S>(mut self, value: S) -> Result<usize>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        self.value(value, ())?;
        Ok(self.memory.all_beyond())
    }

    #[inline(never)]
    fn list<'a, S>(&mut self, list: S::List) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        self.memory.descend()?;
        let length = list.len();
        let packed = length >= 2
            && !self.by_value
            && match list.get(0).view() {
                View::Map(_) => self.records::<S>(list)?,
                View::Float(_) => self.floats::<S>(list),
                View::Int(_) => self.ints::<S>(list),
                _ => false,
            };
        if !packed {
            self.memory.body.push(tag::LIST);
            varint::write(&mut self.memory.body, length as u64);
            for at in 0..length {
                self.value(list.get(at), ())?;
            }
        }
        self.memory.depth -= 1;
        Ok(())
    }

    /// Writes maps that are alike as rows.
    fn records<'a, S>(&mut self, list: S::List) -> Result<bool>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let Some(maps) = maps_of((0..list.len()).map(|at| list.get(at))) else { return Ok(false) };
        let Some(alike) = alike::<S>(&maps) else { return Ok(false) };
        self.rows::<S>(&maps, &alike, false)?;
        Ok(true)
    }

    fn floats<'a, S: Source<'a>>(&mut self, list: S::List) -> bool {
        let body = &mut self.memory.body;
        let (start, length) = (body.len(), list.len());
        body.push(tag::PACKED_LIST);
        varint::write(body, length as u64);
        body.push(column::FLOATS);
        for at in 0..length {
            let View::Float(float) = list.get(at).view() else {
                body.truncate(start);
                return false;
            };
            body.extend_from_slice(&float.to_le_bytes());
        }
        true
    }

    /// Writes integers in as many whole bytes as the largest difference needs, if that is shorter.
    fn ints<'a, S: Source<'a>>(&mut self, list: S::List) -> bool {
        const MIN_INTS: usize = 4;
        let length = list.len();
        if length < MIN_INTS {
            return false;
        }
        let (mut least, mut most, mut single) = (i64::MAX, i64::MIN, 0);
        for at in 0..length {
            let View::Int(int) = list.get(at).view() else { return false };
            (least, most) = (least.min(int), most.max(int));
            single += int_size(int);
        }
        let above = |int: i64| int.wrapping_sub(least).cast_unsigned();
        let width = match bits::width(above(most)) {
            0 => 0,
            width => width.next_power_of_two().max(8),
        };
        let bytes = usize::from(width / 8);
        let body = &mut self.memory.body;
        let start = body.len();
        body.push(tag::PACKED_LIST);
        varint::write(body, length as u64);
        body.push(column::INTS);
        varint::write(body, varint::zigzag(least));
        body.push(width);
        let size = body.len() - start + length * bytes;
        if size >= single + 2 {
            body.truncate(start);
            return false;
        }
        body.reserve(length * bytes + size_of::<u64>());
        for at in 0..length {
            if let View::Int(int) = list.get(at).view() {
                let end = body.len() + bytes;
                body.extend_from_slice(&above(int).to_le_bytes());
                body.truncate(end);
            }
        }
        let cost = S::Costs::list(length).saturating_add(COLUMN_BYTES);
        self.memory.cost_beyond(cost.saturating_sub(size.saturating_mul(per_byte::<S::Costs>())));
        true
    }
}

impl<R> ValueWriter for FastWriter<'_, R> {
    type Retained = R;
    type Here = ();
    type Places = ();

    #[inline(always)]
    fn memory(&mut self) -> &mut Memory<R> {
        self.memory
    }

    #[inline(always)]
    fn places(&self, _: u32) {}

    #[inline(always)]
    fn here(&self, (): (), _: usize) {}

    #[inline(always)]
    fn by_value(&self) -> bool {
        self.by_value
    }

    #[inline(always)]
    fn has_null_gaps(&self) -> bool {
        false
    }

    #[inline(always)]
    fn value<'a, S>(&mut self, value: S, (): ()) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let body = &mut self.memory.body;
        match value.view() {
            View::Text(text) => write_text(text.as_bytes(), body),
            View::Int(int) => write_int(int, body),
            View::Null => body.push(tag::NULL),
            View::Bool(bool) => body.push(if bool { tag::TRUE } else { tag::FALSE }),
            View::Float(float) => self.float(float),
            View::Map(map) => self.map::<S>(map, ())?,
            View::List(list) => self.list::<S>(list)?,
            View::Bytes(bytes) => self.bytes(bytes),
            View::Extended(extended) => write_extended(self, extended, ())?,
        }
        Ok(())
    }

    fn text(&mut self, text: &str, _: bool, (): ()) {
        write_text(text.as_bytes(), &mut self.memory.body);
    }

    #[inline]
    fn float(&mut self, float: f64) {
        let body = &mut self.memory.body;
        body.push(tag::FLOAT);
        body.extend_from_slice(&float.to_le_bytes());
    }

    fn keyed_map<'a, S>(&mut self, map: S::Map, here: ()) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        if map.is_empty() {
            self.memory.empty_map();
            return Ok(());
        }
        self.keys_and_values::<S>(map, here)
    }
}
