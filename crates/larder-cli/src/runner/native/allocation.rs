//! Counts the bytes that an operation allocates, in a pass of its own: while times are taken, an allocation costs one relaxed load more.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use anyhow::Result;

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

static ON: AtomicBool = AtomicBool::new(false);
static BYTES: AtomicU64 = AtomicU64::new(0);

// SAFETY: all is handed to the system's allocator as it came; counting touches two atomics and does not allocate.
unsafe impl GlobalAlloc for Counting {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if ON.load(Relaxed) {
            BYTES.fetch_add(layout.size() as u64, Relaxed);
        }
        // SAFETY: the caller's promises are those of the system's allocator.
        unsafe { System.alloc(layout) }
    }

    // Not the default, which would clear memory that the system gives cleared.
    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if ON.load(Relaxed) {
            BYTES.fetch_add(layout.size() as u64, Relaxed);
        }
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above; the pointer is of the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if ON.load(Relaxed) {
            BYTES.fetch_add(size.saturating_sub(layout.size()) as u64, Relaxed);
        }
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Bytes that `operation` allocates for a value, on average of at most the first thousand.
pub fn mean<T>(values: &[T], mut operation: impl FnMut(&T) -> Result<()>) -> Result<f64> {
    const MOST_VALUES: usize = 1000;
    let values = &values[..values.len().min(MOST_VALUES)];
    BYTES.store(0, Relaxed);
    ON.store(true, Relaxed);
    let done = values.iter().try_for_each(&mut operation);
    ON.store(false, Relaxed);
    done?;
    Ok(BYTES.load(Relaxed) as f64 / values.len().max(1) as f64)
}
