//! A value of PHP as bytes, or as a writer reads it. May use `engine` and `limits`.
//!
//! Inside: `wide` ← `nodes`, `text`; `nodes`, `shapes` ← `walk`; `shapes`, `wide` ← `zvals`;
//! `bytes`, `known_keys`, `objects`, `union` ← `one_pass`.

pub mod bytes;
pub mod known_keys;
pub mod nodes;
pub mod objects;
pub mod one_pass;
pub mod shapes;
pub mod text;
pub mod union;
pub mod walk;
pub mod wide;
pub mod zvals;
