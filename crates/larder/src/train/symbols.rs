//! Learns the symbols of a table (docs/FORMAT.md, "Symbols").
//!
//! In the manner of FSST (Boncz, Neumann, Leis: "FSST: Fast Random Access String Compression", VLDB
//! 2020): texts are written with the table so far, and what is met there often, one symbol or two in
//! a row, makes the next table. Here a symbol is of whole characters. At the end, symbols that save
//! little give way to pairs that save more, as long as the codes of all texts become fewer.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;

use crate::format::larder::{MAX_SYMBOL_BYTES, MAX_SYMBOLS, SymbolTable};

/// How often a table is made anew.
const ROUNDS: usize = 8;
/// How many symbols give way at a time, at first; once that does not help, half as many.
const REPLACED: usize = 64;
/// About how many bytes of texts are learned from.
const LEARNED_BYTES: usize = 128 << 10;

/// A code that stands for no symbol: the character follows.
const ESCAPE: u8 = 0xFF;

/// A table for these texts, of symbols that are met `min_count` times or more; none if there are no
/// such symbols.
pub fn learn<'t>(
    texts: impl Iterator<Item = &'t str> + Clone,
    min_count: usize,
) -> Option<SymbolTable> {
    let bytes: usize = texts.clone().map(str::len).sum();
    let texts: Vec<&str> = texts.step_by(bytes.div_ceil(LEARNED_BYTES).max(1)).collect();
    let mut table = SymbolTable::new(best(&Counts::of_characters(&texts), min_count))?;
    for _ in 0..ROUNDS {
        table = SymbolTable::new(best(&Counts::of(&texts, &table), min_count))?;
    }
    let mut counts = Counts::of(&texts, &table);
    let mut replaced = REPLACED;
    while replaced > 0 {
        let next = SymbolTable::new(with_replaced(&table, &counts, replaced, min_count))?;
        let next_counts = Counts::of(&texts, &next);
        if next_counts.codes < counts.codes {
            (table, counts) = (next, next_counts);
        } else {
            replaced /= 2;
        }
    }
    Some(table)
}

type PartCounts<'t> = HashMap<&'t str, usize, FixedState>;

/// What is met when texts are written with a table.
#[derive(Default)]
struct Counts<'t> {
    /// Bytes of all codes.
    codes: usize,
    /// The symbols, and the characters that have none.
    parts: PartCounts<'t>,
    /// The first characters of symbols that are longer.
    firsts: PartCounts<'t>,
    /// What could be one symbol: two parts in a row, or a part and the first character of the next.
    pairs: PartCounts<'t>,
}

impl<'t> Counts<'t> {
    fn of_characters(texts: &[&'t str]) -> Self {
        let mut counts = Self::default();
        for text in texts {
            counts.add(text, text.chars().map(char::len_utf8));
        }
        counts
    }

    fn of(texts: &[&'t str], table: &SymbolTable) -> Self {
        let lengths: Vec<usize> = table.symbols().map(str::len).collect();
        let (mut counts, mut codes) = (Self::default(), Vec::new());
        for text in texts {
            codes.clear();
            table.encode(text, &mut codes);
            counts.codes += codes.len();
            let (mut codes, mut at) = (codes.iter(), 0);
            counts.add(
                text,
                std::iter::from_fn(|| {
                    let code = *codes.next()?;
                    let length = if code == ESCAPE {
                        let length = first_character(&text[at..]).len();
                        codes.by_ref().take(length).for_each(drop);
                        length
                    } else {
                        lengths[usize::from(code)]
                    };
                    at += length;
                    Some(length)
                }),
            );
        }
        counts
    }

    /// Counts a text of parts of these lengths.
    fn add(&mut self, text: &'t str, parts: impl Iterator<Item = usize>) {
        let (mut last, mut at) = (0, 0);
        for length in parts {
            let part = &text[at..at + length];
            let first = first_character(part);
            *self.parts.entry(part).or_default() += 1;
            if first.len() < length {
                *self.firsts.entry(first).or_default() += 1;
            }
            if at > 0 {
                let mut pair = |end: usize| {
                    if end - last <= MAX_SYMBOL_BYTES {
                        *self.pairs.entry(&text[last..end]).or_default() += 1;
                    }
                };
                pair(at + length);
                if first.len() < length {
                    pair(at + first.len());
                }
            }
            (last, at) = (at, at + length);
        }
    }
}

fn first_character(text: &str) -> &str {
    &text[..text.chars().next().map_or(0, char::len_utf8)]
}

/// What stands for most bytes.
fn best<'t>(counts: &Counts<'t>, min_count: usize) -> Vec<&'t str> {
    let mut met = counts.parts.clone();
    for (part, count) in counts.firsts.iter().chain(&counts.pairs) {
        *met.entry(part).or_default() += count;
    }
    let mut met: Vec<_> = met.into_iter().filter(|(_, count)| *count >= min_count).collect();
    met.sort_unstable_by_key(|(part, count)| (Reverse(count * part.len()), *part));
    met.truncate(MAX_SYMBOLS);
    met.into_iter().map(|(part, _)| part).collect()
}

/// The symbols, of which those that save least, at most `replaced`, give way to what would save
/// more.
fn with_replaced<'a>(
    table: &'a SymbolTable,
    counts: &Counts<'a>,
    replaced: usize,
    min_count: usize,
) -> Vec<&'a str> {
    let known: HashSet<&str> = table.symbols().collect();
    let saved = |symbol: &&'a str| {
        let count = counts.parts.get(symbol).copied().unwrap_or(0);
        (count * (encoded_without(symbol, table, &known) - 1), *symbol)
    };
    let mut symbols: Vec<_> = table.symbols().map(|symbol| saved(&symbol)).collect();
    symbols.sort_unstable_by(|a, b| b.cmp(a));
    // A pair saves one code each time, a character its bytes.
    let characters = counts.parts.iter().map(|(part, count)| (part, count * part.len(), count));
    let pairs = counts.pairs.iter().map(|(pair, count)| (pair, *count, count));
    let mut new: Vec<_> = characters
        .chain(pairs)
        .filter(|(part, _, count)| **count >= min_count && !known.contains(**part))
        .map(|(part, saved, _)| (saved, *part))
        .collect();
    new.sort_unstable_by(|a, b| b.cmp(a));
    let mut new = new.into_iter().take(replaced).peekable();
    let mut next = Vec::with_capacity(MAX_SYMBOLS);
    next.extend(new.by_ref().take(MAX_SYMBOLS - symbols.len()).map(|(_, part)| part));
    while let (Some((gain, part)), Some((loss, _))) = (new.peek(), symbols.last())
        && gain > loss
    {
        symbols.pop();
        next.push(part);
        new.next();
    }
    next.extend(symbols.into_iter().map(|(_, symbol)| symbol));
    next
}

/// How many bytes a symbol would take if it were none.
fn encoded_without(symbol: &str, table: &SymbolTable, known: &HashSet<&str>) -> usize {
    let mut prefixes = (1..symbol.len()).rev().filter(|end| symbol.is_char_boundary(*end));
    match prefixes.find(|end| known.contains(&symbol[..*end])) {
        Some(end) => 1 + table.encoded_len(&symbol[end..]),
        None => {
            let first = first_character(symbol).len();
            1 + first + table.encoded_len(&symbol[first..])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned(texts: &[String], min_count: usize) -> Option<SymbolTable> {
        learn(texts.iter().map(String::as_str), min_count)
    }

    #[test]
    fn what_texts_have_in_common_becomes_symbols_of_whole_characters() {
        let texts: Vec<String> = (0..500)
            .map(|at| format!("https://cdn.example.com/商品/{}/{}", at * 7919 % 1000, at * 31 % 97))
            .collect();
        let table = learned(&texts, 4).unwrap();
        let raw: usize = texts.iter().map(String::len).sum();
        let codes: usize = texts.iter().map(|text| table.encoded_len(text)).sum();
        assert!(codes * 4 < raw, "{codes} of {raw}");
        let symbols: Vec<&str> = table.symbols().collect();
        assert!(symbols.iter().any(|symbol| symbol.contains('商')), "{symbols:?}");
        assert_eq!(symbols, learned(&texts, 4).unwrap().symbols().collect::<Vec<_>>());
    }

    #[test]
    fn rare_pieces_become_no_symbols() {
        let texts: Vec<String> =
            (0..100).map(|at| format!("order {}", if at == 7 { "qzqz" } else { "paid" })).collect();
        let table = learned(&texts, 4).unwrap();
        assert!(table.symbols().all(|symbol| !symbol.contains(['q', 'z'])), "{table:?}");
        assert!(learned(&["abc".into(), "xyz".into()], 4).is_none());
        assert!(learned(&[], 1).is_none());
    }
}
