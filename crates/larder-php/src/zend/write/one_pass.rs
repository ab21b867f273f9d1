//! A value at level `fast`, in one pass over its zvals: what needs no table of nodes.
//!
//! Arrays and scalars are written as they are met. What an object or a reference needs (magic
//! methods, values that are met again) is the [`walk`](super::walk)'s: the pass ends there, and the
//! value is written from its beginning by the walk and an encoder, to which everything rare is left
//! as well: errors, and what is near a limit. The bytes are the same either way.
//!
//! No code of the user runs during the pass, so all that the value holds stays alive (rule 1).
//!
//! May use `engine`, `limits`, and `bytes`, `known_keys` and `union` beside it.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::rc::Rc;
use std::sync::Arc;

use foldhash::fast::RandomState;
use larder::raw::{self, column, gaps, header, varint_size, zigzag};
use larder::{Costs, Decoder, Discard, Key, Limits, Profile, Result};

use super::bytes::Bytes;
use super::known_keys::{Found, KnownKeys};
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
            let keys = known.shape.keys();
            definition.varint((keys.len() as u64) << 1);
            for key in keys {
                match key {
                    Key::Int(int) => definition.int(*int),
                    Key::Text(text) => definition.name(text.as_bytes()),
                    _ => return None,
                }
            }
            let found = (definition.since(0).to_vec(), number);
            known.shape.class().is_none().then_some(found)
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

    /// The first shape that has these keys and others.
    unsafe fn with_gaps(&self, count: usize, keys: impl Fn(usize) -> RawKey) -> Place {
        let shapes = self.profile.shapes().iter().take(gaps::MAX_SHAPES);
        for (number, known) in (0..).zip(shapes) {
            let own = known.shape.keys();
            if known.shape.class().is_some() || own.len() > count * gaps::MAX_FACTOR {
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

unsafe fn is_key(key: &Key, raw: RawKey) -> bool {
    match key {
        Key::Int(int) => raw.name.is_null() && raw.hash.cast_signed() == *int,
        Key::Text(text) => !raw.name.is_null() && unsafe { bytes(raw.name) } == text.as_bytes(),
        _ => false,
    }
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
        (count as u32, (definition.len() + 1) * DEFINED_KEY_BYTES)
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
    Map(*const Bucket, usize),
    /// A scalar or a list.
    Other,
}

impl OnePass {
    pub fn new() -> Self {
        Self {
            out: Bytes::default(),
            shapes: KnownKeys::new(),
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
        match unsafe { self.value(value, 0) } {
            Ok(()) => unsafe { self.put_together() },
            Err(Stop) => Ok(None),
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

    /// Writes a value that is `depth` levels deep.
    #[inline(always)]
    unsafe fn value(&mut self, value: *const zval, depth: u32) -> Written {
        unsafe {
            match kind(value) {
                IS_STRING => self.out.string((*value).value.str_),
                IS_LONG => self.out.int((*value).value.lval),
                IS_NULL => self.out.byte(raw::NULL),
                IS_FALSE => self.out.byte(raw::FALSE),
                IS_TRUE => self.out.byte(raw::TRUE),
                IS_DOUBLE => self.out.float((*value).value.dval),
                IS_ARRAY => return self.array((*value).value.arr, depth),
                _ => return Err(Stop),
            }
        }
        Ok(())
    }

    unsafe fn array(&mut self, array: *mut zend_array, depth: u32) -> Written {
        if depth >= Limits::MAX_DEPTH {
            return Err(Stop);
        }
        unsafe {
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

    // Maps.

    unsafe fn map(&mut self, first: *const Bucket, count: usize, depth: u32) -> Written {
        let keys = |at: usize| unsafe { RawKey::of(first.add(at)) };
        unsafe {
            let slot = match self.shapes.guess(count, keys) {
                Some(slot) => slot,
                None if looks_keyed(count, keys) => return self.keyed(first, count, depth),
                None => match self.shapes.find(count, keys) {
                    Found::Known(slot) => slot,
                    found => return self.new_map(found, first, count, depth),
                },
            };
            let profile = self.profile.as_ref().map_or(0, |known| known.number);
            match self.shapes.get(slot) {
                Some(record) if record.keyed => return self.keyed(first, count, depth),
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
                    let place = self.known_place(slot, count, keys);
                    self.head(slot, &place);
                }
            }
            self.values(first, count, depth)
        }
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

    /// A map whose keys are not known: it may be one that is written with its keys.
    #[inline(never)]
    unsafe fn new_map(
        &mut self,
        found: Found,
        first: *const Bucket,
        count: usize,
        depth: u32,
    ) -> Written {
        let keys = |at: usize| unsafe { RawKey::of(first.add(at)) };
        unsafe {
            let Some(definition) = self.definition(count, keys) else {
                return self.keyed(first, count, depth);
            };
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
            self.values(first, count, depth)
        }
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
        definition.varint((count as u64) << 1);
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
    unsafe fn values(&mut self, first: *const Bucket, count: usize, depth: u32) -> Written {
        unsafe {
            self.count_chains(first, count)?;
            for at in 0..count {
                self.value(&raw const (*first.add(at)).val, depth + 1)?;
            }
        }
        Ok(())
    }

    /// A map with its keys.
    #[inline(never)]
    unsafe fn keyed(&mut self, first: *const Bucket, count: usize, depth: u32) -> Written {
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
                self.value(&raw const (*bucket).val, depth + 1)?;
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

    // Lists.

    /// Values that stand `STEP` bytes apart.
    unsafe fn list<const STEP: usize>(
        &mut self,
        first: *const zval,
        count: usize,
        depth: u32,
    ) -> Written {
        unsafe {
            let all =
                |kind_of: u32| (1..count).all(|at| kind(first.byte_add(at * STEP)) == kind_of);
            if count >= 2 {
                let written = match kind(first) {
                    IS_ARRAY => self.rows::<STEP>(first, count, depth)?,
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
                self.value(first.byte_add(at * STEP), depth + 1)?;
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

    /// What a value of a list is; `dense` holds its buckets if it has holes.
    #[inline(always)]
    unsafe fn element(value: *const zval, dense: &mut Vec<Bucket>) -> Written<Element> {
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
                    Ok(Element::Map(first, count))
                }
                IS_OBJECT | IS_REFERENCE | IS_RESOURCE => Err(Stop),
                _ => Ok(Element::Other),
            }
        }
    }

    /// Writes a list of maps that are alike as rows of one shape; false if they are not.
    unsafe fn rows<const STEP: usize>(
        &mut self,
        first: *const zval,
        count: usize,
        depth: u32,
    ) -> Written<bool> {
        unsafe {
            if depth + 1 >= Limits::MAX_DEPTH {
                return Err(Stop);
            }
            let mut dense = Vec::new();
            let Element::Map(start, width) = Self::element(first, &mut dense)? else {
                return Ok(false);
            };
            let keys = |at: usize| RawKey::of(start.add(at));
            let mut other_dense = Vec::new();
            for at in 1..count {
                let value = first.byte_add(at * STEP);
                if kind(value) == IS_ARRAY {
                    let array = (*value).value.arr;
                    let whole = (*array).nNumOfElements as usize == width
                        && (*array).nNumUsed as usize == width
                        && !is_packed(array);
                    let other = buckets(array);
                    if whole && (0..width).all(|at| keys(at).equals(RawKey::of(other.add(at)))) {
                        continue;
                    }
                }
                let Element::Map(other, length) = Self::element(value, &mut other_dense)? else {
                    return Ok(false);
                };
                let other_keys = |at: usize| RawKey::of(other.add(at));
                if length != width || !(0..width).all(|at| keys(at).equals(other_keys(at))) {
                    return self.united_rows::<STEP>(first, count, depth);
                }
            }
            let Some(number) = self.row_shape(width, keys) else { return Ok(false) };
            self.rows_head(count, number, gaps::NONE);
            if width == 1 {
                // A row may be of one byte.
                self.beyond += count * ZvalCosts::map(1);
            }
            for at in 0..count {
                let array = (*first.byte_add(at * STEP)).value.arr;
                let row = dense_buckets(array, &mut other_dense);
                self.values(row, width, depth + 1)?;
            }
            Ok(true)
        }
    }

    fn rows_head(&mut self, count: usize, number: u32, kind: u8) {
        self.out.byte(raw::ROWS);
        self.out.varint(count as u64);
        self.out.varint(u64::from(number) << 2 | u64::from(kind));
    }

    /// The number of the shape of rows; `None` if a key is no text.
    unsafe fn row_shape(
        &mut self,
        count: usize,
        keys: impl Fn(usize) -> RawKey + Copy,
    ) -> Option<u32> {
        unsafe {
            let found = match self.shapes.guess(count, keys) {
                Some(slot) => Found::Known(slot),
                None => self.shapes.find(count, keys),
            };
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
        depth: u32,
    ) -> Written<bool> {
        unsafe {
            let mut dense = Vec::new();
            let mut total = 0;
            // First what is quick to see.
            for at in 0..count {
                let value = first.byte_add(at * STEP);
                let Element::Map(start, length) = Self::element(value, &mut dense)? else {
                    return Ok(false);
                };
                if looks_keyed(length, |at| RawKey::of(start.add(at))) {
                    return Ok(false);
                }
                total += length;
            }
            // Rows within these have their own.
            let mut union = std::mem::take(&mut self.union);
            let written = self.rows_of_union::<STEP>(first, count, total, &mut union, depth);
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
        depth: u32,
    ) -> Written<bool> {
        unsafe {
            let mut dense = Vec::new();
            union.clear();
            for at in 0..count {
                let array = (*first.byte_add(at * STEP)).value.arr;
                let start = dense_buckets(array, &mut dense);
                let length = (*array).nNumOfElements as usize;
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
            let Some(number) = self.row_shape(keys.len(), |at| keys[at]) else {
                return Ok(false);
            };
            self.rows_head(count, number, gaps::ABSENT);
            let all = u64::MAX >> (Union::MAX_KEYS - keys.len());
            let mut last = None;
            for at in 0..count {
                let array = (*first.byte_add(at * STEP)).value.arr;
                let start = dense_buckets(array, &mut dense);
                let length = (*array).nNumOfElements as usize;
                let (own, rest) = places.split_at(length);
                places = rest;
                let absent = own.iter().fold(all, |absent, place| absent & !(1 << place));
                if last.replace(absent) != Some(absent) {
                    self.beyond += gaps_cost(keys.len());
                }
                self.out.bits(absent, keys.len());
                self.values(start, length, depth + 1)?;
            }
            Ok(true)
        }
    }
}

/// What it costs a reader that other keys are absent than before.
fn gaps_cost(keys: usize) -> usize {
    2 * Limits::VALUE_BYTES + 4 * Limits::VALUE_BYTES * keys
}

/// The buckets of an array that is no packed one without holes: its own, or a copy without the
/// holes.
#[inline(always)]
unsafe fn dense_buckets(array: *mut zend_array, dense: &mut Vec<Bucket>) -> *const Bucket {
    unsafe {
        if (*array).nNumOfElements == (*array).nNumUsed && !is_packed(array) {
            return buckets(array);
        }
        without_holes(array, dense)
    }
}

#[inline(never)]
unsafe fn without_holes(array: *mut zend_array, dense: &mut Vec<Bucket>) -> *const Bucket {
    dense.clear();
    let bucket = |(key, value): (RawKey, *mut zval)| Bucket {
        val: unsafe { *value },
        h: key.hash,
        key: key.name,
    };
    dense.extend(unsafe { entries(array) }.map(bucket));
    dense.as_ptr()
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
    key.name.is_null() || raw::name_looks_like_data(unsafe { bytes(key.name) })
}
