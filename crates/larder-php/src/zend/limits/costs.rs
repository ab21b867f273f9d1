//! The memory that PHP's values take, as its allocator counts it (Zend/zend_alloc.c), and what
//! `memory_limit` leaves. May use `engine`.

use larder::{Costs, Error, ErrorKind, Extended, Limits, Result, Value};

use crate::zend::engine::class::has_wakeup;
use crate::zend::engine::php::*;
use crate::zend::engine::value::*;

/// The memory that zvals take.
pub struct ZvalCosts;

/// Bytes of memory per byte of input. A row of a map with one key takes at least two bytes, and 408
/// in memory: no real value takes more per byte.
const MEMORY_PER_BYTE: usize = 384;

/// `ZEND_FETCH_CLASS_NO_AUTOLOAD` of Zend/zend_compile.h.
const NO_AUTOLOAD: u32 = 0x80;
/// An array has room for at least this many values.
const MIN_ROOM: usize = 8;
/// An array has room for at most this many values: more are refused elsewhere.
const MAX_ROOM: usize = 1 << 28;

impl Costs for ZvalCosts {
    const LIMITS: Limits = {
        let mut limits = Limits::DEFAULT;
        limits.memory_per_byte = MEMORY_PER_BYTE;
        limits
    };

    #[inline]
    fn list(len: usize) -> usize {
        // The engine has one empty array for all.
        match len {
            0 => 0,
            1..=MIN_ROOM => const { table(MIN_ROOM, PACKED_STEP, PACKED_HASH_BYTES) },
            _ => table(len, PACKED_STEP, PACKED_HASH_BYTES),
        }
    }

    #[inline]
    fn open_list() -> usize {
        Self::list(1)
    }

    #[inline]
    fn item() -> usize {
        // Room for twice as many, and the old table while it grows.
        3 * PACKED_STEP
    }

    #[inline]
    fn map(keys: usize) -> usize {
        /// A bucket, and two hash slots.
        const STEP: usize = BUCKET_STEP + 2 * size_of::<u32>();
        match keys {
            0 => size_of::<zend_array>(),
            1..=MIN_ROOM => const { table(MIN_ROOM, STEP, 0) },
            _ => table(keys, STEP, 0),
        }
    }

    #[inline]
    fn open_map(keys: usize) -> usize {
        /// What is kept until its keys are known.
        const OPEN: usize = 128;
        keys.saturating_mul(3 * size_of::<zval>()).saturating_add(OPEN)
    }

    #[inline]
    fn closed_map(keys: usize) -> usize {
        Self::map(keys)
    }

    #[inline]
    fn text(length: usize) -> usize {
        allocated(std::mem::offset_of!(zend_string, val) + 1 + length)
    }

    fn object(class: &str) -> usize {
        unsafe {
            let name = string(class.as_bytes());
            let found = zend_lookup_class_ex(name, std::ptr::null_mut(), NO_AUTOLOAD);
            release_string(name);
            object((!found.is_null()).then_some(found))
        }
    }

    fn extended(extended: &Extended<Value>) -> usize {
        /// The longest spelling of a time, or of a UUID.
        const SPELLED: usize = 64;
        // The string, and the digits that it is made from.
        let digits = |bytes: &[u8], zeros: usize| {
            let length = bytes.len() * 5 / 2 + zeros + SPELLED;
            Self::text(length) + 3 * length
        };
        match extended {
            Extended::BigInt(bytes) => digits(bytes, 0),
            Extended::Decimal { unscaled, scale } => {
                digits(unscaled, usize::try_from(*scale).unwrap_or(0).min(1000))
            }
            Extended::Zoned(.., zone) => 2 * Self::text(SPELLED + zone.len()),
            Extended::Custom { bytes, .. } => Self::text(bytes.len()),
            Extended::Float32(_) | Extended::Enum { .. } | Extended::Again(_) => 0,
            _ => 2 * Self::text(SPELLED),
        }
    }
}

/// An array with room for `count` values of `step` bytes each, and `head` bytes before them.
const fn table(count: usize, step: usize, head: usize) -> usize {
    if count > MAX_ROOM {
        return usize::MAX / 2;
    }
    size_of::<zend_array>() + allocated(head + count.next_power_of_two() * step)
}

/// What the allocator takes for this many bytes: few by size classes, four for each doubling.
#[inline]
const fn allocated(bytes: usize) -> usize {
    const MAX_SMALL: usize = 3072;
    match bytes {
        0..=64 => bytes.next_multiple_of(8),
        65..=MAX_SMALL => bytes.next_multiple_of(1 << ((bytes - 1).ilog2() - 2)),
        _ => allocated_pages(bytes),
    }
}

/// Runs of pages share chunks, one page of which is the allocator's; larger ones have pages of
/// their own.
#[cold]
const fn allocated_pages(bytes: usize) -> usize {
    const PAGE: usize = 4096;
    const CHUNK: usize = 2 << 20;
    const CHUNK_PAGES: usize = CHUNK / PAGE - 1;
    match bytes.div_ceil(PAGE) {
        pages @ ..=CHUNK_PAGES => CHUNK / (CHUNK_PAGES / pages),
        pages => pages * PAGE,
    }
}

/// What an object of a class takes in addition to a map of its state.
pub unsafe fn object(class: Option<*mut zend_class_entry>) -> usize {
    /// What a class of the engine keeps in its objects and beside them.
    const INTERNAL: usize = 1024;
    /// A delayed call, while the vector of them grows.
    const DELAYED: usize = 96;
    let Some(class) = class else {
        // The table with the name of the missing class.
        return size_of::<zend_object>() + ZvalCosts::map(1);
    };
    unsafe {
        let properties = usize::try_from((*class).default_properties_count).unwrap_or(0);
        let made = if (*class).__bindgen_anon_2.create_object.is_some() { INTERNAL } else { 0 };
        let waits =
            if !(*class).__unserialize.is_null() || has_wakeup(class) { DELAYED } else { 0 };
        allocated(size_of::<zend_object>() + properties * size_of::<zval>()) + made + waits
    }
}

/// How much memory a value may take: what `memory_limit` leaves, less an eighth for fragmentation,
/// and half of what the allocator holds free.
pub fn left() -> usize {
    let Ok(limit @ 1..) = usize::try_from(unsafe { (*core()).memory_limit }) else {
        return usize::MAX;
    };
    let (held, used) = unsafe { (zend_memory_usage(true), zend_memory_usage(false)) };
    let left = limit.saturating_sub(held);
    left - left / 8 + held.saturating_sub(used) / 2
}

/// Checks that the engine has room for a string of this many bytes; its own answer would be a fatal
/// error.
///
/// # Errors
/// [`ErrorKind::TooLarge`] if it has no room.
pub fn room(bytes: usize) -> Result<()> {
    /// A string this small fits, unless next to nothing is left.
    const SMALL: usize = 256 << 10;
    if bytes > SMALL && bytes > left() {
        collect();
        if bytes > left() {
            return Err(Error::new(
                ErrorKind::TooLarge,
                format!("the result takes {bytes} bytes, more than memory_limit leaves"),
            ));
        }
    }
    Ok(())
}

/// Frees memory that the allocator holds without using it.
#[cold]
pub fn collect() {
    unsafe { zend_mm_gc(zend_mm_get_heap()) };
}
