//! PHP's engine, as its headers have it: bindings, macros, exceptions, and what it is told of this
//! extension. Uses nothing else of this crate.
//!
//! Inside: `php` ← `value` ← `class`, `declare` ← `errors` ← `guard`.

pub mod class;
pub mod declare;
pub mod errors;
pub mod guard;
pub mod php;
pub mod value;
