//! The zvals of a value as a writer reads them, without a table of nodes.
//!
//! Only arrays and scalars can be read so. What an object or a reference needs (magic methods,
//! values that are met again) is the [`walk`](super::walk)'s: where one is met, reading *stops*:
//! what was written is no value, and the walk begins again. Everything rare is left to it as well:
//! arrays with holes, errors, and what is near a limit. The bytes are the same either way.
//!
//! No code of the user runs meanwhile, so all that the value holds stays alive (rule 1 of
//! [`zend`](crate::zend)).
//!
//! May use `engine` and `limits`, and `shapes` and `wide` beside it.

use std::cell::{Cell, UnsafeCell};
use std::rc::Rc;

use larder::source::{ListSource, MapSource, View, WideOf};
use larder::{KeyRef, Limits, Shape, Source};

use super::shapes::Shapes;
use super::wide::wide_of;
use crate::zend::engine::php::*;
use crate::zend::engine::value::*;
use crate::zend::limits::chains::Chains;
use crate::zend::limits::costs::ZvalCosts;

/// What reading zvals needs.
pub struct Zvals<'s> {
    known: UnsafeCell<Known<'s>>,
    stopped: Cell<bool>,
}

/// The shapes of the arrays that have been read.
struct Known<'s> {
    shapes: &'s mut Shapes,
    numbered: &'s mut Vec<Rc<Shape>>,
    /// The array whose shape was made last, by its first bucket, and the shape's number.
    made: (*const Bucket, u32),
}

impl<'s> Zvals<'s> {
    /// Begins with another value; `numbered` is memory that is used again.
    pub fn new(shapes: &'s mut Shapes, numbered: &'s mut Vec<Rc<Shape>>) -> Self {
        shapes.begin();
        numbered.clear();
        let known = Known { shapes, numbered, made: (std::ptr::null(), 0) };
        Self { known: UnsafeCell::new(known), stopped: Cell::new(false) }
    }

    /// A value to be read.
    ///
    /// # Safety
    /// It is alive, and no code of the user runs, as long as it is read.
    pub unsafe fn at(&self, value: *const zval) -> ZvalAt<'_> {
        // Only the lifetime of what `known` holds is shortened.
        ZvalAt { value, zvals: unsafe { std::mem::transmute::<&Zvals<'s>, &Zvals<'_>>(self) } }
    }

    /// Whether all that was read is what the value holds, and within the limits of a reader.
    pub fn is_whole(&self) -> bool {
        let steps = self.known(|known| known.shapes.steps());
        !self.stopped.get() && Chains::default().add(steps).is_ok()
    }

    /// Lends what is known to one call that ends before the next begins.
    #[inline(always)]
    fn known<T>(&self, call: impl FnOnce(&mut Known<'s>) -> T) -> T {
        call(unsafe { &mut *self.known.get() })
    }
}

/// Whether a value is of arrays and scalars alone, as far as their types say.
///
/// # Safety
/// It is alive.
pub unsafe fn is_plain(value: *const zval, depth: u32) -> bool {
    unsafe {
        match kind(value) {
            IS_UNDEF..=IS_STRING => true,
            IS_ARRAY => {
                depth < Limits::MAX_DEPTH
                    && entries((*value).value.arr).all(|(_, value)| is_plain(value, depth + 1))
            }
            _ => false,
        }
    }
}

/// A zval.
#[derive(Clone, Copy)]
pub struct ZvalAt<'a> {
    value: *const zval,
    zvals: &'a Zvals<'a>,
}

/// Zvals that stand `step` bytes apart.
#[derive(Clone, Copy)]
pub struct ZvalList<'a> {
    first: *const zval,
    step: u32,
    length: u32,
    zvals: &'a Zvals<'a>,
}

/// The buckets of an array without holes.
#[derive(Clone, Copy)]
pub struct ZvalMap<'a> {
    first: *const Bucket,
    length: u32,
    /// [`ZvalMap::UNKNOWN`] for one that is not known.
    shape: u32,
    zvals: &'a Zvals<'a>,
}

impl<'a> ZvalAt<'a> {
    /// What cannot be read. From here on all arrays are null, so that a writer is soon done.
    #[cold]
    fn stop(self) -> View<'a, Self> {
        self.zvals.stopped.set(true);
        View::Null
    }

    #[inline(always)]
    unsafe fn array(self, array: *mut zend_array) -> View<'a, Self> {
        unsafe {
            let (count, zvals) = ((*array).nNumOfElements, self.zvals);
            if count == 0 {
                return View::List(ZvalList { first: self.value, step: 0, length: 0, zvals });
            }
            if (*array).nNumUsed != count || zvals.stopped.get() {
                return self.stop();
            }
            if is_packed(array) {
                let first = packed_values(array);
                return View::List(ZvalList {
                    first,
                    step: PACKED_STEP as u32,
                    length: count,
                    zvals,
                });
            }
            let first = buckets(array);
            if (*first).key.is_null() && (*first).h == 0 && is_list(first, count as usize) {
                let step = BUCKET_STEP as u32;
                return View::List(ZvalList { first: first.cast(), step, length: count, zvals });
            }
            let keys = |at: usize| RawKey::of(first.add(at));
            let shape =
                zvals.known(|known| known.shapes.known(count as usize, keys, known.numbered));
            let shape = shape.unwrap_or(ZvalMap::UNKNOWN);
            View::Map(ZvalMap { first, length: count, shape, zvals })
        }
    }
}

unsafe fn is_list(first: *const Bucket, count: usize) -> bool {
    (0..count).all(|at| unsafe {
        let bucket = first.add(at);
        (*bucket).key.is_null() && (*bucket).h == at as u64
    })
}

impl<'a> Source<'a> for ZvalAt<'a> {
    type List = ZvalList<'a>;
    type Map = ZvalMap<'a>;
    type Costs = ZvalCosts;

    const WIDE_OF: Option<WideOf> = Some(wide_of);

    #[inline(always)]
    fn view(self) -> View<'a, Self> {
        let value = self.value;
        unsafe {
            match kind(value) {
                IS_STRING => {
                    let string = (*value).value.str_;
                    let bytes = bytes(string);
                    if bytes.len() > u32::MAX as usize {
                        return self.stop();
                    }
                    if is_ascii(bytes) || is_valid_utf8(string) || is_utf8_with_others(bytes) {
                        View::Text(std::str::from_utf8_unchecked(bytes))
                    } else {
                        View::Bytes(bytes)
                    }
                }
                IS_LONG => View::Int((*value).value.lval),
                IS_ARRAY => self.array((*value).value.arr),
                IS_NULL => View::Null,
                IS_FALSE => View::Bool(false),
                IS_TRUE => View::Bool(true),
                IS_DOUBLE => View::Float((*value).value.dval),
                _ => self.stop(),
            }
        }
    }

    #[inline(always)]
    fn is_ascii(self, text: &str) -> bool {
        is_ascii(text.as_bytes())
    }

    #[inline(always)]
    fn is_null(self) -> bool {
        unsafe { kind(self.value) == IS_NULL }
    }

    #[inline(always)]
    fn is_tree(self) -> bool {
        true
    }
}

impl<'a> ListSource<'a, ZvalAt<'a>> for ZvalList<'a> {
    #[inline(always)]
    fn len(self) -> usize {
        self.length as usize
    }

    #[inline(always)]
    fn get(self, at: usize) -> ZvalAt<'a> {
        debug_assert!(at < self.len(), "within the list");
        let value = unsafe { self.first.byte_add(at * self.step as usize) };
        ZvalAt { value, zvals: self.zvals }
    }
}

impl ZvalMap<'_> {
    const UNKNOWN: u32 = u32::MAX;

    #[inline(always)]
    fn raw_key(self, at: usize) -> RawKey {
        debug_assert!(at < self.len(), "within the map");
        unsafe { RawKey::of(self.first.add(at)) }
    }

    /// The number of its shape, which is made if it is not known.
    #[inline(always)]
    fn number(self) -> u32 {
        if self.shape == Self::UNKNOWN { self.made() } else { self.shape }
    }

    #[inline(never)]
    fn made(self) -> u32 {
        self.zvals.known(|known| {
            if known.made.0 != self.first {
                let (count, keys) = (self.len(), |at| self.raw_key(at));
                let number = unsafe { known.shapes.find(None, count, keys, known.numbered) };
                known.made = (self.first, number);
            }
            known.made.1
        })
    }
}

impl<'a> MapSource<'a, ZvalAt<'a>> for ZvalMap<'a> {
    type Retained = Rc<Shape>;

    #[inline(always)]
    fn identity(self) -> usize {
        std::ptr::from_ref(self.shape()).addr()
    }

    fn retain(self) -> Rc<Shape> {
        let number = self.number() as usize;
        self.zvals.known(|known| known.numbered[number].clone())
    }

    #[inline(always)]
    fn shape(self) -> &'a Shape {
        let number = self.number() as usize;
        // Shapes that have a number stay, as long as the value is read.
        self.zvals.known(|known| unsafe { &*Rc::as_ptr(&known.numbered[number]) })
    }

    #[inline(always)]
    fn get(self, at: usize) -> ZvalAt<'a> {
        debug_assert!(at < self.len(), "within the map");
        ZvalAt { value: unsafe { &raw const (*self.first.add(at)).val }, zvals: self.zvals }
    }

    #[inline(always)]
    fn has_shape(self) -> bool {
        self.shape != Self::UNKNOWN
    }

    fn comes_again(self) -> bool {
        let (count, keys) = (self.len(), |at| self.raw_key(at));
        self.zvals.known(|known| known.shapes.are_worth_learning(count, keys))
    }

    #[inline(always)]
    fn len(self) -> usize {
        self.length as usize
    }

    #[inline(always)]
    fn key(self, at: usize) -> KeyRef<'a> {
        let key = self.raw_key(at);
        if key.name.is_null() {
            return KeyRef::Int(key.hash.cast_signed());
        }
        let bytes = unsafe { bytes(key.name) };
        if is_utf8(bytes) {
            KeyRef::Text(unsafe { std::str::from_utf8_unchecked(bytes) })
        } else {
            KeyRef::Bytes(bytes)
        }
    }

    #[inline(always)]
    fn is_key_of(self, at: usize, other: Self, other_at: usize) -> bool {
        unsafe { self.raw_key(at).equals(other.raw_key(other_at)) }
    }

    #[inline(always)]
    fn key_hash(self, at: usize) -> Option<u64> {
        Some(self.raw_key(at).hash)
    }

    #[inline(always)]
    fn class(self) -> Option<&'a str> {
        None
    }

    #[inline(always)]
    fn is_alike(self, other: Self) -> bool {
        self.shape == other.shape && self.shape != Self::UNKNOWN
            || self.length == other.length
                && (0..self.len()).all(|at| unsafe { self.raw_key(at).equals(other.raw_key(at)) })
    }
}
