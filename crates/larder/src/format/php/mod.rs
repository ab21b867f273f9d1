//! The formats of PHP's values: [`serialize`] and [`igbinary`], and what both share.

pub mod igbinary;
mod keys;
mod layouts;
mod names;
pub mod serialize;
mod sharing;
