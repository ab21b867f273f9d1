//! The smallest parts of the format, for a host that writes some of its values without a
//! [`Source`](crate::Source): the PHP extension at level `fast`.

pub use super::definition_writer::name_looks_like_data;
pub use super::scalars::int_size;
pub use super::tag::*;
pub use super::varint::{size as varint_size, zigzag};
