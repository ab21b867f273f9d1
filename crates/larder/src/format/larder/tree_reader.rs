//! Larder bytes into events: values, lists and maps (docs/FORMAT.md, "Values").
//!
//! This file has what a reader keeps and how it reads a value; its texts, columns and extensions
//! are read in `text_reader.rs`, `column_reader.rs` and `extension_reader.rs`.

use super::bits;
use super::decimals;
use super::dictionary::{Dictionary, Entry};
use super::key_builder::{KeyBuilder, Keys, NextKey};
use super::known_definitions::MessageShapes;
use super::profile::{Place, Profile};
use super::scalars::{long_length, read_int};
use super::tag::{self, gaps};
use super::text::symbols::SymbolTable;
use crate::builder::Builder;
use crate::error::{ErrorKind, Result};
use crate::format::input::Input;
use crate::format::{calendar, uuid};
use crate::limits::{Costs, Limits, ValueCosts};
use crate::shape::{Gaps, Key, KeyRef, NewKeys, Shape};
use std::sync::Arc;

/// Values of dictionaries may hold others, so deep. They are no level of the value's own depth, as
/// they are none to a writer.
const MAX_ENTRY_DEPTH: u32 = 16;

/// Where a text that can be met again stands.
#[derive(Clone, Copy)]
pub struct Seen {
    pub(super) at: u32,
    pub(super) length: u32,
    pub(super) wide: bool,
}

/// What readers use one after another.
#[derive(Default)]
pub struct ReaderMemory {
    pub(super) seen: Vec<Seen>,
    /// For text that is made here; it has any length.
    pub(super) bytes: Vec<u8>,
    /// The shape of the last record that lacks keys, and which.
    gap_shape: Option<usize>,
    gaps: Vec<u8>,
}

impl ReaderMemory {
    /// Forgets the message before, and gives back what only a large one needed.
    #[inline]
    pub fn clear(&mut self) {
        const KEPT: usize = 64 << 10;
        if self.seen.capacity() > KEPT / size_of::<Seen>() {
            self.seen = Vec::new();
        }
        if self.bytes.capacity() > KEPT {
            self.bytes = Vec::new();
        }
        if self.gaps.capacity() > KEPT {
            self.gaps = Vec::new();
        }
        self.seen.clear();
        self.gap_shape = None;
    }
}

/// Reads one value.
pub struct TreeReader<'a, 'd> {
    pub input: Input<'a>,
    /// Decompressed texts, if the message has such.
    pub texts: Option<Input<'a>>,
    pub profile: Option<&'d Profile>,
    /// The message's own shapes, numbered after the profile's.
    pub shapes: MessageShapes<'d>,
    pub memory: &'d mut ReaderMemory,
    pub budget: usize,
    pub depth_left: u32,
    /// Shared values and references that have begun.
    pub numbered: u64,
    /// Within plain values of columns, texts are inline and take no numbers.
    pub columns: u32,
    /// Within records of columns, and within entries, nothing is shared.
    pub rows: u32,
    /// Values of dictionaries within one another.
    pub entries: u32,
}

impl<'a, 'd> TreeReader<'a, 'd> {
    #[inline(always)]
    pub(super) fn charge(&mut self, bytes: usize) -> Result<()> {
        match self.budget.checked_sub(bytes) {
            Some(left) => {
                self.budget = left;
                Ok(())
            }
            None => Err(self.input.error(ErrorKind::TooLarge, "more memory than the limits allow")),
        }
    }

    #[inline(always)]
    pub(super) fn descend(&mut self) -> Result<()> {
        match self.depth_left.checked_sub(1) {
            Some(left) => {
                self.depth_left = left;
                Ok(())
            }
            None => Err(self.input.error(ErrorKind::TooDeep, "deeper than the limits allow")),
        }
    }

    /// An error at the tag that was just read.
    #[cold]
    pub(super) fn at_tag(&self, kind: ErrorKind, context: &str) -> crate::Error {
        Input { at: self.input.at - 1, ..self.input }.error(kind, context)
    }

    /// Reads a value that stands in this place.
    #[inline(never)]
    pub fn value<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        place: &Place,
    ) -> Result<()> {
        self.next_value(builder, to, place)
    }

    /// As [`TreeReader::value`], for the loops in which most values are read.
    #[inline(always)]
    pub(super) fn next_value<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        place: &Place,
    ) -> Result<()> {
        let tag = self.input.byte()?;
        match tag {
            0..tag::SMALL_INTS => builder.int(to, i64::from(tag)),
            tag::TEXT..tag::SYMBOLS => self.raw_text(builder, to, usize::from(tag - tag::TEXT)),
            tag::NULL => builder.null(to),
            tag::FALSE | tag::TRUE => builder.bool(to, tag == tag::TRUE),
            _ => self.other_value(builder, to, place, tag),
        }
    }

    /// Reads the value of any other tag. This only dispatches: what an arm needs, it keeps to
    /// itself.
    #[inline(never)]
    pub(super) fn other_value<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        place: &Place,
        tag: u8,
    ) -> Result<()> {
        match tag {
            tag::SYMBOLS..tag::LONG_SYMBOLS => {
                self.symbol_text(builder, to, place, usize::from(tag - tag::SYMBOLS))
            }
            tag::LONG_SYMBOLS => self.long_symbol_text(builder, to, place),
            tag::LATIN_1_TEXT => self.latin_1_text(builder, to),
            tag::UTF_16_TEXT => self.utf_16_text(builder, to),
            tag::GAP_RECORD => self.gap_record(builder, to),
            tag::KEYED_MAP => self.keyed_map(builder, to, place),
            tag::ROWS => self.rows(builder, to),
            tag::ENTRY..tag::RECORD => {
                self.entry(builder, to, place, usize::from(tag - tag::ENTRY))
            }
            tag::RECORD..tag::INT_1 => self.record(builder, to, usize::from(tag - tag::RECORD)),
            tag::LONG_ENTRY..tag::NULL => self.long_entry(builder, to, place, tag),
            tag::FLOAT => self.float(builder, to),
            tag::DECIMAL_1 => self.decimal(builder, to, 1),
            tag::DECIMAL_2 => self.decimal(builder, to, 2),
            tag::DECIMAL => self.scaled_decimal(builder, to),
            tag::LONG_TEXT => self.long_text(builder, to),
            tag::LIST => self.list(builder, to, place),
            tag::LONG_RECORD => self.long_record(builder, to),
            tag::DECIMAL_TEXT_2 => self.decimal_text_2(builder, to),
            tag::DECIMAL_TEXT => self.styled_decimal_text(builder, to),
            tag::DATE_TEXT => self.date_text(builder, to),
            tag::DATE_TIME_TEXT => self.date_time_text(builder, to),
            tag::VARIANT_DATE_TIME_TEXT => self.variant_date_time(builder, to),
            tag::DIGITS_TEXT => self.digits_text(builder, to),
            tag::HEX_TEXT => self.hex_text(builder, to),
            tag::UUID_TEXT => self.uuid_text(builder, to),
            tag::BASE64_TEXT => self.base64_text(builder, to),
            tag::WIDE_TEXT => self.wide_text(builder, to),
            tag::AGAIN_TEXT => self.text_again(builder, to),
            tag::BYTES => self.byte_string(builder, to),
            tag::PACKED_LIST => self.packed_list(builder, to, place),
            tag::MAP => self.map(builder, to, place),
            tag::EXTENSION => self.extension(builder, to, place),
            _ => self.int(builder, to, tag),
        }
    }

    #[inline(never)]
    pub(super) fn int<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        tag: u8,
    ) -> Result<()> {
        match read_int(&mut self.input, tag)? {
            Some(int) => builder.int(to, int),
            None => Err(self.at_tag(ErrorKind::BadTag, "a reserved tag")),
        }
    }

    #[inline(never)]
    pub(super) fn float<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values) -> Result<()> {
        builder.float(to, f64::from_le_bytes(self.input.array()?))
    }

    #[inline(never)]
    pub(super) fn scaled_decimal<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let scale = self.input.byte()?;
        self.decimal(builder, to, scale)
    }

    #[inline(never)]
    pub(super) fn decimal<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        scale: u8,
    ) -> Result<()> {
        let digits = self.input.zigzag()?;
        self.float_of(builder, to, digits, scale)
    }

    #[inline(always)]
    pub(super) fn float_of<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        digits: i64,
        scale: u8,
    ) -> Result<()> {
        match decimals::float_of_decimal(digits, scale) {
            Some(float) => builder.float(to, float),
            None => {
                Err(self.input.error(ErrorKind::BadNumber, "a decimal that is not an exact float"))
            }
        }
    }

    #[inline(never)]
    pub(super) fn long_entry<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        place: &Place,
        tag: u8,
    ) -> Result<()> {
        let number = tag::long_entry(tag, self.input.byte()?);
        self.entry(builder, to, place, number)
    }

    #[inline(never)]
    pub(super) fn entry<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        place: &Place,
        number: usize,
    ) -> Result<()> {
        match self.dictionary(place).and_then(|dictionary| dictionary.entries().get(number)) {
            Some(Entry::Text(text)) => {
                self.charge(text.len())?;
                builder.shared_text(to, text)
            }
            Some(Entry::Value(bytes)) => {
                let dictionary = place.dictionary;
                // Entries are of a dictionary, and know no symbols.
                let place = Place { dictionary, ..Place::NOWHERE };
                self.entry_value(builder, to, &place, bytes)
            }
            None => Err(self.at_tag(
                ErrorKind::UnknownReference,
                "an entry that this dictionary does not have",
            )),
        }
    }

    /// A value that the profile holds: its texts are inline, and it knows the profile's shapes
    /// alone.
    #[inline(never)]
    pub(super) fn entry_value<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        place: &Place,
        bytes: &'d [u8],
    ) -> Result<()> {
        if self.entries == MAX_ENTRY_DEPTH {
            return Err(self.at_tag(ErrorKind::TooDeep, "dictionary entries nested too deep"));
        }
        let mut entry = TreeReader {
            input: Input { bytes, at: 0 },
            texts: None,
            profile: self.profile,
            shapes: MessageShapes::NONE,
            memory: self.memory,
            budget: self.budget,
            depth_left: self.depth_left,
            numbered: 0,
            columns: 1,
            rows: 1,
            entries: self.entries + 1,
        };
        let value = entry.value(builder, to, place);
        let used = entry.input.remaining() == 0;
        self.budget = entry.budget;
        match value {
            Ok(()) if used => Ok(()),
            Ok(()) => {
                Err(self.at_tag(ErrorKind::BadProfile, "an entry with bytes after its value"))
            }
            // The offset within the profile's entry says nothing about the message.
            Err(error) => Err(self.at_tag(error.kind(), error.context())),
        }
    }

    #[inline(never)]
    pub(super) fn list<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        place: &Place,
    ) -> Result<()> {
        let count = self.input.length()?;
        self.descend()?;
        self.charge(B::Costs::list(count))?;
        let mut list = builder.list(count)?;
        for _ in 0..count {
            self.next_value(builder, &mut list, place)?;
        }
        self.depth_left += 1;
        builder.end_list(to, list)
    }

    pub(super) fn shape(&self, number: usize) -> Result<(&'d Arc<Shape>, &'d [Place])> {
        let known = self.profile.map_or(&[][..], Profile::shapes);
        if let Some(shape) = known.get(number) {
            return Ok((&shape.shape, &shape.places));
        }
        let own = match self.shapes {
            MessageShapes::Known(shapes) => shapes.get(number - known.len()),
            MessageShapes::New(new) => new.shape(number - known.len(), self.names())?,
        };
        match own {
            Some(shape) => Ok((shape, &[])),
            None => {
                Err(self.input.error(ErrorKind::UnknownReference, "a shape that does not exist"))
            }
        }
    }

    /// The names of the profile.
    fn names(&self) -> &'d [Arc<str>] {
        self.profile.map_or(&[], |profile| &profile.names)
    }

    #[inline(never)]
    pub(super) fn long_record<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let above = usize::try_from(self.input.varint()?).unwrap_or(usize::MAX);
        self.record(builder, to, above.saturating_add(tag::SHORT_RECORDS))
    }

    #[inline(never)]
    pub(super) fn record<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        number: usize,
    ) -> Result<()> {
        if B::TAKES_NEW_KEYS
            && let MessageShapes::New(new) = self.shapes
            && let Some(own) =
                number.checked_sub(self.profile.map_or(0, |known| known.shapes().len()))
            && let Some(keys) = new.keys_of_few(own, self.names())
        {
            return self.new_record(builder, to, keys, || new.give(own));
        }
        let (shape, places) = self.shape(number)?;
        let count = shape.keys().len();
        if count > self.input.remaining() {
            return Err(self.input.truncated());
        }
        self.descend()?;
        self.charge(B::Costs::map(count))?;
        self.whole_record(builder, to, shape, places)?;
        self.depth_left += 1;
        Ok(())
    }

    /// A record of a shape that no record had before.
    #[inline(never)]
    fn new_record<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        keys: NewKeys<'_>,
        given: impl FnOnce(),
    ) -> Result<()> {
        let count = keys.len();
        if count > self.input.remaining() {
            return Err(self.input.truncated());
        }
        self.descend()?;
        self.charge(B::Costs::map(count))?;
        let mut map = builder.new_map(keys)?;
        given();
        self.charge(builder.taken())?;
        for _ in 0..count {
            self.next_value(builder, &mut map, &Place::NOWHERE)?;
        }
        self.depth_left += 1;
        builder.end_keyed_map(to, map)
    }

    /// A record that lacks nothing; it is charged.
    #[inline(always)]
    fn whole_record<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        shape: &'d Arc<Shape>,
        places: &'d [Place],
    ) -> Result<()> {
        let mut map = builder.map(shape)?;
        self.charge(builder.taken())?;
        for at in 0..shape.keys().len() {
            builder.key(&mut map, at)?;
            let place = places.get(at).unwrap_or(&Place::NOWHERE);
            self.next_value(builder, &mut map, place)?;
        }
        builder.end_map(to, shape, map)
    }

    /// The number of a shape, and what gaps mean.
    fn gap_head(&mut self) -> Result<(usize, u8)> {
        let head = self.input.varint()?;
        let gaps = head as u8 & 3;
        if gaps > gaps::NULL {
            return Err(self.input.error(ErrorKind::BadShape, "gaps that mean nothing"));
        }
        Ok((usize::try_from(head >> 2).unwrap_or(usize::MAX), gaps))
    }

    #[inline(never)]
    pub(super) fn gap_record<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let (number, gaps) = self.gap_head()?;
        if gaps == gaps::NONE {
            return Err(self.input.error(ErrorKind::BadShape, "a record with gaps that has none"));
        }
        self.descend()?;
        self.record_with_gaps(builder, to, number, gaps)?;
        self.depth_left += 1;
        Ok(())
    }

    /// The bits of a record's gaps, and its values.
    #[inline(never)]
    fn record_with_gaps<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        number: usize,
        gaps: u8,
    ) -> Result<()> {
        let (shape, places) = self.shape(number)?;
        let count = shape.keys().len();
        let bits = self.input.take(count.div_ceil(8))?;
        if !bits::padding_is_zero(bits, count, 1) {
            return Err(self.input.error(ErrorKind::BadShape, "bits that are not zero after gaps"));
        }
        let present = count - bits::ones(bits);
        if present > self.input.remaining() {
            return Err(self.input.truncated());
        }
        let is_absent = gaps == gaps::ABSENT;
        self.charge(B::Costs::map(if is_absent { present } else { count }))?;
        let mut map = if is_absent {
            self.charge_gaps(number, count, bits)?;
            builder.gap_map(shape, Gaps::new(bits))?
        } else {
            builder.map(shape)?
        };
        self.charge(builder.taken())?;
        if is_absent {
            for at in Gaps::new(bits).present(count) {
                builder.key(&mut map, at)?;
                let place = places.get(at).unwrap_or(&Place::NOWHERE);
                self.next_value(builder, &mut map, place)?;
            }
            builder.end_gap_map(to, shape, Gaps::new(bits), map)?;
            return self.charge(builder.taken());
        }
        for at in 0..count {
            builder.key(&mut map, at)?;
            if bits::is_set(bits, at) {
                builder.null(&mut map)?;
            } else {
                let place = places.get(at).unwrap_or(&Place::NOWHERE);
                self.next_value(builder, &mut map, place)?;
            }
        }
        builder.end_map(to, shape, map)
    }

    /// Charges what a record of this shape takes that lacks other keys than the one before.
    pub(super) fn charge_gaps(&mut self, shape: usize, keys: usize, bits: &[u8]) -> Result<()> {
        if self.memory.gap_shape == Some(shape) && self.memory.gaps == bits {
            return Ok(());
        }
        self.charge(keys.saturating_mul(4 * Limits::VALUE_BYTES) + 2 * Limits::VALUE_BYTES)?;
        self.memory.gap_shape = Some(shape);
        self.memory.gaps.clear();
        self.memory.gaps.extend_from_slice(bits);
        Ok(())
    }

    #[inline(never)]
    pub(super) fn rows<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values) -> Result<()> {
        let count = usize::try_from(self.input.varint()?).unwrap_or(usize::MAX);
        let (number, gaps) = self.gap_head()?;
        let (shape, places) = self.shape(number)?;
        let keys = shape.keys().len();
        let least = if gaps == gaps::NONE { keys } else { keys.div_ceil(8) };
        if count.saturating_mul(least) > self.input.remaining() {
            return Err(self.input.truncated());
        }
        self.charge(B::Costs::list(count))?;
        self.descend()?;
        let mut list = builder.list(count)?;
        if count > 0 {
            self.descend()?;
            if gaps == gaps::NONE {
                self.charge(B::Costs::map(keys).saturating_mul(count))?;
                for _ in 0..count {
                    self.whole_record(builder, &mut list, shape, places)?;
                }
            } else {
                for _ in 0..count {
                    self.record_with_gaps(builder, &mut list, number, gaps)?;
                }
            }
            self.depth_left += 1;
        }
        self.depth_left += 1;
        builder.end_list(to, list)
    }

    /// Charges a map of keys that stand beside their values.
    fn charge_keyed<B: Builder>(&mut self, count: usize, _: &B) -> Result<()> {
        // Its keys, their shape, and the map. Two bytes pay for an empty one that stands in a list.
        self.charge(
            count.saturating_mul(3 * Limits::VALUE_BYTES).saturating_add(2 * Limits::VALUE_BYTES),
        )?;
        self.charge(B::Costs::map(count))
    }

    #[inline(never)]
    pub(super) fn keyed_map<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        place: &Place,
    ) -> Result<()> {
        self.descend()?;
        let start = self.input.at;
        let count = usize::try_from(self.input.varint()?).unwrap_or(usize::MAX);
        if count.saturating_mul(2) > self.input.remaining() {
            return Err(self.input.truncated());
        }
        self.charge_keyed(count, builder)?;
        let mut map = builder.keyed_map(count)?;
        for _ in 0..count {
            self.key(builder, &mut map)?;
            self.next_value(builder, &mut map, place)?;
        }
        self.depth_left += 1;
        builder.end_keyed_map(to, map).map_err(|error| error.or_at(start))?;
        self.charge(builder.taken())
    }

    /// The key of the value that follows.
    #[inline(always)]
    fn key<B: Builder>(&mut self, builder: &mut B, map: &mut B::Values) -> Result<()> {
        let tag = self.input.byte()?;
        let length = match tag {
            tag::TEXT..tag::SYMBOLS => usize::from(tag - tag::TEXT),
            tag::LONG_TEXT => long_length(&mut self.input)?,
            tag::UUID_TEXT => {
                let uuid = uuid::format_uuid(&self.input.array()?);
                return self.made_key(builder, map, &uuid);
            }
            tag::DATE_TEXT => {
                let days = u16::from_le_bytes(self.input.array()?);
                return self.made_key(builder, map, &calendar::format_date(i64::from(days)));
            }
            _ => {
                return match read_int(&mut self.input, tag)? {
                    Some(int) => builder.keyed(map, KeyRef::Int(int)),
                    None => self.other_key(builder, map),
                };
            }
        };
        let bytes = self.take_raw::<B>(length)?;
        if builder.keyed_utf8(map, bytes)? { Ok(()) } else { Err(self.not_utf8()) }
    }

    /// A key that this reader made.
    #[inline]
    fn made_key<B: Builder>(
        &mut self,
        builder: &mut B,
        map: &mut B::Values,
        ascii: &[u8],
    ) -> Result<()> {
        // As other keys: a value of the library's, whatever the host makes of it.
        self.charge(ValueCosts::text(ascii.len()))?;
        if builder.keyed_utf8(map, ascii)? { Ok(()) } else { Err(self.not_utf8()) }
    }

    /// The key whose tag was just read.
    #[inline(never)]
    fn other_key<B: Builder>(&mut self, builder: &mut B, map: &mut B::Values) -> Result<()> {
        self.input.at -= 1;
        if self.holds_values() {
            return Err(self.input.error(ErrorKind::BadTag, "what is no scalar cannot be a key"));
        }
        let mut next: &mut dyn Keys = &mut NextKey { builder, map };
        self.value(&mut KeyBuilder::new(), &mut next, &Place::NOWHERE)
    }

    /// Whether the next tag is that of a list, a map or an extension.
    pub(super) fn holds_values(&self) -> bool {
        matches!(
            self.input.peek(),
            Some(
                tag::EXTENSION
                    | tag::LIST
                    | tag::PACKED_LIST
                    | tag::ROWS
                    | tag::MAP
                    | tag::KEYED_MAP
                    | tag::RECORD..tag::INT_1 | tag::LONG_RECORD | tag::GAP_RECORD
            )
        )
    }

    #[inline(never)]
    pub(super) fn map<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        place: &Place,
    ) -> Result<()> {
        self.descend()?;
        let start = self.input.at;
        let count = usize::try_from(self.input.varint()?).unwrap_or(usize::MAX);
        self.charge_keyed(count, builder)?;
        let map = if count == 0 {
            builder.keyed_map(0)?
        } else {
            self.columns_of_map(builder, count, place)?
        };
        self.depth_left += 1;
        builder.end_keyed_map(to, map).map_err(|error| error.or_at(start))?;
        self.charge(builder.taken())
    }

    /// A column of keys and one of values.
    fn columns_of_map<B: Builder>(
        &mut self,
        builder: &mut B,
        count: usize,
        place: &Place,
    ) -> Result<B::Values> {
        let mut key_builder = KeyBuilder::<Vec<Key>>::new();
        let mut keys = self.open(&mut key_builder, count, &Place::NOWHERE)?;
        if !keys.body.is_random() {
            let mut read = Vec::with_capacity(count);
            for _ in 0..count {
                self.next(&mut key_builder, &mut read, &mut keys, &Place::NOWHERE)?;
            }
            self.close(&keys)?;
            let mut map = builder.keyed_map(count)?;
            let mut values = self.open(builder, count, place)?;
            for key in read {
                builder.keyed(&mut map, (&key).into())?;
                self.next(builder, &mut map, &mut values, place)?;
            }
            self.close(&values)?;
            return Ok(map);
        }
        let behind_keys = self.input.at;
        let mut map = builder.keyed_map(count)?;
        let mut values = self.open(builder, count, place)?;
        for _ in 0..count {
            // What is wrong with a key's bytes is said to be behind the keys.
            let behind = std::mem::replace(&mut self.input.at, behind_keys);
            let mut next: &mut dyn Keys = &mut NextKey { builder, map: &mut map };
            let read = self.next(&mut KeyBuilder::new(), &mut next, &mut keys, &Place::NOWHERE);
            self.input.at = behind;
            read?;
            self.next(builder, &mut map, &mut values, place)?;
        }
        self.close(&values)?;
        Ok(map)
    }

    #[inline]
    pub(super) fn dictionary(&self, place: &Place) -> Option<&'d Dictionary> {
        self.profile?.dictionary(place.dictionary)
    }

    #[inline]
    pub(super) fn symbols(&self, place: &Place) -> Option<&'d SymbolTable> {
        self.profile?.symbols(place.symbols)
    }
}
