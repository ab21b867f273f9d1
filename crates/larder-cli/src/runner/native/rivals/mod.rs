//! The codecs that Larder is measured against in native code. Each is tuned as well as we can, so
//! that no figure flatters Larder. They belong to the native runner, and nothing outside of it uses
//! them.

pub mod json;
pub mod msgpack;
pub mod msgpack_zstd;
