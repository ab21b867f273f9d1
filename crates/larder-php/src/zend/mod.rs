//! The engine: everything that touches PHP's raw structures, and all unsafe code of this crate.
//!
//! # What makes it sound
//!
//! PHP's values belong to one thread and live while something counts them. Four rules carry all `unsafe` below; a comment names what it rests on where that
//! is not plain.
//!
//! 1. **Alive**: the arguments of a call live until it returns, and so does all that they hold, as long as no code of the user runs. [`plan`] takes a count of
//!    all that it points to before it calls any.
//! 2. **Whole**: an array or object that is being made is valid at every moment: its slots are null or filled, its counts say what is filled. So it can be
//!    destroyed anywhere, which is what `Drop` does on an error.
//! 3. **In bounds**: every write into a slot counts down what is left of the slots; a reader that gave more than it said gets an error, not memory.
//! 4. **One at a time**: the state of a thread is lent to one call ([`state`]); a call that begins before it has ended (in a magic method, an autoloader, another
//!    fiber) gets another.
//!
//! A fatal error of the engine (the memory limit, a time-out) leaves by `longjmp` through these frames. Nothing below holds a lock or leaves shared state half
//! changed while it calls the engine; what a call had been lent is given up after the request.

#![allow(unsafe_code)]

pub mod builder;
pub mod chains;
pub mod classes;
pub mod codec;
pub mod costs;
pub mod entry;
pub mod errors;
pub mod functions;
pub mod module;
pub mod object;
#[allow(warnings, unsafe_code, clippy::all, clippy::pedantic, missing_docs)]
pub mod php {
    //! PHP's headers, bound.
    include!(concat!(env!("OUT_DIR"), "/php.rs"));
}
pub mod plan;
pub mod session;
pub mod shapes;
pub mod state;
pub mod templates;
pub mod value;
