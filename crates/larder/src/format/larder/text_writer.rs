//! Texts, as the shortest of what they can be (docs/FORMAT.md, "Texts").

use super::dictionary::text_hash;
use super::scalars::write_text_tag;
use super::tag::{self, MIN_AGAIN};
use super::text::symbols::SymbolTable;
use super::text::{packed_text, wide_text};
use super::tree_writer::{Here, TreeWriter};
use super::varint;
use super::writer_memory::{Memory, SEEN_SLOTS, SeenSlot};
use crate::limits::Limits;

impl<'w, R> TreeWriter<'w, R> {
    #[inline(never)]
    pub(super) fn text_in_place(&mut self, text: &str, ascii: bool, here: Here<'_>) {
        if let Some(number) = here.dictionary.and_then(|dictionary| dictionary.find(text)) {
            return self.entry(number, text.len().saturating_sub(Limits::TEXT_BYTES));
        }
        let bytes = text.as_bytes();
        if bytes.len() < MIN_AGAIN {
            // Too short to be packed, met again or shorter as wide text.
            write_text_tag(bytes.len(), &mut self.memory.body);
            self.column_text(bytes);
        } else if !ascii {
            self.other_text(text, here);
        } else if here.plain || !packed_text::pack(bytes, &mut self.memory.body) {
            match here.symbols {
                Some(table) if self.symbol_text(text, table, bytes.len()) => {}
                _ => self.stored_text(bytes, false),
            }
        }
    }

    /// Writes a text in symbols, if that takes fewer than so many bytes.
    #[inline(never)]
    fn symbol_text(&mut self, text: &str, table: &SymbolTable, most: usize) -> bool {
        let Memory { body, codes, .. } = &mut *self.memory;
        codes.clear();
        table.encode(text, codes);
        if codes.len() >= most {
            return false;
        }
        match codes.len().checked_sub(tag::SHORT_SYMBOLS_BYTES) {
            None => body.push(tag::SYMBOLS + codes.len() as u8),
            Some(above) => {
                body.push(tag::LONG_SYMBOLS);
                varint::write(body, above as u64);
            }
        }
        append(codes, body);
        true
    }

    /// Writes a text of [`MIN_AGAIN`] bytes or more that is not ASCII.
    #[inline(never)]
    fn other_text(&mut self, text: &str, here: Here<'_>) {
        /// What most texts take, with a word more.
        const FEW: usize = 64 + size_of::<u64>();
        if !wide_text::is_worth_trying(text.as_bytes()) {
            return self.shorter_text(text, None, here);
        }
        if text.len() + size_of::<u64>() <= FEW {
            let mut wide = [0; FEW];
            let length = (self.wide_of)(text, &mut wide);
            return self.shorter_text(text, length.map(|length| &wide[..length]), here);
        }
        let mut scratch = std::mem::take(&mut self.memory.scratch);
        scratch.clear();
        let is_wide = wide_text::write_wide(text, self.wide_of, &mut scratch);
        self.shorter_text(text, is_wide.then_some(&scratch), here);
        self.memory.scratch = scratch;
    }

    /// Writes a text in symbols or as wide bytes, if it can be and is shorter so.
    #[inline(always)]
    fn shorter_text(&mut self, text: &str, wide: Option<&[u8]>, here: Here<'_>) {
        let wide = wide.filter(|wide| wide.len() + 1 < text.len());
        if let Some(table) = here.symbols
            && self.symbol_text(text, table, wide.map_or(text.len(), <[u8]>::len))
        {
            return;
        }
        match wide {
            Some(wide) => self.stored_text(wide, true),
            None => self.stored_text(text.as_bytes(), false),
        }
    }

    #[inline(always)]
    pub(super) fn stored_text(&mut self, stored: &[u8], wide: bool) {
        let inline = self.columns > 0 || !self.features.split;
        let head = TextHead::of(stored.len(), wide);
        let Memory { body, texts, seen, seen_count, epoch, beyond, inline_texts, .. } =
            &mut *self.memory;
        if self.columns == 0 {
            let number = *seen_count;
            if self.features.again {
                let known = &mut seen[text_hash(stored) as usize % SEEN_SLOTS];
                // A message has less than 4 GiB, so what does not fit here is never looked
                // for.
                let length = (stored.len() as u32) << 1 | u32::from(wide);
                if known.epoch == *epoch && known.length == length {
                    let texts = if inline { &*body } else { &*texts };
                    let at = known.at as usize;
                    if texts.get(at..at + stored.len()) == Some(stored)
                        && varint::size(u64::from(known.number)) < stored.len()
                    {
                        // Wide text is charged for what it is made in, too.
                        let cost = stored.len().saturating_mul(if wide { 6 } else { 1 });
                        *beyond =
                            beyond.saturating_add(cost.saturating_sub(2 * Limits::VALUE_BYTES));
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
            *inline_texts += if self.columns == 0 { stored.len() } else { 0 };
            head.append_with(stored, body);
        } else {
            head.append_with(&[], body);
            append(stored, texts);
        }
    }

    /// Bytes of text in a column.
    pub(super) fn column_text(&mut self, bytes: &[u8]) {
        let texts = if self.columns > 0 {
            &mut self.memory.body
        } else if self.features.split {
            &mut self.memory.texts
        } else {
            self.memory.inline_texts += bytes.len();
            &mut self.memory.body
        };
        append(bytes, texts);
    }
}

/// Appends a text as it is.
#[inline(always)]
pub(super) fn write_text(text: &[u8], out: &mut Vec<u8>) {
    TextHead::of(text.len(), false).append_with(text, out);
}

/// What stands before the bytes of a text.
#[derive(Clone, Copy)]
struct TextHead {
    /// The lowest byte first.
    bytes: u64,
    length: usize,
}

impl TextHead {
    #[inline(always)]
    fn of(length: usize, wide: bool) -> Self {
        if length < tag::SHORT_TEXT_BYTES && !wide {
            return Self { bytes: u64::from(tag::TEXT) + length as u64, length: 1 };
        }
        let (tag, mut rest) = if wide {
            (tag::WIDE_TEXT, length as u64)
        } else {
            (tag::LONG_TEXT, (length - tag::SHORT_TEXT_BYTES) as u64)
        };
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
            u128::from(u64::from_le_bytes(*first))
                | u128::from(u64::from_le_bytes(*last)) << (8 * (text.len() - 8))
        }
        _ => match (text.first_chunk(), text.last_chunk()) {
            (Some(first), Some(last)) => u128::from(
                u64::from(u32::from_le_bytes(*first))
                    | u64::from(u32::from_le_bytes(*last)) << (8 * (text.len() - 4)),
            ),
            _ => text.iter().rev().fold(0, |word, byte| word << 8 | u128::from(*byte)),
        },
    }
}

/// Appends bytes; few of them without a call, as two pieces that may overlap.
#[inline]
pub(super) fn append(bytes: &[u8], out: &mut Vec<u8>) {
    fn pieces<const N: usize>(bytes: &[u8], out: &mut Vec<u8>) {
        let (Some(first), Some(last)) = (bytes.first_chunk::<N>(), bytes.last_chunk::<N>()) else {
            return;
        };
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
