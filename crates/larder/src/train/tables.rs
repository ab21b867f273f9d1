//! Decides which places have symbols, and which of them share a table (docs/FORMAT.md, "Symbols").
//!
//! Each place gets a table of its own at first. As long as two tables save hardly more than one for
//! both would, they become one. What a table saves is measured on texts that it was not learned
//! from.

use super::left::Left;
use super::options::Options;
use super::symbols;
use crate::format::larder::{Place, ProfileParts, SymbolTable};

/// The bytes per value that a table must save: it takes memory wherever the profile is loaded.
const MIN_SAVED: f64 = 0.5;
/// Where symbols save less than this part of a place's texts, they do not pay for the time.
const MIN_SAVED_PART: f64 = 0.1;
/// Places beyond these, those with the most text, get no table.
const MAX_TABLES: usize = 48;

/// A table, and the places that have it.
pub struct Table {
    pub symbols: SymbolTable,
    pub places: Vec<usize>,
    /// The bytes per value that it saves in each place that is looked at.
    saves: Vec<f64>,
}

impl Table {
    /// `None` if nothing comes again in the texts of these places.
    fn learn(
        places: Vec<usize>,
        left: &Left<'_>,
        looked_at: &[usize],
        min_count: usize,
    ) -> Option<Self> {
        let symbols = symbols::learn(left.learned(&places), min_count)?;
        let saves = looked_at.iter().map(|place| left.saved(*place, &symbols)).collect();
        Some(Self { symbols, places, saves })
    }

    /// The table, learned from all texts.
    pub fn finish(&mut self, left: &Left<'_>, options: &Options) {
        if let Some(symbols) = symbols::learn(left.all(&self.places), options.min_count) {
            self.symbols = symbols;
        }
    }
}

/// The tables, that which saves most first; learned without the texts that are held out.
pub fn learn(left: &Left<'_>, options: &Options) -> Vec<Table> {
    let min_count = options.min_count;
    let looked_at = left.largest(MAX_TABLES);
    let mut tables: Vec<Table> = Vec::new();
    for place in &looked_at {
        tables.extend(Table::learn(vec![*place], left, &looked_at, min_count));
    }
    let at = |place: usize| looked_at.iter().position(|other| *other == place).unwrap_or(0);
    // What a table saves in all places of another one.
    let saved = |table: &Table, of: &Table| -> f64 {
        of.places.iter().map(|place| table.saves[at(*place)]).sum()
    };
    while tables.len() > 1 {
        // The two that lose least, if the better one serves both.
        let mut least: Option<(f64, usize, usize)> = None;
        for (first, one) in tables.iter().enumerate() {
            for (second, other) in tables.iter().enumerate().skip(first + 1) {
                let own = (saved(one, one), saved(other, other));
                let shared = (own.0 + saved(one, other)).max(saved(other, one) + own.1);
                let lost = own.0 + own.1 - shared;
                if least.is_none_or(|(least, ..)| lost < least) {
                    least = Some((lost, first, second));
                }
            }
        }
        let bytes: usize = tables.iter().map(|table| bytes_of(&table.symbols)).sum();
        let Some((_, first, second)) =
            least.filter(|(lost, ..)| *lost < MIN_SAVED || bytes > options.symbol_bytes)
        else {
            break;
        };
        let other = tables.remove(second);
        let places = [&*tables[first].places, &*other.places].concat();
        match Table::learn(places, left, &looked_at, min_count) {
            Some(table) => tables[first] = table,
            None => drop(tables.remove(first)),
        }
    }
    for table in &mut tables {
        let Table { places, saves, .. } = table;
        places.retain(|place| saves[at(*place)] >= MIN_SAVED_PART * left.bytes(*place));
    }
    tables.retain(|table| saved(table, table) >= MIN_SAVED);
    tables.sort_by(|one, other| saved(other, other).total_cmp(&saved(one, one)));
    let mut bytes_left = options.symbol_bytes;
    tables.retain(|table| {
        let rest = bytes_left.checked_sub(bytes_of(&table.symbols));
        bytes_left = rest.unwrap_or(bytes_left);
        rest.is_some()
    });
    tables
}

/// Gives the places their tables.
pub fn write(tables: &[Table], learned: &mut [Place], parts: &mut ProfileParts) {
    learned.iter_mut().for_each(|place| place.symbols = None);
    for (table, number) in tables.iter().zip(0..) {
        for place in &table.places {
            learned[*place].symbols = Some(number);
        }
    }
    let symbols = tables.iter().map(|table| table.symbols.symbols().map(Into::into).collect());
    parts.symbol_tables = symbols.collect();
}

/// What a table takes in a profile.
fn bytes_of(symbols: &SymbolTable) -> usize {
    1 + symbols.symbols().map(|symbol| 1 + symbol.len()).sum::<usize>()
}
