//! The bytes of a profile: read whole or not at all, and written (docs/FORMAT.md, "Profiles").

use sha2::{Digest, Sha256};
use zstd::zstd_safe::{CDict, DDict};

use super::definition_writer;
use super::definitions::{self, Names};
use super::dictionary::{Dictionary, Entry};
use super::known_definitions::MessageShapes;
use super::profile::{DIGEST_BYTES, Place, Profile, ProfileParts, ProfileShape};
use super::text::symbols::SymbolTable;
use super::tree_reader::{ReaderMemory, TreeReader};
use super::varint;
use crate::builder::{Builder, ValueBuilder};
use crate::error::{Error, ErrorKind, Result};
use crate::format::input::Input;
use crate::limits::Limits;
use crate::value::Value;

const MAGIC: &[u8; 4] = b"LRDP";
const VERSION: u8 = 2;

/// Whether bytes begin as a profile does, of the version that is read here.
pub(crate) fn is_profile(bytes: &[u8]) -> bool {
    bytes.strip_prefix(MAGIC).is_some_and(|rest| rest.first() == Some(&VERSION))
}

/// What a dictionary is charged, and an entry beside its bytes.
const DICTIONARY_BYTES: usize = 4 * Limits::VALUE_BYTES;
const ENTRY_BYTES: usize = 4 * Limits::VALUE_BYTES;
/// What a table of symbols is charged: with what writers make of it.
const SYMBOL_TABLE_BYTES: usize = 32 << 10;
/// What each byte of a zstd dictionary is charged: zstd's tables for writing and for reading, at
/// any level.
const COMPRESSION_FACTOR: usize = 40;

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
        let (content, digest) = bytes
            .split_last_chunk()
            .ok_or_else(|| Error::new(ErrorKind::BadProfile, "no bytes"))?;
        Self::read(
            &mut Input { bytes: content, at: MAGIC.len() + 1 },
            &bytes,
            *digest,
            &mut budget(bytes.len()),
        )
    }

    /// Reads the bytes of a profile file.
    ///
    /// # Errors
    /// [`ErrorKind::NotLarder`], [`ErrorKind::Unsupported`] or [`ErrorKind::BadProfile`]; a profile
    /// is taken whole or not at all.
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        if !bytes.starts_with(MAGIC) {
            return Err(Error::at(ErrorKind::NotLarder, 0, "a profile begins with LRDP"));
        }
        match bytes.get(MAGIC.len()) {
            Some(&VERSION) => {}
            Some(version) => {
                return Err(Error::at(
                    ErrorKind::Unsupported,
                    MAGIC.len(),
                    format!("profile version {version} is not supported"),
                ));
            }
            None => {
                return Err(Error::at(
                    ErrorKind::BadProfile,
                    MAGIC.len(),
                    "the profile ends within its header",
                ));
            }
        }
        let Some((content, digest)) = bytes.split_last_chunk::<DIGEST_BYTES>() else {
            return Err(Error::at(
                ErrorKind::BadProfile,
                bytes.len(),
                "the profile ends within its header",
            ));
        };
        if <[u8; DIGEST_BYTES]>::from(Sha256::digest(content)) != *digest {
            return Err(Error::at(
                ErrorKind::BadProfile,
                content.len(),
                "the profile is damaged or truncated: its hash does not match",
            ));
        }
        let mut input = Input { bytes: content, at: MAGIC.len() + 1 };
        let bad = |error: Error| {
            Error::at(
                ErrorKind::BadProfile,
                error.offset().unwrap_or(0),
                format!("{}: {}", error.kind().name(), error.context()),
            )
        };
        let mut budget = budget(bytes.len());
        let profile = Self::read(&mut input, bytes, *digest, &mut budget).map_err(bad)?;
        profile.check_values(&mut budget).map_err(bad)?;
        Ok(profile)
    }

    /// Reads every value of the dictionaries once.
    fn check_values(&self, budget: &mut usize) -> Result<()> {
        let with_values =
            self.dictionaries.iter().zip(0..).filter(|(dictionary, _)| dictionary.has_values);
        for (dictionary, number) in with_values {
            let place = Place { dictionary: Some(number), ..Place::NOWHERE };
            for entry in &dictionary.entries {
                if let Entry::Value(bytes) = entry {
                    read_entry(bytes, self, &place, budget)?;
                }
            }
        }
        Ok(())
    }

    fn read(
        input: &mut Input<'_>,
        bytes: &[u8],
        digest: [u8; DIGEST_BYTES],
        budget: &mut usize,
    ) -> Result<Self> {
        let length = input.length()?;
        let definitions = definitions::read(input, length, Names::Literal, &[], budget)?;
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
            dictionaries.push(Dictionary::new(entries).ok_or_else(|| {
                input.error(
                    ErrorKind::BadProfile,
                    "a dictionary has an entry twice, or too many entries",
                )
            })?);
        }
        let count = input.length()?;
        charge(input, budget, count.saturating_mul(SYMBOL_TABLE_BYTES))?;
        let mut symbol_tables = Vec::with_capacity(count);
        for _ in 0..count {
            symbol_tables.push(read_symbols(input)?);
        }
        let mut place = || {
            let head = input.varint()?;
            let dictionary = number(input, head >> 1, dictionaries.len(), "dictionary")?;
            let symbols = input.varint()?;
            let symbols = number(input, symbols, symbol_tables.len(), "table of symbols")?;
            Ok(Place { dictionary, symbols, plain: head & 1 != 0 })
        };
        let root = place()?;
        let mut profile_shapes = Vec::with_capacity(definitions.shapes.len());
        for shape in definitions.shapes {
            let places = shape.keys().iter().map(|_| place()).collect::<Result<_>>()?;
            profile_shapes.push(ProfileShape { shape, places });
        }
        let level = input.byte()?;
        let length = input.length()?;
        let at = *input;
        charge(input, budget, length.saturating_mul(COMPRESSION_FACTOR))?;
        let compression = input.take(length)?.to_vec();
        if input.remaining() > 0 {
            return Err(
                input.error(ErrorKind::TrailingBytes, "bytes after the profile's last section")
            );
        }
        let (encoder, decoder) = if compression.is_empty() {
            (None, None)
        } else {
            let encoder = CDict::try_create(&compression, i32::from(level));
            let decoder = DDict::try_create(&compression);
            if encoder.is_none() || decoder.is_none() {
                return Err(
                    at.error(ErrorKind::BadProfile, "a zstd dictionary that zstd does not accept")
                );
            }
            (encoder, decoder)
        };
        Ok(Self {
            bytes: bytes.to_vec(),
            digest,
            shapes: profile_shapes,
            names: definitions.names,
            root,
            dictionaries,
            symbol_tables,
            encoder,
            decoder,
            compression,
            level,
        })
    }
}

impl ProfileParts {
    /// The bytes of a profile file; whether the parts fit together shows when it is read.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = [MAGIC.as_slice(), &[VERSION]].concat();
        let shapes = self.shapes.iter().map(|known| &*known.shape);
        let (block, _) = definition_writer::write_profile(shapes);
        varint::write(&mut out, block.len() as u64);
        out.extend(block);
        varint::write(&mut out, self.dictionaries.len() as u64);
        for entries in &self.dictionaries {
            varint::write(&mut out, entries.len() as u64);
            for entry in entries {
                let bytes = entry.as_bytes();
                varint::write(
                    &mut out,
                    (bytes.len() as u64) << 1 | u64::from(matches!(entry, Entry::Value(_))),
                );
                out.extend_from_slice(bytes);
            }
        }
        varint::write(&mut out, self.symbol_tables.len() as u64);
        for symbols in &self.symbol_tables {
            // More than fit the byte, or than a symbol can have, cannot be read.
            out.push(u8::try_from(symbols.len()).unwrap_or(0));
            for symbol in symbols {
                out.push(u8::try_from(symbol.len()).unwrap_or(0));
                out.extend_from_slice(symbol.as_bytes());
            }
        }
        let number = |number: Option<u32>| number.map_or(0, |number| u64::from(number) + 1);
        let fields = self.shapes.iter().flat_map(|shape| shape.places.iter());
        for place in std::iter::once(&self.root).chain(fields) {
            varint::write(&mut out, number(place.dictionary) << 1 | u64::from(place.plain));
            varint::write(&mut out, number(place.symbols));
        }
        out.push(self.level);
        varint::write(&mut out, self.compression.len() as u64);
        out.extend_from_slice(&self.compression);
        let digest = Sha256::digest(&out);
        out.extend_from_slice(&digest);
        out
    }
}

/// The budget of a profile of `length` bytes: for all that it holds together.
fn budget(length: usize) -> usize {
    Limits::DEFAULT.memory(length)
}

fn charge(input: &Input<'_>, budget: &mut usize, bytes: usize) -> Result<()> {
    *budget = budget
        .checked_sub(bytes)
        .ok_or_else(|| input.error(ErrorKind::TooLarge, "more memory than a profile may take"))?;
    Ok(())
}

fn read_symbols(input: &mut Input<'_>) -> Result<SymbolTable> {
    let start = *input;
    let symbols = (0..input.byte()?).map(|_| {
        let length = usize::from(input.byte()?);
        simdutf8::basic::from_utf8(input.take(length)?)
            .map_err(|_| input.error(ErrorKind::InvalidUtf8, "a symbol"))
    });
    let symbols = symbols.collect::<Result<Vec<_>>>()?;
    SymbolTable::new(symbols).ok_or_else(|| {
        start.error(
            ErrorKind::BadProfile,
            "a table without symbols, or with one that is empty, too long or there twice",
        )
    })
}

/// The number of one of `count` parts that a place has; 0 is none.
fn number(input: &Input<'_>, number: u64, count: usize, of: &str) -> Result<Option<u32>> {
    if number > count as u64 {
        let context = format!("a {of} that does not exist");
        return Err(input.error(ErrorKind::UnknownReference, &context));
    }
    Ok((number as u32).checked_sub(1))
}

/// Reads a value of a profile's dictionary; it takes of `budget` what a value costs.
fn read_entry(bytes: &[u8], profile: &Profile, place: &Place, budget: &mut usize) -> Result<Value> {
    let mut reader = TreeReader {
        input: Input { bytes, at: 0 },
        texts: None,
        profile: Some(profile),
        shapes: MessageShapes::NONE,
        memory: &mut ReaderMemory::default(),
        budget: *budget,
        depth_left: Limits::DEFAULT.max_depth,
        numbered: 0,
        columns: 1,
        rows: 1,
        entries: 1,
    };
    let mut builder = ValueBuilder::new();
    let mut root = builder.root();
    reader.value(&mut builder, &mut root, place)?;
    *budget = reader.budget;
    if reader.input.remaining() > 0 {
        return Err(reader
            .input
            .error(ErrorKind::TrailingBytes, "an entry with bytes after its value"));
    }
    builder.finish(root)
}
