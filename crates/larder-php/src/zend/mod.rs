//! The engine: everything that touches PHP's raw structures, and all unsafe code of this crate.
//!
//! # Folders
//!
//! A folder may use those above it, and nothing below:
//!
//! | folder | what | may use |
//! |---|---|---|
//! | [`engine`] | PHP's headers, zvals, exceptions, the guard against panics | – |
//! | [`limits`] | the memory that values take, keys that collide | `engine` |
//! | [`write`] | a value as bytes, or as a writer reads it | `engine`, `limits` |
//! | [`read`] | what a reader finds as a value | `engine`, `limits` |
//! | [`api`] | functions, profiles, handlers of sessions and APCu, the module | all of them |
//!
//! # What makes it sound
//!
//! PHP's values belong to one thread and live while something counts them. Four rules carry all
//! `unsafe` below; a comment names the rule where that is not plain.
//!
//! 1. **Alive**: the arguments of a call live until it returns, and so does all that they hold, as
//!    long as no code of the user runs. [`write::walk`] takes a count of all that it points to
//!    before it calls any.
//! 2. **Whole**: an array or object that is being made is valid at every moment: its slots are null
//!    or filled, its counts say what is filled. So it can be destroyed anywhere, which is what
//!    `Drop` does on an error.
//! 3. **In bounds**: every write into a slot counts down what is left of the slots; a reader that
//!    gives more than it said gets an error, not memory.
//! 4. **One at a time**: the state of a thread is lent to one call ([`api::state`]); a call that
//!    begins before it has ended (in a magic method, an autoloader, another fiber) gets another.
//!
//! A fatal error of the engine (the memory limit, a time-out) leaves by `longjmp` through these
//! frames. Nothing below holds a lock or leaves shared state half changed while it calls the
//! engine; what a call had been lent is dropped after the request.

#![allow(unsafe_code)]

pub mod api;
pub mod engine;
pub mod limits;
pub mod read;
pub mod write;
