//! The smallest parts of the format, for a host that writes some of its values without a
//! [`Source`](crate::Source): the PHP extension at level `fast`.

pub use super::tag::*;
pub use super::varint::{size as varint_size, zigzag};

pub const GAP_RECORD: u8 = 0x82;
pub const KEYED_MAP: u8 = 0x83;
pub const ROWS: u8 = 0x84;
pub mod gaps {
    pub const NONE: u8 = 0;
    pub const ABSENT: u8 = 1;
}
