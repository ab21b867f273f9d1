//! PHP's engine, as its headers declare it: bindings, macros, exceptions, and the declarations by
//! which this extension registers. Uses nothing else of this crate.
//!
//! Inside: `php` ← `value` ← `class`, `declare` ← `errors` ← `guard`; `utf8`.

pub mod class;
pub mod declare;
pub mod errors;
pub mod guard;
pub mod php;
pub mod utf8;
pub mod value;
