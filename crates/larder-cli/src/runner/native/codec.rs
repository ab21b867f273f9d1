//! The codecs of the native runtime; all take and give [`Value`].

use std::sync::Arc;

use anyhow::{Context, Result};
use larder::format::{self, Format, Losses};
use larder::{Decoder, Encoder, Profile, Value, train};

use super::{json, msgpack};

/// A codec that is ready: its contexts and caches are kept from value to value.
pub trait Codec {
    /// The value as bytes.
    fn encode(&mut self, value: &Value) -> Result<Vec<u8>>;
    /// The value of bytes.
    fn decode(&mut self, bytes: &[u8]) -> Result<Value>;
}

/// What is known of a codec before it is made.
pub struct About {
    /// The name on the command line.
    pub id: &'static str,
    /// What does the work.
    pub library: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Whether it learns from values before.
    pub learns: bool,
    /// Makes it, of the values to learn from.
    pub make: fn(&[Value]) -> Result<Box<dyn Codec>>,
}

const LARDER: &str = "larder";
const LARDER_VERSION: &str = env!("CARGO_PKG_VERSION");
/// The level and size that zstd's own documentation takes for small values.
const ZSTD_LEVEL: i32 = 3;
const ZSTD_DICTIONARY_BYTES: usize = 64 << 10;

/// All codecs. The versions of others' libraries are those that Cargo.lock pins; the build script reads them there.
pub const ALL: [About; 10] = [
    About {
        id: "json",
        library: "serde_json",
        version: env!("LARDER_SERDE_JSON_VERSION"),
        learns: false,
        make: |_| Ok(Box::new(Json::default())),
    },
    About {
        id: "msgpack",
        library: "hand-written",
        version: LARDER_VERSION,
        learns: false,
        make: |_| Ok(Box::new(MsgPack::default())),
    },
    About {
        id: "msgpack-zstd-dict",
        library: "hand-written, zstd",
        version: env!("LARDER_ZSTD_VERSION"),
        learns: true,
        make: |samples| Ok(Box::new(MsgPackZstd::learn(samples)?)),
    },
    About { id: "php", library: LARDER, version: LARDER_VERSION, learns: false, make: |_| foreign(Format::Php) },
    About { id: "igbinary", library: LARDER, version: LARDER_VERSION, learns: false, make: |_| foreign(Format::Igbinary) },
    About { id: "hprose", library: LARDER, version: LARDER_VERSION, learns: false, make: |_| foreign(Format::Hprose) },
    About { id: "cbor", library: LARDER, version: LARDER_VERSION, learns: false, make: |_| foreign(Format::Cbor) },
    About {
        id: "larder",
        library: LARDER,
        version: LARDER_VERSION,
        learns: false,
        make: |_| Ok(Box::new(Larder { encoder: Encoder::new(), decoder: Decoder::new() })),
    },
    About {
        id: "larder-fast",
        library: LARDER,
        version: LARDER_VERSION,
        learns: true,
        make: |samples| learned(samples, &train::Options::FAST),
    },
    About {
        id: "larder-small",
        library: LARDER,
        version: LARDER_VERSION,
        learns: true,
        make: |samples| learned(samples, &train::Options::SMALL),
    },
];

#[derive(Default)]
struct Json {
    out: Vec<u8>,
    reader: json::Reader,
}

impl Codec for Json {
    fn encode(&mut self, value: &Value) -> Result<Vec<u8>> {
        self.out.clear();
        json::write(value, &mut self.out)?;
        Ok(self.out.to_vec())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Value> {
        self.reader.read(bytes)
    }
}

#[derive(Default)]
struct MsgPack {
    encoder: msgpack::Encoder,
    decoder: msgpack::Decoder,
}

impl Codec for MsgPack {
    fn encode(&mut self, value: &Value) -> Result<Vec<u8>> {
        self.encoder.encode(value)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Value> {
        self.decoder.decode(bytes)
    }
}

/// MessagePack, compressed with a dictionary, as zstd's documentation says for small values: contexts are kept, frames are standard ones.
struct MsgPackZstd {
    msgpack: MsgPack,
    compressor: zstd::bulk::Compressor<'static>,
    decompressor: zstd::bulk::Decompressor<'static>,
    plain: Vec<u8>,
}

impl MsgPackZstd {
    fn learn(samples: &[Value]) -> Result<Self> {
        let mut msgpack = MsgPack::default();
        let samples = samples.iter().map(|value| msgpack.encode(value)).collect::<Result<Vec<_>>>()?;
        let dictionary = zstd::dict::from_samples(&samples, ZSTD_DICTIONARY_BYTES)
            .with_context(|| format!("zstd learns no dictionary from {} values; give it more", samples.len()))?;
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
        Ok(self.compressor.compress(self.msgpack.encoder.encode_kept(value)?)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Value> {
        let size = zstd::zstd_safe::get_frame_content_size(bytes).ok().flatten().context("a frame without its size")?;
        self.plain.clear();
        self.plain.reserve(usize::try_from(size)?);
        self.decompressor.decompress_to_buffer(bytes, &mut self.plain)?;
        self.msgpack.decoder.decode(&self.plain)
    }
}

/// A format of the library.
struct Foreign {
    encoder: format::AnyEncoder,
    decoder: format::AnyDecoder,
}

fn foreign(format: Format) -> Result<Box<dyn Codec>> {
    Ok(Box::new(Foreign { encoder: format::AnyEncoder::new(format)?, decoder: format::AnyDecoder::new(format) }))
}

impl Codec for Foreign {
    fn encode(&mut self, value: &Value) -> Result<Vec<u8>> {
        Ok(self.encoder.encode_lossy(value, &mut Losses::new())?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Value> {
        Ok(self.decoder.decode(bytes)?)
    }
}

struct Larder {
    encoder: Encoder,
    decoder: Decoder,
}

fn learned(samples: &[Value], options: &train::Options) -> Result<Box<dyn Codec>> {
    let profile: Arc<Profile> = Arc::new(train::train(samples, options)?);
    Ok(Box::new(Larder { encoder: Encoder::with_profile(profile.clone()), decoder: Decoder::new().with_profile(profile)? }))
}

impl Codec for Larder {
    fn encode(&mut self, value: &Value) -> Result<Vec<u8>> {
        Ok(self.encoder.encode(value)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Value> {
        Ok(self.decoder.decode(bytes)?)
    }
}
