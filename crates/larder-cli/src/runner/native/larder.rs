//! The codecs of the library: the Larder format, with and without a profile, and the foreign
//! formats.

use std::sync::Arc;

use anyhow::Result;
use larder::format::{AnyDecoder, AnyEncoder, Format, Losses};
use larder::{Decoder, Encoder, Level, Profile, Value, train};

use super::codec::Codec;

/// A foreign format of the library.
struct Foreign {
    encoder: AnyEncoder,
    decoder: AnyDecoder,
}

/// A codec of a foreign format.
pub fn foreign(format: Format) -> Result<Box<dyn Codec>> {
    Ok(Box::new(Foreign { encoder: AnyEncoder::new(format)?, decoder: AnyDecoder::new(format) }))
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

/// The Larder format without a profile.
pub fn self_contained(level: Level) -> Box<dyn Codec> {
    Box::new(Larder { encoder: Encoder::new().level(level), decoder: Decoder::new() })
}

/// The Larder format under a profile that is learned from `samples`.
pub fn learned(level: Level, samples: &[Value]) -> Result<Box<dyn Codec>> {
    let profile: Arc<Profile> = Arc::new(train::train(samples, &train::Options::default())?);
    Ok(Box::new(Larder {
        encoder: Encoder::with_profile(profile.clone()).level(level),
        decoder: Decoder::new().with_profile(profile)?,
    }))
}

impl Codec for Larder {
    fn encode(&mut self, value: &Value) -> Result<Vec<u8>> {
        Ok(self.encoder.encode(value)?)
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Value> {
        Ok(self.decoder.decode(bytes)?)
    }
}
