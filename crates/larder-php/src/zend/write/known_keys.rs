//! The keys of arrays that were written lately, and what was made of them: found by the hashes that
//! the engine keeps in the buckets.
//!
//! The keys' hashes choose a slot; the first guess is the slot that followed the last one the time
//! before. Known keys are compared one by one: by the address of the key's string if this request
//! has met it, else by its hash and bytes. Keys are learned when they come again: the first time, a slot
//! only notes their hash. A slot holds the latest, so a flood of arrays with other keys costs no
//! more than reading them.
//!
//! May use `engine` and `limits`.

use crate::zend::engine::value::*;

const SLOTS: usize = 1024;
/// The limit of all known keys, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// The limit of those of one array.
const MAX_KEYS_BYTES: usize = 128 << 10;

/// Keys known to a thread, each with a `T` that was made of them.
pub struct KnownKeys<T> {
    slots: Box<[Option<Box<Known<T>>>; SLOTS]>,
    /// The hashes of keys that came once.
    met: Box<[u64; SLOTS]>,
    /// The slot of the keys that were found last.
    last: usize,
    bytes: usize,
    /// The number of the request: addresses of strings mean nothing in the next one.
    request: u64,
    /// How many keys were learned.
    learned: u64,
}

struct Known<T> {
    keys: Box<[KnownKey]>,
    /// The bytes of all names, one after another.
    names: Box<[u8]>,
    /// The request in which the addresses of the names were taken, with a count of each.
    request: u64,
    /// The slot of the keys that came next: rows follow rows.
    next: usize,
    /// A number that no others have.
    number: u64,
    made: T,
}

struct KnownKey {
    key: RawKey,
    /// Where its bytes end in [`Known::names`]; they begin where those of the last one end.
    end: usize,
}

/// What [`KnownKeys::find`] finds.
#[derive(Clone, Copy)]
pub enum Found {
    /// Keys that are known, in this slot.
    Known(usize),
    /// Keys that came before: [`KnownKeys::learn`] makes them known in this slot.
    Again(usize),
    /// Keys that have not come lately.
    New,
}

impl<T> Known<T> {
    /// Whether it has these keys.
    #[inline(always)]
    unsafe fn is(&self, count: usize, keys: impl Fn(usize) -> RawKey, request: u64) -> bool {
        // The names that this request has met are alive, and so are those in hand: equal addresses
        // are the same string.
        let held = self.request == request;
        let mut start = 0;
        self.keys.len() == count
            && self.keys.iter().enumerate().all(|(at, known)| {
                let key = keys(at);
                let name = start..known.end;
                start = known.end;
                held && known.key.is(key)
                    || known.key.hash == key.hash
                        && known.key.name.is_null() == key.name.is_null()
                        && (key.name.is_null()
                            || same_bytes(unsafe { bytes(key.name) }, &self.names[name]))
            })
    }

    /// Takes the addresses of the names, and a count of each.
    unsafe fn hold(&mut self, keys: impl Fn(usize) -> RawKey, request: u64) {
        for (at, known) in self.keys.iter_mut().enumerate() {
            known.key = keys(at);
            if !known.key.name.is_null() {
                unsafe { add_count(known.key.name) };
            }
        }
        self.request = request;
    }

    /// Gives the counts back.
    unsafe fn release(&mut self, request: u64) {
        if self.request == request {
            for known in &self.keys {
                if !known.key.name.is_null() {
                    unsafe { release_string(known.key.name) };
                }
            }
            self.request = 0;
        }
    }

    /// Roughly the bytes that it takes.
    fn bytes(&self) -> usize {
        // What is made of keys takes about as much as they do.
        size_of::<Self>() + self.keys.len() * size_of::<KnownKey>() + 2 * self.names.len()
    }
}

impl<T> KnownKeys<T> {
    pub fn new() -> Self {
        Self {
            slots: Box::new([const { None }; SLOTS]),
            met: Box::new([0; SLOTS]),
            last: 0,
            bytes: 0,
            request: 1,
            learned: 0,
        }
    }

    /// A request is over: releases the strings of its keys.
    pub fn end_request(&mut self) {
        for known in self.slots.iter_mut().flatten() {
            // A count is held of each (see `hold`), so they are alive.
            unsafe { known.release(self.request) };
        }
        self.request += 1;
        if self.bytes > MAX_BYTES / 2 {
            self.slots.iter_mut().for_each(|slot| *slot = None);
            self.bytes = 0;
        }
    }

    /// What was made of the keys in a slot that was found.
    #[inline(always)]
    pub fn get(&mut self, slot: usize) -> Option<&mut T> {
        self.slots[slot].as_mut().map(|known| &mut known.made)
    }

    /// The number of the keys in a slot, which no others ever have.
    #[inline(always)]
    pub fn number(&self, slot: usize) -> Option<u64> {
        self.slots[slot].as_ref().map(|known| known.number)
    }

    /// The slot of these keys, if they are those that are expected next.
    ///
    /// # Safety
    /// The keys' strings are alive, and `keys` gives the same for an index below `count` each time.
    #[inline(always)]
    pub unsafe fn guess(&mut self, count: usize, keys: impl Fn(usize) -> RawKey) -> Option<usize> {
        let next = self.slots[self.last].as_ref().map_or(0, |last| last.next);
        let known = self.slots[next].as_ref()?;
        if !unsafe { known.is(count, keys, self.request) } {
            return None;
        }
        self.last = next;
        Some(next)
    }

    /// Whether these keys are known; `count` is not 0.
    ///
    /// # Safety
    /// As [`KnownKeys::guess`].
    #[inline(never)]
    pub unsafe fn find(&mut self, count: usize, keys: impl Fn(usize) -> RawKey) -> Found {
        let mut sum = count as u64;
        for at in 0..count {
            sum = sum.rotate_left(1) ^ keys(at).hash;
        }
        sum = sum.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let slot = (sum >> 54) as usize % SLOTS;
        let request = self.request;
        if let Some(known) = &mut self.slots[slot]
            && unsafe { known.is(count, &keys, request) }
        {
            if known.request != request {
                unsafe { known.hold(&keys, request) };
            }
            if let Some(last) = &mut self.slots[self.last] {
                last.next = slot;
            }
            self.last = slot;
            return Found::Known(slot);
        }
        if std::mem::replace(&mut self.met[slot], sum) == sum {
            Found::Again(slot)
        } else {
            Found::New
        }
    }

    /// Makes keys known that came again, if there is room.
    ///
    /// # Safety
    /// As [`KnownKeys::guess`], for the keys that `slot` was found for.
    #[cold]
    pub unsafe fn learn(
        &mut self,
        slot: usize,
        count: usize,
        keys: impl Fn(usize) -> RawKey,
        made: T,
    ) {
        let mut names = Vec::new();
        let known = (0..count).map(|at| {
            let key = keys(at);
            if !key.name.is_null() {
                names.extend_from_slice(unsafe { bytes(key.name) });
            }
            KnownKey { key, end: names.len() }
        });
        let keys_known = known.collect();
        self.learned += 1;
        let mut known = Box::new(Known {
            keys: keys_known,
            names: names.into(),
            request: 0,
            next: slot,
            number: self.learned,
            made,
        });
        let bytes = known.bytes();
        let before = self.slots[slot].as_ref().map_or(0, |known| known.bytes());
        if bytes <= MAX_KEYS_BYTES && self.bytes - before + bytes <= MAX_BYTES {
            unsafe { known.hold(keys, self.request) };
            self.bytes = self.bytes - before + bytes;
            if let Some(mut old) = self.slots[slot].replace(known) {
                // A count is held of each (see `hold`), so they are alive.
                unsafe { old.release(self.request) };
            }
        }
    }
}
