//! Objects as the one pass meets them: which of them it can write, and what their properties are.
//!
//! It writes those for which no code has to run: cases of enumerations, ordinary objects, and the
//! engine's own dates. The others (magic methods, `Serializable`, objects that wait to be
//! initialised, handlers of other extensions) are the [`walk`](super::walk)'s.
//!
//! May use `engine` and `limits`.

use std::collections::HashSet;

use foldhash::fast::RandomState;
use larder::{Costs, Limits};

use crate::zend::engine::class::{is_incomplete, is_lazy};
use crate::zend::engine::php::*;
use crate::zend::engine::value::*;
use crate::zend::limits::chains::Chain;
use crate::zend::limits::costs::{self, ZvalCosts};

/// The classes that were met lately, by the addresses of their entries.
pub struct Classes {
    slots: Box<[Class; Classes::SLOTS]>,
    /// The number of the request: what an address means ends with it.
    request: u64,
}

/// What is known of a class.
#[derive(Clone, Copy)]
pub struct Class {
    entry: *mut zend_class_entry,
    request: u64,
    pub way: Way,
    /// How many properties are declared; `None` if they are many, or not all have a slot.
    declared: Option<usize>,
    /// What an object takes in addition to a map of its state.
    cost: usize,
    /// Where [`KnownKeys`](super::known_keys::KnownKeys) has the declared properties, and their
    /// number there.
    pub shape: Option<(usize, u64)>,
}

/// How objects of a class are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// By the name of the case.
    Case,
    /// By their properties.
    Properties,
    /// As dates of the engine.
    Date,
    /// By the walk.
    Walk,
}

impl Classes {
    const SLOTS: usize = 64;

    pub fn new() -> Self {
        let none = Class {
            entry: std::ptr::null_mut(),
            request: 0,
            way: Way::Walk,
            declared: None,
            cost: 0,
            shape: None,
        };
        Self { slots: Box::new([none; Self::SLOTS]), request: 1 }
    }

    /// A request is over, and its classes are gone.
    pub fn end_request(&mut self) {
        self.request += 1;
    }

    /// What is known of a class.
    ///
    /// # Safety
    /// An object of the class is alive.
    #[inline(always)]
    pub unsafe fn of(&mut self, entry: *mut zend_class_entry) -> &mut Class {
        let at = entry.addr() >> 4 ^ entry.addr() >> 10;
        let slot = &mut self.slots[at % Self::SLOTS];
        if slot.entry != entry || slot.request != self.request {
            *slot = unsafe { Class::new(entry, self.request) };
        }
        slot
    }
}

impl Class {
    #[cold]
    unsafe fn new(entry: *mut zend_class_entry, request: u64) -> Self {
        unsafe {
            let count = usize::try_from((*entry).default_properties_count).unwrap_or(0);
            let slots = (0..count).all(|at| !(*(*entry).properties_info_table.add(at)).is_null());
            Self {
                entry,
                request,
                way: Way::of(entry),
                declared: (slots && count < Chain::MIN_KEYS).then_some(count),
                cost: costs::object(Some(entry)).max(costs::object(None)),
                shape: None,
            }
        }
    }

    /// What an object with so many properties costs a reader at most, beyond what the bytes of
    /// their values may cost.
    pub fn beyond(&self, properties: usize) -> usize {
        /// What a value may cost less than its first byte.
        const SPARE: usize =
            ZvalCosts::LIMITS.memory_per_byte * 15 / 16 - Limits::VALUE_BYTES - Limits::TEXT_BYTES;
        let cost = Limits::VALUE_BYTES + self.cost + ZvalCosts::map(properties);
        cost.saturating_sub(properties * SPARE)
    }

    /// The name as a key: one that no array has, as its hash is not that of a text.
    pub unsafe fn key(&self) -> RawKey {
        unsafe {
            let name = RawKey::text((*self.entry).name);
            RawKey { hash: name.hash & !TEXT_HASH, ..name }
        }
    }

    /// The key of a declared property.
    pub unsafe fn declared_key(&self, at: usize) -> RawKey {
        unsafe { RawKey::text((**(*self.entry).properties_info_table.add(at)).name) }
    }

    /// The entry of the class.
    pub fn entry(&self) -> *mut zend_class_entry {
        self.entry
    }

    /// How many properties an object has that has all declared ones, if it may be written so.
    pub fn declared_count(&self) -> Option<usize> {
        self.declared
    }

    /// The values of an object that has all declared properties, in order, and no others.
    #[inline(always)]
    pub unsafe fn declared(&self, object: *const zend_object) -> Option<(*const zval, usize)> {
        let count = self.declared?;
        unsafe {
            if !std::ptr::eq((*object).handlers, &raw const std_object_handlers) || is_lazy(object)
            {
                return None;
            }
            let first: *const zval = (&raw const (*object).properties_table).cast();
            let table = (*object).properties;
            // Once it was asked for, there is a table that points to the properties.
            let alone = table.is_null()
                || (*table).nNumUsed as usize == count
                    && (*table).nNumOfElements as usize == count
                    && !is_packed(table)
                    && (0..count).all(|at| {
                        let value = &raw const (*buckets(table).add(at)).val;
                        kind(value) == IS_INDIRECT
                            && (*value).value.zv.cast_const() == first.add(at)
                    });
            let has_all = alone && (0..count).all(|at| kind(first.add(at)) != IS_UNDEF);
            has_all.then_some((first, count))
        }
    }

    /// The properties of any object: the buckets of its table, or copies in `dense`. `None` if
    /// code has to run for them.
    pub unsafe fn properties(
        &self,
        object: *mut zend_object,
        dense: &mut Vec<Bucket>,
    ) -> Option<(*const Bucket, usize)> {
        unsafe {
            let handlers = &*(*object).handlers;
            let standard = std_object_handlers.get_properties;
            let is_ordinary = handlers.get_properties_for.is_none()
                && handlers.get_properties.map(|function| function as usize)
                    == standard.map(|function| function as usize)
                && !is_lazy(object);
            if !is_ordinary {
                return None;
            }
            let table = (*object).properties;
            let declared = usize::try_from((*self.entry).default_properties_count).unwrap_or(0);
            if !table.is_null() && declared == 0 {
                return Some((dense_buckets(table, dense), (*table).nNumOfElements as usize));
            }
            if !table.is_null() {
                return Some((without_holes(table, dense), dense.len()));
            }
            dense.clear();
            let first: *const zval = (&raw const (*object).properties_table).cast();
            for at in 0..declared {
                let info = *(*self.entry).properties_info_table.add(at);
                let val = *first.add(at);
                if !info.is_null() && kind(&raw const val) != IS_UNDEF {
                    let RawKey { hash, name } = RawKey::text((*info).name);
                    dense.push(Bucket { val, h: hash, key: name });
                }
            }
            Some((dense.as_ptr(), dense.len()))
        }
    }
}

impl Way {
    unsafe fn of(class: *mut zend_class_entry) -> Self {
        unsafe {
            let sleeps = || {
                let methods = &raw const (*class).function_table;
                !zend_hash_str_find(methods, c"__sleep".as_ptr(), "__sleep".len()).is_null()
            };
            if (*class).ce_flags & ZEND_ACC_ENUM != 0 {
                Self::Case
            } else if (*class).ce_flags & ZEND_ACC_NOT_SERIALIZABLE != 0 {
                Self::Walk
            } else if !(*class).__serialize.is_null() {
                if is_date(class) { Self::Date } else { Self::Walk }
            } else if (*class).serialize.is_some() || is_incomplete(class) || sleeps() {
                Self::Walk
            } else {
                Self::Properties
            }
        }
    }
}

/// Whether objects of a class are `DateTime` or `DateTimeImmutable` and no more.
unsafe fn is_date(class: *mut zend_class_entry) -> bool {
    unsafe {
        let method = &*(*class).__serialize;
        let scope = method.common.scope;
        u32::from(method.type_) == ZEND_INTERNAL_FUNCTION
            && matches!(bytes((*scope).name), b"DateTime" | b"DateTimeImmutable")
            && (*class).default_properties_count == 0
    }
}

/// `ZEND_INTERNAL_FUNCTION` of Zend/zend_compile.h.
const ZEND_INTERNAL_FUNCTION: u32 = 1;

/// What `__serialize` of a date gives, if it has no properties of its own and was constructed; of
/// the table a count is given.
pub unsafe fn state_of_date(object: *mut zend_object) -> Option<*mut zend_array> {
    /// The date, the type of its zone, and the zone.
    const PARTS: u32 = 3;
    /// `ZEND_PROP_PURPOSE_SERIALIZE` of Zend/zend_object_handlers.h.
    const SERIALIZE: u32 = 2;
    unsafe {
        let own = (*object).properties;
        if !own.is_null() && (*own).nNumOfElements != 0 {
            return None;
        }
        // The handler of the class runs no code of the user, as a call might.
        let table = zend_get_properties_for(&mut object_value(object), SERIALIZE);
        if table.is_null() || (*table).nNumOfElements == PARTS && !is_thrown() {
            return (!table.is_null()).then_some(table);
        }
        release_array(table);
        None
    }
}

/// The highest bit, which the hash of every text has.
const TEXT_HASH: u64 = 1 << 63;

/// Whether a key is the name of a class.
pub fn is_class(key: RawKey) -> bool {
    !key.name.is_null() && key.hash & TEXT_HASH == 0
}

/// The buckets of an array that is no packed one without holes: its own, or a copy without the
/// holes.
#[inline(always)]
pub unsafe fn dense_buckets(array: *mut zend_array, dense: &mut Vec<Bucket>) -> *const Bucket {
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

/// The objects of a message that may be met again, by their addresses.
#[derive(Default)]
pub struct Met {
    few: [usize; Met::FEW],
    count: usize,
    many: HashSet<usize, RandomState>,
}

impl Met {
    /// Fewer are compared one by one.
    const FEW: usize = 8;

    pub fn clear(&mut self) {
        if self.count > Self::FEW {
            self.many = HashSet::default();
        }
        self.count = 0;
    }

    /// Notes an object; false if it was met before.
    #[inline]
    pub fn insert(&mut self, address: usize) -> bool {
        if self.few[..self.count.min(Self::FEW)].contains(&address) {
            return false;
        }
        if let Some(free) = self.few.get_mut(self.count) {
            *free = address;
        } else if !self.many.insert(address) {
            return false;
        }
        self.count += 1;
        true
    }
}
