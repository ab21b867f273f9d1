//! Ctrl-C, SIGTERM and SIGHUP set a flag. Whoever waits checks it, so that every guard is dropped
//! and nothing is left behind.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The user stopped the command; the exit code is 130.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Takes over the signals of the process.
pub fn install() {
    ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::SeqCst))
        .expect("the only signal handler of the process");
}

/// Fails once the user has asked to stop.
pub fn check() -> Result<(), Interrupted> {
    if INTERRUPTED.load(Ordering::SeqCst) { Err(Interrupted) } else { Ok(()) }
}
