//! Lists, maps and fields as columns (docs/FORMAT.md, "Columns").

use super::column::COLUMN_BYTES;
use super::definitions::definition;
use super::ints::write_ints;
use super::profile::Place;
use super::scalars::write_int;
use super::tag::{self, column};
use super::tree_writer::{Here, TreeWriter, is_free_of_numbers, per_byte};
use super::{bits, decimals, varint};
use crate::error::Result;
use crate::kind::Kind;
use crate::limits::{Costs, Limits};
use crate::shape::{Key, Shape};
use crate::source::{ExtendedView, ListSource, MapSource, Source, View};

impl<'w, R> TreeWriter<'w, R> {
    /// Writes a list of values of one kind as a column, if that is shorter.
    pub(super) fn packed_list<'a, S>(&mut self, list: S::List, here: Here<'w>) -> Result<bool>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let first = list.get(0).view();
        if let View::Extended(ExtendedView::Kind(kind, _)) = first {
            return self.packed_kinds::<S>(kind, list, here);
        }
        if !has_columns(&first, &list.get(1).view())
            || !has_columns(&first, &list.get(list.len() - 1).view())
        {
            return Ok(false);
        }
        let values: Vec<S> = (0..list.len()).map(|at| list.get(at)).collect();
        if !values.iter().all(|value| has_columns(&first, &value.view())) {
            return Ok(false);
        }
        if let View::Map(_) = first {
            if self.one_shape(&values).is_none() || !self.can_be_rows(&values) {
                return Ok(false);
            }
        } else {
            let plain: usize = values.iter().map(|value| plain_size(value.view())).sum();
            let start = self.memory.body.len();
            let texts = self.memory.texts.len();
            let claimed = self.open_packed(S::Costs::list(values.len()));
            self.memory.body.push(tag::PACKED_LIST);
            varint::write(&mut self.memory.body, values.len() as u64);
            self.column(&values, here)?;
            let size = self.memory.body.len() - start + self.memory.texts.len() - texts;
            let kept = size < plain + 2
                && self.memory.body[start..].get(1 + varint::size(values.len() as u64))
                    != Some(&column::PLAIN);
            if kept {
                self.close_packed::<S::Costs>(size);
            } else {
                self.memory.body.truncate(start);
                self.memory.texts.truncate(texts);
                self.packed -= 1;
                self.claimed = claimed;
            }
            return Ok(kept);
        }
        let start = self.memory.body.len() + self.memory.texts.len();
        self.open_packed(S::Costs::list(values.len()));
        self.memory.body.push(tag::PACKED_LIST);
        varint::write(&mut self.memory.body, values.len() as u64);
        self.column(&values, here)?;
        self.close_packed::<S::Costs>(self.memory.body.len() + self.memory.texts.len() - start);
        Ok(true)
    }

    /// Writes a list of scalars or maps of one kind as a column.
    #[inline(never)]
    pub(super) fn packed_kinds<'a, S>(
        &mut self,
        kind: &'a Kind,
        list: S::List,
        here: Here<'w>,
    ) -> Result<bool>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let Some(values) = of_kind(kind, (0..list.len()).map(|at| list.get(at)), |_| None) else {
            return Ok(false);
        };
        let first = values[0].view();
        if !values.iter().all(|value| has_columns(&first, &value.view())) {
            return Ok(false);
        }
        if let View::Map(_) = first
            && (self.one_shape(&values).is_none() || !self.can_be_rows(&values))
        {
            return Ok(false);
        }
        let start = self.memory.body.len() + self.memory.texts.len();
        self.open_packed(S::Costs::list(values.len()));
        self.memory.body.push(tag::PACKED_LIST);
        varint::write(&mut self.memory.body, values.len() as u64);
        self.column_of_kind(kind, &values, here)?;
        self.close_packed::<S::Costs>(self.memory.body.len() + self.memory.texts.len() - start);
        Ok(true)
    }

    /// Begins a list or map of columns, which costs a reader this many bytes beside them. Returns
    /// what was claimed before.
    pub(super) fn open_packed(&mut self, bytes: usize) -> usize {
        let before = self.claimed;
        self.packed += 1;
        self.claimed = before.saturating_add(bytes);
        before
    }

    /// Ends it; `size` is how many bytes it took.
    pub(super) fn close_packed<C: Costs>(&mut self, size: usize) {
        self.packed -= 1;
        if self.packed == 0 {
            let claimed = std::mem::take(&mut self.claimed);
            self.beyond = self
                .beyond
                .saturating_add(claimed.saturating_sub(size.saturating_mul(per_byte::<C>())));
        }
    }

    #[inline]
    pub(super) fn claim(&mut self, bytes: usize) {
        self.claimed = self.claimed.saturating_add(bytes);
    }

    pub(super) fn key_column(&mut self, keys: &[Key]) {
        self.claim(COLUMN_BYTES);
        let ints: Option<Vec<i64>> = keys
            .iter()
            .map(|key| if let Key::Int(int) = key { Some(*int) } else { None })
            .collect();
        if let Some(ints) = ints.filter(|_| !self.features.rows) {
            return write_ints(&ints, &mut self.memory.body);
        }
        let texts: Option<Vec<&str>> = keys
            .iter()
            .map(|key| if let Key::Text(text) = key { Some(&**text) } else { None })
            .collect();
        if let Some(texts) = texts.filter(|_| !self.features.rows)
            && self.text_column(&texts, Here::default())
        {
            return;
        }
        self.plain(|writer| {
            for key in keys {
                match key {
                    Key::Int(int) => write_int(*int, &mut writer.memory.body),
                    Key::Text(text) => writer.text(text, text.is_ascii(), Here::default()),
                    Key::Bytes(bytes) => writer.bytes(bytes),
                    Key::Null => writer.memory.body.push(tag::NULL),
                    Key::Bool(bool) => {
                        writer.memory.body.push(if *bool { tag::TRUE } else { tag::FALSE })
                    }
                    Key::Float(float) => writer.float(*float),
                }
            }
            Ok(())
        })
        .unwrap_or_else(|_| unreachable!("keys can be written"));
    }

    /// The shape of all maps among `values`, if there is no other value.
    pub(super) fn one_shape<'a, S>(&mut self, values: &[S]) -> Option<u32>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let mut one: Option<(usize, &'a Shape)> = None;
        let mut first = None;
        for value in values {
            let View::Map(map) = value.view() else { return None };
            match one {
                Some((identity, _)) if identity == map.identity() => {}
                Some((_, shape)) if shape == map.shape() => {}
                Some(_) => return None,
                None => {
                    one = Some((map.identity(), map.shape()));
                    first = Some(map);
                }
            }
        }
        definition(one?.1)?;
        self.shape_number::<S>(first?).ok().flatten()
    }

    /// Whether no shared value or reference is within: rows are read in another order than they are
    /// written, and could not be numbered.
    pub(super) fn can_be_rows<'a, S>(&self, values: &[S]) -> bool
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        values.iter().all(|value| is_free_of_numbers(*value, self.depth))
    }

    pub(super) fn column<'a, S>(&mut self, values: &[S], here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        self.claim(COLUMN_BYTES);
        if self.features.rows {
            return self.plain_column(values, here);
        }
        // Most have no nulls, which shows as they are gathered.
        if self.column_of_one_kind(values, here)? {
            return Ok(());
        }
        let present =
            values.iter().map(|value| value.view()).find(|view| !matches!(view, View::Null));
        if let Some(View::Extended(ExtendedView::Kind(kind, _))) = present
            && let Some(values) = of_kind(kind, values.iter().copied(), |null| Some(null))
        {
            return self.column_of_kind(kind, &values, here);
        }
        self.other_column(values, here)
    }

    /// Values of one kind, or null.
    pub(super) fn column_of_kind<'a, S>(
        &mut self,
        kind: &Kind,
        values: &[S],
        here: Here<'w>,
    ) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        self.claim(
            (S::Costs::KIND_BYTES + Limits::VALUE_BYTES)
                .saturating_mul(values.len())
                .saturating_add(COLUMN_BYTES),
        );
        self.memory.body.extend([column::KIND, kind.number()]);
        self.descend()?;
        if !self.column_of_one_kind(values, here)? {
            self.other_column(values, here)?;
        }
        self.depth -= 1;
        Ok(())
    }

    /// A column of nulls, of nulls and others, or of values that have no column of their own.
    pub(super) fn other_column<'a, S>(&mut self, values: &[S], here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let is_null = |value: &S| matches!(value.view(), View::Null);
        let present: Vec<S> = values.iter().copied().filter(|value| !is_null(value)).collect();
        if present.is_empty() {
            self.memory.body.push(column::NULLS);
            return Ok(());
        }
        if present.len() == values.len() {
            return self.plain_column(values, here);
        }
        let start = self.memory.body.len();
        self.memory.body.push(0);
        bits::pack(values.iter().map(|value| u64::from(is_null(value))), 1, &mut self.memory.body);
        let kind = self.memory.body.len();
        if !self.column_of_one_kind(&present, here)? {
            self.plain_column(&present, here)?;
        }
        // The kind stands before the bitmap.
        self.memory.body[start] = self.memory.body[kind] | column::NULLABLE;
        self.memory.body.remove(kind);
        Ok(())
    }

    pub(super) fn plain_column<'a, S>(&mut self, values: &[S], here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        self.plain(|writer| values.iter().try_for_each(|value| writer.value(*value, here)))
    }

    /// Writes values that all are of the kind of the first, if that has a column; else false.
    pub(super) fn column_of_one_kind<'a, S>(&mut self, values: &[S], here: Here<'w>) -> Result<bool>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let written = match values[0].view() {
            View::Int(_) => {
                all(values, |view| if let View::Int(int) = view { Some(int) } else { None })
                    .map(|ints| write_ints(&ints, &mut self.memory.body))
            }
            View::Bool(_) => {
                all(
                    values,
                    |view| if let View::Bool(bool) = view { Some(u64::from(bool)) } else { None },
                )
                .map(|bools| {
                    self.memory.body.push(column::BOOLS);
                    bits::pack(bools.into_iter(), 1, &mut self.memory.body);
                })
            }
            View::Float(_) => {
                all(values, |view| if let View::Float(float) = view { Some(float) } else { None })
                    .map(|floats| write_floats(&floats, &mut self.memory.body))
            }
            View::Text(_) => {
                all(values, |view| if let View::Text(text) = view { Some(text) } else { None })
                    .and_then(|texts| {
                        let written = self.text_column(&texts, here);
                        if written {
                            self.claim(texts.iter().map(|text| S::Costs::text(text.len())).sum());
                        }
                        written.then_some(())
                    })
            }
            View::Map(_) => match self.one_shape(values).filter(|_| self.can_be_rows(values)) {
                Some(number) => Some(self.records(number, values)?),
                None => None,
            },
            _ => None,
        };
        Ok(written.is_some())
    }

    pub(super) fn plain(&mut self, write: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.memory.body.push(column::PLAIN);
        let start = self.memory.body.len();
        self.columns += 1;
        write(self)?;
        self.columns -= 1;
        let body = &mut self.memory.body;
        let length = body.len() - start;
        varint::write(body, length as u64);
        // The length, which is known now, belongs before the values.
        let size = varint::size(length as u64);
        body[start..].rotate_right(size);
        Ok(())
    }

    pub(super) fn records<'a, S>(&mut self, number: u32, values: &[S]) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        self.descend()?;
        self.memory.body.push(column::RECORDS);
        varint::write(&mut self.memory.body, u64::from(number));
        let maps: Vec<S::Map> = values
            .iter()
            .filter_map(|value| if let View::Map(map) = value.view() { Some(map) } else { None })
            .collect();
        let shape = maps[0].shape();
        let each = S::Costs::map(shape.keys().len())
            + shape.class().map_or(0, |class| S::Costs::object(class));
        self.claim(each.saturating_mul(maps.len()));
        let known = self.profile.and_then(|profile| profile.shapes().get(number as usize));
        let mut field = Vec::with_capacity(maps.len());
        for at in 0..maps[0].shape().keys().len() {
            field.clear();
            field.extend(maps.iter().map(|map| map.get(at)));
            let place = known.map_or(Place::default(), |known| known.places[at]);
            self.column(&field, self.here(place))?;
        }
        self.depth -= 1;
        Ok(())
    }
}

/// Whether two values can stand in one column of a list.
fn has_columns<'a, S: Source<'a>>(view: &View<'a, S>, other: &View<'a, S>) -> bool {
    matches!(
        (view, other),
        (View::Int(_), View::Int(_))
            | (View::Float(_), View::Float(_))
            | (View::Bool(_), View::Bool(_))
            | (View::Text(_), View::Text(_))
            | (View::Map(_), View::Map(_))
    )
}

/// What values of a kind are without it, and what `null` makes of nulls; `None` if they are not all
/// of this kind, the kind has a name, or one is a null of it.
fn of_kind<'a, S: Source<'a>>(
    kind: &Kind,
    values: impl Iterator<Item = S>,
    null: impl Fn(S) -> Option<S>,
) -> Option<Vec<S>> {
    if kind.name().is_some() {
        return None;
    }
    let mut all = Vec::with_capacity(values.size_hint().0);
    for value in values {
        all.push(match value.view() {
            View::Extended(ExtendedView::Kind(other, within))
                if other == kind && !matches!(within.view(), View::Null) =>
            {
                within
            }
            View::Null => null(value)?,
            _ => return None,
        });
    }
    Some(all)
}

/// About how many bytes a scalar takes by itself.
fn plain_size<'a, S: Source<'a>>(view: View<'a, S>) -> usize {
    match view {
        View::Int(int) => match int {
            0..48 => 1,
            48..304 => 2,
            304..65_840 => 3,
            65_840..16_843_056 => 4,
            16_843_056..=0xFFFF_FFFF => 5,
            _ if int < 0 => 1 + varint::size(!int.cast_unsigned()).min(8),
            _ => 9,
        },
        View::Float(float) => decimals::decimal_float(float)
            .map_or(9, |(digits, _)| (3 + varint::size(varint::zigzag(digits))).min(9)),
        View::Text(text) => text.len() + 1,
        _ => 1,
    }
}

fn all<'a, S: Source<'a>, T>(
    values: &[S],
    each: impl Fn(View<'a, S>) -> Option<T>,
) -> Option<Vec<T>> {
    let mut all = Vec::with_capacity(values.len());
    for value in values {
        all.push(each(value.view())?);
    }
    Some(all)
}

fn write_floats(floats: &[f64], out: &mut Vec<u8>) {
    let decimals: Option<Vec<(i64, u8)>> =
        floats.iter().map(|float| decimals::decimal_float(*float)).collect();
    if let Some(decimals) = decimals {
        let scale = decimals.iter().map(|(_, scale)| *scale).max().unwrap_or(0);
        let scaled: Option<Vec<i64>> = decimals
            .iter()
            .map(|(digits, own)| digits.checked_mul(10i64.checked_pow(u32::from(scale - own))?))
            .zip(floats)
            .map(|(digits, float)| {
                digits.filter(|digits| {
                    decimals::float_of_decimal(*digits, scale)
                        .is_some_and(|same| same.to_bits() == float.to_bits())
                })
            })
            .collect();
        if let Some(scaled) = scaled {
            let start = out.len();
            out.extend([column::DECIMALS, scale]);
            write_ints(&scaled, out);
            if out.len() - start <= 1 + floats.len() * 8 {
                return;
            }
            out.truncate(start);
        }
    }
    out.push(column::FLOATS);
    for float in floats {
        out.extend_from_slice(&float.to_le_bytes());
    }
}
