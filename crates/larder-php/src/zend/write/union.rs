//! The union of the keys of several maps, in an order that all of them have (docs/FORMAT.md, "Lists
//! and maps").
//!
//! May use `engine`.

use std::collections::HashSet;

use foldhash::fast::RandomState;

use crate::zend::engine::value::*;

/// More keys are looked for in a table, not one by one.
const FEW: usize = 16;
/// The index of no key.
const NONE: usize = usize::MAX;

/// The union of the keys of the maps so far.
pub struct Union {
    keys: Vec<Linked>,
    /// The index of the first key in the order of the union.
    first: usize,
    /// All keys, if they are many.
    table: HashSet<Key, RandomState>,
}

struct Linked {
    key: RawKey,
    /// The index of the one after it.
    next: usize,
}

/// A key by its bytes, which are alive (rule 1).
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Int(u64),
    Text(&'static [u8]),
}

impl Union {
    /// The keys of the first map.
    ///
    /// # Safety
    /// The strings of all keys are alive as long as this is used.
    pub unsafe fn new(count: usize, keys: impl Fn(usize) -> RawKey) -> Self {
        let next = |at: usize| if at + 1 < count { at + 1 } else { NONE };
        let keys = (0..count).map(|at| Linked { key: keys(at), next: next(at) }).collect();
        let mut union = Self { keys, first: 0, table: HashSet::default() };
        if count > FEW {
            union.fill();
        }
        union
    }

    /// How many keys it has.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    fn fill(&mut self) {
        self.table.extend(self.keys.iter().map(|linked| table_key(linked.key)));
    }

    /// Whether it has a key.
    fn has(&self, key: RawKey) -> bool {
        if self.table.is_empty() {
            self.keys.iter().any(|linked| unsafe { linked.key.equals(key) })
        } else {
            self.table.contains(&table_key(key))
        }
    }

    /// Takes in the keys of a further map; false if there is no union.
    pub fn add(&mut self, count: usize, keys: impl Fn(usize) -> RawKey) -> bool {
        let (mut last, mut shared) = (NONE, false);
        for at in 0..count {
            let key = keys(at);
            let after = if last == NONE { self.first } else { self.keys[last].next };
            if after != NONE && unsafe { self.keys[after].key.equals(key) } {
                (last, shared) = (after, true);
            } else if self.has(key) {
                let mut found = after;
                while found != NONE && !unsafe { self.keys[found].key.equals(key) } {
                    found = self.keys[found].next;
                }
                if found == NONE {
                    return false;
                }
                (last, shared) = (found, true);
            } else {
                let own = self.keys.len();
                self.keys.push(Linked { key, next: after });
                match last {
                    NONE => self.first = own,
                    last => self.keys[last].next = own,
                }
                if own == FEW {
                    self.fill();
                } else if own > FEW {
                    self.table.insert(table_key(key));
                }
                last = own;
            }
        }
        shared
    }

    /// The keys, in order.
    pub fn keys(&self) -> Vec<RawKey> {
        let mut keys = Vec::with_capacity(self.keys.len());
        let mut at = self.first;
        while at != NONE {
            keys.push(self.keys[at].key);
            at = self.keys[at].next;
        }
        keys
    }
}

fn table_key(key: RawKey) -> Key {
    if key.name.is_null() { Key::Int(key.hash) } else { Key::Text(unsafe { bytes(key.name) }) }
}
