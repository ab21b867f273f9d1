//! The smallest parts of the format, for a host that writes some of its values without a
//! [`Source`](crate::Source), or reads and writes texts by themselves: the PHP extension.

pub use super::definition_writer::name_looks_like_data;
pub use super::numbers::{Number, Spelling, number_of};
pub use super::scalars::int_size;
pub use super::tag::*;
pub use super::text::hex_text::format_hex;
pub use super::text::packed_text::{may_be as may_be_packed, pack};
pub use super::text::wide_text::{WIDE, is_enough, other_bytes, text_of_wide, wide_of, wide_room};
pub use super::varint::{size as varint_size, zigzag};
