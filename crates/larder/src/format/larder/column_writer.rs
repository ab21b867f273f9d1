//! Lists, maps and fields as columns (docs/FORMAT.md, "Columns").

use super::alike::{Alike, alike};
use super::column::COLUMN_BYTES;
use super::definition_writer::are_of_record;
use super::few::Few;
use super::ints::write_ints;
use super::scalars::{int_size, write_int};
use super::tag::{self, column};
use super::tree_writer::{Here, TreeWriter, is_free_of_numbers};
use super::value_writer::{ValueWriter, cost_of_absent_keys, maps_of, nulls};
use super::writer_memory::per_byte;
use super::{bits, decimals, varint};
use crate::error::Result;
use crate::kind::Kind;
use crate::limits::{Costs, Limits};
use crate::shape::KeyRef;
use crate::source::{ExtendedView, ListSource, MapSource, Source, View};

/// Lists of this many scalars, lists or values of a kind are tried as a column.
const MIN_COLUMN: usize = 4;

/// Lists of this many records are columns; shorter ones take as long to read so, and hardly fewer
/// bytes.
const MIN_RECORDS: usize = 8;

impl<'w, R> TreeWriter<'w, R> {
    /// Writes a list of two values or more as a column or as rows, if that is shorter or fast.
    pub(super) fn packed_list<'a, S>(&mut self, list: S::List, here: Here<'w>) -> Result<bool>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let length = list.len();
        let first = list.get(0).view();
        match first {
            View::Map(_) => return self.packed_maps::<S>(list),
            View::Float(float)
                if decimals::decimal_float(float).is_none() && self.packed_floats::<S>(list) =>
            {
                return Ok(true);
            }
            _ if length < MIN_COLUMN => return Ok(false),
            View::Extended(ExtendedView::Kind(kind, _)) => {
                return self.packed_kinds::<S>(kind, list, here);
            }
            View::List(_) => return self.packed_lists::<S>(list, here),
            _ => {}
        }
        if !is_scalar_of(&first, &list.get(length - 1).view()) {
            return Ok(false);
        }
        let mark = self.open_list::<S>(length);
        let mut plain = 0;
        let values = (0..length).map(|at| list.get(at));
        if self.column_of_scalars(values, Some(&mut plain), here) {
            let size = self.size_since(mark);
            if size < plain + 2 {
                self.close_packed::<S::Costs>(size);
                return Ok(true);
            }
        }
        self.take_back(mark);
        Ok(false)
    }

    /// Writes floats of which the first is no decimal.
    fn packed_floats<'a, S: Source<'a>>(&mut self, list: S::List) -> bool {
        let body = &mut self.memory.body;
        let start = body.len();
        body.push(tag::PACKED_LIST);
        varint::write(body, list.len() as u64);
        body.push(column::FLOATS);
        for at in 0..list.len() {
            let View::Float(float) = list.get(at).view() else {
                body.truncate(start);
                return false;
            };
            body.extend_from_slice(&float.to_le_bytes());
        }
        true
    }

    /// Writes maps that are alike as a column or as rows.
    fn packed_maps<'a, S>(&mut self, list: S::List) -> Result<bool>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let length = list.len();
        let values = (0..length).map(|at| list.get(at));
        let Some(maps) = maps_of(values.clone()) else { return Ok(false) };
        let Some(alike) = alike::<S>(&maps) else { return Ok(false) };
        if length >= MIN_RECORDS && self.are_free_of_numbers(values) {
            let mark = self.open_list::<S>(length);
            self.freely(|writer| writer.records::<S>(&alike, &maps))?;
            self.close_packed::<S::Costs>(self.size_since(mark));
            return Ok(true);
        }
        let keys = maps[0].len();
        // A union has gaps for absent keys, and none for nulls.
        let null_gaps = matches!(alike, Alike::Same) && {
            let most = length * keys.div_ceil(8);
            length * keys > most && maps.iter().map(|map| nulls::<S>(*map)).sum::<usize>() > most
        };
        self.rows::<S>(&maps, &alike, null_gaps)?;
        Ok(true)
    }

    /// Writes lists whose values, in turn, have one column.
    fn packed_lists<'a, S>(&mut self, list: S::List, here: Here<'w>) -> Result<bool>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let length = list.len();
        if !matches!(list.get(1).view(), View::List(_))
            || !matches!(list.get(length - 1).view(), View::List(_))
        {
            return Ok(false);
        }
        let values: Vec<S> = (0..length).map(|at| list.get(at)).collect();
        let mark = self.open_list::<S>(length);
        if self.column_of_one_kind(&values, here)? {
            self.close_packed::<S::Costs>(self.size_since(mark));
            return Ok(true);
        }
        self.take_back(mark);
        Ok(false)
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
        let packs = if let View::Map(_) = first {
            alike_values(&values).is_some() && self.are_free_of_numbers(values.iter().copied())
        } else {
            values.iter().all(|value| is_scalar_of(&first, &value.view()))
        };
        if !packs {
            return Ok(false);
        }
        let mark = self.open_list::<S>(list.len());
        self.column_of_kind(kind, &values, here)?;
        self.close_packed::<S::Costs>(self.size_since(mark));
        Ok(true)
    }

    /// Begins a list in a column.
    fn open_list<'a, S: Source<'a>>(&mut self, length: usize) -> Mark {
        let (body, texts) = (self.memory.body.len(), self.memory.texts.len());
        let claimed = self.open_packed(S::Costs::list(length).saturating_add(COLUMN_BYTES));
        self.memory.body.push(tag::PACKED_LIST);
        varint::write(&mut self.memory.body, length as u64);
        Mark { body, texts, claimed }
    }

    fn size_since(&self, mark: Mark) -> usize {
        self.memory.body.len() - mark.body + self.memory.texts.len() - mark.texts
    }

    /// Ends a list that is not written so.
    fn take_back(&mut self, mark: Mark) {
        self.memory.body.truncate(mark.body);
        self.memory.texts.truncate(mark.texts);
        self.packed -= 1;
        self.claimed = mark.claimed;
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
            self.memory.cost_beyond(claimed.saturating_sub(size.saturating_mul(per_byte::<C>())));
        }
    }

    #[inline]
    pub(super) fn claim(&mut self, bytes: usize) {
        self.claimed = self.claimed.saturating_add(bytes);
    }

    /// Writes keys that all are integers.
    pub(super) fn key_column<'a, S: Source<'a>>(&mut self, map: S::Map) {
        self.claim(COLUMN_BYTES);
        let ints = (0..map.len())
            .filter_map(|at| if let KeyRef::Int(int) = map.key(at) { Some(int) } else { None });
        if !self.features.by_value {
            return write_ints(&Vec::from_iter(ints), &mut self.memory.body);
        }
        self.plain(|writer| {
            ints.for_each(|int| write_int(int, &mut writer.memory.body));
            Ok(())
        })
        .unwrap_or_else(|_| unreachable!("integers can be written"));
    }

    /// Whether no shared value or reference is within: columns are read in another order than rows,
    /// and could not be numbered.
    fn are_free_of_numbers<'a, S: Source<'a>>(&self, mut values: impl Iterator<Item = S>) -> bool {
        self.is_free || values.all(|value| is_free_of_numbers(value, self.memory.depth))
    }

    /// Writes what was found to be free of shared values and references.
    fn freely<T>(&mut self, write: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let before = std::mem::replace(&mut self.is_free, true);
        let written = write(self)?;
        self.is_free = before;
        Ok(written)
    }

    pub(super) fn column<'a, S>(&mut self, values: &[S], here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        self.claim(COLUMN_BYTES);
        if self.features.by_value {
            return self.plain_column(values, here);
        }
        // Most have no nulls, which shows as they are gathered.
        if self.column_of_one_kind(values, here)? {
            return Ok(());
        }
        let present = values.iter().find(|value| !value.is_null()).map(|value| value.view());
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
        self.memory.descend()?;
        if !self.column_of_one_kind(values, here)? {
            self.other_column(values, here)?;
        }
        self.memory.depth -= 1;
        Ok(())
    }

    /// A column of nulls, of nulls and others, or of values that have no column of their own.
    pub(super) fn other_column<'a, S>(&mut self, values: &[S], here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let is_null = |value: &S| value.is_null();
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
            View::Map(first) => {
                let maps = maps_of(values.iter().copied());
                let alike = match (&maps, values) {
                    (Some(_), [_]) => is_record_alone::<S>(first).then_some(Alike::Same),
                    (Some(maps), _) => alike::<S>(maps),
                    (None, _) => None,
                };
                match (maps, alike) {
                    (Some(maps), Some(alike))
                        if self.are_free_of_numbers(values.iter().copied()) =>
                    {
                        Some(self.freely(|writer| writer.records::<S>(&alike, &maps))?)
                    }
                    _ => None,
                }
            }
            View::List(_) => {
                let (start, texts) = (self.memory.body.len(), self.memory.texts.len());
                let claimed = self.claimed;
                let written = self.are_free_of_numbers(values.iter().copied())
                    && self.freely(|writer| writer.lists(values, here))?;
                if !written {
                    self.memory.body.truncate(start);
                    self.memory.texts.truncate(texts);
                    self.claimed = claimed;
                }
                written.then_some(())
            }
            _ => self.column_of_scalars(values.iter().copied(), None, here).then_some(()),
        };
        Ok(written.is_some())
    }

    /// Writes values that all are integers, floats, booleans or texts; false if they are not, or
    /// have no column. `plain` gets about how many bytes they take by themselves.
    fn column_of_scalars<'a, S: Source<'a>>(
        &mut self,
        values: impl ExactSizeIterator<Item = S> + Clone,
        plain: Option<&mut usize>,
        here: Here<'w>,
    ) -> bool {
        let Some(first) = values.clone().next() else { return false };
        let size = match first.view() {
            View::Text(_) => {
                let text = |view| if let View::Text(text) = view { Some(text) } else { None };
                let mut texts = Few::new(values.len());
                if !gather(values, text, &mut texts) || !self.text_column(&texts, here) {
                    return false;
                }
                self.claim(texts.iter().map(|text| S::Costs::text(text.len())).sum());
                plain.is_some().then(|| texts.iter().map(|text| text.len() + 1).sum())
            }
            View::Int(_) => {
                let int = |view| if let View::Int(int) = view { Some(int) } else { None };
                let mut ints = Few::new(values.len());
                if !gather(values, int, &mut ints) {
                    return false;
                }
                write_ints(&ints, &mut self.memory.body);
                plain.is_some().then(|| ints.iter().map(|int| int_size(*int)).sum())
            }
            View::Float(_) => {
                let float = |view| if let View::Float(float) = view { Some(float) } else { None };
                let mut floats = Few::new(values.len());
                if !gather(values, float, &mut floats) {
                    return false;
                }
                let mut digits = Few::new(floats.len());
                let scale = scaled_floats(&floats, &mut digits);
                let digits = scale.map(|scale| (&*digits, scale));
                let size = write_floats(&floats, digits, &mut self.memory.body);
                plain.is_some().then(|| plain_size(&floats, digits, size))
            }
            View::Bool(_) => {
                let bool = |view| if let View::Bool(bool) = view { Some(bool) } else { None };
                let mut bools = Few::new(values.len());
                if !gather(values, bool, &mut bools) {
                    return false;
                }
                let body = &mut self.memory.body;
                body.push(column::BOOLS);
                bits::pack(bools.iter().map(|bool| u64::from(*bool)), 1, body);
                Some(bools.len())
            }
            _ => return false,
        };
        if let (Some(plain), Some(size)) = (plain, size) {
            *plain = size;
        }
        true
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

    /// Writes lists whose values, in turn, are of one kind; false, with some of it written, if they
    /// are not.
    fn lists<'a, S>(&mut self, lists: &[S], here: Here<'w>) -> Result<bool>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let (mut lengths, mut values) = (Vec::with_capacity(lists.len()), Vec::new());
        for list in lists {
            let View::List(list) = list.view() else { return Ok(false) };
            lengths.push(list.len() as i64);
            self.claim(S::Costs::list(list.len()));
            values.extend((0..list.len()).map(|at| list.get(at)));
        }
        self.claim((lists.len() + values.len()).saturating_mul(Limits::VALUE_BYTES));
        self.memory.body.push(column::LISTS);
        write_ints(&lengths, &mut self.memory.body);
        let Some(first) = values.first().map(|value| value.view()) else { return Ok(true) };
        let others = |is: fn(&View<'a, S>) -> bool| values.iter().all(|value| is(&value.view()));
        let is_one_kind = match first {
            View::Int(_) => others(|view| matches!(view, View::Int(_))),
            View::Float(_) => others(|view| matches!(view, View::Float(_))),
            View::Bool(_) => others(|view| matches!(view, View::Bool(_))),
            View::Text(_) => others(|view| matches!(view, View::Text(_))),
            View::List(_) => others(|view| matches!(view, View::List(_))),
            View::Map(_) => values.len() > 1,
            _ => false,
        };
        if !is_one_kind {
            return Ok(false);
        }
        self.memory.descend()?;
        self.claim(COLUMN_BYTES);
        let written = self.column_of_one_kind(&values, here)?;
        self.memory.depth -= 1;
        Ok(written)
    }

    /// Writes maps that are alike.
    fn records<'a, S>(&mut self, alike: &Alike<'a>, maps: &[S::Map]) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        self.memory.descend()?;
        let (number, keys) = self.memory.alike_number::<S>(alike, maps[0])?;
        self.memory.body.push(column::RECORDS);
        varint::write(&mut self.memory.body, u64::from(number));
        let object = maps[0].class().map_or(0, S::Costs::object);
        self.claim((S::Costs::map(keys) + object).saturating_mul(maps.len()));
        let places = self.places(number);
        let mut field = Vec::with_capacity(maps.len());
        match alike {
            Alike::Same => {
                for key in 0..keys {
                    field.clear();
                    field.extend(maps.iter().map(|map| map.get(key)));
                    self.column::<S>(&field, self.here(places, key))?;
                }
            }
            Alike::Union(union) => {
                let changes = union.absent().zip(union.absent().skip(1));
                let changes = 1 + changes.filter(|(bits, next)| bits != next).count();
                self.claim(cost_of_absent_keys(keys).saturating_mul(changes));
                // How many values of each map are written.
                let mut written = vec![0; maps.len()];
                for key in 0..keys {
                    field.clear();
                    let body = &mut self.memory.body;
                    let start = body.len();
                    // The kind stands before the bits.
                    let bits = start + 1;
                    body.resize(bits + maps.len().div_ceil(8), 0);
                    let rows = maps.iter().zip(&mut written).zip(union.absent());
                    for (at, ((map, written), absent)) in rows.enumerate() {
                        if bits::is_set(absent, key) {
                            body[bits + at / 8] |= 1 << (at % 8);
                        } else {
                            field.push(map.get(*written));
                            *written += 1;
                        }
                    }
                    let here = self.here(places, key);
                    if field.len() == maps.len() {
                        self.memory.body.truncate(start);
                        self.column::<S>(&field, here)?;
                        continue;
                    }
                    let kind = self.memory.body.len();
                    self.column::<S>(&field, here)?;
                    self.memory.body[start] = self.memory.body[kind] | column::ABSENT;
                    self.memory.body.remove(kind);
                }
            }
        }
        self.memory.depth -= 1;
        Ok(())
    }
}

/// Where a list began that may be taken back.
#[derive(Clone, Copy)]
struct Mark {
    body: usize,
    texts: usize,
    claimed: usize,
}

/// What maps have in common, if all values are maps and they are alike.
fn alike_values<'a, S: Source<'a>>(values: &[S]) -> Option<Alike<'a>> {
    alike::<S>(&maps_of(values.iter().copied())?)
}

/// Whether a map that stands alone is a record.
fn is_record_alone<'a, S: Source<'a>>(map: S::Map) -> bool {
    map.class().is_some() || are_of_record(map.len(), |at| map.key(at))
}

/// Whether two values are scalars that can stand in one column of a list.
fn is_scalar_of<'a, S: Source<'a>>(view: &View<'a, S>, other: &View<'a, S>) -> bool {
    matches!(
        (view, other),
        (View::Int(_), View::Int(_))
            | (View::Float(_), View::Float(_))
            | (View::Bool(_), View::Bool(_))
            | (View::Text(_), View::Text(_))
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

/// Fills a list with what `each` makes of as many values; false if it makes nothing of one of them.
#[inline(always)]
fn gather<'a, S: Source<'a>, T>(
    values: impl Iterator<Item = S>,
    each: impl Fn(View<'a, S>) -> Option<T>,
    to: &mut [T],
) -> bool {
    for (value, to) in values.zip(to) {
        let Some(value) = each(value.view()) else { return false };
        *to = value;
    }
    true
}

/// How many bytes a float takes by itself that is no decimal.
const FLOAT_SIZE: usize = 9;

/// About how many bytes a decimal takes by itself. Digits of 2^34 take six bytes.
fn decimal_size(digits: i64) -> usize {
    (3 + varint::size(varint::zigzag(digits))).min(FLOAT_SIZE)
}

/// About how many bytes floats take by themselves, or so many more than a column of `size` bytes
/// that nobody needs to know. `digits` are theirs, with their scale, if all are decimal.
fn plain_size(floats: &[f64], digits: Option<(&[i64], u8)>, size: usize) -> usize {
    /// A tag, a scale, and digits; less than any float takes that is no integer.
    const LEAST: usize = 3 + 1;
    /// The tag of a list, and its length as a varint.
    const HEAD: usize = 1 + 10;
    let (least, enough) = (floats.len() * LEAST, size + HEAD);
    if enough < least {
        return least;
    }
    let mut sum = 0;
    for (at, float) in floats.iter().enumerate() {
        sum += match digits {
            Some((digits, scale)) => decimal_size(decimals::without_zeros(digits[at], scale).0),
            None => decimals::short_decimal_float(*float)
                .map_or(FLOAT_SIZE, |(digits, _)| decimal_size(digits)),
        };
        if sum >= enough {
            break;
        }
    }
    sum
}

/// Appends a column of floats, and of their `digits`, with their scale, if all are decimal; gives
/// its size.
fn write_floats(floats: &[f64], digits: Option<(&[i64], u8)>, out: &mut Vec<u8>) -> usize {
    let start = out.len();
    if let Some((digits, scale)) = digits {
        out.extend([column::DECIMALS, scale]);
        write_ints(digits, out);
        if out.len() - start <= 1 + floats.len() * 8 {
            return out.len() - start;
        }
        out.truncate(start);
    }
    out.push(column::FLOATS);
    for float in floats {
        out.extend_from_slice(&float.to_le_bytes());
    }
    out.len() - start
}

/// The scale at which floats are decimal, all at one, the largest of their own; `scaled` gets their
/// digits.
fn scaled_floats(floats: &[f64], scaled: &mut [i64]) -> Option<u8> {
    // Most lists end here, if one of their floats is no decimal.
    let mut scale = 0;
    for at in [0, floats.len() / 2, floats.len() - 1] {
        scale = scale.max(decimals::decimal_float(floats[at])?.1);
    }
    // Where digits at the scale begin.
    let (mut from, mut at) = (0, 0);
    loop {
        at += decimals::digits_of_first(&floats[at..], scale, &mut scaled[at..]);
        let Some(float) = floats.get(at) else { break };
        let (digits, own) = decimals::decimal_float(*float)?;
        if own > scale {
            (scale, from) = (own, at);
        }
        scaled[at] = digits_to(*float, digits, own, scale)?;
        at += 1;
    }
    let (floats, mut at) = (&floats[..from], 0);
    loop {
        at += decimals::digits_of_first(&floats[at..], scale, &mut scaled[at..from]);
        let Some(float) = floats.get(at) else { break };
        let (digits, own) = decimals::decimal_float(*float)?;
        scaled[at] = digits_to(*float, digits, own, scale)?;
        at += 1;
    }
    Some(scale)
}

/// Digits of a float at a larger scale than its own, if they stay exact.
#[cold]
fn digits_to(float: f64, digits: i64, own: u8, scale: u8) -> Option<i64> {
    let scaled = digits.checked_mul(10i64.checked_pow(u32::from(scale - own))?)?;
    let same = decimals::float_of_decimal(scaled, scale)?;
    (same.to_bits() == float.to_bits()).then_some(scaled)
}
