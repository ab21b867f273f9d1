//! Columns into events, one value at a time (docs/FORMAT.md, "Columns").

use super::bits;
use super::column::{Body, COLUMN_BYTES, Column, TextKind};
use super::dictionary::Dictionary;
use super::ints::Ints;
use super::tag::column;
use super::text::date_text;
use super::text::date_text::DateTimeStyle;
use super::tree_reader::TreeReader;
use crate::builder::Builder;
use crate::error::{ErrorKind, Result};
use crate::format::input::Input;
use crate::format::{calendar, digits, uuid};
use crate::kind::Kind;
use crate::limits::{Costs, Limits};

impl<'a, 'd> TreeReader<'a, 'd> {
    #[inline(never)]
    pub(super) fn packed_list<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        dictionary: Option<&'d Dictionary>,
    ) -> Result<()> {
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

    /// A count of values of columns, which may take no bytes at all.
    pub(super) fn column_count<B: Builder>(&mut self, _: &B) -> Result<usize> {
        let count = usize::try_from(self.input.varint()?).unwrap_or(usize::MAX);
        if count == 0 {
            return Err(self.input.error(ErrorKind::BadColumn, "a column of no values"));
        }
        self.charge(B::Costs::list(count))?;
        Ok(count)
    }

    /// Opens a column of `count` values and moves behind it.
    pub(super) fn open<B: Builder>(
        &mut self,
        builder: &mut B,
        count: usize,
        dictionary: Option<&'d Dictionary>,
    ) -> Result<Column<B::Text>> {
        self.charge(COLUMN_BYTES)?;
        let kind = self.input.byte()?;
        if kind == column::KIND {
            return self.open_kind(builder, count, dictionary);
        }
        let (mut nulls, mut present) = (None, count);
        if kind & column::NULLABLE != 0 {
            nulls = Some(self.input.at * 8);
            let bitmap = self.input.take(count.div_ceil(8))?;
            if !bits::padding_is_zero(bitmap, count, 1) {
                return Err(self
                    .input
                    .error(ErrorKind::BadColumn, "bits that are not zero after a bitmap"));
            }
            present = count - bitmap.iter().map(|byte| byte.count_ones() as usize).sum::<usize>();
            if present == 0 || present == count {
                return Err(self.input.error(
                    ErrorKind::BadColumn,
                    "a bitmap of nulls must have both nulls and values",
                ));
            }
        }
        let body = self.open_body(builder, kind & !column::NULLABLE, present, dictionary)?;
        if nulls.is_some() && matches!(body, Body::Nulls) {
            return Err(self.input.error(ErrorKind::BadColumn, "nulls within nulls"));
        }
        Ok(Column { nulls, body })
    }

    /// Opens the values of a column of one kind.
    pub(super) fn open_kind<B: Builder>(
        &mut self,
        builder: &mut B,
        count: usize,
        dictionary: Option<&'d Dictionary>,
    ) -> Result<Column<B::Text>> {
        let Some(kind) = Kind::new(self.input.byte()?) else {
            return Err(self.at_tag(ErrorKind::BadColumn, "a column of a kind that has a name"));
        };
        if let Some(&(column::KIND | column::NULLS)) = self.input.bytes.get(self.input.at) {
            return Err(self
                .input
                .error(ErrorKind::BadColumn, "a column of a kind without values"));
        }
        self.charge(count.saturating_mul(B::Costs::KIND_BYTES))?;
        self.descend()?;
        let mut column = self.open(builder, count, dictionary)?;
        self.depth_left += 1;
        Ok(Column {
            nulls: column.nulls.take(),
            body: Body::Kind { kind, column: Box::new(column) },
        })
    }

    pub(super) fn open_body<B: Builder>(
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
            column::INTS | column::DELTA_INTS => {
                Body::Ints(Ints::open(&mut self.input, count, kind == column::DELTA_INTS)?)
            }
            column::BOOLS => {
                let bit = self.input.at * 8;
                let bitmap = self.input.take(count.div_ceil(8))?;
                if !bits::padding_is_zero(bitmap, count, 1) {
                    return Err(self
                        .input
                        .error(ErrorKind::BadColumn, "bits that are not zero after a bitmap"));
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
            column::DATE_TEXTS => {
                Body::DateTexts { ints: self.ints(count)?, day: i32::MIN, date: [0; 10] }
            }
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
                    TextKind::Wide
                } else if bytes.is_ascii() {
                    TextKind::Ascii
                } else {
                    TextKind::Utf8
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
                    return Err(self.at_tag(
                        ErrorKind::UnknownReference,
                        "entries where there is no dictionary",
                    ));
                }
                Body::Entries(self.ints(count)?)
            }
            column::KIND => {
                return Err(self.input.error(
                    ErrorKind::BadColumn,
                    "nulls belong within a column of a kind, not beside it",
                ));
            }
            _ => return Err(self.at_tag(ErrorKind::BadTag, "a kind of column that does not exist")),
        })
    }

    /// Integers within a column of something else.
    pub(super) fn ints(&mut self, count: usize) -> Result<Ints> {
        let kind = self.input.byte()?;
        if !matches!(kind, column::INTS | column::DELTA_INTS) {
            return Err(self.at_tag(ErrorKind::BadColumn, "a column of integers is expected"));
        }
        Ints::open(&mut self.input, count, kind == column::DELTA_INTS)
    }

    pub(super) fn skip(&mut self, count: usize, bytes: usize) -> Result<usize> {
        let at = self.input.at;
        self.input.take(count.saturating_mul(bytes))?;
        Ok(at)
    }

    pub(super) fn open_distinct<B: Builder>(
        &mut self,
        builder: &mut B,
        count: usize,
    ) -> Result<Body<B::Text>> {
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
    pub(super) fn next<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        column: &mut Column<B::Text>,
        dictionary: Option<&'d Dictionary>,
    ) -> Result<()> {
        if let Some(bit) = &mut column.nulls {
            *bit += 1;
            if bits::is_set(self.input.bytes, *bit - 1) {
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
                if !calendar::DAYS.contains(&of) {
                    return Err(self.bad_text("a date beyond the years 0 to 9999"));
                }
                if of != i64::from(*day) {
                    (*day, *date) = (of as i32, calendar::format_date(of));
                }
                self.ascii(builder, to, date)
            }
            Body::DateTimeTexts { style, ints, day, date }
                if *style == DateTimeStyle::default() =>
            {
                let seconds = ints.next(&self.input)?;
                if !calendar::SECONDS.contains(&seconds) {
                    return Err(self.bad_text("a time beyond the years 0 to 9999"));
                }
                let (of, second) = calendar::day_and_second(seconds);
                if of != *day {
                    (*day, *date) = (of, calendar::format_date(i64::from(of)));
                }
                self.ascii(builder, to, &date_text::format_second(date, false, second))
            }
            Body::DistinctTexts { entries, ints } => {
                let number = usize::try_from(ints.next(&self.input)?).unwrap_or(usize::MAX);
                let Some((text, length)) = entries.get(number) else {
                    return Err(self.input.error(
                        ErrorKind::UnknownReference,
                        "a text that the column does not have",
                    ));
                };
                self.charge(*length)?;
                builder.copy_text(to, text)
            }
            Body::Texts { kind: TextKind::Ascii, lengths, at } => {
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
    pub(super) fn other_next<B: Builder>(
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
                let bool = bits::is_set(self.input.bytes, *bit);
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
                    return Err(self.bad_text("more digits than declared"));
                }
                let mut text = [0; 18];
                digits::write_digits(digits.unsigned_abs(), &mut text[..count]);
                self.ascii(builder, to, &text[..count])
            }
            Body::Texts { kind, lengths, at } => {
                // As above.
                let length = usize::try_from(lengths.next(&self.input)?).unwrap_or(0);
                let bytes = self.text_at(*at, length);
                *at += length;
                if *kind == TextKind::Wide {
                    self.wide(builder, to, bytes)
                } else {
                    self.utf8(builder, to, bytes)
                }
            }
            Body::HexTexts { bytes, upper, at } => {
                let (hex, upper) = (&self.input.bytes[*at..*at + *bytes], *upper);
                *at += *bytes;
                self.hex(builder, to, hex, upper)
            }
            Body::UuidTexts { at } => {
                let mut input = Input { at: *at, ..self.input };
                *at += 16;
                self.ascii(builder, to, &uuid::format_uuid(&input.array()?))
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
            Body::Ints(_)
            | Body::DecimalTexts { .. }
            | Body::DateTexts { .. }
            | Body::DistinctTexts { .. } => Ok(()),
        }
    }

    /// The next record of a column of them.
    #[inline(never)]
    pub(super) fn row<B: Builder>(
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

    /// Checks that a column was read to its end.
    pub(super) fn close<T>(&self, column: &Column<T>) -> Result<()> {
        match &column.body {
            Body::Plain { at, end } if at != end => Err(Input { at: *at, ..self.input }
                .error(ErrorKind::TrailingBytes, "bytes after a column's last value")),
            Body::Records { columns, .. } => {
                columns.iter().try_for_each(|column| self.close(column))
            }
            Body::Kind { column, .. } => self.close(column),
            _ => Ok(()),
        }
    }
}
