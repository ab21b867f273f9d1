//! A value at level `fast`, in one pass over its zvals: what needs no table of nodes.
//!
//! Arrays, scalars and most [`objects`](super::objects) are written as they are met. What a
//! reference, a magic method or an object that is met again needs is the [`walk`](super::walk)'s:
//! the pass ends there, and the value is written from its beginning by the walk and an encoder, to
//! which everything rare is left as well: errors, and what is near a limit. The bytes are the same
//! either way.
//!
//! No code of the user runs during the pass, so all that the value holds stays alive (rule 1).
//!
//! May use `engine`, `limits`, and `bytes`, `known_keys`, `objects` and `union` beside it.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::rc::Rc;
use std::sync::Arc;

use foldhash::fast::RandomState;
use larder::raw::{self, column, extension, gaps, header, varint_size, zigzag};
use larder::{Costs, Decoder, Discard, Key, Limits, Profile, Result};

use super::bytes::Bytes;
use super::known_keys::{Found, KnownKeys};
use super::objects::{Class, Classes, Met, Way, dense_buckets, is_class, state_of_date};
use super::union::Union;
use crate::zend::engine::php::*;
use crate::zend::engine::value::*;
use crate::zend::limits::chains::{Chain, Chains};
use crate::zend::limits::costs::{self, ZvalCosts};

/// What a definition costs a reader at most for each key.
const DEFINED_KEY_BYTES: usize = 8 * Limits::VALUE_BYTES;
/// What each byte of a message may cost a reader; a little less than it may.
const PER_BYTE: usize = ZvalCosts::LIMITS.memory_per_byte - ZvalCosts::LIMITS.memory_per_byte / 16;

/// What the pass cannot write: the walk begins again.
struct Stop;

type Written<T = ()> = std::result::Result<T, Stop>;

/// What the pass keeps from call to call.
pub struct OnePass {
    out: Bytes,
    shapes: KnownKeys<Record>,
    classes: Classes,
    met: Met,
    /// Tables of properties that were made for the pass.
    made: Vec<*mut zend_array>,
    defined: Definitions,
    scratch: Vec<u8>,
    profile: Option<Rc<ProfileShapes>>,
    /// The number of the message.
    message: u64,
    /// What the message costs a reader at most beyond [`PER_BYTE`].
    beyond: usize,
    chains: Chains,
    /// Its memory serves one list of rows after another.
    union: Union,
}

/// What was made of the keys of a record.
struct Record {
    definition: Box<[u8]>,
    /// Whether it is written with its keys, where it stands alone.
    keyed: bool,
    /// The message that defines it last, and its number there.
    message: u64,
    number: u32,
    /// The number of the profile that has this place for it; 0 for none.
    profile: usize,
    place: Place,
}

/// Where a record finds its shape.
#[derive(Clone)]
enum Place {
    /// In the message's own definitions.
    Own,
    /// In the profile.
    Profile(u32),
    /// In the profile, with these of its keys absent.
    Gaps(u32, Rc<[u8]>),
}

/// The definitions of a message.
#[derive(Default)]
struct Definitions {
    bytes: Vec<u8>,
    /// Where each ends.
    ends: Vec<u32>,
    /// Filled when there are many: numbers, each plus one, at the place that the hash of its
    /// definition says, or the next that was free; 0 is free.
    table: Vec<u32>,
    hasher: RandomState,
}

/// The shapes of a profile as the pass finds them.
pub struct ProfileShapes {
    /// A number that no other has; not 0.
    number: usize,
    profile: Arc<Profile>,
    /// By their definitions; of equal ones the last.
    numbers: HashMap<Vec<u8>, u32, RandomState>,
}

impl ProfileShapes {
    /// Looks at all shapes once; `number` is one that no other has, and not 0.
    pub fn new(number: usize, profile: Arc<Profile>) -> Self {
        let plain = |(number, known): (u32, &larder::ProfileShape)| {
            let mut definition = Bytes::default();
            let (keys, class) = (known.shape.keys(), known.shape.class());
            definition.varint((keys.len() as u64) << 1 | u64::from(class.is_some()));
            if let Some(class) = class {
                definition.name(class.as_bytes());
            }
            for key in keys {
                match key {
                    Key::Int(int) => definition.int(*int),
                    Key::Text(text) => definition.name(text.as_bytes()),
                    _ => return None,
                }
            }
            Some((definition.since(0).to_vec(), number))
        };
        let numbers = (0..).zip(profile.shapes()).filter_map(plain).collect();
        Self { number, profile, numbers }
    }

    /// The place of a record that stands alone.
    unsafe fn place(
        &self,
        definition: &[u8],
        count: usize,
        keys: impl Fn(usize) -> RawKey,
    ) -> Place {
        match self.numbers.get(definition) {
            Some(number) => Place::Profile(*number),
            None => unsafe { self.with_gaps(count, keys) },
        }
    }

    /// The first shape of the same class that has these keys and others.
    unsafe fn with_gaps(&self, count: usize, keys: impl Fn(usize) -> RawKey) -> Place {
        let (class, count, keys) = unsafe { without_class(count, keys) };
        let shapes = self.profile.shapes().iter().take(gaps::MAX_SHAPES);
        for (number, known) in (0..).zip(shapes) {
            let own = known.shape.keys();
            let of_class = known.shape.class().map(|class| class.as_bytes());
            if of_class != class || own.len() > count * gaps::MAX_FACTOR {
                continue;
            }
            let (mut at, mut gaps) = (0, vec![0; own.len().div_ceil(8)]);
            for (bit, key) in own.iter().enumerate() {
                if at < count && unsafe { is_key(key, keys(at)) } {
                    at += 1;
                } else {
                    gaps[bit / 8] |= 1 << (bit % 8);
                }
            }
            if at == count {
                return Place::Gaps(number, gaps.into());
            }
        }
        Place::Own
    }
}

/// The name of a class, if there is one, and the keys after it.
unsafe fn without_class<'k>(
    count: usize,
    keys: impl Fn(usize) -> RawKey,
) -> (Option<&'k [u8]>, usize, impl Fn(usize) -> RawKey) {
    let class = Some(keys(0)).filter(|key| is_class(*key)).map(|key| unsafe { bytes(key.name) });
    let skipped = usize::from(class.is_some());
    (class, count - skipped, move |at| keys(at + skipped))
}

unsafe fn is_key(key: &Key, raw: RawKey) -> bool {
    match key {
        Key::Int(int) => raw.name.is_null() && raw.hash.cast_signed() == *int,
        Key::Text(text) => !raw.name.is_null() && unsafe { bytes(raw.name) } == text.as_bytes(),
        _ => false,
    }
}

/// How many keys a definition has.
fn keys_of(definition: &[u8]) -> usize {
    let (mut head, mut shift) = (0, 0);
    for byte in definition {
        head |= usize::from(byte & 0x7F) << shift;
        if *byte < 0x80 {
            break;
        }
        shift += 7;
    }
    head >> 1
}

impl Definitions {
    /// Fewer are compared one by one.
    const MANY: usize = 8;

    fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.table.clear();
    }

    fn get(&self, number: usize) -> &[u8] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        &self.bytes[start..self.ends[number] as usize]
    }

    /// The number of a definition, and what it costs a reader at most if it is new.
    fn number(&mut self, definition: &[u8]) -> (u32, usize) {
        let count = self.ends.len();
        if count < Self::MANY {
            if let Some(number) = (0..count).find(|number| self.get(*number) == definition) {
                return (number as u32, 0);
            }
        } else {
            if self.table.len() < 2 * (count + 1) {
                self.table.clear();
                self.table.resize((4 * count).next_power_of_two(), 0);
                for number in 0..count {
                    let place = self.place(self.get(number)).0;
                    self.table[place] = number as u32 + 1;
                }
            }
            let (place, known) = self.place(definition);
            if let Some(number) = known {
                return (number, 0);
            }
            self.table[place] = count as u32 + 1;
        }
        self.bytes.extend_from_slice(definition);
        self.ends.push(self.bytes.len() as u32);
        (count as u32, (keys_of(definition) + 1) * DEFINED_KEY_BYTES + definition.len())
    }

    /// The place of a definition in the table, and its number if it is there.
    fn place(&self, definition: &[u8]) -> (usize, Option<u32>) {
        let last = self.table.len() - 1;
        let mut place = self.hasher.hash_one(definition) as usize & last;
        loop {
            match self.table[place].checked_sub(1) {
                None => return (place, None),
                Some(number) if self.get(number as usize) == definition => {
                    return (place, Some(number));
                }
                Some(_) => place = (place + 1) & last,
            }
        }
    }
}

/// A value of a list, as rows see it.
enum Element {
    /// A map, or an object with its class.
    Map { class: *mut zend_class_entry, first: *const Bucket, count: usize },
    /// A scalar, a list or a case.
    Other,
}

/// How deep a value is, and whether it may be met again although it has only one count: then an
/// array around it has more.
#[derive(Clone, Copy)]
struct Depth(u32);

impl Depth {
    const ROOT: Self = Self(0);
    const HELD: u32 = 1;
    const LEVEL: u32 = 2;

    /// Whether nothing this deep can hold values.
    #[inline(always)]
    fn is_too_deep(self) -> bool {
        self.0 >= Limits::MAX_DEPTH * Self::LEVEL
    }

    fn is_held(self) -> bool {
        self.0 & Self::HELD != 0
    }

    /// That of the values of an object.
    #[inline(always)]
    fn next(self) -> Self {
        Self(self.0 + Self::LEVEL)
    }

    /// That of the values of an array. The caller holds the outermost one, too.
    #[inline(always)]
    unsafe fn within(self, array: *const zend_array) -> Self {
        let held = unsafe { (*array).gc.refcount } > 1 && self.0 >= Self::LEVEL;
        Self(self.next().0 | u32::from(held))
    }
}

impl OnePass {
    pub fn new() -> Self {
        Self {
            out: Bytes::default(),
            shapes: KnownKeys::new(),
            classes: Classes::new(),
            met: Met::default(),
            made: Vec::new(),
            defined: Definitions::default(),
            scratch: Vec::new(),
            profile: None,
            message: 0,
            beyond: 0,
            chains: Chains::default(),
            union: Union::default(),
        }
    }

    /// A request is over: releases what belongs to it.
    pub fn end_request(&mut self) {
        self.shapes.end_request();
        self.classes.end_request();
    }

    /// The value as a message; `None` if the pass cannot write it.
    ///
    /// # Errors
    /// [`larder::ErrorKind::TooLarge`] if `memory_limit` leaves no room for it.
    ///
    /// # Safety
    /// The value is alive during the call.
    pub unsafe fn message(
        &mut self,
        value: *const zval,
        profile: Option<&Rc<ProfileShapes>>,
    ) -> Result<Option<*mut zend_string>> {
        self.out.clear();
        self.defined.clear();
        self.profile = profile.cloned();
        self.message += 1;
        self.beyond = 0;
        self.chains = Chains::default();
        self.met.clear();
        let message = match unsafe { self.value(value, Depth::ROOT) } {
            Ok(()) => unsafe { self.put_together() },
            Err(Stop) => Ok(None),
        };
        if !self.made.is_empty() {
            self.release();
        }
        message
    }

    #[cold]
    fn release(&mut self) {
        for table in self.made.drain(..) {
            // A count was given of each.
            unsafe { release_array(table) };
        }
    }

    unsafe fn put_together(&mut self) -> Result<Option<*mut zend_string>> {
        /// A header, a profile's id, the tag of definitions and their length.
        const HEAD: usize = 16;
        let id = self.profile.as_ref().map(|known| known.profile.id());
        let definitions = &self.defined.bytes;
        let mut head = [0; HEAD];
        let flag = if id.is_some() { header::PROFILE } else { 0 };
        head[..2].copy_from_slice(&[header::MAGIC, header::VERSION | flag]);
        let mut length = 2;
        for byte in id.into_iter().flatten() {
            head[length] = byte;
            length += 1;
        }
        if !definitions.is_empty() {
            head[length] = raw::DEFINITIONS;
            length += 1;
            let mut left = definitions.len();
            while left >= 0x80 {
                head[length] = left as u8 | 0x80;
                left >>= 7;
                length += 1;
            }
            head[length] = left as u8;
            length += 1;
        }
        let total = length + definitions.len() + self.out.len();
        if u32::try_from(total).is_err() {
            return Ok(None);
        }
        costs::room(total)?;
        unsafe {
            let message = new_string(total);
            let to: *mut u8 = (&raw mut (*message).val).cast();
            to.copy_from_nonoverlapping(head.as_ptr(), length);
            let to = to.add(length);
            to.copy_from_nonoverlapping(definitions.as_ptr(), definitions.len());
            let whole = self.out.copy_to(to.add(definitions.len()));
            let bound = total.saturating_mul(PER_BYTE).saturating_add(self.beyond);
            let is_large = bound > ZvalCosts::LIMITS.memory(total);
            if !whole || is_large && !self.is_readable(bytes(message)) {
                release_string(message);
                return Ok(None);
            }
            Ok(Some(message))
        }
    }

    /// Whether a reader with the default limits takes the message.
    #[cold]
    fn is_readable(&self, message: &[u8]) -> bool {
        let mut reader = Decoder::new().with_limits(ZvalCosts::LIMITS);
        if let Some(known) = &self.profile {
            match reader.with_profile(known.profile.clone()) {
                Ok(with) => reader = with,
                Err(_) => return false,
            }
        }
        reader.decode_with(message, &mut Discard::<ZvalCosts>::default()).is_ok()
    }

    #[inline(always)]
    unsafe fn value(&mut self, value: *const zval, depth: Depth) -> Written {
        unsafe {
            match kind(value) {
                IS_STRING => self.out.string((*value).value.str_),
                IS_LONG => self.out.int((*value).value.lval),
                IS_NULL => self.out.byte(raw::NULL),
                IS_FALSE => self.out.byte(raw::FALSE),
                IS_TRUE => self.out.byte(raw::TRUE),
                IS_DOUBLE => self.out.float((*value).value.dval),
                IS_ARRAY => return self.array((*value).value.arr, depth),
                IS_OBJECT => return self.object((*value).value.obj, depth),
                _ => return Err(Stop),
            }
        }
        Ok(())
    }

    unsafe fn array(&mut self, array: *mut zend_array, depth: Depth) -> Written {
        if depth.is_too_deep() {
            return Err(Stop);
        }
        unsafe {
            let depth = depth.within(array);
            let count = (*array).nNumOfElements as usize;
            let whole = (*array).nNumUsed as usize == count;
            if is_packed(array) && whole {
                return self.list::<PACKED_STEP>(packed_values(array), count, depth);
            }
            if count == 0 {
                return self.list::<PACKED_STEP>(std::ptr::null(), 0, depth);
            }
            let mut dense = Vec::new();
            let first = dense_buckets(array, &mut dense);
            if is_list(first, count) {
                return self.list::<BUCKET_STEP>(first.cast(), count, depth);
            }
            self.map(first, count, depth)
        }
    }

    // Maps, with values of this depth.

    unsafe fn map(&mut self, first: *const Bucket, count: usize, depth: Depth) -> Written {
        let keys = |at: usize| unsafe { RawKey::of(first.add(at)) };
        unsafe {
            let slot = match self.shapes.guess(count, keys) {
                Some(slot) => slot,
                None if looks_keyed(count, keys) => return self.keyed(first, count, depth),
                None => match self.shapes.find(count, keys) {
                    Found::Known(slot) => slot,
                    found if self.new_head(found, count, keys) => {
                        return self.values(first, count, depth);
                    }
                    _ => return self.keyed(first, count, depth),
                },
            };
            if !self.known_head(slot, count, keys) {
                return self.keyed(first, count, depth);
            }
            self.values(first, count, depth)
        }
    }

    /// The head of a record whose keys are known; false if it is written with its keys.
    #[inline(always)]
    unsafe fn known_head(
        &mut self,
        slot: usize,
        count: usize,
        keys: impl Fn(usize) -> RawKey,
    ) -> bool {
        let profile = self.profile.as_ref().map_or(0, |known| known.number);
        match self.shapes.get(slot) {
            Some(record) if record.keyed => return false,
            Some(record) if record.profile == profile => match &record.place {
                Place::Own if record.message == self.message => {
                    let number = record.number;
                    self.record_head(number);
                }
                place => {
                    let place = place.clone();
                    self.head(slot, &place);
                }
            },
            _ => {
                let place = unsafe { self.known_place(slot, count, keys) };
                self.head(slot, &place);
            }
        }
        true
    }

    /// The place of a record that is known, under this profile.
    #[inline(never)]
    unsafe fn known_place(
        &mut self,
        slot: usize,
        count: usize,
        keys: impl Fn(usize) -> RawKey,
    ) -> Place {
        let Some(record) = self.shapes.get(slot) else { return Place::Own };
        let profile = self.profile.as_ref().map_or(0, |known| known.number);
        if record.profile == profile {
            return record.place.clone();
        }
        let (number, place) = match &self.profile {
            None => (0, Place::Own),
            Some(known) => (known.number, unsafe { known.place(&record.definition, count, keys) }),
        };
        (record.profile, record.place) = (number, place.clone());
        place
    }

    /// The head of a record that is known, and stands alone.
    #[inline(never)]
    fn head(&mut self, slot: usize, place: &Place) {
        match place {
            Place::Own => {
                let number = self.known_number(slot);
                self.record_head(number);
            }
            Place::Profile(number) => self.record_head(*number),
            Place::Gaps(number, absent) => self.gaps_head(*number, absent),
        }
    }

    /// The number of a record that is known, among the message's own.
    fn known_number(&mut self, slot: usize) -> u32 {
        let Some(record) = self.shapes.get(slot) else { return 0 };
        if record.message != self.message {
            let (number, beyond) = self.defined.number(&record.definition);
            self.beyond += beyond;
            let before = self.profile.as_ref().map_or(0, |known| known.profile.shapes().len());
            (record.message, record.number) = (self.message, before as u32 + number);
        }
        record.number
    }

    /// The number of a shape among the message's own.
    fn number(&mut self, definition: &[u8]) -> u32 {
        let (number, beyond) = self.defined.number(definition);
        self.beyond += beyond;
        let before = self.profile.as_ref().map_or(0, |known| known.profile.shapes().len());
        before as u32 + number
    }

    /// The head of a record whose keys are not known; false if one of them is no text.
    #[inline(never)]
    unsafe fn new_head(
        &mut self,
        found: Found,
        count: usize,
        keys: impl Fn(usize) -> RawKey + Copy,
    ) -> bool {
        unsafe {
            let Some(definition) = self.definition(count, keys) else { return false };
            let place = self.place(&definition, count, keys);
            match &place {
                Place::Own => {
                    let number = self.number(&definition);
                    self.record_head(number);
                }
                Place::Profile(number) => self.record_head(*number),
                Place::Gaps(number, absent) => self.gaps_head(*number, absent),
            }
            self.learn(found, definition, place, count, keys);
        }
        true
    }

    /// The place of a record that stands alone.
    unsafe fn place(
        &self,
        definition: &[u8],
        count: usize,
        keys: impl Fn(usize) -> RawKey,
    ) -> Place {
        match &self.profile {
            None => Place::Own,
            Some(known) => unsafe { known.place(definition, count, keys) },
        }
    }

    /// Makes keys known, if they came before.
    unsafe fn learn(
        &mut self,
        found: Found,
        definition: Vec<u8>,
        place: Place,
        count: usize,
        keys: impl Fn(usize) -> RawKey,
    ) {
        if let Found::Again(slot) = found {
            let record = Record {
                definition: definition.as_slice().into(),
                keyed: unsafe { looks_keyed(count, &keys) },
                message: 0,
                number: 0,
                profile: self.profile.as_ref().map_or(0, |known| known.number),
                place,
            };
            unsafe { self.shapes.learn(slot, count, keys, record) };
        }
        self.scratch = definition;
    }

    /// The definition of a record with these keys; `None` if one of them is no text.
    unsafe fn definition(
        &mut self,
        count: usize,
        keys: impl Fn(usize) -> RawKey,
    ) -> Option<Vec<u8>> {
        let mut definition = Bytes::of(std::mem::take(&mut self.scratch));
        let class = usize::from(is_class(keys(0)));
        definition.varint((count as u64 - class as u64) << 1 | class as u64);
        for at in 0..count {
            let key = keys(at);
            if key.name.is_null() {
                definition.int(key.hash.cast_signed());
                continue;
            }
            if !unsafe { definition.text(key.name) } {
                self.scratch = definition.into_written();
                return None;
            }
        }
        Some(definition.into_written())
    }

    fn gaps_head(&mut self, number: u32, absent: &[u8]) {
        self.out.byte(raw::GAP_RECORD);
        self.out.varint(u64::from(number) << 2 | u64::from(gaps::ABSENT));
        self.out.slice(absent);
        self.beyond += gaps_cost(8 * absent.len());
    }

    #[inline(always)]
    fn record_head(&mut self, number: u32) {
        match (number as usize).checked_sub(raw::SHORT_RECORDS) {
            None => self.out.byte(raw::RECORD + number as u8),
            Some(above) => {
                self.out.byte(raw::LONG_RECORD);
                self.out.varint(above as u64);
            }
        }
    }

    /// The values of a map.
    #[inline(always)]
    unsafe fn values(&mut self, first: *const Bucket, count: usize, depth: Depth) -> Written {
        unsafe {
            if count >= MANY {
                return self.many_values(first, count, depth);
            }
            for at in 0..count {
                self.value(&raw const (*first.add(at)).val, depth)?;
            }
        }
        Ok(())
    }

    /// The values of a large map.
    #[inline(never)]
    unsafe fn many_values(&mut self, first: *const Bucket, count: usize, depth: Depth) -> Written {
        unsafe {
            self.count_chains(first, count)?;
            for at in 0..count {
                if at + AHEAD < count {
                    prefetch_value(&raw const (*first.add(at + AHEAD)).val);
                }
                self.value(&raw const (*first.add(at)).val, depth)?;
            }
        }
        Ok(())
    }

    /// A map with its keys.
    #[inline(never)]
    unsafe fn keyed(&mut self, first: *const Bucket, count: usize, depth: Depth) -> Written {
        unsafe {
            self.count_chains(first, count)?;
            self.out.byte(raw::KEYED_MAP);
            self.out.varint(count as u64);
            for at in 0..count {
                let bucket = first.add(at);
                if (*bucket).key.is_null() {
                    self.out.int((*bucket).h.cast_signed());
                } else {
                    self.out.string((*bucket).key);
                }
                self.value(&raw const (*bucket).val, depth)?;
            }
        }
        Ok(())
    }

    /// Counts keys that may collide in a reader's table: first at most, then, if that is much, as a
    /// reader does.
    #[inline(always)]
    unsafe fn count_chains(&mut self, first: *const Bucket, count: usize) -> Written {
        if count < Chain::MIN_KEYS {
            return Ok(());
        }
        unsafe { self.count_many(first, count) }
    }

    #[inline(never)]
    unsafe fn count_many(&mut self, first: *const Bucket, count: usize) -> Written {
        const MUCH: usize = 1 << 20;
        let keys = (0..count).map(|at| unsafe { RawKey::of(first.add(at)) });
        let length = |key: RawKey| if key.name.is_null() { 0 } else { unsafe { (*key.name).len } };
        let most = count.saturating_mul(count + keys.clone().map(length).sum::<usize>() / 32);
        let mut steps = most / 2;
        if most > MUCH {
            let mut chain = Chain::new(count);
            steps = keys.map(|key| chain.steps(key.hash, length(key))).sum();
        }
        self.chains.add(steps).map_err(|_| Stop)
    }

    // Objects.

    #[inline(never)]
    unsafe fn object(&mut self, object: *mut zend_object, depth: Depth) -> Written {
        unsafe {
            let class = *self.classes.of((*object).ce);
            match class.way {
                Way::Case => return self.case(object),
                Way::Walk => return Err(Stop),
                Way::Properties | Way::Date => self.meet(object, depth)?,
            }
            if let Some((first, count)) = class.declared(object)
                && class.way == Way::Properties
            {
                self.declared_head(&class, count)?;
                self.beyond += class.beyond(count);
                return self.declared(first, count, depth.next());
            }
            let mut dense = Vec::new();
            let (first, count) = self.state(&class, object, &mut dense)?;
            let name = class.key();
            let keys = |at| if at == 0 { name } else { RawKey::of(first.add(at - 1)) };
            let found = self.look_for(count + 1, keys);
            self.object_head(found, count + 1, keys)?;
            self.beyond += class.beyond(count);
            self.values(first, count, depth.next())
        }
    }

    /// A case of an enumeration, by its name.
    unsafe fn case(&mut self, object: *mut zend_object) -> Written {
        unsafe {
            self.out.byte(raw::EXTENSION);
            self.out.byte(extension::ENUM);
            // The first property of a case is its name (Zend/zend_enum.c).
            let case = (*(*object).properties_table.as_ptr()).value.str_;
            let is_text = self.out.text((*(*object).ce).name) && self.out.text(case);
            if is_text { Ok(()) } else { Err(Stop) }
        }
    }

    /// Notes an object that may be met again; stops if it was met before.
    #[inline(always)]
    unsafe fn meet(&mut self, object: *mut zend_object, depth: Depth) -> Written {
        let again = unsafe { (*object).gc.refcount } > 1 || depth.is_held();
        if depth.is_too_deep() || again && !self.met.insert(object.addr()) {
            return Err(Stop);
        }
        Ok(())
    }

    /// The properties of an object, or what a date says of itself.
    unsafe fn state(
        &mut self,
        class: &Class,
        object: *mut zend_object,
        dense: &mut Vec<Bucket>,
    ) -> Written<(*const Bucket, usize)> {
        unsafe {
            if class.way != Way::Date {
                return class.properties(object, dense).ok_or(Stop);
            }
            let table = state_of_date(object).ok_or(Stop)?;
            self.made.push(table);
            Ok((dense_buckets(table, dense), (*table).nNumOfElements as usize))
        }
    }

    /// The head of an object that has all `count` declared properties and no others.
    #[inline(always)]
    unsafe fn declared_head(&mut self, class: &Class, count: usize) -> Written {
        let keys = |at| unsafe { declared_key(class, at) };
        unsafe {
            if let Some((slot, number)) = class.shape
                && self.shapes.number(slot) == Some(number)
            {
                self.known_head(slot, count + 1, keys);
                return Ok(());
            }
            let found = self.find_declared(class, count);
            self.object_head(found, count + 1, keys)
        }
    }

    /// Looks for the declared properties of a class, and notes where they are.
    #[inline(never)]
    unsafe fn find_declared(&mut self, class: &Class, count: usize) -> Found {
        let found = unsafe { self.shapes.find(count + 1, |at| declared_key(class, at)) };
        if let Found::Known(slot) = found
            && let Some(number) = self.shapes.number(slot)
        {
            unsafe { self.classes.of(class.entry()) }.shape = Some((slot, number));
        }
        found
    }

    /// The head of an object; the first of its keys is its class.
    unsafe fn object_head(
        &mut self,
        found: Found,
        count: usize,
        keys: impl Fn(usize) -> RawKey + Copy,
    ) -> Written {
        let written = unsafe {
            match found {
                Found::Known(slot) => self.known_head(slot, count, keys),
                found => self.new_head(found, count, keys),
            }
        };
        // The walk writes keys that are no texts, or says that it cannot.
        if written { Ok(()) } else { Err(Stop) }
    }

    /// The values of declared properties.
    #[inline(always)]
    unsafe fn declared(&mut self, first: *const zval, count: usize, depth: Depth) -> Written {
        for at in 0..count {
            unsafe { self.value(first.add(at), depth) }?;
        }
        Ok(())
    }

    // Lists.

    /// Values of this depth that stand `STEP` bytes apart.
    unsafe fn list<const STEP: usize>(
        &mut self,
        first: *const zval,
        count: usize,
        depth: Depth,
    ) -> Written {
        unsafe {
            let all =
                |kind_of: u32| (1..count).all(|at| kind(first.byte_add(at * STEP)) == kind_of);
            if count >= 2 {
                let written = match kind(first) {
                    IS_ARRAY => self.rows::<STEP>(first, count, depth)?,
                    IS_OBJECT => self.objects::<STEP>(first, count, depth)?,
                    IS_DOUBLE => all(IS_DOUBLE) && self.floats::<STEP>(first, count),
                    IS_LONG => count >= 4 && all(IS_LONG) && self.ints::<STEP>(first, count),
                    _ => false,
                };
                if written {
                    return Ok(());
                }
            }
            self.out.byte(raw::LIST);
            self.out.varint(count as u64);
            for at in 0..count {
                self.value(first.byte_add(at * STEP), depth)?;
            }
        }
        Ok(())
    }

    unsafe fn floats<const STEP: usize>(&mut self, first: *const zval, count: usize) -> bool {
        self.out.byte(raw::PACKED_LIST);
        self.out.varint(count as u64);
        self.out.byte(column::FLOATS);
        let bits = |at: usize| unsafe { (*first.byte_add(at * STEP)).value.dval }.to_bits();
        self.out.fixed(8, (0..count).map(bits));
        true
    }

    /// Integers of one width, if that pays.
    unsafe fn ints<const STEP: usize>(&mut self, first: *const zval, count: usize) -> bool {
        let int = |at: usize| unsafe { (*first.byte_add(at * STEP)).value.lval };
        let (mut least, mut most, mut spelled) = (i64::MAX, i64::MIN, 0);
        for at in 0..count {
            let int = int(at);
            least = least.min(int);
            most = most.max(int);
            spelled += raw::int_size(int);
        }
        let width = match most.abs_diff(least) {
            0 => 0,
            0x01..=0xFF => 1,
            0x0100..=0xFFFF => 2,
            0x1_0000..=0xFFFF_FFFF => 4,
            _ => 8,
        };
        let base = zigzag(least);
        let size = 3 + varint_size(count as u64) + varint_size(base) + count * width;
        if size >= spelled + 2 {
            return false;
        }
        if width == 0 {
            self.beyond += ZvalCosts::list(count);
        }
        self.out.byte(raw::PACKED_LIST);
        self.out.varint(count as u64);
        self.out.byte(column::INTS);
        self.out.varint(base);
        self.out.byte(8 * width as u8);
        self.out.fixed(width, (0..count).map(|at| int(at).wrapping_sub(least).cast_unsigned()));
        true
    }

    // Rows.

    /// What a value of a list is; `dense` holds its buckets if it has holes, or if it is an object.
    #[inline(always)]
    unsafe fn element(&mut self, value: *const zval, dense: &mut Vec<Bucket>) -> Written<Element> {
        unsafe {
            match kind(value) {
                IS_ARRAY => {
                    let array = (*value).value.arr;
                    let count = (*array).nNumOfElements as usize;
                    let whole = (*array).nNumUsed as usize == count;
                    if count == 0 || is_packed(array) && whole {
                        return Ok(Element::Other);
                    }
                    let first = dense_buckets(array, dense);
                    if is_list(first, count) {
                        return Ok(Element::Other);
                    }
                    Ok(Element::Map { class: std::ptr::null_mut(), first, count })
                }
                IS_OBJECT => self.object_element((*value).value.obj, dense),
                IS_REFERENCE | IS_RESOURCE => Err(Stop),
                _ => Ok(Element::Other),
            }
        }
    }

    #[inline(never)]
    unsafe fn object_element(
        &mut self,
        object: *mut zend_object,
        dense: &mut Vec<Bucket>,
    ) -> Written<Element> {
        unsafe {
            let class = *self.classes.of((*object).ce);
            match class.way {
                Way::Case => return Ok(Element::Other),
                Way::Walk => return Err(Stop),
                Way::Properties | Way::Date => {}
            }
            let (first, count) = self.state(&class, object, dense)?;
            if count == 0 {
                return Ok(Element::Other);
            }
            Ok(Element::Map { class: (*object).ce, first, count })
        }
    }

    /// Writes a list that begins with an object; false if the objects are not alike.
    #[inline(never)]
    unsafe fn objects<const STEP: usize>(
        &mut self,
        first: *const zval,
        count: usize,
        depth: Depth,
    ) -> Written<bool> {
        unsafe {
            let object = |at: usize| (*first.byte_add(at * STEP)).value.obj;
            let entry = (*object(0)).ce;
            let class = *self.classes.of(entry);
            let whole = |at: usize| {
                if kind(first.byte_add(at * STEP)) != IS_OBJECT || (*object(at)).ce != entry {
                    return false;
                }
                class.declared(object(at)).is_some()
            };
            if class.way != Way::Properties || !(0..count).all(whole) {
                return self.rows::<STEP>(first, count, depth);
            }
            let Some(width @ 1..) = class.declared_count() else { return Ok(false) };
            if depth.is_too_deep() {
                return Err(Stop);
            }
            let keys = |at| declared_key(&class, at);
            let known =
                class.shape.filter(|(slot, number)| self.shapes.number(*slot) == Some(*number));
            let found = match known {
                Some((slot, _)) => Found::Known(slot),
                None => self.find_declared(&class, width),
            };
            let number = self.row_shape(found, width + 1, keys).ok_or(Stop)?;
            self.rows_head(count, number, gaps::NONE);
            self.beyond += count * class.beyond(width);
            for at in 0..count {
                self.meet(object(at), depth)?;
                let first: *const zval = (&raw const (*object(at)).properties_table).cast();
                self.declared(first, width, depth.next())?;
            }
            Ok(true)
        }
    }

    /// Writes a list of maps that are alike as rows of one shape; false if they are not.
    unsafe fn rows<const STEP: usize>(
        &mut self,
        first: *const zval,
        count: usize,
        depth: Depth,
    ) -> Written<bool> {
        unsafe {
            if depth.is_too_deep() {
                return Err(Stop);
            }
            let mut dense = Vec::new();
            let Element::Map { class, first: start, count: width } =
                self.element(first, &mut dense)?
            else {
                return Ok(false);
            };
            let keys = |at: usize| RawKey::of(start.add(at));
            let mut other_dense = Vec::new();
            for at in 1..count {
                let value = first.byte_add(at * STEP);
                prefetch_rows::<STEP>(first, at, count);
                if kind(value) == IS_ARRAY && class.is_null() {
                    let array = (*value).value.arr;
                    let whole = (*array).nNumOfElements as usize == width
                        && (*array).nNumUsed as usize == width
                        && !is_packed(array);
                    let other = buckets(array);
                    if whole && (0..width).all(|at| keys(at).equals(RawKey::of(other.add(at)))) {
                        continue;
                    }
                }
                let Element::Map { class: other_class, first: other, count: length } =
                    self.element(value, &mut other_dense)?
                else {
                    return Ok(false);
                };
                if other_class != class {
                    return Ok(false);
                }
                let other_keys = |at: usize| RawKey::of(other.add(at));
                if length != width || !(0..width).all(|at| keys(at).equals(other_keys(at))) {
                    return self.united_rows::<STEP>(first, count, class, depth);
                }
            }
            let Some(number) = self.shape_of_rows(class, width, keys)? else { return Ok(false) };
            self.rows_head(count, number, gaps::NONE);
            if width == 1 {
                // A row may be of one byte.
                self.beyond += count * ZvalCosts::map(1);
            }
            for at in 0..count {
                let value = first.byte_add(at * STEP);
                prefetch_row::<STEP>(first, at + 1, count);
                let (row, length, depth) = self.row(value, &mut other_dense, depth)?;
                self.values(row, length, depth)?;
            }
            Ok(true)
        }
    }

    /// The buckets of a map or object that is written as a row, and the depth of its values.
    #[inline(always)]
    unsafe fn row(
        &mut self,
        value: *const zval,
        dense: &mut Vec<Bucket>,
        depth: Depth,
    ) -> Written<(*const Bucket, usize, Depth)> {
        unsafe {
            if kind(value) == IS_ARRAY {
                let array = (*value).value.arr;
                let count = (*array).nNumOfElements as usize;
                return Ok((dense_buckets(array, dense), count, depth.within(array)));
            }
            self.object_row((*value).value.obj, dense, depth)
        }
    }

    #[inline(never)]
    unsafe fn object_row(
        &mut self,
        object: *mut zend_object,
        dense: &mut Vec<Bucket>,
        depth: Depth,
    ) -> Written<(*const Bucket, usize, Depth)> {
        unsafe {
            self.meet(object, depth)?;
            let class = *self.classes.of((*object).ce);
            let (first, count) = self.state(&class, object, dense)?;
            self.beyond += class.beyond(count);
            Ok((first, count, depth.next()))
        }
    }

    fn rows_head(&mut self, count: usize, number: u32, kind: u8) {
        self.out.byte(raw::ROWS);
        self.out.varint(count as u64);
        self.out.varint(u64::from(number) << 2 | u64::from(kind));
    }

    /// The number of the shape of rows of these keys, and perhaps of a class; `None` if a key is no
    /// text.
    unsafe fn shape_of_rows(
        &mut self,
        class: *mut zend_class_entry,
        count: usize,
        keys: impl Fn(usize) -> RawKey + Copy,
    ) -> Written<Option<u32>> {
        unsafe {
            if class.is_null() {
                let found = self.look_for(count, keys);
                return Ok(self.row_shape(found, count, keys));
            }
            let name = self.classes.of(class).key();
            let keys = |at| if at == 0 { name } else { keys(at - 1) };
            let found = self.look_for(count + 1, keys);
            // The walk writes keys that are no texts, or says that it cannot.
            self.row_shape(found, count + 1, keys).map(Some).ok_or(Stop)
        }
    }

    unsafe fn look_for(&mut self, count: usize, keys: impl Fn(usize) -> RawKey + Copy) -> Found {
        unsafe {
            match self.shapes.guess(count, keys) {
                Some(slot) => Found::Known(slot),
                None => self.shapes.find(count, keys),
            }
        }
    }

    /// The number of the shape of rows; `None` if a key is no text.
    unsafe fn row_shape(
        &mut self,
        found: Found,
        count: usize,
        keys: impl Fn(usize) -> RawKey + Copy,
    ) -> Option<u32> {
        unsafe {
            let Found::Known(slot) = found else {
                let definition = self.definition(count, keys)?;
                let place = self.place(&definition, count, keys);
                let number = match &place {
                    Place::Profile(number) => *number,
                    _ => self.number(&definition),
                };
                self.learn(found, definition, place, count, keys);
                return Some(number);
            };
            if let Place::Profile(number) = self.known_place(slot, count, keys) {
                return Some(number);
            }
            Some(self.known_number(slot))
        }
    }

    /// As [`OnePass::rows`], for maps that do not have all the same keys.
    #[inline(never)]
    unsafe fn united_rows<const STEP: usize>(
        &mut self,
        first: *const zval,
        count: usize,
        class: *mut zend_class_entry,
        depth: Depth,
    ) -> Written<bool> {
        unsafe {
            let mut dense = Vec::new();
            let mut total = 0;
            // First what is quick to see.
            for at in 0..count {
                let value = first.byte_add(at * STEP);
                prefetch_rows::<STEP>(first, at, count);
                let Element::Map { class: other, first: start, count: length } =
                    self.element(value, &mut dense)?
                else {
                    return Ok(false);
                };
                let keyed = || looks_keyed(length, |at| RawKey::of(start.add(at)));
                if other != class || class.is_null() && keyed() {
                    return Ok(false);
                }
                total += length;
            }
            // Rows within these have their own.
            let mut union = std::mem::take(&mut self.union);
            let written = self.rows_of_union::<STEP>(first, count, total, &mut union, class, depth);
            self.union = union;
            written
        }
    }

    /// Writes maps of so many keys in all, as rows of their union if they have one.
    unsafe fn rows_of_union<const STEP: usize>(
        &mut self,
        first: *const zval,
        count: usize,
        total: usize,
        union: &mut Union,
        class: *mut zend_class_entry,
        depth: Depth,
    ) -> Written<bool> {
        unsafe {
            let mut dense = Vec::new();
            union.clear();
            for at in 0..count {
                let value = first.byte_add(at * STEP);
                let (start, length) = if class.is_null() {
                    let array = (*value).value.arr;
                    (dense_buckets(array, &mut dense), (*array).nNumOfElements as usize)
                } else {
                    let known = *self.classes.of(class);
                    self.state(&known, (*value).value.obj, &mut dense)?
                };
                let shared = union.add(length, |at| RawKey::of(start.add(at)));
                if at > 0 && shared == Some(false) || total < count.saturating_mul(union.len()) / 3
                {
                    return Ok(false);
                }
                if shared.is_none() {
                    return Err(Stop);
                }
            }
            let Some((keys, mut places)) = union.in_order() else { return Ok(false) };
            let Some(number) = self.shape_of_rows(class, keys.len(), |at| keys[at])? else {
                return Ok(false);
            };
            self.rows_head(count, number, gaps::ABSENT);
            let all = u64::MAX >> (Union::MAX_KEYS - keys.len());
            let mut last = None;
            for at in 0..count {
                let value = first.byte_add(at * STEP);
                prefetch_row::<STEP>(first, at + 1, count);
                let (start, length, depth) = self.row(value, &mut dense, depth)?;
                let (own, rest) = places.split_at(length);
                places = rest;
                let absent = own.iter().fold(all, |absent, place| absent & !(1 << place));
                if last.replace(absent) != Some(absent) {
                    self.beyond += gaps_cost(keys.len());
                }
                self.out.bits(absent, keys.len());
                self.values(start, length, depth)?;
            }
            Ok(true)
        }
    }
}

/// How many values before it is read that the memory of one is asked for.
const AHEAD: usize = 8;
/// A map of so many keys is more than the processor looks ahead at by itself. Chains of fewer are
/// not counted.
const MANY: usize = 32;
const _: () = assert!(MANY <= Chain::MIN_KEYS);

/// Asks for the values of the row of a number, if it is a map and there are so many rows.
#[inline(always)]
unsafe fn prefetch_row<const STEP: usize>(first: *const zval, at: usize, count: usize) {
    unsafe {
        if at >= count || kind(first.byte_add(at * STEP)) != IS_ARRAY {
            return;
        }
        let array = (*first.byte_add(at * STEP)).value.arr;
        if !is_packed(array) {
            let used = ((*array).nNumUsed as usize).min(MANY);
            for at in 0..used {
                prefetch_value(&raw const (*buckets(array).add(at)).val);
            }
        }
    }
}

/// Asks for arrays that come after the row of a number, and for the first buckets of one of them.
#[inline(always)]
unsafe fn prefetch_rows<const STEP: usize>(first: *const zval, at: usize, count: usize) {
    /// Of buckets, as many as a row of a dozen has.
    const BYTES: usize = 384;
    const LINE: usize = 64;
    unsafe {
        if at + AHEAD >= count {
            return;
        }
        prefetch_value(first.byte_add((at + AHEAD) * STEP));
        let value = first.byte_add((at + AHEAD / 2) * STEP);
        if kind(value) == IS_ARRAY {
            let first: *const u8 = buckets((*value).value.arr).cast();
            (0..BYTES).step_by(LINE).for_each(|at| prefetch(first.wrapping_add(at)));
        }
    }
}

/// What it costs a reader that other keys are absent than before.
fn gaps_cost(keys: usize) -> usize {
    2 * Limits::VALUE_BYTES + 4 * Limits::VALUE_BYTES * keys
}

/// The class and the declared properties of an object as keys.
#[inline(always)]
unsafe fn declared_key(class: &Class, at: usize) -> RawKey {
    unsafe { if at == 0 { class.key() } else { class.declared_key(at - 1) } }
}

#[inline(always)]
unsafe fn is_list(first: *const Bucket, count: usize) -> bool {
    (0..count).all(|at| unsafe {
        let bucket = first.add(at);
        (*bucket).key.is_null() && (*bucket).h == at as u64
    })
}

/// Whether keys look like data, as far as the first, the middle and the last of them say so.
unsafe fn looks_keyed(count: usize, keys: impl Fn(usize) -> RawKey) -> bool {
    unsafe { is_data(keys(0)) && is_data(keys(count / 2)) && is_data(keys(count - 1)) }
}

/// Whether a key looks like data.
unsafe fn is_data(key: RawKey) -> bool {
    key.name.is_null() || !is_class(key) && raw::name_looks_like_data(unsafe { bytes(key.name) })
}
