//! The Larder format: small, fast and safe values for a Redis cache.
//!
//! The library encodes and decodes values; it does no I/O and has no unsafe code. The format is
//! specified in `docs/FORMAT.md`.
//!
//! ```
//! use larder::{Decoder, Encoder, Value};
//!
//! let value = Value::List(vec![Value::Int(1), Value::from("two")]);
//! let bytes = Encoder::new().encode(&value)?;
//! assert_eq!(Decoder::new().decode(&bytes)?, value);
//! # Ok::<(), larder::Error>(())
//! ```
//!
//! - [`Value`] is the library's own tree of values. A host with values of its own implements
//!   [`Source`], from which encoders pull, and [`Builder`], into which decoders push.
//! - [`Encoder`] and [`Decoder`] are for the Larder format. [`format`](mod@format) has them for
//!   JSON, MessagePack, PHP's serialize and igbinary, CBOR, Hprose, Java serialization, Hessian and
//!   pickle.
//! - A [`Profile`] makes similar values smaller: it holds the shapes and texts that they have in
//!   common. [`train`] learns one from samples.
//! - [`detect`] finds out what unknown bytes are, even if they are compressed.
//! - Untrusted input is safe to decode: [`Limits`] bound depth and memory, and no decoder runs
//!   anything that the bytes name. An [`Error`] has a kind and the offset of what is wrong.

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

pub use builder::{Builder, Discard, FormatWide, ValueBuilder};
pub use error::{Error, ErrorKind, Result};
#[doc(hidden)]
pub use format::larder::raw;
pub use format::larder::{
    Decoder, Dictionary, Encoder, Entry, Level, Place, Profile, ProfileId, ProfileParts,
    ProfileShape, SymbolTable,
};
pub use kind::Kind;
pub use limits::{Costs, Limits, ValueCosts};
pub use shape::{Gaps, Key, KeyRef, NewKeys, Present, Shape};
pub use smol_str::SmolStr;
pub use source::Source;
pub use value::{Extended, Map, Value};
