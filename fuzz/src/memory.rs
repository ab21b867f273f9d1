//! An allocator that counts what is alive on this thread.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

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
        count(layout.size() as isize);
        // SAFETY: the caller's promises are those of the system's allocator.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: as above; the pointer is of the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// The most bytes that were alive during `work`, beyond those before.
pub fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = ALIVE.get();
    PEAK.set(before);
    let made = work();
    (made, (PEAK.get() - before).max(0) as usize)
}
