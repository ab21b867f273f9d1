//! What a profile may hold.

/// What a profile may hold.
///
/// A profile has texts of the samples in it, as they are. `min_count` and the caps bound which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Shapes, texts and symbols that occur fewer times are not learned. A zstd dictionary holds
    /// pieces of texts however rare they are.
    pub min_count: usize,
    /// Where packing saves less than this part of a place's texts, in percent, writers do not try
    /// to pack them.
    pub min_packed: usize,
    /// Bytes of all dictionaries together.
    pub dictionary_bytes: usize,
    /// Bytes of all tables of symbols together.
    pub symbol_bytes: usize,
    /// Bytes of the zstd dictionary; 0 for none.
    pub compression_bytes: usize,
    /// The zstd level at which writers compress, if there is a zstd dictionary.
    pub compression_level: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            min_count: 4,
            min_packed: 20,
            dictionary_bytes: 64 << 10,
            symbol_bytes: 32 << 10,
            compression_bytes: 64 << 10,
            compression_level: 3,
        }
    }
}
