//! What a reader finds as a value of PHP. May use `engine` and `limits`.
//!
//! Inside: `classes`, `object`, `templates` ← `builder`.

pub mod builder;
pub mod classes;
pub mod object;
pub mod templates;
