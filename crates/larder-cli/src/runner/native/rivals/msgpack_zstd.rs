//! MessagePack compressed by zstd with a dictionary, as zstd's documentation says for small values.

use anyhow::{Context, Result};
use larder::Value;

use super::msgpack::MsgPack;
use crate::runner::native::codec::Codec;

/// The level and size that zstd's own documentation takes for small values.
const ZSTD_LEVEL: i32 = 3;
const ZSTD_DICTIONARY_BYTES: usize = 64 << 10;

/// Keeps its contexts from value to value. Frames are standard ones.
pub struct MsgPackZstd {
    msgpack: MsgPack,
    compressor: zstd::bulk::Compressor<'static>,
    decompressor: zstd::bulk::Decompressor<'static>,
    plain: Vec<u8>,
}

impl MsgPackZstd {
    /// Trains the dictionary on `samples`.
    pub fn learn(samples: &[Value]) -> Result<Self> {
        let mut msgpack = MsgPack::default();
        let samples =
            samples.iter().map(|value| msgpack.encode(value)).collect::<Result<Vec<_>>>()?;
        let dictionary =
            zstd::dict::from_samples(&samples, ZSTD_DICTIONARY_BYTES).with_context(|| {
                format!("zstd cannot train a dictionary on {} values: give it more", samples.len())
            })?;
        Ok(Self {
            msgpack,
            compressor: zstd::bulk::Compressor::with_dictionary(ZSTD_LEVEL, &dictionary)?,
            decompressor: zstd::bulk::Decompressor::with_dictionary(&dictionary)?,
            plain: Vec::new(),
        })
    }
}

impl Codec for MsgPackZstd {
    fn encode(&mut self, value: &Value) -> Result<Vec<u8>> {
        Ok(self.compressor.compress(self.msgpack.encode_kept(value)?)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Value> {
        let size = zstd::zstd_safe::get_frame_content_size(bytes)
            .ok()
            .flatten()
            .context("the zstd frame does not state its size")?;
        self.plain.clear();
        self.plain.reserve(usize::try_from(size)?);
        self.decompressor.decompress_to_buffer(bytes, &mut self.plain)?;
        self.msgpack.decode(&self.plain)
    }
}
