//! The union of the keys of several maps, in an order that all of them have (docs/FORMAT.md, "Lists
//! and maps").
//!
//! May use `engine`.

use larder::raw;

use crate::zend::engine::value::*;

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
    /// The indices of all keys, each plus one, at the place that its hash says, or the next that
    /// was free; 0 is free.
    table: Vec<u32>,
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
            // Most often the one that came next the last time.
            let index = match self.after.get(last as usize) {
                Some(next)
                    if (*next as usize) < known
                        && unsafe { self.keys[*next as usize].equals(key) } =>
                {
                    *next
                }
                _ => unsafe { self.find_or_insert(key) },
            };
            shared |= (index as usize) < known;
            if last != Self::NONE && self.after[last as usize] != index {
                self.after[last as usize] = index;
                self.pairs.push((last, index));
            }
            self.met.push(index);
            last = index;
        }
        shared
    }

    /// The index of a key, which is added if it is not there.
    unsafe fn find_or_insert(&mut self, key: RawKey) -> u32 {
        if self.table.len() < 2 * (self.keys.len() + 1) {
            self.grow();
        }
        let last = self.table.len() - 1;
        let mut place = Self::place(key) & last;
        loop {
            match self.table[place].checked_sub(1) {
                None => break,
                Some(index) if unsafe { self.keys[index as usize].equals(key) } => return index,
                Some(_) => place = (place + 1) & last,
            }
        }
        let index = self.keys.len() as u32;
        self.keys.push(key);
        self.after.push(Self::NONE);
        self.table[place] = index + 1;
        index
    }

    fn place(key: RawKey) -> usize {
        (key.hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize
    }

    #[cold]
    fn grow(&mut self) {
        const LEAST: usize = 64;
        let places = (4 * self.keys.len()).next_power_of_two().max(LEAST);
        self.table.clear();
        self.table.resize(places, 0);
        for (number, key) in (1..).zip(&self.keys) {
            let mut place = Self::place(*key) & (places - 1);
            while self.table[place] != 0 {
                place = (place + 1) & (places - 1);
            }
            self.table[place] = number;
        }
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
