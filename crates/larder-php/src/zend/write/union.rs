//! The union of the keys of several maps, in an order that all of them have (docs/FORMAT.md, "Lists
//! and maps").
//!
//! May use `engine`.

use crate::zend::engine::value::*;

/// The union of the keys of the maps so far, of which there are at most [`Union::MAX_KEYS`].
pub struct Union {
    /// In the order in which they were met.
    keys: Vec<RawKey>,
    /// The same in the order that all maps have.
    ordered: Vec<RawKey>,
    /// The indices of the keys of all maps, one after another; then their places in the order.
    met: Vec<u8>,
    /// Of each key, the keys that stand directly before it in some map, and directly after it: a
    /// bit for each index.
    before: Vec<u64>,
    after: Vec<u64>,
    /// Of each key, the index of the one that came after it last, and at the end, that of the key
    /// that came first: mostly it comes again.
    next: [u8; Self::MAX_KEYS + 1],
    /// The indices of all keys, each plus one, at the place that its hash says, or the next that
    /// was free; 0 is free.
    table: Vec<u8>,
}

impl Default for Union {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            ordered: Vec::new(),
            met: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
            next: [Self::NONE; Self::MAX_KEYS + 1],
            table: Vec::new(),
        }
    }
}

impl Union {
    /// A set of keys is a word.
    pub const MAX_KEYS: usize = u64::BITS as usize;

    /// No index.
    const NONE: u8 = u8::MAX;

    /// Enough that few keys have to look for another place.
    const PLACES: usize = 4 * Self::MAX_KEYS;

    /// Forgets all.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.ordered.clear();
        self.met.clear();
        self.before.clear();
        self.after.clear();
        self.next.fill(Self::NONE);
        self.table.clear();
        self.table.resize(Self::PLACES, 0);
    }

    /// How many keys it has.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Takes in the keys of a map; returns whether another one has some of them, or `None` if there
    /// are too many.
    ///
    /// # Safety
    /// The strings of all keys are alive as long as this is used.
    pub unsafe fn add(&mut self, count: usize, keys: impl Fn(usize) -> RawKey) -> Option<bool> {
        let known = self.keys.len();
        let (mut last, mut shared) = (Self::MAX_KEYS, false);
        self.met.reserve(count);
        for at in 0..count {
            let key = keys(at);
            let next = self.next[last];
            let index = match self.keys.get(usize::from(next)) {
                Some(expected) if expected.is(key) => usize::from(next),
                _ => {
                    let index = unsafe { self.find_or_insert(key) }?;
                    self.next[last] = index as u8;
                    if last < Self::MAX_KEYS {
                        self.before[index] |= 1_u64 << last;
                        self.after[last] |= 1_u64 << index;
                    }
                    index
                }
            };
            shared |= index < known;
            self.met.push(index as u8);
            last = index;
        }
        Some(shared)
    }

    /// The index of a key, which is added if it is not there; `None` if there is no room for it.
    #[inline(never)]
    unsafe fn find_or_insert(&mut self, key: RawKey) -> Option<usize> {
        let mut place = key.hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) as usize >> 32;
        loop {
            place %= Self::PLACES;
            match self.table[place].checked_sub(1).map(usize::from) {
                None => break,
                Some(index) if unsafe { self.keys[index].equals(key) } => return Some(index),
                Some(_) => place += 1,
            }
        }
        let index = self.keys.len();
        if index == Self::MAX_KEYS {
            return None;
        }
        self.keys.push(key);
        self.before.push(0);
        self.after.push(0);
        self.table[place] = index as u8 + 1;
        Some(index)
    }

    /// The keys in order, and the place of each key of each map in it; `None` if there is no order
    /// that all maps have.
    pub fn in_order(&mut self) -> Option<(&[RawKey], &[u8])> {
        let (mut places, mut placed) = ([0; Self::MAX_KEYS], 0_u64);
        let mut next = (0..self.keys.len())
            .filter(|index| self.before[*index] == 0)
            .fold(0_u64, |next, index| next | 1 << index);
        while next != 0 {
            // Of those that can come next, the one that was met first.
            let index = next.trailing_zeros() as usize;
            next &= next - 1;
            places[index] = self.ordered.len() as u8;
            self.ordered.push(self.keys[index]);
            placed |= 1_u64 << index;
            let mut after = self.after[index];
            while after != 0 {
                let follower = after.trailing_zeros();
                after &= after - 1;
                if self.before[follower as usize] & !placed == 0 {
                    next |= 1 << follower;
                }
            }
        }
        self.met.iter_mut().for_each(|index| *index = places[usize::from(*index)]);
        (self.ordered.len() == self.keys.len()).then_some((&self.ordered, &self.met))
    }
}
