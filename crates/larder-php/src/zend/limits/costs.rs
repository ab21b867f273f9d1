//! What PHP's values take, as its allocator counts (Zend/zend_alloc.c), and what is left of `memory_limit`.

use larder::{Costs, Error, ErrorKind, Extended, Limits, Result, Value};

use crate::zend::engine::class::has_wakeup;
use crate::zend::engine::php::*;
use crate::zend::engine::value::*;

/// What zvals take.
pub struct ZvalCosts;

/// Bytes that each byte of input may become. A row of a map of one key is two bytes at least, and 408
/// in memory: no value that people write takes more for each of its bytes.
const MEMORY_PER_BYTE: usize = 384;

/// `ZEND_FETCH_CLASS_NO_AUTOLOAD` of Zend/zend_compile.h.
const NO_AUTOLOAD: u32 = 0x80;
/// An array has room for so many values at least.
const MIN_ROOM: usize = 8;
/// The most that an array has room for: more is refused elsewhere.
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
        // Room for twice as many, and what there was before while it grows.
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
        /// What is kept of it until its keys are known.
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
        // The string, and what it is made of.
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

/// What the allocator takes for so many bytes: small ones by size classes, four for each doubling.
#[inline]
const fn allocated(bytes: usize) -> usize {
    const MAX_SMALL: usize = 3072;
    match bytes {
        0..=64 => bytes.next_multiple_of(8),
        65..=MAX_SMALL => bytes.next_multiple_of(1 << ((bytes - 1).ilog2() - 2)),
        _ => allocated_pages(bytes),
    }
}

/// Runs of pages share chunks, of which a page is the allocator's; what is larger has pages of its own.
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

/// What an object of a class takes, beside a map of its keys: its state.
pub unsafe fn object(class: Option<*mut zend_class_entry>) -> usize {
    /// What a class of the engine keeps in its objects, and for them elsewhere.
    const INTERNAL: usize = 1024;
    /// A call that waits, while the vector of them grows.
    const DELAYED: usize = 96;
    let Some(class) = class else {
        // The table with the name of the class that is missing.
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

/// What a value may take of what `memory_limit` leaves: all but an eighth, as memory falls into pieces, and half of what the
/// allocator holds free. No more than that is taken unless the budget was larger.
pub fn left() -> usize {
    let Ok(limit @ 1..) = usize::try_from(unsafe { (*core()).memory_limit }) else {
        return usize::MAX;
    };
    let (held, used) = unsafe { (zend_memory_usage(true), zend_memory_usage(false)) };
    let left = limit.saturating_sub(held);
    left - left / 8 + held.saturating_sub(used) / 2
}

/// Whether the engine has room for a string of so many bytes, as its own answer is a fatal error.
///
/// # Errors
/// [`ErrorKind::TooLarge`] if it has not.
pub fn room(bytes: usize) -> Result<()> {
    /// What is left of any limit, or next to nothing is.
    const SMALL: usize = 256 << 10;
    if bytes > SMALL && bytes > left() {
        collect();
        if bytes > left() {
            return Err(Error::new(
                ErrorKind::TooLarge,
                format!("{bytes} bytes, more than memory_limit leaves"),
            ));
        }
    }
    Ok(())
}

/// Gives memory back that the allocator holds free.
#[cold]
pub fn collect() {
    unsafe { zend_mm_gc(zend_mm_get_heap()) };
}
