//! What becomes of a value, decided by its bytes alone. New bytes are decoded and compared with the
//! old value before anybody gets them.

use std::borrow::Cow;

use larder::compression::Compression;
use larder::detect::{Confidence, ContentKind, Detection, detect, signed};
use larder::format::{AnyEncoder, Format, Losses};
use larder::{Error, Limits, Value};

use super::plan::Plan;
use crate::profiles::{Decoder, is_about_profile};
use crate::recognition::{format, is_integer};

/// Why a value stays whose profile is not to be had.
const NO_PROFILE: &str = "its profile is neither named by --profile nor to be had from Redis";

/// What becomes of a value.
#[derive(Debug, PartialEq)]
pub enum Verdict {
    /// It has the format, and these very bytes if it was written again.
    Already,
    /// Nobody asked for it to be switched; what it is.
    Kept(String),
    /// It should be switched and cannot be.
    Refused(Refusal),
    /// What it becomes.
    New(New),
}

/// What a value becomes.
#[derive(Debug, PartialEq)]
pub struct New {
    pub bytes: Vec<u8>,
    /// The old and the new value without compression, if it is compressed.
    pub contents: Option<(Vec<u8>, Vec<u8>)>,
}

/// An old value that is to be switched.
struct Old<'a> {
    value: Value,
    /// How it is compressed, the outermost first, and what is compressed.
    compressions: Vec<Compression>,
    content: Cow<'a, [u8]>,
}

/// Why a value stays as it is.
#[derive(Debug, PartialEq)]
pub struct Refusal {
    /// The same text for all values of the same fault.
    pub reason: String,
    /// What is special about this one; may be empty.
    pub detail: String,
}

/// Converts values by a plan. Keep it: it remembers shapes.
pub struct Converter<'p> {
    plan: &'p Plan,
    encoder: AnyEncoder,
    /// Decodes what was encoded.
    proof: Decoder,
    /// Decoders of the formats that were met.
    decoders: Vec<(Format, Decoder)>,
}

impl<'p> Converter<'p> {
    pub fn new(plan: &'p Plan) -> anyhow::Result<Self> {
        let (encoder, proof) = (plan.encoder()?, plan.decoder(plan.to)?);
        Ok(Self { plan, encoder, proof, decoders: Vec::new() })
    }

    pub fn convert(&mut self, old: &[u8]) -> Verdict {
        if is_integer(old) {
            return Verdict::Kept("integer".into());
        }
        let Old { value, compressions, content } = match self.read(old) {
            Ok(old) => old,
            Err(verdict) => return verdict,
        };
        let value = self.unwrapped(value);
        let new = match self.write(&value) {
            Ok(new) => new,
            Err(refusal) => return Verdict::Refused(refusal),
        };
        if compressions.is_empty() {
            return if new == old {
                Verdict::Already
            } else {
                Verdict::New(New { bytes: new, contents: None })
            };
        }
        let is_kept = !self.plan.decompress;
        if is_kept && new == *content {
            return Verdict::Already;
        }
        let bytes = if is_kept { compressed(&compressions, &new) } else { Ok(new.clone()) };
        match bytes {
            Ok(bytes) => Verdict::New(New { bytes, contents: Some((content.into_owned(), new)) }),
            Err(refusal) => Verdict::Refused(refusal),
        }
    }

    /// The value, if it is to be switched.
    fn read<'a>(&mut self, old: &'a [u8]) -> Result<Old<'a>, Verdict> {
        // The common case: a signature, and no doubt once it is decoded.
        if let Some(format) = signed(old) {
            match self.decode(format, old) {
                Ok(value) => {
                    self.admit(format)?;
                    let (compressions, content) = (Vec::new(), Cow::Borrowed(old));
                    return Ok(Old { value, compressions, content });
                }
                Err(error) if is_about_profile(&error) => {
                    self.admit(format)?;
                    return Err(refused(NO_PROFILE, &error));
                }
                Err(_) => {}
            }
        }
        let detection = detect(old, Limits::DEFAULT);
        if let Some(encoder) = detection.jetcache {
            return Err(Verdict::Kept(format!("{} of JetCache", encoder.name())));
        }
        let format = self.format_of(&detection)?;
        self.admit(format)?;
        match self.decode(format, &detection.content) {
            Ok(value) => {
                let Detection { compressions, content, .. } = detection;
                Ok(Old { value, compressions, content })
            }
            Err(error) => Err(refused(&format!("it cannot be decoded as {format}"), &error)),
        }
    }

    /// The inner value of one that was serialized twice, if that is to be written.
    fn unwrapped(&mut self, value: Value) -> Value {
        let bytes = match &value {
            Value::Text(text) if self.plan.unwrap => text.as_bytes(),
            Value::Bytes(bytes) if self.plan.unwrap => bytes,
            _ => return value,
        };
        match signed(bytes) {
            Some(format) => self.decode(format, bytes).unwrap_or(value),
            None => value,
        }
    }

    /// The format of a value without a signature.
    fn format_of(&self, detection: &Detection<'_>) -> Result<Format, Verdict> {
        if let Some(format) = format(detection) {
            return Ok(format);
        }
        let Some(best) = detection.guesses.first() else {
            return Err(Verdict::Kept("unknown".into()));
        };
        if best.confidence == Confidence::Broken {
            return Err(match (best.kind, &best.error) {
                (ContentKind::Format(format), Some(error)) if self.plan.from.contains(&format) => {
                    refused(&format!("it cannot be decoded as {format}"), error)
                }
                (kind, _) => Verdict::Kept(format!("broken {kind}")),
            });
        }
        let as_sure = || {
            detection
                .guesses
                .iter()
                .filter(|guess| guess.confidence == best.confidence)
                .map(|guess| guess.kind)
        };
        // Whoever names a format says what doubtful values are; but a text that can be read is no
        // value of a binary format by accident.
        let is_text = as_sure().any(|kind| kind == ContentKind::Text);
        let mut named = as_sure().filter_map(|kind| match kind {
            ContentKind::Format(format) if self.plan.from.contains(&format) => Some(format),
            _ => None,
        });
        match (named.next(), named.next()) {
            (Some(format), None) if self.plan.is_named && (!is_text || is_textual(format)) => {
                Ok(format)
            }
            _ if is_text => Err(Verdict::Kept("text".into())),
            _ => match best.kind {
                kind @ (ContentKind::Opaque(_) | ContentKind::Profile) => {
                    Err(Verdict::Kept(kind.name().into()))
                }
                _ => Err(Verdict::Kept("in doubt".into())),
            },
        }
    }

    /// Whether values of the format are switched.
    fn admit(&self, format: Format) -> Result<(), Verdict> {
        if self.plan.from.contains(&format) {
            Ok(())
        } else if format == self.plan.to {
            Err(Verdict::Already)
        } else {
            Err(Verdict::Kept(format.name().into()))
        }
    }

    fn decode(&mut self, format: Format, bytes: &[u8]) -> larder::Result<Value> {
        let at = match self.decoders.iter().position(|(known, _)| *known == format) {
            Some(at) => at,
            None => {
                self.decoders.push((format, self.plan.decoder(format)?));
                self.decoders.len() - 1
            }
        };
        self.decoders[at].1.decode(bytes)
    }

    /// The new bytes, which are proven to hold the value.
    fn write(&mut self, value: &Value) -> Result<Vec<u8>, Refusal> {
        let to = self.plan.to;
        let mut losses = Losses::new();
        let new = self
            .encoder
            .encode_lossy(value, &mut losses)
            .map_err(|error| because(&format!("it cannot be encoded as {to}"), &error))?;
        if let Some(met) = losses.iter().find(|met| !self.plan.lossy.contains(&met.loss)) {
            let reason = format!("{} (--lossy {})", met.loss.description(), met.loss.name());
            return Err(Refusal { reason, detail: met.example.clone() });
        }
        let again = self
            .proof
            .decode(&new)
            .map_err(|error| because(&format!("its {to} cannot be decoded"), &error))?;
        let is_proven = if losses.is_empty() {
            again == *value
        } else {
            // What is left after a loss is what every further round trip keeps.
            self.encoder.encode(&again).is_ok_and(|same| same == new)
        };
        if is_proven {
            Ok(new)
        } else {
            let reason = format!("its {to} is decoded to another value");
            Err(Refusal { reason, detail: String::new() })
        }
    }
}

/// Bytes that are compressed as the old value was, and proven to hold the same.
fn compressed(compressions: &[Compression], content: &[u8]) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Cow::Borrowed(content);
    for compression in compressions.iter().rev() {
        let written = compression.compress(&bytes).map_err(|error| {
            because(&format!("it cannot be compressed ({compression})"), &error)
        })?;
        if compression.decompress(&written, bytes.len()).ok().as_deref() != Some(&*bytes) {
            let reason = format!("its {compression} is decompressed to other bytes");
            return Err(Refusal { reason, detail: String::new() });
        }
        bytes = Cow::Owned(written);
    }
    Ok(bytes.into_owned())
}

/// Whether the bytes of the format are characters.
fn is_textual(format: Format) -> bool {
    matches!(format, Format::Json | Format::Php | Format::Hprose)
}

fn because(reason: &str, error: &Error) -> Refusal {
    Refusal { reason: reason.to_owned(), detail: error.to_string() }
}

fn refused(reason: &str, error: &Error) -> Verdict {
    Verdict::Refused(because(reason, error))
}
