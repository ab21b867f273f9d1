//! The Larder format (docs/FORMAT.md).

mod bits;
mod column;
mod column_reader;
mod column_writer;
mod compression;
mod decimals;
mod decoder;
mod definitions;
mod dictionary;
mod encoder;
mod extension_reader;
mod extension_writer;
mod ints;
mod key_builder;
mod known_definitions;
mod message;
mod profile;
mod profile_file;
mod scalars;
mod tag;
mod text;
mod text_column_writer;
mod text_reader;
mod text_writer;
mod tree_reader;
mod tree_writer;
mod varint;
mod writer_memory;

pub use self::decoder::Decoder;
pub(crate) use self::definitions::is_shape;
pub(crate) use self::dictionary::MAX_ENTRIES;
pub use self::dictionary::{Dictionary, Entry};
pub use self::encoder::Encoder;
pub use self::message::{Message, is_larder, profile_of};
pub use self::profile::{Place, Profile, ProfileId, ProfileParts, ProfileShape};
