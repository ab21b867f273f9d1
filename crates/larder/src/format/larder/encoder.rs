//! Values into messages.

use std::sync::Arc;

use super::compression::{self, Compressed, Compressor};
use super::definitions::{Names, NewDefinitions};
use super::fast_writer::FastWriter;
use super::known_definitions::MessageShapes;
use super::level::Level;
use super::message::{CHECKSUM_BYTES, Message};
use super::profile::{Place, Profile};
use super::tree_reader::{ReaderMemory, TreeReader};
use super::tree_writer::{Features, TreeWriter};
use super::varint;
use super::writer_memory::{Memory, per_byte};
use crate::builder::{Builder, Discard};
use crate::error::{Error, ErrorKind, Result};
use crate::format::input::Input;
use crate::limits::Costs;
use crate::shape::Shape;
use crate::source::{MapSource, Source};
use crate::value::Value;

/// The zstd level where a profile has none.
const ZSTD_LEVEL: i32 = 3;

/// Fewer bytes of text are not compressed: from here on most values become a tenth smaller or more,
/// which takes ten times as long to write. Of the bundled sessions and orders, with less, hardly
/// one becomes smaller.
const MIN_COMPRESSED: usize = 256;

/// As [`MIN_COMPRESSED`], with a dictionary: the bundled products, of 100 to 300 such bytes, become
/// a fifth smaller.
const MIN_COMPRESSED_BY_DICTIONARY: usize = 64;

/// Encodes values in the Larder format. Keep an encoder and use it again: it remembers shapes and
/// keeps its buffers.
///
/// ```
/// use larder::{Encoder, Value};
///
/// let mut encoder = Encoder::new().checksum(true);
/// let first = encoder.encode(&Value::Int(1))?;
/// let second = encoder.encode(&Value::Int(2))?;
/// assert_eq!(first.len(), 7); // two bytes of header, the value, four of checksum
/// assert_ne!(first, second);
/// # Ok::<(), larder::Error>(())
/// ```
///
/// `R` keeps the identity of the host's shapes (see [`MapSource::Retained`]); for [`Value`] it is
/// `Arc<Shape>`.
pub struct Encoder<R = Arc<Shape>> {
    profile: Option<Arc<Profile>>,
    checksum: bool,
    level: Level,
    /// Whether the last value's texts were compressed: those of the next are tried so first.
    compressed_last: bool,
    memory: Memory<R>,
    compressor: Option<Compressor>,
}

impl<R> Default for Encoder<R> {
    fn default() -> Self {
        Self::make(None)
    }
}

impl Encoder {
    /// An encoder of [`Value`]s that any reader can read.
    pub fn new() -> Self {
        Self::make(None)
    }

    /// An encoder of [`Value`]s that readers with this profile can read.
    pub fn with_profile(profile: Arc<Profile>) -> Self {
        Self::make(Some(profile))
    }
}

impl<R> Encoder<R> {
    /// An encoder of any host's values.
    pub fn make(profile: Option<Arc<Profile>>) -> Self {
        Self {
            memory: Memory::new(profile.as_deref(), Level::default()),
            profile,
            checksum: false,
            level: Level::default(),
            compressed_last: false,
            compressor: None,
        }
    }

    /// Adds a CRC-32C, which detects damage.
    #[must_use]
    pub fn checksum(mut self, on: bool) -> Self {
        self.checksum = on;
        self
    }

    /// How much time to spend to save bytes; [`Level::Balanced`] by default.
    #[must_use]
    pub fn level(mut self, level: Level) -> Self {
        if level != self.level {
            self.level = level;
            self.memory = Memory::new(self.profile.as_deref(), level);
        }
        self
    }

    /// The fewest bytes of text that are compressed.
    fn min_compressed(&self) -> usize {
        let by_dictionary = self.profile.as_ref().is_some_and(|profile| profile.encoder.is_some());
        if by_dictionary { MIN_COMPRESSED_BY_DICTIONARY } else { MIN_COMPRESSED }
    }

    /// The zstd level at which texts are compressed.
    fn zstd(&self) -> i32 {
        let of_profile = self.profile.as_ref().map_or(0, |profile| profile.level());
        if of_profile > 0 { i32::from(of_profile) } else { ZSTD_LEVEL }
    }

    /// The value as bytes.
    ///
    /// # Errors
    /// [`ErrorKind::TooDeep`] and [`ErrorKind::TooLarge`] for what could not be read again, and
    /// others for a value that contradicts itself.
    pub fn encode<'a, S>(&mut self, value: S) -> Result<Vec<u8>>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let mut out = Vec::new();
        self.encode_into(value, &mut out)?;
        Ok(out)
    }

    /// Appends the value as bytes; on an error, `out` is as it was.
    ///
    /// # Errors
    /// As [`Encoder::encode`].
    pub fn encode_into<'a, S>(&mut self, value: S, out: &mut Vec<u8>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let message = self.encode_message(value)?;
        out.reserve_exact(message.len());
        message.each(|piece| out.extend_from_slice(piece));
        Ok(())
    }

    /// The value as bytes that are still in pieces: for a host that has its own memory for them.
    ///
    /// # Errors
    /// As [`Encoder::encode`].
    pub fn encode_message<'a, S>(&mut self, value: S) -> Result<Message<'_>>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let mut written = self.write(value, false)?;
        if !self.is_readable::<S::Costs>(&written) {
            written = self.write(value, true)?;
            if !self.is_readable::<S::Costs>(&written) {
                return Err(Error::new(
                    ErrorKind::TooLarge,
                    "the value needs more memory than readers allow: split it up",
                ));
            }
        }
        Ok(self.message(&written, self.checksum))
    }

    /// Writes the parts of a message. `by_value` is whether nothing in it may stand for much more
    /// than it takes: no columns, rows and gaps, no text again, and no compression.
    fn write<'a, S>(&mut self, value: S, by_value: bool) -> Result<EncodedParts>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        if self.level == Level::Fast {
            let beyond = FastWriter::new(&mut self.memory, by_value).root(value)?;
            return Ok(EncodedParts { compressed: None, beyond });
        }
        let compresses = self.level == Level::Small && !by_value;
        if compresses && self.compressed_last {
            let parts = self.write_compressed(value)?;
            if parts.compressed.is_some() {
                return Ok(parts);
            }
            self.compressed_last = false;
            return self.write_inline(value, by_value);
        }
        let parts = self.write_inline(value, by_value)?;
        if compresses && self.memory.inline_texts >= self.min_compressed() {
            let parts = self.write_compressed(value)?;
            if parts.compressed.is_some() {
                self.compressed_last = true;
                return Ok(parts);
            }
            return self.write_inline(value, by_value);
        }
        Ok(parts)
    }

    fn features(&self, split: bool, by_value: bool) -> Features {
        Features {
            split,
            again: self.profile.is_none() && !by_value,
            by_value,
            symbols: self.level == Level::Small,
        }
    }

    /// Writes the parts of a message with its texts where they stand.
    fn write_inline<'a, S>(&mut self, value: S, by_value: bool) -> Result<EncodedParts>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let features = self.features(false, by_value);
        let writer = TreeWriter::new(&mut self.memory, self.profile.as_deref(), features);
        Ok(EncodedParts { compressed: None, beyond: writer.root(value)? })
    }

    /// Writes the parts of a message with its texts apart, and compresses these if that pays.
    fn write_compressed<'a, S>(&mut self, value: S) -> Result<EncodedParts>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let (zstd, min) = (self.zstd(), self.min_compressed());
        let features = self.features(true, false);
        let profile = self.profile.as_deref();
        let beyond = TreeWriter::new(&mut self.memory, profile, features).root(value)?;
        let texts = &self.memory.texts;
        if texts.len() < min {
            return Ok(EncodedParts { compressed: None, beyond });
        }
        let dictionary = profile.and_then(|profile| profile.encoder.as_ref());
        let compressor = self.compressor.get_or_insert_with(Compressor::new);
        let compressed = compressor.compress(texts, dictionary, zstd);
        let shorter = |compressed: &Compressed| {
            let bytes = compressor.bytes(*compressed);
            bytes.len() + varint::size(bytes.len() as u64) + usize::from(compressed.frame)
                < texts.len()
        };
        let compressed = compressed.filter(shorter);
        Ok(EncodedParts { compressed, beyond })
    }

    fn message(&self, written: &EncodedParts, checksum: bool) -> Message<'_> {
        let compressed = match (written.compressed, &self.compressor) {
            (Some(compressed), Some(compressor)) => {
                Some((compressor.bytes(compressed), compressed.frame))
            }
            _ => None,
        };
        Message::new(
            &self.memory.own.definitions,
            &self.memory.body,
            self.profile.as_deref(),
            checksum,
            compressed,
        )
    }

    /// Whether a reader with the limits of this host takes the parts that were written.
    #[inline]
    fn is_readable<C: Costs>(&self, written: &EncodedParts) -> bool {
        let texts = if written.compressed.is_some() { self.memory.texts.len() } else { 0 };
        let length = self.memory.body.len() + self.memory.own.definitions.len();
        let bytes = (length + texts).saturating_mul(per_byte::<C>());
        let most = C::LIMITS.memory(if texts > 0 { 0 } else { length });
        bytes.saturating_add(written.beyond) <= most || self.can_be_read::<C>(written)
    }

    /// As [`Encoder::is_readable`]: reads them.
    #[cold]
    fn can_be_read<C: Costs>(&self, written: &EncodedParts) -> bool {
        let length =
            self.message(written, false).len() + if self.checksum { CHECKSUM_BYTES } else { 0 };
        let mut budget = C::LIMITS.memory(length);
        let texts = written.compressed.map(|_| Input { bytes: &self.memory.texts, at: 0 });
        if let Some(texts) = &texts
            && texts.bytes.len() > compression::BLOCK_BYTES
        {
            budget = budget.saturating_sub(texts.bytes.len());
        }
        let (own, mut new) = (&self.memory.own.definitions, NewDefinitions::default());
        let names = self.profile.as_deref().map_or(&[][..], |profile| &profile.names);
        let mut definitions = Input { bytes: own, at: 0 };
        if new.read(&mut definitions, own.len(), Names::Packed, names, &mut budget).is_err() {
            return false;
        }
        let mut reader = TreeReader {
            input: Input { bytes: &self.memory.body, at: 0 },
            texts,
            profile: self.profile.as_deref(),
            shapes: MessageShapes::New(&new),
            memory: &mut ReaderMemory::default(),
            budget,
            depth_left: C::LIMITS.max_depth,
            numbered: 0,
            columns: 0,
            rows: 0,
            entries: 0,
        };
        let root = self.profile.as_deref().map_or(Place::NOWHERE, Profile::root);
        let mut builder = Discard::<C>::default();
        let mut value = builder.root();
        reader.value(&mut builder, &mut value, &root).is_ok()
    }
}

/// What a writer has left in its memory.
struct EncodedParts {
    compressed: Option<Compressed>,
    /// See [`TreeWriter::root`].
    beyond: usize,
}

impl Encoder {
    /// The texts of a value that would be compressed: what a zstd dictionary is trained on.
    pub(crate) fn texts(&mut self, value: &Value) -> Result<Vec<u8>> {
        TreeWriter::new(
            &mut self.memory,
            self.profile.as_deref(),
            Features { split: true, again: false, by_value: false, symbols: false },
        )
        .root(value)?;
        Ok(self.memory.texts.clone())
    }

    /// A value in a place with this dictionary, as it stands within a message; `None` if it takes
    /// more than the profile to read.
    pub(crate) fn entry(&mut self, value: &Value, place: Place) -> Result<Option<Vec<u8>>> {
        let profile = self.profile.as_deref();
        let mut writer = TreeWriter::new(
            &mut self.memory,
            profile,
            Features { split: true, again: false, by_value: false, symbols: false },
        );
        let alone = writer.entry_value(value, place)?;
        let alone = alone && self.memory.texts.is_empty() && self.memory.own.definitions.is_empty();
        Ok(alone.then(|| self.memory.body.clone()))
    }
}
