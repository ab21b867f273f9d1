//! Keys that collide. The engine's hash tables follow a chain of all keys with the same slot, and
//! an attacker can choose keys that all have one slot. The steps along the chains of a message are
//! counted, and too many are refused (docs/FORMAT.md, "Limits"). Uses nothing.

use larder::{Error, ErrorKind, Result};

/// A chain this long is free.
const SHORT: usize = 8;
/// Keys in a chain are compared byte by byte: this many bytes cost one more step.
const BYTES: usize = 32;
/// The limit of a message.
const MAX_STEPS: usize = 1 << 26;

/// The steps along all chains of a message.
#[derive(Clone, Copy, Default)]
pub struct Chains(usize);

impl Chains {
    /// Adds the steps that [`Chain::steps`] has counted.
    ///
    /// # Errors
    /// [`ErrorKind::TooLarge`] if there are too many.
    #[inline]
    pub fn add(&mut self, steps: usize) -> Result<()> {
        self.0 = self.0.saturating_add(steps);
        if self.0 > MAX_STEPS {
            return Err(Error::new(
                ErrorKind::TooLarge,
                "too many keys that collide in PHP's hash tables",
            ));
        }
        Ok(())
    }
}

/// The chains of one table.
pub struct Chain {
    /// The number of keys in each slot; empty for a small table.
    slots: Vec<u32>,
}

impl Chain {
    /// Maps with fewer keys are not counted: their chains cannot be long.
    pub const MIN_KEYS: usize = 65;

    /// The chains of a table with this number of keys.
    #[inline]
    pub fn new(keys: usize) -> Self {
        // As HT_SIZE_TO_MASK of Zend/zend_hash.h.
        Self {
            slots: if keys < Self::MIN_KEYS {
                Vec::new()
            } else {
                vec![0; 2 * keys.next_power_of_two()]
            },
        }
    }

    /// The steps beyond [`SHORT`] to the end of the chain of a key with this hash; `length` is that
    /// of a text key, in bytes.
    #[inline]
    pub fn steps(&mut self, hash: u64, length: usize) -> usize {
        let last = self.slots.len().wrapping_sub(1);
        let Some(count) = self.slots.get_mut(hash as usize & last) else { return 0 };
        *count += 1;
        Self::steps_after(*count as usize - 1, length)
    }

    /// The steps of a key that comes after so many others of its chain.
    #[inline]
    pub fn steps_after(others: usize, length: usize) -> usize {
        others.saturating_sub(SHORT) * (1 + length / BYTES)
    }

    /// Whether anything is counted.
    #[inline]
    pub fn counts(&self) -> bool {
        !self.slots.is_empty()
    }
}
