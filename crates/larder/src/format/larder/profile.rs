//! Profiles: shapes, dictionaries and symbols learned from samples, in an immutable file that its content's
//! hash identifies (docs/FORMAT.md, "Profiles").

use std::fmt;
use std::sync::Arc;

use zstd::zstd_safe::{CDict, DDict};

use super::dictionary::{Dictionary, Entry};
use super::text::symbols::SymbolTable;
use crate::shape::Shape;

pub(super) const DIGEST_BYTES: usize = 32;

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
    /// The symbols of each table, by code: 1 to 255 of them, of one to eight bytes each.
    pub symbol_tables: Vec<Vec<Box<str>>>,
    /// A zstd dictionary for the texts that are left; empty for none.
    pub compression: Vec<u8>,
    /// The zstd level at which a writer compresses.
    pub level: u8,
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
    /// The table of symbols for its texts, by number.
    pub symbols: Option<u32>,
    /// Texts here are hardly ever dates, digits and the like: a writer does not try to pack them.
    pub plain: bool,
}

impl Place {
    /// Where a profile knows nothing.
    pub(super) const NOWHERE: Self = Self { dictionary: None, symbols: None, plain: false };
}

/// A profile, ready for use. Immutable; share it in an [`Arc`].
///
/// Values under a profile are smaller, and need it to be decoded. They name it by its
/// [`ProfileId`], so a decoder may have several.
///
/// ```
/// use std::sync::Arc;
/// use larder::train::{self, Options};
/// use larder::{Decoder, Encoder, Key, Map, Profile, Value};
///
/// let user = |number| {
///     let pairs = [("number", Value::Int(number)), ("role", Value::from("administrator"))];
///     Value::Map(Map::from_pairs(pairs.map(|(key, value)| (Key::from(key), value))).unwrap())
/// };
/// let samples: Vec<Value> = (0..100).map(user).collect();
/// let trained = train::train(&samples, &Options::default())?;
///
/// // A profile is kept as a file, and loaded once per process.
/// let profile = Arc::new(Profile::parse(trained.as_bytes())?);
/// let bytes = Encoder::with_profile(profile.clone()).encode(&user(7))?;
/// assert!(bytes.len() < Encoder::new().encode(&user(7))?.len() / 3);
/// assert_eq!(Decoder::new().with_profile(profile)?.decode(&bytes)?, user(7));
/// # Ok::<(), larder::Error>(())
/// ```
pub struct Profile {
    pub(super) bytes: Vec<u8>,
    pub(super) digest: [u8; DIGEST_BYTES],
    pub(super) shapes: Vec<ProfileShape>,
    /// The names that definitions can have by number: those of its shapes.
    pub(super) names: Vec<Arc<str>>,
    pub(super) root: Place,
    pub(super) dictionaries: Vec<Dictionary>,
    pub(super) symbol_tables: Vec<SymbolTable>,
    pub(super) compression: Vec<u8>,
    pub(super) level: u8,
    pub(super) encoder: Option<CDict<'static>>,
    pub(super) decoder: Option<DDict<'static>>,
}

impl Profile {
    /// The id that values under this profile carry.
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

    /// Tables of symbols by number.
    pub fn symbol_tables(&self) -> &[SymbolTable] {
        &self.symbol_tables
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

    #[inline]
    pub(crate) fn symbols(&self, number: Option<u32>) -> Option<&SymbolTable> {
        self.symbol_tables.get(number? as usize)
    }
}

impl fmt::Debug for Profile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Profile({:02x}{:02x}{:02x})", self.digest[0], self.digest[1], self.digest[2])
    }
}
