//! Profiles: shapes and dictionaries learned from samples, in an immutable file that its content's hash identifies (docs/FORMAT.md, "Profiles").

use std::fmt;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use zstd::zstd_safe::{CDict, DDict};

use crate::error::{Error, ErrorKind, Result};
use crate::format::input::Input;
use crate::format::larder::definitions::{self, Names};
use crate::format::larder::varint;
use crate::limits::Limits;
use crate::shape::Shape;

const MAGIC: &[u8; 4] = b"LRDP";
const VERSION: u8 = 1;
const DIGEST_BYTES: usize = 32;

/// What a dictionary is charged, and an entry beside its bytes.
const DICTIONARY_BYTES: usize = 4 * Limits::VALUE_BYTES;
const ENTRY_BYTES: usize = 4 * Limits::VALUE_BYTES;
/// What each byte of a zstd dictionary is charged: zstd's tables for writing and for reading, at any level.
const COMPRESSION_FACTOR: usize = 40;

/// The first three bytes of the profile's hash: what a value carries.
pub type ProfileId = [u8; 3];

/// What a profile is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProfileParts {
    /// Shapes by number; the first eight are the cheapest to name.
    pub shapes: Vec<ProfileShape>,
    /// The place of values that are in no field of a shape.
    pub root: Place,
    /// The entries of each dictionary; the first 64 are the cheapest to name.
    pub dictionaries: Vec<Vec<Entry>>,
    /// A zstd dictionary for the texts that are left; empty for none.
    pub compression: Vec<u8>,
    /// The zstd level at which a writer compresses.
    pub level: u8,
}

/// A whole value that stands in one place of many values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entry {
    /// A text.
    Text(Arc<str>),
    /// Another value, as it is written under this profile: its texts inline, its shapes the profile's.
    Value(Box<[u8]>),
}

impl Entry {
    /// The bytes that it takes in a profile.
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Value(bytes) => bytes,
        }
    }
}

/// A shape of a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileShape {
    /// Keys and class.
    pub shape: Arc<Shape>,
    /// For each key the place of its value, and of values within lists and maps there.
    pub places: Box<[Place]>,
}

/// What a profile knows of the values of one place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The dictionary, by number.
    pub dictionary: Option<u32>,
    /// Texts here are hardly ever dates, digits and the like: a writer does not try to pack them.
    pub plain: bool,
}

/// A profile, ready for use. Immutable; share it in an [`Arc`].
pub struct Profile {
    bytes: Vec<u8>,
    digest: [u8; DIGEST_BYTES],
    shapes: Vec<ProfileShape>,
    root: Place,
    dictionaries: Vec<Dictionary>,
    compression: Vec<u8>,
    level: u8,
    pub(crate) encoder: Option<CDict<'static>>,
    pub(crate) decoder: Option<DDict<'static>>,
}

impl Profile {
    /// A profile of these parts.
    ///
    /// # Errors
    /// [`ErrorKind::BadProfile`] if the parts contradict one another.
    pub fn new(parts: &ProfileParts) -> Result<Self> {
        Self::parse(&parts.to_bytes())
    }

    /// A profile whose values in dictionaries are not valid yet.
    pub(crate) fn unfinished(parts: &ProfileParts) -> Result<Self> {
        let bytes = parts.to_bytes();
        let (content, digest) = bytes.split_last_chunk().ok_or_else(|| Error::new(ErrorKind::BadProfile, "no bytes"))?;
        Self::read(&mut Input { bytes: content, at: MAGIC.len() + 1 }, &bytes, *digest, &mut budget(bytes.len()))
    }

    /// Reads the bytes of a profile file.
    ///
    /// # Errors
    /// [`ErrorKind::NotLarder`], [`ErrorKind::Unsupported`] or [`ErrorKind::BadProfile`]; a profile is taken whole or not at all.
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        if !bytes.starts_with(MAGIC) {
            return Err(Error::at(ErrorKind::NotLarder, 0, "a profile begins with LRDP"));
        }
        match bytes.get(MAGIC.len()) {
            Some(&VERSION) => {}
            Some(version) => {
                return Err(Error::at(ErrorKind::Unsupported, MAGIC.len(), format!("version {version} of profiles")));
            }
            None => return Err(Error::at(ErrorKind::BadProfile, MAGIC.len(), "the profile ends within its header")),
        }
        let Some((content, digest)) = bytes.split_last_chunk::<DIGEST_BYTES>() else {
            return Err(Error::at(ErrorKind::BadProfile, bytes.len(), "the profile ends within its header"));
        };
        if <[u8; DIGEST_BYTES]>::from(Sha256::digest(content)) != *digest {
            return Err(Error::at(
                ErrorKind::BadProfile,
                content.len(),
                "the profile is damaged or cut short: its hash is another",
            ));
        }
        let mut input = Input { bytes: content, at: MAGIC.len() + 1 };
        let bad = |error: Error| {
            Error::at(ErrorKind::BadProfile, error.offset().unwrap_or(0), format!("{}: {}", error.kind().name(), error.context()))
        };
        let mut budget = budget(bytes.len());
        let profile = Self::read(&mut input, bytes, *digest, &mut budget).map_err(bad)?;
        profile.check_values(&mut budget).map_err(bad)?;
        Ok(profile)
    }

    /// Reads every value of the dictionaries once.
    fn check_values(&self, budget: &mut usize) -> Result<()> {
        for dictionary in self.dictionaries.iter().filter(|dictionary| dictionary.has_values) {
            for entry in &dictionary.entries {
                if let Entry::Value(bytes) = entry {
                    crate::format::larder::read_entry(bytes, self, dictionary, budget)?;
                }
            }
        }
        Ok(())
    }

    fn read(input: &mut Input<'_>, bytes: &[u8], digest: [u8; DIGEST_BYTES], budget: &mut usize) -> Result<Self> {
        let length = input.length()?;
        let shapes = definitions::read(input, length, Names::Literal, budget)?;
        let count = input.length()?;
        charge(input, budget, count.saturating_mul(DICTIONARY_BYTES))?;
        let mut dictionaries = Vec::with_capacity(count);
        for _ in 0..count {
            let entries = (0..input.length()?).map(|_| {
                let head = input.varint()?;
                let bytes = input.take(usize::try_from(head >> 1).unwrap_or(usize::MAX))?;
                charge(input, budget, ENTRY_BYTES + bytes.len())?;
                if head & 1 != 0 {
                    return Ok(Entry::Value(bytes.into()));
                }
                match simdutf8::basic::from_utf8(bytes) {
                    Ok(text) => Ok(Entry::Text(text.into())),
                    Err(_) => Err(input.error(ErrorKind::InvalidUtf8, "an entry of a dictionary")),
                }
            });
            let entries = entries.collect::<Result<Vec<_>>>()?;
            dictionaries.push(
                Dictionary::new(entries)
                    .ok_or_else(|| input.error(ErrorKind::BadProfile, "an entry stands twice, or there are too many"))?,
            );
        }
        let mut place = || {
            let head = input.varint()?;
            let dictionary = match head >> 1 {
                0 => None,
                number if number <= count as u64 => Some(number as u32 - 1),
                _ => return Err(input.error(ErrorKind::UnknownReference, "a dictionary that does not exist")),
            };
            Ok(Place { dictionary, plain: head & 1 != 0 })
        };
        let root = place()?;
        let mut profile_shapes = Vec::with_capacity(shapes.len());
        for shape in shapes {
            let places = shape.keys().iter().map(|_| place()).collect::<Result<_>>()?;
            profile_shapes.push(ProfileShape { shape, places });
        }
        let level = input.byte()?;
        let length = input.length()?;
        let at = *input;
        charge(input, budget, length.saturating_mul(COMPRESSION_FACTOR))?;
        let compression = input.take(length)?.to_vec();
        if input.remaining() > 0 {
            return Err(input.error(ErrorKind::TrailingBytes, "bytes after the profile's last section"));
        }
        let (encoder, decoder) = if compression.is_empty() {
            (None, None)
        } else {
            let encoder = CDict::try_create(&compression, i32::from(level));
            let decoder = DDict::try_create(&compression);
            if encoder.is_none() || decoder.is_none() {
                return Err(at.error(ErrorKind::BadProfile, "a zstd dictionary that zstd does not accept"));
            }
            (encoder, decoder)
        };
        Ok(Self {
            bytes: bytes.to_vec(),
            digest,
            shapes: profile_shapes,
            root,
            dictionaries,
            encoder,
            decoder,
            compression,
            level,
        })
    }

    /// What a value that was written under this profile carries.
    pub fn id(&self) -> ProfileId {
        [self.digest[0], self.digest[1], self.digest[2]]
    }

    /// The SHA-256 of the content.
    pub fn digest(&self) -> &[u8; DIGEST_BYTES] {
        &self.digest
    }

    /// The bytes of the file.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Shapes by number.
    pub fn shapes(&self) -> &[ProfileShape] {
        &self.shapes
    }

    /// Dictionaries by number.
    pub fn dictionaries(&self) -> &[Dictionary] {
        &self.dictionaries
    }

    /// The place of values that are in no field of a shape.
    pub fn root(&self) -> Place {
        self.root
    }

    /// The zstd dictionary; empty for none.
    pub fn compression(&self) -> &[u8] {
        &self.compression
    }

    /// The zstd level at which a writer compresses.
    pub fn level(&self) -> u8 {
        self.level
    }

    #[inline]
    pub(crate) fn dictionary(&self, number: Option<u32>) -> Option<&Dictionary> {
        self.dictionaries.get(number? as usize)
    }
}

/// The budget of a profile of `length` bytes: for all that it holds together.
fn budget(length: usize) -> usize {
    Limits::DEFAULT.memory(length)
}

fn charge(input: &Input<'_>, budget: &mut usize, bytes: usize) -> Result<()> {
    *budget = budget.checked_sub(bytes).ok_or_else(|| input.error(ErrorKind::TooLarge, "more memory than a profile may take"))?;
    Ok(())
}

impl fmt::Debug for Profile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Profile({:02x}{:02x}{:02x})", self.digest[0], self.digest[1], self.digest[2])
    }
}

impl ProfileParts {
    /// The bytes of a profile file; whether the parts fit together shows when it is read.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = [MAGIC.as_slice(), &[VERSION]].concat();
        let mut block = Vec::new();
        for shape in &self.shapes {
            definitions::write(&shape.shape, Names::Literal, &mut block);
        }
        varint::write(&mut out, block.len() as u64);
        out.extend(block);
        varint::write(&mut out, self.dictionaries.len() as u64);
        for entries in &self.dictionaries {
            varint::write(&mut out, entries.len() as u64);
            for entry in entries {
                let bytes = entry.as_bytes();
                varint::write(&mut out, (bytes.len() as u64) << 1 | u64::from(matches!(entry, Entry::Value(_))));
                out.extend_from_slice(bytes);
            }
        }
        let fields = self.shapes.iter().flat_map(|shape| shape.places.iter());
        for place in std::iter::once(&self.root).chain(fields) {
            varint::write(&mut out, place.dictionary.map_or(0, |number| u64::from(number) + 1) << 1 | u64::from(place.plain));
        }
        out.push(self.level);
        varint::write(&mut out, self.compression.len() as u64);
        out.extend_from_slice(&self.compression);
        let digest = Sha256::digest(&out);
        out.extend_from_slice(&digest);
        out
    }
}

/// Whole values that stand in one place of many values, each with a number.
pub struct Dictionary {
    entries: Vec<Entry>,
    /// Open addressing, a power of two, at most half full: the number of an entry plus one, and 16 bits of its hash above.
    table: Vec<u32>,
    has_values: bool,
}

/// Entries that a dictionary can name: see the tags.
pub(crate) const MOST_ENTRIES: usize = 64 + 8 * 256;

const HASH_BITS: u32 = 0xFFFF_0000;

impl Dictionary {
    /// `None` if an entry stands twice, or there are more than can be named.
    fn new(entries: Vec<Entry>) -> Option<Self> {
        if entries.len() > MOST_ENTRIES {
            return None;
        }
        let has_values = entries.iter().any(|entry| matches!(entry, Entry::Value(_)));
        let mut dictionary =
            Self { table: vec![0; (entries.len() * 2 + 1).next_power_of_two()], entries: Vec::new(), has_values };
        for (number, entry) in entries.into_iter().enumerate() {
            let hash = text_hash(entry.as_bytes());
            match dictionary.search(hash, |other| *other == entry) {
                Ok(_) => return None,
                Err(at) => dictionary.table[at] = (hash >> 32) as u32 & HASH_BITS | (number as u32 + 1),
            }
            dictionary.entries.push(entry);
        }
        Some(dictionary)
    }

    /// The number of the entry of this hash that `is` it, or the free slot for it.
    #[inline]
    fn search(&self, hash: u64, is: impl Fn(&Entry) -> bool) -> std::result::Result<usize, usize> {
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.table[at];
            if slot == 0 {
                return Err(at);
            }
            if slot & HASH_BITS == (hash >> 32) as u32 & HASH_BITS {
                let number = (slot & !HASH_BITS) as usize - 1;
                if is(&self.entries[number]) {
                    return Ok(number);
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// The entries by number.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Whether not all entries are texts.
    #[inline]
    pub fn has_values(&self) -> bool {
        self.has_values
    }

    /// The number of a text.
    #[inline]
    pub fn find(&self, text: &str) -> Option<usize> {
        self.search(text_hash(text.as_bytes()), |entry| matches!(entry, Entry::Text(other) if **other == *text)).ok()
    }

    /// The number of a value that is no text, as it is written.
    #[inline]
    pub fn find_value(&self, bytes: &[u8]) -> Option<usize> {
        self.search(text_hash(bytes), |entry| matches!(entry, Entry::Value(other) if **other == *bytes)).ok()
    }
}

impl fmt::Debug for Dictionary {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(&self.entries).finish()
    }
}

/// A fast hash of a text's length, its first and its last bytes. Where it is used, an equal hash costs a comparison and no more than a table's length.
#[inline]
pub(crate) fn text_hash(text: &[u8]) -> u64 {
    let (first, last) = match (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => match (text.first_chunk::<4>(), text.last_chunk::<4>()) {
            (Some(first), Some(last)) => (u64::from(u32::from_le_bytes(*first)), u64::from(u32::from_le_bytes(*last))),
            _ => (text.iter().fold(0, |bits, byte| bits << 8 | u64::from(*byte)), 0),
        },
    };
    let middle = text.get(text.len() / 2).copied().unwrap_or(0);
    let mixed =
        (first ^ (text.len() as u64) << 56 ^ u64::from(middle) << 48).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ last.rotate_left(23);
    let product = u128::from(mixed) * 0xA076_1D64_78BD_642F_u128;
    (product >> 64) as u64 ^ product as u64
}
