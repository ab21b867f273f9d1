//! Messages into values.

use std::sync::Arc;

use super::compression::{self, Decompressor};
use super::known_definitions::{KnownDefinitions, MessageShapes};
use super::message::{CHECKSUM_BYTES, find_profile, read_header};
use super::profile::{Place, Profile};
use super::tag::{self, header};
use super::tree_reader::{ReaderMemory, TreeReader};
use crate::builder::{Builder, ValueBuilder};
use crate::error::{Error, ErrorKind, Result};
use crate::format::input::Input;
use crate::limits::Limits;
use crate::value::Value;

/// Decodes values in the Larder format. Keep a decoder and use it again: it remembers shapes and
/// keeps its buffers.
///
/// ```
/// use larder::{Decoder, Encoder, Value};
///
/// let bytes = Encoder::new().encode(&Value::from("Ada"))?;
/// let mut decoder = Decoder::new();
/// assert_eq!(decoder.decode(&bytes)?, Value::from("Ada"));
/// # Ok::<(), larder::Error>(())
/// ```
///
/// [`Decoder::decode_with`] fills the values of another host through a [`Builder`].
pub struct Decoder {
    profiles: Vec<Arc<Profile>>,
    limits: Limits,
    known: KnownDefinitions,
    memory: ReaderMemory,
    decompressor: Option<Decompressor>,
    values: ValueBuilder,
}

impl Default for Decoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Decoder {
    /// A decoder without profiles, with [`Limits::DEFAULT`].
    pub fn new() -> Self {
        Self {
            profiles: Vec::new(),
            limits: Limits::DEFAULT,
            known: KnownDefinitions::new(),
            memory: ReaderMemory::default(),
            decompressor: None,
            values: ValueBuilder::new(),
        }
    }

    /// Also decodes values under this profile. A decoder takes any number of them.
    ///
    /// # Errors
    /// [`ErrorKind::WrongProfile`] if another profile has the same id.
    pub fn with_profile(mut self, profile: Arc<Profile>) -> Result<Self> {
        if let Some(other) = self.profiles.iter().find(|other| other.id() == profile.id()) {
            if other.digest() != profile.digest() {
                return Err(Error::new(
                    ErrorKind::WrongProfile,
                    "two profiles with the same id: train one of them again, on other samples",
                ));
            }
            return Ok(self);
        }
        self.profiles.push(profile);
        Ok(self)
    }

    /// Reads within these limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Reads within these limits from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The value of `bytes`.
    ///
    /// # Errors
    /// Any [`ErrorKind`] but [`ErrorKind::Refused`], with the offset.
    pub fn decode(&mut self, bytes: &[u8]) -> Result<Value> {
        let mut builder = std::mem::take(&mut self.values);
        let value = self.decode_with(bytes, &mut builder);
        self.values = builder;
        value
    }

    /// The value that `builder` makes of `bytes`.
    ///
    /// # Errors
    /// Any [`ErrorKind`], with the offset.
    pub fn decode_with<B: Builder>(&mut self, bytes: &[u8], builder: &mut B) -> Result<B::Value> {
        let mut input = Input { bytes, at: 0 };
        let (flags, more) = read_header(&mut input)?;
        if flags & header::CHECKSUM != 0 {
            let Some((content, sum)) = bytes
                .split_last_chunk::<CHECKSUM_BYTES>()
                .filter(|(content, _)| content.len() > input.at)
            else {
                return Err(input.truncated());
            };
            if crc32c::crc32c(content) != u32::from_le_bytes(*sum) {
                return Err(Error::at(
                    ErrorKind::BadChecksum,
                    content.len(),
                    "the checksum does not match the bytes",
                ));
            }
            input.bytes = content;
        }
        let profile = if flags & header::PROFILE != 0 {
            Some(find_profile(&self.profiles, &mut input)?)
        } else {
            None
        };
        let mut budget = self.limits.memory(bytes.len());

        let texts = if flags & header::COMPRESSED != 0 {
            let length = input.length()?;
            let at = input.at;
            let compressed = input.take(length)?;
            let dictionary = profile.and_then(|profile| profile.decoder.as_ref());
            let decompressor = self.decompressor.get_or_insert_with(Decompressor::new);
            if more & header::FRAME != 0 {
                decompressor.whole(compressed, budget, dictionary, at)?;
            } else {
                decompressor.block(compressed, dictionary, at)?;
            }
            if decompressor.texts.len() > compression::BLOCK_BYTES {
                budget = budget.saturating_sub(decompressor.texts.len());
            }
            Some(Input { bytes: &decompressor.texts, at: 0 })
        } else {
            None
        };

        let shapes = if input.bytes.get(input.at) == Some(&tag::DEFINITIONS) {
            input.at += 1;
            let length = input.length()?;
            self.known.read(&mut input, length, profile, &mut budget)?
        } else {
            MessageShapes::NONE
        };

        let mut reader = TreeReader {
            input,
            texts,
            profile,
            shapes,
            memory: &mut self.memory,
            budget,
            depth_left: self.limits.max_depth,
            numbered: 0,
            columns: 0,
            rows: 0,
            entries: 0,
        };
        let root = profile.map_or(&Place::NOWHERE, |profile| &profile.root);
        let mut value = builder.root();
        let read =
            reader.value(builder, &mut value, root).map_err(|error| error.or_at(reader.input.at));
        let (at, rest, texts_rest) = (
            reader.input.at,
            reader.input.remaining(),
            reader.texts.map_or(0, |texts| texts.remaining()),
        );
        self.memory.clear();
        // Definitions come before the value, and so do their errors.
        let checked = shapes.check(profile);
        self.known.shrink();
        if let Some(decompressor) = &mut self.decompressor {
            decompressor.shrink();
        }
        checked?;
        read?;
        if rest > 0 {
            return Err(Error::at(ErrorKind::TrailingBytes, at, "bytes after the value"));
        }
        if texts_rest > 0 {
            return Err(Error::at(
                ErrorKind::TrailingBytes,
                at,
                "compressed texts that the value does not use",
            ));
        }
        builder.finish(value)
    }
}
