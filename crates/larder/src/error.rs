//! The one error of the library: a kind, an offset and a few words.

use std::fmt;

/// Why bytes cannot be decoded, or a value cannot be encoded.
///
/// Programs look at [`Error::kind`]; people read the text, which says what is wrong and where.
///
/// ```
/// use larder::{Decoder, Encoder, ErrorKind, Value};
///
/// let mut bytes = Encoder::new().encode(&Value::from("a text"))?;
/// bytes.pop();
/// let error = Decoder::new().decode(&bytes).expect_err("the last byte is missing");
/// assert_eq!(error.kind(), ErrorKind::Truncated);
/// assert_eq!(error.offset(), Some(bytes.len()));
/// assert_eq!(error.to_string(), "truncated: the bytes end within the value (at byte 8)");
/// # Ok::<(), larder::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    kind: ErrorKind,
    offset: Option<usize>,
    context: String,
}

/// The result of this library's operations.
pub type Result<T> = std::result::Result<T, Error>;

/// The kinds of [`Error`], the same in every implementation of the format. The test vectors name
/// them as [`ErrorKind::name`] does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes do not begin as a Larder value or a profile does.
    NotLarder,
    /// The bytes do not begin as a value of this format does (foreign formats).
    WrongFormat,
    /// Bytes that the grammar of the format does not have here (foreign formats).
    BadSyntax,
    /// A version, a flag, an extension or a profile section that this release does not know.
    Unsupported,
    /// The bytes end within the value.
    Truncated,
    /// Bytes follow the value.
    TrailingBytes,
    /// A tag that is reserved, or stands where it may not.
    BadTag,
    /// A varint that is longer than it must be, or beyond its range.
    BadVarint,
    /// A number that is out of its range.
    BadNumber,
    /// Text that is not UTF-8.
    InvalidUtf8,
    /// Packed text (a date, digits, hex …) that does not decode to text.
    BadText,
    /// A column that is inconsistent.
    BadColumn,
    /// A definition of a shape that is inconsistent.
    BadShape,
    /// A key that a map or shape already has.
    DuplicateKey,
    /// A number of a shape, a dictionary entry, an earlier text or an earlier object that does not
    /// exist.
    UnknownReference,
    /// The value was written under a profile, and none was given.
    MissingProfile,
    /// The value was written under another profile than those given.
    WrongProfile,
    /// The bytes of a profile are damaged.
    BadProfile,
    /// The checksum does not fit the bytes.
    BadChecksum,
    /// The compressed part does not decompress.
    BadCompression,
    /// Nested deeper than [`Limits::max_depth`](crate::Limits).
    TooDeep,
    /// The value would need more memory than [`Limits`](crate::Limits) allow.
    TooLarge,
    /// The host refused a part of the value: a class that is not allowed, for one.
    Refused,
}

impl ErrorKind {
    /// All kinds.
    pub const ALL: [Self; 23] = [
        Self::NotLarder,
        Self::WrongFormat,
        Self::BadSyntax,
        Self::Unsupported,
        Self::Truncated,
        Self::TrailingBytes,
        Self::BadTag,
        Self::BadVarint,
        Self::BadNumber,
        Self::InvalidUtf8,
        Self::BadText,
        Self::BadColumn,
        Self::BadShape,
        Self::DuplicateKey,
        Self::UnknownReference,
        Self::MissingProfile,
        Self::WrongProfile,
        Self::BadProfile,
        Self::BadChecksum,
        Self::BadCompression,
        Self::TooDeep,
        Self::TooLarge,
        Self::Refused,
    ];

    /// The kind's name in the vectors and in every implementation.
    pub fn name(self) -> &'static str {
        match self {
            Self::NotLarder => "not-larder",
            Self::WrongFormat => "wrong-format",
            Self::BadSyntax => "bad-syntax",
            Self::Unsupported => "unsupported",
            Self::Truncated => "truncated",
            Self::TrailingBytes => "trailing-bytes",
            Self::BadTag => "bad-tag",
            Self::BadVarint => "bad-varint",
            Self::BadNumber => "bad-number",
            Self::InvalidUtf8 => "invalid-utf8",
            Self::BadText => "bad-text",
            Self::BadColumn => "bad-column",
            Self::BadShape => "bad-shape",
            Self::DuplicateKey => "duplicate-key",
            Self::UnknownReference => "unknown-reference",
            Self::MissingProfile => "missing-profile",
            Self::WrongProfile => "wrong-profile",
            Self::BadProfile => "bad-profile",
            Self::BadChecksum => "bad-checksum",
            Self::BadCompression => "bad-compression",
            Self::TooDeep => "too-deep",
            Self::TooLarge => "too-large",
            Self::Refused => "refused",
        }
    }
}

impl Error {
    /// An error at `offset` (bytes from the start of the input); `context` says what was read, in a
    /// few words.
    #[cold]
    pub fn at(kind: ErrorKind, offset: usize, context: impl Into<String>) -> Self {
        Self(Box::new(Inner { kind, offset: Some(offset), context: context.into() }))
    }

    /// An error that belongs to no byte: of writing, or of a host.
    #[cold]
    pub fn new(kind: ErrorKind, context: impl Into<String>) -> Self {
        Self(Box::new(Inner { kind, offset: None, context: context.into() }))
    }

    /// What went wrong.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Where, in bytes from the start of the input. In a compressed part: where that part begins.
    pub fn offset(&self) -> Option<usize> {
        self.0.offset
    }

    /// What was being read or written.
    pub fn context(&self) -> &str {
        &self.0.context
    }

    /// The same error at `offset`, if it has none.
    #[cold]
    pub(crate) fn or_at(mut self, offset: usize) -> Self {
        self.0.offset.get_or_insert(offset);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.0.kind.name(), self.0.context)?;
        match self.0.offset {
            Some(offset) => write!(out, " (at byte {offset})"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl std::error::Error for Error {}
