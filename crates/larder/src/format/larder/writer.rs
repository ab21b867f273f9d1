//! A source into Larder bytes (docs/FORMAT.md). The header is `mod.rs`'s.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::column::COLUMN_BYTES;
use super::definitions::{write_int, write_text_tag};
use super::packed::{self, DateTimeStyle, Number};
use super::reader::LEAST_AGAIN;
use super::tag::{self, column, extension};
use super::varint;
use crate::error::{Error, ErrorKind, Result};
use crate::kind::Kind;
use crate::limits::{Costs, Limits};
use crate::profile::{Dictionary, Place, Profile, text_hash};
use crate::shape::{Key, Shape};
use crate::source::{ExtendedView, ListSource, MapSource, Source, View};
use crate::value::{Extended, Value};

/// Lists of at least so many values are tried as a column.
const LEAST_COLUMN: usize = 4;
/// What a key of a definition costs a reader at most, beside its name.
const DEFINED_KEY_BYTES: usize = 8 * Limits::VALUE_BYTES;

/// What a writer keeps between values; `R` keeps the identity of a host's shapes.
pub struct Memory<R> {
    shapes: Box<[Option<KnownShape<R>>]>,
    /// Shapes of this message.
    own: Own,
    seen: Vec<SeenSlot>,
    seen_count: u32,
    epoch: u32,
    /// Shapes of the profile by their definition.
    profile: HashMap<Vec<u8>, u32, RandomState>,
    profile_shapes: u32,
    pub body: Vec<u8>,
    pub definitions: Vec<u8>,
    pub texts: Vec<u8>,
    scratch: Vec<u8>,
    /// Slots of [`Distinct`].
    slots: Vec<u32>,
    /// What an object of a class that was met takes at most for each of its bytes, beyond what each may
    /// cost.
    heaviest: usize,
}

const KNOWN_SHAPES: usize = 256;
const SEEN_SLOTS: usize = 1024;

/// A shape of the host, by its identity.
struct KnownShape<R> {
    identity: usize,
    _retained: R,
    /// A number in the profile, or in the message of `epoch`.
    number: u32,
    epoch: u32,
}

/// The shapes that a message defines: two of the host may have one definition.
#[derive(Default)]
struct Own {
    /// Where each ends in the message's definitions.
    ends: Vec<usize>,
    /// Filled when there are many.
    by_definition: HashMap<Box<[u8]>, u32, RandomState>,
}

impl Own {
    /// Fewer are compared one by one.
    const MANY: usize = 8;

    fn clear(&mut self) {
        self.ends.clear();
        if !self.by_definition.is_empty() {
            self.by_definition.clear();
        }
    }

    /// The number of a definition, which is appended to `definitions` unless it stands there.
    fn number(&mut self, definition: &[u8], definitions: &mut Vec<u8>) -> u32 {
        let count = self.ends.len();
        if count <= Self::MANY {
            let mut start = 0;
            for (end, number) in self.ends.iter().zip(0..) {
                if definitions[start..*end] == *definition {
                    return number;
                }
                start = *end;
            }
            if count == Self::MANY {
                let mut start = 0;
                for (end, number) in self.ends.iter().zip(0..) {
                    self.by_definition.insert(definitions[start..*end].into(), number);
                    start = *end;
                }
            }
        } else if let Some(number) = self.by_definition.get(definition) {
            return *number;
        }
        if count >= Self::MANY {
            self.by_definition.insert(definition.into(), count as u32);
        }
        definitions.extend_from_slice(definition);
        self.ends.push(definitions.len());
        count as u32
    }
}

/// The epoch of shapes of the profile.
const ALWAYS: u32 = u32::MAX;

/// What a byte costs a reader at most where nothing is multiplied; a little less than it may.
pub const fn per_byte<C: Costs>() -> usize {
    C::LIMITS.memory_per_byte - C::LIMITS.memory_per_byte / 16
}

/// A text that was written, where it stands, and its number.
#[derive(Clone, Copy, Default)]
struct SeenSlot {
    epoch: u32,
    number: u32,
    at: u32,
    /// Twice the length, and one if it is wide.
    length: u32,
}

impl<R> Memory<R> {
    pub fn new(profile: Option<&Profile>) -> Self {
        let definition = |shape: &Shape| shape.definition().unwrap_or_default().to_vec();
        let shapes = profile.map_or(&[][..], Profile::shapes);
        Self {
            shapes: (0..KNOWN_SHAPES).map(|_| None).collect(),
            own: Own::default(),
            seen: Vec::new(),
            seen_count: 0,
            epoch: 0,
            profile: shapes.iter().zip(0..).map(|(known, number)| (definition(&known.shape), number)).collect(),
            profile_shapes: shapes.len() as u32,
            body: Vec::new(),
            definitions: Vec::new(),
            texts: Vec::new(),
            scratch: Vec::new(),
            slots: Vec::new(),
            heaviest: 0,
        }
    }

    fn begin(&mut self) {
        /// Memory that only a large value needed is given back.
        const KEPT: usize = 1 << 20;
        for buffer in [&mut self.body, &mut self.definitions, &mut self.texts, &mut self.scratch] {
            buffer.clear();
            if buffer.capacity() > KEPT {
                *buffer = Vec::new();
            }
        }
        if self.slots.capacity() > KEPT {
            self.slots = Vec::new();
        }
        self.own.clear();
        self.seen_count = 0;
        self.epoch += 1;
        if self.epoch == ALWAYS {
            self.epoch = 1;
            self.seen.clear();
            self.shapes.iter_mut().for_each(|slot| *slot = None);
        }
    }
}

/// How a message is written.
#[derive(Clone, Copy)]
pub struct Style {
    /// Texts go to a stream of their own, which is then compressed.
    pub split: bool,
    /// Texts that were written are referred to.
    pub again: bool,
    /// No columns, which may stand for much more than they take.
    pub rows: bool,
}

/// What the profile knows of the place that is written.
#[derive(Clone, Copy, Default)]
struct Here<'w> {
    dictionary: Option<&'w Dictionary>,
    plain: bool,
}

/// Writes one value.
pub struct Writer<'w, R> {
    memory: &'w mut Memory<R>,
    profile: Option<&'w Profile>,
    style: Style,
    depth: u32,
    columns: u32,
    numbered: u64,
    /// Lists and maps of columns that are open.
    packed: u32,
    /// What these cost a reader, so far.
    claimed: usize,
    /// See [`Writer::root`].
    beyond: usize,
}

impl<'w, R> Writer<'w, R> {
    pub fn new(memory: &'w mut Memory<R>, profile: Option<&'w Profile>, style: Style) -> Self {
        memory.begin();
        if style.again && memory.seen.is_empty() {
            memory.seen.resize(SEEN_SLOTS, SeenSlot::default());
        }
        Self { memory, profile, style, depth: 0, columns: 0, numbered: 0, packed: 0, claimed: 0, beyond: 0 }
    }

    /// Writes the value. Gives back what it costs a reader at most, beyond what each byte may cost.
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
    fn here(&self, place: Place) -> Here<'w> {
        Here { dictionary: self.profile.and_then(|profile| profile.dictionary(place.dictionary)), plain: place.plain }
    }

    fn descend(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > Limits::MAX_DEPTH {
            return Err(Error::new(ErrorKind::TooDeep, format!("a value is at most {} deep", Limits::MAX_DEPTH)));
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

    /// Writes a value, and takes it back if what was written is an entry.
    #[inline(never)]
    fn value_or_entry<'a, S>(&mut self, value: S, here: Here<'w>, dictionary: &'w Dictionary) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let (start, texts, seen, numbered) =
            (self.memory.body.len(), self.memory.texts.len(), self.memory.seen_count, self.numbered);
        self.plain_value(value, here)?;
        // A value with texts or objects of which others may speak is no entry.
        let alone = (self.memory.texts.len(), self.memory.seen_count, self.numbered) == (texts, seen, numbered);
        if alone
            && self.memory.body.len() - start > 1
            && let Some(number) = dictionary.find_value(&self.memory.body[start..])
        {
            let bytes = (self.memory.body.len() - start).saturating_mul(S::Costs::LIMITS.memory_per_byte);
            self.memory.body.truncate(start);
            self.entry(number, bytes);
        }
        Ok(())
    }

    /// Writes a value. What most are is told apart where the loops over values are.
    #[inline(always)]
    fn plain_value<'a, S>(&mut self, value: S, here: Here<'w>) -> Result<()>
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
    fn other_value<'a, S>(&mut self, value: S, here: Here<'w>) -> Result<()>
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

    fn bytes(&mut self, bytes: &[u8]) {
        self.memory.body.push(tag::BYTES);
        write_bytes(bytes, &mut self.memory.body);
    }

    // Numbers.

    fn float(&mut self, float: f64) {
        let body = &mut self.memory.body;
        let start = body.len();
        if let Some((digits, scale)) = packed::decimal_float(float) {
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

    // Texts.

    #[inline(never)]
    fn text(&mut self, text: &str, ascii: bool, here: Here<'_>) {
        if let Some(number) = here.dictionary.and_then(|dictionary| dictionary.find(text)) {
            return self.entry(number, text.len().saturating_sub(Limits::TEXT_BYTES));
        }
        let bytes = text.as_bytes();
        if bytes.len() < LEAST_AGAIN {
            // Too short to be packed, met again or shorter as wide text.
            write_text_tag(bytes.len(), &mut self.memory.body);
            self.column_text(bytes);
        } else if !ascii {
            self.other_text(text);
        } else if here.plain || !self.packed(bytes) {
            self.stored_text(bytes, false);
        }
    }

    #[inline]
    fn entry(&mut self, number: usize, bytes: usize) {
        self.beyond = self.beyond.saturating_add(bytes);
        match number.checked_sub(tag::SHORT_ENTRIES) {
            None => self.memory.body.push(tag::ENTRY + number as u8),
            Some(above) => self.memory.body.extend([tag::LONG_ENTRY + (above >> 8) as u8, above as u8]),
        }
    }

    /// Writes dates, numbers and the like; false if `text`, of one byte or more, is none of them, or no shorter so.
    #[inline]
    fn packed(&mut self, text: &[u8]) -> bool {
        let may_be = packed::may_be(text);
        may_be.number && self.packed_number(text) || may_be.digits && self.packed_digits(text)
    }

    /// Texts that begin with a digit or a minus.
    #[inline(never)]
    fn packed_number(&mut self, text: &[u8]) -> bool {
        const LEAST_DIGITS: usize = 6;
        let body = &mut self.memory.body;
        let length = text.len();
        if length == 10
            && text[4] == b'-'
            && let Some(days) = packed::parse_date(text)
            && let Ok(days) = u16::try_from(days)
        {
            body.push(tag::DATE_TEXT);
            body.extend_from_slice(&days.to_le_bytes());
            return true;
        }
        if length >= 19
            && text[4] == b'-'
            && let Some((seconds, fraction, style)) = packed::parse_date_time(text)
            && let Ok(seconds) = u32::try_from(seconds)
        {
            if style == DateTimeStyle::default() {
                body.push(tag::DATE_TIME_TEXT);
                body.extend_from_slice(&seconds.to_le_bytes());
            } else {
                body.extend([tag::VARIANT_DATE_TIME_TEXT, style.code()]);
                body.extend(style.offset().map(i8::cast_unsigned));
                body.extend_from_slice(&seconds.to_le_bytes());
                body.extend_from_slice(&fraction.to_le_bytes()[..packed::fraction_bytes(style.fraction_digits)]);
            }
            return true;
        }
        match packed::parse_number(text) {
            Some(Number::Decimal { digits, scale, negative }) => {
                if scale == 2 && !negative {
                    body.push(tag::DECIMAL_TEXT_2);
                } else {
                    body.extend([tag::DECIMAL_TEXT, scale | u8::from(negative) << 7]);
                }
                varint::write(body, digits);
                return true;
            }
            Some(Number::Digits(digits)) if length >= LEAST_DIGITS => {
                body.extend([tag::DIGITS_TEXT, length as u8]);
                body.extend_from_slice(&digits.to_le_bytes()[..packed::digits_bytes(length)]);
                return true;
            }
            _ => {}
        }
        if (packed::CHUNK_DIGITS + 1..=255).contains(&length) && text.iter().all(u8::is_ascii_digit) {
            body.extend([tag::DIGITS_TEXT, length as u8]);
            for chunk in text.chunks(packed::CHUNK_DIGITS) {
                let digits = packed::parse_digits(chunk).unwrap_or(0);
                body.extend_from_slice(&digits.to_le_bytes()[..packed::digits_bytes(chunk.len())]);
            }
            return true;
        }
        false
    }

    /// UUIDs, hexadecimal and base64.
    #[inline(never)]
    fn packed_digits(&mut self, text: &[u8]) -> bool {
        let body = &mut self.memory.body;
        let length = text.len();
        if length == 36
            && let Some(uuid) = packed::parse_uuid(text)
        {
            body.push(tag::UUID_TEXT);
            body.extend_from_slice(&uuid);
            return true;
        }
        if let Some(upper) = packed::hex_case(text) {
            body.push(tag::HEX_TEXT);
            varint::write(body, length as u64 | u64::from(upper));
            packed::write_hex(text, body);
            return true;
        }
        if let Some(url) = packed::base64_alphabet(text) {
            body.push(tag::BASE64_TEXT);
            varint::write(body, (length as u64) << 1 | u64::from(url));
            packed::write_base64(text, body);
            return true;
        }
        false
    }

    /// Writes a text of [`LEAST_AGAIN`] bytes or more that is not ASCII.
    #[inline(never)]
    fn other_text(&mut self, text: &str) {
        /// What most texts take, with a word more.
        const FEW: usize = 64 + size_of::<u64>();
        if text.len() + size_of::<u64>() <= FEW {
            let mut wide = [0; FEW];
            let length = packed::wide_of(text, &mut wide);
            return self.shorter_text(text, length.map(|length| &wide[..length]));
        }
        let mut scratch = std::mem::take(&mut self.memory.scratch);
        scratch.clear();
        let is_wide = packed::write_wide(text, &mut scratch);
        self.shorter_text(text, is_wide.then_some(&scratch));
        self.memory.scratch = scratch;
    }

    /// Writes a text as wide bytes, if it can be and is shorter so.
    #[inline]
    fn shorter_text(&mut self, text: &str, wide: Option<&[u8]>) {
        match wide.filter(|wide| wide.len() + 1 < text.len()) {
            Some(wide) => self.stored_text(wide, true),
            None => self.stored_text(text.as_bytes(), false),
        }
    }

    #[inline(always)]
    fn stored_text(&mut self, stored: &[u8], wide: bool) {
        let inline = self.columns > 0 || !self.style.split;
        let head = Head::of(stored.len(), wide);
        let Memory { body, texts, seen, seen_count, epoch, .. } = &mut *self.memory;
        if self.columns == 0 {
            let number = *seen_count;
            if self.style.again {
                let known = &mut seen[text_hash(stored) as usize % SEEN_SLOTS];
                // A message of 4 GiB or more is none, so what does not fit here is never looked for.
                let length = (stored.len() as u32) << 1 | u32::from(wide);
                if known.epoch == *epoch && known.length == length {
                    let texts = if inline { &*body } else { &*texts };
                    let at = known.at as usize;
                    if texts.get(at..at + stored.len()) == Some(stored) && varint::size(u64::from(known.number)) < stored.len() {
                        // Wide text is charged for what it is made in, too.
                        let cost = stored.len().saturating_mul(if wide { 6 } else { 1 });
                        self.beyond = self.beyond.saturating_add(cost.saturating_sub(2 * Limits::VALUE_BYTES));
                        body.push(tag::AGAIN_TEXT);
                        varint::write(body, u64::from(known.number));
                        return;
                    }
                }
                let at = if inline { body.len() + head.length } else { texts.len() };
                *known = SeenSlot { epoch: *epoch, number, at: at as u32, length };
            }
            *seen_count = number + 1;
        }
        if inline {
            head.append_with(stored, body);
        } else {
            head.append_with(&[], body);
            append(stored, texts);
        }
    }

    /// Bytes of text in a column.
    fn column_text(&mut self, bytes: &[u8]) {
        let texts = if self.columns > 0 || !self.style.split { &mut self.memory.body } else { &mut self.memory.texts };
        append(bytes, texts);
    }

    // Lists and maps.

    #[inline(never)]
    fn list<'a, S>(&mut self, list: S::List, here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        self.descend()?;
        let length = list.len();
        let packed = length >= LEAST_COLUMN && !self.style.rows && self.packed_list::<S>(list, here)?;
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

    /// Writes a list of values of one kind as a column, if that is shorter.
    fn packed_list<'a, S>(&mut self, list: S::List, here: Here<'w>) -> Result<bool>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let first = list.get(0).view();
        if let View::Extended(ExtendedView::Kind(kind, _)) = first {
            return self.packed_kinds::<S>(kind, list, here);
        }
        if !has_columns(&first, &list.get(1).view()) || !has_columns(&first, &list.get(list.len() - 1).view()) {
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
            let kept =
                size < plain + 2 && self.memory.body[start..].get(1 + varint::size(values.len() as u64)) != Some(&column::PLAIN);
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
    fn packed_kinds<'a, S>(&mut self, kind: &'a Kind, list: S::List, here: Here<'w>) -> Result<bool>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let Some(values) = of_kind(kind, (0..list.len()).map(|at| list.get(at)), |_| None) else { return Ok(false) };
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

    /// Begins a list or map of columns, which costs a reader so many bytes beside them. Gives back what
    /// was claimed before.
    fn open_packed(&mut self, bytes: usize) -> usize {
        let before = self.claimed;
        self.packed += 1;
        self.claimed = before.saturating_add(bytes);
        before
    }

    /// Ends it; `size` is how many bytes it took.
    fn close_packed<C: Costs>(&mut self, size: usize) {
        self.packed -= 1;
        if self.packed == 0 {
            let claimed = std::mem::take(&mut self.claimed);
            self.beyond = self.beyond.saturating_add(claimed.saturating_sub(size.saturating_mul(per_byte::<C>())));
        }
    }

    #[inline]
    fn claim(&mut self, bytes: usize) {
        self.claimed = self.claimed.saturating_add(bytes);
    }

    #[inline(never)]
    fn map<'a, S>(&mut self, map: S::Map, here: Here<'w>) -> Result<()>
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
                return Err(Error::new(ErrorKind::Refused, "an object with keys that are neither integers nor texts"));
            }
            None => self.keyed_map::<S>(map, here)?,
        }
        self.depth -= 1;
        Ok(())
    }

    /// A map of keys and values, each in a column.
    #[inline(never)]
    fn keyed_map<'a, S>(&mut self, map: S::Map, here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        /// For each key beside its text: the key, and a text.
        const KEY_BYTES: usize = 3 * Limits::VALUE_BYTES + Limits::TEXT_BYTES;
        let keys = map.shape().keys();
        let start = self.memory.body.len() + self.memory.texts.len();
        self.open_packed(KEY_BYTES.saturating_mul(keys.len() + 1).saturating_add(S::Costs::map(keys.len())));
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

    fn key_column(&mut self, keys: &[Key]) {
        self.claim(COLUMN_BYTES);
        let ints: Option<Vec<i64>> = keys.iter().map(|key| if let Key::Int(int) = key { Some(*int) } else { None }).collect();
        if let Some(ints) = ints.filter(|_| !self.style.rows) {
            return write_ints(&ints, &mut self.memory.body);
        }
        let texts: Option<Vec<&str>> =
            keys.iter().map(|key| if let Key::Text(text) = key { Some(&**text) } else { None }).collect();
        if let Some(texts) = texts.filter(|_| !self.style.rows)
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
                    Key::Bool(bool) => writer.memory.body.push(if *bool { tag::TRUE } else { tag::FALSE }),
                    Key::Float(float) => writer.float(*float),
                }
            }
            Ok(())
        })
        .unwrap_or_else(|_| unreachable!("keys can be written"));
    }

    /// The number of a map's shape; `None` if it is written with its keys.
    #[inline]
    fn shape_number<'a, S>(&mut self, map: S::Map) -> Result<Option<u32>>
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

    fn other_shape_number<'a, S>(&mut self, map: S::Map, slot: usize) -> Option<u32>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let memory = &mut *self.memory;
        let definition = map.shape().definition()?;
        let of_profile = if memory.profile.is_empty() { None } else { memory.profile.get(definition).copied() };
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
            Some(known) if known.identity == identity => (known.number, known.epoch) = (number, epoch),
            other => {
                *other = Some(KnownShape { identity, _retained: map.retain(), number, epoch });
                if let Some(class) = map.shape().class() {
                    // At least a byte for the object and for each of its values.
                    let bytes = map.shape().keys().len() + 1;
                    let cost = S::Costs::map(bytes - 1) + S::Costs::object(class) + Limits::VALUE_BYTES;
                    let beyond = cost.saturating_sub(bytes * per_byte::<S::Costs>());
                    memory.heaviest = memory.heaviest.max(beyond.div_ceil(bytes));
                }
            }
        }
        Some(number)
    }

    // Columns.

    /// The shape of all maps among `values`, if there is no other value.
    fn one_shape<'a, S>(&mut self, values: &[S]) -> Option<u32>
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
        one?.1.definition()?;
        self.shape_number::<S>(first?).ok().flatten()
    }

    /// Whether no shared value or reference is within: rows are read in another order than they are written, and could not be numbered.
    fn can_be_rows<'a, S>(&self, values: &[S]) -> bool
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        values.iter().all(|value| is_free_of_numbers(*value, self.depth))
    }

    fn column<'a, S>(&mut self, values: &[S], here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        self.claim(COLUMN_BYTES);
        if self.style.rows {
            return self.plain_column(values, here);
        }
        // Most have no nulls, which shows as they are gathered.
        if self.column_of_one_kind(values, here)? {
            return Ok(());
        }
        let present = values.iter().map(|value| value.view()).find(|view| !matches!(view, View::Null));
        if let Some(View::Extended(ExtendedView::Kind(kind, _))) = present
            && let Some(values) = of_kind(kind, values.iter().copied(), |null| Some(null))
        {
            return self.column_of_kind(kind, &values, here);
        }
        self.other_column(values, here)
    }

    /// Values of one kind, or null.
    fn column_of_kind<'a, S>(&mut self, kind: &Kind, values: &[S], here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        self.claim((S::Costs::KIND_BYTES + Limits::VALUE_BYTES).saturating_mul(values.len()).saturating_add(COLUMN_BYTES));
        self.memory.body.extend([column::KIND, kind.number()]);
        self.descend()?;
        if !self.column_of_one_kind(values, here)? {
            self.other_column(values, here)?;
        }
        self.depth -= 1;
        Ok(())
    }

    /// A column of nulls, of nulls and others, or of values that have no column of their own.
    fn other_column<'a, S>(&mut self, values: &[S], here: Here<'w>) -> Result<()>
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
        super::bits::pack(values.iter().map(|value| u64::from(is_null(value))), 1, &mut self.memory.body);
        let kind = self.memory.body.len();
        if !self.column_of_one_kind(&present, here)? {
            self.plain_column(&present, here)?;
        }
        // The kind stands before the bitmap.
        self.memory.body[start] = self.memory.body[kind] | column::NULLABLE;
        self.memory.body.remove(kind);
        Ok(())
    }

    fn plain_column<'a, S>(&mut self, values: &[S], here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        self.plain(|writer| values.iter().try_for_each(|value| writer.value(*value, here)))
    }

    /// Writes values that all are of the kind of the first, if that has a column; else false.
    fn column_of_one_kind<'a, S>(&mut self, values: &[S], here: Here<'w>) -> Result<bool>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let written = match values[0].view() {
            View::Int(_) => all(values, |view| if let View::Int(int) = view { Some(int) } else { None })
                .map(|ints| write_ints(&ints, &mut self.memory.body)),
            View::Bool(_) => {
                all(values, |view| if let View::Bool(bool) = view { Some(u64::from(bool)) } else { None }).map(|bools| {
                    self.memory.body.push(column::BOOLS);
                    super::bits::pack(bools.into_iter(), 1, &mut self.memory.body);
                })
            }
            View::Float(_) => all(values, |view| if let View::Float(float) = view { Some(float) } else { None })
                .map(|floats| write_floats(&floats, &mut self.memory.body)),
            View::Text(_) => all(values, |view| if let View::Text(text) = view { Some(text) } else { None }).and_then(|texts| {
                let written = self.text_column(&texts, here);
                if written {
                    self.claim(texts.iter().map(|text| S::Costs::text(text.len())).sum());
                }
                written.then_some(())
            }),
            View::Map(_) => match self.one_shape(values).filter(|_| self.can_be_rows(values)) {
                Some(number) => Some(self.records(number, values)?),
                None => None,
            },
            _ => None,
        };
        Ok(written.is_some())
    }

    fn plain(&mut self, write: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
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

    fn records<'a, S>(&mut self, number: u32, values: &[S]) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        self.descend()?;
        self.memory.body.push(column::RECORDS);
        varint::write(&mut self.memory.body, u64::from(number));
        let maps: Vec<S::Map> =
            values.iter().filter_map(|value| if let View::Map(map) = value.view() { Some(map) } else { None }).collect();
        let shape = maps[0].shape();
        let each = S::Costs::map(shape.keys().len()) + shape.class().map_or(0, |class| S::Costs::object(class));
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

    /// Writes a column of texts; false if plain values are shorter.
    fn text_column(&mut self, texts: &[&str], here: Here<'_>) -> bool {
        if let Some(dictionary) = here.dictionary {
            let entries: Option<Vec<i64>> = texts.iter().map(|text| dictionary.find(text).map(|number| number as i64)).collect();
            if let Some(entries) = entries {
                self.memory.body.push(column::ENTRIES);
                write_ints(&entries, &mut self.memory.body);
                return true;
            }
        }
        if write_typed_texts(texts, &mut self.memory.body) {
            return true;
        }
        let (entries, indexes) = distinct(texts, &mut self.memory.slots);
        let total: usize = texts.iter().map(|text| text.len()).sum();
        let distinct: usize = entries.iter().map(|text| text.len() + 1).sum();
        let width = usize::from(super::bits::width(entries.len() as u64 - 1));
        if distinct + texts.len() * width / 8 + 6 < total + texts.len() * 3 / 4 {
            self.memory.body.push(column::DISTINCT_TEXTS);
            varint::write(&mut self.memory.body, entries.len() as u64);
            for text in &entries {
                varint::write(&mut self.memory.body, text.len() as u64);
            }
            for text in entries {
                self.column_text(text.as_bytes());
            }
            write_ints(&indexes, &mut self.memory.body);
            return true;
        }
        // Fewer are shorter as plain values; but only a column's own texts can be compressed, which pays if they are long.
        const LEAST_TEXTS: usize = 8;
        const LONG_TEXT: usize = 24;
        let compressed = self.columns == 0 && self.style.split && total >= texts.len() * LONG_TEXT;
        if texts.len() < LEAST_TEXTS && !compressed {
            return false;
        }
        let mut lengths: Vec<i64> = texts.iter().map(|text| text.len() as i64).collect();
        let mut wide = std::mem::take(&mut self.memory.scratch);
        wide.clear();
        let mut wide_lengths = Vec::new();
        let can_be_wide = texts.iter().any(|text| !text.is_ascii())
            && texts.iter().all(|text| {
                let start = wide.len();
                let written = packed::write_wide(text, &mut wide);
                wide_lengths.push((wide.len() - start) as i64);
                written
            });
        let is_wide = can_be_wide && wide.len() < total;
        if is_wide {
            lengths = wide_lengths;
        }
        self.memory.body.push(if is_wide { column::WIDE_TEXTS } else { column::TEXTS });
        write_ints(&lengths, &mut self.memory.body);
        if is_wide {
            self.column_text(&wide);
        } else {
            for text in texts {
                self.column_text(text.as_bytes());
            }
        }
        self.memory.scratch = wide;
        true
    }

    // Extensions.

    fn extended<'a, S>(&mut self, extended: ExtendedView<'a, S>, here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let body = &mut self.memory.body;
        body.push(tag::EXTENSION);
        match extended {
            ExtendedView::Typed(class, value) => {
                body.push(extension::TYPED);
                self.text(class, class.is_ascii(), here);
                self.descend()?;
                self.value(value, here)?;
                self.depth -= 1;
            }
            ExtendedView::Kind(kind, value) => {
                body.extend([extension::KIND, kind.number()]);
                if let Some(name) = kind.name() {
                    self.text(name, name.is_ascii(), here);
                }
                self.descend()?;
                self.value(value, here)?;
                self.depth -= 1;
            }
            ExtendedView::Shared(value) => self.numbered(extension::SHARED, value, here)?,
            ExtendedView::Reference(value) => self.numbered(extension::REFERENCE, value, here)?,
            ExtendedView::Plain(extended) => return self.plain_extended(extended, here),
        }
        Ok(())
    }

    fn numbered<'a, S>(&mut self, kind: u8, value: S, here: Here<'w>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        self.numbered += 1;
        self.memory.body.push(kind);
        self.descend()?;
        self.value(value, here)?;
        self.depth -= 1;
        Ok(())
    }

    fn plain_extended(&mut self, extended: &Extended<Value>, here: Here<'_>) -> Result<()> {
        let body = &mut self.memory.body;
        match extended {
            Extended::BigInt(bytes) => {
                if bytes.len() <= 8 || !is_shortest(bytes) {
                    return Err(Error::new(
                        ErrorKind::BadNumber,
                        "a big integer that fits 64 bits, or is longer than it must be",
                    ));
                }
                body.push(extension::BIG_INT);
                write_bytes(bytes, body);
            }
            Extended::Float32(float) => {
                body.push(extension::FLOAT_32);
                body.extend_from_slice(&float.to_le_bytes());
            }
            Extended::Decimal { unscaled, scale } => {
                if !is_shortest(unscaled) {
                    return Err(Error::new(ErrorKind::BadNumber, "a decimal's integer that is longer than it must be"));
                }
                body.push(extension::DECIMAL);
                varint::write(body, varint::zigzag(i64::from(*scale)));
                write_bytes(unscaled, body);
            }
            Extended::Date(days) => {
                body.push(extension::DATE);
                varint::write(body, varint::zigzag(*days));
            }
            Extended::Time(nanoseconds) => {
                body.push(extension::TIME);
                varint::write(body, *nanoseconds);
            }
            Extended::DateTime(seconds, nanoseconds) => write_moment(extension::DATE_TIME, *seconds, *nanoseconds, body),
            Extended::Instant(seconds, nanoseconds) => write_moment(extension::INSTANT, *seconds, *nanoseconds, body),
            Extended::Duration(seconds, nanoseconds) => write_moment(extension::DURATION, *seconds, *nanoseconds, body),
            Extended::Zoned(seconds, nanoseconds, offset, zone) => {
                write_moment(extension::ZONED, *seconds, *nanoseconds, body);
                varint::write(body, varint::zigzag(i64::from(*offset)));
                self.text(zone, zone.is_ascii(), here);
            }
            Extended::Uuid(uuid) => {
                body.push(extension::UUID);
                body.extend_from_slice(uuid);
            }
            Extended::Enum { class, case } => {
                body.push(extension::ENUM);
                self.text(class, class.is_ascii(), here);
                self.text(case, case.is_ascii(), here);
            }
            Extended::Custom { class, bytes } => {
                body.push(extension::CUSTOM);
                self.text(class, class.is_ascii(), here);
                write_bytes(bytes, &mut self.memory.body);
            }
            Extended::Again(number) => {
                if *number >= self.numbered {
                    return Err(Error::new(ErrorKind::UnknownReference, "an earlier object that does not exist"));
                }
                body.push(extension::AGAIN);
                varint::write(body, *number);
            }
            Extended::Typed { .. } | Extended::Shared(_) | Extended::Reference(_) | Extended::Kind { .. } => {
                return Err(Error::new(ErrorKind::Refused, "a value within a value that holds no other"));
            }
        }
        let out_of_range = match extended {
            Extended::Time(nanoseconds) => *nanoseconds >= 86_400_000_000_000,
            Extended::DateTime(_, below)
            | Extended::Instant(_, below)
            | Extended::Duration(_, below)
            | Extended::Zoned(_, below, ..) => *below >= 1_000_000_000,
            _ => false,
        };
        if out_of_range {
            return Err(Error::new(ErrorKind::BadNumber, "nanoseconds beyond a second, or a time of day beyond a day"));
        }
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

/// What values of a kind are without it, and what `null` makes of nulls; `None` if they are not all of this kind, the kind has a name, or one is a null of it.
fn of_kind<'a, S: Source<'a>>(kind: &Kind, values: impl Iterator<Item = S>, null: impl Fn(S) -> Option<S>) -> Option<Vec<S>> {
    if kind.name().is_some() {
        return None;
    }
    let mut all = Vec::with_capacity(values.size_hint().0);
    for value in values {
        all.push(match value.view() {
            View::Extended(ExtendedView::Kind(other, within)) if other == kind && !matches!(within.view(), View::Null) => within,
            View::Null => null(value)?,
            _ => return None,
        });
    }
    Some(all)
}

fn is_free_of_numbers<'a, S: Source<'a>>(value: S, depth: u32) -> bool {
    if value.is_tree() {
        return true;
    }
    if depth > Limits::MAX_DEPTH {
        return false;
    }
    match value.view() {
        View::List(list) => (0..list.len()).all(|at| is_free_of_numbers(list.get(at), depth + 1)),
        View::Map(map) => (0..map.shape().keys().len()).all(|at| is_free_of_numbers(map.get(at), depth + 1)),
        View::Extended(ExtendedView::Typed(_, value) | ExtendedView::Kind(_, value)) => is_free_of_numbers(value, depth + 1),
        View::Extended(ExtendedView::Shared(_) | ExtendedView::Reference(_)) => false,
        View::Extended(ExtendedView::Plain(plain)) => !matches!(plain, Extended::Again(_)),
        _ => true,
    }
}

/// What stands before the bytes of a text.
#[derive(Clone, Copy)]
struct Head {
    /// The lowest byte first.
    bytes: u64,
    length: usize,
}

impl Head {
    #[inline(always)]
    fn of(length: usize, wide: bool) -> Self {
        if length < tag::SHORT_TEXT_BYTES && !wide {
            return Self { bytes: u64::from(tag::TEXT) + length as u64, length: 1 };
        }
        let (tag, mut rest) =
            if wide { (tag::WIDE_TEXT, length as u64) } else { (tag::LONG_TEXT, (length - tag::SHORT_TEXT_BYTES) as u64) };
        let mut head = Self { bytes: u64::from(tag), length: 1 };
        while rest >= 0x80 && head.length < size_of::<u64>() - 1 {
            head.bytes |= (rest & 0x7F | 0x80) << (8 * head.length);
            head.length += 1;
            rest >>= 7;
        }
        head.bytes |= rest << (8 * head.length);
        head.length += 1;
        head
    }

    /// Appends it, and `text`: if both are short, as one word.
    #[inline(always)]
    fn append_with(self, text: &[u8], out: &mut Vec<u8>) {
        let end = out.len() + self.length;
        if self.length == 1 && text.len() < size_of::<u128>() {
            out.extend_from_slice(&(u128::from(self.bytes) | word_of(text) << 8).to_le_bytes());
            out.truncate(end + text.len());
        } else {
            out.extend_from_slice(&self.bytes.to_le_bytes());
            out.truncate(end);
            append(text, out);
        }
    }
}

/// At most 16 bytes as one word, the first lowest.
#[inline(always)]
fn word_of(text: &[u8]) -> u128 {
    match (text.first_chunk(), text.last_chunk()) {
        (Some(first), Some(last)) => {
            u128::from(u64::from_le_bytes(*first)) | u128::from(u64::from_le_bytes(*last)) << (8 * (text.len() - 8))
        }
        _ => match (text.first_chunk(), text.last_chunk()) {
            (Some(first), Some(last)) => {
                u128::from(u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << (8 * (text.len() - 4)))
            }
            _ => text.iter().rev().fold(0, |word, byte| word << 8 | u128::from(*byte)),
        },
    }
}

/// Appends bytes; few of them without a call, as two pieces that may overlap.
#[inline]
fn append(bytes: &[u8], out: &mut Vec<u8>) {
    fn pieces<const N: usize>(bytes: &[u8], out: &mut Vec<u8>) {
        let (Some(first), Some(last)) = (bytes.first_chunk::<N>(), bytes.last_chunk::<N>()) else { return };
        out.reserve(2 * N);
        let end = out.len() + bytes.len() - N;
        out.extend_from_slice(first);
        out.truncate(end);
        out.extend_from_slice(last);
    }
    match bytes.len() {
        0 => {}
        1..4 => bytes.iter().for_each(|byte| out.push(*byte)),
        4..=8 => pieces::<4>(bytes, out),
        9..=16 => pieces::<8>(bytes, out),
        17..=32 => pieces::<16>(bytes, out),
        _ => out.extend_from_slice(bytes),
    }
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
        View::Float(float) => {
            packed::decimal_float(float).map_or(9, |(digits, _)| (3 + varint::size(varint::zigzag(digits))).min(9))
        }
        View::Text(text) => text.len() + 1,
        _ => 1,
    }
}

fn all<'a, S: Source<'a>, T>(values: &[S], each: impl Fn(View<'a, S>) -> Option<T>) -> Option<Vec<T>> {
    let mut all = Vec::with_capacity(values.len());
    for value in values {
        all.push(each(value.view())?);
    }
    Some(all)
}

/// The least and the most of integers. Most are within those before: a branch costs less than arithmetic, for which registers of old machines are too short.
#[inline]
fn range(mut ints: impl Iterator<Item = i64>) -> (i64, i64) {
    let Some(first) = ints.next() else { return (i64::MAX, i64::MIN) };
    let (mut least, mut most) = (first, first);
    for int in ints {
        if int > most {
            most = int;
        } else if int < least {
            least = int;
        }
    }
    (least, most)
}

/// Writes integers as a column: bits above the smallest, or differences, whichever is shorter.
fn write_ints(ints: &[i64], out: &mut Vec<u8>) {
    // Within this range no difference overflows, nor does what a reader adds up.
    const CALM: i64 = 1 << 61;
    let (least, most) = range(ints.iter().copied());
    let above = |base: i64, int: i64| int.wrapping_sub(base).cast_unsigned();
    let width = super::bits::width(above(least, most));
    let calm = least > -CALM && most < CALM;
    let mut differences = Some((i64::MAX, i64::MIN));
    if calm {
        differences = Some(range(ints.iter().zip(ints.iter().skip(1)).map(|(int, next)| next - int)));
    } else {
        for pair in ints.windows(2) {
            differences = differences.and_then(|(least, most)| {
                let difference = pair[1].checked_sub(pair[0])?;
                Some((difference.min(least), difference.max(most)))
            });
        }
    }
    if let Some((least_difference, most_difference)) = differences.filter(|_| ints.len() > 1) {
        let delta_width = super::bits::width(above(least_difference, most_difference));
        let bits = |count: usize, width: u8| count * usize::from(width) / 8;
        // A reader adds the bits to the last integer first, which must not overflow.
        let fits = most.checked_add(above(least_difference, most_difference).cast_signed()).is_some()
            && most_difference.checked_sub(least_difference).is_some();
        if fits && bits(ints.len() - 1, delta_width) + varint::size(varint::zigzag(least_difference)) < bits(ints.len(), width) {
            out.push(column::DELTA_INTS);
            varint::write(out, varint::zigzag(ints[0]));
            varint::write(out, varint::zigzag(least_difference));
            out.push(delta_width);
            let pairs = ints.iter().zip(ints.iter().skip(1));
            super::bits::pack(pairs.map(|(int, next)| above(least_difference, next - int)), delta_width, out);
            return;
        }
    }
    out.push(column::INTS);
    varint::write(out, varint::zigzag(least));
    out.push(width);
    super::bits::pack(ints.iter().map(|int| above(least, *int)), width, out);
}

/// The distinct texts in the order in which they come, and for each text the index of its own.
fn distinct<'t>(texts: &[&'t str], slots: &mut Vec<u32>) -> (Vec<&'t str>, Vec<i64>) {
    const FREE: u32 = u32::MAX;
    /// Texts that were made to have one hash are told apart by a table that is keyed at random.
    const MOST_TRIES: usize = 32;
    let size = (texts.len() * 2).next_power_of_two();
    slots.clear();
    slots.resize(size, FREE);
    let (mut entries, mut indexes): (Vec<&str>, Vec<i64>) = (Vec::new(), Vec::with_capacity(texts.len()));
    'texts: for text in texts {
        let mut at = text_hash(text.as_bytes()) as usize;
        for _ in 0..MOST_TRIES {
            let slot = &mut slots[at & (size - 1)];
            if *slot == FREE {
                *slot = entries.len() as u32;
                indexes.push(entries.len() as i64);
                entries.push(text);
                continue 'texts;
            }
            if entries[*slot as usize] == *text {
                indexes.push(i64::from(*slot));
                continue 'texts;
            }
            at += 1;
        }
        return distinct_slowly(texts);
    }
    (entries, indexes)
}

#[cold]
fn distinct_slowly<'t>(texts: &[&'t str]) -> (Vec<&'t str>, Vec<i64>) {
    let mut numbers: HashMap<&str, i64, RandomState> = HashMap::default();
    let mut entries = Vec::new();
    let number = |text: &&'t str| {
        *numbers.entry(text).or_insert_with(|| {
            entries.push(*text);
            entries.len() as i64 - 1
        })
    };
    let indexes = texts.iter().map(number).collect();
    (entries, indexes)
}

fn write_floats(floats: &[f64], out: &mut Vec<u8>) {
    let decimals: Option<Vec<(i64, u8)>> = floats.iter().map(|float| packed::decimal_float(*float)).collect();
    if let Some(decimals) = decimals {
        let scale = decimals.iter().map(|(_, scale)| *scale).max().unwrap_or(0);
        let scaled: Option<Vec<i64>> = decimals
            .iter()
            .map(|(digits, own)| digits.checked_mul(10i64.checked_pow(u32::from(scale - own))?))
            .zip(floats)
            .map(|(digits, float)| {
                digits.filter(|digits| {
                    packed::float_of_decimal(*digits, scale).is_some_and(|same| same.to_bits() == float.to_bits())
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

/// Writes texts that all are of one packed kind; false if they are not.
fn write_typed_texts(texts: &[&str], out: &mut Vec<u8>) -> bool {
    fn ints(texts: &[&str], mut each: impl FnMut(&[u8]) -> Option<i64>) -> Option<Vec<i64>> {
        let mut ints = Vec::with_capacity(texts.len());
        for text in texts {
            ints.push(each(text.as_bytes())?);
        }
        Some(ints)
    }
    let first = texts[0].as_bytes();
    if let Some((_, fraction, style)) = packed::parse_date_time(first) {
        let mut last = packed::LastDate::default();
        let seconds = |text: &[u8]| {
            let (seconds, _, other) = packed::parse_next_date_time(text, &mut last)?;
            (other == style).then_some(seconds)
        };
        if fraction == 0
            && style.fraction_digits == 0
            && let Some(ints) = ints(texts, seconds)
        {
            out.extend([column::DATE_TIME_TEXTS, style.code()]);
            out.extend(style.offset().map(i8::cast_unsigned));
            write_ints(&ints, out);
            return true;
        }
    } else if packed::parse_date(first).is_some() {
        if let Some(ints) = ints(texts, packed::parse_date) {
            out.push(column::DATE_TEXTS);
            write_ints(&ints, out);
            return true;
        }
    } else if let Some((_, scale, _)) = packed::parse_decimal(first) {
        let digits = |text: &[u8]| match packed::parse_decimal(text)? {
            (0, _, true) => None,
            (digits, other, negative) if other == scale => {
                Some(if negative { -digits.cast_signed() } else { digits.cast_signed() })
            }
            _ => None,
        };
        if let Some(ints) = ints(texts, digits) {
            out.extend([column::DECIMAL_TEXTS, scale]);
            write_ints(&ints, out);
            return true;
        }
    } else if let Some(ints) = ints(texts, packed::parse_int) {
        out.push(column::INT_TEXTS);
        write_ints(&ints, out);
        return true;
    } else if (1..=18).contains(&first.len()) && first.iter().all(u8::is_ascii_digit) {
        let digits =
            |text: &[u8]| if text.len() == first.len() { packed::parse_digits(text).map(u64::cast_signed) } else { None };
        if let Some(ints) = ints(texts, digits) {
            out.extend([column::DIGITS_TEXTS, first.len() as u8]);
            write_ints(&ints, out);
            return true;
        }
    } else if packed::parse_uuid(first).is_some() {
        if let Some(uuids) = texts.iter().map(|text| packed::parse_uuid(text.as_bytes())).collect::<Option<Vec<_>>>() {
            out.push(column::UUID_TEXTS);
            out.extend(uuids.into_iter().flatten());
            return true;
        }
    } else if first.len() >= 8
        && let Some(upper) = packed::hex_case(first)
    {
        let same = |text: &&str| {
            let text = text.as_bytes();
            text.len() == first.len() && (packed::hex_case(text) == Some(upper) || text.iter().all(u8::is_ascii_digit))
        };
        if texts.iter().all(same) {
            out.push(column::HEX_TEXTS);
            varint::write(out, first.len() as u64 & !1 | u64::from(upper));
            for text in texts {
                packed::write_hex(text.as_bytes(), out);
            }
            return true;
        }
    }
    false
}

fn write_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    varint::write(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

fn write_moment(kind: u8, seconds: i64, nanoseconds: u32, out: &mut Vec<u8>) {
    out.push(kind);
    varint::write(out, varint::zigzag(seconds));
    varint::write(out, u64::from(nanoseconds));
}

fn is_shortest(bytes: &[u8]) -> bool {
    match bytes {
        [] => false,
        [0x00, next, ..] => *next >= 0x80,
        [0xFF, next, ..] => *next < 0x80,
        _ => true,
    }
}
