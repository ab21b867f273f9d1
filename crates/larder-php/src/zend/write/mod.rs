//! A value of PHP as a writer reads it. May use `engine` and `limits`.
//!
//! Inside: `nodes`, `shapes` ← `walk`.

pub mod nodes;
pub mod shapes;
pub mod walk;
