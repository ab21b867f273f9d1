//! Dictionaries of a profile: whole values that stand in one place of many values (docs/FORMAT.md,
//! "Dictionaries").

use std::fmt;

use smol_str::SmolStr;

/// A whole value that stands in one place of many values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entry {
    /// A text.
    Text(SmolStr),
    /// Another value, as it is written under this profile: its texts inline, its shapes the
    /// profile's.
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

/// Whole values that stand in one place of many values, each with a number.
pub struct Dictionary {
    pub(super) entries: Vec<Entry>,
    /// Open addressing, a power of two, at most half full: the number of an entry plus one, and 16
    /// bits of its hash above.
    pub(super) table: Vec<u32>,
    pub(super) has_values: bool,
}

/// Entries that a dictionary can name: see the tags.
pub(crate) const MAX_ENTRIES: usize = 64 + 8 * 256;

const HASH_BITS: u32 = 0xFFFF_0000;

impl Dictionary {
    /// `None` if an entry stands twice, or there are more than can be named.
    pub(super) fn new(entries: Vec<Entry>) -> Option<Self> {
        if entries.len() > MAX_ENTRIES {
            return None;
        }
        let has_values = entries.iter().any(|entry| matches!(entry, Entry::Value(_)));
        let mut dictionary = Self {
            table: vec![0; (entries.len() * 2 + 1).next_power_of_two()],
            entries: Vec::new(),
            has_values,
        };
        for (number, entry) in entries.into_iter().enumerate() {
            let hash = text_hash(entry.as_bytes());
            match dictionary.search(hash, |other| *other == entry) {
                Ok(_) => return None,
                Err(at) => {
                    dictionary.table[at] = (hash >> 32) as u32 & HASH_BITS | (number as u32 + 1)
                }
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
        self.search(
            text_hash(text.as_bytes()),
            |entry| matches!(entry, Entry::Text(other) if **other == *text),
        )
        .ok()
    }

    /// The number of a value other than text, by its bytes.
    #[inline]
    pub fn find_value(&self, bytes: &[u8]) -> Option<usize> {
        self.search(
            text_hash(bytes),
            |entry| matches!(entry, Entry::Value(other) if **other == *bytes),
        )
        .ok()
    }
}

impl fmt::Debug for Dictionary {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(&self.entries).finish()
    }
}

/// A fast hash of a text's length, its first and its last bytes. Where it is used, an equal hash
/// costs a comparison and no more than a table's length.
#[inline]
pub(crate) fn text_hash(text: &[u8]) -> u64 {
    let (first, last) = match (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => match (text.first_chunk::<4>(), text.last_chunk::<4>()) {
            (Some(first), Some(last)) => {
                (u64::from(u32::from_le_bytes(*first)), u64::from(u32::from_le_bytes(*last)))
            }
            _ => (text.iter().fold(0, |bits, byte| bits << 8 | u64::from(*byte)), 0),
        },
    };
    let middle = text.get(text.len() / 2).copied().unwrap_or(0);
    let mixed = (first ^ (text.len() as u64) << 56 ^ u64::from(middle) << 48)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ last.rotate_left(23);
    let product = u128::from(mixed) * 0xA076_1D64_78BD_642F_u128;
    (product >> 64) as u64 ^ product as u64
}
