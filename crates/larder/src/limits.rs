//! What input may cost a decoder, and what a host's values do cost.

use crate::value::{Extended, Value};

/// What input may cost a decoder. Every limit is checked before memory is taken.
///
/// ```
/// use larder::{Decoder, Encoder, ErrorKind, Limits, Value};
///
/// let bytes = Encoder::new().encode(&Value::List(vec![Value::List(vec![])]))?;
/// let mut limits = Limits::DEFAULT;
/// limits.max_depth = 1;
/// let error = Decoder::new().with_limits(limits).decode(&bytes).expect_err("two lists deep");
/// assert_eq!(error.kind(), ErrorKind::TooDeep);
/// # Ok::<(), larder::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Levels of lists, maps and objects within one another.
    pub max_depth: u32,
    /// Bytes of memory that any input may take, however small it is.
    pub base_memory: usize,
    /// Bytes of memory per byte of input, where that comes to more than `base_memory`.
    pub memory_per_byte: usize,
    /// Bytes of memory that no input may exceed, such as what the host has left.
    pub max_memory: usize,
}

impl Limits {
    /// Levels of nesting that every reader takes by default, and that no writer exceeds.
    pub const MAX_DEPTH: u32 = 512;

    /// [`Limits::MAX_DEPTH`] levels; 32 MiB, or 64 bytes per byte of input, whichever is more.
    pub const DEFAULT: Self = Self {
        max_depth: Self::MAX_DEPTH,
        base_memory: 32 << 20,
        memory_per_byte: 64,
        max_memory: usize::MAX,
    };

    /// What a value is charged, beside what it holds.
    pub const VALUE_BYTES: usize = 32;
    /// What a text is charged, beside its value and its bytes: a count of sharers, and rounding up.
    pub const TEXT_BYTES: usize = 24;

    /// The budget for an input of `length` bytes.
    pub fn memory(&self, length: usize) -> usize {
        self.base_memory.max(length.saturating_mul(self.memory_per_byte)).min(self.max_memory)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// What a host's values take, in bytes: what readers charge before they call a
/// [`Builder`](crate::Builder).
pub trait Costs {
    /// What a reader of this host allows by default: a writer of this host writes
    /// nothing that is beyond.
    const LIMITS: Limits = Limits::DEFAULT;
    /// Bytes that the host keeps for a value of a kind, beside the value itself.
    const KIND_BYTES: usize = 0;

    /// A list of `len` values, with a place for each.
    #[inline]
    fn list(len: usize) -> usize {
        len.saturating_mul(Limits::VALUE_BYTES)
    }

    /// A list whose length is not known, before its first value.
    #[inline]
    fn open_list() -> usize {
        0
    }

    /// The next value's place in a list or map whose length is not known. A vector that grows holds
    /// up to three times what it has.
    #[inline]
    fn item() -> usize {
        3 * Limits::VALUE_BYTES
    }

    /// A map or object of this many keys, with a place for each value.
    #[inline]
    fn map(keys: usize) -> usize {
        keys.saturating_add(1).saturating_mul(Limits::VALUE_BYTES)
    }

    /// A map or object whose keys come one by one, about `keys` of them, until it ends.
    #[inline]
    fn open_map(keys: usize) -> usize {
        Self::map(keys)
    }

    /// Such a map when it ends, with this many keys.
    #[inline]
    fn closed_map(_keys: usize) -> usize {
        0
    }

    /// A text or bytes of this length, beside its place.
    #[inline]
    fn text(length: usize) -> usize {
        Limits::TEXT_BYTES + length
    }

    /// An object of a class, beside a map of its keys: what a writer takes it for.
    fn object(_class: &str) -> usize {
        0
    }

    /// What the host makes of a value that holds no other, beyond the [`Extended`] itself: the
    /// digits of a number that it spells out, for one.
    #[inline]
    fn extended(_extended: &Extended<Value>) -> usize {
        0
    }
}

/// What [`Value`] takes.
#[derive(Clone, Copy, Debug)]
pub struct ValueCosts;

impl Costs for ValueCosts {
    const KIND_BYTES: usize = size_of::<Extended<Value>>() + size_of::<usize>();
}
