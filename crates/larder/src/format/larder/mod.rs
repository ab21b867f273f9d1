//! The Larder format (docs/FORMAT.md).
//!
//! One file per subject, from the lowest to the highest; a file imports only files above it in this
//! list. The Java library has the same subjects under the same names (`ColumnReader` for
//! `column_reader.rs`).
//!
//! | files | subject |
//! |---|---|
//! | `tag`, `varint`, `bits`, `scalars`, `decimals` | the smallest parts: tags, numbers, bits |
//! | `few` | values that are gathered |
//! | `raw` | tags, sizes and wide texts, for a host that reads or writes bytes itself |
//! | `text/` | texts in other bytes: dates, numbers, hex, base64, wide characters, symbols, names |
//! | `definitions` | shapes of a message or a profile |
//! | `dictionary`, `profile` | what values have in common |
//! | `known_definitions` | shapes that were read lately |
//! | `compression` | compressed texts |
//! | `ints`, `column` | integers of a column; a column that is being read |
//! | `key_builder`, `tree_reader` | values, lists and maps into events |
//! | `text_reader`, `column_reader`, `extension_reader` | its other parts |
//! | `level` | how much time a writer spends to save bytes |
//! | `numbers` | the spelling of a number |
//! | `definition_writer`, `order`, `alike`, `own_shapes` | definitions; maps that are alike; shapes of a message |
//! | `writer_memory`, `value_writer`, `extension_writer` | what writers of all levels do alike |
//! | `tree_writer` | values, lists and maps into bytes |
//! | `text_writer`, `column_writer`, `text_column_writer` | its other parts |
//! | `fast_writer` | values into bytes at the level `fast` |
//! | `profile_file` | the bytes of a profile; reading them checks the dictionaries' values |
//! | `message` | the header, and the parts of a message put together |
//! | `encoder`, `decoder` | the public types |

mod alike;
mod bits;
mod column;
mod column_reader;
mod column_writer;
mod compression;
mod decimals;
mod decoder;
mod definition_writer;
mod definitions;
mod dictionary;
mod encoder;
mod extension_reader;
mod extension_writer;
mod fast_writer;
mod few;
mod ints;
mod key_builder;
mod known_definitions;
mod level;
mod message;
mod numbers;
mod order;
mod own_shapes;
mod profile;
mod profile_file;
#[doc(hidden)]
pub mod raw;
mod scalars;
mod tag;
mod text;
mod text_column_writer;
mod text_reader;
mod text_writer;
mod tree_reader;
mod tree_writer;
mod value_writer;
mod varint;
mod writer_memory;

pub(crate) use self::alike::{Alike, alike};
pub use self::decoder::Decoder;
pub(crate) use self::definition_writer::is_record;
pub(crate) use self::dictionary::MAX_ENTRIES;
pub use self::dictionary::{Dictionary, Entry};
pub use self::encoder::Encoder;
pub use self::level::Level;
pub use self::message::{Message, is_larder, profile_of};
pub(crate) use self::order::order;
pub use self::profile::{Place, Profile, ProfileId, ProfileParts, ProfileShape};
pub(crate) use self::profile_file::is_profile;
pub use self::text::symbols::SymbolTable;
pub(crate) use self::text::symbols::{MAX_SYMBOL_BYTES, MAX_SYMBOLS};
