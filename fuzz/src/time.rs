//! What decoding may take of the processor.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// For any input: many times what a thread takes for its start, and for what a machine does beside.
const MIN: Duration = Duration::from_secs(2);
/// For each byte of input and of the value: a hundred times what it takes.
const PER_BYTE: Duration = Duration::from_nanos(200);

/// What this thread has had of the processor.
fn now() -> Duration {
    let taken = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(taken).expect("this clock begins at zero")
}

/// Does `work`, which goes through so many bytes at most.
///
/// # Panics
/// If it takes more time than goes with them.
pub fn bounded<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    let before = now();
    let made = work();
    let (took, most) = (now() - before, MIN + PER_BYTE * u32::try_from(bytes).unwrap_or(u32::MAX));
    assert!(took <= most, "{took:?} of the processor for {bytes} bytes, of at most {most:?}");
    made
}
