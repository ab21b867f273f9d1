//! Larder bytes into events: values, lists and maps (docs/FORMAT.md, "Values").
//!
//! This file has what a reader keeps and how it reads a value; its texts, columns and extensions
//! are read in `text_reader.rs`, `column_reader.rs` and `extension_reader.rs`.

use super::decimals;
use super::dictionary::{Dictionary, Entry};
use super::key_builder::KeyBuilder;
use super::profile::{Place, Profile};
use super::scalars::read_int;
use super::tag::{self};
use crate::builder::Builder;
use crate::error::{ErrorKind, Result};
use crate::format::input::Input;
use crate::limits::{Costs, Limits};
use crate::shape::Shape;
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

/// Reads one value.
pub struct TreeReader<'a, 'd> {
    pub input: Input<'a>,
    /// Decompressed texts, if the message has such.
    pub texts: Option<Input<'a>>,
    pub profile: Option<&'d Profile>,
    /// The message's own shapes, numbered after the profile's.
    pub shapes: &'d [Arc<Shape>],
    pub seen: &'d mut Vec<Seen>,
    /// For text that is made here; it has any length.
    pub bytes: &'d mut Vec<u8>,
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

    /// Reads a value; `dictionary` is that of its place.
    #[inline(never)]
    pub fn value<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        dictionary: Option<&'d Dictionary>,
    ) -> Result<()> {
        self.next_value(builder, to, dictionary)
    }

    /// As [`TreeReader::value`], for the loops in which most values are read.
    #[inline(always)]
    pub(super) fn next_value<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        dictionary: Option<&'d Dictionary>,
    ) -> Result<()> {
        let tag = self.input.byte()?;
        match tag {
            0..tag::SMALL_INTS => builder.int(to, i64::from(tag)),
            tag::TEXT..0x60 => self.raw_text(builder, to, usize::from(tag - tag::TEXT)),
            tag::NULL => builder.null(to),
            tag::FALSE | tag::TRUE => builder.bool(to, tag == tag::TRUE),
            _ => self.other_value(builder, to, dictionary, tag),
        }
    }

    /// Reads the value of any other tag. This only dispatches: what an arm needs, it keeps to
    /// itself.
    #[inline(never)]
    pub(super) fn other_value<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        dictionary: Option<&'d Dictionary>,
        tag: u8,
    ) -> Result<()> {
        match tag {
            tag::ENTRY..tag::RECORD => {
                self.entry(builder, to, dictionary, usize::from(tag - tag::ENTRY))
            }
            tag::RECORD..tag::INT_1 => self.record(builder, to, usize::from(tag - tag::RECORD)),
            tag::LONG_ENTRY..tag::NULL => self.long_entry(builder, to, dictionary, tag),
            tag::FLOAT => self.float(builder, to),
            tag::DECIMAL_1 => self.decimal(builder, to, 1),
            tag::DECIMAL_2 => self.decimal(builder, to, 2),
            tag::DECIMAL => self.scaled_decimal(builder, to),
            tag::LONG_TEXT => self.long_text(builder, to),
            tag::LIST => self.list(builder, to, dictionary),
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
            tag::PACKED_LIST => self.packed_list(builder, to, dictionary),
            tag::MAP => self.map(builder, to, dictionary),
            tag::EXTENSION => self.extension(builder, to, dictionary),
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
        dictionary: Option<&'d Dictionary>,
        tag: u8,
    ) -> Result<()> {
        let low = usize::from(self.input.byte()?);
        self.entry(
            builder,
            to,
            dictionary,
            tag::SHORT_ENTRIES + usize::from(tag - tag::LONG_ENTRY) * 256 + low,
        )
    }

    #[inline(never)]
    pub(super) fn entry<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        dictionary: Option<&'d Dictionary>,
        number: usize,
    ) -> Result<()> {
        match dictionary.and_then(|dictionary| dictionary.entries().get(number)) {
            Some(Entry::Text(text)) => {
                self.charge(text.len())?;
                builder.shared_text(to, text)
            }
            Some(Entry::Value(bytes)) => self.entry_value(builder, to, dictionary, bytes),
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
        dictionary: Option<&'d Dictionary>,
        bytes: &'d [u8],
    ) -> Result<()> {
        if self.entries == MAX_ENTRY_DEPTH {
            return Err(self.at_tag(ErrorKind::TooDeep, "dictionary entries nested too deep"));
        }
        let mut entry = TreeReader {
            input: Input { bytes, at: 0 },
            texts: None,
            profile: self.profile,
            shapes: &[],
            seen: self.seen,
            bytes: self.bytes,
            budget: self.budget,
            depth_left: self.depth_left,
            numbered: 0,
            columns: 1,
            rows: 1,
            entries: self.entries + 1,
        };
        let value = entry.value(builder, to, dictionary);
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
        dictionary: Option<&'d Dictionary>,
    ) -> Result<()> {
        let count = self.input.length()?;
        self.descend()?;
        self.charge(B::Costs::list(count))?;
        let mut list = builder.list(count)?;
        for _ in 0..count {
            self.next_value(builder, &mut list, dictionary)?;
        }
        self.depth_left += 1;
        builder.end_list(to, list)
    }

    pub(super) fn shape(&self, number: usize) -> Result<(&'d Arc<Shape>, &'d [Place])> {
        let known = self.profile.map_or(&[][..], Profile::shapes);
        if let Some(shape) = known.get(number) {
            return Ok((&shape.shape, &shape.places));
        }
        match self.shapes.get(number - known.len()) {
            Some(shape) => Ok((shape, &[])),
            None => {
                Err(self.input.error(ErrorKind::UnknownReference, "a shape that does not exist"))
            }
        }
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
        let (shape, places) = self.shape(number)?;
        let count = shape.keys().len();
        if count > self.input.remaining() {
            return Err(self.input.truncated());
        }
        self.descend()?;
        self.charge(B::Costs::map(count))?;
        let mut map = builder.map(shape)?;
        self.charge(builder.taken())?;
        for at in 0..count {
            builder.key(&mut map, at)?;
            let dictionary = self.dictionary(places.get(at));
            self.next_value(builder, &mut map, dictionary)?;
        }
        self.depth_left += 1;
        builder.end_map(to, shape, map)
    }

    #[inline(never)]
    pub(super) fn map<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        dictionary: Option<&'d Dictionary>,
    ) -> Result<()> {
        self.descend()?;
        let start = self.input;
        let count = usize::try_from(self.input.varint()?).unwrap_or(usize::MAX);
        // Its keys, their shape, and the map. Two bytes pay for an empty one that stands in a list.
        self.charge(
            count.saturating_mul(3 * Limits::VALUE_BYTES).saturating_add(2 * Limits::VALUE_BYTES),
        )?;
        self.charge(B::Costs::map(count))?;
        let mut keys = Vec::with_capacity(count);
        if count > 0 {
            let mut column = self.open(&mut KeyBuilder, count, None)?;
            for _ in 0..count {
                self.next(&mut KeyBuilder, &mut keys, &mut column, None)?;
            }
            self.close(&column)?;
        }
        let Some(shape) = Shape::new(None, keys) else {
            return Err(start.error(ErrorKind::DuplicateKey, "a map has a key twice"));
        };
        let shape = &Arc::new(shape);
        let mut map = builder.map(shape)?;
        self.charge(builder.taken())?;
        if count > 0 {
            let mut column = self.open(builder, count, dictionary)?;
            for at in 0..count {
                builder.key(&mut map, at)?;
                self.next(builder, &mut map, &mut column, dictionary)?;
            }
            self.close(&column)?;
        }
        self.depth_left += 1;
        builder.end_map(to, shape, map)
    }

    #[inline]
    pub(super) fn dictionary(&self, place: Option<&Place>) -> Option<&'d Dictionary> {
        match (place, self.profile) {
            (Some(place), Some(profile)) => profile.dictionary(place.dictionary),
            _ => None,
        }
    }
}
