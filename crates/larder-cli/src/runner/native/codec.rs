//! What every codec of the native runtime does.

use anyhow::Result;
use larder::Value;

/// A codec that is ready: its contexts and caches are kept from value to value.
pub trait Codec {
    /// The value as bytes.
    fn encode(&mut self, value: &Value) -> Result<Vec<u8>>;
    /// The value of bytes.
    fn decode(&mut self, bytes: &[u8]) -> Result<Value>;
}
