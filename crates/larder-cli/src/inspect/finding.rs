//! Reads a value as what it is, or as what the user says.

use larder::detect::{ContentKind, Detection, detect};
use larder::format::Format;
use larder::{Error, ErrorKind, Limits, Value};

use crate::profiles::{Decoder, Profiles};

/// How values are read.
pub struct ValueReader {
    /// The format that the user named.
    format: Option<Format>,
    /// Whether of a value that was serialized twice the inner one is shown.
    unwraps: bool,
    profiles: Profiles,
}

/// What was found out about a value.
pub struct Finding<'b> {
    pub detection: Detection<'b>,
    /// What the value was decoded as. If it cannot be decoded, what it most likely is.
    pub kind: Option<ContentKind>,
    pub value: Result<Value, Error>,
}

impl ValueReader {
    /// Reads values in any format, or in the one that the user named. They may be under these
    /// profiles.
    pub fn new(format: Option<Format>, unwraps: bool, profiles: Profiles) -> Self {
        Self { format, unwraps, profiles }
    }

    /// Reads bytes as what they most likely are, or in the format that the user named.
    pub fn read<'b>(&self, bytes: &'b [u8]) -> Finding<'b> {
        let mut detection = detect(bytes, Limits::DEFAULT);
        if let Some(format) = self.format {
            // If the format can decode the bytes as they are, they are not taken to be compressed.
            let is_within = !detection.compressions.is_empty() || detection.jetcache.is_some();
            if is_within && self.decode(format, bytes).is_ok() {
                detection = Detection {
                    jetcache: None,
                    compressions: Vec::new(),
                    content: bytes.into(),
                    guesses: Vec::new(),
                    inner: None,
                };
            }
            detection.guesses.clear();
            detection.inner = None;
            let value = self.decode(format, &detection.content);
            return Finding { detection, kind: Some(ContentKind::Format(format)), value };
        }
        let kind = detection.guesses.first().map(|guess| guess.kind);
        let value = match kind {
            Some(ContentKind::Format(format)) => {
                let value = self.decode(format, &detection.content);
                match (detection.inner, value) {
                    (Some(ContentKind::Format(inner)), Ok(Value::Text(text))) if self.unwraps => {
                        self.decode(inner, text.as_bytes())
                    }
                    (Some(ContentKind::Format(inner)), Ok(Value::Bytes(bytes))) if self.unwraps => {
                        self.decode(inner, &bytes)
                    }
                    (_, value) => value,
                }
            }
            Some(ContentKind::Text) => {
                Ok(Value::from(&*String::from_utf8_lossy(&detection.content)))
            }
            Some(ContentKind::Opaque(name)) => Err(Error::new(
                ErrorKind::Unsupported,
                format!(
                    "{name} can be decoded only with the classes of the program that wrote it, so \
                     larder inspect only names it"
                ),
            )),
            Some(ContentKind::Profile) => {
                let broken = detection.guesses.first().and_then(|guess| guess.error.clone());
                Err(broken.unwrap_or_else(|| {
                    Error::new(
                        ErrorKind::WrongFormat,
                        "a profile is not a value: larder profile show FILE prints what it holds",
                    )
                }))
            }
            None => Err(Error::new(
                ErrorKind::WrongFormat,
                "these bytes match no format that Larder knows",
            )),
        };
        Finding { detection, kind, value }
    }

    fn decode(&self, format: Format, bytes: &[u8]) -> Result<Value, Error> {
        Decoder::new(format, &self.profiles)?.decode(bytes)
    }
}
