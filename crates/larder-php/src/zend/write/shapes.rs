//! The shapes of arrays and objects that are written: found by the hashes that the engine keeps in
//! the buckets, and remembered from call to call.
//!
//! The keys' hashes choose a slot; the first guess is the slot of the shape that followed the last
//! one the time before. A known shape is compared key by key: by the address of the key's string if
//! this request has met it, else by its bytes. A shape is known when it comes again, and a slot
//! holds the latest, so a flood of shapes costs no more than reading their keys.
//!
//! May use `engine` and `limits`.

use std::rc::Rc;
use std::sync::Arc;

use larder::{Key, Shape};

use crate::zend::engine::value::*;
use crate::zend::limits::chains::Chain;

const SLOTS: usize = 1024;
/// The limit of all known shapes, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// The limit of one shape.
const MAX_SHAPE_BYTES: usize = 128 << 10;

/// Roughly the bytes that a key of a shape takes, beside its name.
const KEY_BYTES: usize = size_of::<Key>() + size_of::<RawKey>() + 2 * size_of::<usize>();
/// A shape of one of so many last walks was of use lately.
const LATELY: u64 = 2048;

/// How many names are kept that came lately, each of at most so many bytes.
const NAMES: usize = 512;
const MAX_NAME_BYTES: usize = 64;

/// Shapes known to a thread.
pub struct Shapes {
    slots: Box<[Option<Box<Known>>; SLOTS]>,
    /// The sums of keys that came last in each slot.
    met: Box<[u64; SLOTS]>,
    /// Names of keys that came lately, by their hashes.
    names: Box<[Option<Name>]>,
    /// The slot of the shape that was found last.
    last: usize,
    bytes: usize,
    /// The number of the request: addresses of strings mean nothing in the next one.
    request: u64,
    /// The number of the walk; see [`Shapes::begin`].
    walk: u64,
    /// Those of the walk; see [`Shapes::steps`].
    steps: usize,
}

/// The name of a key, and its hash.
type Name = (u64, Arc<str>);

struct Known {
    shape: Rc<Shape>,
    keys: Box<[RawKey]>,
    /// The request in which the addresses of the names were taken, with a count of each.
    request: u64,
    /// The steps of its keys in [`Chain`]s.
    steps: usize,
    /// The walk in which it has this number.
    walk: u64,
    number: u32,
    /// The slot of the shape that came next: rows follow rows.
    next: usize,
}

impl Known {
    fn bytes(&self) -> usize {
        shape_bytes(&self.shape)
    }

    /// Whether it is the shape of these keys, by the addresses of their names.
    #[inline(always)]
    unsafe fn is_at(
        &self,
        class: Option<&[u8]>,
        count: usize,
        keys: impl Fn(usize) -> RawKey,
        request: u64,
    ) -> bool {
        // The names of a shape that this request has met are alive, and so are those in hand: equal
        // addresses are the same string.
        self.request == request
            && self.keys.len() == count
            && self.has_class(class)
            && self.keys.iter().enumerate().all(|(at, known)| known.is(keys(at)))
    }

    /// Whether it is the shape of these keys, whatever strings their names are.
    #[inline(never)]
    unsafe fn is(
        &self,
        class: Option<&[u8]>,
        count: usize,
        keys: impl Fn(usize) -> RawKey,
        request: u64,
    ) -> bool {
        let same = |at: usize, known: &RawKey| {
            let key = keys(at);
            self.request == request && known.is(key)
                || known.hash == key.hash && unsafe { self.has(at, key) }
        };
        self.keys.len() == count
            && self.has_class(class)
            && self.keys.iter().enumerate().all(|(at, known)| same(at, known))
    }

    /// Its number in a walk: the next one, if it has none yet.
    #[inline(always)]
    fn number(&mut self, walk: u64, numbered: &mut Vec<Rc<Shape>>) -> u32 {
        if self.walk != walk {
            self.walk = walk;
            self.number = numbered.len() as u32;
            numbered.push(self.shape.clone());
        }
        self.number
    }

    #[inline]
    fn has_class(&self, class: Option<&[u8]>) -> bool {
        match (self.shape.class(), class) {
            (None, None) => true,
            (Some(known), Some(class)) => known.as_bytes() == class,
            _ => false,
        }
    }

    /// Whether a key that has another address is this one.
    unsafe fn has(&self, at: usize, key: RawKey) -> bool {
        if self.keys[at].name.is_null() || key.name.is_null() {
            return self.keys[at].name == key.name;
        }
        let name = unsafe { bytes(key.name) };
        match &self.shape.keys()[at] {
            Key::Text(text) => text.as_bytes() == name,
            Key::Bytes(bytes) => **bytes == *name,
            _ => false,
        }
    }

    /// Takes the addresses of the names, and a count of each.
    unsafe fn hold(&mut self, keys: impl Fn(usize) -> RawKey, request: u64) {
        for (at, known) in self.keys.iter_mut().enumerate() {
            let key = keys(at);
            known.name = key.name;
            if !key.name.is_null() {
                unsafe { add_count(key.name) };
            }
        }
        self.request = request;
    }

    /// Gives the counts back.
    unsafe fn release(&mut self, request: u64) {
        if self.request == request {
            for key in &self.keys {
                if !key.name.is_null() {
                    unsafe { release_string(key.name) };
                }
            }
            self.request = 0;
        }
    }
}

/// Roughly the bytes that a shape takes.
fn shape_bytes(shape: &Shape) -> usize {
    let names = shape.keys().iter().map(|key| match key {
        Key::Text(text) => text.len(),
        Key::Bytes(bytes) => bytes.len(),
        _ => 0,
    });
    size_of::<Known>() + names.sum::<usize>() + shape.keys().len() * KEY_BYTES
}

impl Shapes {
    pub fn new() -> Self {
        Self {
            slots: Box::new([const { None }; SLOTS]),
            met: Box::new([0; SLOTS]),
            names: (0..NAMES).map(|_| None).collect(),
            last: 0,
            bytes: 0,
            request: 1,
            walk: 0,
            steps: 0,
        }
    }

    /// A new walk begins: no shape has a number.
    pub fn begin(&mut self) {
        self.walk += 1;
        self.steps = 0;
    }

    /// The steps of all maps of the walk, which a reader counts in
    /// [`Chains`](crate::zend::limits::chains::Chains).
    pub fn steps(&self) -> usize {
        self.steps
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

    /// The number in `numbered` of the shape of `count` keys; those that were not numbered yet are
    /// appended.
    ///
    /// # Safety
    /// The keys' strings are alive, and `keys` gives the same for an index below `count` each time.
    #[inline(always)]
    pub unsafe fn find(
        &mut self,
        class: Option<&[u8]>,
        count: usize,
        keys: impl Fn(usize) -> RawKey,
        numbered: &mut Vec<Rc<Shape>>,
    ) -> u32 {
        let next = self.slots[self.last].as_ref().map_or(0, |last| last.next);
        if let Some(known) = &mut self.slots[next]
            && unsafe { known.is_at(class, count, &keys, self.request) }
        {
            self.last = next;
            self.steps = self.steps.saturating_add(known.steps);
            return known.number(self.walk, numbered);
        }
        unsafe { self.find_slowly(class, count, keys, numbered) }
    }

    /// As [`Shapes::find`], of an array; `None` if the shape is not known.
    ///
    /// # Safety
    /// As [`Shapes::find`].
    #[inline(always)]
    pub unsafe fn known(
        &mut self,
        count: usize,
        keys: impl Fn(usize) -> RawKey,
        numbered: &mut Vec<Rc<Shape>>,
    ) -> Option<u32> {
        let next = self.slots[self.last].as_ref().map_or(0, |last| last.next);
        if let Some(known) = &mut self.slots[next]
            && unsafe { known.is_at(None, count, &keys, self.request) }
        {
            self.last = next;
            self.steps = self.steps.saturating_add(known.steps);
            return Some(known.number(self.walk, numbered));
        }
        unsafe { self.known_slowly(count, keys, numbered) }
    }

    /// As [`Shapes::known`], if the first guess was wrong.
    #[inline(never)]
    unsafe fn known_slowly(
        &mut self,
        count: usize,
        keys: impl Fn(usize) -> RawKey,
        numbered: &mut Vec<Rc<Shape>>,
    ) -> Option<u32> {
        let (slot, _) = slot(count, &keys);
        let number = unsafe { self.known_in(slot, None, count, &keys, numbered) };
        if number.is_none() {
            self.steps = self.steps.saturating_add(unsafe { steps(count, keys) });
        }
        number
    }

    /// The number of the shape in a slot, if it is that of these keys.
    #[inline(always)]
    unsafe fn known_in(
        &mut self,
        slot: usize,
        class: Option<&[u8]>,
        count: usize,
        keys: impl Fn(usize) -> RawKey,
        numbered: &mut Vec<Rc<Shape>>,
    ) -> Option<u32> {
        let request = self.request;
        let known = self.slots[slot].as_mut()?;
        if !unsafe { known.is_at(class, count, &keys, request) } {
            if !unsafe { known.is(class, count, &keys, request) } {
                return None;
            }
            if known.request != request {
                unsafe { known.hold(&keys, request) };
            }
        }
        self.steps = self.steps.saturating_add(known.steps);
        let number = known.number(self.walk, numbered);
        if let Some(last) = &mut self.slots[self.last] {
            last.next = slot;
        }
        self.last = slot;
        Some(number)
    }

    /// Whether the keys of an array, which are not known, came before, and there is room for them
    /// in which nothing else was of use lately.
    pub fn are_worth_learning(&mut self, count: usize, keys: impl Fn(usize) -> RawKey) -> bool {
        let (slot, sum) = slot(count, &keys);
        let again = std::mem::replace(&mut self.met[slot], sum) == sum;
        let before = match &self.slots[slot] {
            Some(known) if self.walk - known.walk < LATELY => return false,
            Some(known) => known.bytes(),
            None => 0,
        };
        let bytes = size_of::<Known>() + count * KEY_BYTES;
        again && bytes <= MAX_SHAPE_BYTES && self.bytes - before + bytes <= MAX_BYTES
    }

    /// Like [`Shapes::find`], if the first guess was wrong.
    #[inline(never)]
    unsafe fn find_slowly(
        &mut self,
        class: Option<&[u8]>,
        count: usize,
        keys: impl Fn(usize) -> RawKey,
        numbered: &mut Vec<Rc<Shape>>,
    ) -> u32 {
        let (slot, sum) = slot(count, &keys);
        if let Some(number) = unsafe { self.known_in(slot, class, count, &keys, numbered) } {
            return number;
        }
        if let Some(last) = &mut self.slots[self.last] {
            last.next = slot;
        }
        self.last = slot;
        let again = std::mem::replace(&mut self.met[slot], sum) == sum;
        unsafe { self.learn(slot, again, class, count, keys, numbered) }
    }

    /// The number of a shape that is not known; from now on it is, if it came before.
    #[cold]
    unsafe fn learn(
        &mut self,
        slot: usize,
        again: bool,
        class: Option<&[u8]>,
        count: usize,
        keys: impl Fn(usize) -> RawKey,
        numbered: &mut Vec<Rc<Shape>>,
    ) -> u32 {
        let names = (0..count).map(|at| unsafe { self.key_of(keys(at)) });
        let names = names.collect::<Vec<_>>();
        // The engine's hash tables hold every key once.
        let class = class.map(|class| Arc::from(String::from_utf8_lossy(class)));
        let shape = Rc::new(Shape::of_distinct(class, names));
        let number = numbered.len() as u32;
        numbered.push(shape.clone());
        let steps = unsafe { steps(count, &keys) };
        self.steps = self.steps.saturating_add(steps);
        if !again {
            return number;
        }
        let bytes = shape_bytes(&shape);
        let before = self.slots[slot].as_ref().map_or(0, |known| known.bytes());
        if bytes <= MAX_SHAPE_BYTES && self.bytes - before + bytes <= MAX_BYTES {
            let raw =
                (0..count).map(|at| RawKey { name: std::ptr::null_mut(), ..keys(at) }).collect();
            let mut known = Box::new(Known {
                shape,
                keys: raw,
                request: 0,
                steps,
                walk: self.walk,
                number,
                next: slot,
            });
            unsafe { known.hold(keys, self.request) };
            self.bytes = self.bytes - before + bytes;
            if let Some(mut old) = self.slots[slot].replace(known) {
                // A count is held of each (see `hold`), so they are alive.
                unsafe { old.release(self.request) };
            }
        }
        number
    }

    unsafe fn key_of(&mut self, key: RawKey) -> Key {
        if key.name.is_null() {
            return Key::Int(key.hash.cast_signed());
        }
        let bytes = unsafe { bytes(key.name) };
        let slot = (key.hash ^ key.hash >> 20) as usize % NAMES;
        if let Some((hash, name)) = &self.names[slot]
            && *hash == key.hash
            && same_bytes(name.as_bytes(), bytes)
        {
            return Key::Text(name.clone());
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => {
                let name: Arc<str> = text.into();
                if bytes.len() <= MAX_NAME_BYTES {
                    self.names[slot] = Some((key.hash, name.clone()));
                }
                Key::Text(name)
            }
            Err(_) => Key::Bytes(bytes.into()),
        }
    }
}

/// The slot of a shape, by the hashes of its keys; and their sum.
#[inline(always)]
fn slot(count: usize, keys: impl Fn(usize) -> RawKey) -> (usize, u64) {
    let mut sum = count as u64;
    for at in 0..count {
        sum = sum.rotate_left(1) ^ keys(at).hash;
    }
    sum = sum.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((sum >> 54) as usize % SLOTS, sum)
}

/// The steps of keys in the chains of a hash table.
unsafe fn steps(count: usize, keys: impl Fn(usize) -> RawKey) -> usize {
    let mut chain = Chain::new(count);
    if !chain.counts() {
        return 0;
    }
    let each = |at| {
        let key: RawKey = keys(at);
        chain.steps(key.hash, if key.name.is_null() { 0 } else { unsafe { (*key.name).len } })
    };
    (0..count).map(each).fold(0, usize::saturating_add)
}
