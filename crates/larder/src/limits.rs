//! What a reader allows its input to cost.

/// The bounds of a reader. Every one is checked before memory is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Lists, maps and objects within one another.
    pub max_depth: u32,
    /// Bytes that a small input may become.
    pub base_memory: usize,
    /// Bytes that each byte of input may become, where that is more than `base_memory`.
    pub memory_per_byte: usize,
}

impl Limits {
    /// 512 levels; 32 MiB, or 64 bytes a byte of input, whichever is more.
    pub const DEFAULT: Self = Self { max_depth: 512, base_memory: 32 << 20, memory_per_byte: 64 };

    /// What a value is charged, beside what it holds.
    pub const VALUE_BYTES: usize = 32;
    /// What a text is charged, beside its value and its bytes: a count of sharers, and rounding up.
    pub const TEXT_BYTES: usize = 24;

    /// The budget for an input of `length` bytes.
    pub fn memory(&self, length: usize) -> usize {
        self.base_memory.max(length.saturating_mul(self.memory_per_byte))
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
