//! What a reader finds as a value of PHP. May use `engine` and `limits`.
//!
//! Inside: `classes`, `object` ← `layouts`, `templates`, `wide` ← `builder`.

pub mod builder;
pub mod classes;
pub mod layouts;
pub mod object;
pub mod templates;
pub mod wide;
