//! What a format cannot hold, and what became of it.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, ErrorKind, Result};

/// What is lost of a value in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Loss {
    /// An object becomes a map, a case of an enumeration its name, an object that wrote itself its
    /// bytes.
    Class,
    /// Values that are one and the same become copies.
    Shared,
    /// A key becomes text, or another key.
    Key,
    /// Bytes become text (base64, where the format has none), or are decoded to text later.
    Bytes,
    /// A list is decoded to a map later, or a map to a list.
    Collection,
    /// An integer beyond 64 bits, or a decimal number, becomes text or another number.
    Number,
    /// A float of 32 bits becomes one of 64.
    FloatWidth,
    /// NaN or an infinity becomes null.
    NotFinite,
    /// A date, time or length of time becomes text.
    Time,
    /// A UUID, or another scalar of its own type, becomes text or bytes.
    Type,
    /// What one host alone distinguishes (`Long` and `Integer`, `TreeSet` and `List.of`) becomes
    /// one.
    Kind,
}

impl Loss {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Class,
        Self::Shared,
        Self::Key,
        Self::Bytes,
        Self::Collection,
        Self::Number,
        Self::FloatWidth,
        Self::NotFinite,
        Self::Time,
        Self::Type,
        Self::Kind,
    ];

    /// The name, as the command line has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Class => "class",
            Self::Shared => "shared",
            Self::Key => "key",
            Self::Bytes => "bytes",
            Self::Collection => "collection",
            Self::Number => "number",
            Self::FloatWidth => "float-width",
            Self::NotFinite => "not-finite",
            Self::Time => "time",
            Self::Type => "type",
            Self::Kind => "kind",
        }
    }

    /// A sentence for people.
    pub fn description(self) -> &'static str {
        match self {
            Self::Class => "classes: objects become maps, cases of enumerations names",
            Self::Shared => "identity: values that are one and the same become copies",
            Self::Key => "keys: what is no text becomes text, or another key",
            Self::Bytes => "bytes: they become text, or read as text later",
            Self::Collection => "collections: a list reads as a map later, or a map as a list",
            Self::Number => "numbers: big integers and decimals become text, or other numbers",
            Self::FloatWidth => "floats: those of 32 bits become 64",
            Self::NotFinite => "floats: NaN and infinities become null",
            Self::Time => "times: dates and times become text",
            Self::Type => "types: UUIDs and others become text or bytes",
            Self::Kind => "kinds: what the JVM tells apart, such as Long and Integer, becomes one",
        }
    }
}

/// The losses of values that were written.
#[derive(Clone, Debug, Default)]
pub struct Losses {
    met: Vec<Met>,
}

/// A loss that was met.
#[derive(Clone, Debug)]
pub struct Met {
    /// What is lost.
    pub loss: Loss,
    /// How often.
    pub count: u64,
    /// The first that was met, in a few words.
    pub example: String,
}

impl FromStr for Loss {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|loss| loss.name() == name).ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|loss| loss.name()).collect();
            Error::new(
                ErrorKind::Unsupported,
                format!("unknown loss \"{name}\"; the losses are {}", names.join(", ")),
            )
        })
    }
}

impl Losses {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether nothing was lost.
    pub fn is_empty(&self) -> bool {
        self.met.is_empty()
    }

    /// The losses, each once.
    pub fn iter(&self) -> impl Iterator<Item = &Met> {
        self.met.iter()
    }

    /// Adds those of another value.
    pub fn add(&mut self, other: Self) {
        for met in other.met {
            match self.met.iter_mut().find(|known| known.loss == met.loss) {
                Some(known) => known.count += met.count,
                None => self.met.push(met),
            }
        }
    }

    /// Notes one.
    #[cold]
    pub(crate) fn note(&mut self, loss: Loss, example: impl FnOnce() -> String) {
        match self.met.iter_mut().find(|met| met.loss == loss) {
            Some(met) => met.count += 1,
            None => self.met.push(Met { loss, count: 1, example: example() }),
        }
    }
}

impl fmt::Display for Losses {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, met) in self.met.iter().enumerate() {
            let separator = if at > 0 { "; " } else { "" };
            write!(
                out,
                "{separator}{} ({}, {} times)",
                met.loss.description(),
                met.example,
                met.count
            )?;
        }
        Ok(())
    }
}
