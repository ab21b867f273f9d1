//! The union of the keys of several maps, in an order that all of them have (docs/FORMAT.md, "Lists
//! and maps").
//!
//! May use `engine`.

use std::collections::HashMap;

use foldhash::fast::RandomState;
use larder::raw;

use crate::zend::engine::value::*;

/// More keys are looked for in a table, not one by one.
const FEW: usize = 32;

/// The union of the keys of the maps so far.
#[derive(Default)]
pub struct Union {
    /// In the order in which they were met.
    keys: Vec<RawKey>,
    /// The indices of the keys of all maps, one after another.
    met: Vec<u32>,
    /// Indices of keys that stand beside each other in a map.
    pairs: Vec<(u32, u32)>,
    /// The key that came after each one the last time.
    after: Vec<u32>,
    /// The indices of all keys, if they are many.
    table: HashMap<Key, u32, RandomState>,
}

/// A key by its bytes, which are alive (rule 1).
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Int(u64),
    Text(&'static [u8]),
}

impl Union {
    /// No key: an index.
    const NONE: u32 = u32::MAX;

    /// How many keys it has.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Takes in the keys of a map; returns whether another one has some of them.
    ///
    /// # Safety
    /// The strings of all keys are alive as long as this is used.
    pub unsafe fn add(&mut self, count: usize, keys: impl Fn(usize) -> RawKey) -> bool {
        let known = self.keys.len();
        let (mut last, mut shared) = (Self::NONE, false);
        for at in 0..count {
            let key = keys(at);
            let index = match unsafe { self.find(key, last, known) } {
                Some(index) => {
                    shared = true;
                    index
                }
                None => self.insert(key),
            };
            if last != Self::NONE && self.after[last as usize] != index {
                self.after[last as usize] = index;
                self.pairs.push((last, index));
            }
            self.met.push(index);
            last = index;
        }
        shared
    }

    /// The index of a key among the `known` ones; most often one that comes soon after the `last`.
    unsafe fn find(&self, key: RawKey, last: u32, known: usize) -> Option<u32> {
        let is_it = |at: &usize| unsafe { self.keys[*at].equals(key) };
        if known > FEW {
            let next = last.wrapping_add(1) as usize;
            if next < known && is_it(&next) {
                return Some(next as u32);
            }
            return self.table.get(&table_key(key)).copied();
        }
        let next = (last.wrapping_add(1) as usize).min(known);
        (next..known).chain(0..next).find(is_it).map(|at| at as u32)
    }

    fn insert(&mut self, key: RawKey) -> u32 {
        let index = self.keys.len() as u32;
        self.keys.push(key);
        self.after.push(Self::NONE);
        if self.keys.len() == FEW + 1 {
            self.table.extend((0..).zip(&self.keys).map(|(at, key)| (table_key(*key), at)));
        } else if self.keys.len() > FEW {
            self.table.insert(table_key(key), index);
        }
        index
    }

    /// The keys in order, and the place of each key of each map in it; `None` if there is no order
    /// that all maps have.
    pub fn in_order(mut self) -> Option<(Vec<RawKey>, Vec<u32>)> {
        let order = raw::order(self.keys.len(), &self.pairs)?;
        let mut places = self.after;
        for (place, index) in (0..).zip(&order) {
            places[*index as usize] = place;
        }
        self.met.iter_mut().for_each(|index| *index = places[*index as usize]);
        let keys = order.iter().map(|index| self.keys[*index as usize]).collect();
        Some((keys, self.met))
    }
}

fn table_key(key: RawKey) -> Key {
    if key.name.is_null() { Key::Int(key.hash) } else { Key::Text(unsafe { bytes(key.name) }) }
}
