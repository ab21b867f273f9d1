//! The allocator of this process: the system's, which can count the bytes that are requested from
//! it.
//!
//! This is the only unsafe code of the command. `GlobalAlloc` is an unsafe trait, so some code has
//! to implement it. Published crates that do, such as stats_alloc, update counters with every
//! allocation, and the native codecs would be timed with that. Here an allocation costs one relaxed
//! load unless bytes are being counted.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

static ON: AtomicBool = AtomicBool::new(false);
static BYTES: AtomicU64 = AtomicU64::new(0);

/// Runs `work` and returns its result, with the bytes that all threads requested meanwhile. A
/// buffer that grows counts by its growth.
pub fn count<T>(work: impl FnOnce() -> T) -> (T, u64) {
    BYTES.store(0, Relaxed);
    ON.store(true, Relaxed);
    let done = work();
    ON.store(false, Relaxed);
    (done, BYTES.load(Relaxed))
}

#[inline]
fn requested(bytes: usize) {
    if ON.load(Relaxed) {
        BYTES.fetch_add(bytes as u64, Relaxed);
    }
}

// SAFETY: every call goes to the system's allocator unchanged. Counting touches two atomics; it
// does not allocate and does not unwind.
unsafe impl GlobalAlloc for Counting {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        requested(layout.size());
        // SAFETY: the caller's promises are those that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    // The default would clear memory that the system hands out cleared.
    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        requested(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above; the pointer comes from the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }

    // The default would always copy.
    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        requested(size.saturating_sub(layout.size()));
        // SAFETY: as above; the pointer comes from the system's allocator.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
