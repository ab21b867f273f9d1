//! Keys that collide: the engine's hash tables find a key by the chain of those with the same slot, and whoever sends keys can
//! choose them so that all have one. Chains of one message are counted, and too many of them are refused (docs/FORMAT.md,
//! "Limits").

use larder::{Error, ErrorKind, Result};

/// Maps of fewer keys are not counted: their chains cannot be long.
const MIN_KEYS: usize = 65;
/// A chain may have so many before a key counts.
const SHORT: u32 = 8;
/// Keys of a chain that are compared byte by byte cost one more for so many bytes.
const BYTES: usize = 32;
/// Of a message.
const MAX_STEPS: usize = 1 << 26;

/// What the chains of a message come to.
#[derive(Clone, Copy, Default)]
pub struct Chains(usize);

impl Chains {
    /// Counts what [`Chain`] has found.
    ///
    /// # Errors
    /// [`ErrorKind::TooLarge`] if it is too much.
    #[inline]
    pub fn add(&mut self, steps: usize) -> Result<()> {
        self.0 = self.0.saturating_add(steps);
        if self.0 > MAX_STEPS {
            return Err(Error::new(
                ErrorKind::TooLarge,
                "keys that were chosen so that PHP finds them by one another",
            ));
        }
        Ok(())
    }
}

/// The chains of one table.
pub struct Chain {
    /// How many keys have a slot; empty for a small table.
    slots: Vec<u32>,
}

impl Chain {
    /// A table of so many keys.
    #[inline]
    pub fn new(keys: usize) -> Self {
        // As HT_SIZE_TO_MASK of Zend/zend_hash.h.
        Self {
            slots: if keys < MIN_KEYS { Vec::new() } else { vec![0; 2 * keys.next_power_of_two()] },
        }
    }

    /// The steps beyond [`SHORT`] to the end of the chain to which a key of this hash goes; a text's has so many bytes.
    #[inline]
    pub fn steps(&mut self, hash: u64, length: usize) -> usize {
        let last = self.slots.len().wrapping_sub(1);
        let Some(count) = self.slots.get_mut(hash as usize & last) else { return 0 };
        *count += 1;
        (*count).saturating_sub(SHORT + 1) as usize * (1 + length / BYTES)
    }

    /// Whether anything is counted.
    #[inline]
    pub fn counts(&self) -> bool {
        !self.slots.is_empty()
    }
}
