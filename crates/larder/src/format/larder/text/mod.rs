//! Texts in fewer bytes, each form only where the very bytes come back (docs/FORMAT.md, "Packed
//! text").
//!
//! Nothing here knows a message: these are functions from text to bytes and back.

pub mod base64_text;
pub mod date_text;
pub mod hex_text;
pub mod latin_1_text;
pub mod number_text;
pub mod packed_names;
pub mod packed_text;
pub mod symbols;
pub mod utf_16_text;
pub mod wide_text;
