//! Columns of texts: the shortest kind that holds them all (docs/FORMAT.md, "Columns").

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::dictionary::text_hash;
use super::few::Few;
use super::ints::write_ints;
use super::tag::column;
use super::text::symbols::SymbolTable;
use super::text::{date_text, hex_text, number_text, wide_text};
use super::tree_writer::{Here, TreeWriter};
use super::writer_memory::Memory;
use super::{bits, varint};
use crate::format::{calendar, digits, uuid};
use crate::source::WideOf;

impl<'w, R> TreeWriter<'w, R> {
    /// Writes a column of texts; false if plain values are shorter.
    pub(super) fn text_column(&mut self, texts: &[&str], here: Here<'_>) -> bool {
        if let Some(dictionary) = here.dictionary {
            let entries: Option<Vec<i64>> = texts
                .iter()
                .map(|text| dictionary.find(text).map(|number| number as i64))
                .collect();
            if let Some(entries) = entries {
                self.memory.body.push(column::ENTRIES);
                write_ints(&entries, &mut self.memory.body);
                return true;
            }
        }
        if write_typed_texts(texts, &mut self.memory.body) {
            return true;
        }
        if let Some(table) = here.symbols
            && self.symbol_column(texts, table)
        {
            return true;
        }
        let (mut entries, mut indexes) = (Few::new(texts.len()), Few::new(texts.len()));
        let count = distinct(texts, &mut self.memory.slots, &mut entries, &mut indexes);
        let entries = &entries[..count];
        let total: usize = texts.iter().map(|text| text.len()).sum();
        let distinct: usize = entries.iter().map(|text| text.len() + 1).sum();
        let width = usize::from(bits::width(entries.len() as u64 - 1));
        if distinct + texts.len() * width / 8 + 6 < total + texts.len() * 3 / 4 {
            self.memory.body.push(column::DISTINCT_TEXTS);
            varint::write(&mut self.memory.body, entries.len() as u64);
            for text in entries {
                varint::write(&mut self.memory.body, text.len() as u64);
            }
            for text in entries {
                self.column_text(text.as_bytes());
            }
            write_ints(&indexes, &mut self.memory.body);
            return true;
        }
        // Fewer are shorter as plain values; but only a column's own texts can be compressed, which
        // pays if they are long.
        const MIN_TEXTS: usize = 8;
        const LONG_TEXT: usize = 24;
        let is_long = self.columns == 0 && total >= texts.len() * LONG_TEXT;
        if texts.len() < MIN_TEXTS && !(is_long && self.features.split) {
            // They would stand apart, whatever becomes of them here.
            self.memory.inline_texts += if is_long { total } else { 0 };
            return false;
        }
        let mut wide = std::mem::take(&mut self.memory.scratch);
        wide.clear();
        let mut lengths = Few::new(texts.len());
        let is_wide =
            write_wide_texts(texts, self.wide_of, &mut wide, &mut lengths) && wide.len() < total;
        if !is_wide {
            lengths.iter_mut().zip(texts).for_each(|(to, text)| *to = text.len() as i64);
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

    /// Writes a column of texts in symbols, if that is shorter than their bytes.
    fn symbol_column(&mut self, texts: &[&str], table: &SymbolTable) -> bool {
        const MIN_TEXTS: usize = 2;
        /// What a code costs, beside its symbol.
        const CODE_BYTES: usize = 16;
        if texts.len() < MIN_TEXTS {
            return false;
        }
        let Memory { body, codes, scratch, .. } = &mut *self.memory;
        codes.clear();
        let mut lengths = Vec::with_capacity(texts.len());
        for text in texts {
            let start = codes.len();
            table.encode(text, codes);
            lengths.push((codes.len() - start) as i64);
        }
        scratch.clear();
        let total: usize = texts.iter().map(|text| text.len()).sum();
        let is_wide = write_wide_texts(texts, self.wide_of, scratch, &mut Few::new(texts.len()));
        let wide = if is_wide { scratch.len() } else { total };
        let is_shorter = codes.len() < total.min(wide);
        if is_shorter {
            body.push(column::SYMBOL_TEXTS);
            write_ints(&lengths, body);
            body.extend_from_slice(codes);
            let cost = CODE_BYTES.saturating_mul(codes.len());
            self.claim(cost);
        }
        is_shorter
    }
}

/// Appends texts as wide ones, if that is worth trying and all can be; else false, perhaps with
/// some of them. `lengths` gets that of each.
fn write_wide_texts(
    texts: &[&str],
    wide_of: WideOf,
    out: &mut Vec<u8>,
    lengths: &mut [i64],
) -> bool {
    let others = texts.iter().map(|text| wide_text::other_bytes(text.as_bytes())).sum();
    if !wide_text::is_enough(others, texts.iter().map(|text| text.len()).sum()) {
        return false;
    }
    for (text, length) in texts.iter().zip(lengths) {
        let start = out.len();
        if !wide_text::write_wide(text, wide_of, out) {
            return false;
        }
        *length = (out.len() - start) as i64;
    }
    true
}

/// Finds the distinct texts in the order in which they come, and for each text the index of its
/// own; both have room for as many as there are texts. Gives how many are distinct.
fn distinct<'t>(
    texts: &[&'t str],
    slots: &mut Vec<u32>,
    entries: &mut [&'t str],
    indexes: &mut [i64],
) -> usize {
    const FREE: u32 = u32::MAX;
    /// Texts made to collide in one hash are distinguished by a table with a random key.
    const MAX_TRIES: usize = 32;
    let size = (texts.len() * 2).next_power_of_two();
    slots.clear();
    slots.resize(size, FREE);
    let mut count = 0;
    'texts: for (text, index) in texts.iter().zip(&mut *indexes) {
        let mut at = text_hash(text.as_bytes()) as usize;
        for _ in 0..MAX_TRIES {
            let slot = &mut slots[at & (size - 1)];
            if *slot == FREE {
                *slot = count as u32;
                *index = count as i64;
                entries[count] = text;
                count += 1;
                continue 'texts;
            }
            if entries[*slot as usize] == *text {
                *index = i64::from(*slot);
                continue 'texts;
            }
            at += 1;
        }
        return distinct_slowly(texts, entries, indexes);
    }
    count
}

#[cold]
fn distinct_slowly<'t>(texts: &[&'t str], entries: &mut [&'t str], indexes: &mut [i64]) -> usize {
    let mut numbers: HashMap<&str, i64, RandomState> = HashMap::default();
    for (text, index) in texts.iter().zip(indexes) {
        let next = numbers.len();
        *index = *numbers.entry(text).or_insert_with(|| {
            entries[next] = text;
            next as i64
        });
    }
    numbers.len()
}

/// Finds the integer that `each` makes of each text; false if it makes none of one of them.
#[inline(always)]
fn ints(texts: &[&str], mut each: impl FnMut(&[u8]) -> Option<i64>, ints: &mut [i64]) -> bool {
    for (text, to) in texts.iter().zip(ints) {
        let Some(int) = each(text.as_bytes()) else { return false };
        *to = int;
    }
    true
}

/// Writes texts that all are integers; false if they are not.
fn write_int_texts(texts: &[&str], out: &mut Vec<u8>) -> bool {
    if number_text::parse_int(texts[0].as_bytes()).is_none() {
        return false;
    }
    let mut all = Few::new(texts.len());
    let written = ints(texts, number_text::parse_int, &mut all);
    if written {
        out.push(column::INT_TEXTS);
        write_ints(&all, out);
    }
    written
}

/// Writes texts that all are of one packed kind; false if they are not.
fn write_typed_texts(texts: &[&str], out: &mut Vec<u8>) -> bool {
    let first = texts[0].as_bytes();
    if let Some((_, fraction, style)) = date_text::parse_date_time(first) {
        let mut last = date_text::LastDate::default();
        let seconds = |text: &[u8]| {
            let (seconds, _, other) = date_text::parse_next_date_time(text, &mut last)?;
            (other == style).then_some(seconds)
        };
        let mut all = Few::new(texts.len());
        if fraction == 0 && style.fraction_digits == 0 && ints(texts, seconds, &mut all) {
            out.extend([column::DATE_TIME_TEXTS, style.code()]);
            out.extend(style.offset().map(i8::cast_unsigned));
            write_ints(&all, out);
            return true;
        }
    } else if calendar::parse_date(first).is_some() {
        let mut days = Few::new(texts.len());
        if ints(texts, calendar::parse_date, &mut days) {
            out.push(column::DATE_TEXTS);
            write_ints(&days, out);
            return true;
        }
    } else if let Some((_, scale, _)) = number_text::parse_decimal(first) {
        let digits = |text: &[u8]| match number_text::parse_decimal(text)? {
            (0, _, true) => None,
            (digits, other, negative) if other == scale => {
                Some(if negative { -digits.cast_signed() } else { digits.cast_signed() })
            }
            _ => None,
        };
        let mut all = Few::new(texts.len());
        if ints(texts, digits, &mut all) {
            out.extend([column::DECIMAL_TEXTS, scale]);
            write_ints(&all, out);
            return true;
        }
    } else if write_int_texts(texts, out) {
        return true;
    } else if (1..=18).contains(&first.len()) && first.iter().all(u8::is_ascii_digit) {
        let digits = |text: &[u8]| {
            if text.len() == first.len() {
                digits::parse_digits(text).map(u64::cast_signed)
            } else {
                None
            }
        };
        let mut all = Few::new(texts.len());
        if ints(texts, digits, &mut all) {
            out.extend([column::DIGITS_TEXTS, first.len() as u8]);
            write_ints(&all, out);
            return true;
        }
    } else if uuid::parse_uuid(first).is_some() {
        if let Some(uuids) =
            texts.iter().map(|text| uuid::parse_uuid(text.as_bytes())).collect::<Option<Vec<_>>>()
        {
            out.push(column::UUID_TEXTS);
            out.extend(uuids.into_iter().flatten());
            return true;
        }
    } else if first.len() >= 8
        && let Some(upper) = hex_text::hex_case(first)
    {
        let same = |text: &&str| {
            let text = text.as_bytes();
            text.len() == first.len()
                && (hex_text::hex_case(text) == Some(upper) || text.iter().all(u8::is_ascii_digit))
        };
        if texts.iter().all(same) {
            out.push(column::HEX_TEXTS);
            varint::write(out, first.len() as u64 & !1 | u64::from(upper));
            for text in texts {
                hex_text::write_hex(text.as_bytes(), out);
            }
            return true;
        }
    }
    false
}
