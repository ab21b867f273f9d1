//! Texts into events (docs/FORMAT.md, "Texts").

use super::profile::Place;
use super::scalars::long_length;
use super::tag::{self, MIN_AGAIN};
use super::text::date_text::DateTimeStyle;
use super::text::{
    base64_text, date_text, hex_text, latin_1_text, number_text, utf_16_text, wide_text,
};
use super::tree_reader::{Seen, TreeReader};
use crate::builder::Builder;
use crate::error::{ErrorKind, Result};
use crate::format::{calendar, digits, uuid};
use crate::limits::Costs;

/// What a text that can be met again is charged: its [`Seen`], while the vector of them grows.
const NUMBERED_TEXT_BYTES: usize = 3 * size_of::<Seen>();

impl<'a, 'd> TreeReader<'a, 'd> {
    /// The next bytes of text, and where they begin in the texts.
    #[inline(always)]
    pub(super) fn take_text(&mut self, length: usize) -> Result<(&'a [u8], usize)> {
        match &mut self.texts {
            Some(texts) if self.columns == 0 => {
                let at = texts.at;
                match texts.take(length) {
                    Ok(bytes) => Ok((bytes, at)),
                    Err(_) => Err(self
                        .input
                        .error(ErrorKind::Truncated, "text beyond the compressed texts")),
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
    pub(super) fn text_at(&self, at: usize, length: usize) -> &'a [u8] {
        match &self.texts {
            Some(texts) if self.columns == 0 => &texts.bytes[at..at + length],
            _ => &self.input.bytes[at..at + length],
        }
    }

    #[inline(always)]
    pub(super) fn number_text(&mut self, at: usize, length: usize, wide: bool) {
        // Inputs of 4 GiB and more are refused before they are read.
        self.memory.seen.push(Seen { at: at as u32, length: length as u32, wide });
    }

    /// The bytes of a text that can be met again, which is charged.
    #[inline(always)]
    pub(super) fn take_raw<B: Builder>(&mut self, length: usize) -> Result<&'a [u8]> {
        let (bytes, at) = self.take_text(length)?;
        if self.columns == 0 && length >= MIN_AGAIN {
            self.charge(NUMBERED_TEXT_BYTES + B::Costs::text(length))?;
            self.number_text(at, length, false);
        } else {
            self.charge(B::Costs::text(length))?;
        }
        Ok(bytes)
    }

    #[inline(always)]
    pub(super) fn raw_text<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        length: usize,
    ) -> Result<()> {
        let bytes = self.take_raw::<B>(length)?;
        self.charged_utf8(builder, to, bytes)
    }

    #[inline(never)]
    pub(super) fn long_text<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let length = long_length(&mut self.input)?;
        self.raw_text(builder, to, length)
    }

    #[inline]
    pub(super) fn utf8<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        bytes: &[u8],
    ) -> Result<()> {
        self.charge(B::Costs::text(bytes.len()))?;
        self.charged_utf8(builder, to, bytes)
    }

    #[inline(always)]
    pub(super) fn charged_utf8<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        bytes: &[u8],
    ) -> Result<()> {
        match builder.utf8(to, bytes) {
            Ok(true) => Ok(()),
            Ok(false) => Err(self.not_utf8()),
            Err(error) => Err(error),
        }
    }

    #[cold]
    pub(super) fn not_utf8(&self) -> crate::Error {
        self.input.error(ErrorKind::InvalidUtf8, "text that is not UTF-8")
    }

    #[inline(never)]
    pub(super) fn wide_text<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let length = usize::try_from(self.input.varint()?).unwrap_or(usize::MAX);
        let (bytes, at) = self.take_text(length)?;
        if self.columns == 0 {
            self.charge(NUMBERED_TEXT_BYTES)?;
            self.number_text(at, length, true);
        }
        self.wide(builder, to, bytes)
    }

    #[inline]
    pub(super) fn wide<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        bytes: &[u8],
    ) -> Result<()> {
        // The buffer, and the one before while it grows.
        self.charge(3 * bytes.len())?;
        let format = B::FORMAT_WIDE.unwrap_or(wide_text::format_wide);
        let Some(length) = format(bytes, &mut self.memory.bytes) else {
            return Err(self
                .input
                .error(ErrorKind::BadText, "wide text that ends within a character"));
        };
        self.charge(B::Costs::text(length))?;
        builder.made_text(to, &self.memory.bytes[..length])
    }

    #[inline(never)]
    pub(super) fn long_symbol_text<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        place: &Place,
    ) -> Result<()> {
        let above = usize::try_from(self.input.varint()?).unwrap_or(usize::MAX);
        self.symbol_text(builder, to, place, above.saturating_add(tag::SHORT_SYMBOLS_BYTES))
    }

    #[inline(never)]
    pub(super) fn symbol_text<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        place: &Place,
        length: usize,
    ) -> Result<()> {
        if place.symbols.is_none() {
            return Err(self.no_symbols());
        }
        let codes = self.input.take(length)?;
        self.symbols_of(builder, to, place, codes)
    }

    /// The error at a text in symbols, or at a column of them, where there are none.
    #[cold]
    pub(super) fn no_symbols(&self) -> crate::Error {
        self.at_tag(ErrorKind::UnknownReference, "a text in symbols where there are none")
    }

    /// The text of these codes.
    #[inline]
    pub(super) fn symbols_of<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        place: &Place,
        codes: &[u8],
    ) -> Result<()> {
        let Some(symbols) = self.symbols(place) else { return Err(self.no_symbols()) };
        // The buffer, and the one before while it grows.
        self.charge(16 * codes.len())?;
        let Some(length) = symbols.decode(codes, &mut self.memory.bytes) else {
            return Err(self.bad_text("a code without a symbol, or without a whole character"));
        };
        self.made(builder, to, length)
    }

    #[inline(never)]
    pub(super) fn latin_1_text<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let length = self.input.length()?;
        let bytes = self.input.take(length)?;
        // The buffer, and the one before while it grows.
        self.charge(3 * length)?;
        let length = latin_1_text::format_latin_1(bytes, &mut self.memory.bytes);
        self.made(builder, to, length)
    }

    #[inline(never)]
    pub(super) fn utf_16_text<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let length = usize::try_from(self.input.varint()?).unwrap_or(usize::MAX);
        let bytes = self.input.take(length.saturating_mul(2))?;
        // As above.
        self.charge(3 * bytes.len())?;
        let Some(length) = utf_16_text::format_utf_16(bytes, &mut self.memory.bytes) else {
            return Err(self.bad_text("a surrogate without a partner"));
        };
        self.made(builder, to, length)
    }

    /// Text that this reader made.
    #[inline(always)]
    pub(super) fn ascii<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        bytes: &[u8],
    ) -> Result<()> {
        self.charge(B::Costs::text(bytes.len()))?;
        builder.made_text(to, bytes)
    }

    #[cold]
    pub(super) fn bad_text(&self, context: &str) -> crate::Error {
        self.input.error(ErrorKind::BadText, context)
    }

    #[inline(never)]
    pub(super) fn text_again<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let number = usize::try_from(self.input.varint()?).unwrap_or(usize::MAX);
        let seen = if self.columns == 0 { self.memory.seen.get(number).copied() } else { None };
        let Some(Seen { at, length, wide }) = seen else {
            return Err(self
                .input
                .error(ErrorKind::UnknownReference, "an earlier text that does not exist"));
        };
        let (at, length) = (at as usize, length as usize);
        let bytes = self.text_at(at, length);
        if wide { self.wide(builder, to, bytes) } else { self.utf8(builder, to, bytes) }
    }

    #[inline(never)]
    pub(super) fn byte_string<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let length = self.input.length()?;
        self.charge(B::Costs::text(length))?;
        builder.bytes(to, self.input.take(length)?)
    }

    #[inline(never)]
    pub(super) fn decimal_text_2<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let digits = self.input.varint()?;
        self.decimal_text(builder, to, digits, 2, false)
    }

    #[inline(never)]
    pub(super) fn styled_decimal_text<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let style = self.input.byte()?;
        let digits = self.input.varint()?;
        self.decimal_text(builder, to, digits, style & 0x7F, style & 0x80 != 0)
    }

    #[inline(always)]
    pub(super) fn decimal_text<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        digits: u64,
        scale: u8,
        negative: bool,
    ) -> Result<()> {
        if !(1..=17).contains(&scale) || digits >= number_text::DECIMAL_LIMIT {
            return Err(self.bad_text("a decimal text beyond its range"));
        }
        let mut text = [0; number_text::DECIMAL_BYTES];
        let start = number_text::format_decimal(digits, scale, negative, &mut text);
        self.ascii(builder, to, &text[start..])
    }

    #[inline(never)]
    pub(super) fn date_time<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        seconds: i64,
        fraction: u32,
        style: DateTimeStyle,
    ) -> Result<()> {
        let (date, second) = self.day(seconds)?;
        let mut text = [0; date_text::DATE_TIME_BYTES];
        let length = date_text::format_date_time(&date, second, fraction, style, &mut text);
        self.ascii(builder, to, &text[..length])
    }

    #[inline(never)]
    pub(super) fn date_text<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let days = u16::from_le_bytes(self.input.array()?);
        self.ascii(builder, to, &calendar::format_date(i64::from(days)))
    }

    #[inline(never)]
    pub(super) fn date_time_text<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let seconds = u32::from_le_bytes(self.input.array()?);
        let (date, second) = self.day(i64::from(seconds))?;
        self.ascii(builder, to, &date_text::format_second(&date, false, second))
    }

    /// The text of a day, and the second of it.
    #[inline]
    pub(super) fn day(&self, seconds: i64) -> Result<([u8; 10], u32)> {
        if !calendar::SECONDS.contains(&seconds) {
            return Err(self.bad_text("a time beyond the years 0 to 9999"));
        }
        let (day, second) = calendar::day_and_second(seconds);
        Ok((calendar::format_date(i64::from(day)), second))
    }

    pub(super) fn style(&mut self) -> Result<DateTimeStyle> {
        let code = self.input.byte()?;
        let offset =
            if DateTimeStyle::has_offset(code) { self.input.byte()?.cast_signed() } else { 0 };
        DateTimeStyle::from_code(code, offset)
            .ok_or_else(|| self.bad_text("a style of dates that does not exist"))
    }

    #[inline(never)]
    pub(super) fn variant_date_time<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let style = self.style()?;
        let seconds = u32::from_le_bytes(self.input.array()?);
        let mut fraction = [0; 4];
        let bytes = self.input.take(date_text::fraction_bytes(style.fraction_digits))?;
        fraction[..bytes.len()].copy_from_slice(bytes);
        let fraction = u32::from_le_bytes(fraction);
        if fraction > 0 && fraction >= date_text::fraction_limit(style.fraction_digits) {
            return Err(self.bad_text("a fraction of a second of a second or more"));
        }
        self.date_time(builder, to, i64::from(seconds), fraction, style)
    }

    #[inline(never)]
    pub(super) fn digits_text<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let mut text = [0; 255];
        let count = usize::from(self.input.byte()?);
        for chunk in text[..count].chunks_mut(number_text::CHUNK_DIGITS) {
            let mut word = [0; 8];
            let bytes = self.input.take(number_text::digits_bytes(chunk.len()))?;
            word[..bytes.len()].copy_from_slice(bytes);
            let digits = u64::from_le_bytes(word);
            if digits >= 10u64.pow(chunk.len() as u32) {
                return Err(self.bad_text("more digits than declared"));
            }
            digits::write_digits(digits, chunk);
        }
        self.ascii(builder, to, &text[..count])
    }

    #[inline(never)]
    pub(super) fn hex_text<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let head = self.input.varint()?;
        let length = usize::try_from(head >> 1).unwrap_or(usize::MAX);
        let bytes = self.input.take(length)?;
        self.hex(builder, to, bytes, head & 1 != 0)
    }

    #[inline(never)]
    pub(super) fn uuid_text<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let uuid = self.input.array()?;
        self.ascii(builder, to, &uuid::format_uuid(&uuid))
    }

    #[inline]
    pub(super) fn hex<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        bytes: &[u8],
        upper: bool,
    ) -> Result<()> {
        let length = 2 * bytes.len();
        self.make_room(length)?;
        hex_text::format_hex(bytes, upper, &mut self.memory.bytes[..length]);
        self.made(builder, to, length)
    }

    #[inline(never)]
    pub(super) fn base64_text<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let head = self.input.varint()?;
        let characters = usize::try_from(head >> 1).unwrap_or(usize::MAX);
        if characters > self.input.remaining().saturating_mul(2) {
            return Err(self.input.truncated());
        }
        let bytes = self.input.take(base64_text::base64_bytes(characters))?;
        self.make_room(characters)?;
        if !base64_text::format_base64(bytes, head & 1 != 0, &mut self.memory.bytes[..characters]) {
            return Err(self.bad_text("bits that are not zero after base64"));
        }
        self.made(builder, to, characters)
    }

    /// Makes room for an ASCII text of this length in `self.memory.bytes`.
    #[inline]
    pub(super) fn make_room(&mut self, length: usize) -> Result<()> {
        // The buffer, and the one before while it grows.
        self.charge(2 * length)?;
        if self.memory.bytes.len() < length {
            self.memory.bytes.resize(length, 0);
        }
        Ok(())
    }

    /// The text in `self.memory.bytes`.
    #[inline]
    pub(super) fn made<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        length: usize,
    ) -> Result<()> {
        self.charge(B::Costs::text(length))?;
        builder.made_text(to, &self.memory.bytes[..length])
    }
}
