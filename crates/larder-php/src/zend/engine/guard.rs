//! The guard against panics. A panic is a mistake of this extension. It must not leave a function
//! that C calls, as that ends the process; so each such function is made by [`entries`], which
//! turns a panic into an exception and returns what says that the function failed.
//! `tests/entries.rs` sees to it that there is no other function for C to call.
//!
//! May use `errors`.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use larder::{Error, ErrorKind, Result};

use super::errors::{self, Exception};

/// Until the module has started, and when a request is over, nobody could catch an exception.
pub const NONE: Option<Exception> = None;
pub const DECODE: Option<Exception> = Some(Exception::Decode);
pub const ENCODE: Option<Exception> = Some(Exception::Encode);

/// Makes functions for C to call: `NAME(ARGUMENTS) -> RESULT = WHAT IT CALLS, THE EXCEPTION THAT A
/// PANIC BECOMES, WHAT IS RETURNED THEN;`
macro_rules! entries {
    ($(
        $(#[$attribute:meta])*
        $name:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)?
            = $call:path, $exception:expr, $failed:expr;
    )*) => {
        $(
            $(#[$attribute])*
            pub unsafe extern "C" fn $name($($argument: $kind),*) $(-> $result)? {
                // PHP gives what `call` asks for: the types are those of PHP's headers.
                let call = || unsafe { $call($($argument),*) };
                $crate::zend::engine::guard::entry($exception, $failed, call)
            }
        )*
    };
}
pub(crate) use entries;

/// Calls, and makes a panic an exception; then returns `failed`.
#[inline(always)]
pub fn entry<T>(exception: Option<Exception>, failed: T, call: impl FnOnce() -> T) -> T {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(given) => given,
        Err(panic) => {
            if let Some(exception) = exception {
                errors::throw(exception, &mistake(&*panic));
            }
            failed
        }
    }
}

/// Makes a panic an error where something has to be ended after it; [`entries`] guards all else.
pub fn guard<T>(call: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| Err(mistake(&*panic)))
}

/// A panic as an error.
fn mistake(panic: &(dyn Any + Send)) -> Error {
    let message = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let message = message.unwrap_or("no message");
    Error::new(ErrorKind::Refused, format!("a bug in Larder, please report it: {message}"))
}
