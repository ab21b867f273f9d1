//! Columns into events, one value at a time (docs/FORMAT.md, "Columns").

use super::bits;
use super::column::{Bit, Body, COLUMN_BYTES, Column, TextKind};
use super::ints::Ints;
use super::profile::Place;
use super::tag::{self, column};
use super::text::date_text;
use super::text::date_text::DateTimeStyle;
use super::tree_reader::TreeReader;
use crate::builder::Builder;
use crate::error::{ErrorKind, Result};
use crate::format::input::Input;
use crate::format::{calendar, digits, uuid};
use crate::kind::Kind;
use crate::limits::{Costs, Limits};
use crate::shape::Gaps;

/// So many records are read side by side, if there are at least as many as here.
const SIDE_BY_SIDE: usize = u64::BITS as usize;
const MIN_SIDE_BY_SIDE: usize = 4;

/// The numbers of the bits that are 1.
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = word.trailing_zeros();
        // Without the lowest.
        word &= word.checked_sub(1)?;
        Some(at as usize)
    })
}

impl<'a, 'd> TreeReader<'a, 'd> {
    #[inline(never)]
    pub(super) fn packed_list<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        place: &Place,
    ) -> Result<()> {
        self.descend()?;
        let count = self.column_count(builder)?;
        let mut column = self.open(builder, count, place)?;
        let mut list = builder.list(count)?;
        match &mut column {
            Column {
                absent: None,
                nulls: None,
                body: Body::Records { shape, columns, gaps: Some(_) },
            } if B::SIDE_BY_SIDE
                && count >= MIN_SIDE_BY_SIDE
                && self.may_be_side_by_side(*shape, columns) =>
            {
                self.rows_side_by_side(builder, &mut list, *shape, columns, count)?;
            }
            column => {
                for _ in 0..count {
                    self.next(builder, &mut list, column, place)?;
                }
            }
        }
        self.close(&column)?;
        self.depth_left += 1;
        builder.end_list(to, list)
    }

    /// Whether it makes no difference that records are read side by side: they are no objects, have
    /// none among their values, and no records there that lack keys, as those are charged by what
    /// came before.
    fn may_be_side_by_side<T>(&self, shape: usize, columns: &[Column<T>]) -> bool {
        let is_scalar = |body: &Body<T>| body.is_random() && !matches!(body, Body::Entries(_));
        self.shape(shape).is_ok_and(|(shape, _)| shape.class().is_none())
            && columns.iter().all(|column| match &column.body {
                // Any byte may be a tag.
                Body::Plain { at, end } => {
                    let may_be_any = |byte: &u8| {
                        matches!(
                            *byte,
                            tag::EXTENSION | tag::GAP_RECORD | tag::ROWS | tag::PACKED_LIST
                        )
                    };
                    self.profile.is_none()
                        && !self.shapes.have_classes()
                        && !self.input.bytes[*at..*end].iter().any(may_be_any)
                }
                Body::Lists { column: Some(column), .. } => is_scalar(&column.body),
                body => is_scalar(body),
            })
    }

    /// The next records of a column of which some lack keys. Some are read side by side, a column
    /// at a time: which key a record has next is hard to predict.
    #[inline(never)]
    fn rows_side_by_side<B: Builder>(
        &mut self,
        builder: &mut B,
        list: &mut B::Values,
        number: usize,
        columns: &mut [Column<B::Text>],
        count: usize,
    ) -> Result<()> {
        let (shape, places) = self.shape(number)?;
        let bytes = columns.len().div_ceil(8);
        self.descend()?;
        self.rows += 1;
        let most = count.min(SIDE_BY_SIDE);
        let (mut gaps, mut rows) = (vec![0; bytes * most], Vec::with_capacity(most));
        let mut left = count;
        while left > 0 {
            let now = left.min(SIDE_BY_SIDE);
            gaps.fill(0);
            for (at, column) in columns.iter().enumerate() {
                for row in ones(self.absent(column, now)) {
                    gaps[row * bytes + at / 8] |= 1 << (at % 8);
                }
            }
            for gaps in gaps.chunks(bytes).take(now) {
                self.charge_gaps(number, columns.len(), gaps)?;
                rows.push(builder.gap_map(shape, Gaps::new(gaps))?);
                self.charge(builder.taken())?;
            }
            let all = u64::MAX >> (SIDE_BY_SIDE - now);
            for (at, column) in columns.iter_mut().enumerate() {
                let place = places.get(at).unwrap_or(&Place::NOWHERE);
                let present = all & !self.absent(column, now);
                column.absent = column.absent.map(|bit| bit.saturating_add(now));
                for row in ones(present) {
                    let row = &mut rows[row];
                    builder.key(row, at)?;
                    self.next(builder, row, column, place)?;
                }
            }
            for (row, gaps) in rows.drain(..).zip(gaps.chunks(bytes)) {
                builder.end_gap_map(list, shape, Gaps::new(gaps), row)?;
                self.charge(builder.taken())?;
            }
            left -= now;
        }
        self.rows -= 1;
        self.depth_left += 1;
        Ok(())
    }

    /// Which of the next `count` records lack a column's key, the first in the lowest bit.
    #[inline]
    fn absent<T>(&self, column: &Column<T>, count: usize) -> u64 {
        column.absent.map_or(0, |bit| bits::unpack(self.input.bytes, bit.get(), count as u8))
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
    #[inline]
    pub(super) fn open<B: Builder>(
        &mut self,
        builder: &mut B,
        count: usize,
        place: &Place,
    ) -> Result<Column<B::Text>> {
        if self.input.peek().is_some_and(|kind| kind & column::ABSENT != 0) {
            return Err(self
                .input
                .error(ErrorKind::BadTag, "only columns of records lack values of some records"));
        }
        self.open_field(builder, count, place)
    }

    /// As [`TreeReader::open`], the column of a key of `count` records.
    pub(super) fn open_field<B: Builder>(
        &mut self,
        builder: &mut B,
        count: usize,
        place: &Place,
    ) -> Result<Column<B::Text>> {
        self.charge(COLUMN_BYTES)?;
        let flags = self.input.byte()?;
        let (absent, count) = self.bitmap(flags & column::ABSENT != 0, count)?;
        let kind = flags & !(column::ABSENT | column::NULLABLE);
        let mut column = if flags & column::NULLABLE == 0 && kind == column::KIND {
            self.open_kind(builder, count, place)?
        } else {
            let (nulls, count) = self.bitmap(flags & column::NULLABLE != 0, count)?;
            if nulls.is_some() && kind == column::NULLS {
                return Err(self.input.error(ErrorKind::BadColumn, "nulls within nulls"));
            }
            Column { absent: None, nulls, body: self.open_body(builder, kind, count, place)? }
        };
        column.absent = absent;
        Ok(column)
    }

    /// The first bit of a bitmap of `count` values, if there `is` one, and how many it leaves.
    #[inline]
    fn bitmap(&mut self, is: bool, count: usize) -> Result<(Option<Bit>, usize)> {
        if !is {
            return Ok((None, count));
        }
        let bit = self.input.at * 8;
        let bitmap = self.input.take(count.div_ceil(8))?;
        if !bits::padding_is_zero(bitmap, count, 1) {
            return Err(self
                .input
                .error(ErrorKind::BadColumn, "bits that are not zero after a bitmap"));
        }
        let left = count - bits::ones(bitmap);
        if left == 0 || left == count {
            return Err(self
                .input
                .error(ErrorKind::BadColumn, "a bitmap of ones only, or of zeros only"));
        }
        Ok((Bit::new(bit), left))
    }

    /// Opens the values of a column of one kind.
    pub(super) fn open_kind<B: Builder>(
        &mut self,
        builder: &mut B,
        count: usize,
        place: &Place,
    ) -> Result<Column<B::Text>> {
        let Some(kind) = Kind::new(self.input.byte()?) else {
            return Err(self.at_tag(ErrorKind::BadColumn, "a column of a kind that has a name"));
        };
        if let Some(flags) = self.input.peek()
            && (flags & column::ABSENT != 0
                || matches!(flags & !column::NULLABLE, column::KIND | column::NULLS))
        {
            return Err(self
                .input
                .error(ErrorKind::BadColumn, "a column that a column of a kind cannot hold"));
        }
        self.charge(count.saturating_mul(B::Costs::KIND_BYTES))?;
        self.descend()?;
        let mut column = self.open(builder, count, place)?;
        self.depth_left += 1;
        Ok(Column {
            absent: None,
            nulls: column.nulls.take(),
            body: Body::Kind { kind, column: Box::new(column) },
        })
    }

    pub(super) fn open_body<B: Builder>(
        &mut self,
        builder: &mut B,
        kind: u8,
        count: usize,
        place: &Place,
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
                let mut columns = Vec::with_capacity(fields);
                for at in 0..fields {
                    let place = places.get(at).unwrap_or(&Place::NOWHERE);
                    columns.push(self.open_field(builder, count, place)?);
                }
                let columns = columns.into_boxed_slice();
                self.depth_left += 1;
                let has_gaps = columns.iter().any(|column| column.absent.is_some());
                let gaps = has_gaps.then(|| vec![0; fields.div_ceil(8)].into());
                Body::Records { shape: number, columns, gaps }
            }
            column::NULLS => Body::Nulls,
            column::ENTRIES => {
                if self.dictionary(place).is_none() {
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
            column::LISTS => {
                let counts = self.ints(count)?;
                let total = counts.total(&self.input, count)?;
                self.charge(count.saturating_add(total).saturating_mul(Limits::VALUE_BYTES))?;
                let column = if total > 0 {
                    self.descend()?;
                    let column = self.open(builder, total, place)?;
                    self.depth_left += 1;
                    Some(Box::new(column))
                } else {
                    None
                };
                Body::Lists { counts, column }
            }
            column::SYMBOL_TEXTS => {
                if self.symbols(place).is_none() {
                    return Err(self.no_symbols());
                }
                let lengths = self.ints(count)?;
                let total = lengths.total(&self.input, count)?;
                let at = self.skip(total, 1)?;
                Body::Texts { kind: TextKind::Symbols, lengths, at }
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
        // Their lengths are read where they stand: what is charged is what the texts take.
        let mut lengths = self.input;
        for _ in 0..entries {
            self.input.varint()?;
        }
        let mut texts = Vec::with_capacity(entries);
        for _ in 0..entries {
            let length = usize::try_from(lengths.varint()?).unwrap_or(usize::MAX);
            let bytes = self.take_text(length)?.0;
            self.charge(B::Costs::text(length))?;
            match builder.make_text(bytes)? {
                Some(text) => texts.push((text, length)),
                None => return Err(self.not_utf8()),
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
        place: &Place,
    ) -> Result<()> {
        if let Some(bit) = &mut column.nulls {
            let at = bit.get();
            *bit = bit.saturating_add(1);
            if bits::is_set(self.input.bytes, at) {
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
            body => self.other_next(builder, to, body, place),
        }
    }

    #[inline(never)]
    pub(super) fn other_next<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        body: &mut Body<B::Text>,
        place: &Place,
    ) -> Result<()> {
        match body {
            Body::Plain { at, end } => {
                let within = Input { bytes: &self.input.bytes[..*end], at: *at };
                let behind = std::mem::replace(&mut self.input, within);
                self.columns += 1;
                self.value(builder, to, place)?;
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
                let from = *at;
                *at += length;
                match kind {
                    TextKind::Symbols => {
                        self.symbols_of(builder, to, place, &self.input.bytes[from..*at])
                    }
                    TextKind::Wide => self.wide(builder, to, self.text_at(from, length)),
                    _ => self.utf8(builder, to, self.text_at(from, length)),
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
            Body::Records { shape, columns, gaps: None } => self.row(builder, to, *shape, columns),
            Body::Records { shape, columns, gaps: Some(gaps) } => {
                self.row_with_gaps(builder, to, *shape, columns, gaps)
            }
            Body::Lists { counts, column } => self.list_of(builder, to, counts, column, place),
            Body::Nulls => builder.null(to),
            Body::Entries(ints) => {
                let number = usize::try_from(ints.next(&self.input)?).unwrap_or(usize::MAX);
                self.entry(builder, to, place, number)
            }
            Body::Kind { kind, column } => {
                self.descend()?;
                self.next(builder, to, column, place)?;
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
            let place = places.get(at).unwrap_or(&Place::NOWHERE);
            self.next(builder, &mut map, column, place)?;
        }
        self.rows -= 1;
        self.depth_left += 1;
        builder.end_map(to, shape, map)
    }

    /// As [`TreeReader::row`], where some of the columns lack values; `gaps` has room for a bit for
    /// each.
    #[inline(never)]
    fn row_with_gaps<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        number: usize,
        columns: &mut [Column<B::Text>],
        gaps: &mut [u8],
    ) -> Result<()> {
        gaps.fill(0);
        for (at, column) in columns.iter_mut().enumerate() {
            if let Some(bit) = &mut column.absent {
                gaps[at / 8] |= u8::from(bits::is_set(self.input.bytes, bit.get())) << (at % 8);
                *bit = bit.saturating_add(1);
            }
        }
        let (shape, places) = self.shape(number)?;
        self.charge_gaps(number, columns.len(), gaps)?;
        self.descend()?;
        self.rows += 1;
        let gaps = Gaps::new(gaps);
        let mut map = builder.gap_map(shape, gaps)?;
        self.charge(builder.taken())?;
        for (at, column) in columns.iter_mut().enumerate() {
            if !gaps.has(at) {
                builder.key(&mut map, at)?;
                let place = places.get(at).unwrap_or(&Place::NOWHERE);
                self.next(builder, &mut map, column, place)?;
            }
        }
        self.rows -= 1;
        self.depth_left += 1;
        builder.end_gap_map(to, shape, gaps, map)?;
        self.charge(builder.taken())
    }

    /// The next list of a column of them.
    #[inline(never)]
    fn list_of<B: Builder>(
        &mut self,
        builder: &mut B,
        to: &mut B::Values,
        counts: &mut Ints,
        column: &mut Option<Box<Column<B::Text>>>,
        place: &Place,
    ) -> Result<()> {
        // Opening the column has seen that all numbers are in range, and charged the least that
        // lists take.
        let count = usize::try_from(counts.next(&self.input)?).unwrap_or(0);
        self.charge(B::Costs::list(count).saturating_sub(count * Limits::VALUE_BYTES))?;
        self.descend()?;
        let mut list = builder.list(count)?;
        if let Some(column) = column {
            for _ in 0..count {
                self.next(builder, &mut list, column, place)?;
            }
        }
        self.depth_left += 1;
        builder.end_list(to, list)
    }

    /// Checks that a column was read to its end.
    pub(super) fn close<T>(&self, column: &Column<T>) -> Result<()> {
        match &column.body {
            Body::Plain { at, end } if at != end => Err(Input { at: *at, ..self.input }
                .error(ErrorKind::TrailingBytes, "bytes after a column's last value")),
            Body::Records { columns, .. } => {
                columns.iter().try_for_each(|column| self.close(column))
            }
            Body::Kind { column, .. } | Body::Lists { column: Some(column), .. } => {
                self.close(column)
            }
            _ => Ok(()),
        }
    }
}
