//! How the command ends: what is printed, and the exit code.

use std::io;
use std::process::ExitCode;

use crate::interrupt::{self, Interrupted};
use crate::terminal::say;

/// The user asked for something that is not there; the text lists what is.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);

/// Everything was measured.
pub const OK: u8 = 0;
/// A row failed; the others are valid.
pub const ROW_FAILED: u8 = 1;
/// Wrong usage, malformed or unreadable input, or a file that cannot be written.
pub const USAGE: u8 = 2;
/// Stopped by Ctrl-C or a signal.
pub const INTERRUPTED: u8 = 130;

/// Prints what went wrong. A reader that closed the pipe early is not an error.
pub fn end(outcome: anyhow::Result<u8>) -> ExitCode {
    ExitCode::from(match outcome {
        Ok(code) => code,
        Err(error) if closed_pipe(&error) => OK,
        // After a signal, whatever fails fails because of it: it also ends system calls that wait.
        Err(error) if error.is::<Interrupted>() || interrupt::check().is_err() => {
            say!("interrupted; nothing is left running");
            INTERRUPTED
        }
        Err(error) => {
            say!("{error:#}");
            USAGE
        }
    })
}

fn closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
