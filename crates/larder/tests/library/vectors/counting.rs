//! What a thread takes of memory, counted by the allocator.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

pub struct Counting;

thread_local! {
    static ALIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // While a thread ends its cells are gone; then nothing is measured.
    let _ = ALIVE.try_with(|alive| {
        alive.set(alive.get() + bytes);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(alive.get())));
    });
}

// SAFETY: all is handed to the system's allocator as it came; counting touches cells of this thread
// alone and does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size().cast_signed());
        // SAFETY: the caller's promises are those of the system's allocator.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-layout.size().cast_signed());
        // SAFETY: as above; the pointer is of the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// What `run` gives, and the most memory that it held at once.
pub fn peak<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = ALIVE.get();
    PEAK.set(before);
    let result = run();
    (result, (PEAK.get() - before).max(0).cast_unsigned())
}
