//! Larder bytes into events (docs/FORMAT.md). The header is `mod.rs`'s.

use std::sync::Arc;

use super::column::{Body, COLUMN_BYTES, Column, Ints, Texts};
use super::definitions::{long_length, read_int};
use super::packed::{self, DateTimeStyle};
use super::tag::{self, column, extension};
use crate::builder::Builder;
use crate::error::{ErrorKind, Result};
use crate::format::input::Input;
use crate::kind::Kind;
use crate::limits::{Costs, Limits, ValueCosts};
use crate::profile::{Dictionary, Entry, Place, Profile};
use crate::shape::{Key, Shape};
use crate::value::{Extended, Value};

/// Texts of at least so many bytes, and all wide ones, can be met again.
pub const LEAST_AGAIN: usize = 4;

/// Values of dictionaries may hold others, so deep. They are no level of the value's own depth, as they are none to a writer.
const MOST_ENTRIES_DEEP: u32 = 16;

/// What a text that can be met again is charged: its [`Seen`], while the vector of them grows.
const NUMBERED_TEXT_BYTES: usize = 3 * size_of::<Seen>();

/// Where a text that can be met again stands.
#[derive(Clone, Copy)]
pub struct Seen {
    at: u32,
    length: u32,
    wide: bool,
}

/// Reads one value.
pub struct Reader<'a, 'd> {
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

impl<'a, 'd> Reader<'a, 'd> {
    #[inline(always)]
    fn charge(&mut self, bytes: usize) -> Result<()> {
        match self.budget.checked_sub(bytes) {
            Some(left) => {
                self.budget = left;
                Ok(())
            }
            None => Err(self.input.error(ErrorKind::TooLarge, "more memory than the limits allow")),
        }
    }

    #[inline(always)]
    fn descend(&mut self) -> Result<()> {
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
    fn at_tag(&self, kind: ErrorKind, context: &str) -> crate::Error {
        Input { at: self.input.at - 1, ..self.input }.error(kind, context)
    }

    /// Reads a value; `dictionary` is that of its place.
    #[inline(never)]
    pub fn value<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values, dictionary: Option<&'d Dictionary>) -> Result<()> {
        self.next_value(builder, to, dictionary)
    }

    /// As [`Reader::value`], for the loops in which most values are read.
    #[inline(always)]
    fn next_value<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values, dictionary: Option<&'d Dictionary>) -> Result<()> {
        let tag = self.input.byte()?;
        match tag {
            0..tag::SMALL_INTS => builder.int(to, i64::from(tag)),
            tag::TEXT..0x60 => self.raw_text(builder, to, usize::from(tag - tag::TEXT)),
            tag::NULL => builder.null(to),
            tag::FALSE | tag::TRUE => builder.bool(to, tag == tag::TRUE),
            _ => self.other_value(builder, to, dictionary, tag),
        }
    }

    /// Reads the value of any other tag. This only tells them apart: what an arm needs, it keeps to itself.
    #[inline(never)]
    fn other_value<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        dictionary: Option<&'d Dictionary>,
        tag: u8,
    ) -> Result<()> {
        match tag {
            tag::ENTRY..tag::RECORD => self.entry(builder, to, dictionary, usize::from(tag - tag::ENTRY)),
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

    // Numbers.

    #[inline(never)]
    fn int<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values, tag: u8) -> Result<()> {
        match read_int(&mut self.input, tag)? {
            Some(int) => builder.int(to, int),
            None => Err(self.at_tag(ErrorKind::BadTag, "a reserved tag")),
        }
    }

    #[inline(never)]
    fn float<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values) -> Result<()> {
        builder.float(to, f64::from_le_bytes(self.input.array()?))
    }

    #[inline(never)]
    fn scaled_decimal<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values) -> Result<()> {
        let scale = self.input.byte()?;
        self.decimal(builder, to, scale)
    }

    #[inline(never)]
    fn decimal<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values, scale: u8) -> Result<()> {
        let digits = self.input.zigzag()?;
        self.float_of(builder, to, digits, scale)
    }

    #[inline(always)]
    fn float_of<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values, digits: i64, scale: u8) -> Result<()> {
        match packed::float_of_decimal(digits, scale) {
            Some(float) => builder.float(to, float),
            None => Err(self.input.error(ErrorKind::BadNumber, "a decimal that is no exact float")),
        }
    }

    // Texts.

    /// The next bytes of text, and where they begin in the texts.
    #[inline(always)]
    fn take_text(&mut self, length: usize) -> Result<(&'a [u8], usize)> {
        match &mut self.texts {
            Some(texts) if self.columns == 0 => {
                let at = texts.at;
                match texts.take(length) {
                    Ok(bytes) => Ok((bytes, at)),
                    Err(_) => Err(self.input.error(ErrorKind::Truncated, "text beyond the compressed texts")),
                }
            }
            _ => {
                let at = self.input.at;
                Ok((self.input.take(length)?, at))
            }
        }
    }

    /// The texts that were taken: `length` bytes from `at`.
    #[inline(always)]
    fn text_at(&self, at: usize, length: usize) -> &'a [u8] {
        match &self.texts {
            Some(texts) if self.columns == 0 => &texts.bytes[at..at + length],
            _ => &self.input.bytes[at..at + length],
        }
    }

    #[inline(always)]
    fn number_text(&mut self, at: usize, length: usize, wide: bool) {
        // Inputs of 4 GiB and more are refused before they are read.
        self.seen.push(Seen { at: at as u32, length: length as u32, wide });
    }

    #[inline(always)]
    fn raw_text<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values, length: usize) -> Result<()> {
        let (bytes, at) = self.take_text(length)?;
        if self.columns == 0 && length >= LEAST_AGAIN {
            self.charge(NUMBERED_TEXT_BYTES + B::Costs::text(length))?;
            self.number_text(at, length, false);
        } else {
            self.charge(B::Costs::text(length))?;
        }
        self.charged_utf8(builder, to, bytes)
    }

    #[inline(never)]
    fn long_text<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values) -> Result<()> {
        let length = long_length(&mut self.input)?;
        self.raw_text(builder, to, length)
    }

    #[inline]
    fn utf8<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values, bytes: &[u8]) -> Result<()> {
        self.charge(B::Costs::text(bytes.len()))?;
        self.charged_utf8(builder, to, bytes)
    }

    #[inline(always)]
    fn charged_utf8<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values, bytes: &[u8]) -> Result<()> {
        match builder.utf8(to, bytes) {
            Ok(true) => Ok(()),
            Ok(false) => Err(self.not_utf8()),
            Err(error) => Err(error),
        }
    }

    #[cold]
    fn not_utf8(&self) -> crate::Error {
        self.input.error(ErrorKind::InvalidUtf8, "text that is not UTF-8")
    }

    #[inline(never)]
    fn wide_text<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values) -> Result<()> {
        let length = usize::try_from(self.input.varint()?).unwrap_or(usize::MAX);
        let (bytes, at) = self.take_text(length)?;
        if self.columns == 0 {
            self.charge(NUMBERED_TEXT_BYTES)?;
            self.number_text(at, length, true);
        }
        self.wide(builder, to, bytes)
    }

    #[inline]
    fn wide<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values, bytes: &[u8]) -> Result<()> {
        // The buffer, and the one before while it grows.
        self.charge(3 * bytes.len())?;
        let Some(length) = packed::format_wide(bytes, self.bytes) else {
            return Err(self.input.error(ErrorKind::BadText, "wide text that ends within a character"));
        };
        self.charge(B::Costs::text(length))?;
        builder.made_text(to, &self.bytes[..length])
    }

    /// Text that this reader made.
    #[inline(always)]
    fn ascii<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values, bytes: &[u8]) -> Result<()> {
        self.charge(B::Costs::text(bytes.len()))?;
        builder.made_text(to, bytes)
    }

    #[cold]
    fn bad_text(&self, context: &str) -> crate::Error {
        self.input.error(ErrorKind::BadText, context)
    }

    #[inline(never)]
    fn text_again<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values) -> Result<()> {
        let number = usize::try_from(self.input.varint()?).unwrap_or(usize::MAX);
        let seen = if self.columns == 0 { self.seen.get(number).copied() } else { None };
        let Some(Seen { at, length, wide }) = seen else {
            return Err(self.input.error(ErrorKind::UnknownReference, "an earlier text that does not exist"));
        };
        let (at, length) = (at as usize, length as usize);
        let bytes = self.text_at(at, length);
        if wide { self.wide(builder, to, bytes) } else { self.utf8(builder, to, bytes) }
    }

    #[inline(never)]
    fn byte_string<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values) -> Result<()> {
        let length = self.input.length()?;
        self.charge(B::Costs::text(length))?;
        builder.bytes(to, self.input.take(length)?)
    }

    #[inline(never)]
    fn long_entry<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        dictionary: Option<&'d Dictionary>,
        tag: u8,
    ) -> Result<()> {
        let low = usize::from(self.input.byte()?);
        self.entry(builder, to, dictionary, tag::SHORT_ENTRIES + usize::from(tag - tag::LONG_ENTRY) * 256 + low)
    }

    #[inline(never)]
    fn entry<B: Builder>(
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
            None => Err(self.at_tag(ErrorKind::UnknownReference, "an entry that the dictionary of this place does not have")),
        }
    }

    /// A value that the profile holds: its texts are inline, and it knows the profile's shapes alone.
    #[inline(never)]
    fn entry_value<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        dictionary: Option<&'d Dictionary>,
        bytes: &'d [u8],
    ) -> Result<()> {
        if self.entries == MOST_ENTRIES_DEEP {
            return Err(self.at_tag(ErrorKind::TooDeep, "entries within entries, deeper than a profile may have them"));
        }
        let mut entry = Reader {
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
            Ok(()) => Err(self.at_tag(ErrorKind::BadProfile, "an entry with bytes after its value")),
            // The offset within the profile's entry says nothing about the message.
            Err(error) => Err(self.at_tag(error.kind(), error.context())),
        }
    }

    #[inline(never)]
    fn decimal_text_2<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values) -> Result<()> {
        let digits = self.input.varint()?;
        self.decimal_text(builder, to, digits, 2, false)
    }

    #[inline(never)]
    fn styled_decimal_text<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values) -> Result<()> {
        let style = self.input.byte()?;
        let digits = self.input.varint()?;
        self.decimal_text(builder, to, digits, style & 0x7F, style & 0x80 != 0)
    }

    #[inline(always)]
    fn decimal_text<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        digits: u64,
        scale: u8,
        negative: bool,
    ) -> Result<()> {
        if !(1..=17).contains(&scale) || digits >= packed::DECIMAL_LIMIT {
            return Err(self.bad_text("a decimal text beyond its range"));
        }
        let mut text = [0; packed::DECIMAL_BYTES];
        let start = packed::format_decimal(digits, scale, negative, &mut text);
        self.ascii(builder, to, &text[start..])
    }

    #[inline(never)]
    fn date_time<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        seconds: i64,
        fraction: u32,
        style: DateTimeStyle,
    ) -> Result<()> {
        let (date, second) = self.day(seconds)?;
        let mut text = [0; packed::DATE_TIME_BYTES];
        let length = packed::format_date_time(&date, second, fraction, style, &mut text);
        self.ascii(builder, to, &text[..length])
    }

    #[inline(never)]
    fn date_text<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values) -> Result<()> {
        let days = u16::from_le_bytes(self.input.array()?);
        self.ascii(builder, to, &packed::format_date(i64::from(days)))
    }

    #[inline(never)]
    fn date_time_text<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values) -> Result<()> {
        let seconds = u32::from_le_bytes(self.input.array()?);
        let (date, second) = self.day(i64::from(seconds))?;
        self.ascii(builder, to, &packed::format_second(&date, false, second))
    }

    /// The text of a day, and the second of it.
    #[inline]
    fn day(&self, seconds: i64) -> Result<([u8; 10], u32)> {
        if !packed::SECONDS.contains(&seconds) {
            return Err(self.bad_text("a time beyond the years 0 to 9999"));
        }
        let (day, second) = packed::day_and_second(seconds);
        Ok((packed::format_date(i64::from(day)), second))
    }

    fn style(&mut self) -> Result<DateTimeStyle> {
        let code = self.input.byte()?;
        let offset = if DateTimeStyle::has_offset(code) { self.input.byte()?.cast_signed() } else { 0 };
        DateTimeStyle::from_code(code, offset).ok_or_else(|| self.bad_text("a style of dates that does not exist"))
    }

    #[inline(never)]
    fn variant_date_time<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values) -> Result<()> {
        let style = self.style()?;
        let seconds = u32::from_le_bytes(self.input.array()?);
        let mut fraction = [0; 4];
        let bytes = self.input.take(packed::fraction_bytes(style.fraction_digits))?;
        fraction[..bytes.len()].copy_from_slice(bytes);
        let fraction = u32::from_le_bytes(fraction);
        if fraction > 0 && fraction >= packed::fraction_limit(style.fraction_digits) {
            return Err(self.bad_text("a fraction of a second of a second or more"));
        }
        self.date_time(builder, to, i64::from(seconds), fraction, style)
    }

    #[inline(never)]
    fn digits_text<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values) -> Result<()> {
        let mut text = [0; 255];
        let count = usize::from(self.input.byte()?);
        for chunk in text[..count].chunks_mut(packed::CHUNK_DIGITS) {
            let mut word = [0; 8];
            let bytes = self.input.take(packed::digits_bytes(chunk.len()))?;
            word[..bytes.len()].copy_from_slice(bytes);
            let digits = u64::from_le_bytes(word);
            if digits >= 10u64.pow(chunk.len() as u32) {
                return Err(self.bad_text("more digits than said"));
            }
            packed::write_digits(digits, chunk);
        }
        self.ascii(builder, to, &text[..count])
    }

    #[inline(never)]
    fn hex_text<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values) -> Result<()> {
        let head = self.input.varint()?;
        let length = usize::try_from(head >> 1).unwrap_or(usize::MAX);
        let bytes = self.input.take(length)?;
        self.hex(builder, to, bytes, head & 1 != 0)
    }

    #[inline(never)]
    fn uuid_text<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values) -> Result<()> {
        let uuid = self.input.array()?;
        self.ascii(builder, to, &packed::format_uuid(&uuid))
    }

    #[inline]
    fn hex<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values, bytes: &[u8], upper: bool) -> Result<()> {
        let length = 2 * bytes.len();
        self.make_room(length)?;
        packed::format_hex(bytes, upper, &mut self.bytes[..length]);
        self.made(builder, to, length)
    }

    #[inline(never)]
    fn base64_text<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values) -> Result<()> {
        let head = self.input.varint()?;
        let characters = usize::try_from(head >> 1).unwrap_or(usize::MAX);
        if characters > self.input.remaining().saturating_mul(2) {
            return Err(self.input.truncated());
        }
        let bytes = self.input.take(packed::base64_bytes(characters))?;
        self.make_room(characters)?;
        if !packed::format_base64(bytes, head & 1 != 0, &mut self.bytes[..characters]) {
            return Err(self.bad_text("bits that are not zero after base64"));
        }
        self.made(builder, to, characters)
    }

    /// Makes room for an ASCII text of this length in `self.bytes`.
    #[inline]
    fn make_room(&mut self, length: usize) -> Result<()> {
        // The buffer, and the one before while it grows.
        self.charge(2 * length)?;
        if self.bytes.len() < length {
            self.bytes.resize(length, 0);
        }
        Ok(())
    }

    /// The text in `self.bytes`.
    #[inline]
    fn made<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values, length: usize) -> Result<()> {
        self.charge(B::Costs::text(length))?;
        builder.made_text(to, &self.bytes[..length])
    }

    // Lists and maps.

    #[inline(never)]
    fn list<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values, dictionary: Option<&'d Dictionary>) -> Result<()> {
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

    fn shape(&self, number: usize) -> Result<(&'d Arc<Shape>, &'d [Place])> {
        let known = self.profile.map_or(&[][..], Profile::shapes);
        if let Some(shape) = known.get(number) {
            return Ok((&shape.shape, &shape.places));
        }
        match self.shapes.get(number - known.len()) {
            Some(shape) => Ok((shape, &[])),
            None => Err(self.input.error(ErrorKind::UnknownReference, "a shape that does not exist")),
        }
    }

    #[inline(never)]
    fn long_record<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values) -> Result<()> {
        let above = usize::try_from(self.input.varint()?).unwrap_or(usize::MAX);
        self.record(builder, to, above.saturating_add(tag::SHORT_RECORDS))
    }

    #[inline(never)]
    fn record<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values, number: usize) -> Result<()> {
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

    /// A count of values of columns, which may take no bytes at all.
    fn column_count<B: Builder>(&mut self, _: &B) -> Result<usize> {
        let count = usize::try_from(self.input.varint()?).unwrap_or(usize::MAX);
        if count == 0 {
            return Err(self.input.error(ErrorKind::BadColumn, "a column of no values"));
        }
        self.charge(B::Costs::list(count))?;
        Ok(count)
    }

    #[inline(never)]
    fn packed_list<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values, dictionary: Option<&'d Dictionary>) -> Result<()> {
        self.descend()?;
        let count = self.column_count(builder)?;
        let mut column = self.open(builder, count, dictionary)?;
        let mut list = builder.list(count)?;
        for _ in 0..count {
            self.next(builder, &mut list, &mut column, dictionary)?;
        }
        self.close(&column)?;
        self.depth_left += 1;
        builder.end_list(to, list)
    }

    #[inline(never)]
    fn map<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values, dictionary: Option<&'d Dictionary>) -> Result<()> {
        self.descend()?;
        let start = self.input;
        let count = usize::try_from(self.input.varint()?).unwrap_or(usize::MAX);
        // Its keys, their shape, and the map. Two bytes pay for an empty one that stands in a list.
        self.charge(count.saturating_mul(3 * Limits::VALUE_BYTES).saturating_add(2 * Limits::VALUE_BYTES))?;
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
            return Err(start.error(ErrorKind::DuplicateKey, "a key stands twice in a map"));
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

    // Columns.

    /// Opens a column of `count` values and moves behind it.
    fn open<B: Builder>(&mut self, builder: &mut B, count: usize, dictionary: Option<&'d Dictionary>) -> Result<Column<B::Text>> {
        self.charge(COLUMN_BYTES)?;
        let kind = self.input.byte()?;
        if kind == column::KIND {
            return self.open_kind(builder, count, dictionary);
        }
        let (mut nulls, mut present) = (None, count);
        if kind & column::NULLABLE != 0 {
            nulls = Some(self.input.at * 8);
            let bitmap = self.input.take(count.div_ceil(8))?;
            if !super::bits::padding_is_zero(bitmap, count, 1) {
                return Err(self.input.error(ErrorKind::BadColumn, "bits that are not zero after a bitmap"));
            }
            present = count - bitmap.iter().map(|byte| byte.count_ones() as usize).sum::<usize>();
            if present == 0 || present == count {
                return Err(self.input.error(ErrorKind::BadColumn, "a bitmap of nulls only, or of none"));
            }
        }
        let body = self.open_body(builder, kind & !column::NULLABLE, present, dictionary)?;
        if nulls.is_some() && matches!(body, Body::Nulls) {
            return Err(self.input.error(ErrorKind::BadColumn, "nulls within nulls"));
        }
        Ok(Column { nulls, body })
    }

    /// Opens the values of a column of one kind.
    fn open_kind<B: Builder>(
        &mut self,
        builder: &mut B,
        count: usize,
        dictionary: Option<&'d Dictionary>,
    ) -> Result<Column<B::Text>> {
        let Some(kind) = Kind::new(self.input.byte()?) else {
            return Err(self.at_tag(ErrorKind::BadColumn, "a column of a kind that has a name"));
        };
        if let Some(&(column::KIND | column::NULLS)) = self.input.bytes.get(self.input.at) {
            return Err(self.input.error(ErrorKind::BadColumn, "a column of a kind without values"));
        }
        self.charge(count.saturating_mul(B::Costs::KIND_BYTES))?;
        self.descend()?;
        let mut column = self.open(builder, count, dictionary)?;
        self.depth_left += 1;
        Ok(Column { nulls: column.nulls.take(), body: Body::Kind { kind, column: Box::new(column) } })
    }

    fn open_body<B: Builder>(
        &mut self,
        builder: &mut B,
        kind: u8,
        count: usize,
        dictionary: Option<&'d Dictionary>,
    ) -> Result<Body<B::Text>> {
        Ok(match kind {
            column::PLAIN => {
                let length = self.input.length()?;
                let at = self.input.at;
                self.input.take(length)?;
                Body::Plain { at, end: at + length }
            }
            column::INTS | column::DELTA_INTS => Body::Ints(Ints::open(&mut self.input, count, kind == column::DELTA_INTS)?),
            column::BOOLS => {
                let bit = self.input.at * 8;
                let bitmap = self.input.take(count.div_ceil(8))?;
                if !super::bits::padding_is_zero(bitmap, count, 1) {
                    return Err(self.input.error(ErrorKind::BadColumn, "bits that are not zero after a bitmap"));
                }
                Body::Bools { bit }
            }
            column::FLOATS => Body::Floats { at: self.skip(count, 8)? },
            column::DECIMALS => {
                let scale = self.input.byte()?;
                Body::Decimals { scale, ints: self.ints(count)? }
            }
            column::DECIMAL_TEXTS => {
                let scale = self.input.byte()?;
                Body::DecimalTexts { scale, ints: self.ints(count)? }
            }
            column::DATE_TEXTS => Body::DateTexts { ints: self.ints(count)?, day: i32::MIN, date: [0; 10] },
            column::DATE_TIME_TEXTS => {
                let style = self.style()?;
                if style.fraction_digits > 0 {
                    return Err(self.bad_text("fractions of seconds in a column"));
                }
                Body::DateTimeTexts { style, ints: self.ints(count)?, day: i32::MIN, date: [0; 10] }
            }
            column::INT_TEXTS => Body::IntTexts(self.ints(count)?),
            column::DIGITS_TEXTS => {
                let digits = self.input.byte()?;
                if !(1..=18).contains(&digits) {
                    return Err(self.bad_text("digits of a column beyond 1 to 18"));
                }
                Body::DigitsTexts { count: digits, ints: self.ints(count)? }
            }
            column::DISTINCT_TEXTS => self.open_distinct(builder, count)?,
            column::TEXTS | column::WIDE_TEXTS => {
                let lengths = self.ints(count)?;
                let total = lengths.total(&self.input, count)?;
                let (bytes, at) = self.take_text(total)?;
                let kind = if kind == column::WIDE_TEXTS {
                    Texts::Wide
                } else if bytes.is_ascii() {
                    Texts::Ascii
                } else {
                    Texts::Utf8
                };
                Body::Texts { kind, lengths, at }
            }
            column::HEX_TEXTS => {
                let head = self.input.varint()?;
                let bytes = usize::try_from(head >> 1).unwrap_or(usize::MAX);
                Body::HexTexts { bytes, upper: head & 1 != 0, at: self.skip(count, bytes)? }
            }
            column::UUID_TEXTS => Body::UuidTexts { at: self.skip(count, 16)? },
            column::RECORDS => {
                let number = usize::try_from(self.input.varint()?).unwrap_or(usize::MAX);
                let (shape, places) = self.shape(number)?;
                let fields = shape.keys().len();
                if fields > self.input.remaining() {
                    return Err(self.input.truncated());
                }
                self.charge(B::Costs::map(fields).saturating_mul(count))?;
                self.descend()?;
                let columns = (0..fields).map(|at| {
                    let dictionary = self.dictionary(places.get(at));
                    self.open(builder, count, dictionary)
                });
                let columns = columns.collect::<Result<_>>()?;
                self.depth_left += 1;
                Body::Records { shape: number, columns }
            }
            column::NULLS => Body::Nulls,
            column::ENTRIES => {
                if dictionary.is_none() {
                    return Err(self.at_tag(ErrorKind::UnknownReference, "entries where there is no dictionary"));
                }
                Body::Entries(self.ints(count)?)
            }
            column::KIND => {
                return Err(self.input.error(ErrorKind::BadColumn, "nulls beside a column of a kind, and not within"));
            }
            _ => return Err(self.at_tag(ErrorKind::BadTag, "a kind of column that does not exist")),
        })
    }

    /// Integers within a column of something else.
    fn ints(&mut self, count: usize) -> Result<Ints> {
        let kind = self.input.byte()?;
        if !matches!(kind, column::INTS | column::DELTA_INTS) {
            return Err(self.at_tag(ErrorKind::BadColumn, "a column of integers is expected"));
        }
        Ints::open(&mut self.input, count, kind == column::DELTA_INTS)
    }

    fn skip(&mut self, count: usize, bytes: usize) -> Result<usize> {
        let at = self.input.at;
        self.input.take(count.saturating_mul(bytes))?;
        Ok(at)
    }

    fn open_distinct<B: Builder>(&mut self, builder: &mut B, count: usize) -> Result<Body<B::Text>> {
        let entries = self.input.length()?;
        self.charge(entries * Limits::VALUE_BYTES)?;
        let mut lengths = Vec::with_capacity(entries);
        for _ in 0..entries {
            lengths.push(usize::try_from(self.input.varint()?).unwrap_or(usize::MAX));
        }
        let mut texts = Vec::with_capacity(entries);
        for length in lengths {
            let bytes = self.take_text(length)?.0;
            self.charge(B::Costs::text(length))?;
            match simdutf8::basic::from_utf8(bytes) {
                Ok(text) => texts.push((builder.make_text(text)?, length)),
                Err(_) => return Err(self.not_utf8()),
            }
        }
        let entries = texts.into_boxed_slice();
        Ok(Body::DistinctTexts { entries, ints: self.ints(count)? })
    }

    /// The next value of a column that was opened.
    #[inline(always)]
    fn next<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        column: &mut Column<B::Text>,
        dictionary: Option<&'d Dictionary>,
    ) -> Result<()> {
        if let Some(bit) = &mut column.nulls {
            *bit += 1;
            if super::bits::is_set(self.input.bytes, *bit - 1) {
                return builder.null(to);
            }
        }
        match &mut column.body {
            Body::Ints(ints) => builder.int(to, ints.next(&self.input)?),
            Body::DecimalTexts { scale, ints } => {
                let digits = ints.next(&self.input)?;
                self.decimal_text(builder, to, digits.unsigned_abs(), *scale, digits < 0)
            }
            Body::DateTexts { ints, day, date } => {
                let of = ints.next(&self.input)?;
                if !packed::DAYS.contains(&of) {
                    return Err(self.bad_text("a date beyond the years 0 to 9999"));
                }
                if of != i64::from(*day) {
                    (*day, *date) = (of as i32, packed::format_date(of));
                }
                self.ascii(builder, to, date)
            }
            Body::DateTimeTexts { style, ints, day, date } if *style == DateTimeStyle::default() => {
                let seconds = ints.next(&self.input)?;
                if !packed::SECONDS.contains(&seconds) {
                    return Err(self.bad_text("a time beyond the years 0 to 9999"));
                }
                let (of, second) = packed::day_and_second(seconds);
                if of != *day {
                    (*day, *date) = (of, packed::format_date(i64::from(of)));
                }
                self.ascii(builder, to, &packed::format_second(date, false, second))
            }
            Body::DistinctTexts { entries, ints } => {
                let number = usize::try_from(ints.next(&self.input)?).unwrap_or(usize::MAX);
                let Some((text, length)) = entries.get(number) else {
                    return Err(self.input.error(ErrorKind::UnknownReference, "a text that the column does not have"));
                };
                self.charge(*length)?;
                builder.copy_text(to, text)
            }
            Body::Texts { kind: Texts::Ascii, lengths, at } => {
                // Opening the column has seen that all lengths are in range.
                let length = usize::try_from(lengths.next(&self.input)?).unwrap_or(0);
                let bytes = self.text_at(*at, length);
                *at += length;
                self.ascii(builder, to, bytes)
            }
            body => self.other_next(builder, to, body, dictionary),
        }
    }

    #[inline(never)]
    fn other_next<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        body: &mut Body<B::Text>,
        dictionary: Option<&'d Dictionary>,
    ) -> Result<()> {
        match body {
            Body::Plain { at, end } => {
                let within = Input { bytes: &self.input.bytes[..*end], at: *at };
                let behind = std::mem::replace(&mut self.input, within);
                self.columns += 1;
                self.value(builder, to, dictionary)?;
                self.columns -= 1;
                *at = std::mem::replace(&mut self.input, behind).at;
                Ok(())
            }
            Body::Bools { bit } => {
                let bool = super::bits::is_set(self.input.bytes, *bit);
                *bit += 1;
                builder.bool(to, bool)
            }
            Body::Floats { at } => {
                let mut input = Input { at: *at, ..self.input };
                *at += 8;
                builder.float(to, f64::from_le_bytes(input.array()?))
            }
            Body::Decimals { scale, ints } => {
                let digits = ints.next(&self.input)?;
                self.float_of(builder, to, digits, *scale)
            }
            Body::DateTimeTexts { style, ints, .. } => {
                let (seconds, style) = (ints.next(&self.input)?, *style);
                self.date_time(builder, to, seconds, 0, style)
            }
            Body::IntTexts(ints) => {
                let int = ints.next(&self.input)?;
                self.ascii(builder, to, itoa::Buffer::new().format(int).as_bytes())
            }
            Body::DigitsTexts { count, ints } => {
                let (digits, count) = (ints.next(&self.input)?, usize::from(*count));
                if !(0..10i64.pow(count as u32)).contains(&digits) {
                    return Err(self.bad_text("more digits than said"));
                }
                let mut text = [0; 18];
                packed::write_digits(digits.unsigned_abs(), &mut text[..count]);
                self.ascii(builder, to, &text[..count])
            }
            Body::Texts { kind, lengths, at } => {
                // As above.
                let length = usize::try_from(lengths.next(&self.input)?).unwrap_or(0);
                let bytes = self.text_at(*at, length);
                *at += length;
                if *kind == Texts::Wide { self.wide(builder, to, bytes) } else { self.utf8(builder, to, bytes) }
            }
            Body::HexTexts { bytes, upper, at } => {
                let (hex, upper) = (&self.input.bytes[*at..*at + *bytes], *upper);
                *at += *bytes;
                self.hex(builder, to, hex, upper)
            }
            Body::UuidTexts { at } => {
                let mut input = Input { at: *at, ..self.input };
                *at += 16;
                self.ascii(builder, to, &packed::format_uuid(&input.array()?))
            }
            Body::Records { shape, columns } => self.row(builder, to, *shape, columns),
            Body::Nulls => builder.null(to),
            Body::Entries(ints) => {
                let number = usize::try_from(ints.next(&self.input)?).unwrap_or(usize::MAX);
                self.entry(builder, to, dictionary, number)
            }
            Body::Kind { kind, column } => {
                self.descend()?;
                self.next(builder, to, column, dictionary)?;
                self.depth_left += 1;
                builder.kind(to, kind)
            }
            // These are read where they are met.
            Body::Ints(_) | Body::DecimalTexts { .. } | Body::DateTexts { .. } | Body::DistinctTexts { .. } => Ok(()),
        }
    }

    /// The next record of a column of them.
    #[inline(never)]
    fn row<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        shape: usize,
        columns: &mut [Column<B::Text>],
    ) -> Result<()> {
        let (shape, places) = self.shape(shape)?;
        self.descend()?;
        self.rows += 1;
        let mut map = builder.map(shape)?;
        self.charge(builder.taken())?;
        for (at, column) in columns.iter_mut().enumerate() {
            builder.key(&mut map, at)?;
            let dictionary = self.dictionary(places.get(at));
            self.next(builder, &mut map, column, dictionary)?;
        }
        self.rows -= 1;
        self.depth_left += 1;
        builder.end_map(to, shape, map)
    }

    #[inline]
    fn dictionary(&self, place: Option<&Place>) -> Option<&'d Dictionary> {
        match (place, self.profile) {
            (Some(place), Some(profile)) => profile.dictionary(place.dictionary),
            _ => None,
        }
    }

    /// Checks that a column was read to its end.
    fn close<T>(&self, column: &Column<T>) -> Result<()> {
        match &column.body {
            Body::Plain { at, end } if at != end => {
                Err(Input { at: *at, ..self.input }.error(ErrorKind::TrailingBytes, "bytes after a column's last value"))
            }
            Body::Records { columns, .. } => columns.iter().try_for_each(|column| self.close(column)),
            Body::Kind { column, .. } => self.close(column),
            _ => Ok(()),
        }
    }

    // Extensions.

    #[inline(never)]
    fn extension<B: Builder>(&mut self, builder: &mut B, to: &mut B::Values, dictionary: Option<&'d Dictionary>) -> Result<()> {
        let kind = self.input.byte()?;
        // What the host keeps for it beside the value itself.
        self.charge(4 * Limits::VALUE_BYTES)?;
        let extended = match kind {
            extension::BIG_INT => {
                let bytes = self.big_int()?;
                if bytes.len() <= 8 {
                    return Err(self.input.error(ErrorKind::BadNumber, "a big integer that fits 64 bits"));
                }
                Extended::BigInt(bytes)
            }
            extension::FLOAT_32 => Extended::Float32(f32::from_le_bytes(self.input.array()?)),
            extension::DECIMAL => {
                let Ok(scale) = i32::try_from(self.input.zigzag()?) else {
                    return Err(self.input.error(ErrorKind::BadNumber, "a scale beyond 32 bits"));
                };
                Extended::Decimal { unscaled: self.big_int()?, scale }
            }
            extension::DATE => Extended::Date(self.input.zigzag()?),
            extension::TIME => {
                const DAY: u64 = 86_400 * 1_000_000_000;
                match self.input.varint()? {
                    nanoseconds @ 0..DAY => Extended::Time(nanoseconds),
                    _ => return Err(self.input.error(ErrorKind::BadNumber, "a time of day of a day or more")),
                }
            }
            extension::DATE_TIME => Extended::DateTime(self.input.zigzag()?, self.nanoseconds()?),
            extension::INSTANT => Extended::Instant(self.input.zigzag()?, self.nanoseconds()?),
            extension::ZONED => {
                let (seconds, nanoseconds) = (self.input.zigzag()?, self.nanoseconds()?);
                let Ok(offset) = i32::try_from(self.input.zigzag()?) else {
                    return Err(self.input.error(ErrorKind::BadNumber, "an offset beyond 32 bits"));
                };
                Extended::Zoned(seconds, nanoseconds, offset, self.name(dictionary)?)
            }
            extension::DURATION => Extended::Duration(self.input.zigzag()?, self.nanoseconds()?),
            extension::UUID => Extended::Uuid(self.input.array()?),
            extension::ENUM => Extended::Enum { class: self.name(dictionary)?, case: self.name(dictionary)? },
            extension::CUSTOM => {
                let class = self.name(dictionary)?;
                let length = self.input.length()?;
                self.charge(length)?;
                Extended::Custom { class, bytes: self.input.take(length)?.into() }
            }
            extension::TYPED => {
                let class = self.name(dictionary)?;
                self.descend()?;
                let mut value = builder.typed(&class)?;
                self.charge(builder.taken())?;
                self.value(builder, &mut value, dictionary)?;
                self.depth_left += 1;
                return builder.end_typed(to, &class, value);
            }
            extension::KIND => {
                let number = self.input.byte()?;
                let kind = match Kind::new(number) {
                    Some(kind) => kind,
                    None => {
                        Kind::named(number, self.name(dictionary)?).unwrap_or_else(|| unreachable!("a kind has a name or none"))
                    }
                };
                self.descend()?;
                self.value(builder, to, dictionary)?;
                self.depth_left += 1;
                return builder.kind(to, &kind);
            }
            extension::SHARED | extension::REFERENCE => {
                let number = self.numbered;
                self.no_rows()?;
                self.numbered += 1;
                self.descend()?;
                let mut value = builder.shared(number, kind == extension::REFERENCE)?;
                self.value(builder, &mut value, dictionary)?;
                self.depth_left += 1;
                return builder.end_shared(to, number, kind == extension::REFERENCE, value);
            }
            extension::AGAIN => {
                self.no_rows()?;
                match self.input.varint()? {
                    number if number < self.numbered => Extended::Again(number),
                    _ => return Err(self.input.error(ErrorKind::UnknownReference, "an earlier object that does not exist")),
                }
            }
            _ => return Err(self.at_tag(ErrorKind::Unsupported, "an extension that this release does not know")),
        };
        self.charge(B::Costs::extended(&extended))?;
        builder.extended(to, extended)?;
        self.charge(builder.taken())
    }

    fn no_rows(&self) -> Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        Err(self.at_tag(ErrorKind::BadTag, "a shared value within records of a column, or an entry"))
    }

    /// An integer in two's complement, as short as it can be.
    fn big_int(&mut self) -> Result<Box<[u8]>> {
        let length = self.input.length()?;
        self.charge(length)?;
        let bytes = self.input.take(length)?;
        let shortest = match bytes {
            [] => false,
            [0x00, next, ..] => *next >= 0x80,
            [0xFF, next, ..] => *next < 0x80,
            _ => true,
        };
        if !shortest {
            return Err(self.input.error(ErrorKind::BadNumber, "a big integer longer than it must be"));
        }
        Ok(bytes.into())
    }

    fn nanoseconds(&mut self) -> Result<u32> {
        match self.input.varint()? {
            nanoseconds @ 0..1_000_000_000 => Ok(nanoseconds as u32),
            _ => Err(self.input.error(ErrorKind::BadNumber, "nanoseconds of a second or more")),
        }
    }

    /// A text that names a class, a case or a zone.
    fn name(&mut self, dictionary: Option<&'d Dictionary>) -> Result<Arc<str>> {
        let tag = *self.input.bytes.get(self.input.at).ok_or_else(|| self.input.truncated())?;
        if matches!(tag, tag::EXTENSION | tag::LIST | tag::PACKED_LIST | tag::MAP | tag::RECORD..tag::INT_1 | tag::LONG_RECORD) {
            return Err(self.input.error(ErrorKind::BadTag, "a name is expected"));
        }
        let at = self.input;
        let mut name = Vec::with_capacity(1);
        self.value(&mut KeyBuilder, &mut name, dictionary)?;
        match name.pop() {
            Some(Key::Text(name)) => Ok(name),
            _ => Err(at.error(ErrorKind::BadTag, "a name is expected")),
        }
    }
}

/// Takes the scalars that can be keys.
struct KeyBuilder;

impl KeyBuilder {
    #[cold]
    fn refuse<T>() -> Result<T> {
        Err(crate::Error::new(ErrorKind::BadTag, "what is no scalar cannot be a key"))
    }
}

impl Builder for KeyBuilder {
    type Value = Vec<Key>;
    type Values = Vec<Key>;
    type Text = Arc<str>;
    type Costs = ValueCosts;

    fn root(&mut self) -> Vec<Key> {
        Vec::new()
    }

    fn finish(&mut self, keys: Vec<Key>) -> Result<Vec<Key>> {
        Ok(keys)
    }

    fn null(&mut self, to: &mut Vec<Key>) -> Result<()> {
        to.push(Key::Null);
        Ok(())
    }

    fn bool(&mut self, to: &mut Vec<Key>, bool: bool) -> Result<()> {
        to.push(Key::Bool(bool));
        Ok(())
    }

    fn int(&mut self, to: &mut Vec<Key>, int: i64) -> Result<()> {
        to.push(Key::Int(int));
        Ok(())
    }

    fn float(&mut self, to: &mut Vec<Key>, float: f64) -> Result<()> {
        to.push(Key::Float(float));
        Ok(())
    }

    fn text(&mut self, to: &mut Vec<Key>, text: &str) -> Result<()> {
        to.push(Key::Text(text.into()));
        Ok(())
    }

    fn make_text(&mut self, text: &str) -> Result<Arc<str>> {
        Ok(text.into())
    }

    fn copy_text(&mut self, to: &mut Vec<Key>, text: &Arc<str>) -> Result<()> {
        self.shared_text(to, text)
    }

    fn shared_text(&mut self, to: &mut Vec<Key>, text: &Arc<str>) -> Result<()> {
        to.push(Key::Text(text.clone()));
        Ok(())
    }

    fn bytes(&mut self, to: &mut Vec<Key>, bytes: &[u8]) -> Result<()> {
        to.push(Key::Bytes(bytes.into()));
        Ok(())
    }

    fn extended(&mut self, _: &mut Vec<Key>, _: Extended<Value>) -> Result<()> {
        Self::refuse()
    }

    fn list(&mut self, _: usize) -> Result<Vec<Key>> {
        Self::refuse()
    }

    fn end_list(&mut self, _: &mut Vec<Key>, _: Vec<Key>) -> Result<()> {
        Self::refuse()
    }

    fn map(&mut self, _: &Arc<Shape>) -> Result<Vec<Key>> {
        Self::refuse()
    }

    fn end_map(&mut self, _: &mut Vec<Key>, _: &Arc<Shape>, _: Vec<Key>) -> Result<()> {
        Self::refuse()
    }

    fn open_map(&mut self, _: Option<&Arc<str>>, _: usize) -> Result<Vec<Key>> {
        Self::refuse()
    }

    fn keep(&mut self, _: &mut Vec<Key>, _: &[usize]) -> Result<()> {
        Self::refuse()
    }

    fn typed(&mut self, _: &Arc<str>) -> Result<Vec<Key>> {
        Self::refuse()
    }

    fn end_typed(&mut self, _: &mut Vec<Key>, _: &Arc<str>, _: Vec<Key>) -> Result<()> {
        Self::refuse()
    }

    fn shared(&mut self, _: u64, _: bool) -> Result<Vec<Key>> {
        Self::refuse()
    }

    fn end_shared(&mut self, _: &mut Vec<Key>, _: u64, _: bool, _: Vec<Key>) -> Result<()> {
        Self::refuse()
    }

    fn kind(&mut self, _: &mut Vec<Key>, _: &Kind) -> Result<()> {
        Self::refuse()
    }
}
