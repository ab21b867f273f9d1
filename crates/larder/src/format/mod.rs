//! Formats: each decodes bytes into events and encodes what a source gives.
//!
//! [`larder`] is this project's own format. [`Format`] names all of them, and [`AnyDecoder`] and
//! [`AnyEncoder`] decode and encode any. Every decoder keeps to [`Limits`]; none makes an object of
//! any class, calls anything, or follows a reference twice.
//!
//! A format imports neither another format nor anything above it. What several of them need stands
//! beside them: `reading` and `shapes` serve all readers, `writing` and `loss` all writers.

mod calendar;
mod cbor;
mod code_units;
mod digits;
mod hessian;
mod hprose;
pub(crate) mod input;
mod jdk;
mod json;
pub mod larder;
mod loss;
mod msgpack;
mod number;
mod php;
mod pickle;
mod reading;
mod shapes;
pub mod time;
mod uuid;
mod writing;

use std::fmt;
use std::str::FromStr;

pub use self::json::Escapes;
pub use self::loss::{Loss, Losses, Met};
pub use self::number::decimal;
use self::php::{igbinary, serialize};
use self::reading::read_all;
use self::shapes::Shapes;
use self::writing::{MAX_WRITTEN, Writing};
use crate::builder::{Builder, ValueBuilder};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::source::Source;
use crate::value::Value;

/// A layout of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// The Larder format (docs/FORMAT.md).
    Larder,
    /// JSON (RFC 8259).
    Json,
    /// MessagePack.
    Msgpack,
    /// PHP's `serialize`.
    Php,
    /// igbinary, versions 1 and 2.
    Igbinary,
    /// Hprose.
    Hprose,
    /// CBOR (RFC 8949).
    Cbor,
    /// The Java Object Serialization Stream Protocol.
    Jdk,
    /// Hessian 1.0 and 2.0.
    Hessian,
    /// Python's pickle, protocols 0 to 5.
    Pickle,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 10] = [
        Self::Larder,
        Self::Json,
        Self::Msgpack,
        Self::Php,
        Self::Igbinary,
        Self::Hprose,
        Self::Cbor,
        Self::Jdk,
        Self::Hessian,
        Self::Pickle,
    ];

    /// The name, as the command line has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Larder => "larder",
            Self::Json => "json",
            Self::Msgpack => "msgpack",
            Self::Php => "php",
            Self::Igbinary => "igbinary",
            Self::Hprose => "hprose",
            Self::Cbor => "cbor",
            Self::Jdk => "jdk",
            Self::Hessian => "hessian",
            Self::Pickle => "pickle",
        }
    }

    /// Whether values can be written in it.
    pub fn is_written(self) -> bool {
        !matches!(self, Self::Jdk | Self::Hessian | Self::Pickle)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name).ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|format| format.name()).collect();
            Error::new(
                ErrorKind::Unsupported,
                format!("unknown format \"{name}\"; the formats are {}", names.join(", ")),
            )
        })
    }
}

/// Decodes values of any one [`Format`]. Keep a decoder and use it again: it remembers shapes.
///
/// ```
/// use larder::Value;
/// use larder::format::{AnyDecoder, Format};
///
/// let value = AnyDecoder::new(Format::Php).decode(b"a:2:{i:0;i:1;i:1;s:3:\"two\";}")?;
/// assert_eq!(value, Value::List(vec![Value::Int(1), Value::from("two")]));
/// # Ok::<(), larder::Error>(())
/// ```
pub struct AnyDecoder {
    format: Format,
    limits: Limits,
    shapes: Shapes,
    larder: larder::Decoder,
    values: ValueBuilder,
}

impl AnyDecoder {
    /// A decoder with [`Limits::DEFAULT`].
    pub fn new(format: Format) -> Self {
        Self {
            format,
            limits: Limits::DEFAULT,
            shapes: Shapes::default(),
            larder: larder::Decoder::new(),
            values: ValueBuilder::new(),
        }
    }

    /// A decoder of the Larder format that knows the profiles of this one.
    pub fn larder(decoder: larder::Decoder) -> Self {
        Self { larder: decoder, ..Self::new(Format::Larder) }
    }

    /// Reads within these limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.set_limits(limits);
        self
    }

    /// Reads within these limits from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        self.larder.set_limits(limits);
    }

    /// The value of `bytes`.
    ///
    /// # Errors
    /// Any [`ErrorKind`] but [`ErrorKind::Refused`], with the offset.
    pub fn decode(&mut self, bytes: &[u8]) -> Result<Value> {
        let mut builder = std::mem::take(&mut self.values);
        let value = self.decode_with(bytes, &mut builder);
        self.values = builder;
        value
    }

    /// The value that `builder` makes of `bytes`. Bytes with references are read more than once:
    /// then the builder's root begins anew.
    ///
    /// # Errors
    /// Any [`ErrorKind`], with the offset.
    pub fn decode_with<B: Builder>(&mut self, bytes: &[u8], builder: &mut B) -> Result<B::Value> {
        let (limits, shapes) = (self.limits, &mut self.shapes);
        match self.format {
            Format::Larder => self.larder.decode_with(bytes, builder),
            Format::Json => read_all::<json::Json, B>(bytes, limits, shapes, builder),
            Format::Msgpack => read_all::<msgpack::Msgpack, B>(bytes, limits, shapes, builder),
            Format::Php => read_all::<serialize::Php, B>(bytes, limits, shapes, builder),
            Format::Igbinary => read_all::<igbinary::Igbinary, B>(bytes, limits, shapes, builder),
            Format::Hprose => read_all::<hprose::Hprose, B>(bytes, limits, shapes, builder),
            Format::Cbor => read_all::<cbor::Cbor, B>(bytes, limits, shapes, builder),
            Format::Jdk => read_all::<jdk::Jdk, B>(bytes, limits, shapes, builder),
            Format::Hessian => read_all::<hessian::Hessian, B>(bytes, limits, shapes, builder),
            Format::Pickle => read_all::<pickle::Pickle, B>(bytes, limits, shapes, builder),
        }
    }
}

/// Encodes values in any one [`Format`] that can be written. Keep an encoder and use it again.
///
/// ```
/// use larder::Value;
/// use larder::format::{AnyEncoder, Format, Losses};
///
/// let mut encoder = AnyEncoder::new(Format::Json)?;
/// assert_eq!(encoder.encode(&Value::from("text"))?, b"\"text\"");
///
/// // What a format cannot hold is an error, or a loss that is noted.
/// let nan = Value::Float(f64::NAN);
/// assert!(encoder.encode(&nan).is_err());
/// let mut losses = Losses::new();
/// assert_eq!(encoder.encode_lossy(&nan, &mut losses)?, b"null");
/// assert_eq!(losses.iter().count(), 1);
/// # Ok::<(), larder::Error>(())
/// ```
pub struct AnyEncoder {
    format: Format,
    larder: larder::Encoder,
    escapes: Escapes,
    max_bytes: Option<usize>,
    out: Vec<u8>,
}

impl AnyEncoder {
    /// An encoder.
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`] for a format that is only read; see [`Format::is_written`].
    pub fn new(format: Format) -> Result<Self> {
        if format.is_written() {
            Ok(Self { format, ..Self::larder(larder::Encoder::new()) })
        } else {
            Err(Error::new(ErrorKind::Unsupported, format!("{format} can be decoded, not encoded")))
        }
    }

    /// An encoder of the Larder format with the options of this one.
    pub fn larder(encoder: larder::Encoder) -> Self {
        Self {
            format: Format::Larder,
            larder: encoder,
            escapes: Escapes::default(),
            max_bytes: None,
            out: Vec::new(),
        }
    }

    /// Writes JSON with these escapes; other formats have none.
    #[must_use]
    pub fn escapes(mut self, escapes: Escapes) -> Self {
        self.escapes = escapes;
        self
    }

    /// Writes at most this many bytes: by default 256 MiB of copies, and any value that has none.
    ///
    /// A few bytes can hold one value within itself in 2^100 ways. A format without references
    /// copies what is shared, so it needs a bound; what is taken beyond it is in proportion to the
    /// value itself.
    #[must_use]
    pub fn max_bytes(mut self, max_bytes: usize) -> Self {
        self.max_bytes = Some(max_bytes);
        self
    }

    /// The value as bytes; exactly, or not at all.
    ///
    /// # Errors
    /// [`ErrorKind::Refused`] for what the format cannot hold, [`ErrorKind::TooDeep`],
    /// [`ErrorKind::TooLarge`] beyond [`AnyEncoder::max_bytes`], and others for a value that
    /// contradicts itself.
    pub fn encode(&mut self, value: &Value) -> Result<Vec<u8>> {
        let mut losses = Losses::new();
        let bytes = self.encode_lossy(value, &mut losses)?;
        if losses.is_empty() {
            return Ok(bytes);
        }
        Err(Error::new(
            ErrorKind::Refused,
            format!("{} cannot hold this value: {losses}", self.format),
        ))
    }

    /// The value as bytes, as well as the format can hold it; what is lost is noted.
    ///
    /// # Errors
    /// [`ErrorKind::Refused`] for a value that holds itself, in a format without references, and
    /// otherwise as [`AnyEncoder::encode`].
    pub fn encode_lossy(&mut self, value: &Value, losses: &mut Losses) -> Result<Vec<u8>> {
        self.out.clear();
        let most = self.max_bytes.unwrap_or(MAX_WRITTEN);
        let written = match self.format {
            Format::Larder => self.larder.encode_into(value, &mut self.out),
            Format::Json => json::write_value(
                &mut Writing::new(&mut self.out, losses, most),
                value,
                self.escapes,
            ),
            format => write_within(format, value, &mut Writing::new(&mut self.out, losses, most)),
        };
        let bytes = written.and_then(|()| match self.max_bytes {
            Some(most) if self.out.len() > most => Err(Error::new(
                ErrorKind::TooLarge,
                format!("the value takes more than {most} bytes in {}", self.format),
            )),
            _ => Ok(self.out.as_slice().to_vec()),
        });
        if self.out.capacity() > KEPT_BYTES {
            self.out = Vec::new();
        }
        bytes
    }
}

/// A larger buffer is given back.
const KEPT_BYTES: usize = 16 << 20;

/// Appends a host's value in a foreign format, as well as the format can hold it; what is lost is
/// noted. On an error, `out` may hold a part.
///
/// # Errors
/// As [`AnyEncoder::encode_lossy`]; [`ErrorKind::Unsupported`] for a format that is only read, and
/// for the Larder format, which [`larder::Encoder`] writes.
pub fn write<'a, S: Source<'a>>(
    format: Format,
    value: S,
    out: &mut Vec<u8>,
    losses: &mut Losses,
) -> Result<()> {
    write_within(format, value, &mut Writing::new(out, losses, MAX_WRITTEN))
}

fn write_within<'a, S: Source<'a>>(
    format: Format,
    value: S,
    writing: &mut Writing<'_, S>,
) -> Result<()> {
    match format {
        Format::Json => json::write(writing, value),
        Format::Msgpack => msgpack::write(writing, value),
        Format::Php => serialize::write(writing, value),
        Format::Igbinary => igbinary::write(writing, value),
        Format::Hprose => hprose::write(writing, value),
        Format::Cbor => cbor::write(writing, value),
        Format::Larder | Format::Jdk | Format::Hessian | Format::Pickle => {
            Err(Error::new(ErrorKind::Unsupported, format!("{format} cannot be encoded here")))
        }
    }
}
