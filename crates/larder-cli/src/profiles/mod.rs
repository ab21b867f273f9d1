//! The profiles that values may be under: those of `--profile`, and those that their Redis has
//! (docs/PROFILES.md, "Profiles in Redis").
//!
//! [`Profiles`] finds them by their id, and [`Decoder`] asks it when it meets one. [`Published`]
//! publishes and retires them.

mod decoder;
mod keys;
mod known;
mod published;

pub use self::decoder::{Decoder, hint, is_about_profile};
pub use self::keys::{Name, PATTERN, id, is_key, parse_id, text};
pub use self::known::Profiles;
pub use self::published::{Published, Stored};
