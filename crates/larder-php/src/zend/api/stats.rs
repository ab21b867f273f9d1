//! What this process has encoded and decoded since it started, for `Larder\stats`.
//!
//! Counting must cost nothing that can be measured. So a count is a plain addition, and only
//! `larder.stats` has the clock asked, which takes as long as a small value does.
//!
//! Uses nothing.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

use larder::Result;

/// A count of the whole process.
pub struct Count(AtomicU64);

impl Count {
    const fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    #[inline]
    pub fn add(&self, more: u64) {
        if cfg!(zts) {
            self.0.fetch_add(more, Relaxed);
        } else {
            // There is one thread, so the addition needs no lock.
            self.0.store(self.0.load(Relaxed).wrapping_add(more), Relaxed);
        }
    }

    /// As PHP's integers are.
    pub fn get(&self) -> i64 {
        self.0.load(Relaxed).cast_signed()
    }
}

/// What is counted of encoding, or of decoding.
pub struct Counts {
    /// Values that were encoded or decoded.
    pub values: Count,
    /// The bytes that they are encoded in.
    pub bytes: Count,
    /// Those that could not be.
    pub failures: Count,
    /// How long all of them took, in nanoseconds, while `larder.stats` was on.
    pub nanoseconds: Count,
}

impl Counts {
    const fn new() -> Self {
        Self {
            values: Count::new(),
            bytes: Count::new(),
            failures: Count::new(),
            nanoseconds: Count::new(),
        }
    }

    /// Counts a call; `bytes` says how many the value of its result is encoded in.
    #[inline]
    pub fn count<T>(
        &self,
        bytes: impl FnOnce(&T) -> usize,
        call: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let result = if is_timed() { self.time(call) } else { call() };
        match &result {
            Ok(value) => {
                self.values.add(1);
                self.bytes.add(bytes(value) as u64);
            }
            Err(_) => self.failures.add(1),
        }
        result
    }

    #[cold]
    #[inline(never)]
    fn time<T>(&self, call: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let result = call();
        self.nanoseconds.add(u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX));
        result
    }
}

pub static ENCODED: Counts = Counts::new();
pub static DECODED: Counts = Counts::new();

/// The values of `DECODED` that were in a format of the fallback.
pub static FALLBACKS: Count = Count::new();

static TIMED: AtomicBool = AtomicBool::new(false);

/// Whether times are measured.
#[inline]
pub fn is_timed() -> bool {
    TIMED.load(Relaxed)
}

/// Measures times from now on, or no longer.
pub fn set_timed(timed: bool) {
    TIMED.store(timed, Relaxed);
}
