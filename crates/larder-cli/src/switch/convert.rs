//! What becomes of a value, decided by its bytes alone. New bytes are decoded and compared with the
//! old value before anybody gets them.

use larder::detect::{Confidence, ContentKind, Detection, detect, signed};
use larder::format::{AnyDecoder, AnyEncoder, Format, Losses};
use larder::{Error, ErrorKind, Limits, Value};

use super::plan::Plan;
use crate::recognition::{format, is_integer};

/// What becomes of a value.
#[derive(Debug, PartialEq)]
pub enum Verdict {
    /// It has the format, and these very bytes if it was written again.
    Already,
    /// Nobody asked for it to be switched; what it is.
    Kept(String),
    /// It should be switched and cannot be.
    Refused(Refusal),
    /// Its new bytes.
    New(Vec<u8>),
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
    proof: AnyDecoder,
    /// Decoders of the formats that were met.
    decoders: Vec<(Format, AnyDecoder)>,
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
        let value = match self.read(old).and_then(|value| self.unwrapped(value)) {
            Ok(value) => value,
            Err(verdict) => return verdict,
        };
        match self.write(&value) {
            Ok(new) if new == old => Verdict::Already,
            Ok(new) => Verdict::New(new),
            Err(refusal) => Verdict::Refused(refusal),
        }
    }

    /// The value, if it is to be switched.
    fn read(&mut self, old: &[u8]) -> Result<Value, Verdict> {
        // The common case: a signature, and no doubt once it is decoded.
        if let Some(format) = signed(old) {
            match self.decode(format, old) {
                Ok(value) => {
                    self.admit(format)?;
                    return Ok(value);
                }
                Err(error) if is_of_profile(&error) => {
                    self.admit(format)?;
                    return Err(refused(
                        "it is under a profile that --profile does not name",
                        &error,
                    ));
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
        if let Some(compression) = detection.compressions.first()
            && !self.plan.decompress
        {
            let reason = format!(
                "it is compressed ({compression}); --decompress writes it without compression"
            );
            return Err(Verdict::Refused(Refusal { reason, detail: String::new() }));
        }
        self.decode(format, &detection.content)
            .map_err(|error| refused(&format!("it cannot be decoded as {format}"), &error))
    }

    /// The inner value of one that was serialized twice, if that is to be written.
    fn unwrapped(&mut self, value: Value) -> Result<Value, Verdict> {
        let bytes = match &value {
            Value::Text(text) if self.plan.unwrap => text.as_bytes(),
            Value::Bytes(bytes) if self.plan.unwrap => bytes,
            _ => return Ok(value),
        };
        match signed(bytes) {
            Some(format) => Ok(self.decode(format, bytes).unwrap_or(value)),
            None => Ok(value),
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
                ContentKind::Opaque(name) => Err(Verdict::Kept(name.into())),
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

fn is_of_profile(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::MissingProfile | ErrorKind::WrongProfile)
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
