//! How much time a writer spends to save bytes (docs/FORMAT.md, "Levels").

use std::str::FromStr;

use crate::error::{Error, ErrorKind};

/// How much time a writer spends to save bytes. Every reader reads what every level writes, and one
/// profile serves all levels.
///
/// ```
/// use larder::{Encoder, Level, Value};
///
/// let value = Value::from("2026-01-01 11:21:51");
/// let fast = Encoder::new().level(Level::Fast).encode(&value)?;
/// let balanced = Encoder::new().encode(&value)?;
/// assert!(balanced.len() < fast.len());
/// assert_eq!("small".parse(), Ok(Level::Small));
/// # Ok::<(), larder::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The least time: each text is a length and a copy, each float its bits, and a list of records
    /// is rows. Of a profile, its shapes are used.
    Fast,
    /// The fewest bytes that cost little time: texts that come again, that are in a dictionary of
    /// the profile or that are dates, numbers and the like take a few bytes; lists are columns
    /// where that pays.
    #[default]
    Balanced,
    /// The fewest bytes: what [`Level::Balanced`] does, and texts in the symbols of the profile, or
    /// compressed with zstd where there is enough of them.
    Small,
}

impl Level {
    /// All levels, the fastest first.
    pub const ALL: [Self; 3] = [Self::Fast, Self::Balanced, Self::Small];

    /// The name by which options and output call it: `fast`, `balanced` or `small`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Balanced => "balanced",
            Self::Small => "small",
        }
    }
}

impl FromStr for Level {
    type Err = Error;

    /// The level of this name.
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`] for every other text.
    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|level| level.name() == name).ok_or_else(|| {
            Error::new(
                ErrorKind::Unsupported,
                format!("{name:?} is no level: choose fast, balanced or small"),
            )
        })
    }
}
