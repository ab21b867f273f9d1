//! Larder: values of a Redis cache, small, fast and safe.
//!
//! The Larder format is specified in `docs/FORMAT.md`. Hosts (this library's own [`Value`], a
//! language's values) meet formats in two traits: a writer asks a [`Source`] what its values are, a
//! reader gives its events to a [`Builder`]. Nothing here does input or output.
//!
//! ```
//! use larder::{Decoder, Encoder, Value};
//!
//! let value = Value::List(vec![Value::Int(1), Value::from("two")]);
//! let bytes = Encoder::new().encode(&value)?;
//! assert_eq!(Decoder::new().decode(&bytes)?, value);
//! # Ok::<(), larder::Error>(())
//! ```

mod builder;
pub mod compression;
pub mod detect;
mod error;
pub mod format;
mod kind;
mod limits;
mod shape;
pub mod source;
pub mod train;
mod value;

pub use builder::{Builder, Discard, ValueBuilder};
pub use error::{Error, ErrorKind, Result};
pub use format::larder::{
    Decoder, Dictionary, Encoder, Entry, Place, Profile, ProfileId, ProfileParts, ProfileShape,
};
pub use kind::Kind;
pub use limits::{Costs, Limits, ValueCosts};
pub use shape::{Key, Shape};
pub use source::Source;
pub use value::{Extended, Map, Value};
